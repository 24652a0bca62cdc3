//! `bindery serve`.

use super::args::ServeOptions;
use super::fetch::{fetch_version, save_copy};
use super::status::Status;
use super::{fetch, render, target};
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Code, Diagnostic, Result, usage_error};
use bindery::internal::text::Source;
use bindery::internal::unicode::printable_line;
use bindery_serve::{Rehearsal, ServedDescription, Server};

pub(super) fn serve(options: &ServeOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let location = options.source.as_ref().or(options.new.as_ref());
    let targets = target::targets(&options.target, None)?;
    let session = target::single(targets, "`bindery serve`")?.open(Config::default())?;
    let config = &session.config;
    sources.extend(config.sources());
    let location = fetch::location(location, &session, "serve")?;
    let old = options.old.as_ref().map(|old| served(old, config, options, sources)).transpose()?;
    let new = served(&location, config, options, sources)?;
    let server = Server::bind(options.port).map_err(|error| {
        let problem =
            Diagnostic::error(Code::ConfigurationInvalid, format!("cannot use port {}: {error}", options.port));
        Box::new(problem.help("choose another port with `--port`, or omit it to use a free one"))
    })?;
    let count = render::counted(new.operation_count(), "operation");
    render::print_output(&format!("serving {count} at http://{}; press Ctrl-C to stop", server.address()));
    let rehearsal = std::rc::Rc::new(Rehearsal::new(old, new));
    let answering = std::rc::Rc::clone(&rehearsal);
    let result = server.run(move |request| {
        let (response, line) = answering.answer(request);
        render::print_output(&printable_line(&line));
        response
    });
    render::print_output(&rehearsal.summary());
    result.map_err(|error| usage_error(format!("cannot start the server: {error}"), "start the command again"))?;
    Ok(Status::Done)
}

/// Loads a description: a file, an address, or the directory of a vendored crate.
fn served(
    location: &str,
    config: &Config,
    options: &ServeOptions,
    sources: &mut Vec<Source>,
) -> Result<ServedDescription> {
    let (input, _) = fetch_version(location, config, &options.fetching, sources)?;
    save_copy(&input.source, &options.fetching)?;
    ServedDescription::new(&input, config)
}
