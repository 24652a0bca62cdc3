//! Operations: one file for each group, with its handle, its operations and their answers.

mod answer;
mod operation;
mod pages;
mod put;
mod streams;

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;

use super::file::Target;
use super::module::{each_group, gated, operation_imports, submodules};
use super::public::{self, Code};
use super::rust_type::Scope;
use super::tokens::{code, doc, ident, runtime_imports};
use super::{EmittedFile, EmittedItem, docs, example};
use crate::ir::{Crate, ErrorType, Group, GroupOperations, Operation, OperationImports};

/// The operations.
pub(super) struct Operations;

impl Target for Operations {
    /// Returns `src/api/mod.rs`.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        if package.client.is_none() {
            return Vec::new();
        }
        let modules = each_group(package.groups(), |gate, name| quote!(#gate pub mod #name;));
        let submodules = submodules(package.groups());
        let shared = package.shared_error.as_ref().map(|error| shared(package, error)).unwrap_or_default();
        let about = quote!(#![doc = " The operations, one module for each group."]);
        vec![EmittedFile::items("src/api/mod.rs", about, modules.into_iter().chain(submodules).chain(shared))]
    }

    fn operations_file<'a>(&self, package: &'a Crate, group: &Rc<GroupOperations>) -> Option<EmittedFile<'a>> {
        Some(group_file(package, Rc::clone(group)))
    }
}

/// Returns the error type that operations share, with its imports.
fn shared(package: &Crate, error: &ErrorType) -> Vec<TokenStream> {
    let (gate, imports) = (gated(&error.gate), OperationImports::of_error(error));
    // Crates are lower case. They have their paths here, because a group may have the name of one.
    let types_only = imports.runtime.iter().copied().filter(|item| item.name().starts_with(char::is_uppercase));
    let runtime = runtime_imports(types_only).into_iter().map(|import| quote!(#gate #import));
    let types = imports.has_types.then(|| quote!(#gate use crate::types;));
    let block = error.public();
    let items = public::items(package, &block, Scope::ApiRoot, |_| operation::error_type(error, &block));
    runtime.chain(types).chain(items).collect()
}

fn group_file<'a>(package: &'a Crate, operations: Rc<GroupOperations>) -> EmittedFile<'a> {
    let group = &operations.group;
    let has_operations = !operations.operations.is_empty();
    // The handle of the group contains the client.
    let has_setters = operations.operations.iter().any(Operation::has_setters);
    let of_client = [
        has_operations.then_some("Call"),
        operations.submodule.is_none().then_some("Client"),
        has_setters.then_some("Setters"),
    ];
    let mut head: Vec<_> = has_operations.then(|| code("use bindery_runtime::http::Method;")).into_iter().collect();
    head.extend(operation_imports(&operations.imports, of_client.into_iter().flatten()));
    let lines = if operations.submodule.is_some() {
        let (module, name) = (ident(&group.function), ident(&group.type_name));
        head.push(quote!(
            use super::#module::#name;
        ));
        vec![format!(" Operations of the group `{}`.", group.function)]
    } else {
        let submodules = group.submodules.iter().map(ident);
        head.extend(submodules.map(|module| quote!(pub use super::#module::*;)));
        head.extend(handle(package, group));
        let mut lines = group.docs.clone();
        docs::add_paragraph(&mut lines, example::of_group(package, group));
        lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") }).collect()
    };
    head.extend(operation::functions(package, &operations.operations));
    let (path, attributes) = (operations.file("api"), quote!(#(#![doc = #lines])*));
    let items = (0..operations.operations.len())
        .flat_map(move |index| operation::items(package, &operations.operations[index]));
    EmittedFile::items(path, attributes, head.into_iter().map(EmittedItem::Code).chain(items))
}

fn handle(package: &Crate, group: &Group) -> Vec<TokenStream> {
    let mut lines = group.docs.clone();
    docs::add_paragraph(&mut lines, vec![format!("Returned by [`Client::{}`].", group.function)]);
    let block = group.public();
    let (about, derives) = (doc(&lines), public::derives(&block));
    let client = quote!(pub(crate) client: Client);
    public::items(package, &block, Scope::Api, |_| Code::new(quote!(#about #derives), client.clone()))
}
