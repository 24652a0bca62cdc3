//! The enumerations of documented error responses: those that operations share, and those of single operations.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::module::gated;
use crate::emit::rust_type::{Scope, rust_type};
use crate::emit::tokens::{derives, doc, ident};
use crate::ir::{ErrorType, Failure, Operation};

/// The error type of an operation, as its group's module names it.
pub(super) fn path(operation: &Operation) -> TokenStream {
    match &operation.failure {
        Failure::Shared(name) => {
            let name = ident(name);
            quote!(super::#name)
        }
        Failure::Own(error) => {
            let name = ident(&error.name);
            quote!(#name)
        }
    }
}

/// The enumeration of an operation that shares none.
pub(super) fn own(operation: &Operation) -> Option<TokenStream> {
    match &operation.failure {
        Failure::Own(error) => Some(enumeration(error, Scope::Api)),
        Failure::Shared(_) => None,
    }
}

pub(super) fn enumeration(error: &ErrorType, scope: Scope) -> TokenStream {
    let (about, name) = (doc(&error.docs()), ident(&error.name));
    let variants = error.variants.iter().map(|variant| {
        let (about, name) = (doc(&variant.docs.lines), ident(&variant.name));
        let body = rust_type(&variant.body, scope);
        quote!(#about #name(Option<#body>))
    });
    let (gate, derives) = (gated(&error.gate), derives(error.is_comparable));
    quote! {
        #about
        #gate
        #derives
        #[non_exhaustive]
        pub enum #name { #(#variants),* }
    }
}
