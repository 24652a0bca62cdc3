//! Fetches the description that the arguments select.

use std::path::Path;

use super::args::FetchOptions;
use super::render;
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Location, Result};
use crate::source::{Request, Secret, Source, SourceLocator, SourceOrigin, load};

/// Fetches a description, and reports the address where it was found.
pub(super) fn fetch(location: &str, options: &FetchOptions) -> Result<Source> {
    fetch_configured(location, &Config::default(), options)
}

/// Fetches a description for a client, and reports the address where it was found.
fn fetch_configured(location: &str, config: &Config, options: &FetchOptions) -> Result<Source> {
    let source = load(&request(location, config, options)?)?;
    note_source(&source);
    Ok(source.with_root(options.root.as_deref().or(config.root.as_deref())))
}

/// Loads the description of a client, which may be merged from several.
pub(super) fn fetch_of_client(location: &str, config: &Config, options: &FetchOptions) -> Result<Option<Source>> {
    if !config.is_merged() {
        return fetch_configured(location, config, options).map(Some);
    }
    if config.description.as_deref() != Some(location) {
        let message = "the client merges several descriptions, but a single one was given";
        return Err(usage_error(message, "change `merge` in bindery.toml"));
    }
    if options.save.is_some() {
        let message = "`--save` cannot be used for a client that merges several descriptions";
        return Err(usage_error(message, "remove `--save`; the crate contains the merged description"));
    }
    config.load_merged(|location| fetch_configured(location, config, options))
}

fn note_source(source: &Source) {
    if let SourceOrigin::Address { url, why, .. } = source.origin() {
        render::note(&format!("found the description at {url}: {why}"));
    }
}

/// Stores the text of a description if requested.
pub(super) fn save_copy(source: &Source, options: &FetchOptions) -> Result<()> {
    match &options.save {
        Some(path) => save(path, source.text()),
        None => Ok(()),
    }
}

fn request(location: &str, config: &Config, options: &FetchOptions) -> Result<Request> {
    let mut request = Request::new(SourceLocator::parse(location));
    request.cacert = options.cacert.clone().or_else(|| config.cacert.clone());
    request.description.clone_from(&options.description);
    request.max_bytes = options.max_bytes;
    request.timeout = options.timeout;
    for header in &options.header {
        let (name, value) = header.split_once(':').ok_or_else(|| {
            usage_error("expected a colon in the value of `--header`", "write `--header 'Name: value'`")
        })?;
        request.headers.push((name.trim().to_owned(), Secret::new(value.trim())));
    }
    if let Some(variable) = &options.token_env {
        let token = std::env::var(variable).map_err(|_| {
            usage_error(&format!("the environment variable `{variable}` is not set"), "set it to the token")
        })?;
        match &options.token_header {
            Some(name) => request.headers.push((name.clone(), Secret::new(token))),
            None => request.token = Some(Secret::new(token)),
        }
    }
    Ok(request)
}

fn save(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).map_err(|error| {
        let message = format!("cannot save the description: {error}");
        let problem = Diagnostic::error(Code::OutputUnwritable, message);
        Box::new(problem.at(path.display().to_string(), Location::Whole).help("choose another file with `--save`"))
    })
}

pub(super) fn usage_error(message: &str, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help))
}
