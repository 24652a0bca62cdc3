//! One of several types: an enum, and a variant for values that are none of them.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{conversion, derives, validation};
use crate::bindings::{Item, SourceType, Union, UnionSource};
use crate::emit::rust_type::{Scope, rust_type};
use crate::emit::{doc, ident};

pub(super) fn items(item: &Item<'_>, union: &Union<'_>) -> Vec<TokenStream> {
    let (about, derives, name) = (doc(&item.docs.lines()), derives(item), ident(item.name));
    let variants = union.variants.iter().map(|variant| {
        let (about, name) = (doc(&variant.docs.lines()), ident(variant.name));
        match &variant.payload {
            Some(payload) => {
                let ty = rust_type(&payload.held(), Scope::Types);
                quote! { #about #name(#ty) }
            }
            None => quote! { #about #name },
        }
    });
    let mut items = vec![quote! {
        #about
        #derives
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A value that is none of these; it is kept and sent back as it is.
            Unlisted(serde_json::Value),
        }
    }];
    items.extend(validation(item).map(|function| quote! { impl #name { #function } }));
    items.extend(union.sources.iter().filter_map(|source| from(&name, union, source)));
    items.extend(conversion::union_from_received(&name, union));
    items
}

/// From what a variant holds, or from what is written instead of it.
fn from(name: &Ident, union: &Union<'_>, source: &UnionSource<'_>) -> Option<TokenStream> {
    let variant = union.variants.get(source.variant)?;
    let payload = variant.payload.as_ref()?;
    let variant = ident(variant.name);
    let wrap = |value: TokenStream| if payload.is_boxed { quote!(Box::new(#value)) } else { value };
    Some(match &source.of {
        SourceType::Payload => {
            let (ty, value) = (rust_type(&payload.ty, Scope::Types), wrap(quote!(value)));
            quote! { impl From<#ty> for #name { fn from(value: #ty) -> Self { Self::#variant(#value) } } }
        }
        SourceType::Str => {
            let value = wrap(quote!(value.to_owned()));
            quote! { impl From<&str> for #name { fn from(value: &str) -> Self { Self::#variant(#value) } } }
        }
        SourceType::ListedStr => {
            let value = wrap(quote!(value.into()));
            quote! { impl From<&str> for #name { fn from(value: &str) -> Self { Self::#variant(#value) } } }
        }
        SourceType::ListedString => {
            let value = wrap(quote!(value.into()));
            quote! { impl From<String> for #name { fn from(value: String) -> Self { Self::#variant(#value) } } }
        }
        SourceType::Array(element) => {
            let (element, value) = (rust_type(element, Scope::Types), wrap(quote!(values.into())));
            quote! {
                impl<const N: usize> From<[#element; N]> for #name {
                    fn from(values: [#element; N]) -> Self { Self::#variant(#value) }
                }
            }
        }
        SourceType::Strs => {
            let value = wrap(quote!(values.map(str::to_owned).into()));
            quote! {
                impl<const N: usize> From<[&str; N]> for #name {
                    fn from(values: [&str; N]) -> Self { Self::#variant(#value) }
                }
            }
        }
        SourceType::Pairs(None) => {
            let value = wrap(quote!(values.map(|(name, value)| (name.into(), value.into())).into()));
            quote! {
                impl<K: Into<String>, V: Into<String>, const N: usize> From<[(K, V); N]> for #name {
                    fn from(values: [(K, V); N]) -> Self { Self::#variant(#value) }
                }
            }
        }
        SourceType::Pairs(Some(ty)) => {
            let ty = rust_type(ty, Scope::Types);
            let value = wrap(quote!(values.map(|(name, value)| (name.into(), value)).into()));
            quote! {
                impl<K: Into<String>, const N: usize> From<[(K, #ty); N]> for #name {
                    fn from(values: [(K, #ty); N]) -> Self { Self::#variant(#value) }
                }
            }
        }
    })
}
