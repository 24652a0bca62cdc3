//! What a server answers that means an output or a refusal, for the transport in memory. It is plain text, since there is a
//! line of it for each answer of each operation.

use proc_macro2::TokenStream;
use quote::quote;

use super::api::answer_kinds;
use super::{EmittedFile, Emitter, ident, literal};
use crate::facts::{ErrorVariant, Form, Module};
use crate::ident::value_name;
use crate::model::{Content, Response, StatusMatch, Success};

impl<'a> Emitter<'a> {
    /// `src/mock/mod.rs`, and a file for each group.
    pub(super) fn mock_files(&self) -> Vec<EmittedFile<'a>> {
        let groups = 0..self.api.groups.len();
        let mut modules: Vec<&str> = groups.map(|group| self.names.group(group).function.as_str()).collect();
        modules.sort_unstable();
        let modules = modules.into_iter().map(ident).map(|module| quote!(mod #module;));
        let about = quote!(#![doc = " What a server answers, for tests without one."]);
        let shared = self.shared_refusals();
        let mut items: Vec<TokenStream> = modules.collect();
        if !shared.is_empty() {
            items.insert(
                0,
                quote!(
                    use crate::api;
                ),
            );
            items.insert(
                1,
                quote!(
                    use crate::runtime::mock;
                ),
            );
            items.insert(
                2,
                quote!(
                    use crate::runtime::Response;
                ),
            );
        }
        let mut files = vec![EmittedFile::tables("src/mock/mod.rs", about, items, shared)];
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
        let (answer, used) = self.answer(index);
        let output = if used { "output" } else { "_output" };
        format!(
            "impl Answers for {ty} {{\n    fn answer({output}: &Self::Output) -> Response {{\n        {answer}\n    }}\n\n    \
             fn refusal(error: &Self::Error) -> Response {{\n        {}\n    }}\n}}\n",
            self.refusal(index)
        )
    }

    /// The expression for an output, and whether it looks at it.
    fn answer(&self, index: usize) -> (String, bool) {
        let operation = &self.api.operations[index];
        let media_type = operation.accept.first().map_or("", String::as_str);
        match &operation.success {
            Success::Nothing => ("mock::nothing(204)".to_owned(), false),
            Success::Undeclared => {
                ("mock::content(200, \"application/octet-stream\", output.bytes().clone())".to_owned(), true)
            }
            Success::One(content) => (answered(200, media_type, content, "output", ""), true),
            Success::Several(responses) => {
                let output = self.own_path(index, &self.names.operation(index).output_type);
                let arms =
                    answer_kinds(self.names.operation(index), responses).into_iter().map(|(variant, response)| {
                        let status = status(response.status, 200);
                        match &response.content {
                            Some(content) => {
                                let boxed = if self.is_boxed(response) { ".as_ref()" } else { "" };
                                let media_type = response.media_type.as_deref().unwrap_or_default();
                                let answer = answered(status, media_type, content, "body", boxed);
                                format!("            {output}::{variant}(body) => {answer},\n")
                            }
                            None => format!("            {output}::{variant} => mock::nothing({status}),\n"),
                        }
                    });
                (format!("match output {{\n{}        }}", arms.collect::<String>()), true)
            }
        }
    }

    fn is_boxed(&self, response: &Response) -> bool {
        matches!(&response.content, Some(Content::Json(ty)) if self.is_large(ty, Form::Received))
    }

    fn refusal(&self, index: usize) -> String {
        let refusals = &self.api.operations[index].refusals;
        if refusals.is_empty() {
            return "match *error {}".to_owned();
        }
        let other = self.other_status(index);
        if let (name, true) = self.error_name(index) {
            let other = other.map(|status| format!(", {status}")).unwrap_or_default();
            return format!("super::{}(error{other})", value_name(&name));
        }
        let other = other.map(|status| status.to_string()).unwrap_or_default();
        self.refused(
            &self.own_path(index, &self.names.operation(index).error_type),
            &self.facts.errors.variants_of(index),
            &other,
            "        ",
        )
    }

    /// The status that an operation takes for `Other`, where its error type has that.
    fn other_status(&self, index: usize) -> Option<u16> {
        let variants = self.facts.errors.variants_of(index);
        variants.iter().find(|variant| variant.kind == StatusMatch::Default)?;
        let refusals = &self.api.operations[index].refusals;
        let kind = |at: usize| self.facts.errors.kind(index, at);
        let own = refusals.iter().enumerate().find(|(at, _)| kind(*at) == StatusMatch::Default);
        let own = own.map_or(StatusMatch::Default, |(_, refusal)| refusal.status);
        Some(refusing(own, &refusals.iter().map(|refusal| refusal.status).collect::<Vec<_>>()))
    }

    /// A function for each error type that operations share.
    fn shared_refusals(&self) -> Vec<String> {
        let shared = self.facts.errors.shared.iter().enumerate();
        let functions = shared.map(|(index, error)| {
            let name = self.names.error(index);
            let has_other = error.variants.iter().any(|variant| variant.kind == StatusMatch::Default);
            let other = if has_other { ", other: u16" } else { "" };
            let body = self.refused(&format!("api::{name}"), &error.variants, "other", "    ");
            format!("fn {}(error: &api::{name}{other}) -> Response {{\n    {body}\n}}\n", value_name(name))
        });
        functions.collect()
    }

    /// The expression for the response that means an error; `other` is the status for `Other`.
    fn refused(&self, ty: &str, variants: &[ErrorVariant], other: &str, indent: &str) -> String {
        let kinds: Vec<StatusMatch> = variants.iter().map(|variant| variant.kind).collect();
        let arms = variants.iter().map(|variant| {
            let name = self.error_variant_name(variant);
            let status = match variant.kind {
                StatusMatch::Default => other.to_owned(),
                kind => refusing(kind, &kinds).to_string(),
            };
            match self.error_body(variant) {
                Some(_) => format!("{indent}    {ty}::{name}(body) => mock::json_or_nothing({status}, body),\n"),
                None => format!("{indent}    {ty}::{name} => mock::nothing({status}),\n"),
            }
        });
        format!("match error {{\n{}{indent}}}", arms.collect::<String>())
    }
}

/// The expression for an answer with a body.
fn answered(status: u16, media_type: &str, content: &Content, value: &str, boxed: &str) -> String {
    match content {
        Content::Json(_) => format!("mock::json({status}, {value}{boxed})"),
        Content::Text | Content::Bytes => format!("mock::content({status}, {}, {value}.clone())", literal(media_type)),
    }
}

/// The first status that is read as this one and as none of the others, and that is not tried again.
fn refusing(matched: StatusMatch, all_matched: &[StatusMatch]) -> u16 {
    let all = match matched {
        StatusMatch::Code(code) => return code,
        StatusMatch::Class(class) => class * 100..=class * 100 + 99,
        StatusMatch::Default => 400..=599,
    };
    let others = |status: u16| {
        let mut others = all_matched.iter().filter(|other| **other != matched);
        others.any(|other| match other {
            StatusMatch::Code(code) => *code == status,
            StatusMatch::Class(class) => matched == StatusMatch::Default && *class == status / 100,
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
