//! `bindery check`.

use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};

use super::args::{CheckOptions, MessageFormat};
use super::fetch::{fetch_of_client, recorded_file, save_copy};
use super::render::{self, Stream};
use super::status::Status;
use super::target::{self, Target};
use super::used_by::Impact;
use crate::changes::Bump;
use crate::changes::compared;
use crate::output::{FileState, OutputComparison};
use crate::report;
use crate::vendored::{CrateStatus, Session, SharedCrate, changed_merged_descriptions};
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Result, usage_error};
use bindery::internal::inflection::short_list;
use bindery::internal::source::{Input, SourceLocator};
use bindery::internal::text::Source;

/// Maximum number of files that a line lists.
const MAX_LISTED: usize = 8;

pub(super) fn check(options: &CheckOptions) -> Status {
    let mut found = Vec::new();
    let status = render::attempt(&options.messages, |_| check_all(options, &mut found));
    if is_json(options) && !found.is_empty() {
        render::print_output(&as_json(&found));
    }
    status
}

fn is_json(options: &CheckOptions) -> bool {
    options.messages.message_format == MessageFormat::Json
}

/// Checks all crates, even if some cannot be checked. Returns the most severe status.
fn check_all(options: &CheckOptions, found: &mut Vec<CheckResult>) -> Result<Status> {
    let targets = target::existing(&options.target)?;
    let used = [(options.source.is_some(), "SOURCE"), (options.fetching.save.is_some(), "--save")];
    target::check_single(targets.len(), used)?;
    let mut worst = Status::Done;
    for folder in SharedCrate::folders(targets.iter().map(|target| &target.config))? {
        let checked = check_one(options, found, None, &folder, |_| check_shared(&SharedCrate::new(&folder)?, options));
        worst = worst.max(checked);
    }
    for target in targets {
        let (client, folder) = (target.client.clone(), target.config.out.clone().unwrap_or_default());
        let checked = check_one(options, found, client, &folder, |sources| {
            target.attempt(|target| check_crate(options, target, sources))
        });
        worst = worst.max(checked);
    }
    Ok(worst)
}

/// Checks a crate, reports the result or the error, and adds it to the others.
fn check_one(
    options: &CheckOptions,
    found: &mut Vec<CheckResult>,
    client: Option<String>,
    folder: &Path,
    check: impl FnOnce(&mut Vec<Source>) -> Result<CheckResult>,
) -> Status {
    render::attempt(&options.messages, |sources| {
        let result = check(sources).inspect_err(|problem| {
            let (folder, error) = (folder.display().to_string(), Some(problem.message.clone()));
            found.push(CheckResult { client, folder, with: "", differences: Vec::new(), error });
        })?;
        if !is_json(options) {
            render::print_output(&result.describe());
        }
        let status = if result.differences.is_empty() { Status::Done } else { Status::Differs };
        found.push(result);
        Ok(status)
    })
}

/// The result of checking a crate.
struct CheckResult {
    client: Option<String>,
    folder: String,
    /// The input that the crate was compared with.
    with: &'static str,
    differences: Vec<CheckDifference>,
    /// The reason why it could not be checked.
    error: Option<String>,
}

impl CheckResult {
    fn is_up_to_date(&self) -> bool {
        self.differences.is_empty() && self.error.is_none()
    }

    fn describe(&self) -> String {
        let Self { folder, with, differences, .. } = self;
        if differences.is_empty() {
            return format!("{folder} is up to date with {with}");
        }
        let differences: String = differences
            .iter()
            .map(|CheckDifference { message, command, .. }| format!("\n- {message}\n  {command}"))
            .collect();
        format!("{folder} is not up to date:{differences}")
    }

    /// `{"up_to_date": false, "differences": [{"cause": "description", "message": "..", "command": ".."}]}`
    fn as_json(&self) -> Value {
        let mut value = json!({ "up_to_date": self.is_up_to_date(), "differences": self.differences });
        self.error.iter().for_each(|error| value["error"] = json!(error));
        value
    }
}

/// Renders the result for one client, or for several: `{"up_to_date": false, "clients": [{"client": "..", "up_to_date":
/// false, ..}]}`
fn as_json(found: &[CheckResult]) -> String {
    let is_up_to_date = found.iter().all(CheckResult::is_up_to_date);
    let of = |result: &CheckResult| {
        let mut value = result.as_json();
        (value["client"], value["folder"]) = (json!(result.client), json!(result.folder));
        value
    };
    match found {
        [only] if only.client.is_none() => only.as_json().to_string(),
        found => {
            let clients: Vec<Value> = found.iter().map(of).collect();
            json!({ "up_to_date": is_up_to_date, "clients": clients }).to_string()
        }
    }
}

fn check_crate(options: &CheckOptions, target: Target, sources: &mut Vec<Source>) -> Result<CheckResult> {
    let client = target.client.clone();
    let session = target.open(Config::default())?;
    let (vendored, config) = (session.vendored()?, &session.config);
    sources.extend(config.sources());
    let location = location(options, &session)?;
    let fetch = |location: &String| fetch_of_client(location, config, &options.fetching, sources);
    let input = location.as_ref().map(fetch).transpose()?;
    input.iter().try_for_each(|input| save_copy(&input.source, &options.fetching))?;
    let status = session.status(input.as_ref())?;
    let described = match input.as_ref().filter(|_| status.description) {
        Some(input) => Some(describe_change(&session, input, options)?),
        None => {
            report_requirements(&session, Bump::None, options);
            None
        }
    };
    let with = if location.is_some() { "the current description" } else { "its stored description" };
    let differences = differences(&status, described, &SuggestedCommands::new(options, config, client.as_deref()));
    Ok(CheckResult { client, folder: vendored.folder.display().to_string(), with, differences, error: None })
}

/// Returns the location of the description that the crate is compared with; `None` for the one that it contains. With
/// `--offline`, a file is read, and an address is not requested.
fn location(options: &CheckOptions, session: &Session) -> Result<Option<String>> {
    let is_remote = |location: &str| matches!(SourceLocator::parse(location), SourceLocator::Address(_));
    if let Some(address) = options.source.as_ref().filter(|source| options.offline && is_remote(source)) {
        let message = format!("`--offline` forbids requests to {}", SourceLocator::parse(address).display_name());
        return Err(usage_error(message, "remove `--offline`, or pass a file"));
    }
    let config = &session.config;
    let recorded = session.existing.as_ref().and_then(recorded_file);
    let location = options.source.as_ref().or(config.description.as_ref()).or(recorded);
    let merged = config.merged_descriptions().map(|(own, _)| &own.resolved);
    let is_readable = !options.offline || !location.into_iter().chain(merged).any(|one| is_remote(one));
    Ok(location.filter(|_| is_readable).cloned())
}

/// Checks a crate with shared support code.
fn check_shared(shared: &SharedCrate, options: &CheckOptions) -> Result<CheckResult> {
    let mut files = OutputComparison::new(&shared.tree, &shared.folder)?.files;
    let is_stale = files.values().any(|state| matches!(state, FileState::Changed | FileState::Stale));
    files.retain(|_, state| matches!(state, FileState::Edited | FileState::New));
    let ours = || (String::from("another Bindery"), env!("CARGO_PKG_VERSION").to_owned());
    let status = CrateStatus { generator: is_stale.then(ours), files, ..CrateStatus::default() };
    let commands = SuggestedCommands::new(options, &Config::default(), None);
    let differences = differences(&status, None, &commands);
    Ok(CheckResult {
        error: None,
        client: None,
        folder: shared.folder.display().to_string(),
        with: "the shared support code",
        differences,
    })
}

/// A difference, and the command that removes it.
#[derive(Serialize)]
struct CheckDifference {
    /// The cause of the difference: `edited`, `interrupted`, `missing`, `lock-file`, `generator`, `configuration` or `description`.
    cause: &'static str,
    message: String,
    command: String,
}

/// Returns the differences, in the order in which their commands should be run. Problems of the crate itself are fixed
/// by regenerating it from its stored description; a new description is reported separately.
fn differences(status: &CrateStatus, described: Option<String>, commands: &SuggestedCommands) -> Vec<CheckDifference> {
    let in_state = |state: FileState| -> Vec<&str> {
        status.files.iter().filter(|(_, own)| **own == state).map(|(path, _)| path.as_str()).collect()
    };
    let (edited, missing) = (in_state(FileState::Edited), in_state(FileState::New));
    let interrupted = in_state(FileState::Changed);
    let mut differences = Vec::new();
    let mut row =
        |cause, message: String, command: String| differences.push(CheckDifference { cause, message, command });
    if !edited.is_empty() {
        let message = format!("edited by hand; the command discards the edits: {}", short_list(&edited, MAX_LISTED));
        row("edited", message, format!("{} --force", commands.generate));
    }
    if !interrupted.is_empty() {
        let message = format!("changed by a run that was interrupted: {}", short_list(&interrupted, MAX_LISTED));
        row("interrupted", message, commands.complete.clone());
    }
    if !missing.is_empty() {
        row("missing", format!("missing: {}", short_list(&missing, MAX_LISTED)), commands.generate.clone());
    }
    if status.lock_file {
        let message = "bindery.lock was merged or edited by hand".to_owned();
        row("lock-file", message, format!("{} --regenerate", commands.generate));
    }
    if let Some((by, ours)) = &status.generator {
        row("generator", format!("written by Bindery {by}, but this is {ours}"), commands.generate.clone());
    }
    if status.configuration {
        let message = "the configuration changed since the crate was generated".to_owned();
        row("configuration", message, commands.generate.clone());
    } else if status.crate_options {
        let message = "the configuration sets another name, version, library or features".to_owned();
        row("configuration", message, commands.generate.clone());
    }
    if status.extensions {
        let message = "the module `ext` was added or removed since the crate was generated".to_owned();
        row("extensions", message, commands.generate.clone());
    }
    if let Some(message) = described {
        row("description", message, commands.update.clone());
    }
    differences
}

/// Reports the manifests that exclude the version of the client after a bump.
fn report_requirements(session: &Session, bump: Bump, options: &CheckOptions) {
    Impact::of_version(session, bump).report_excluding(&[], &options.messages, Stream::Output);
}

/// Summarizes the changes of a description in one line.
fn describe_change(session: &Session, input: &Input, options: &CheckOptions) -> Result<String> {
    let vendored = session.vendored()?;
    let upgrade = session.generate(input)?;
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let old = one_line(&vendored.lock_file.description.version);
    let new = one_line(&upgrade.next.emission.api.version);
    let versions = if old == new { String::new() } else { format!(" from version {old} to {new}") };
    let merged = changed_merged_descriptions(vendored, input);
    let versions = if merged.is_empty() { versions } else { format!("{versions} in {}", merged.join(", ")) };
    let Some(previous) = upgrade.previous() else {
        return Ok(format!("the description changed{versions}"));
    };
    let changes = compared(&previous.emission, &upgrade.next.emission);
    report_requirements(session, changes.bump(), options);
    Ok(format!("the description changed{versions}: {}", report::one_line(&changes)))
}

/// The commands to suggest for the checked crate, which can be copied into a shell.
struct SuggestedCommands {
    /// Regenerates the crate from its stored description.
    generate: String,
    /// Completes an interrupted run, which may have replaced the stored description.
    complete: String,
    /// Regenerates the crate from the current description.
    update: String,
}

impl SuggestedCommands {
    fn new(options: &CheckOptions, config: &Config, client: Option<&str>) -> Self {
        let mut place = String::new();
        let mut argument = |name: &str, value: Option<String>| {
            place.extend(value.map(|value| format!(" --{name} {}", quoted(&value))));
        };
        match client {
            Some(client) => argument("client", Some(client.to_owned())),
            None => argument("out", options.target.out.as_ref().map(|out| out.display().to_string())),
        }
        argument("config", options.target.config.as_ref().map(|file| file.display().to_string()));
        let mut fetching = String::new();
        let mut argument = |name: &str, value: &Option<String>| {
            fetching.extend(value.as_ref().map(|value| format!(" --{name} {}", quoted(value))));
        };
        argument("token-env", &options.fetching.token_env);
        argument("token-header", &options.fetching.token_header);
        argument("description", &options.fetching.description);
        // Header values may be secret.
        fetching.extend(options.fetching.header.iter().map(|_| " --header ..".to_owned()));
        let shown = options.source.as_deref().map(|source| match SourceLocator::parse(source) {
            SourceLocator::StandardInput => "-".to_owned(),
            location => location.display_name(),
        });
        let source = shown.filter(|_| options.source != config.description).map(|shown| format!(" {}", quoted(&shown)));
        let source = source.unwrap_or_default();
        Self {
            generate: format!("bindery generate --offline{place}"),
            complete: format!("bindery generate{source}{place}{fetching}"),
            update: format!("bindery update{source}{place}{fetching}"),
        }
    }
}

/// Quotes an argument for a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-:=@%+,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
