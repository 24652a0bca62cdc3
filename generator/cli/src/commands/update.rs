//! `bindery update`.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::args::UpdateOptions;
use super::fetch::{fetch_of_client, location};
use super::plan::{Plan, PlannedClient, check_loss};
use super::render::{self, Stream};
use super::status::Status;
use super::target::{self, Target};
use super::used_by::Impact;
use crate::changes::{Bump, Changes};
use crate::output::{DescriptionRecord, Report};
use crate::report;
use crate::vendored::{CHANGELOG, CrateStatus, Vendored, add_entry};
use bindery::internal::canonical_path::canonical_path;
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Code, Diagnostic, Result, file_error, usage_error};
use bindery::internal::source::SourceLocator;
use bindery::internal::text::Source;
use bindery::internal::unicode::toml_string;

pub(super) fn update(options: &UpdateOptions, sources: &mut Vec<Source>) -> Result<Status> {
    update_with(options, sources, render::can_prompt().then_some(render::confirm))
}

/// Asks a question that the user answers with yes or no.
type Confirm = fn(&str) -> bool;

fn update_with(options: &UpdateOptions, sources: &mut Vec<Source>, confirm: Option<Confirm>) -> Result<Status> {
    let targets = target::existing(&options.target)?;
    let used = [(options.source.is_some(), "SOURCE"), (options.fetching.save.is_some(), "--save")];
    target::check_single(targets.len(), used)?;
    let mut plan = Plan::new(targets.iter().map(|target| &target.config), options.force)?;
    for target in targets {
        target.attempt(|target| prepare(options, target, confirm, &mut plan, sources))?;
    }
    if plan.is_rejected {
        return Ok(Status::Refused);
    }
    if plan.clients.is_empty() {
        return Ok(Status::Done);
    }
    // Errors are reported before the planned changes.
    plan.check()?;
    report_changes(options, &plan)?;
    if options.dry_run {
        plan.commit(true, None, show)?;
    } else if options.yes || confirm.is_some_and(|confirm| confirm(&question(&plan))) {
        plan.commit(false, Some(&options.fetching), |client, report| {
            let written = render::describe_commit(report, client.folder(), false);
            render::note(&format!("{written}{}", version_change(client, ";")));
            if let Some(message) = stale_location(options, &client.session.config) {
                render::note(&message);
            }
        })?;
    } else {
        render::note("nothing was written");
    }
    Ok(Status::Done)
}

fn prepare(
    options: &UpdateOptions,
    target: Target,
    confirm: Option<Confirm>,
    plan: &mut Plan,
    sources: &mut Vec<Source>,
) -> Result<()> {
    let session = target.open(options.defects.config())?;
    let vendored = session.vendored()?;
    sources.extend(session.config.sources());
    let location = location(options.source.as_ref(), &session, "update")?;
    check_not_stored(&location, vendored)?;
    let input = fetch_of_client(&location, &session.config, &options.fetching, sources)?;
    let status = session.status(Some(&input))?;
    if !status.description {
        render::note(&unchanged_message(vendored, &status));
        return Ok(());
    }
    if status.configuration {
        // Otherwise changes caused by the configuration would be reported as changes of the API.
        let message = "the configuration changed since the crate was generated";
        return Err(usage_error(message, "run `bindery generate --offline` first"));
    }
    check_confirmable(options, confirm)?;
    let upgrade = session.generate(&input)?;
    let next = &upgrade.next;
    let diagnostics = if session.config.is_strict() { next.diagnostics.clone() } else { upgrade.new_diagnostics() };
    if !plan.admits(&session, next, &diagnostics, sources, &options.messages) {
        return Ok(());
    }
    check_loss(&session, next)?;
    if let (Some(Err(problem)), false) = (&upgrade.previous, options.force) {
        return Err(problem.clone());
    }
    let description = next.description_record(&input, &location);
    let mut client = PlannedClient::new(session, upgrade)?;
    client.source = Some(input.source);
    client.impact = Some(match (&client.previous, &client.changes) {
        (Some(previous), Some(changes)) => {
            let (old, new) = (&previous.emission, &client.generated.emission);
            Impact::new(&options.used_by, &client.session, old, new, changes)?
        }
        _ => Impact::of_version(&client.session, bump(&client)),
    });
    raise_version(&mut client, description)?;
    plan.clients.push(client);
    Ok(())
}

/// Raises the version of a client, adds its files, and describes the changes in the changelog.
fn raise_version(client: &mut PlannedClient, description: DescriptionRecord) -> Result<()> {
    let bump = bump(client);
    let version = client.session.next_version(bump);
    client.generated.emission.set_version(&version);
    client.assemble(description)?;
    if bump != Bump::None && !client.session.is_module() {
        let log = changelog(client.folder())?;
        client.tree.insert_amended(CHANGELOG, add_entry(log.as_deref(), &version, &entry(client)))?;
    }
    Ok(())
}

/// Returns the change of the version. If the changes are unknown, they may be breaking.
fn bump(client: &PlannedClient) -> Bump {
    client.changes.as_ref().map_or(Bump::Major, Changes::bump)
}

/// Returns the entry for the changelog.
fn entry(client: &PlannedClient) -> String {
    let unknown = || "The changes are unknown, because the previous description is no longer valid.".to_owned();
    client.changes.as_ref().map_or_else(unknown, report::log_entry)
}

/// Checks that the user can confirm the update, before the changes are computed.
fn check_confirmable(options: &UpdateOptions, confirm: Option<Confirm>) -> Result<()> {
    if options.yes || options.dry_run || confirm.is_some() {
        return Ok(());
    }
    let message = "the update must be confirmed, but standard input is not a terminal";
    let help = "pass `--yes` to write without confirmation, or `--dry-run` to see the changes";
    Err(Box::new(Diagnostic::error(Code::OutputUnconfirmed, message).help(help)))
}

/// Returns an error if an update would read the description that the crate contains.
fn check_not_stored(location: &str, vendored: &Vendored) -> Result<()> {
    match SourceLocator::parse(location) {
        SourceLocator::File(path) if target::is_same(&path, &vendored.stored()) => {
            let message = format!("`{}` is the stored description of the crate", path.display());
            Err(usage_error(message, "pass the new description: `bindery update SOURCE`"))
        }
        _ => Ok(()),
    }
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

/// Reports the changes, the code that they concern, and the manifests that exclude the new versions.
fn report_changes(options: &UpdateOptions, plan: &Plan) -> Result<()> {
    for client in &plan.clients {
        let Some(changes) = &client.changes else { continue };
        if plan.clients.len() > 1 {
            render::print_output(&format!("{}:", client.folder().display()));
        }
        render::print_output(&report::text(changes, options.messages.detail()));
    }
    for impact in plan.clients.iter().filter_map(|client| client.impact.as_ref()) {
        impact.report(&options.used_by, &options.messages, Stream::Output)?;
    }
    Ok(())
}

/// Says that the configuration names another description than the one that a client was updated to.
fn stale_location(options: &UpdateOptions, config: &Config) -> Option<String> {
    let (new, old) = (options.source.as_ref()?, config.description.as_ref()?);
    let is_old = |path: &Path| target::is_same(path, Path::new(old));
    if new == old || is_old(Path::new(new)) || options.fetching.save.as_deref().is_some_and(is_old) {
        return None;
    }
    let change = match SourceLocator::parse(new) {
        SourceLocator::StandardInput => "replace it by the new description".to_owned(),
        SourceLocator::File(path) => format!("set `description = {}`", toml_string(&in_folder_of(config, &path))),
        SourceLocator::Address(_) => format!("set `description = {}`", toml_string(new)),
    };
    Some(format!("note: {} still names `{old}`, which the next run reads: {change}", config.file_name()))
}

/// Returns a path as a configuration names it, relative to its directory if the file is in it.
fn in_folder_of(config: &Config, path: &Path) -> String {
    let folder = Path::new(config.file_name()).parent().map(|folder| canonical_path(&Path::new(".").join(folder)));
    let file = canonical_path(path);
    let relative = folder.and_then(|folder| file.strip_prefix(folder).ok());
    relative.unwrap_or(path).display().to_string()
}

fn question(plan: &Plan) -> String {
    let described = |client: &PlannedClient| format!("{}{}", client.folder().display(), version_change(client, " as"));
    format!("Regenerate {}?", plan.clients.iter().map(described).collect::<Vec<_>>().join(", "))
}

/// Describes the new version of the crate. A module has no version.
fn version_change(client: &PlannedClient, before: &str) -> String {
    match &client.session.existing {
        Some(vendored) if !client.session.is_module() => {
            let version = &client.generated.emission.options.crate_version;
            format!("{before} version {version} (was {})", vendored.version())
        }
        _ => String::new(),
    }
}

/// Shows what would be written.
fn show(client: &PlannedClient, report: &Report) {
    render::print_output(&format!("\n{}:", render::describe_commit(report, client.folder(), true)));
    report.written.iter().for_each(|path| render::print_output(&format!("  {path}")));
    report.removed.iter().for_each(|path| render::print_output(&format!("  {path} (removed)")));
    if client.tree.get(CHANGELOG).is_some() {
        let entry = entry(client);
        let about = entry.lines().next().unwrap_or_default();
        let heading = format!("  ## {}\n\n  {about}", client.generated.emission.options.crate_version);
        render::print_output(&format!("\n{CHANGELOG} would get this entry, with a list of the changes:\n\n{heading}"));
    }
    let version = version_change(client, " as");
    render::note(&format!("{} would be regenerated{version}", client.folder().display()));
}

/// Reads the existing changelog. Links are not followed out of the crate.
fn changelog(folder: &Path) -> Result<Option<String>> {
    let path = folder.join(CHANGELOG);
    let read = match fs::symlink_metadata(&path) {
        Ok(found) if found.is_file() => fs::read_to_string(&path).map(Some),
        Ok(_) => Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    };
    read.map_err(|error| {
        let message = format!("cannot update the changelog: {error}");
        file_error(Code::OutputUnwritable, &path, message, "fix the file or move it away")
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::Parser;

    use super::update_with;
    use crate::commands::Status;
    use crate::commands::args::{Arguments, CliCommand};
    use bindery::internal::digest::sha256;

    const DESCRIPTION: &str = "openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths: {}\n\
                               components: { schemas: { Pet: { type: object, properties: { name: { type: string } } } } }\n";

    /// Returns the digests of all files in a directory.
    fn digests(folder: &Path) -> Vec<String> {
        let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(Result::unwrap);
        let digest = |path: &Path| format!("{} {}", path.display(), sha256(&fs::read(path).unwrap_or_default()));
        files.map(|entry| digest(entry.path())).collect()
    }

    #[test]
    fn nothing_is_written_before_the_answer() {
        let folder = tempfile::tempdir().unwrap();
        let (place, description) = (folder.path().join("bindery.toml"), folder.path().join("api.yaml"));
        let config = "description = \"api.yaml\"\nout = \"pets\"\nruntime = \"pets-support\"\n";
        fs::write(&place, config).unwrap();
        fs::write(&description, DESCRIPTION).unwrap();
        let arguments = |command| ["bindery", command, "--config", place.to_str().unwrap()];
        assert_eq!(crate::commands::run(arguments("generate")), Status::Done);
        // Both crates would be written.
        fs::write(&description, DESCRIPTION.replace("name", "nick")).unwrap();
        fs::remove_file(folder.path().join("pets-support/src/lib.rs")).unwrap();
        let before = digests(folder.path());
        let CliCommand::Update(options) = Arguments::parse_from(arguments("update")).command else { panic!() };
        let mut sources = Vec::new();
        assert_eq!(update_with(&options, &mut sources, Some(|_| false)).unwrap(), Status::Done);
        assert_eq!(digests(folder.path()), before);
        assert_eq!(update_with(&options, &mut sources, Some(|_| true)).unwrap(), Status::Done);
        let shared = folder.path().join("pets-support/src/lib.rs");
        assert!(shared.is_file());
        // Each command that writes a client writes the shared crate, too.
        fs::remove_file(&shared).unwrap();
        assert_eq!(crate::commands::run(arguments("generate")), Status::Done);
        assert!(shared.is_file());
    }
}
