//! The headers that responses declare.

use proc_macro2::TokenStream;
use quote::quote;

use crate::print::emit::module::gated;
use crate::print::emit::public::{self, Code, noted};
use crate::print::emit::rust_type::Scope;
use crate::print::emit::tokens::ident;
use crate::rust::ir::{Block, Crate, HeadersType, Public, Role};

/// Returns a type that operations share.
pub(super) fn shared(package: &Crate, headers: &HeadersType) -> Vec<TokenStream> {
    let blocks = headers.public();
    let items = |block: &Block<'_>| {
        public::items(package, block, Scope::ApiRoot, |member: &Public<'_>| match member.role {
            Role::HeadersType(headers) => structure(headers, block),
            _ => {
                let gate = gated(&headers.gate);
                Code::new(gate, read(headers))
            }
        })
    };
    blocks.iter().flat_map(items).collect()
}

/// The docs of a type of headers.
pub(super) fn structure(headers: &HeadersType, block: &Block<'_>) -> Code {
    let (about, gate, derives) = (noted(&headers.about), gated(&headers.gate), public::derives(block));
    Code::head(quote!(#about #gate #derives #[non_exhaustive]))
}

/// The function that reads the headers.
pub(super) fn read(headers: &HeadersType) -> TokenStream {
    let reads = headers.headers.iter().map(|header| {
        let (field, wire) = (ident(&header.name), &header.wire);
        quote!(#field: bindery_runtime::generated::read_header(headers, #wire))
    });
    quote! {
        fn read(headers: &bindery_runtime::http::HeaderMap) -> Self {
            Self { #(#reads),* }
        }
    }
}
