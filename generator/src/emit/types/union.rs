//! One of several types: an enum, and a variant for values that are none of them.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::conversion;
use super::item::{attributes, derives};
use crate::emit::rust_type::{Scope, rust_type};
use crate::emit::tokens::{doc, ident};
use crate::ir::{Accessor, FieldReference, Item, SourceType, Union, UnionSource};

pub(super) fn items(item: &Item, union: &Union) -> Vec<TokenStream> {
    let (about, derives, name) = (doc(&item.docs.lines), derives(item), ident(&item.name));
    let variants = union.variants.iter().map(|variant| {
        let (about, name) = (doc(&variant.docs.lines), ident(&variant.name));
        let attributes = attributes(&variant.attributes);
        match &variant.payload {
            Some(payload) => {
                let ty = rust_type(&payload.stored_type(), Scope::Types);
                quote! { #about #attributes #name(#ty) }
            }
            None => quote! { #about #attributes #name },
        }
    });
    let mut items = vec![quote! {
        #about
        #derives
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A value that matches no other variant. It is preserved when it is sent back.
            Unlisted(serde_json::Value),
        }
    }];
    let functions = union.accessors.iter().map(|accessor| self::accessor(union, accessor));
    let functions: Vec<TokenStream> = functions.collect();
    items.extend((!functions.is_empty()).then(|| quote! { impl #name { #(#functions)* } }));
    items.extend(union.sources.iter().filter_map(|source| from(&name, union, source)));
    items.extend(conversion::union_from_received(&name, union));
    items
}

fn accessor(union: &Union, accessor: &Accessor) -> TokenStream {
    let (name, target) = (ident(&accessor.name), rust_type(&accessor.target, Scope::Types));
    let arms = accessor.arms.iter().filter_map(|arm| {
        let variant = ident(&union.variants.get(arm.variant)?.name);
        let value = match arm.access {
            FieldReference::Required => quote!(Some(&value.#name)),
            FieldReference::AsRef => quote!(value.#name.as_ref()),
            FieldReference::AsDeref => quote!(value.#name.as_deref()),
        };
        Some(quote!(Self::#variant(value) => #value))
    });
    quote! { pub fn #name(&self) -> Option<&#target> { match self { #(#arms,)* _ => None } } }
}

/// From what a variant holds, or from what is written instead of it.
fn from(name: &Ident, union: &Union, source: &UnionSource) -> Option<TokenStream> {
    let variant = union.variants.get(source.variant)?;
    let payload = variant.payload.as_ref()?;
    let variant = ident(&variant.name);
    let wrap = |value: TokenStream| if payload.is_boxed { quote!(Box::new(#value)) } else { value };
    let from = |ty: TokenStream, value: TokenStream| {
        let value = wrap(value);
        quote! { impl From<#ty> for #name { fn from(value: #ty) -> Self { Self::#variant(#value) } } }
    };
    Some(match &source.of {
        SourceType::Payload => from(rust_type(&payload.ty, Scope::Types), quote!(value)),
        SourceType::Str => from(quote!(&str), quote!(value.to_owned())),
        SourceType::ListedStr => from(quote!(&str), quote!(value.into())),
        SourceType::ListedString => from(quote!(String), quote!(value.into())),
        SourceType::StrList => from(quote!(Vec<&str>), quote!(value.into_iter().map(str::to_owned).collect())),
    })
}
