//! The responses of an operation: decoding a success, and matching each response to its variant.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::base::http_terms::StatusMatch;
use crate::print::emit::docs;
use crate::print::emit::module::gated;
use crate::print::emit::rust_type::{Scope, rust_type};
use crate::print::emit::tokens::ident;
use crate::rust::ir::{
    self, Content, ErrorBody, ErrorResponse, ErrorType, Operation, Output, OutputArm, OutputEnum, OutputVariant,
};

/// The docs of a successful response.
pub(super) fn docs_of(variant: &OutputVariant) -> String {
    match (&variant.media_type, variant.status) {
        (Some(media_type), _) => format!("A body of type {}.", docs::code(media_type)),
        (None, StatusMatch::Code(code)) => format!("{code}, without a body."),
        (None, _) => "Without a body.".to_owned(),
    }
}

/// The body of the function that reads an answer.
pub(super) fn decode(operation: &Operation, shared: &[ErrorResponse]) -> TokenStream {
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
    let is_shared =
        |response: &&ErrorResponse| matches!(operation.failure, ir::Failure::Shared(_)) && shared.contains(response);
    let (by_type, own): (Vec<_>, Vec<_>) = operation.error_responses.iter().partition(is_shared);
    if !by_type.is_empty() {
        let statuses = by_type.iter().map(|response| status_pattern(response.status));
        arms.push(quote!(#(#statuses)|* => Err(response.documented_error())));
    }
    arms.extend(own.iter().map(|response| {
        let (pattern, read) = (status_pattern(response.status), read_error(response, &error, &quote!(Failure)));
        quote!(#pattern => Err(#read))
    }));
    if operation.error_responses.iter().all(|response| response.status != StatusMatch::Default) {
        arms.push(quote!(_ => Err(Failure::Undocumented)));
    }
    quote!(match response.status().as_u16() { #(#arms,)* })
}

/// Returns the implementation that reads error responses by the type of the error.
pub(super) fn read_shared(error: &ErrorType) -> Option<TokenStream> {
    let (gate, name) = (gated(&error.gate), ident(&error.name));
    let failure = quote!(bindery_runtime::generated::Failure);
    let arms = error.shared.iter().map(|response| {
        let (pattern, read) = (status_pattern(response.status), read_error(response, &quote!(Self), &failure));
        quote!(#pattern => #read)
    });
    let arms: Vec<TokenStream> = arms.collect();
    (!arms.is_empty()).then(|| {
        quote! {
            #gate
            impl bindery_runtime::generated::DocumentedError for #name {
                fn read(response: &bindery_runtime::Response) -> #failure<Self> {
                    match response.status().as_u16() { #(#arms,)* _ => #failure::Undocumented }
                }
            }
        }
    })
}

/// Returns the error response that is read from a response.
fn read_error(response: &ErrorResponse, error: &TokenStream, failure: &TokenStream) -> TokenStream {
    let variant = ident(&response.variant);
    match response.body {
        ErrorBody::Json => quote!(response.documented(#error::#variant)),
        ErrorBody::Text => quote!(response.documented_text(#error::#variant)),
        ErrorBody::JsonOrText => quote!(response.documented_or_text(#error::#variant)),
        ErrorBody::None => quote!(#failure::Documented(#error::#variant)),
    }
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
