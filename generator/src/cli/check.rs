//! `bindery check`.

use serde::Serialize;
use serde_json::{Value, json};

use super::args::{CheckOptions, MessageFormat};
use super::fetch::{fetch_of_client, save_copy};
use super::shared_crates::SharedCrates;
use super::status::Status;
use super::target::TargetCrate;
use super::used_by::{report_requirements, report_uses};
use super::{render, target};
use crate::changes::{Bump, Verdict};
use crate::config::Config;
use crate::diagnostic::Result;
use crate::output::{FileState, OutputComparison};
use crate::pipeline::compared;
use crate::program::{ClientUpgrade, Release};
use crate::report;
use crate::source::{Input, Source, SourceLocator};
use crate::vendored::{
    Before, CrateOptions, CrateStatus, SharedCrate, Vendored, changed_merged_descriptions, generate_crate, status,
};

pub(super) fn check(options: &CheckOptions) -> Status {
    let messages = &options.messages;
    let json = messages.message_format == MessageFormat::Json;
    let mut found = Vec::new();
    let status = render::attempt(messages, |_| {
        let target_crates = target::target_crates(&options.target)?;
        let used = [(options.source.is_some(), "SOURCE"), (options.fetching.save.is_some(), "--save")];
        target::check_single(target_crates.len(), used)?;
        let shared_crates = SharedCrates::new(target_crates.iter().map(TargetCrate::config))?;
        for shared_crates in shared_crates.each() {
            let result = check_shared(shared_crates, options)?;
            if !json {
                render::print_output(&result.describe());
            }
            found.push(result);
        }
        let of_all =
            if found.iter().all(|result| result.differences.is_empty()) { Status::Done } else { Status::Differs };
        let statuses = target_crates.into_iter().map(|subject| {
            render::attempt(messages, |sources| {
                let (client, folder) = (subject.client.clone(), subject.folder().display().to_string());
                let result = attempt(options, subject, sources).inspect_err(|problem| {
                    let error = Some(problem.message.clone());
                    found.push(CheckResult { client, folder, with: "", differences: Vec::new(), error });
                })?;
                if !json {
                    render::print_output(&result.describe());
                }
                let status = if result.differences.is_empty() { Status::Done } else { Status::Differs };
                found.push(result);
                Ok(status)
            })
        });
        Ok(statuses.fold(of_all, Status::max))
    });
    if json && !found.is_empty() {
        render::print_output(&as_json(&found));
    }
    status
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
        value["client"] = json!(result.client);
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

fn attempt(options: &CheckOptions, subject: TargetCrate, sources: &mut Vec<Source>) -> Result<CheckResult> {
    let client = subject.client.clone();
    let result = check_crate(options, subject, sources);
    result.map_err(|problem| target::with_client_name(problem, client.as_deref()))
}

fn check_crate(options: &CheckOptions, subject: TargetCrate, sources: &mut Vec<Source>) -> Result<CheckResult> {
    let client = subject.client.clone();
    let (vendored, config) = subject.read()?;
    sources.extend(config.sources());
    let location = options.source.clone().or_else(|| config.description.clone());
    let location = location.or_else(|| recorded_file(&vendored)).filter(|_| !options.offline);
    let input = location.as_ref().map(|location| fetch_of_client(location, &config, &options.fetching)).transpose()?;
    sources.extend(input.iter().flat_map(Input::sources));
    input.iter().try_for_each(|input| save_copy(&input.source, &options.fetching))?;
    let crate_options = CrateOptions::from_config(&vendored, &config);
    let status = status(&vendored, input.as_ref(), &config, &crate_options)?;
    let with = match location {
        Some(_) => "the current description",
        None => "its stored description",
    };
    let described = match input.as_ref().filter(|_| status.description) {
        Some(input) => describe_change(&vendored, input, &config, &crate_options, options)?,
        None => {
            if let Some(release) = Release::new(&vendored, &crate_options, Bump::None) {
                report_requirements(&options.used_by, &release, &options.messages);
            }
            None
        }
    };
    let differences = differences(&status, described, &SuggestedCommands::new(options, &config, client.as_deref()));
    Ok(CheckResult { client, folder: vendored.folder.display().to_string(), with, differences, error: None })
}

/// Returns the description file that the crate was generated from, if it exists on this machine.
fn recorded_file(vendored: &Vendored) -> Option<String> {
    let location = &vendored.lock_file.description.source;
    match SourceLocator::parse(location) {
        SourceLocator::File(path) if path.is_file() && !target::is_same(&path, &vendored.stored()) => {
            Some(location.clone())
        }
        _ => None,
    }
}

/// Checks a crate with shared support code.
fn check_shared(shared_crates: &SharedCrate, options: &CheckOptions) -> Result<CheckResult> {
    let files = OutputComparison::new(&shared_crates.tree, &shared_crates.folder)?.files;
    let is_stale = files.values().any(|state| matches!(state, FileState::Changed | FileState::Stale));
    let ours = || {
        (String::from("another Bindery"), format!("{} (build {})", env!("CARGO_PKG_VERSION"), env!("BINDERY_BUILD")))
    };
    let status = CrateStatus { generator: is_stale.then(ours), files, ..CrateStatus::default() };
    let commands = SuggestedCommands::new(options, &Config::default(), None);
    let differences = differences(&status, None, &commands);
    Ok(CheckResult {
        error: None,
        client: None,
        folder: shared_crates.folder.display().to_string(),
        with: "the shared support code",
        differences,
    })
}

/// A difference, and the command that removes it.
#[derive(Serialize)]
struct CheckDifference {
    /// The cause of the difference: `edited`, `missing`, `lock-file`, `generator`, `configuration` or `description`.
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
    let mut differences = Vec::new();
    let mut row =
        |cause, message: String, command: String| differences.push(CheckDifference { cause, message, command });
    if !edited.is_empty() {
        let message = format!("edited by hand; the command discards the edits: {}", list(&edited));
        row("edited", message, format!("{} --force", commands.generate));
    }
    if !missing.is_empty() {
        row("missing", format!("missing: {}", list(&missing)), commands.generate.clone());
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
        row("configuration", message, commands.configure.clone());
    } else if status.crate_options {
        let message = "the configuration sets another name, version, library or features".to_owned();
        row("configuration", message, commands.configure.clone());
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

/// Summarizes the changes of a description in one line. With `--used-by`, changes that break none of the programs are no
/// difference.
fn describe_change(
    vendored: &Vendored,
    input: &Input,
    config: &Config,
    crate_options: &CrateOptions,
    options: &CheckOptions,
) -> Result<Option<String>> {
    let generated = generate_crate(input, config, crate_options, Some(vendored))?;
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let old = one_line(&vendored.lock_file.description.version);
    let new = one_line(&generated.emission.api.version);
    let versions = if old == new { String::new() } else { format!(" from version {old} to {new}") };
    let merged = changed_merged_descriptions(vendored, input);
    let versions = if merged.is_empty() { versions } else { format!("{versions} in {}", merged.join(", ")) };
    let Before::Other(before) = &generated.before else {
        return Ok(Some(format!("the description changed{versions}")));
    };
    let changes = compared(before, &generated.emission);
    let described = format!("the description changed{versions}: {}", report::one_line(&changes));
    if let Some(release) = Release::new(vendored, crate_options, changes.bump()) {
        report_requirements(&options.used_by, &release, &options.messages);
    }
    if options.used_by.is_empty() {
        return Ok(Some(described));
    }
    let upgrade = ClientUpgrade::new(vendored, crate_options, before, &generated.emission, &changes)?;
    let is_text = options.messages.message_format != MessageFormat::Json;
    let verdict = report_uses(&options.used_by, &upgrade, &options.messages, is_text)?;
    Ok((verdict == Some(Verdict::Breaking)).then_some(described))
}

fn list(paths: &[&str]) -> String {
    const MAX_LISTED: usize = 8;
    let shown = paths.iter().take(MAX_LISTED).copied().collect::<Vec<_>>().join(", ");
    if paths.len() > MAX_LISTED { format!("{shown} and {} more", paths.len() - MAX_LISTED) } else { shown }
}

/// The commands to suggest for the checked crate, which can be copied into a shell.
struct SuggestedCommands {
    /// Regenerates the crate from its stored description.
    generate: String,
    /// Regenerates the crate with the current configuration. Merging again needs the original descriptions.
    configure: String,
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
        let generate = format!("bindery generate --offline{place}");
        Self {
            configure: if config.is_merged() { format!("bindery generate{place}{fetching}") } else { generate.clone() },
            generate,
            update: format!("bindery update{}{place}{fetching}", source.unwrap_or_default()),
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
