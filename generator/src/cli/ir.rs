//! `bindery ir`.

use super::args::{IrFormat, IrOptions};
use super::fetch::{fetch_of_client, location, save_copy, usage_error};
use super::generate::configuration;
use super::status::Status;
use super::{render, target};
use crate::config::Config;
use crate::diagnostic::Result;
use crate::pipeline::Emission;
use crate::source::Source;
use crate::vendored::{CrateOptions, RequestedOptions, Vendored, generate_crate};

pub(super) fn ir(options: &IrOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let mut clients = configuration(&options.target, None, options.source.is_some())?;
    target::check_single(clients.all.len(), [(true, "`bindery ir`")])?;
    let emission = emission(options, &clients.all.pop().unwrap_or_default(), sources)?;
    let text = match options.format {
        IrFormat::Json => serde_json::to_string_pretty(&emission.intermediate_representation()),
    };
    let text = text.map_err(|error| usage_error(&format!("cannot print the crate: {error}"), "report this error"))?;
    render::print_output(&text);
    Ok(Status::Done)
}

/// Generates the crate in memory, with the names of the existing one.
fn emission(options: &IrOptions, config: &Config, sources: &mut Vec<Source>) -> Result<Emission> {
    sources.extend(config.sources());
    let input = fetch_of_client(location(options.source.as_ref(), config)?, config, &options.fetching)?;
    sources.extend(input.sources());
    save_copy(&input.source, &options.fetching)?;
    let folder = options.target.out.as_deref().or(config.out.as_deref());
    let vendored = folder.map_or(Ok(None), Vendored::at)?;
    let crate_options = CrateOptions::new(RequestedOptions::default(), config, vendored.as_ref());
    let generated = generate_crate(&input, config, &crate_options, vendored.as_ref())?;
    sources.extend(generated.emission.others.iter().cloned());
    render::problems(&generated.diagnostics, sources, &options.messages);
    Ok(generated.emission)
}
