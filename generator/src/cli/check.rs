//! `bindery check`.

use serde::Serialize;

use super::args::{CheckOptions, MessageFormat};
use super::command::Commands;
use super::fetch::{fetch_news, keep};
use super::update::known;
use super::{Outcome, Status, place, render};
use crate::config::Config;
use crate::output::FileState;
use crate::pipeline::compared;
use crate::report;
use crate::source::Source;
use crate::vendored::{Before, CrateOptions, CrateStatus, Vendored, make, status};

pub(super) fn check(options: &CheckOptions) -> Status {
    render::attempt(options.messages.message_format, |sources| attempt(options, sources))
}

fn attempt(options: &CheckOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    let (vendored, config) = place::vendored(&options.place)?;
    sources.extend(config.sources());
    let location = options.source.clone().or_else(|| config.description.clone()).filter(|_| !options.offline);
    let source = match &location {
        Some(location) => fetch_news(location, &options.fetching, known(&vendored, location))?,
        None => None,
    };
    sources.extend(source.clone());
    source.iter().try_for_each(|source| keep(source, &options.fetching))?;
    let choice = CrateOptions::of(&vendored, &config);
    let status = status(&vendored, source.as_ref(), &config, &choice)?;
    let folder = vendored.folder.display();
    let json = options.messages.message_format == MessageFormat::Json;
    if status.is_up_to_date() {
        let with = match location {
            Some(_) => "the description as it is now",
            None => "the description that it holds; no server was asked",
        };
        render::answer(&match json {
            true => as_json(&[]),
            false => format!("{folder} is what Bindery makes of {with}"),
        });
        return Ok(Status::Done);
    }
    let described = match source.as_ref().filter(|_| status.description) {
        Some(source) => Some(describe_change(&vendored, source, &config, &choice)?),
        None => None,
    };
    let rows = rows(&status, described, &Commands::of(options, &config));
    if json {
        render::answer(&as_json(&rows));
        return Ok(Status::Differs);
    }
    render::answer(&format!("{folder} is not up to date:"));
    for Row { told, command, .. } in rows {
        render::answer(&format!("- {told}\n  {command}"));
    }
    Ok(Status::Differs)
}

/// A difference, and the command that ends it.
#[derive(Serialize)]
struct Row {
    /// What differs: `edited`, `missing`, `lock-file`, `generator`, `configuration` or `description`.
    cause: &'static str,
    told: String,
    command: String,
}

/// `{"up_to_date": false, "differences": [{"cause": "description", "told": "..", "command": ".."}]}`
fn as_json(rows: &[Row]) -> String {
    serde_json::json!({ "up_to_date": rows.is_empty(), "differences": rows }).to_string()
}

/// Each difference, in the order in which the commands are to be run. What is wrong with the crate itself is mended from the
/// description that it holds; a new description is a matter of its own.
fn rows(status: &CrateStatus, described: Option<String>, commands: &Commands) -> Vec<Row> {
    let in_state = |state: FileState| -> Vec<&str> {
        status.files.iter().filter(|(_, own)| **own == state).map(|(path, _)| path.as_str()).collect()
    };
    let (edited, gone) = (in_state(FileState::Edited), in_state(FileState::New));
    let mut rows = Vec::new();
    let mut row = |cause, told: String, command: String| rows.push(Row { cause, told, command });
    if !edited.is_empty() {
        let told = format!("edited by hand, which the command takes back: {}", list(&edited));
        row("edited", told, format!("{} --force", commands.generate));
    }
    if !gone.is_empty() {
        row("missing", format!("gone: {}", list(&gone)), commands.generate.clone());
    }
    if status.lock_file {
        let told = "bindery.lock was merged or edited by hand".to_owned();
        row("lock-file", told, format!("{} --regenerate", commands.generate));
    }
    if let Some((by, ours)) = &status.generator {
        row("generator", format!("Bindery {by} wrote it, and this is {ours}"), commands.generate.clone());
    }
    if status.configuration {
        let told = "the configuration is not the one it was made with".to_owned();
        row("configuration", told, commands.generate.clone());
    } else if status.choice {
        let told = "the configuration wants another name, version or library".to_owned();
        row("configuration", told, commands.generate.clone());
    }
    if let Some(told) = described {
        row("description", told, commands.update.clone());
    }
    rows
}

/// What a changed description means, in one line.
fn describe_change(vendored: &Vendored, source: &Source, config: &Config, choice: &CrateOptions) -> Outcome<String> {
    let made = make(source, config, choice, Some(vendored))?;
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let old = one_line(&vendored.lock_file.description.version);
    let new = one_line(&made.emission.api.version);
    let versions = if old == new { String::new() } else { format!(" from version {old} to {new}") };
    Ok(match &made.before {
        Before::Other(before) => {
            format!("the description changed{versions}: {}", report::in_short(&compared(before, &made.emission)))
        }
        Before::Nothing | Before::Same | Before::Unknown(_) => format!("the description changed{versions}"),
    })
}

fn list(paths: &[&str]) -> String {
    const MANY: usize = 8;
    let shown = paths.iter().take(MANY).copied().collect::<Vec<_>>().join(", ");
    if paths.len() > MANY { format!("{shown} and {} more", paths.len() - MANY) } else { shown }
}
