//! `bindery ir`.

use super::args::{IrFormat, IrOptions};
use super::fetch::fetch_of_session;
use super::status::Status;
use super::target::Target;
use super::{render, target};
use crate::vendored::GeneratedCrate;
use bindery::internal::config::Config;
use bindery::internal::diagnostic::Result;
use bindery::internal::text::Source;

pub(super) fn ir(options: &IrOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let targets = target::targets(&options.target, None)?;
    let target = target::single(targets, "`bindery ir`")?;
    let GeneratedCrate { emission, .. } = generate(options, target, sources)?;
    let text = match options.format {
        IrFormat::Json => format!("{:#}", emission.intermediate_representation()),
    };
    render::print_output(&text);
    Ok(Status::Done)
}

/// Generates the crate in memory, with the names of the existing one.
fn generate(options: &IrOptions, target: Target, sources: &mut Vec<Source>) -> Result<GeneratedCrate> {
    let session = target.open(Config::default())?;
    sources.extend(session.config.sources());
    let input = fetch_of_session(options.source.as_ref(), &session, "ir", &options.fetching, sources)?;
    let generated = session.generate(&input)?.next;
    sources.extend(generated.emission.others.iter().cloned());
    render::problems(&generated.diagnostics, sources, &options.messages);
    Ok(generated)
}
