//! Mock responses for each output and error response, for the in-memory transport. They are emitted as plain text,
//! because each response of each operation has a line.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;

use super::EmittedFile;
use super::file::Target;
use super::module::{gated, gated_text, operation_modules, operation_path, path_beside};
use super::tokens::literal;
use crate::crate_feature::CrateFeature;
use crate::ident::value_name;
use crate::ir::{Content, Crate, ErrorType, Failure, Gate, GroupOperations, Operation, Output, OutputVariant};

/// The module of mock responses.
pub(super) struct Mock;

impl Target for Mock {
    fn feature(&self) -> Option<CrateFeature> {
        Some(CrateFeature::Mock)
    }

    /// Returns `src/mock/mod.rs`.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        vec![root(package)]
    }

    fn operations_file<'a>(&self, _: &'a Crate, group: &Rc<GroupOperations>) -> Option<EmittedFile<'a>> {
        let has_operations = !group.operations.is_empty();
        let imports = if has_operations { imports(Some(&quote!(mock::{self, MockOperation}))) } else { Vec::new() };
        let about = format!(" The mock responses of the operations of `{}`.", group.group.function);
        let (path, group) = (group.file("mock"), Rc::clone(group));
        let tables = (0..group.operations.len()).map(move |index| answers(&group.operations[index]));
        Some(EmittedFile::tables(path, quote!(#![doc = #about]), imports, tables))
    }
}

fn root(package: &Crate) -> EmittedFile<'_> {
    let errors = &package.shared_errors;
    let shared = errors.iter().map(|error| shared_error_response(error, package.groups_are_features));
    let modules = operation_modules(package.groups());
    let gate = gated(&Gate::of_any(errors.iter().map(|error| error.gate.clone())));
    let responds = errors.iter().any(|error| !error.variants.is_empty());
    let imports = if errors.is_empty() { Vec::new() } else { imports(responds.then(|| quote!(mock)).as_ref()) };
    let imports = imports.into_iter().map(|import| quote!(#gate #import));
    let items: Vec<TokenStream> = imports.chain(modules).collect();
    let about = quote!(#![doc = " Mock responses, for tests without a server."]);
    EmittedFile::tables("src/mock/mod.rs", about, items, shared)
}

fn imports(mock: Option<&TokenStream>) -> Vec<TokenStream> {
    let mock = mock.map(|mock| quote!(use crate::runtime::#mock;));
    let api = quote!(
        use crate::api;
    );
    let response = quote!(
        use crate::runtime::Response;
    );
    [Some(api), Some(response), mock].into_iter().flatten().collect()
}

fn answers(operation: &Operation) -> String {
    let ty = operation_path(operation);
    let (answer, used) = answer(operation);
    let output = if used { "output" } else { "_output" };
    format!(
        "impl MockOperation for {ty} {{\n    fn response({output}: &Self::Output) -> Response {{\n        {answer}\n    }}\n\n    \
         fn error_response(error: &Self::Error) -> Response {{\n        {}\n    }}\n}}\n",
        error_response(operation)
    )
}

/// The expression for an output, and whether it looks at it.
fn answer(operation: &Operation) -> (String, bool) {
    match &operation.output {
        Output::Nothing => ("mock::nothing(204)".to_owned(), false),
        Output::Undeclared => {
            ("mock::content(200, \"application/octet-stream\", output.bytes().clone())".to_owned(), true)
        }
        Output::One(content, media_type) => {
            (answered(200, media_type.as_deref().unwrap_or_default(), content, "output", ""), true)
        }
        Output::Several(output) => {
            let ty = path_beside(operation, &output.name);
            let arms: String = output.variants.iter().map(|variant| answer_arm(&ty, variant)).collect();
            (format!("match output {{\n{arms}        }}"), true)
        }
    }
}

fn answer_arm(ty: &str, variant: &OutputVariant) -> String {
    let (name, status) = (&variant.name, variant.usual_status());
    match &variant.content {
        Some(content) => {
            let boxed = if variant.is_boxed { ".as_ref()" } else { "" };
            let answer = answered(status, variant.media_type.as_deref().unwrap_or_default(), content, "body", boxed);
            format!("            {ty}::{name}(body) => {answer},\n")
        }
        None => format!("            {ty}::{name} => mock::nothing({status}),\n"),
    }
}

/// The expression for an answer with a body.
fn answered(status: u16, media_type: &str, content: &Content, value: &str, boxed: &str) -> String {
    match content {
        Content::Json(_) | Content::JsonText(_) => {
            format!("mock::json({status}, {value}{boxed})")
        }
        Content::Lines(_) => {
            format!("mock::lines({status}, {}, {value})", literal(media_type))
        }
        Content::Text | Content::Bytes => format!("mock::content({status}, {}, {value}.clone())", literal(media_type)),
    }
}

fn error_response(operation: &Operation) -> String {
    match &operation.failure {
        Failure::Shared(name, other) => {
            let other = other.map(|status| format!(", {status}")).unwrap_or_default();
            format!("super::{}(error{other})", value_name(name))
        }
        Failure::Own(error, other) => {
            let other = other.map(|status| status.to_string()).unwrap_or_default();
            error_match(&path_beside(operation, &error.name), error, &other, "        ")
        }
    }
}

/// A function for an error type that operations share.
fn shared_error_response(error: &ErrorType, are_features: bool) -> String {
    let name = &error.name;
    let other = if error.has_other() { ", other: u16" } else { "" };
    let body = error_match(&format!("api::{name}"), error, "other", "    ");
    // What is there with each of many groups is there with none of them.
    let gate = if are_features && error.gate.is_open() {
        "#[allow(dead_code, reason = \"it is for the groups whose features are enabled\")]\n".to_owned()
    } else {
        gated_text(&error.gate)
    };
    format!("{gate}fn {}(error: &api::{name}{other}) -> Response {{\n    {body}\n}}\n", value_name(name))
}

/// The expression for the response that means an error; `other` is the status for what has none of its own.
fn error_match(ty: &str, error: &ErrorType, other: &str, indent: &str) -> String {
    let arms = error.variants.iter().map(|variant| {
        let (name, status) =
            (&variant.name, variant.status.map_or_else(|| other.to_owned(), |status| status.to_string()));
        if variant.has_body() {
            format!("{indent}    {ty}::{name}(body) => mock::json_or_nothing({status}, body),\n")
        } else {
            format!("{indent}    {ty}::{name}(_) => mock::nothing({status}),\n")
        }
    });
    if error.variants.is_empty() {
        return "match *error {}".to_owned();
    }
    format!("match error {{\n{}{indent}}}", arms.collect::<String>())
}
