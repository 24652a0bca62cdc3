//! `examples/first.rs`: a small program that compiles.

use super::{EmittedFile, Emitter};
use crate::model::{Operation, Success, Text, Type};

impl<'a> Emitter<'a> {
    pub(super) fn example(&self) -> Option<EmittedFile<'a>> {
        let call = self.example_call()?;
        let library = self.code_name();
        let secured = !self.api.security.is_empty();
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
            format!("use {library}::Client;"),
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
        lines.push(format!("    let answer = {call}.await?;"));
        lines.push("    println!(\"{answer:?}\");".to_owned());
        lines.push("    Ok(())".to_owned());
        lines.push("}".to_owned());
        Some(EmittedFile::text("examples/first.rs", format!("{}\n", lines.join("\n"))))
    }

    /// The call of an operation that reads something and asks for little.
    pub(super) fn example_call(&self) -> Option<String> {
        let candidates = self.api.operations.iter().enumerate().filter(|(_, operation)| {
            operation.method == "GET" && operation.body.is_none() && operation.success != Success::Nothing
        });
        let simple = candidates.filter_map(|(index, operation)| Some((index, self.simple_arguments(operation)?)));
        let (index, arguments) = simple.min_by_key(|(index, arguments)| {
            let operation = &self.api.operations[*index];
            let plain = !matches!(operation.success, Success::One(crate::model::Content::Json(_)));
            (
                operation.docs.deprecated,
                arguments.len(),
                plain,
                self.names.operation(*index).function != "list",
                !operation.lists,
                *index,
            )
        })?;
        let group = &self.names.group(self.api.operations[index].group).function;
        let function = &self.names.operation(index).function;
        Some(format!("client.{group}().{function}({})", arguments.join(", ")))
    }

    /// Values for what has to be given, where these are texts and numbers.
    fn simple_arguments(&self, operation: &Operation) -> Option<Vec<String>> {
        let required = operation.parameters.iter().filter(|parameter| parameter.required);
        let values = required.map(|parameter| match self.api.unaliased(parameter.ty.split_null().0) {
            Type::Boolean => Some("true".to_owned()),
            Type::Integer(_) => Some("1".to_owned()),
            Type::Text(Text::Plain | Text::Binary) => Some("\"DEMO\"".to_owned()),
            Type::Number(_) => Some("1.0".to_owned()),
            _ => None,
        });
        values.collect()
    }
}
