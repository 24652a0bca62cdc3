//! The parts that types have in common.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust_type::own_path;
use crate::ir::Item;

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
