//! `bindery init`.

use std::fs;
use std::path::Path;

use super::args::InitOptions;
use super::fetch::{fetch, save_copy};
use super::render;
use super::status::Status;
use super::target::CONFIGURATION;
use crate::starter::{OutputTarget, Survey, starter};
use crate::vendored::{Session, Surroundings};
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Code, Result, file_error, usage_error};
use bindery::internal::source::SourceLocator;
use bindery::internal::text::Source;

/// Usual file names of descriptions, tried if none is given.
const USUAL_FILE_NAMES: [&str; 6] =
    ["openapi.yaml", "openapi.yml", "openapi.json", "swagger.yaml", "swagger.yml", "swagger.json"];

pub(super) fn init(options: &InitOptions, sources: &mut Vec<Source>) -> Result<Status> {
    check_absent(options.force)?;
    // Reports errors of a later `generate` before anything is written.
    if let Some(folder) = &options.module {
        Surroundings::read(folder, None, true)?;
    }
    let location = location(options)?;
    let mut config = Config::default();
    let input = fetch(&location, &config, &options.fetching)?;
    sources.push(input.source.clone());
    config.module.clone_from(&options.module);
    let generated = Session::new(config, None).generate(&input)?.next;
    let survey = Survey::new(&input, &generated.emission, generated.warnings())?;
    let target = match &options.module {
        Some(folder) => OutputTarget::Module(folder),
        None => OutputTarget::Crate(options.out.as_deref()),
    };
    // If an address lists several descriptions, the configuration uses the one that was selected.
    let chosen = options.fetching.description.as_ref().and(input.address.as_deref());
    let text = starter(chosen.unwrap_or(&location), target, &survey);
    Config::parse(CONFIGURATION, &text)?;
    let place = Path::new(CONFIGURATION);
    bindery::internal::replace(place, text.as_bytes()).map_err(|error| {
        let message = format!("cannot write the file: {error}");
        file_error(Code::OutputUnwritable, place, message, "run the command in a writable directory")
    })?;
    save_copy(&input.source, &options.fetching)?;
    render::note(&format!("wrote {CONFIGURATION}; run `bindery generate` to generate the client"));
    warn_about_secrets(&location);
    Ok(Status::Done)
}

/// Checks that no configuration file is overwritten.
fn check_absent(force: bool) -> Result<()> {
    if force || fs::symlink_metadata(CONFIGURATION).is_err() {
        return Ok(());
    }
    let message = "the configuration file already exists";
    Err(file_error(Code::OutputForeign, Path::new(CONFIGURATION), message, "overwrite it with `--force`"))
}

fn location(options: &InitOptions) -> Result<String> {
    match options.source.as_deref() {
        Some("-") => Err(usage_error(
            "the description cannot be read from standard input",
            "save the description to a file and pass its path",
        )),
        Some(source) => Ok(source.to_owned()),
        None => {
            let found = USUAL_FILE_NAMES.into_iter().find(|name| Path::new(name).is_file());
            let help = "pass a file or an address, such as `bindery init https://scrum.example.com`";
            found
                .map(str::to_owned)
                .ok_or_else(|| usage_error("missing the description, and the current directory contains none", help))
        }
    }
}

/// The query of an address may contain a token.
fn warn_about_secrets(location: &str) {
    let shown = SourceLocator::parse(location);
    if matches!(shown, SourceLocator::Address(_))
        && location.contains(['@', '?'])
        && !shown.display_name().contains('?')
    {
        render::note(&format!(
            "{CONFIGURATION} contains the complete address; do not commit it if the address contains a secret"
        ));
    }
}
