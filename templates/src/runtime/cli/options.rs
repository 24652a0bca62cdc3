//! The options that every call has, and the client that is built from them.

use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, value_parser};

use super::super::client::Client;
use super::super::retry::Retry;
use super::console::Console;
use super::entry::{Program, Scheme};
use super::output::Format;
use super::parse_error::InputError;
use super::request_log::RequestLog;

/// The identifiers of the arguments. They contain a space, so that no parameter can have the same name.
const SERVER: &str = "the server";
const OUTPUT: &str = "the output";
const TIMEOUT: &str = "the timeout";
const HEADER: &str = "a header";
const RETRIES: &str = "the retries";
const CLEARTEXT: &str = "allow cleartext";
const DRY_RUN: &str = "dry run";
const VERBOSE: &str = "be verbose";

/// Returns the arguments.
pub(super) fn arguments(program: &Program) -> Vec<Arg> {
    let usual = program.server.map_or_else(String::new, |server| {
        format!(" [default: {server}, to which no token is sent unless it is named here]")
    });
    let global = |name: &'static str, long: &'static str, value: &'static str, about: String| {
        Arg::new(name)
            .long(long)
            .value_name(value)
            .global(true)
            .help(about)
            .help_heading("Every call")
    };
    let switch = |argument: Arg| argument.action(ArgAction::SetTrue);
    vec![
        global(
            SERVER,
            "server",
            "ADDRESS",
            format!("The address of the server{usual}"),
        ),
        global(OUTPUT, "output", "FORMAT", "Output format".to_owned())
            .value_parser(["json", "table"])
            .default_value("json"),
        global(
            TIMEOUT,
            "timeout",
            "SECONDS",
            "Maximum duration of a call in seconds, including all attempts [default: 30]"
                .to_owned(),
        )
        .value_parser(value_parser!(f64)),
        global(
            RETRIES,
            "retries",
            "NUMBER",
            "Maximum number of retries [default: 2]".to_owned(),
        )
        .value_parser(value_parser!(u32)),
        global(
            HEADER,
            "header",
            "HEADER",
            "A header for the request, as `Name: value`; can be repeated".to_owned(),
        )
        .action(ArgAction::Append),
        switch(global(
            CLEARTEXT,
            "allow-cleartext",
            "",
            "Allow plain `http` to other machines: anyone on the network path can read the token"
                .to_owned(),
        )),
        switch(global(
            DRY_RUN,
            "dry-run",
            "",
            "Print the request as a `curl` command without secrets, and send nothing".to_owned(),
        )),
        switch(global(
            VERBOSE,
            "verbose",
            "",
            "Log each request, its status and its time; never a token".to_owned(),
        ))
        .short('v'),
    ]
}

/// Returns the output format.
pub(super) fn format(matches: &ArgMatches) -> Format {
    match text(matches, OUTPUT).as_deref() {
        Some("table") => Format::Table,
        _ => Format::Json,
    }
}

/// Returns `true` if requests are logged.
pub(super) fn is_verbose(matches: &ArgMatches) -> bool {
    matches.get_flag(VERBOSE)
}

/// Returns `true` if the request is printed instead of sent.
pub(super) fn is_dry_run(matches: &ArgMatches) -> bool {
    matches.get_flag(DRY_RUN)
}

/// Builds a client from the options and the tokens in the environment.
pub(super) fn client(
    program: &Program,
    matches: &ArgMatches,
    request_log: RequestLog,
    console: &Console,
) -> Result<Client, InputError> {
    let tokens = tokens(program);
    let has_secret = !tokens.is_empty() || matches.contains_id(HEADER);
    let server = server(program, matches, has_secret, console)?;
    let mut builder = (program.builder)(&server).attempt_middleware(request_log);
    for (Scheme { give, .. }, token) in tokens {
        builder = give(builder, token);
    }
    if let Some(seconds) = matches.get_one::<f64>(TIMEOUT) {
        let time = Duration::try_from_secs_f64(*seconds)
            .ok()
            .filter(|time| !time.is_zero());
        builder = builder.timeout(time.ok_or_else(|| {
            InputError::new(format!(
                "`--timeout {seconds}` is not a positive number of seconds"
            ))
        })?);
    }
    if let Some(retries) = matches.get_one::<u32>(RETRIES) {
        builder = builder.retry(Retry::default().attempts(retries.saturating_add(1)));
    }
    for header in matches.get_many::<String>(HEADER).into_iter().flatten() {
        let (name, value) = header
            .split_once(':')
            .ok_or_else(|| InputError::new("`--header` has to be `Name: value`"))?;
        builder = builder.header(name.trim(), value.trim());
    }
    if matches.get_flag(CLEARTEXT) {
        builder = builder.allow_cleartext();
    }
    let wrong = |error: super::super::send_error::BuildError| match error.to_string() {
        text if text.contains("`allow_cleartext`") => {
            text.replace("`allow_cleartext`", "`--allow-cleartext`")
        }
        text => text,
    };
    builder
        .build()
        .map_err(|error| InputError::new(wrong(error)))
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|text| !text.is_empty())
}

/// Returns the tokens in the environment, each with its scheme.
fn tokens(program: &Program) -> Vec<(&Scheme, String)> {
    let schemes = program.schemes.iter().enumerate();
    let tokens = schemes.filter_map(|(index, scheme)| {
        let usual = || variable("API_TOKEN").filter(|_| index == 0);
        let token = variable(&token_variable(scheme.name)).or_else(usual)?;
        Some((scheme, token))
    });
    tokens.collect()
}

/// Returns the server address. The address in the API description was chosen by its author, so no secret is sent there
/// unless the user passes the address as well.
fn server(
    program: &Program,
    matches: &ArgMatches,
    has_secret: bool,
    console: &Console,
) -> Result<String, InputError> {
    if let Some(server) = text(matches, SERVER).or_else(|| variable("API_SERVER")) {
        return Ok(server);
    }
    let server = program.server.ok_or_else(|| {
        InputError::new("the description names no server: give one with `--server`")
    })?;
    if has_secret {
        return Err(InputError::new(format!(
            "no server is given, and a token or header is not sent to the one that the description names: \
             to send it there, use `--server {server}` or set API_SERVER"
        )));
    }
    console.log(&format!(
        "note: sent to {server}, which the description names"
    ));
    Ok(server.to_owned())
}

/// Returns the environment variable that holds the token of a scheme, such as `API_TOKEN_API_KEY`.
pub(super) fn token_variable(scheme: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_uppercase()
        } else {
            '_'
        }
    };
    format!(
        "API_TOKEN_{}",
        scheme.chars().map(plain).collect::<String>()
    )
}

/// Returns the text of an argument, or `None` if the subcommand does not have it.
pub(super) fn text(matches: &ArgMatches, name: &str) -> Option<String> {
    matches.try_get_one::<String>(name).ok().flatten().cloned()
}
