//! Clients that were generated in memory, and writing them.

use std::path::{Path, PathBuf};

use super::args::GenerateOptions;
use super::fetch::save_copy;
use super::render;
use crate::diagnostic::Result;
use crate::output::{LockFile, Report, Tree, commit, plan};
use crate::pipeline::{Emission, compared};
use crate::report;
use crate::source::Source;
use crate::vendored::{Before, GeneratedCrate, Host, Surroundings};

/// The result of generating a client in memory.
pub(super) enum Prepared<T = PreparedClient> {
    /// There is nothing to write, with the message to show.
    Idle(String),
    Rejected,
    Ready(Box<T>),
}

/// A client in memory, and how to write it.
pub(super) struct PreparedClient {
    pub(super) generated: GeneratedCrate,
    pub(super) tree: Tree,
    pub(super) folder: PathBuf,
    pub(super) is_module: bool,
    /// The lock file of the existing crate.
    pub(super) existing: Option<LockFile>,
    /// The description, if a copy of it may be stored.
    pub(super) fetched: Option<Source>,
}

impl Prepared {
    pub(super) fn is_rejected(&self) -> bool {
        matches!(self, Self::Rejected)
    }

    pub(super) fn ready(&self) -> Option<&PreparedClient> {
        match self {
            Self::Ready(ready) => Some(ready),
            Self::Idle(_) | Self::Rejected => None,
        }
    }

    pub(super) fn write(self, options: &GenerateOptions) -> Result<()> {
        match self {
            Self::Idle(message) => {
                render::note(&message);
                Ok(())
            }
            Self::Rejected => Ok(()),
            Self::Ready(ready) => ready.write(options),
        }
    }
}

pub(super) fn report_rejected<T>(warnings: usize) -> Prepared<T> {
    render::note(&format!("nothing was written: {} with `strict`", render::counted(warnings, "warning")));
    Prepared::Rejected
}

/// Rejects a description with much missing content, or reports it if that is allowed.
pub(super) fn check_loss(generated: &GeneratedCrate, is_allowed: bool) -> Result<()> {
    match generated.emission.api.completeness.problem() {
        Some(problem) if is_allowed => render::note(&problem.message),
        Some(problem) => return Err(Box::new(problem)),
        None => {}
    }
    Ok(())
}

impl PreparedClient {
    /// Checks that everything can be written: no foreign files are overwritten.
    pub(super) fn check_writable(&self, options: &GenerateOptions) -> Result<()> {
        plan(&self.tree, &self.folder, options.force).map(drop)
    }

    fn write(self, options: &GenerateOptions) -> Result<()> {
        let Self { generated, tree, folder, is_module, existing, fetched } = self;
        let surroundings = Surroundings::read(&folder, existing.as_ref(), is_module)?;
        let report =
            if options.dry_run { plan(&tree, &folder, options.force)? } else { commit(&tree, &folder, options.force)? };
        render::note(&summary(&report, &folder, &generated, options.dry_run));
        if !report.is_unchanged() {
            note_outside_targets(&surroundings);
        }
        note_missing_dependency(&surroundings, &generated.emission);
        let Some(source) = fetched else { return Ok(()) };
        if !options.dry_run {
            save_copy(&source, &options.fetching)?;
        }
        if let Some(existing) = &existing {
            report_stale_names(&generated, existing);
        }
        if let Before::Other(before) = &generated.before {
            report_changes(&report::one_line(&compared(before, &generated.emission)), is_module);
        }
        Ok(())
    }
}

/// Reports how to declare a module that `mod name;` does not find.
fn note_outside_targets(surroundings: &Surroundings) {
    let Some(path) = surroundings.host().and_then(Host::module_outside_targets) else { return };
    let steps: Vec<String> = path.iter().map(|step| step.to_string_lossy().into_owned()).collect();
    let (path, name) = (steps.join("/"), steps.last().map_or("", String::as_str));
    render::note(&format!(
        "warning: `{path}` is outside `src`; declare the module with `#[path = \"../{path}/mod.rs\"] mod {name};`"
    ));
}

fn report_changes(short: &str, is_module: bool) {
    render::note(&format!("the description changed: {short}"));
    render::note(if is_module {
        "run `bindery update` instead of `generate` to list the changes"
    } else {
        "the version of the crate is unchanged; run `bindery update` instead of `generate` to list the changes and raise it"
    });
}

fn summary(report: &Report, folder: &Path, generated: &GeneratedCrate, dry: bool) -> String {
    let counts = format!(
        "{}, {}, {}",
        render::counted(generated.emission.api.operations.len(), "operation"),
        render::counted(generated.emission.api.types.len(), "type"),
        render::counted(generated.warnings(), "warning")
    );
    if report.is_unchanged() {
        return format!("{} is up to date ({counts})", folder.display());
    }
    format!("{} ({counts})", render::describe_commit(report, folder, dry))
}

/// Maximum number of removed names that are reported one by one, besides those that the user chose.
const MAX_REPORTED_NAMES: usize = 5;

/// Reports the names that are removed from the lock file: all that the user chose, and the first of the others.
pub(super) fn report_stale_names(generated: &GeneratedCrate, lock_file: &LockFile) {
    let (chosen, others) = (generated.stale_names(&lock_file.chosen), generated.stale_names(&lock_file.names));
    for (place, name) in chosen {
        render::note(&format!("removed the chosen name `{name}` from bindery.lock: {place} was removed"));
    }
    let others: Vec<_> = others.into_iter().filter(|(place, _)| !lock_file.chosen.contains_key(*place)).collect();
    for (place, name) in others.iter().take(MAX_REPORTED_NAMES) {
        render::note(&format!("removed the stale name `{name}` from bindery.lock: {place} was removed"));
    }
    if let Some(more @ 1..) = others.len().checked_sub(MAX_REPORTED_NAMES) {
        render::note(&format!("and {}", render::counted(more, "other name")));
    }
}

/// Reports the dependency that the manifest around a module lacks.
pub(super) fn note_missing_dependency(surroundings: &Surroundings, emission: &Emission) {
    let missing = surroundings.host().and_then(|host| Some((host.manifest(), host.missing_dependency(emission)?)));
    if let Some((manifest, line)) = missing {
        render::note(&format!(
            "the module needs this entry in `[dependencies]` of {}:\n    {line}",
            manifest.display()
        ));
    }
}
