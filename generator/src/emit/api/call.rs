//! Setters for what may be given before a call is sent.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::argument::{argument_type, argument_value, clearing, setter};
use crate::emit::rust_type::Scope;
use crate::emit::tokens::{doc, ident};
use crate::ir::{Operation, Presence};

pub(super) fn setters(operation: &Operation) -> Option<TokenStream> {
    let ty = ident(&operation.type_name);
    let setters: Vec<_> = inputs(operation).chain(members(operation)).collect();
    (!setters.is_empty()).then(|| quote! { impl Call<#ty> { #(#setters)* } })
}

fn inputs(operation: &Operation) -> impl Iterator<Item = TokenStream> {
    operation.options().map(|input| {
        let (about, name) = (doc(&input.docs.lines), ident(&input.name));
        let replaces = input.is_flattened().then(|| {
            quote! {
                /// Sets the whole body. It replaces all members that were set before.
            }
        });
        let about = replaces.unwrap_or(about);
        let argument = argument_type(&input.argument, Scope::Api);
        let value = argument_value(&input.argument, &quote!(#name));
        let value = if input.is_required { value } else { quote!(Some(#value)) };
        quote! {
            #about
            pub fn #name(mut self, #name: #argument) -> Self {
                self.operation_mut().#name = #value;
                self
            }
        }
    })
}

/// The setters of the members of a flattened body.
fn members(operation: &Operation) -> impl Iterator<Item = TokenStream> {
    let place = operation.body_input().map(|(input, _)| {
        let name = ident(&input.name);
        let or_default = (!input.is_required).then(|| quote!(.get_or_insert_default()));
        quote!(self.operation_mut().#name #or_default)
    });
    let place = place.unwrap_or_default();
    operation.members().filter(|(_, field)| !field.is_argument()).flat_map(move |(member, field)| {
        let cleared = field.presence == Presence::ThreeStates;
        let cleared = cleared.then(|| clearing(member, &place, Scope::Api));
        std::iter::once(setter(member, field, &place, Scope::Api)).chain(cleared)
    })
}
