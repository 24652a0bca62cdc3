//! Conversions from received types to the types that are sent.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::print::emit::tokens::ident;
use crate::rust::ir::{Conversion, FieldSource, FromReceived, Union};

/// The value of a struct, and the name of what it is made of.
pub(super) fn from_struct(from: &FromReceived) -> (&'static str, TokenStream) {
    let fields = from.fields.iter().map(|(name, source)| {
        let name = ident(name);
        let value = match source {
            FieldSource::Nothing => quote!(None),
            FieldSource::Unset => quote!(Patch::Unset),
            FieldSource::Value(conversion) => converted(conversion, &quote!(value.#name)),
            FieldSource::FilledIn(conversion) => {
                let value = converted(conversion, &quote!(value.#name));
                quote!(Some(#value))
            }
            FieldSource::Patched(conversion) => {
                let given = converted(conversion, &quote!(given));
                quote! {
                    match value.#name {
                        Patch::Unset => Patch::Unset,
                        Patch::Null => Patch::Null,
                        Patch::Value(given) => Patch::Value(#given),
                    }
                }
            }
            FieldSource::States(Conversion::Same) => quote!(value.#name.map_or(Patch::Unset, Patch::Value)),
            FieldSource::States(conversion) => {
                let value = converted(conversion, &quote!(value));
                quote!(value.#name.map_or(Patch::Unset, |value| Patch::Value(#value)))
            }
        };
        quote!(#name: #value)
    });
    let fields: Vec<TokenStream> = fields.collect();
    let is_used = from.fields.iter().any(|(_, source)| !matches!(source, FieldSource::Nothing | FieldSource::Unset));
    (if is_used { "value" } else { "_" }, quote!(Self { #(#fields),* }))
}

/// The same for a union: variant by variant.
pub(super) fn from_union(union: &Union, received: &str) -> TokenStream {
    let received = ident(received);
    let arms = union.variants.iter().map(|variant| {
        let name = ident(&variant.name);
        match &variant.payload {
            Some(payload) => {
                let value = converted(&payload.conversion, &quote!(value));
                quote!(#received::#name(value) => Self::#name(#value))
            }
            None => quote!(#received::#name => Self::#name),
        }
    });
    quote!(match value { #(#arms,)* #received::Unlisted(value) => Self::Unlisted(value) })
}

/// A received value as one that is sent.
pub(super) fn converted(conversion: &Conversion, value: &TokenStream) -> TokenStream {
    let each = |inner: &Conversion| match inner {
        Conversion::Into => quote!(Into::into),
        other => {
            let inner = converted(other, &quote!(value));
            quote!(|value| #inner)
        }
    };
    match conversion {
        Conversion::Same => value.clone(),
        Conversion::Into => quote!(#value.into()),
        Conversion::Elements(inner) => {
            let each = each(inner);
            quote!(#value.into_iter().map(#each).collect())
        }
        Conversion::Entries(inner) => {
            let inner = converted(inner, &quote!(value));
            quote!(#value.into_iter().map(|(name, value)| (name, #inner)).collect())
        }
        Conversion::Optional(inner) => {
            let each = each(inner);
            quote!(#value.map(#each))
        }
        Conversion::Unboxed(inner) => converted(inner, &quote!((*#value))),
        Conversion::InBox(inner) => {
            let inner = converted(inner, value);
            quote!(Box::new(#inner))
        }
        Conversion::Tuple(elements) => {
            let names: Vec<Ident> = (0..elements.len()).map(|index| format_ident!("element_{index}")).collect();
            let values = elements.iter().zip(&names).map(|(element, name)| converted(element, &quote!(#name)));
            quote!({ let (#(#names,)*) = #value; (#(#values,)*) })
        }
    }
}
