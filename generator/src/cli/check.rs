//! `bindery check`.

use super::args::CheckOptions;
use super::fetch::fetch_news;
use super::update::known;
use super::{Status, place, render};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::output::FileState;
use crate::pipeline::compared;
use crate::source::{Location, Source};
use crate::vendored::{Choice, Standing, Vendored, make, standing};

type Outcome<T> = Result<T, Box<Diagnostic>>;

pub(super) fn check(options: &CheckOptions) -> Status {
    render::attempt(options.messages.message_format, |sources| attempt(options, sources))
}

fn attempt(options: &CheckOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    let config = place::configuration(&options.place)?;
    sources.extend(config.as_source());
    let vendored = place::crate_here(&options.place, &config)?;
    let location = options.source.clone().or_else(|| config.description.clone()).filter(|_| !options.offline);
    let source = match &location {
        Some(location) => fetch_news(location, &options.fetching, known(&vendored, location))?,
        None => None,
    };
    sources.extend(source.clone());
    let choice = Choice::of(&vendored, &config);
    let standing = standing(&vendored, source.as_ref(), &config, &choice)?;
    let folder = vendored.folder.display();
    if standing.is_up_to_date() {
        let with = if location.is_some() { "the description as it is now" } else { "the description that it holds" };
        render::answer(&format!("{folder} is what Bindery makes of {with}"));
        return Ok(Status::Done);
    }
    render::answer(&format!("{folder} is not up to date:"));
    let described = match source.as_ref().filter(|_| standing.description) {
        Some(source) => Some(described(&vendored, source, &config, &choice)?),
        None => None,
    };
    for (what, command) in rows(&standing, described, &Commands::of(options, &config, &vendored)) {
        render::answer(&format!("- {what}\n  {command}"));
    }
    Ok(Status::Differs)
}

/// Each difference and the command that ends it.
fn rows(standing: &Standing, described: Option<String>, commands: &Commands) -> Vec<(String, String)> {
    let in_state = |state: FileState| -> Vec<&str> {
        standing.files.iter().filter(|(_, own)| **own == state).map(|(path, _)| path.as_str()).collect()
    };
    let (edited, gone) = (in_state(FileState::Edited), in_state(FileState::New));
    let mut rows = Vec::new();
    rows.extend(described.map(|told| (told, commands.update.clone())));
    if !edited.is_empty() {
        let command = format!("{} --force   (takes the edits back)", commands.generate);
        rows.push((format!("edited by hand: {}", listed(&edited)), command));
    }
    if !gone.is_empty() {
        rows.push((format!("gone: {}", listed(&gone)), commands.generate.clone()));
    }
    if let Some(version) = &standing.generator {
        let told = format!("Bindery {version} wrote it, and this is {}", env!("CARGO_PKG_VERSION"));
        rows.push((told, commands.generate.clone()));
    }
    if standing.configuration {
        rows.push(("the configuration is not the one it was made with".to_owned(), commands.generate.clone()));
    } else if standing.choice {
        rows.push(("the configuration wants another name, version or library".to_owned(), commands.generate.clone()));
    }
    rows
}

/// What a changed description means, in one line.
fn described(vendored: &Vendored, source: &Source, config: &Config, choice: &Choice) -> Outcome<String> {
    let made = make(source, config, choice, Some(vendored))?;
    let old = &vendored.ledger.description.version;
    let new = &made.emission.api.version;
    let versions = if old == new { String::new() } else { format!(" from version {old} to {new}") };
    Ok(match &made.before {
        Some(before) => {
            format!("the description changed{versions}: {}", render::summary(&compared(before, &made.emission)))
        }
        None => format!("the description changed{versions}"),
    })
}

/// Commands that can be copied.
struct Commands {
    generate: String,
    update: String,
}

impl Commands {
    fn of(options: &CheckOptions, config: &Config, vendored: &Vendored) -> Self {
        let mut arguments = String::new();
        if let Some(out) = &options.place.out {
            arguments.push_str(&format!(" --out {}", quoted(&out.display().to_string())));
        }
        // A source on the command line is taken without the configuration of the folder.
        let followed = config.description.is_none().then(|| config.source()).filter(|file| !file.is_empty());
        let named = options.place.config.as_ref().map(|file| file.display().to_string());
        if let Some(file) = named.or(followed.map(str::to_owned)) {
            arguments.push_str(&format!(" --config {}", quoted(&file)));
        }
        let source = |given: Option<&String>| given.map(|source| format!(" {}", quoted(source))).unwrap_or_default();
        let held = Some(&vendored.ledger.description.source).filter(|_| config.description.is_none());
        let shown = options.source.as_ref().map(|source| Location::parse(source).shown());
        Self {
            generate: format!("bindery generate{}{arguments}", source(held)),
            update: format!("bindery update{}{arguments}", source(shown.as_ref())),
        }
    }
}

/// An argument as a shell takes it.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-:=@%+,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

fn listed(paths: &[&str]) -> String {
    const MANY: usize = 8;
    let shown = paths.iter().take(MANY).copied().collect::<Vec<_>>().join(", ");
    if paths.len() > MANY { format!("{shown} and {} more", paths.len() - MANY) } else { shown }
}
