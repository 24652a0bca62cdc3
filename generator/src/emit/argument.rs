//! Arguments: their declarations, the values made of them, and the setters of fields.

use proc_macro2::TokenStream;
use quote::quote;

use super::rust_type::{Scope, path, rust_type};
use super::tokens::{doc, ident};
use crate::ident::{clear_name, without_underscore};
use crate::ir::{Argument, Field, Member, Path, Presence};

/// The type of an argument.
pub(crate) fn argument_type(argument: &Argument, scope: Scope) -> TokenStream {
    match argument {
        Argument::Exact(ty) => rust_type(ty, scope),
        Argument::Into(ty) => {
            let ty = rust_type(ty, scope);
            quote!(impl Into<#ty>)
        }
        Argument::Text(_) => quote!(impl ToString),
        Argument::Elements(element) => {
            let element = argument_type(element, scope);
            quote!(impl IntoIterator<Item = #element>)
        }
        Argument::Entries(member) => {
            let member = argument_type(member, scope);
            quote!(impl IntoIterator<Item = (impl Into<String>, #member)>)
        }
    }
}

/// The function that sets a field of a struct at a place in `self`.
pub(crate) fn setter(member: &Member, field: &Field, place: &TokenStream, scope: Scope) -> TokenStream {
    let (name, setter) = (ident(&member.name), ident(&member.setter));
    let about = doc(&member.docs.short());
    let argument = argument_type(&field.argument, scope);
    let value = field_value(field, &quote!(#name));
    let set = match field.presence {
        Presence::Required | Presence::FilledIn(_) => value,
        Presence::ThreeStates => {
            let patch = patch(scope);
            quote!(#patch::Value(#value))
        }
        Presence::Nullable | Presence::Optional | Presence::Anything => quote!(Some(#value)),
    };
    let must_use = must_use(scope);
    quote! {
        #about
        #must_use
        pub fn #setter(mut self, #name: #argument) -> Self { #place.#name = #set; self }
    }
}

/// The function that sets a field of a struct at a place in `self` to null.
pub(crate) fn clearing(member: &Member, place: &TokenStream, scope: Scope) -> TokenStream {
    let (name, plain) = (ident(&member.name), without_underscore(&member.name));
    let (clear, patch) = (ident(clear_name(&member.name)), patch(scope));
    let about = format!(" Sends `null` for `{plain}`.");
    let must_use = must_use(scope);
    quote! {
        #[doc = #about]
        #must_use
        pub fn #clear(mut self) -> Self { #place.#name = #patch::Null; self }
    }
}

/// Returns the attribute of a setter, unless its type has it.
fn must_use(scope: Scope) -> Option<TokenStream> {
    (scope == Scope::Types).then(|| quote!(#[must_use]))
}

fn patch(scope: Scope) -> TokenStream {
    path(&Path::Runtime("Patch"), scope)
}

/// An argument as the value of its field.
pub(crate) fn field_value(field: &Field, given: &TokenStream) -> TokenStream {
    let value = argument_value(&field.argument, given);
    if field.is_boxed { quote!(Box::new(#value)) } else { value }
}

/// The value that is made of what was given.
pub(crate) fn argument_value(argument: &Argument, given: &TokenStream) -> TokenStream {
    match argument {
        Argument::Exact(_) => given.clone(),
        Argument::Into(_) => quote!(#given.into()),
        Argument::Text(_) => quote!(#given.to_string()),
        Argument::Elements(element) => match &**element {
            Argument::Exact(_) => quote!(#given.into_iter().collect()),
            Argument::Into(_) => quote!(#given.into_iter().map(Into::into).collect()),
            within => {
                let value = argument_value(within, &quote!(value));
                quote!(#given.into_iter().map(|value| #value).collect())
            }
        },
        Argument::Entries(member) => {
            let value = argument_value(member, &quote!(value));
            quote!(#given.into_iter().map(|(name, value)| (name.into(), #value)).collect())
        }
    }
}
