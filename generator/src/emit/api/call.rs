//! Setters for what may be given before a call is sent.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::argument::{argument_type, argument_value};
use crate::emit::rust_type::Scope;
use crate::emit::{doc, ident};
use crate::ir::Operation;

pub(super) fn setters(operation: &Operation) -> Option<TokenStream> {
    let ty = ident(&operation.type_name);
    let setters = operation.options().map(|input| {
        let (about, name) = (doc(&input.docs.lines), ident(&input.name));
        let argument = argument_type(&input.argument, Scope::Api);
        let value = argument_value(&input.argument, &quote!(#name));
        quote! {
            #about
            pub fn #name(mut self, #name: #argument) -> Self {
                self.operation_mut().#name = Some(#value);
                self
            }
        }
    });
    let setters: Vec<_> = setters.collect();
    (!setters.is_empty()).then(|| quote! { impl Call<#ty> { #(#setters)* } })
}
