//! One of several types: an enum, and a variant for values that are none of them.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::tokens::ident;
use crate::ir::{Accessor, FieldReference, Payload, SourceType, Union};

pub(super) fn accessor(union: &Union, accessor: &Accessor) -> TokenStream {
    let name = ident(&accessor.name);
    let arms = accessor.arms.iter().filter_map(|arm| {
        let variant = ident(&union.variants.get(arm.variant)?.name);
        let value = match arm.access {
            FieldReference::Required => quote!(Some(&value.#name)),
            FieldReference::AsRef => quote!(value.#name.as_ref()),
            FieldReference::AsDeref => quote!(value.#name.as_deref()),
        };
        Some(quote!(Self::#variant(value) => #value))
    });
    quote!(match self { #(#arms,)* _ => None })
}

/// A variant, from what it holds or from what is written instead of it.
pub(super) fn from(variant: &str, payload: &Payload, source: &SourceType) -> TokenStream {
    let value = match source {
        SourceType::Payload => quote!(value),
        SourceType::Str => quote!(value.to_owned()),
        SourceType::ListedStr | SourceType::ListedString => quote!(value.into()),
        SourceType::StrList => quote!(value.into_iter().map(str::to_owned).collect()),
    };
    let variant = ident(variant);
    if payload.is_boxed { quote!(Self::#variant(Box::new(#value))) } else { quote!(Self::#variant(#value)) }
}
