//! `bindery update`.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use super::args::{Format, UpdateOptions};
use super::fetch::{fetch_of_client, keep, wrong};
use super::host::Needs;
use super::place::Subject;
use super::prepared::{Prepared, check_loss, report_rejected, warn_forgotten_names};
use super::shared::Shared;
use super::{Outcome, Status, diff, place, render};
use crate::changes::{Bump, Changes};
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Location};
use crate::output::{DescriptionRecord, Report, Tree, commit, plan};
use crate::pipeline::compared;
use crate::report;
use crate::source::{Known, Source, SourceLocator};
use crate::vendored::{
    Before, CHANGELOG, CrateOptions, CrateStatus, GeneratedCrate, Surroundings, Vendored, bumped, make, status,
    with_entry,
};

pub(super) fn update(options: &UpdateOptions) -> Status {
    render::attempt(&options.messages, |sources| attempt(options, sources))
}

fn attempt(options: &UpdateOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    let subjects = place::subjects(&options.place)?;
    let said = [(options.source.is_some(), "SOURCE"), (options.fetching.save.is_some(), "--save")];
    place::check_one(subjects.len(), said)?;
    let shared = Shared::new(subjects.iter().map(Subject::config))?;
    let mut updates = Vec::new();
    let mut is_refused = false;
    for subject in subjects {
        let client = subject.client.clone();
        let prepared = prepare(options, subject, sources);
        match prepared.map_err(|problem| place::of_client(problem, client.as_deref()))? {
            Prepared::Idle(message) => render::note(&message),
            Prepared::Refused => is_refused = true,
            Prepared::Ready(update) => updates.push(*update),
        }
    }
    if is_refused {
        return Ok(Status::Refused);
    }
    if !updates.is_empty() {
        // Regenerated clients need the current version of their shared crates.
        shared.check_writable(options.force)?;
        shared.write(options.dry_run, options.force)?;
    }
    go(options, &updates)
}

fn prepare(options: &UpdateOptions, subject: Subject, sources: &mut Vec<Source>) -> Outcome<Prepared<Update>> {
    let (vendored, config) = subject.read()?;
    sources.extend(config.sources());
    let location = location(options, &config, &vendored)?;
    let source = fetch_of_client(&location, &config, &options.fetching, known_response(&vendored, &location))?;
    sources.extend(source.iter().flat_map(Source::each));
    let choice = CrateOptions::from_config(&vendored, &config);
    let status = status(&vendored, source.as_ref(), &config, &choice)?;
    let Some(source) = source.filter(|_| status.description) else {
        return Ok(Prepared::Idle(nothing_new(&vendored, &status)));
    };
    if status.configuration {
        // Changes that the update itself causes in the code are not changes of the API.
        let help = if config.is_merged() {
            "make the crate with it first, from its descriptions: bindery generate"
        } else {
            "make the crate with it first, from the description that it holds: bindery generate --offline"
        };
        return Err(wrong("the configuration is not the one that the crate was made with", help));
    }
    check_confirmable(options)?;
    let made = make(&source, &config, &choice, Some(&vendored))?;
    sources.extend(made.emission.others.iter().cloned());
    let strict = options.strict || config.strict;
    let diagnostics = if strict { made.diagnostics.clone() } else { made.new_diagnostics() };
    render::problems(&diagnostics, sources, &options.messages);
    if strict && made.warnings() > 0 {
        return Ok(report_rejected(made.warnings()));
    }
    check_loss(&made, options.allow_partial || config.allow_partial)?;
    let described = made.description_record(&source, &location);
    let update = Update::new(options, &config, vendored, described, made, choice, source)?;
    Ok(Prepared::Ready(Box::new(update)))
}

/// Checks that the question that precedes writing can be answered, before the work that it is about.
fn check_confirmable(options: &UpdateOptions) -> Outcome<()> {
    if options.yes || options.dry_run || render::can_prompt() {
        return Ok(());
    }
    let message = "the update has to be confirmed, and standard input is not a terminal";
    let help = "pass --yes to write without confirmation, or --dry-run to see the changes";
    Err(Box::new(Diagnostic::error(Code::OutputUnconfirmed, message).help(help)))
}

/// The source of the description.
fn location(options: &UpdateOptions, config: &Config, vendored: &Vendored) -> Outcome<String> {
    let named = options.source.clone().or_else(|| config.description.clone());
    let location = named.clone().unwrap_or_else(|| vendored.lock_file.description.source.clone());
    let path = match SourceLocator::parse(&location) {
        SourceLocator::File(path) => path,
        SourceLocator::Address(_) => return Ok(location),
        SourceLocator::StandardInput if named.is_some() => return Ok(location),
        SourceLocator::StandardInput => PathBuf::new(),
    };
    if place::is_same(&path, &vendored.stored()) {
        let message = format!("{} is the description that the crate holds", path.display());
        return Err(wrong(&message, "name the new one: bindery update SOURCE"));
    }
    // A file is recorded by the path that was given, regardless of the working directory.
    if named.is_none() && !path.is_file() {
        let message = format!("the crate was made from `{}`, which is not here", location.escape_debug());
        return Err(wrong(&message, "name the description: bindery update SOURCE"));
    }
    Ok(location)
}

/// Returns the recorded validators of a description, if it is fetched from the same origin. For another origin, the
/// description is discovered again: the lock file must not lead to an address that its source does not.
pub(super) fn known_response(vendored: &Vendored, location: &str) -> Option<Known> {
    let description = &vendored.lock_file.description;
    let same = SourceLocator::parse(location).display_name() == description.source;
    let address = description.address.clone().filter(|_| same && description.files.is_empty())?;
    let (etag, last_modified) = (description.etag.clone(), description.last_modified.clone());
    Known { address, etag, last_modified }.at_origin_of(location)
}

fn nothing_new(vendored: &Vendored, status: &CrateStatus) -> String {
    let folder = vendored.folder.display();
    let version = vendored.lock_file.description.version.split_whitespace().collect::<Vec<_>>().join(" ");
    if status.is_up_to_date() {
        format!("nothing new: {folder} is made of the description as it is now, version {version}")
    } else {
        format!(
            "nothing new: the description is still version {version}; {folder} differs for another reason, which \
             `bindery check` tells"
        )
    }
}

/// A prepared update.
struct Update {
    vendored: Vendored,
    made: GeneratedCrate,
    changes: Option<Changes>,
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
        mut made: GeneratedCrate,
        mut choice: CrateOptions,
        source: Source,
    ) -> Outcome<Self> {
        let changes = match &made.before {
            Before::Other(before) => Some(compared(before, &made.emission)),
            Before::Unknown(problem) if !options.force => return Err(problem.clone()),
            Before::Nothing | Before::Same | Before::Unknown(_) => None,
        };
        let bump = changes.as_ref().map_or(Bump::Major, Changes::bump);
        // A version that the configuration raised is the user's word, and so is that of a crate around a module.
        if choice.version == vendored.version() && !choice.is_module {
            choice.version = bumped(&choice.version, bump);
        }
        made.emission.set_version(&choice.version);
        let surroundings = vendored.surroundings(&choice)?;
        let mut tree = made.tree(described, config, &choice, &surroundings)?;
        let entry = changes.as_ref().map_or_else(unknown, report::log_entry);
        if bump != Bump::None && !choice.is_module {
            let log = changelog(&vendored)?;
            tree.insert_amended(CHANGELOG, with_entry(log.as_deref(), &choice.version, &entry))?;
        }
        Ok(Self { vendored, made, changes, tree, version: choice.version, entry, surroundings, source })
    }

    /// Reports the changes.
    fn report(&self, is_one_of_several: bool) {
        if let Some(changes) = &self.changes {
            if is_one_of_several {
                render::answer(&format!("{}:", self.vendored.folder.display()));
            }
            render::answer(&diff::render_changes(changes, Format::Text));
        }
    }

    fn write(&self, options: &UpdateOptions) -> Outcome<()> {
        let folder = &self.vendored.folder;
        let report = commit(&self.tree, folder, options.force)?;
        render::note(&format!("{}{}", render::describe_commit(&report, folder, false), self.raised(";")));
        warn_forgotten_names(&self.made, &self.vendored.lock_file);
        render::note_folder(folder);
        Needs::new(&self.surroundings, &self.made.emission, false)?.map_or(Ok(()), Needs::settle)?;
        keep(&self.source, &options.fetching)
    }

    /// Describes the new version of the crate. A module has no version.
    fn raised(&self, before: &str) -> String {
        if self.vendored.lock_file.package.module {
            String::new()
        } else {
            format!("{before} version {} after {}", self.version, self.vendored.version())
        }
    }

    /// Shows what would be written.
    fn show(&self, report: &Report) {
        let folder = &self.vendored.folder;
        render::answer(&format!("\n{}:", render::describe_commit(report, folder, true)));
        report.written.iter().for_each(|path| render::answer(&format!("  {path}")));
        report.removed.iter().for_each(|path| render::answer(&format!("  {path} (removed)")));
        if self.tree.get(CHANGELOG).is_some() {
            let about = self.entry.lines().next().unwrap_or_default();
            let heading = format!("  ## {}\n\n  {about}", self.version);
            render::answer(&format!("\n{CHANGELOG} would get this, and each of the changes:\n\n{heading}"));
        }
        render::note(&format!("{} would be regenerated{}", folder.display(), self.raised(" as")));
    }
}

/// Reports all updates, prompts once, and writes all of them.
fn go(options: &UpdateOptions, updates: &[Update]) -> Outcome<Status> {
    // Errors are reported before the planned changes.
    let planned = updates.iter().map(|update| plan(&update.tree, &update.vendored.folder, options.force));
    let planned: Vec<Report> = planned.collect::<Outcome<_>>()?;
    updates.iter().for_each(|update| update.report(updates.len() > 1));
    if options.dry_run {
        updates.iter().zip(&planned).for_each(|(update, planned)| update.show(planned));
        return Ok(Status::Done);
    }
    let named = |update: &Update| format!("{}{}", update.vendored.folder.display(), update.raised(" as"));
    let question = format!("Regenerate {}?", updates.iter().map(named).collect::<Vec<_>>().join(", "));
    if updates.is_empty() {
        return Ok(Status::Done);
    }
    if options.yes || render::is_confirmed(&question) {
        updates.iter().try_for_each(|update| update.write(options))?;
    } else {
        render::note("nothing was written");
    }
    Ok(Status::Done)
}

fn unknown() -> String {
    "The description that the crate was made from could not be read any more, so what changed is unknown.".to_owned()
}

/// Reads the existing changelog. Links are not followed out of the crate.
fn changelog(vendored: &Vendored) -> Outcome<Option<String>> {
    let path = vendored.folder.join(CHANGELOG);
    let read = match fs::symlink_metadata(&path) {
        Ok(found) if found.is_file() => fs::read_to_string(&path).map(Some),
        Ok(_) => Err(io::Error::new(ErrorKind::InvalidInput, "it is no file")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    };
    read.map_err(|error| {
        let problem = Diagnostic::error(Code::OutputUnwritable, format!("it cannot be amended: {error}"));
        Box::new(problem.at(path.display().to_string(), Location::Whole).help("fix the file or move it away"))
    })
}
