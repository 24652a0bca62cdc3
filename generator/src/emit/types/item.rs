//! The parts that types have in common.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust_type::own_path;
use crate::ir::{Item, Validation};

/// `#[derive(Clone, Debug)]`, and the attributes besides.
pub(super) fn derives(item: &Item) -> TokenStream {
    let derives: Vec<TokenStream> = item.derives.iter().map(|derive| own_path(derive)).collect();
    let attributes = attributes(&item.attributes);
    if derives.is_empty() {
        return attributes;
    }
    quote!(#[derive(#(#derives),*)] #attributes)
}

/// Attributes; the configuration has seen to it that they are such.
pub(super) fn attributes(texts: &[String]) -> TokenStream {
    texts.iter().map(|text| own_path(text)).collect()
}

/// The function that checks a value.
pub(super) fn validation(item: &Item) -> Option<TokenStream> {
    Some(match item.validation? {
        Validation::Unconstrained => quote! {
            /// Returns `Ok`, because the description has no constraints for these values.
            pub fn validate(&self) -> Result<(), Invalid> { Ok(()) }
        },
        Validation::Table => quote! {
            /// Checks the constraints of the description, as is done before a value is sent.
            ///
            /// # Errors
            ///
            /// Every constraint that is violated, with the path to the value.
            pub fn validate(&self) -> Result<(), Invalid> { check(self, Self::RULES) }
        },
    })
}
