//! What an answer has beyond its body: values that come one after the other, and headers.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::emit::rust_type::Scope;
use crate::emit::{Emitter, doc, docs, ident};
use crate::facts::Form;
use crate::model::{Content, Streaming};

impl Emitter<'_> {
    /// How the values of an answer are read one after the other.
    pub(super) fn streaming_impl(&self, index: usize) -> Option<TokenStream> {
        let name = ident(&self.names.operation(index).type_name);
        Some(match self.api.operations[index].streaming.as_ref()? {
            Streaming::Events(content) => {
                let (data, read) = match content {
                    Content::Json(ty) => (self.ty(ty, Form::Received, Scope::Api), quote!(json_data)),
                    Content::Text | Content::Bytes => (quote!(String), quote!(text_data)),
                };
                quote! {
                    impl crate::runtime::AnswersEvents for #name {
                        type Data = #data;

                        fn data(text: &str) -> Result<Self::Data, serde_json::Error> { crate::runtime::#read(text) }
                    }
                }
            }
            Streaming::Lines { media_type, ty } => {
                let line = self.ty(ty, Form::Received, Scope::Api);
                quote! {
                    impl crate::runtime::AnswersLines for #name {
                        type Line = #line;
                        const LINES: &'static str = #media_type;
                    }
                }
            }
        })
    }

    /// What the docs of a function say of values that come one after the other.
    pub(super) fn streaming_docs(&self, index: usize) -> Option<&'static str> {
        Some(match self.api.operations[index].streaming.as_ref()? {
            Streaming::Events(_) => {
                "`.events()` gives server-sent events, each as it comes; awaited, the call waits for all."
            }
            Streaming::Lines { .. } => "`.lines()` gives each value as it comes; awaited, the call waits for all.",
        })
    }

    /// The headers that the description declares for the answers of an operation, with their types.
    pub(super) fn headers(&self, index: usize) -> Vec<TokenStream> {
        let headers = &self.api.operations[index].headers;
        if headers.is_empty() {
            return Vec::new();
        }
        let names = self.names.operation(index);
        let (operation, fields) = (ident(&names.type_name), &names.headers);
        let name = format_ident!("{}", names.headers_type);
        let rows = headers.iter().zip(fields).map(|(header, field)| {
            let about = doc(&docs::lines(&header.docs, &docs::wire_name(field, &header.wire)));
            let (field, ty) = (ident(field), self.ty(&header.ty, Form::Received, Scope::Api));
            quote!(#about pub #field: Option<#ty>)
        });
        let reads = headers.iter().zip(fields).map(|(header, field)| {
            let (field, wire) = (ident(field), header.wire.to_ascii_lowercase());
            quote!(#field: crate::runtime::read_header(headers, #wire)?)
        });
        let about = format!(" The headers that an answer to [`{operation}`] may have.");
        vec![
            quote! {
                #[doc = #about]
                #[derive(Clone, Debug, PartialEq)]
                #[non_exhaustive]
                pub struct #name { #(#rows),* }
            },
            quote! {
                impl crate::runtime::DeclaresHeaders for #operation {
                    type Headers = #name;

                    fn headers(headers: &http::HeaderMap) -> Result<Self::Headers, crate::runtime::HeaderError> {
                        Ok(#name { #(#reads),* })
                    }
                }
            },
        ]
    }
}
