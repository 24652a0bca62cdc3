//! `README.md` of the emitted crate: what a stranger needs to start.

use super::{EmittedFile, Emitter, docs};
use crate::bindings::CredentialLocation;
use crate::facts::Form;
use crate::model::{Operation, Shape, Streaming};

impl<'a> Emitter<'a> {
    pub(super) fn readme(&self) -> EmittedFile<'a> {
        let title = docs::inline(&self.api.title);
        let mut program = vec![format!("use {}::Client;", self.code_name()), String::new()];
        program.extend(self.start_lines("std::env::var(\"API_TOKEN\")?"));
        if let Some(call) = self.example_call() {
            program.push(format!("let answer = {call}.await?;"));
        }
        let text = bindery_templates::README
            .replace("{name}", &self.settings.crate_name)
            .replace("{version}", &docs::inline(&self.api.version))
            .replace("{program}", &program.join("\n"))
            .replace("{library}", &self.code_name())
            .replace("{groups}", &self.groups_table())
            .replace("{features}", &self.features_table())
            .replace("{streams}", &self.streams_section())
            .replace("{fixtures}", &self.fixtures_section())
            .replace("{mock}", &self.mock_example())
            .replace("{token}", &self.token_section())
            .replace("{codes}", &self.codes_section())
            // Last, since it is the one hole that takes free text.
            .replace("{title}", &title);
        EmittedFile::text("README.md", text)
    }

    fn groups_table(&self) -> String {
        let mut table = String::from("| group | operations |\n|---|---|\n");
        for (index, members) in self.api.operations_by_group().into_iter().enumerate() {
            let group = &self.names.group(index).function;
            let functions: Vec<String> = members
                .into_iter()
                .map(|operation| format!("`{}`", self.names.operation(operation).function))
                .collect();
            table.push_str(&format!("| `client.{group}()` | {} |\n", functions.join(", ")));
        }
        table
    }

    fn features_table(&self) -> String {
        let features = [
            (true, "reqwest", "sends with `reqwest`; on by default"),
            (
                true,
                "client",
                "the operations, for a transport of your own (`default-features = false`); without it, types alone",
            ),
            (true, "blocking", "`.send_blocking()`, for code that is not asynchronous; `runtime::iterate` for streams"),
            (true, "cli", "the command line"),
            (self.sends_files(), "files", "`RequestBody::file(path)`: files that are read while they are sent"),
            (self.has_bearer(), "oauth", "`runtime::OAuth`: tokens of OAuth 2.0, got and renewed when they are needed"),
            (
                self.bindings.has_fixtures(),
                "fixtures",
                "`runtime::Fixture`: values of the types and their setters, for tests",
            ),
            (true, "mock", "a transport in memory, for tests"),
            (
                true,
                "tracing",
                "a span for each request, with the names of OpenTelemetry's conventions, without secrets",
            ),
            (true, "brotli`, `gzip`, `zstd", "answers that are compressed"),
            (self.bindings.has_only_sent(), "both-ways", "reads types that are only sent, from a file, say"),
            (self.bindings.has_unused_types(), "unused-types", "the types of the description that no operation uses"),
        ];
        let rows = features.into_iter().filter(|(there, ..)| *there);
        rows.map(|(_, name, about)| format!("| `{name}` | {about} |\n")).collect()
    }

    /// How answers are read one value after the other, where there are any.
    fn streams_section(&self) -> String {
        let any = |test: fn(&Operation) -> bool| self.api.operations.iter().any(test);
        let mut section = String::new();
        if any(|operation| operation.pagination.is_some()) {
            section.push_str(
                "\nListings that come in pages have `.items()` and `.pages()`: streams that ask for the next page when it is \
                 wanted.\n",
            );
        }
        if any(|operation| matches!(operation.streaming, Some(Streaming::Events(_)))) {
            section.push_str(
                "\n`.events()` gives server-sent events as they come; where the connection of a `GET` breaks, it is made again \
                 from the last event.\n",
            );
        }
        if any(|operation| matches!(operation.streaming, Some(Streaming::Lines { .. }))) {
            section.push_str("\n`.lines()` gives the values of an answer that has one a line.\n");
        }
        section
    }

    fn mock_example(&self) -> String {
        match self.example_call() {
            Some(call) => format!("mock.expect({call})?.answer(&answer);"),
            None => "mock.expect_any::<..>().answer(&answer);".to_owned(),
        }
    }

    /// How a value of a type is made for a test, where there are any: of the one that the first answer is, if it can be.
    fn fixtures_section(&self) -> String {
        let Some((name, setter)) = self.fixture_example() else { return String::new() };
        let setter = setter.map(|setter| format!(".{setter}(..)")).unwrap_or_default();
        let library = self.code_name();
        format!(
            "\nWith the feature `fixtures`, each type has a value to begin with, made of what the description gives as examples,\n\
             defaults and rules; `.with_..(..)` sets a field, `.without_..()` takes away what may be absent. The value may change\n\
             with the description, and these functions follow the fields, so that a test sets what it looks at:\n\n\
             ```rust\nuse {library}::runtime::Fixture;\nuse {library}::types::{name};\n\nlet answer = {name}::fixture(){setter};\n```\n"
        )
    }

    fn token_section(&self) -> String {
        let schemes = self.bindings.schemes();
        let Some(first) = schemes.first() else {
            return "The description declares no credential.\n".to_owned();
        };
        let mut section = format!("`.token(..)` sends the token {}.", location(first.location));
        if schemes.len() > 1 {
            section.push_str(" `.token_as(TokenScheme::.., ..)` chooses another way:\n\n");
            for scheme in &schemes {
                section.push_str(&format!("- `TokenScheme::{}`: {}\n", scheme.name, location(scheme.location)));
            }
            section.push_str(COMBINATIONS);
        } else {
            section.push('\n');
        }
        section
    }

    fn codes_section(&self) -> String {
        let codes: Vec<String> = self
            .bindings
            .definitions()
            .filter(|(_, definition)| matches!(definition.shape, Shape::Codes(_)))
            .map(|(id, _)| format!("`{}`", self.names.of_type(id, Form::Received)))
            .collect();
        if codes.is_empty() {
            return String::new();
        }
        format!(
            "\n## Codes\n\nFields that are numbers on the wire have types with a named variant for each code: {}. A code that \
             this version does not know is kept in the variant `Unlisted` and sent back as it is. `code()` gives the number, \
             `meaning()` what the description says of it, `ALL` lists the known ones.\n",
            docs::joined(&codes)
        )
    }
}

/// What a client with several tokens sends.
const COMBINATIONS: &str = "\nWhere an operation asks for several at once, or for one of several, the first combination is sent for which \
                            the client has all tokens. `.authorize(TokenScheme::.., token)` on a call sends another token \
                            this once.\n";

fn location(location: CredentialLocation<'_>) -> String {
    let warning = matches!(location, CredentialLocation::Query(_)).then_some("; less safe, since addresses get logged");
    format!("{}{}", location.described(), warning.unwrap_or_default())
}
