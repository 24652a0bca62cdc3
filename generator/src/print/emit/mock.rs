//! Mock responses for each output, for the in-memory transport: a row for each operation with one kind of response, and
//! an implementation for each of the others.

use quote::quote;

use super::EmittedFile;
use super::file::Target;
use super::module::{operation_modules, operation_path, path_beside};
use super::tokens::literal;
use crate::base::crate_feature::CrateFeature;
use crate::rust::ir::{Content, Crate, GroupOperations, Operation, Output, OutputVariant};

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

    fn operations_file<'a>(&self, package: &'a Crate, group: &'a GroupOperations) -> Option<EmittedFile<'a>> {
        let path = group.file("mock");
        let root = package.root(&path);
        let imports = (!group.operations.is_empty()).then(|| quote!(use #root::api;));
        let about = format!(" The mock responses of the operations of `{}`.", group.group.function);
        let tables = rows(&group.operations).into_iter().chain(group.operations.iter().filter_map(implementation));
        let tables: Vec<String> = tables.collect();
        Some(EmittedFile::tables(path, quote!(#![doc = #about]), imports, tables))
    }
}

fn root(package: &Crate) -> EmittedFile<'_> {
    let about = quote!(#![doc = " Mock responses, for tests without a server."]);
    EmittedFile::items("src/mock/mod.rs", about, operation_modules(package.groups()))
}

/// `responses! { api::story::ListStories => json 200, }`
fn rows(operations: &[Operation]) -> Option<String> {
    let rows = operations.iter().filter_map(|operation| {
        let response = match &operation.output {
            Output::Nothing => "nothing 204".to_owned(),
            Output::Undeclared => "raw 200".to_owned(),
            Output::One(content, media_type) => described(200, content, media_type.as_deref()),
            Output::Several(_) => return None,
        };
        Some(format!("    {} => {response},\n", operation_path(operation)))
    });
    let rows: String = rows.collect();
    (!rows.is_empty()).then(|| format!("bindery_runtime::responses! {{\n{rows}}}\n"))
}

/// A response as it is in a row: its form, status and media type.
fn described(status: u16, content: &Content, media_type: Option<&str>) -> String {
    let (form, media_type) = form(content, media_type);
    format!("{form} {status}{}", media_type.map(|text| format!(" {text}")).unwrap_or_default())
}

/// The implementation for an operation with several kinds of responses.
fn implementation(operation: &Operation) -> Option<String> {
    let Output::Several(output) = &operation.output else { return None };
    let ty = path_beside(operation, &output.name);
    let arms: String = output.variants.iter().map(|variant| arm(&ty, variant)).collect();
    Some(format!(
        "impl bindery_runtime::MockOperation for {} {{\n    fn response(output: &Self::Output) -> bindery_runtime::Response {{\n        \
         match output {{\n{arms}        }}\n    }}\n}}\n",
        operation_path(operation)
    ))
}

fn arm(ty: &str, variant: &OutputVariant) -> String {
    let (name, status) = (&variant.name, variant.usual_status());
    let Some(content) = &variant.content else {
        return format!("            {ty}::{name} => bindery_runtime::mock::nothing({status}),\n");
    };
    let (form, media_type) = form(content, variant.media_type.as_deref());
    let media_type = media_type.map(|text| format!("{text}, ")).unwrap_or_default();
    let body = if form == CONTENT { "body.clone()" } else { "body" };
    format!("            {ty}::{name}(body) => bindery_runtime::mock::{form}({status}, {media_type}{body}),\n")
}

/// The function of the runtime crate for a response without structure.
const CONTENT: &str = "content";

/// The function of the runtime crate that makes a response with this content, and the media type if it takes one.
fn form(content: &Content, media_type: Option<&str>) -> (&'static str, Option<String>) {
    let media_type = || Some(literal(media_type.unwrap_or_default()));
    match content {
        Content::Json(_) | Content::JsonText(_) => ("json", None),
        Content::Lines(_) => ("lines", media_type()),
        Content::Text | Content::Bytes => (CONTENT, media_type()),
    }
}
