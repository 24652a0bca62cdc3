//! Enumerations: a variant for each value, and one for values that are not known yet.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::item::{attributes, derives};
use crate::emit::tokens::{doc, ident};
use crate::ir::{EnumValue, IntegerEnum, Item, StringEnum};

pub(super) fn integers(item: &Item, integers: &IntegerEnum) -> Vec<TokenStream> {
    let (about, derives, name) = (doc(&item.docs.lines), derives(item), ident(&item.name));
    let variants = variants(&integers.values);
    let made = quote! {
        #about
        #derives
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A code that the description does not list. It is preserved when the value is sent back.
            Unlisted(UnlistedCode),
        }
    };
    vec![made, integer_functions(&name, integers)]
}

fn integer_functions(name: &Ident, integers: &IntegerEnum) -> TokenStream {
    let all = names(&integers.values);
    let codes = integers.values.iter().map(|value| {
        let (name, code) = (ident(&value.name), Literal::i64_unsuffixed(value.wire));
        quote!(Self::#name => #code)
    });
    let meanings = integers.values.iter().filter_map(|value| {
        let (name, meaning) = (ident(&value.name), value.meaning.as_ref()?);
        Some(quote!(Self::#name => Some(#meaning)))
    });
    let meanings: Vec<TokenStream> = meanings.collect();
    let meaning = match meanings.as_slice() {
        [] => quote!(None),
        rows => quote!(match self { #(#rows,)* _ => None }),
    };
    quote! {
        impl #name {
            /// All codes of the description, in its order.
            pub const ALL: &'static [Self] = &[#(#all),*];

            /// Returns the code as sent and received.
            #[must_use]
            pub const fn code(self) -> i64 {
                match self { #(#codes,)* Self::Unlisted(code) => code.get() }
            }

            /// Returns the meaning of the code in the description.
            #[must_use]
            pub const fn meaning(self) -> Option<&'static str> { #meaning }
        }
    }
}

pub(super) fn texts(item: &Item, texts: &StringEnum) -> Vec<TokenStream> {
    let (about, derives, name) = (doc(&item.docs.lines), derives(item), ident(&item.name));
    let variants = variants(&texts.values);
    let made = quote! {
        #about
        #derives
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A string that the description does not list. It is preserved when the value is sent back.
            Unlisted(UnlistedText),
        }
    };
    vec![made, text_functions(&name, texts)]
}

fn text_functions(name: &Ident, texts: &StringEnum) -> TokenStream {
    let all = names(&texts.values);
    let rows = texts.values.iter().map(|value| {
        let (name, text) = (ident(&value.name), &value.wire);
        quote!(Self::#name => #text)
    });
    quote! {
        impl #name {
            /// All strings of the description, in its order.
            pub const ALL: &'static [Self] = &[#(#all),*];

            /// Returns the string as sent and received.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self { #(#rows,)* Self::Unlisted(text) => text.as_str() }
            }
        }
    }
}

fn variants<V>(values: &[EnumValue<V>]) -> impl Iterator<Item = TokenStream> {
    values.iter().map(|value| {
        let (about, name, attributes) = (doc(&value.docs.lines), ident(&value.name), attributes(&value.attributes));
        quote! { #about #attributes #name }
    })
}

fn names<V>(values: &[EnumValue<V>]) -> impl Iterator<Item = TokenStream> {
    values.iter().map(|value| {
        let name = ident(&value.name);
        quote!(Self::#name)
    })
}
