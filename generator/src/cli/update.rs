//! `bindery update`.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use super::args::UpdateOptions;
use super::fetch::{fetch_of_client, save_copy, usage_error};
use super::prepared::{Prepared, check_loss, note_missing_dependency, report_rejected, report_stale_names};
use super::shared_crates::SharedCrates;
use super::status::Status;
use super::target::TargetCrate;
use super::used_by::{report_requirements, report_uses};
use super::{render, target};
use crate::changes::{Bump, Changes};
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Location, Result};
use crate::output::{DescriptionRecord, Report, Tree, commit, plan};
use crate::pipeline::compared;
use crate::program::{ClientUpgrade, Release};
use crate::report::{self, Detail};
use crate::source::{Source, SourceLocator};
use crate::vendored::{
    Before, CHANGELOG, CrateOptions, CrateStatus, GeneratedCrate, Surroundings, Vendored, add_entry, generate_crate,
    status,
};

pub(super) fn update(options: &UpdateOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let target_crates = target::target_crates(&options.target)?;
    let used = [(options.source.is_some(), "SOURCE"), (options.fetching.save.is_some(), "--save")];
    target::check_single(target_crates.len(), used)?;
    let shared_crates = SharedCrates::new(target_crates.iter().map(TargetCrate::config))?;
    let mut updates = Vec::new();
    let mut is_rejected = false;
    for subject in target_crates {
        let client = subject.client.clone();
        let prepared = prepare(options, subject, sources);
        match prepared.map_err(|problem| target::with_client_name(problem, client.as_deref()))? {
            Prepared::Idle(message) => render::note(&message),
            Prepared::Rejected => is_rejected = true,
            Prepared::Ready(update) => updates.push(*update),
        }
    }
    if is_rejected {
        return Ok(Status::Refused);
    }
    if !updates.is_empty() {
        // Regenerated clients need the current version of their shared crates.
        shared_crates.check_writable(options.force)?;
    }
    apply_updates(options, &updates, &shared_crates)
}

fn prepare(options: &UpdateOptions, subject: TargetCrate, sources: &mut Vec<Source>) -> Result<Prepared<Update>> {
    let (vendored, config) = subject.read()?;
    sources.extend(config.sources());
    let location = location(options, &config, &vendored)?;
    let input = fetch_of_client(&location, &config, &options.fetching)?;
    sources.extend(input.sources());
    let crate_options = CrateOptions::from_config(&vendored, &config);
    let status = status(&vendored, Some(&input), &config, &crate_options)?;
    if !status.description {
        return Ok(Prepared::Idle(unchanged_message(&vendored, &status)));
    }
    if status.configuration {
        // Otherwise changes caused by the configuration would be reported as changes of the API.
        let help =
            if config.is_merged() { "run `bindery generate` first" } else { "run `bindery generate --offline` first" };
        return Err(usage_error("the configuration changed since the crate was generated", help));
    }
    check_confirmable(options)?;
    let generated = generate_crate(&input, &config, &crate_options, Some(&vendored))?;
    sources.extend(generated.emission.others.iter().cloned());
    let strict = options.strict || config.strict;
    let diagnostics = if strict { generated.diagnostics.clone() } else { generated.new_diagnostics() };
    render::problems(&diagnostics, sources, &options.messages);
    if strict && generated.warnings() > 0 {
        return Ok(report_rejected(generated.warnings()));
    }
    check_loss(&generated, options.allow_partial || config.allow_partial)?;
    let described = generated.description_record(&input, &location);
    let update = Update::new(options, &config, vendored, described, generated, crate_options, input.source)?;
    Ok(Prepared::Ready(Box::new(update)))
}

/// Checks that the user can confirm the update, before the changes are computed.
fn check_confirmable(options: &UpdateOptions) -> Result<()> {
    if options.yes || options.dry_run || render::can_prompt() {
        return Ok(());
    }
    let message = "the update must be confirmed, but standard input is not a terminal";
    let help = "pass `--yes` to write without confirmation, or `--dry-run` to see the changes";
    Err(Box::new(Diagnostic::error(Code::OutputUnconfirmed, message).help(help)))
}

/// Returns the location of the description.
fn location(options: &UpdateOptions, config: &Config, vendored: &Vendored) -> Result<String> {
    let explicit = options.source.clone().or_else(|| config.description.clone());
    let location = explicit.clone().unwrap_or_else(|| vendored.lock_file.description.source.clone());
    let path = match SourceLocator::parse(&location) {
        SourceLocator::File(path) => path,
        SourceLocator::Address(_) => return Ok(location),
        SourceLocator::StandardInput if explicit.is_some() => return Ok(location),
        SourceLocator::StandardInput => PathBuf::new(),
    };
    if target::is_same(&path, &vendored.stored()) {
        let message = format!("`{}` is the stored description of the crate", path.display());
        return Err(usage_error(&message, "pass the new description: `bindery update SOURCE`"));
    }
    // A file is recorded by the path that was given, regardless of the working directory.
    if explicit.is_none() && !path.is_file() {
        let message = format!("the crate was generated from `{}`, which does not exist", location.escape_debug());
        return Err(usage_error(&message, "pass the description: `bindery update SOURCE`"));
    }
    Ok(location)
}

fn unchanged_message(vendored: &Vendored, status: &CrateStatus) -> String {
    let folder = vendored.folder.display();
    let version = vendored.lock_file.description.version.split_whitespace().collect::<Vec<_>>().join(" ");
    if status.is_up_to_date() {
        format!("no changes: {folder} is up to date with version {version} of the description")
    } else {
        format!(
            "no changes in the description (version {version}), but {folder} is not up to date; run `bindery check` to see \
             why"
        )
    }
}

/// A prepared update.
struct Update {
    vendored: Vendored,
    generated: GeneratedCrate,
    changes: Option<Changes>,
    /// The upgrade for programs, if any are given.
    upgrade: Option<ClientUpgrade>,
    /// The new version for programs.
    release: Option<Release>,
    tree: Tree,
    version: String,
    entry: String,
    surroundings: Surroundings,
    source: Source,
}

impl Update {
    fn new(
        options: &UpdateOptions,
        config: &Config,
        vendored: Vendored,
        described: DescriptionRecord,
        mut generated: GeneratedCrate,
        mut crate_options: CrateOptions,
        source: Source,
    ) -> Result<Self> {
        let changes = match &generated.before {
            Before::Other(before) => Some(compared(before, &generated.emission)),
            Before::Unknown(problem) if !options.force => return Err(problem.clone()),
            Before::Nothing | Before::Same | Before::Unknown(_) => None,
        };
        let upgrade = match (&generated.before, &changes) {
            (Before::Other(before), Some(changes)) if !options.used_by.is_empty() => {
                Some(ClientUpgrade::new(&vendored, &crate_options, before, &generated.emission, changes)?)
            }
            _ => None,
        };
        let bump = changes.as_ref().map_or(Bump::Major, Changes::bump);
        let release = Release::new(&vendored, &crate_options, bump);
        crate_options.version = crate_options.next_version(&vendored, bump);
        generated.emission.set_version(&crate_options.version);
        let surroundings = crate_options.surroundings(&vendored)?;
        let mut tree = generated.tree(described, config, &crate_options, &surroundings)?;
        let entry = changes.as_ref().map_or_else(unknown, report::log_entry);
        if bump != Bump::None && !crate_options.is_module {
            let log = changelog(&vendored)?;
            tree.insert_amended(CHANGELOG, add_entry(log.as_deref(), &crate_options.version, &entry))?;
        }
        let version = crate_options.version;
        Ok(Self { vendored, generated, changes, upgrade, release, tree, version, entry, surroundings, source })
    }

    /// Reports the changes.
    fn report(&self, is_one_of_several: bool, detail: Detail) {
        if let Some(changes) = &self.changes {
            if is_one_of_several {
                render::print_output(&format!("{}:", self.vendored.folder.display()));
            }
            render::print_output(&report::text(changes, detail));
        }
    }

    fn write(&self, options: &UpdateOptions) -> Result<()> {
        let folder = &self.vendored.folder;
        let report = commit(&self.tree, folder, options.force)?;
        render::note(&format!("{}{}", render::describe_commit(&report, folder, false), self.version_change(";")));
        report_stale_names(&self.generated, &self.vendored.lock_file);
        note_missing_dependency(&self.surroundings, &self.generated.emission);
        save_copy(&self.source, &options.fetching)
    }

    /// Describes the new version of the crate. A module has no version.
    fn version_change(&self, before: &str) -> String {
        if self.vendored.lock_file.package.module {
            String::new()
        } else {
            format!("{before} version {} (was {})", self.version, self.vendored.version())
        }
    }

    /// Shows what would be written.
    fn show(&self, report: &Report) {
        let folder = &self.vendored.folder;
        render::print_output(&format!("\n{}:", render::describe_commit(report, folder, true)));
        report.written.iter().for_each(|path| render::print_output(&format!("  {path}")));
        report.removed.iter().for_each(|path| render::print_output(&format!("  {path} (removed)")));
        if self.tree.get(CHANGELOG).is_some() {
            let about = self.entry.lines().next().unwrap_or_default();
            let heading = format!("  ## {}\n\n  {about}", self.version);
            render::print_output(&format!(
                "\n{CHANGELOG} would get this entry, with a list of the changes:\n\n{heading}"
            ));
        }
        render::note(&format!("{} would be regenerated{}", folder.display(), self.version_change(" as")));
    }
}

/// Reports all updates, prompts once, and writes all of them.
fn apply_updates(options: &UpdateOptions, updates: &[Update], shared_crates: &SharedCrates) -> Result<Status> {
    // Errors are reported before the planned changes.
    let planned = updates.iter().map(|update| plan(&update.tree, &update.vendored.folder, options.force));
    let planned: Vec<Report> = planned.collect::<Result<_>>()?;
    updates.iter().for_each(|update| update.report(updates.len() > 1, options.messages.detail()));
    for upgrade in updates.iter().filter_map(|update| update.upgrade.as_ref()) {
        report_uses(&options.used_by, upgrade, &options.messages, true)?;
    }
    let releases = updates.iter().filter_map(|update| update.release.as_ref());
    releases.for_each(|release| report_requirements(&options.used_by, release, &options.messages));
    if options.dry_run {
        if !updates.is_empty() {
            shared_crates.write(true, options.force)?;
        }
        updates.iter().zip(&planned).for_each(|(update, planned)| update.show(planned));
        return Ok(Status::Done);
    }
    let described = |update: &Update| format!("{}{}", update.vendored.folder.display(), update.version_change(" as"));
    let question = format!("Regenerate {}?", updates.iter().map(described).collect::<Vec<_>>().join(", "));
    if updates.is_empty() {
        return Ok(Status::Done);
    }
    if options.yes || render::confirm(&question) {
        shared_crates.write(false, options.force)?;
        updates.iter().try_for_each(|update| update.write(options))?;
    } else {
        render::note("nothing was written");
    }
    Ok(Status::Done)
}

fn unknown() -> String {
    "The changes are unknown, because the previous description is no longer valid.".to_owned()
}

/// Reads the existing changelog. Links are not followed out of the crate.
fn changelog(vendored: &Vendored) -> Result<Option<String>> {
    let path = vendored.folder.join(CHANGELOG);
    let read = match fs::symlink_metadata(&path) {
        Ok(found) if found.is_file() => fs::read_to_string(&path).map(Some),
        Ok(_) => Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    };
    read.map_err(|error| {
        let problem = Diagnostic::error(Code::OutputUnwritable, format!("cannot update the changelog: {error}"));
        Box::new(problem.at(path.display().to_string(), Location::Whole).help("fix the file or move it away"))
    })
}
