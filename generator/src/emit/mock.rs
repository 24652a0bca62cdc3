//! What a server answers that means an output or a refusal, for the transport in memory. It is plain text, since there is a
//! line of it for each answer of each operation.

use quote::quote;

use super::api::answer_kinds;
use super::{EmittedFile, Emitter, ident, literal};
use crate::facts::{Form, Module};
use crate::model::{Content, Refusal, Response, StatusMatch, Success};
use crate::names::status_name;

impl<'a> Emitter<'a> {
    /// `src/mock/mod.rs`, and a file for each group.
    pub(super) fn mock_files(&self) -> Vec<EmittedFile<'a>> {
        let groups = 0..self.api.groups.len();
        let mut modules: Vec<&str> = groups.map(|group| self.names.group(group).function.as_str()).collect();
        modules.sort_unstable();
        let modules = modules.into_iter().map(ident).map(|module| quote!(mod #module;));
        let about = quote!(#![doc = " What a server answers, for tests without one."]);
        let mut files = vec![EmittedFile::items("src/mock/mod.rs", about, modules.collect::<Vec<_>>())];
        for (group, indexes) in self.api.operations_by_group().into_iter().enumerate() {
            let tables: Vec<String> = indexes.into_iter().map(|index| self.answers(index)).collect();
            let imports = vec![
                quote!(
                    use crate::api;
                ),
                quote!(
                    use crate::runtime::mock::{self, Answers};
                ),
                quote!(
                    use crate::runtime::Response;
                ),
            ];
            let about = format!(
                " What the operations of `{}` are answered with.",
                self.bindings.module_name(Module::Group(group))
            );
            let path = self.group_file("mock", group);
            files.push(EmittedFile::tables(path, quote!(#![doc = #about]), imports, tables));
        }
        files
    }

    fn answers(&self, index: usize) -> String {
        let ty = self.operation_path(index);
        let (answer, used) = self.answer(index, &ty);
        let output = if used { "output" } else { "_output" };
        format!(
            "impl Answers for {ty} {{\n    fn answer({output}: &Self::Output) -> Response {{\n        {answer}\n    }}\n\n    \
             fn refusal(error: &Self::Error) -> Response {{\n        {}\n    }}\n}}\n",
            self.refusal(index, &ty)
        )
    }

    /// The expression for an output, and whether it looks at it.
    fn answer(&self, index: usize, ty: &str) -> (String, bool) {
        let operation = &self.api.operations[index];
        let media_type = operation.accept.first().map_or("", String::as_str);
        match &operation.success {
            Success::Nothing => ("mock::nothing(204)".to_owned(), false),
            Success::Undeclared => {
                ("mock::content(200, \"application/octet-stream\", output.bytes().clone())".to_owned(), true)
            }
            Success::One(content) => (answered(200, media_type, content, "output", ""), true),
            Success::Several(responses) => {
                let arms = answer_kinds(responses).into_iter().map(|(variant, response)| {
                    let status = status(response.status, 200);
                    match &response.content {
                        Some(content) => {
                            let boxed = if self.is_boxed(response) { ".as_ref()" } else { "" };
                            let media_type = response.media_type.as_deref().unwrap_or_default();
                            let answer = answered(status, media_type, content, "body", boxed);
                            format!("            {ty}Output::{variant}(body) => {answer},\n")
                        }
                        None => format!("            {ty}Output::{variant} => mock::nothing({status}),\n"),
                    }
                });
                (format!("match output {{\n{}        }}", arms.collect::<String>()), true)
            }
        }
    }

    fn is_boxed(&self, response: &Response) -> bool {
        matches!(&response.content, Some(Content::Json(ty)) if self.is_large(ty, Form::Received))
    }

    fn refusal(&self, index: usize, ty: &str) -> String {
        let refusals = &self.api.operations[index].refusals;
        if refusals.is_empty() {
            return "match *error {}".to_owned();
        }
        let arms = refusals.iter().map(|refusal| {
            let (variant, status) = (status_name(refusal.status), refusing(refusal.status, refusals));
            match &refusal.body {
                Some(_) => {
                    format!("            {ty}Error::{variant}(body) => mock::json_or_nothing({status}, body),\n")
                }
                None => format!("            {ty}Error::{variant} => mock::nothing({status}),\n"),
            }
        });
        format!("match error {{\n{}        }}", arms.collect::<String>())
    }
}

/// The expression for an answer with a body.
fn answered(status: u16, media_type: &str, content: &Content, value: &str, boxed: &str) -> String {
    match content {
        Content::Json(_) => format!("mock::json({status}, {value}{boxed})"),
        Content::Text | Content::Bytes => format!("mock::content({status}, {}, {value}.clone())", literal(media_type)),
    }
}

/// The first status that is read as this refusal and as none of the others, and that is not tried again.
fn refusing(matched: StatusMatch, refusals: &[Refusal]) -> u16 {
    let all = match matched {
        StatusMatch::Code(code) => return code,
        StatusMatch::Class(class) => class * 100..=class * 100 + 99,
        StatusMatch::Default => 400..=599,
    };
    let others = |status: u16| {
        let mut others = refusals.iter().filter(|other| other.status != matched);
        others.any(|other| match other.status {
            StatusMatch::Code(code) => code == status,
            StatusMatch::Class(class) => matched == StatusMatch::Default && class == status / 100,
            StatusMatch::Default => false,
        })
    };
    let tried_again = |status| matches!(status, 408 | 425 | 429 | 500 | 502..=504);
    let first = *all.start();
    all.into_iter().find(|status| !others(*status) && !tried_again(*status)).unwrap_or(first)
}

/// A status that matches.
fn status(matched: StatusMatch, usual: u16) -> u16 {
    match matched {
        StatusMatch::Code(code) => code,
        StatusMatch::Class(class) => class * 100,
        StatusMatch::Default => usual,
    }
}
