//! `bindery check`.

use serde::Serialize;
use serde_json::{Value, json};

use super::args::{CheckOptions, MessageFormat};
use super::command::Commands;
use super::fetch::{fetch_of_client, keep};
use super::place::Subject;
use super::shared::Shared;
use super::update::known_response;
use super::{Outcome, Status, place, render};
use crate::config::Config;
use crate::output::{Comparison, FileState};
use crate::pipeline::compared;
use crate::report;
use crate::source::{Source, SourceLocator};
use crate::vendored::{Before, CrateOptions, CrateStatus, SharedCrate, Vendored, make, merged_that_differ, status};

pub(super) fn check(options: &CheckOptions) -> Status {
    let messages = &options.messages;
    let json = messages.message_format == MessageFormat::Json;
    let mut found = Vec::new();
    let status = render::attempt(messages, |_| {
        let subjects = place::subjects(&options.place)?;
        let said = [(options.source.is_some(), "SOURCE"), (options.fetching.save.is_some(), "--save")];
        place::check_one(subjects.len(), said)?;
        let shared = Shared::new(subjects.iter().map(Subject::config))?;
        for shared in shared.each() {
            let checked = of_shared(shared, options)?;
            if !json {
                render::answer(&checked.in_words());
            }
            found.push(checked);
        }
        let of_all = if found.iter().all(|checked| checked.rows.is_empty()) { Status::Done } else { Status::Differs };
        let statuses = subjects.into_iter().map(|subject| {
            render::attempt(messages, |sources| {
                let checked = attempt(options, subject, sources)?;
                if !json {
                    render::answer(&checked.in_words());
                }
                let status = if checked.rows.is_empty() { Status::Done } else { Status::Differs };
                found.push(checked);
                Ok(status)
            })
        });
        Ok(statuses.fold(of_all, Status::worst))
    });
    if json && !found.is_empty() {
        render::answer(&as_json(&found));
    }
    status
}

/// The result of checking a crate.
struct Checked {
    client: Option<String>,
    folder: String,
    /// Description of the input that the crate was compared with.
    with: &'static str,
    rows: Vec<Row>,
}

impl Checked {
    fn in_words(&self) -> String {
        let Self { folder, with, rows, .. } = self;
        if rows.is_empty() {
            return format!("{folder} is what Bindery makes of {with}");
        }
        let rows: String =
            rows.iter().map(|Row { message, command, .. }| format!("\n- {message}\n  {command}")).collect();
        format!("{folder} is not up to date:{rows}")
    }

    /// `{"up_to_date": false, "differences": [{"cause": "description", "message": "..", "command": ".."}]}`
    fn as_json(&self) -> Value {
        json!({ "up_to_date": self.rows.is_empty(), "differences": self.rows })
    }
}

/// Renders the result for one client, or for several: `{"up_to_date": false, "clients": [{"client": "..", "up_to_date":
/// false, ..}]}`
fn as_json(found: &[Checked]) -> String {
    let is_up_to_date = found.iter().all(|checked| checked.rows.is_empty());
    let of = |checked: &Checked| {
        let mut value = checked.as_json();
        value["client"] = json!(checked.client);
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

fn attempt(options: &CheckOptions, subject: Subject, sources: &mut Vec<Source>) -> Outcome<Checked> {
    let client = subject.client.clone();
    let checked = checked(options, subject, sources);
    checked.map_err(|problem| place::of_client(problem, client.as_deref()))
}

fn checked(options: &CheckOptions, subject: Subject, sources: &mut Vec<Source>) -> Outcome<Checked> {
    let client = subject.client.clone();
    let (vendored, config) = subject.read()?;
    sources.extend(config.sources());
    let location = options.source.clone().or_else(|| config.description.clone());
    let location = location.or_else(|| standing_file(&vendored)).filter(|_| !options.offline);
    let source = match &location {
        Some(location) => fetch_of_client(location, &config, &options.fetching, known_response(&vendored, location))?,
        None => None,
    };
    sources.extend(source.iter().flat_map(Source::each));
    source.iter().try_for_each(|source| keep(source, &options.fetching))?;
    let choice = CrateOptions::from_config(&vendored, &config);
    let status = status(&vendored, source.as_ref(), &config, &choice)?;
    let with = match location {
        Some(_) => "the description as it is now",
        None => "the description that it holds; no server was asked",
    };
    let described = match source.as_ref().filter(|_| status.description) {
        Some(source) => Some(describe_change(&vendored, source, &config, &choice)?),
        None => None,
    };
    let rows = rows(&status, described, &Commands::new(options, &config, client.as_deref()));
    Ok(Checked { client, folder: vendored.folder.display().to_string(), with, rows })
}

/// Returns the description file that the crate was generated from, if it exists on this machine.
fn standing_file(vendored: &Vendored) -> Option<String> {
    let location = &vendored.lock_file.description.source;
    match SourceLocator::parse(location) {
        SourceLocator::File(path) if path.is_file() && !place::is_same(&path, &vendored.stored()) => {
            Some(location.clone())
        }
        _ => None,
    }
}

/// Checks a crate with shared support code.
fn of_shared(shared: &SharedCrate, options: &CheckOptions) -> Outcome<Checked> {
    let files = Comparison::new(&shared.tree, &shared.folder)?.files;
    let is_stale = files.values().any(|state| matches!(state, FileState::Changed | FileState::Stale));
    let ours = || {
        (String::from("another Bindery"), format!("{} (build {})", env!("CARGO_PKG_VERSION"), env!("BINDERY_BUILD")))
    };
    let status = CrateStatus { generator: is_stale.then(ours), files, ..CrateStatus::default() };
    let commands = Commands::new(options, &Config::default(), None);
    let rows = rows(&status, None, &commands);
    Ok(Checked { client: None, folder: shared.folder.display().to_string(), with: "what the clients share", rows })
}

/// A difference, and the command that ends it.
#[derive(Serialize)]
struct Row {
    /// The cause of the difference: `edited`, `missing`, `lock-file`, `generator`, `configuration` or `description`.
    cause: &'static str,
    message: String,
    command: String,
}

/// Returns the differences, in the order in which their commands should be run. Problems of the crate itself are fixed
/// by regenerating it from its stored description; a new description is reported separately.
fn rows(status: &CrateStatus, described: Option<String>, commands: &Commands) -> Vec<Row> {
    let in_state = |state: FileState| -> Vec<&str> {
        status.files.iter().filter(|(_, own)| **own == state).map(|(path, _)| path.as_str()).collect()
    };
    let (edited, gone) = (in_state(FileState::Edited), in_state(FileState::New));
    let mut rows = Vec::new();
    let mut row = |cause, message: String, command: String| rows.push(Row { cause, message, command });
    if !edited.is_empty() {
        let message = format!("edited by hand, which the command takes back: {}", list(&edited));
        row("edited", message, format!("{} --force", commands.generate));
    }
    if !gone.is_empty() {
        row("missing", format!("gone: {}", list(&gone)), commands.generate.clone());
    }
    if status.lock_file {
        let message = "bindery.lock was merged or edited by hand".to_owned();
        row("lock-file", message, format!("{} --regenerate", commands.generate));
    }
    if let Some((by, ours)) = &status.generator {
        row("generator", format!("Bindery {by} wrote it, and this is {ours}"), commands.generate.clone());
    }
    if status.configuration {
        let message = "the configuration is not the one it was made with".to_owned();
        row("configuration", message, commands.configure.clone());
    } else if status.choice {
        let message = "the configuration wants another name, version or library".to_owned();
        row("configuration", message, commands.configure.clone());
    }
    if let Some(message) = described {
        row("description", message, commands.update.clone());
    }
    rows
}

/// Summarizes the changes of a description in one line.
fn describe_change(vendored: &Vendored, source: &Source, config: &Config, choice: &CrateOptions) -> Outcome<String> {
    let made = make(source, config, choice, Some(vendored))?;
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let old = one_line(&vendored.lock_file.description.version);
    let new = one_line(&made.emission.api.version);
    let versions = if old == new { String::new() } else { format!(" from version {old} to {new}") };
    let merged = merged_that_differ(vendored, source);
    let versions = if merged.is_empty() { versions } else { format!("{versions} in {}", merged.join(", ")) };
    Ok(match &made.before {
        Before::Other(before) => {
            format!("the description changed{versions}: {}", report::one_line(&compared(before, &made.emission)))
        }
        Before::Nothing | Before::Same | Before::Unknown(_) => format!("the description changed{versions}"),
    })
}

fn list(paths: &[&str]) -> String {
    const MAX_LISTED: usize = 8;
    let shown = paths.iter().take(MAX_LISTED).copied().collect::<Vec<_>>().join(", ");
    if paths.len() > MAX_LISTED { format!("{shown} and {} more", paths.len() - MAX_LISTED) } else { shown }
}
