//! `bindery observe`.

use std::path::{Path, PathBuf};

use super::args::{ObserveFormat, ObserveOptions};
use super::fetch::recorded_file;
use super::render;
use super::status::Status;
use super::target::{self, CONFIGURATION};
use crate::observe::{Observation, ReportFormat, Traffic};
use crate::vendored::Session;
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Result, usage_error};
use bindery::internal::source::{Input, Request, SourceLocator, load};
use bindery::internal::text::Source;

pub(super) fn observe(options: &ObserveOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let target = target::single(target::targets(&options.target, None)?, "`bindery observe`")?;
    let label = target.client.clone();
    let session = target.open(Config::default())?;
    let input = description(&session)?;
    sources.extend(session.config.sources());
    let traffic = Traffic::new(&options.files)?;
    let observation = Observation::new(&input, &session.config, &traffic, options.server.as_deref())?;
    render::print_output(&observation.report(match options.format {
        ObserveFormat::Text => ReportFormat::Text,
        ObserveFormat::Markdown => ReportFormat::Markdown,
        ObserveFormat::Json => ReportFormat::Json,
    }));
    if options.write && observation.has_proposals() {
        let path = configuration(&session, options);
        let written = observation.write(&path, label.as_deref(), &start(&session, options))?;
        // What was written counts, and not what was meant.
        let config = match label {
            Some(label) => bindery::internal::config::Clients::load(&path)?.into_named(&label)?,
            None => Config::load(&path)?,
        };
        let after = Observation::new(&input, &config, &traffic, options.server.as_deref())?;
        let overlay = written.overlay.map(|overlay| format!(" and {}", overlay.display())).unwrap_or_default();
        render::note(&format!("wrote {}{overlay}", written.config.display()));
        if config.description.is_none() {
            render::note("set `description` in the configuration: the file of the last run is not found from here");
        }
        render::note(&format!(
            "with the corrections, {} cannot be read; run `bindery generate` to use them",
            render::counted(after.unreadable(), "recorded response")
        ));
        return Ok(Status::Done);
    }
    Ok(if options.fail && observation.needs_correction() { Status::Differs } else { Status::Done })
}

/// Returns the description of the client: the one that the crate contains, before its corrections, or else that of the
/// configuration.
fn description(session: &Session) -> Result<Input> {
    if let Some(vendored) = &session.existing {
        let input = vendored.description()?;
        if !input.is_corrected {
            return Ok(input);
        }
    }
    let Some(location) = &session.config.description else {
        let help = "pass the directory of the crate with `--out`, or set `description` in bindery.toml";
        return Err(usage_error("missing the description", help));
    };
    Input::from_config(&session.config, location, |location| load(&Request::new(SourceLocator::parse(location))))
}

/// Returns the configuration to change.
fn configuration(session: &Session, options: &ObserveOptions) -> PathBuf {
    let used = Path::new(session.config.file_name());
    let given = options.target.config.clone();
    given.unwrap_or_else(|| if used.as_os_str().is_empty() { PathBuf::from(CONFIGURATION) } else { used.to_owned() })
}

/// Returns the text of a new configuration for the crate.
fn start(session: &Session, options: &ObserveOptions) -> String {
    let quoted = |key: &str, value: &str| format!("{key} = {}\n", toml_edit::Value::from(value));
    let location = session.existing.as_ref().and_then(|vendored| {
        match SourceLocator::parse(&vendored.lock_file.description.source) {
            SourceLocator::Address(address) => Some(address),
            _ => recorded_file(vendored).cloned(),
        }
    });
    let out = options.target.out.as_ref().map(|out| quoted("out", &out.display().to_string()));
    location.map(|location| quoted("description", &location)).unwrap_or_default() + &out.unwrap_or_default()
}
