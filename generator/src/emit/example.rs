//! `examples/first.rs`: a small program that compiles.

use super::EmittedFile;
use super::file::Target;
use crate::ir::{Client, Crate, ExampleCall, PrintedMember};

/// `examples/first.rs`.
pub(super) struct Example;

impl Target for Example {
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        file(package).into_iter().collect()
    }
}

fn file(package: &Crate) -> Option<EmittedFile<'_>> {
    let client = package.client.as_ref()?;
    let call = package.overview.call.as_ref()?;
    let constructor = client.constructor;
    let variables = [(constructor.takes_address, "API_ADDRESS=.. "), (constructor.takes_token, "API_TOKEN=.. ")];
    let variables: String = variables.into_iter().filter(|(used, _)| *used).map(|(_, name)| name).collect();
    let text = format!(
        "//! Sends a request to the server and prints the response.\n//!\n//! ```text\n//! {variables}cargo run --example \
         first\n//! ```\n\n{}\n",
        program(package, client, Some(call))
    );
    Some(EmittedFile::text("examples/first.rs", text))
}

/// Returns a program that makes a client, and a call if there is a simple one.
pub(super) fn program(package: &Crate, client: &Client, call: Option<&ExampleCall>) -> String {
    let constructor = client.constructor;
    // The program drops the types of the crate, and has its own limit.
    let limit = package.recursion_limit.map(|limit| format!("#![recursion_limit = \"{limit}\"]\n"));
    let uses_types = call.is_some_and(|call| call.arguments.iter().any(|argument| argument.starts_with("types::")));
    let imported = if uses_types { "{Client, types}" } else { "Client" };
    let mut lines: Vec<String> = limit.into_iter().collect();
    lines.extend([
        format!("use {}::{imported};\n", package.library),
        "#[tokio::main(flavor = \"current_thread\")]".to_owned(),
        "async fn main() -> Result<(), Box<dyn std::error::Error>> {".to_owned(),
    ]);
    let arguments = [
        (constructor.takes_address, "address", "    let address = std::env::var(\"API_ADDRESS\")?;"),
        (constructor.takes_token, "token", "    let token = std::env::var(\"API_TOKEN\")?;"),
    ];
    let arguments = arguments.into_iter().filter(|(is_taken, ..)| *is_taken);
    lines.extend(arguments.clone().map(|(_, _, line)| line.to_owned()));
    let arguments: Vec<&str> = arguments.map(|(_, name, _)| name).collect();
    lines.push(format!("    let client = Client::new({});", arguments.join(", ")));
    match call {
        Some(call) => {
            lines.push(format!("    let response = {}.await?;", code(call)));
            lines.push(printing(call));
        }
        None => lines.push("    println!(\"{client:?}\");".to_owned()),
    }
    lines.push("    Ok(())\n}".to_owned());
    lines.join("\n")
}

/// Returns the lines that print what a call returned.
fn printing(call: &ExampleCall) -> String {
    match &call.printed {
        None => "    println!(\"{response:?}\");".to_owned(),
        Some(PrintedMember { of_items: false, name }) => format!("    println!(\"{{}}\", response.{name});"),
        Some(PrintedMember { of_items: true, name }) => {
            format!("    for item in response {{\n        println!(\"{{}}\", item.{name});\n    }}")
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
