//! Operations: one file for each group, with its handle, its operations and their answers.

mod answer;
mod operation;
mod pages;
mod put;
mod streams;

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::file::Target;
use super::module::{declarations, gated, operation_imports};
use super::public::{self, Code};
use super::rust_type::Scope;
use super::tokens::{code, doc, ident, runtime_imports};
use super::{EmittedFile, EmittedItem, docs, example};
use crate::base::runtime_item::RuntimeItem;
use crate::rust::ir::{
    Block, Crate, ErrorType, Gate, Group, GroupOperations, GroupRole, HeadersType, Operation, OperationImports,
};

/// The file of the modules and of what operations share.
const API: &str = "src/api/mod.rs";

/// The operations.
pub(super) struct Operations;

impl Target for Operations {
    /// Returns `src/api/mod.rs`.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        if package.client.is_none() {
            return Vec::new();
        }
        let groups = package.groups();
        let submodules = |group: &'a Group| group.submodules.iter().map(|module| (module, &group.gate));
        let mut items = declarations(groups.iter().map(|group| (&group.function, &group.gate)), &quote!(pub));
        items.extend(declarations(groups.iter().flat_map(submodules), &quote!()));
        items.extend(shared_types(package).into_iter().map(EmittedItem::Code));
        let about = quote!(#![doc = " The operations, one module for each group."]);
        vec![EmittedFile::items(API, about, items)]
    }

    fn operations_file<'a>(&self, package: &'a Crate, group: &'a GroupOperations) -> Option<EmittedFile<'a>> {
        Some(group_file(package, group))
    }
}

/// Returns the types that operations share, with their imports.
fn shared_types(package: &Crate) -> Vec<TokenStream> {
    let (errors, headers) = (package.shared_error.iter(), package.shared_headers.iter());
    let imports = errors.clone().map(|error| (&error.gate, OperationImports::of_error(error)));
    let imports = imports.chain(headers.clone().map(|headers| (&headers.gate, OperationImports::of_headers(headers))));
    let imports = shared_imports(&imports.collect::<Vec<_>>(), &package.root(API));
    let blocks = errors.map(ErrorType::public).chain(headers.flat_map(HeadersType::public));
    let print = |block| public::items(package, &block, Scope::ApiRoot, |role| operation::response_type(role, &block));
    let reading = package.shared_error.as_ref().and_then(answer::read_shared);
    imports.into_iter().chain(blocks.flat_map(print)).chain(reading).collect()
}

/// Returns the imports of types, each with the features with which any of them needs it.
fn shared_imports(used: &[(&Gate, OperationImports)], root: &TokenStream) -> Vec<TokenStream> {
    let gate = |names: &dyn Fn(&OperationImports) -> bool| {
        let gates = used.iter().filter(|(_, imports)| names(imports)).map(|(gate, _)| *gate);
        gates.cloned().reduce(Gate::or)
    };
    let items: BTreeSet<RuntimeItem> = used.iter().flat_map(|(_, imports)| imports.runtime.iter().copied()).collect();
    // Crates are lower case. They have their paths here, because a group may have the name of one.
    let items = items.into_iter().filter(|item| item.name().starts_with(char::is_uppercase));
    let mut by_gate: Vec<(Gate, Vec<RuntimeItem>)> = Vec::new();
    for item in items {
        let gate = gate(&|imports| imports.runtime.contains(&item)).unwrap_or_default();
        match by_gate.iter_mut().find(|(other, _)| *other == gate) {
            Some((_, items)) => items.push(item),
            None => by_gate.push((gate, vec![item])),
        }
    }
    let runtime = by_gate.into_iter().flat_map(|(gate, items)| {
        let gate = gated(&gate);
        runtime_imports(items).into_iter().map(move |import| quote!(#gate #import))
    });
    let types = gate(&|imports| imports.has_types).map(|gate| {
        let gate = gated(&gate);
        quote!(#gate use #root::types;)
    });
    runtime.chain(types).collect()
}

fn group_file<'a>(package: &'a Crate, operations: &'a GroupOperations) -> EmittedFile<'a> {
    let group = &operations.group;
    let path = operations.file("api");
    let has_operations = !operations.operations.is_empty();
    // The handle of the group contains the client.
    let has_setters = operations.operations.iter().any(Operation::has_setters);
    let of_client = [
        has_operations.then_some("Call"),
        operations.submodule.is_none().then_some("Client"),
        has_setters.then_some("Setters"),
    ];
    let mut head: Vec<_> = has_operations.then(|| code("use bindery_runtime::http::Method;")).into_iter().collect();
    head.extend(operation_imports(&operations.imports, of_client.into_iter().flatten(), &package.root(&path)));
    let lines = if operations.submodule.is_some() {
        let (module, name) = (ident(&group.function), ident(&group.type_name));
        head.push(quote!(
            use super::#module::#name;
        ));
        vec![format!(" Operations of the group `{}`.", group.function)]
    } else {
        let submodules = group.submodules.iter().map(ident);
        head.extend(submodules.map(|module| quote!(pub use super::#module::*;)));
        head.extend(handle(package, group, &group.public()));
        let mut lines = group.docs.clone();
        docs::add_paragraph(&mut lines, example::of_group(package, group));
        lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") }).collect()
    };
    let functions = Operation::functions(&operations.operations);
    head.extend(functions.iter().flat_map(|block| handle(package, group, block)));
    let items = operations.operations.iter().flat_map(move |operation| operation::items(package, operation));
    EmittedFile::items(path, quote!(#(#![doc = #lines])*), head.into_iter().map(EmittedItem::Code).chain(items))
}

/// The handle of a group, or its functions.
fn handle(package: &Crate, group: &Group, block: &Block<'_, GroupRole<'_>>) -> Vec<TokenStream> {
    public::items(package, block, Scope::Api, |role| match role {
        GroupRole::Handle => {
            let mut lines = group.docs.clone();
            docs::add_paragraph(&mut lines, vec![format!("Returned by [`Client::{}`].", group.function)]);
            let (about, derives) = (doc(&lines), public::derives(block));
            Code::new(quote!(#about #derives), quote!(pub(crate) client: Client))
        }
        GroupRole::Call(operation) => operation::call(operation),
    })
}
