//! Operations: one file for each group, with its handle, its operations and their answers.

mod answer;
mod body;
mod call;
mod error;
mod operation;
mod pages;
mod put;
mod streams;

use proc_macro2::TokenStream;
use quote::quote;

use super::module::gated;
use super::{EmittedFile, Target, doc, docs, ident};
use crate::bindings::{Bindings, ErrorType, Gate, Group, OperationImports};
use crate::ident::unraw;

/// The operations.
pub(super) struct Operations;

impl Target for Operations {
    /// `src/api/mod.rs` and one file for each group.
    fn files<'a>(&self, bindings: Bindings<'a>) -> Vec<EmittedFile<'a>> {
        let groups = bindings.groups();
        let mut names: Vec<(&str, TokenStream)> =
            groups.iter().map(|group| (group.function, gated(&group.gate))).collect();
        names.sort_unstable_by_key(|(name, _)| *name);
        let mut files: Vec<EmittedFile<'_>> = groups.into_iter().map(|group| group_file(bindings, group)).collect();
        let modules = names.into_iter().map(|(name, gate)| {
            let name = ident(name);
            quote!(#gate pub mod #name;)
        });
        let errors = shared_errors(&bindings.shared_errors());
        let about = quote!(#![doc = " The operations, one module for each group."]);
        files.push(EmittedFile::items("src/api/mod.rs", about, modules.chain(errors).collect::<Vec<_>>()));
        files
    }
}

/// `#[derive(Clone, Debug)]`, and `PartialEq` where what is held has that.
fn derives(is_comparable: bool) -> TokenStream {
    let compared = is_comparable.then(|| quote!(, PartialEq));
    quote!(#[derive(Clone, Debug #compared)])
}

/// The enumerations that operations share, with what they import.
fn shared_errors(errors: &[ErrorType<'_>]) -> Vec<TokenStream> {
    let used: Vec<(&ErrorType<'_>, OperationImports)> =
        errors.iter().map(|error| (error, OperationImports::of_errors(std::slice::from_ref(error)))).collect();
    let gate = |uses: fn(&OperationImports) -> bool| {
        let using = used.iter().filter(|(_, imports)| uses(imports));
        gated(&Gate::of_any(using.map(|(error, _)| error.gate.clone())))
    };
    let gates = ImportGates {
        support: gate(|imports| !imports.support.is_empty()),
        types: gate(|imports| imports.has_types),
        bytes: gate(|imports| imports.has_bytes),
    };
    let imports = imports(&OperationImports::of_errors(errors), &gates);
    imports.into_iter().chain(errors.iter().map(error::enumeration)).collect()
}

fn group_file<'a>(bindings: Bindings<'a>, group: Group<'a>) -> EmittedFile<'a> {
    let mut used = OperationImports::of_operations();
    let functions = bindings.operations(&group).map(|operation| {
        used.add(&operation);
        operation::function(&operation)
    });
    let handle = handle(&group, functions.collect());
    let mut head = imports(&used, &ImportGates::default());
    head.push(quote!(
        use http::Method;
    ));
    head.extend(handle);
    let lines = group.docs.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    let (path, attributes) = (group.file("api"), quote!(#(#![doc = #lines])*));
    // Operations are made once more, one at a time: all of a large group together take much room.
    let items = group.into_indexes().flat_map(move |index| operation::items(&bindings.operation(index)));
    EmittedFile::items(path, attributes, head.into_iter().chain(items))
}

/// The conditions under which imports are of use.
#[derive(Default)]
struct ImportGates {
    support: TokenStream,
    types: TokenStream,
    bytes: TokenStream,
}

fn imports(used: &OperationImports, gates: &ImportGates) -> Vec<TokenStream> {
    let support = (!used.support.is_empty()).then(|| {
        let (gate, support) = (&gates.support, used.support.iter().map(|name| ident(name)));
        quote!(#gate use crate::runtime::{#(#support),*};)
    });
    let types = used.has_types.then(|| {
        let gate = &gates.types;
        quote!(#gate use crate::types;)
    });
    let bytes = used.has_bytes.then(|| {
        let gate = &gates.bytes;
        quote!(#gate use bytes::Bytes;)
    });
    support.into_iter().chain(types).chain(bytes).collect()
}

fn handle(group: &Group<'_>, functions: Vec<TokenStream>) -> [TokenStream; 2] {
    let name = ident(group.type_name);
    let mut lines = group.docs.clone();
    docs::add_paragraph(&mut lines, vec![format!("[`Client::{}`] gives it.", unraw(group.function))]);
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
