//! The responses of an operation: decoding a success, and matching each response to its variant.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::base::http_terms::StatusMatch;
use crate::print::emit::docs;
use crate::print::emit::rust_type::{Scope, rust_type};
use crate::print::emit::tokens::ident;
use crate::rust::ir::{Content, ErrorBody, Operation, Output, OutputArm, OutputEnum, OutputVariant};

/// The docs of a successful response.
pub(super) fn docs_of(variant: &OutputVariant) -> String {
    match (&variant.media_type, variant.status) {
        (Some(media_type), _) => format!("A body of type {}.", docs::code(media_type)),
        (None, StatusMatch::Code(code)) => format!("{code}, without a body."),
        (None, _) => "Without a body.".to_owned(),
    }
}

/// The body of the function that reads an answer.
pub(super) fn decode(operation: &Operation) -> TokenStream {
    let success = if operation.keeps_redirects { quote!(200..=299 | 301..=303 | 307 | 308) } else { quote!(200..=299) };
    let mut arms: Vec<TokenStream> = match &operation.output {
        Output::Nothing => vec![quote!(#success => response.decode_nothing())],
        Output::Undeclared => vec![quote!(#success => response.decode_body())],
        // Servers answer 201 where 200 is announced: any success carries the one kind of body there is.
        Output::One(content, _) => {
            let read = read_content(content);
            vec![quote!(#success => #read)]
        }
        Output::Several(output) => output.arms.iter().map(|found| arm(output, found)).collect(),
    };
    let error = rust_type(&operation.failure.ty(), Scope::Api);
    let mut open = true;
    for error_response in &operation.error_responses {
        let (pattern, variant) = (status_pattern(error_response.status), ident(&error_response.variant));
        open &= error_response.status != StatusMatch::Default;
        arms.push(match error_response.body {
            ErrorBody::Json => quote!(#pattern => Err(response.documented(#error::#variant))),
            ErrorBody::Text => quote!(#pattern => Err(response.documented_text(#error::#variant))),
            ErrorBody::JsonOrText => quote!(#pattern => Err(response.documented_or_text(#error::#variant))),
            ErrorBody::None => quote!(#pattern => Err(Failure::Documented(#error::#variant))),
        });
    }
    if open {
        arms.push(quote!(_ => Err(Failure::Undocumented)));
    }
    quote!(match response.status().as_u16() { #(#arms,)* })
}

fn arm(output: &OutputEnum, arm: &OutputArm) -> TokenStream {
    let variants = &output.variants;
    let output = ident(&output.name);
    let read = |index: usize| {
        let variant = variants.get(index)?;
        let name = ident(&variant.name);
        Some(match &variant.content {
            Some(content) => {
                let read = read_content(content);
                quote!(#read.map(#output::#name))
            }
            None => quote!(response.decode_nothing().map(|()| #output::#name)),
        })
    };
    let pattern = arm.status.map_or_else(|| quote!(200..=299), status_pattern);
    let otherwise = read(arm.otherwise);
    if arm.by_media_type.is_empty() {
        return quote!(#pattern => #otherwise);
    }
    let by_media_type = arm.by_media_type.iter().map(|found| {
        let (essence, read) = (&found.essence, read(found.variant));
        let parameters = found.parameters.iter().map(|(name, value)| quote!(response.has_parameter(#name, #value)));
        let prefix = essence.strip_suffix('*');
        let pattern = prefix.map_or_else(|| quote!(#essence), |_| quote!(media_type));
        let guards = prefix.map(|prefix| quote!(media_type.starts_with(#prefix))).into_iter().chain(parameters);
        let guards: Vec<TokenStream> = guards.collect();
        if guards.is_empty() { quote!(#pattern => #read) } else { quote!(#pattern if #(#guards)&&* => #read) }
    });
    quote!(#pattern => match response.media_type().as_str() { #(#by_media_type,)* _ => #otherwise })
}

fn read_content(content: &Content) -> TokenStream {
    match content {
        Content::Json(_) => quote!(response.decode_json()),
        Content::JsonText(_) => quote!(response.decode_json_text()),
        Content::Lines(_) => quote!(response.decode_lines()),
        Content::Text => quote!(response.decode_text()),
        Content::Bytes => quote!(response.decode_bytes()),
    }
}

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
