//! The options that every call has, and the client that is built from them.

use clap::{Arg, ArgAction, ArgMatches};

use super::console::Console;
use super::output::Format;
use super::program::{Program, Scheme};
use crate::calls::client::{CallOptions, Client};

/// The identifiers of the arguments. They contain a space, so that no flag can have the same one.
const SERVER: &str = "the server";
const OUTPUT: &str = "the output";
const HEADER: &str = "a header";
const CLEARTEXT: &str = "allow cleartext";
pub(super) const DRY_RUN: &str = "dry run";

/// Returns the arguments.
pub(super) fn arguments(program: &Program) -> Vec<Arg> {
    let usual = program.server.map_or_else(String::new, |server| {
        format!(" [default: {server}, to which no token is sent unless it is named here]")
    });
    let global = |name: &'static str, long: &'static str, about: &str| {
        let argument = Arg::new(name).long(long).global(true);
        argument.help(about.to_owned()).help_heading("Every call")
    };
    let switch = |argument: Arg| argument.action(ArgAction::SetTrue);
    let server = global(
        SERVER,
        "server",
        &format!("The address of the server{usual}"),
    );
    let header = "A header for the request, as `Name: value`; can be repeated";
    let cleartext =
        "Allow plain `http` to other machines: anyone on the network path can read the token";
    let dry_run = "Print the request as a `curl` command without tokens, and send nothing";
    vec![
        server.value_name("ADDRESS"),
        global(OUTPUT, "output", "Output format")
            .value_name("FORMAT")
            .value_parser(["json", "table"])
            .default_value("json"),
        global(HEADER, "header", header)
            .value_name("HEADER")
            .action(ArgAction::Append),
        switch(global(CLEARTEXT, "allow-cleartext", cleartext)),
        switch(global(DRY_RUN, "dry-run", dry_run)),
    ]
}

/// Returns the help about the variables of the environment.
pub(super) fn environment(program: &Program) -> String {
    let schemes = program
        .schemes
        .iter()
        .map(|scheme| token_variable(scheme.name));
    let schemes: Vec<String> = schemes.collect();
    let tokens = match schemes.as_slice() {
        [] => String::new(),
        schemes => format!(
            "\n  API_TOKEN   the token, or one for each security scheme: {}",
            schemes.join(", ")
        ),
    };
    format!(
        "Environment:\n  API_SERVER  the address of the server, unless `--server` names one{tokens}"
    )
}

/// Returns the output format.
pub(super) fn format(matches: &ArgMatches) -> Format {
    match text(matches, OUTPUT).as_deref() {
        Some("table") => Format::Table,
        _ => Format::Json,
    }
}

/// Returns the options of the call: its headers.
pub(super) fn call_options(matches: &ArgMatches) -> Result<CallOptions, String> {
    let mut options = CallOptions::default();
    for header in matches.get_many::<String>(HEADER).into_iter().flatten() {
        let (name, value) = header
            .split_once(':')
            .ok_or("`--header` has to be `Name: value`")?;
        options.add_header(name.trim(), value.trim());
    }
    Ok(options)
}

/// Builds a client from the options and the tokens in the environment.
pub(super) fn client(
    program: &Program,
    matches: &ArgMatches,
    console: &Console,
) -> Result<Client, String> {
    let tokens = tokens(program);
    let has_secret = !tokens.is_empty() || matches.contains_id(HEADER);
    let server = server(program, matches, has_secret, console)?;
    let mut builder = (program.builder)(&server);
    for (Scheme { give, .. }, token) in tokens {
        builder = give(builder, token);
    }
    if matches.get_flag(CLEARTEXT) {
        builder = builder.allow_cleartext();
    }
    builder.build().map_err(|error| {
        let text = error.to_string();
        text.replace("`allow_cleartext`", "`--allow-cleartext`")
    })
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
) -> Result<String, String> {
    if let Some(server) = text(matches, SERVER).or_else(|| variable("API_SERVER")) {
        return Ok(server);
    }
    let missing = "the description names no server: give one with `--server`";
    let server = program.server.ok_or(missing)?;
    if has_secret {
        return Err(format!(
            "no server is given, and a token or header is not sent to the one that the description names: \
             to send it there, use `--server {server}` or set API_SERVER"
        ));
    }
    console.log(&format!(
        "note: sent to {server}, which the description names"
    ));
    Ok(server.to_owned())
}

/// Returns the environment variable that holds the token of a scheme, such as `API_TOKEN_API_KEY`.
fn token_variable(scheme: &str) -> String {
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
