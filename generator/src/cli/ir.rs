//! `bindery ir`.

use super::args::{IrFormat, IrOptions};
use super::fetch::{fetch_of_client, location, save_copy};
use super::status::Status;
use super::{render, target};
use crate::config::Config;
use crate::diagnostic::Result;
use crate::source::Source;
use crate::vendored::{GeneratedCrate, Session};

pub(super) fn ir(options: &IrOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let targets = target::configured(&options.target, None, options.source.is_some())?;
    let config = target::single(targets, "`bindery ir`")?.config;
    let GeneratedCrate { emission, .. } = generate(options, config, sources)?;
    let text = match options.format {
        IrFormat::Json => format!("{:#}", emission.intermediate_representation()),
    };
    render::print_output(&text);
    Ok(Status::Done)
}

/// Generates the crate in memory, with the names of the existing one.
fn generate(options: &IrOptions, mut config: Config, sources: &mut Vec<Source>) -> Result<GeneratedCrate> {
    config.out = options.target.out.clone().or(config.out);
    sources.extend(config.sources());
    let session = Session::open(config)?;
    let location = location(options.source.as_ref(), &session.config)?;
    let input = fetch_of_client(location, &session.config, &options.fetching, sources)?;
    save_copy(&input.source, &options.fetching)?;
    let generated = session.generate(&input)?;
    sources.extend(generated.emission.others.iter().cloned());
    render::problems(&generated.diagnostics, sources, &options.messages);
    Ok(generated)
}
