//! Clients that were generated in memory, and writing them.

use std::path::{Path, PathBuf};

use super::args::GenerateOptions;
use super::fetch::keep;
use super::host::Needs;
use super::{Outcome, render};
use crate::output::{LockFile, Report, Tree, commit, plan};
use crate::pipeline::compared;
use crate::report;
use crate::source::Source;
use crate::vendored::{Before, GeneratedCrate, Host, Surroundings};

/// The result of generating a client in memory.
pub(super) enum Prepared<T = Ready> {
    /// There is nothing to write, with the message to show.
    Idle(String),
    Refused,
    Ready(Box<T>),
}

/// A client in memory, and how to write it.
pub(super) struct Ready {
    pub(super) made: GeneratedCrate,
    pub(super) tree: Tree,
    pub(super) folder: PathBuf,
    pub(super) is_module: bool,
    /// The lock file of the existing crate.
    pub(super) standing: Option<LockFile>,
    /// The description, if a copy of it may be stored.
    pub(super) fetched: Option<Source>,
}

impl Prepared {
    pub(super) fn is_refused(&self) -> bool {
        matches!(self, Self::Refused)
    }

    pub(super) fn ready(&self) -> Option<&Ready> {
        match self {
            Self::Ready(ready) => Some(ready),
            Self::Idle(_) | Self::Refused => None,
        }
    }

    pub(super) fn write(self, options: &GenerateOptions) -> Outcome<()> {
        match self {
            Self::Idle(message) => {
                render::note(&message);
                Ok(())
            }
            Self::Refused => Ok(()),
            Self::Ready(ready) => ready.write(options),
        }
    }
}

pub(super) fn report_rejected<T>(warnings: usize) -> Prepared<T> {
    render::note(&format!("nothing was written: {} refused", render::counted(warnings, "warning")));
    Prepared::Refused
}

/// Refuses a description of which much is missing, or reports it if that is allowed.
pub(super) fn check_loss(made: &GeneratedCrate, is_allowed: bool) -> Outcome<()> {
    match made.emission.loss.problem() {
        Some(problem) if is_allowed => render::note(&problem.message),
        Some(problem) => return Err(Box::new(problem)),
        None => {}
    }
    Ok(())
}

impl Ready {
    /// Checks that everything can be written: no foreign files are overwritten, and the manifest accepts the
    /// dependencies.
    pub(super) fn check_writable(&self, options: &GenerateOptions) -> Outcome<()> {
        plan(&self.tree, &self.folder, options.force)?;
        Needs::new(&self.surroundings()?, &self.made.emission, adds(options))?;
        Ok(())
    }

    /// Reads the surroundings each time, since another module may have changed the manifest of the crate.
    fn surroundings(&self) -> Outcome<Surroundings> {
        Surroundings::read(&self.folder, self.standing.as_ref(), self.is_module)
    }

    fn write(self, options: &GenerateOptions) -> Outcome<()> {
        let surroundings = self.surroundings()?;
        let Self { made, tree, folder, is_module, standing, fetched } = self;
        let needs = Needs::new(&surroundings, &made.emission, adds(options))?;
        let report =
            if options.dry_run { plan(&tree, &folder, options.force)? } else { commit(&tree, &folder, options.force)? };
        render::note(&summary(&report, &folder, &made, options.dry_run));
        if !report.is_unchanged() && !options.dry_run {
            render::note_folder(&folder);
        }
        if !report.is_unchanged() {
            note_outside_targets(&surroundings);
        }
        needs.map_or(Ok(()), Needs::settle)?;
        let Some(source) = fetched else { return Ok(()) };
        if !options.dry_run {
            keep(&source, &options.fetching)?;
        }
        if let Some(standing) = &standing {
            warn_forgotten_names(&made, standing);
        }
        if let Before::Other(before) = &made.before {
            report_changes(&report::one_line(&compared(before, &made.emission)), is_module);
        }
        Ok(())
    }
}

/// Says how to declare a module that `mod name;` does not find.
fn note_outside_targets(surroundings: &Surroundings) {
    let Some(path) = surroundings.host().and_then(Host::module_outside_targets) else { return };
    let steps: Vec<String> = path.iter().map(|step| step.to_string_lossy().into_owned()).collect();
    let (path, name) = (steps.join("/"), steps.last().map_or("", String::as_str));
    render::note(&format!(
        "warning: `{path}` is outside `src`; declare the module with its path: #[path = \"../{path}/mod.rs\"] mod {name};"
    ));
}

fn adds(options: &GenerateOptions) -> bool {
    options.add_dependencies && !options.dry_run
}

fn report_changes(short: &str, is_module: bool) {
    render::note(&format!("the description changed: {short}"));
    render::note(if is_module {
        "`bindery update` in place of `generate` tells each change"
    } else {
        "the crate's version stayed: `bindery update` in place of `generate` tells each change, and raises it"
    });
}

fn summary(report: &Report, folder: &Path, made: &GeneratedCrate, dry: bool) -> String {
    let of = format!(
        "{}, {}, {}",
        render::counted(made.emission.api.operations.len(), "operation"),
        render::counted(made.emission.api.types.len(), "type"),
        render::counted(made.warnings(), "warning")
    );
    if report.is_unchanged() {
        return format!("{} is up to date ({of})", folder.display());
    }
    format!("{} ({of})", render::describe_commit(report, folder, dry))
}

/// Maximum number of removed names that are reported one by one, besides those that the user chose.
const MAX_REPORTED_NAMES: usize = 5;

/// Reports the names that are removed from the lock file: all that the user chose, and the first of the others.
pub(super) fn warn_forgotten_names(made: &GeneratedCrate, lock_file: &LockFile) {
    let (chosen, others) = (made.forgotten(&lock_file.chosen), made.forgotten(&lock_file.names));
    for (place, name) in chosen {
        render::note(&format!("the name `{name}`, which you chose, is removed from bindery.lock: {place} is gone"));
    }
    let others: Vec<_> = others.into_iter().filter(|(place, _)| !lock_file.chosen.contains_key(*place)).collect();
    for (place, name) in others.iter().take(MAX_REPORTED_NAMES) {
        render::note(&format!("the name `{name}` is removed from bindery.lock: {place} is gone"));
    }
    if let Some(more @ 1..) = others.len().checked_sub(MAX_REPORTED_NAMES) {
        render::note(&format!("and {}", render::counted(more, "other name")));
    }
}
