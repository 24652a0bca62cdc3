//! `examples/first.rs`: a small program that compiles.

use super::EmittedFile;
use super::file::Target;
use crate::ir::{Client, Crate, ExampleCall, Group, Printed};

/// Maximum length of a line with a call.
const MAX_LINE_LEN: usize = 100;

/// `examples/first.rs`.
pub(super) struct Example;

impl Target for Example {
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        file(package).into_iter().collect()
    }
}

fn file(package: &Crate) -> Option<EmittedFile<'_>> {
    let client = package.client.as_ref()?;
    package.overview.call.as_ref()?;
    let variables = inputs(package, client).map(|(_, variable)| format!("{variable}=.. ")).collect::<String>();
    let text = format!(
        "//! Sends a request to the server and prints the response.\n//!\n//! ```text\n//! {variables}cargo run --example \
         first\n//! ```\n\n{}\n",
        program(package, client)
    );
    Some(EmittedFile::text("examples/first.rs", text))
}

/// Returns the values that a program reads from the environment, each with its variable.
fn inputs(package: &Crate, client: &Client) -> impl Iterator<Item = (&'static str, String)> {
    let takes_address = client.constructor.takes_address.then_some(("address", "ADDRESS"));
    let takes_token = (client.constructor.takes_token || sets_token(package, client)).then_some(("token", "TOKEN"));
    let named = |(name, suffix)| (name, format!("{}_{suffix}", package.overview.environment));
    takes_address.into_iter().chain(takes_token).map(named)
}

/// Returns `true` if the first call requires a token that `Client::new` does not take.
fn sets_token(package: &Crate, client: &Client) -> bool {
    let needs_token = package.overview.call.as_ref().is_some_and(|call| call.needs_token);
    needs_token && !client.constructor.takes_token && !client.schemes.is_empty()
}

/// Returns a program that makes a client, and a call if there is a simple one.
pub(super) fn program(package: &Crate, client: &Client) -> String {
    let call = package.overview.call.as_ref();
    // The program drops the types of the crate, and has its own limit.
    let limit = package.recursion_limit.map(|limit| format!("#![recursion_limit = \"{limit}\"]\n"));
    let imported = if call.is_some_and(uses_types) { "{Client, types}" } else { "Client" };
    let mut lines: Vec<String> = limit.into_iter().collect();
    lines.extend([
        format!("use {}::{imported};\n", package.library),
        "#[tokio::main(flavor = \"current_thread\")]".to_owned(),
        "async fn main() -> Result<(), Box<dyn std::error::Error>> {".to_owned(),
    ]);
    let inputs: Vec<_> = inputs(package, client).collect();
    lines.extend(inputs.iter().map(|(name, variable)| format!("    let {name} = std::env::var(\"{variable}\")?;")));
    lines.push(if sets_token(package, client) {
        let address = if client.constructor.takes_address { "address" } else { "" };
        format!("    let client = Client::builder({address}).token(token).build()?;")
    } else {
        let arguments: Vec<&str> = inputs.iter().map(|(name, _)| *name).collect();
        format!("    let client = Client::new({});", arguments.join(", "))
    });
    match call {
        Some(call) => {
            lines.extend(statement(call, "    "));
            lines.extend(call.has_output.then(|| printing(call)));
        }
        None => lines.push("    println!(\"{client:?}\");".to_owned()),
    }
    lines.push("    Ok(())\n}".to_owned());
    lines.join("\n")
}

/// Returns the example of a group as a program that is compiled and not run.
pub(super) fn of_group(package: &Crate, group: &Group) -> Vec<String> {
    // The tests of a module do not know its path.
    if group.examples.is_empty() || !package.is_whole {
        return Vec::new();
    }
    let library = &package.library;
    let mut lines = vec!["```no_run".to_owned()];
    if group.examples.iter().any(uses_types) {
        lines.push(format!("# use {library}::types;"));
    }
    lines.push(format!("# async fn example(client: {library}::Client) -> Result<(), Box<dyn std::error::Error>> {{"));
    lines.extend(group.examples.iter().flat_map(|call| statement(call, "")));
    lines.extend(["# Ok(())", "# }", "```"].map(str::to_owned));
    lines
}

/// Returns the lines of a statement that awaits a call.
fn statement(call: &ExampleCall, indentation: &str) -> Vec<String> {
    let binding = if call.has_output { "let response = " } else { "" };
    let line = format!("{indentation}{binding}{}.await?;", code(call));
    if line.len() <= MAX_LINE_LEN {
        return vec![line];
    }
    let called = format!("{}({})", call.function, call.arguments.join(", "));
    let links = [format!("{}()", call.group), called, "await?;".to_owned()];
    let first = format!("{indentation}{binding}client");
    [first].into_iter().chain(links.map(|link| format!("{indentation}    .{link}"))).collect()
}

fn uses_types(call: &ExampleCall) -> bool {
    call.arguments.iter().any(|argument| argument.contains("types::"))
}

/// Returns the lines that print what a call returned.
fn printing(call: &ExampleCall) -> String {
    match &call.printed {
        None => "    println!(\"{response:?}\");".to_owned(),
        Some(Printed::Member(name)) => format!("    println!(\"{{}}\", response.{name});"),
        Some(Printed::Items { list, member }) => {
            let list = list.as_ref().map_or_else(String::new, |list| {
                let value = if list.is_option { ".unwrap_or_default()" } else { "" };
                format!(".{}{value}", list.path)
            });
            let printed = match member {
                Some(name) => format!("println!(\"{{}}\", item.{name});"),
                None => "println!(\"{item:?}\");".to_owned(),
            };
            format!("    for item in response{list} {{\n        {printed}\n    }}")
        }
    }
}

/// Returns a function that receives an event, if the server sends any.
pub(super) fn events(package: &Crate) -> Option<String> {
    let events = package.events.as_ref()?;
    let first = &events.variants.first()?.name;
    let (given, read) = if events.are_distinguishable() {
        (format!("headers: &{}::runtime::http::HeaderMap", package.library), "read(headers, body)")
    } else {
        ("name: &str".to_owned(), "read_named(name, body)")
    };
    Some(format!(
        "use {}::events::Event;\n\n\
         fn receive({given}, body: &[u8]) -> Result<(), Box<dyn std::error::Error>> {{\n    \
             match Event::{read}? {{\n        \
                 Event::{first}(event) => println!(\"{{event:?}}\"),\n        \
                 Event::Unlisted(event) => println!(\"{{}}: {{}}\", event.name(), event.body()),\n        \
                 _ => {{}}\n    \
             }}\n    \
             Ok(())\n\
         }}",
        package.library
    ))
}

/// `client.story().list()`
pub(super) fn code(call: &ExampleCall) -> String {
    format!("client.{}().{}({})", call.group, call.function, call.arguments.join(", "))
}

/// Returns the expression for a client builder.
pub(super) fn builder(client: &Client) -> &'static str {
    if client.constructor.takes_address { "Client::builder(\"https://example.com\")" } else { "Client::builder()" }
}
