//! Enumerations: a variant for each value, and one for values that are not known yet.

use proc_macro2::TokenStream;
use quote::quote;

use super::derives;
use crate::bindings::{EnumValue, IntegerEnum, Item, StringEnum};
use crate::emit::{doc, ident};

pub(super) fn integers(item: &Item<'_>, integers: &IntegerEnum<'_>) -> TokenStream {
    let (about, derives, name) = (doc(&item.docs.lines()), derives(item), ident(item.name));
    let variants = variants(&integers.values);
    quote! {
        #about
        #derives
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A code that the description does not list; it is kept and sent back as it is.
            Unlisted(UnlistedCode),
        }
    }
}

pub(super) fn texts(item: &Item<'_>, texts: &StringEnum<'_>) -> TokenStream {
    let (about, derives, name) = (doc(&item.docs.lines()), derives(item), ident(item.name));
    let variants = variants(&texts.values);
    quote! {
        #about
        #derives
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A text that the description does not list; it is kept and sent back as it is.
            Unlisted(UnlistedText),
        }
    }
}

fn variants<V>(values: &[EnumValue<'_, V>]) -> impl Iterator<Item = TokenStream> {
    values.iter().map(|value| {
        let (about, name) = (doc(&value.docs()), ident(value.name));
        quote! { #about #name }
    })
}
