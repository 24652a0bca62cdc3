//! The body that a call is given: how it is sent, and the enum where the caller chooses its kind.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::docs;
use crate::emit::rust_type::{Scope, rust_type};
use crate::emit::tokens::{derives, doc, ident};
use crate::ir::{Body, BodyContent, Operation};

/// The enum of the kinds of body of an operation.
pub(super) fn own(operation: &Operation) -> Vec<TokenStream> {
    let declares = |body: &&Body| body.contents.len() > 1;
    let body = operation.body_input().map(|(_, body)| body).filter(declares);
    let about = format!(" The request body of [`{}`].", operation.type_name);
    body.map(|body| enumeration(body, &about)).unwrap_or_default()
}

fn enumeration(body: &Body, about: &str) -> Vec<TokenStream> {
    let (ty, several) = (ident(&body.choice), &body.contents);
    let variants = several.iter().map(|content| {
        let (about, variant) = (content_docs(content), ident(&content.variant));
        let payload = rust_type(&content.payload, Scope::Api);
        quote! { #about #variant(#payload) }
    });
    let functions = several.iter().map(|content| {
        let (about, variant) = (content_docs(content), ident(&content.variant));
        let (function, payload) = (ident(&content.function), rust_type(&content.payload, Scope::Api));
        quote! {
            #about
            pub fn #function(body: impl Into<#payload>) -> Self { Self::#variant(body.into()) }
        }
    });
    let conversions = several.iter().filter(|content| content.has_from).map(|content| {
        let (variant, payload) = (ident(&content.variant), rust_type(&content.payload, Scope::Api));
        quote! {
            impl From<#payload> for #ty { fn from(body: #payload) -> Self { Self::#variant(body) } }
        }
    });
    let derives = derives(body.is_comparable);
    let made = quote! {
        #[doc = #about]
        #derives
        #[non_exhaustive]
        pub enum #ty { #(#variants),* }
    };
    [made, quote! { impl #ty { #(#functions)* } }].into_iter().chain(conversions).collect()
}

fn content_docs(content: &BodyContent) -> TokenStream {
    doc(&docs::text_lines(&format!("A body of type {}.", docs::code(&content.media_type))))
}
