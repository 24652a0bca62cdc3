//! `examples/first.rs`: a small program that compiles.

use super::{EmittedFile, Target};
use crate::bindings::{Bindings, ExampleCall};

/// `examples/first.rs`.
pub(super) struct Example;

impl Target for Example {
    fn files<'a>(&self, bindings: Bindings<'a>) -> Vec<EmittedFile<'a>> {
        file(bindings).into_iter().collect()
    }
}

fn file(bindings: Bindings<'_>) -> Option<EmittedFile<'_>> {
    let call = bindings.example_call()?;
    let secured = !bindings.schemes().is_empty();
    let mut lines = vec![
        "//! Asks the server for something and prints the answer.".to_owned(),
        "//!".to_owned(),
        "//! ```text".to_owned(),
        format!(
            "//! {}cargo run --example first",
            if secured { "API_ADDRESS=.. API_TOKEN=.. " } else { "API_ADDRESS=.. " }
        ),
        "//! ```".to_owned(),
        String::new(),
        format!("use {}::Client;", bindings.library()),
        String::new(),
        "#[tokio::main(flavor = \"current_thread\")]".to_owned(),
        "async fn main() -> Result<(), Box<dyn std::error::Error>> {".to_owned(),
        "    let address = std::env::var(\"API_ADDRESS\")?;".to_owned(),
    ];
    if secured {
        lines.push("    let token = std::env::var(\"API_TOKEN\")?;".to_owned());
        lines.push("    let client = Client::builder(address).token(token).build()?;".to_owned());
    } else {
        lines.push("    let client = Client::builder(address).build()?;".to_owned());
    }
    lines.push(format!("    let response = {}.await?;", code(&call)));
    lines.push("    println!(\"{response:?}\");".to_owned());
    lines.push("    Ok(())".to_owned());
    lines.push("}".to_owned());
    Some(EmittedFile::text("examples/first.rs", format!("{}\n", lines.join("\n"))))
}

/// `client.story().list()`
pub(super) fn code(call: &ExampleCall<'_>) -> String {
    format!("client.{}().{}({})", call.group, call.function, call.arguments.join(", "))
}

/// The lines that make a client.
pub(super) fn start_lines(bindings: Bindings<'_>) -> Vec<String> {
    let address = "\"https://example.com\"";
    if bindings.schemes().is_empty() {
        return vec![format!("let client = Client::builder({address}).build()?;")];
    }
    vec![
        "let token = std::env::var(\"API_TOKEN\")?;".to_owned(),
        format!("let client = Client::builder({address}).token(token).build()?;"),
    ]
}
