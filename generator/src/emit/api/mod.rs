//! Operations: one file for each group, with its handle, its operations and their answers.

mod answer;
mod body;
mod call;
mod error;
mod operation;
mod pages;
mod put;
mod streams;

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::module::gated;
use super::{EmittedFile, Target, doc, docs, ident};
use crate::ident::unraw;
use crate::ir::{ErrorType, Gate, Group, SharedBody};
use crate::resolve::{OperationImports, Resolver};

/// The operations.
pub(super) struct Operations;

impl Target for Operations {
    /// `src/api/mod.rs` and one file for each group.
    fn files<'a>(&self, resolver: Resolver<'a>) -> Vec<EmittedFile<'a>> {
        let groups = resolver.groups();
        if groups.is_empty() {
            return Vec::new();
        }
        let mut names: Vec<(String, TokenStream)> =
            groups.iter().map(|group| (group.function.clone(), gated(&group.gate))).collect();
        names.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let mut files: Vec<EmittedFile<'_>> = groups.into_iter().map(|group| group_file(resolver, group)).collect();
        let modules = names.into_iter().map(|(name, gate)| {
            let name = ident(name);
            quote!(#gate pub mod #name;)
        });
        let shared = shared(&resolver.shared_bodies(), &resolver.shared_errors());
        let about = quote!(#![doc = " The operations, one module for each group."]);
        files.push(EmittedFile::items("src/api/mod.rs", about, modules.chain(shared).collect::<Vec<_>>()));
        files
    }
}

/// `#[derive(Clone, Debug)]`, and `PartialEq` where what is held has that.
fn derives(is_comparable: bool) -> TokenStream {
    let compared = is_comparable.then(|| quote!(, PartialEq));
    quote!(#[derive(Clone, Debug #compared)])
}

/// The enumerations that operations share, with what they import.
fn shared(bodies: &[SharedBody], errors: &[ErrorType]) -> Vec<TokenStream> {
    let of_bodies = bodies.iter().map(|shared| (&shared.gate, OperationImports::of_body(&shared.body)));
    let of_errors = errors.iter().map(|error| (&error.gate, OperationImports::of_error(error)));
    let used: Vec<(&Gate, OperationImports)> = of_bodies.chain(of_errors).collect();
    let gate = |uses: &dyn Fn(&OperationImports) -> bool| {
        let using = used.iter().filter(|(_, imports)| uses(imports));
        gated(&Gate::of_any(using.map(|(gate, _)| (*gate).clone())))
    };
    let named: BTreeSet<&str> = used.iter().flat_map(|(_, imports)| imports.support.iter().copied()).collect();
    let support = named.into_iter().map(|name| {
        let (gate, name) = (gate(&|imports| imports.support.contains(name)), ident(name));
        quote!(#gate use crate::runtime::#name;)
    });
    let types = used.iter().any(|(_, imports)| imports.has_types).then(|| {
        let gate = gate(&|imports| imports.has_types);
        quote!(#gate use crate::types;)
    });
    let bytes = used.iter().any(|(_, imports)| imports.has_bytes).then(|| {
        let gate = gate(&|imports| imports.has_bytes);
        quote!(#gate use bytes::Bytes;)
    });
    let imports = support.chain(types).chain(bytes);
    let items = bodies.iter().flat_map(body::shared).chain(errors.iter().map(error::enumeration));
    imports.chain(items).collect()
}

fn group_file<'a>(resolver: Resolver<'a>, group: Group) -> EmittedFile<'a> {
    let mut used = OperationImports::of_operations();
    let mut shared: BTreeSet<String> = BTreeSet::new();
    let functions = resolver.operations(&group).map(|operation| {
        used.add(&operation);
        shared.extend(operation.body_input().filter(|(_, body)| body.is_shared).map(|(_, body)| body.choice.clone()));
        operation::function(&operation)
    });
    let handle = handle(&group, functions.collect());
    let mut head = imports(&used);
    head.push(quote!(
        use http::Method;
    ));
    // Who calls an operation finds what it is given beside it.
    head.extend(shared.into_iter().map(ident).map(|name| quote!(pub use super::#name;)));
    head.extend(handle);
    let lines = group.docs.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    let (path, attributes) = (group.file("api"), quote!(#(#![doc = #lines])*));
    // Operations are made once more, one at a time: all of a large group together take much room.
    let items = group.into_indexes().flat_map(move |index| operation::items(&resolver.operation(index)));
    EmittedFile::items(path, attributes, head.into_iter().chain(items))
}

fn imports(used: &OperationImports) -> Vec<TokenStream> {
    let support = used.support.iter().map(ident);
    let support = quote!(use crate::runtime::{#(#support),*};);
    let types = used.has_types.then(|| {
        quote!(
            use crate::types;
        )
    });
    let bytes = used.has_bytes.then(|| {
        quote!(
            use bytes::Bytes;
        )
    });
    [support].into_iter().chain(types).chain(bytes).collect()
}

fn handle(group: &Group, functions: Vec<TokenStream>) -> [TokenStream; 2] {
    let name = ident(&group.type_name);
    let mut lines = group.docs.clone();
    docs::add_paragraph(&mut lines, vec![format!("[`Client::{}`] gives it.", unraw(&group.function))]);
    let about = doc(&lines);
    [
        quote! {
            #about
            #[derive(Clone, Debug)]
            pub struct #name { pub(crate) client: Client }
        },
        quote! {
            impl #name {
                #(#functions)*
            }
        },
    ]
}
