//! Arguments: how they are declared, and how the value is made of what was given.

use proc_macro2::TokenStream;
use quote::quote;

use super::rust_type::{Scope, rust_type};
use crate::ir::Argument;

/// The type of an argument.
pub(crate) fn argument_type(argument: &Argument, scope: Scope) -> TokenStream {
    match argument {
        Argument::Exact(ty) => rust_type(ty, scope),
        Argument::Into(ty) => {
            let ty = rust_type(ty, scope);
            quote!(impl Into<#ty>)
        }
        Argument::Optional(ty) => {
            let ty = rust_type(ty, scope);
            quote!(impl Into<Option<#ty>>)
        }
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

/// The value that is made of what was given.
pub(crate) fn argument_value(argument: &Argument, given: &TokenStream) -> TokenStream {
    match argument {
        Argument::Exact(_) => given.clone(),
        Argument::Into(_) | Argument::Optional(_) => quote!(#given.into()),
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
