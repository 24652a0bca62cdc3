//! `bindery init`.

use std::fs;
use std::path::Path;

use super::args::InitOptions;
use super::fetch::{fetch, keep, wrong};
use super::place::CONFIGURATION;
use super::{Outcome, Status, render};
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Location};
use crate::output;
use crate::source::{Source, SourceLocator};
use crate::starter::{Survey, Target, starter};
use crate::vendored::{Asked, CrateOptions, Surroundings, make};

/// Usual file names of descriptions, tried if none is given.
const USUAL: [&str; 6] = ["openapi.yaml", "openapi.yml", "openapi.json", "swagger.yaml", "swagger.yml", "swagger.json"];

pub(super) fn init(options: &InitOptions) -> Status {
    render::attempt(&options.messages, |sources| attempt(options, sources))
}

fn attempt(options: &InitOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    check_free(options.force)?;
    // Reports errors of a later `generate` before anything is written.
    if let Some(folder) = &options.module {
        Surroundings::read(folder, None, true)?;
    }
    let location = location(options)?;
    let source = fetch(&location, &options.fetching)?;
    sources.push(source.clone());
    let asked = Asked { is_module: options.module.is_some(), ..Asked::default() };
    let config = Config::default();
    let made = make(&source, &config, &CrateOptions::new(asked, &config, None), None)?;
    let survey = Survey::new(&source, &made.emission, made.warnings())?;
    let target = match &options.module {
        Some(folder) => Target::Module(folder),
        None => Target::Crate(options.out.as_deref()),
    };
    // If an address lists several descriptions, the configuration uses the one that was selected.
    let chosen = options.fetching.description.as_ref().and_then(|_| source.address());
    let text = starter(chosen.unwrap_or(&location), target, &survey);
    Config::parse(CONFIGURATION, &text)?;
    output::replace(Path::new(CONFIGURATION), text.as_bytes()).map_err(|error| unwritable(&error))?;
    keep(&source, &options.fetching)?;
    render::note(&format!("wrote {CONFIGURATION}; `bindery generate` follows it"));
    warn_of_secrets(&location);
    Ok(Status::Done)
}

/// An existing file belongs to the user.
fn check_free(force: bool) -> Outcome<()> {
    if force || fs::symlink_metadata(CONFIGURATION).is_err() {
        return Ok(());
    }
    let problem = Diagnostic::error(Code::OutputForeign, "there is a configuration already");
    Err(Box::new(problem.at(CONFIGURATION, Location::Whole).help("keep it, or overwrite it with --force")))
}

fn location(options: &InitOptions) -> Outcome<String> {
    match options.source.as_deref() {
        Some("-") => {
            Err(wrong("standard input cannot be read again", "save the description to a file, and give its name"))
        }
        Some(source) => Ok(source.to_owned()),
        None => {
            let found = USUAL.into_iter().find(|name| Path::new(name).is_file());
            let help = "give a file or an address: bindery init https://scrum.example.com";
            found.map(str::to_owned).ok_or_else(|| wrong("no description is given, and this folder holds none", help))
        }
    }
}

fn unwritable(error: &std::io::Error) -> Box<Diagnostic> {
    let problem = Diagnostic::error(Code::OutputUnwritable, format!("it cannot be written: {error}"));
    Box::new(problem.at(CONFIGURATION, Location::Whole).help("run it in a folder that may be written to"))
}

/// The query of an address may contain a token.
fn warn_of_secrets(location: &str) {
    let shown = SourceLocator::parse(location);
    if matches!(shown, SourceLocator::Address(_))
        && location.contains(['@', '?'])
        && !shown.display_name().contains('?')
    {
        render::note(&format!(
            "{CONFIGURATION} holds the whole address as it was given: commit it only if nothing in it is secret"
        ));
    }
}
