//! `README.md` of the emitted crate: what a stranger needs to start.

use super::manifest::single_line;
use super::{EmittedFile, Emitter, docs};
use crate::facts::Form;
use crate::model::{CredentialPlace, Shape};

impl<'a> Emitter<'a> {
    pub(super) fn readme(&self) -> EmittedFile<'a> {
        let title = docs::text_lines(&single_line(&self.api.title)).join(" ");
        let mut program = vec![format!("use {}::Client;", self.code_name()), String::new()];
        program.extend(self.start_lines("std::env::var(\"API_TOKEN\")?"));
        if let Some(call) = self.example_call() {
            program.push(format!("let answer = {call}.await?;"));
        }
        let text = bindery_templates::README
            .replace("{name}", &self.settings.crate_name)
            .replace("{version}", &docs::text_lines(&single_line(&self.api.version)).join(" "))
            .replace("{program}", &program.join("\n"))
            .replace("{groups}", &self.groups_table())
            .replace("{token}", &self.token_section())
            .replace("{codes}", &self.codes_section())
            // Last, since it is the one hole that takes free text.
            .replace("{title}", &title);
        EmittedFile::text("README.md", text)
    }

    fn groups_table(&self) -> String {
        let mut table = String::from("| group | operations |\n|---|---|\n");
        for index in 0..self.api.groups.len() {
            let group = &self.names.group(index).function;
            let members =
                (0..self.api.operations.len()).filter(|operation| self.api.operations[*operation].group == index);
            let functions: Vec<String> =
                members.map(|operation| format!("`{}`", self.names.operation(operation).function)).collect();
            table.push_str(&format!("| `client.{group}()` | {} |\n", functions.join(", ")));
        }
        table
    }

    fn token_section(&self) -> String {
        let Some(first) = self.api.security.first() else {
            return "The description declares no credential.\n".to_owned();
        };
        let mut section = format!("`.token(..)` sends the token {}.", place(&first.place));
        if self.api.security.len() > 1 {
            section.push_str(" `.token_as(TokenScheme::.., ..)` chooses another way:\n\n");
            for (index, scheme) in self.api.security.iter().enumerate() {
                section.push_str(&format!("- `TokenScheme::{}`: {}\n", self.names.scheme(index), place(&scheme.place)));
            }
            section.push_str(COMBINATIONS);
        } else {
            section.push('\n');
        }
        section
    }

    fn codes_section(&self) -> String {
        let codes: Vec<String> = self
            .api
            .definitions()
            .filter(|(_, definition)| matches!(definition.shape, Shape::Codes(_)))
            .map(|(id, _)| format!("`{}`", self.names.of_type(id, Form::Received)))
            .collect();
        if codes.is_empty() {
            return String::new();
        }
        format!(
            "\n## Codes\n\nFields that are numbers on the wire have types with a named variant for each code: {}. A code that \
             this version does not know is kept in the variant `Unknown` and sent back as it is. `code()` gives the number, \
             `meaning()` what the description says of it, `ALL` lists the known ones.\n",
            docs::joined(&codes)
        )
    }
}

/// What a client with several tokens sends.
const COMBINATIONS: &str = "\nWhere an operation asks for several at once, or for one of several, the first combination is sent for which \
                            the client has all tokens. `.authorize(TokenScheme::.., token)` on a call sends another token \
                            this once.\n";

fn place(place: &CredentialPlace) -> String {
    match place {
        CredentialPlace::Header(name) => format!("in the header `{}`", single_line(name)),
        CredentialPlace::Query(name) => {
            format!("in the query, as `{}`; less safe, since addresses get logged", single_line(name))
        }
        CredentialPlace::Cookie(name) => format!("in the cookie `{}`", single_line(name)),
        CredentialPlace::Bearer => "as `Authorization: Bearer`".to_owned(),
        CredentialPlace::Basic => "as `Authorization: Basic`; it is written `user:password`".to_owned(),
    }
}
