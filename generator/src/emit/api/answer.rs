//! What an operation answers: its success, and which answer is which.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::emit::rust_type::Scope;
use crate::emit::{Emitter, docs, ident};
use crate::facts::Form;
use crate::model::{Content, Response, StatusMatch, Success};
use crate::names::{OperationNames, OutputVariant, is_same_kind};

/// The statuses as a pattern.
fn status_pattern(status: StatusMatch) -> TokenStream {
    match status {
        StatusMatch::Code(code) => {
            let code = Literal::u16_unsuffixed(code);
            quote!(#code)
        }
        // A range would overlap with the single statuses of its class, which clippy minds.
        StatusMatch::Class(class) => {
            let class = Literal::u16_unsuffixed(class);
            quote!(status if status / 100 == #class)
        }
        StatusMatch::Default => quote!(_),
    }
}

impl Emitter<'_> {
    pub(super) fn output_type(&self, index: usize) -> TokenStream {
        match &self.api.operations[index].success {
            Success::Nothing => quote!(()),
            Success::Undeclared => quote!(Body),
            Success::One(content) => self.content_type(content),
            Success::Several(_) => {
                let name = format_ident!("{}", self.names.operation(index).output_type);
                quote!(#name)
            }
        }
    }

    fn content_type(&self, content: &Content) -> TokenStream {
        match content {
            Content::Json(ty) => self.ty(ty, Form::Received, Scope::Api),
            Content::Text => quote!(String),
            Content::Bytes => quote!(Bytes),
        }
    }

    /// The enum of several kinds of success.
    pub(super) fn answer_enum(&self, index: usize) -> Option<TokenStream> {
        let Success::Several(responses) = &self.api.operations[index].success else { return None };
        let operation = &self.names.operation(index).type_name;
        let name = format_ident!("{}", self.names.operation(index).output_type);
        let variants = kinds(self.names.operation(index), responses).into_iter().map(|(variant, response)| {
            let variant = ident(variant);
            let told = match (&response.media_type, response.status) {
                (Some(media_type), _) => format!(" A body of type {}.", docs::code(media_type)),
                (None, StatusMatch::Code(code)) => format!(" {code}, without a body."),
                (None, _) => " Without a body.".to_owned(),
            };
            match &response.content {
                Some(content) => {
                    let large = matches!(content, Content::Json(ty) if self.is_large(ty, Form::Received));
                    let ty = self.content_type(content);
                    let ty = if large { quote!(Box<#ty>) } else { ty };
                    quote! { #[doc = #told] #variant(#ty) }
                }
                None => quote! { #[doc = #told] #variant },
            }
        });
        let about = format!(" What [`{operation}`] answers when it went well.");
        Some(quote! {
            #[doc = #about]
            #[derive(Clone, Debug, PartialEq)]
            #[non_exhaustive]
            pub enum #name { #(#variants),* }
        })
    }

    /// The body of the function that reads an answer.
    pub(super) fn decode(&self, index: usize) -> TokenStream {
        let operation = &self.api.operations[index];
        let mut arms: Vec<TokenStream> = match &operation.success {
            Success::Nothing => vec![quote!(200..=299 => response.decode_nothing())],
            Success::Undeclared => vec![quote!(200..=299 => response.decode_body())],
            // Servers answer 201 where 200 is announced: any success carries the one kind of body there is.
            Success::One(content) => {
                let read = self.read_content(content, None);
                vec![quote!(200..=299 => #read)]
            }
            Success::Several(responses) => self.several_arms(index, responses),
        };
        let error = self.error_type(index);
        let mut open = true;
        let variants = self.facts.errors.variants_of(index);
        for (at, refusal) in operation.refusals.iter().enumerate() {
            let pattern = status_pattern(refusal.status);
            let kind = self.facts.errors.kind(index, at);
            let variant = ident(&self.names.error_variant(self.facts.errors.shared_by(index), index, kind));
            open &= refusal.status != StatusMatch::Default;
            arms.push(if variants.iter().any(|other| other.kind == kind && self.error_body(other).is_some()) {
                quote!(#pattern => Err(response.documented(#error::#variant)))
            } else {
                quote!(#pattern => Err(Failure::Documented(#error::#variant)))
            });
        }
        if open {
            arms.push(quote!(_ => Err(Failure::Undocumented)));
        }
        quote!(match response.status().as_u16() { #(#arms,)* })
    }

    fn read_content(&self, content: &Content, boxed: Option<bool>) -> TokenStream {
        match content {
            Content::Json(_) if boxed == Some(true) => quote!(response.decode_json().map(Box::new)),
            Content::Json(_) => quote!(response.decode_json()),
            Content::Text => quote!(response.decode_text()),
            Content::Bytes => quote!(response.decode_bytes()),
        }
    }

    /// By status, and inside one status by media type; the first answer of a status is taken for what is not declared.
    fn several_arms(&self, index: usize, responses: &[Response]) -> Vec<TokenStream> {
        let names = self.names.operation(index);
        let output = format_ident!("{}", names.output_type);
        let named = kinds(names, responses);
        let mut statuses: Vec<StatusMatch> = responses.iter().map(|response| response.status).collect();
        statuses.sort_unstable();
        statuses.dedup();
        let read = |response: &Response| {
            let variant = named.iter().find(|(_, other)| is_same_kind(other, response)).map(|(name, _)| ident(name));
            let variant = variant.unwrap_or_else(|| ident("Other"));
            match &response.content {
                Some(content) => {
                    let large = matches!(content, Content::Json(ty) if self.is_large(ty, Form::Received));
                    let read = self.read_content(content, Some(large));
                    quote!(#read.map(#output::#variant))
                }
                None => quote!(response.decode_nothing().map(|()| #output::#variant)),
            }
        };
        let arm = |status: &StatusMatch| {
            let own: Vec<&Response> = responses.iter().filter(|response| response.status == *status).collect();
            let single = statuses.len() == 1;
            let pattern =
                if single || *status == StatusMatch::Default { quote!(200..=299) } else { status_pattern(*status) };
            // JSON, or else what is declared first, is taken for media types that are not declared.
            let fallback = own.iter().position(|r| matches!(r.content, Some(Content::Json(_)))).unwrap_or(0);
            let by_type = own.iter().enumerate().filter(|(at, _)| *at != fallback).filter_map(|(_, response)| {
                let media_type = response.media_type.as_ref()?;
                let read = read(response);
                Some(quote!(#media_type => #read))
            });
            let by_type: Vec<_> = by_type.collect();
            let last = own.get(fallback).map(|response| read(response))?;
            Some(if by_type.is_empty() {
                quote!(#pattern => #last)
            } else {
                quote!(#pattern => match response.media_type().as_str() { #(#by_type,)* _ => #last })
            })
        };
        statuses.iter().filter_map(arm).collect()
    }
}

/// The kinds of success, each once, with the names of their variants.
pub(in crate::emit) fn kinds<'a>(names: &'a OperationNames, responses: &'a [Response]) -> Vec<(&'a str, &'a Response)> {
    let named = |variant: &'a OutputVariant| Some((variant.name.as_str(), responses.get(variant.response)?));
    names.outputs.iter().filter_map(named).collect()
}
