//! Enumerations: a variant for each value, and one for values that are not known yet.

use proc_macro2::TokenStream;
use quote::quote;

use super::item::{attributes, derives};
use crate::emit::tokens::{doc, ident};
use crate::ir::{EnumValue, IntegerEnum, Item, StringEnum};

pub(super) fn integers(item: &Item, integers: &IntegerEnum) -> TokenStream {
    let (about, derives, name) = (doc(&item.docs.lines), derives(item), ident(&item.name));
    let variants = variants(&integers.values);
    quote! {
        #about
        #derives
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A code that the description does not list. It is preserved when the value is sent back.
            Unlisted(UnlistedCode),
        }
    }
}

pub(super) fn texts(item: &Item, texts: &StringEnum) -> TokenStream {
    let (about, derives, name) = (doc(&item.docs.lines), derives(item), ident(&item.name));
    let variants = variants(&texts.values);
    quote! {
        #about
        #derives
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A string that the description does not list. It is preserved when the value is sent back.
            Unlisted(UnlistedText),
        }
    }
}

fn variants<V>(values: &[EnumValue<V>]) -> impl Iterator<Item = TokenStream> {
    values.iter().map(|value| {
        let (about, name, attributes) = (doc(&value.docs.lines), ident(&value.name), attributes(&value.attributes));
        quote! { #about #attributes #name }
    })
}
