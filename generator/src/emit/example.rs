//! `examples/first.rs`: a small program that compiles.

use super::{EmittedFile, Target};
use crate::ir::{Client, Crate, ExampleCall};

/// `examples/first.rs`.
pub(super) struct Example;

impl Target for Example {
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        file(package).into_iter().collect()
    }
}

fn file(package: &Crate) -> Option<EmittedFile<'_>> {
    let (client, call) = (package.client.as_ref()?, package.overview.call.as_ref()?);
    let constructor = client.constructor;
    let variables = [(constructor.takes_address, "API_ADDRESS=.. "), (constructor.takes_token, "API_TOKEN=.. ")];
    let variables: String = variables.into_iter().filter(|(used, _)| *used).map(|(_, name)| name).collect();
    let mut lines = vec![
        "//! Sends a request to the server and prints the response.".to_owned(),
        "//!".to_owned(),
        "//! ```text".to_owned(),
        format!("//! {variables}cargo run --example first"),
        "//! ```".to_owned(),
        String::new(),
        import(package),
        String::new(),
        "#[tokio::main(flavor = \"current_thread\")]".to_owned(),
        "async fn main() -> Result<(), Box<dyn std::error::Error>> {".to_owned(),
    ];
    lines.extend(constructor.takes_address.then(|| "    let address = std::env::var(\"API_ADDRESS\")?;".to_owned()));
    lines.extend(client_lines(client, "address").iter().map(|line| format!("    {line}")));
    lines.push(format!("    let response = {}.await?;", code(call)));
    lines.push("    println!(\"{response:?}\");".to_owned());
    lines.push("    Ok(())".to_owned());
    lines.push("}".to_owned());
    Some(EmittedFile::text("examples/first.rs", format!("{}\n", lines.join("\n"))))
}

/// The code of an example that receives an event.
pub(super) struct ReceivedEvent {
    import: String,
    /// The parameters of the example function that hold the received data.
    given: &'static str,
    lines: Vec<String>,
}

impl ReceivedEvent {
    /// The lines of a program.
    pub(super) fn program(&self) -> String {
        format!("{}\n\n{}", self.import, self.lines.join("\n"))
    }

    /// A doc test that is compiled and not run.
    pub(super) fn doc_test(&self) -> Vec<String> {
        let Self { import, given, lines } = self;
        let head = format!("# fn receive({given}) -> Result<(), Box<dyn std::error::Error>> {{");
        let head = ["```no_run".to_owned(), import.clone(), String::new(), head];
        let tail = ["# Ok(())", "# }", "```"].map(str::to_owned);
        head.into_iter().chain(lines.iter().cloned()).chain(tail).collect()
    }
}

/// Returns an example of receiving an event, if the server sends any.
pub(super) fn events(package: &Crate) -> Option<ReceivedEvent> {
    let events = package.events.as_ref()?;
    let first = events.variants.first()?;
    let (given, read) = if events.are_distinguishable() {
        ("headers: &http::HeaderMap, body: &[u8]", "Event::read(headers, body)?")
    } else {
        ("name: &str, body: &[u8]", "Event::read_named(name, body)?")
    };
    let lines = vec![
        format!("match {read} {{"),
        format!("    Event::{}(event) => println!(\"{{event:?}}\"),", first.name),
        "    Event::Unlisted(event) => println!(\"{}: {}\", event.name(), event.body()),".to_owned(),
        "    _ => {}".to_owned(),
        "}".to_owned(),
    ];
    Some(ReceivedEvent { import: format!("use {}::events::Event;", package.library), given, lines })
}

/// `client.story().list()`
pub(super) fn code(call: &ExampleCall) -> String {
    format!("client.{}().{}({})", call.group, call.function, call.arguments.join(", "))
}

/// Returns the import of the client.
pub(super) fn import(package: &Crate) -> String {
    format!("use {}::Client;", package.library)
}

/// Returns the expression for a client builder.
pub(super) fn builder(client: &Client) -> &'static str {
    if client.constructor.takes_address { "Client::builder(\"https://example.com\")" } else { "Client::builder()" }
}

/// The lines that make a client.
pub(super) fn start_lines(client: &Client) -> Vec<String> {
    client_lines(client, "\"https://example.com\"")
}

/// The lines that make a client; the address is what the description says, or else this expression.
fn client_lines(client: &Client, address: &str) -> Vec<String> {
    let constructor = client.constructor;
    let arguments = [(constructor.takes_address, address), (constructor.takes_token, "token")];
    let arguments: Vec<&str> =
        arguments.into_iter().filter(|(taken, _)| *taken).map(|(_, argument)| argument).collect();
    let token = constructor.takes_token.then(|| "let token = std::env::var(\"API_TOKEN\")?;".to_owned());
    token.into_iter().chain([format!("let client = Client::new({});", arguments.join(", "))]).collect()
}
