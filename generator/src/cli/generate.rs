//! `bindery generate`.

use std::path::{Path, PathBuf};

use super::args::{Dates, GenerateOptions};
use super::{Status, render};
use crate::config::{self, Config};
use crate::diagnostic::{Code, Diagnostic, Sink, Spot};
use crate::emit::{DateLibrary, Settings};
use crate::output::{LEDGER, Ledger, Report, Tree, commit, plan, sha256};
use crate::pipeline::{Emission, run};
use crate::source::{Location, Origin, Request, Secret, Source, load};

/// The configuration that is followed when nothing else is said.
const CONFIGURATION: &str = "bindery.toml";

type Outcome<T> = Result<T, Box<Diagnostic>>;

pub(super) fn generate(options: &GenerateOptions) -> Status {
    let mut sources = Vec::new();
    match attempt(options, &mut sources) {
        Ok(status) => status,
        Err(problem) => {
            render::problems(std::slice::from_ref(&problem), &sources, options.message_format);
            Status::of(&problem)
        }
    }
}

fn attempt(options: &GenerateOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    let config = configuration(options)?;
    sources.extend(config.as_source());
    let source = fetch(options, &config)?;
    sources.push(source.clone());
    let mut sink = Sink::new();
    let emission = run(&source, &config, settings(options, &config)?, &mut sink)?;
    sources.extend(emission.others.iter().cloned());
    let diagnostics = sink.into_diagnostics();
    render::problems(&diagnostics, sources, options.message_format);
    let warnings = diagnostics.len();
    if warnings > 0 && (options.strict || config.strict) {
        render::note(&format!("nothing was written: {} refused", counted(warnings, "warning")));
        return Ok(Status::Refused);
    }
    let folder = folder(options, &config, &emission);
    let tree = tree(&emission, &source, &config)?;
    let report = match options.dry_run {
        true => plan(&tree, &folder, options.force)?,
        false => commit(&tree, &folder, options.force)?,
    };
    render::note(&summary(&report, &folder, &emission, warnings, options.dry_run));
    Ok(Status::Done)
}

/// A source on the command line is taken without the configuration of this folder, which is about another one.
fn configuration(options: &GenerateOptions) -> Outcome<Config> {
    match &options.config {
        Some(path) => Config::load(path),
        None if options.source.is_none() && Path::new(CONFIGURATION).exists() => Config::load(Path::new(CONFIGURATION)),
        None => Ok(Config::default()),
    }
}

fn fetch(options: &GenerateOptions, config: &Config) -> Outcome<Source> {
    let Some(location) = options.source.as_ref().or(config.description.as_ref()) else {
        let problem = Diagnostic::error(Code::ConfigurationInvalid, "no description is given");
        let help = "give a file or an address, or write a bindery.toml with `description = \"..\"`";
        return Err(Box::new(problem.help(help)));
    };
    let source = load(&request(options, Location::parse(location))?)?;
    if let Origin::Address { url, why, .. } = source.origin() {
        render::note(&format!("the description is {url}: {why}"));
    }
    if let Some(path) = &options.save {
        save(path, source.text())?;
    }
    Ok(source)
}

fn request(options: &GenerateOptions, location: Location) -> Outcome<Request> {
    let mut request = Request::new(location);
    request.description.clone_from(&options.description);
    request.max_bytes = options.max_bytes;
    request.timeout = options.timeout;
    for header in &options.header {
        let (name, value) =
            header.split_once(':').ok_or_else(|| wrong("a header has no colon", "write --header 'Name: value'"))?;
        request.headers.push((name.trim().to_owned(), value.trim().to_owned()));
    }
    if let Some(variable) = &options.token_env {
        let token = std::env::var(variable)
            .map_err(|_| wrong(&format!("the environment variable {variable} is not set"), "set it to the token"))?;
        match &options.token_header {
            Some(name) => request.headers.push((name.clone(), token)),
            None => request.token = Some(Secret::new(token)),
        }
    }
    Ok(request)
}

fn settings(options: &GenerateOptions, config: &Config) -> Outcome<Settings> {
    let name = options.name.clone().or_else(|| config.name.clone()).unwrap_or_default();
    if let Some(given) = &options.name {
        config::check_crate_name(given).map_err(|reason| wrong(&reason, "write --name example-client"))?;
    }
    Ok(Settings {
        crate_name: name,
        crate_version: config.version.clone().unwrap_or_else(|| "0.1.0".to_owned()),
        dates: dates(options, config),
        validate: config.validate.unwrap_or(true),
        whole_crate: true,
    })
}

fn dates(options: &GenerateOptions, config: &Config) -> DateLibrary {
    match (options.dates, config.dates) {
        (Some(Dates::Jiff), _) | (None, Some(config::Dates::Jiff) | None) => DateLibrary::Jiff,
        (Some(Dates::Chrono), _) | (None, Some(config::Dates::Chrono)) => DateLibrary::Chrono,
        (Some(Dates::Time), _) | (None, Some(config::Dates::Time)) => DateLibrary::Time,
    }
}

fn folder(options: &GenerateOptions, config: &Config, emission: &Emission) -> PathBuf {
    let chosen = options.out.clone().or_else(|| config.out.clone());
    chosen.unwrap_or_else(|| PathBuf::from(&emission.crate_name))
}

/// The files of the crate and the ledger that lists them.
fn tree(emission: &Emission, source: &Source, config: &Config) -> Outcome<Tree> {
    let mut tree = Tree::new();
    let mut ledger = Ledger {
        generator: env!("CARGO_PKG_VERSION").to_owned(),
        source: shown_source(source),
        description: sha256(source.text().as_bytes()),
        title: emission.api.title.clone(),
        version: emission.api.version.clone(),
        configuration: config.digest(),
        names: emission.names.by_pointer(&emission.api),
        ..Ledger::default()
    };
    for (path, text) in emission.texts() {
        ledger.files.insert(path.clone(), sha256(text.as_bytes()));
        tree.insert(&path, text)?;
    }
    tree.insert(LEDGER, ledger.render())?;
    Ok(tree)
}

/// Where the description came from, without a folder of this machine.
fn shown_source(source: &Source) -> String {
    match source.origin() {
        Origin::File(path) if path.is_absolute() => {
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        }
        Origin::File(path) => path.to_string_lossy().replace('\\', "/"),
        _ => source.name().to_owned(),
    }
}

fn save(path: &Path, text: &str) -> Outcome<()> {
    std::fs::write(path, text).map_err(|error| {
        let message = format!("the description cannot be kept: {error}");
        let problem = Diagnostic::error(Code::OutputUnwritable, message);
        Box::new(problem.at(path.display().to_string(), Spot::Whole).help("choose another file with --save"))
    })
}

fn summary(report: &Report, folder: &Path, emission: &Emission, warnings: usize, dry: bool) -> String {
    let of = format!(
        "{}, {}, {}",
        counted(emission.api.operations.len(), "operation"),
        counted(emission.api.types.len(), "type"),
        counted(warnings, "warning")
    );
    let folder = folder.display();
    if report.is_unchanged() {
        return format!("{folder} is up to date ({of})");
    }
    let did = if dry { "would write" } else { "wrote" };
    let files = counted(report.written.len(), "file");
    format!("{did} {files} to {folder}, {} removed, {} unchanged ({of})", report.removed.len(), report.unchanged)
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn wrong(message: &str, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help))
}
