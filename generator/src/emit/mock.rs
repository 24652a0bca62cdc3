//! Mock responses for each output, for the in-memory transport. They are emitted as plain text,
//! because each response of each operation has a line.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;

use super::EmittedFile;
use super::file::Target;
use super::module::{operation_modules, operation_path, path_beside};
use super::tokens::{code, literal};
use crate::crate_feature::CrateFeature;
use crate::ir::{Content, Crate, GroupOperations, Operation, Output, OutputVariant};

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
        let imports = if has_operations { imports() } else { Vec::new() };
        let about = format!(" The mock responses of the operations of `{}`.", group.group.function);
        let (path, group) = (group.file("mock"), Rc::clone(group));
        let tables = (0..group.operations.len()).map(move |index| answers(&group.operations[index]));
        Some(EmittedFile::tables(path, quote!(#![doc = #about]), imports, tables))
    }
}

fn root(package: &Crate) -> EmittedFile<'_> {
    let about = quote!(#![doc = " Mock responses, for tests without a server."]);
    EmittedFile::items("src/mock/mod.rs", about, operation_modules(package.groups()))
}

fn imports() -> Vec<TokenStream> {
    vec![
        code("use crate::api;"),
        code("use bindery_runtime::Response;"),
        code("use bindery_runtime::mock::{self, MockOperation};"),
    ]
}

fn answers(operation: &Operation) -> String {
    let ty = operation_path(operation);
    let (answer, used) = answer(operation);
    let output = if used { "output" } else { "_output" };
    format!(
        "impl MockOperation for {ty} {{\n    fn response({output}: &Self::Output) -> Response {{\n        {answer}\n    }}\n}}\n"
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
            (answered(200, media_type.as_deref().unwrap_or_default(), content, "output"), true)
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
            let answer = answered(status, variant.media_type.as_deref().unwrap_or_default(), content, "body");
            format!("            {ty}::{name}(body) => {answer},\n")
        }
        None => format!("            {ty}::{name} => mock::nothing({status}),\n"),
    }
}

/// The expression for an answer with a body.
fn answered(status: u16, media_type: &str, content: &Content, value: &str) -> String {
    match content {
        Content::Json(_) | Content::JsonText(_) => {
            format!("mock::json({status}, {value})")
        }
        Content::Lines(_) => {
            format!("mock::lines({status}, {}, {value})", literal(media_type))
        }
        Content::Text | Content::Bytes => format!("mock::content({status}, {}, {value}.clone())", literal(media_type)),
    }
}
