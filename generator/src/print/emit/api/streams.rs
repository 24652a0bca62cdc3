//! Responses that are read as a stream of values.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::print::emit::rust_type::{Scope, rust_type};
use crate::print::emit::tokens::ident;
use crate::rust::ir::{Content, Operation, RustType, StreamSwitch, Streaming, SwitchValue, SwitchedField};

/// Emits what reads the values of a response as a stream.
pub(super) fn functions(streaming: &Streaming) -> TokenStream {
    match streaming {
        Streaming::Events { by_name: Some(texts), .. } => quote! {
            fn data(name: Option<&str>, text: &str) -> Result<Self::Data, bindery_runtime::serde_json::Error> {
                bindery_runtime::generated::named_data(name, text, &[#(#texts),*])
            }
        },
        Streaming::Events { content, by_name: None } => {
            let read = match content {
                Content::Json(_) | Content::JsonText(_) | Content::Lines(_) => {
                    quote!(bindery_runtime::generated::json_data(text))
                }
                Content::Text | Content::Bytes => quote!(bindery_runtime::generated::text_data(text)),
            };
            quote! {
                fn data(_: Option<&str>, text: &str) -> Result<Self::Data, bindery_runtime::serde_json::Error> {
                    #read
                }
            }
        }
        Streaming::Lines { media_type, .. } => quote!(
            const LINES: &'static str = #media_type;
        ),
    }
}

/// The function that asks for values one after the other, or for the whole.
pub(super) fn switch(operation: &Operation) -> Option<TokenStream> {
    let statements = match operation.stream_switch.as_ref()? {
        StreamSwitch::Input(field) => switched(field, &quote!(self)),
        StreamSwitch::Body { name, is_required: true, field } => {
            let name = ident(name);
            switched(field, &quote!(self.#name))
        }
        StreamSwitch::Body { name, is_required: false, field } => {
            let (name, switched) = (ident(name), switched(field, &quote!(body)));
            let begun = field.has_default_state.then(|| begun(&name, &quote!(Default::default())));
            quote!(#begun if let Some(body) = &mut self.#name { #switched })
        }
    };
    Some(quote!(fn set_streaming(&mut self, streams: bool) { #statements }))
}

/// The statement that makes a body for a switch, where none is given.
fn begun(name: &Ident, body: &TokenStream) -> TokenStream {
    quote!(if streams && self.#name.is_none() { self.#name = Some(#body); })
}

/// The statements that set a switch. An awaited call clears the switch, or negates it if the server streams without it.
fn switched(field: &SwitchedField, place: &TokenStream) -> TokenStream {
    let name = ident(&field.name);
    let (given, absent) = if field.is_patch {
        (quote!(bindery_runtime::Patch::Value), quote!(bindery_runtime::Patch::Unset))
    } else {
        (quote!(Some), quote!(None))
    };
    let value = match &field.value {
        SwitchValue::Boolean if field.is_assumed => return quote!(#place.#name = #given(streams);),
        SwitchValue::Boolean => quote!(true),
        SwitchValue::Listed { path, variant, .. } => {
            let (ty, variant) =
                (rust_type(&RustType { path: path.clone(), arguments: Vec::new() }, Scope::Api), ident(variant));
            quote!(#ty::#variant)
        }
    };
    quote! {
        if streams {
            #place.#name = #given(#value);
        } else if #place.#name == #given(#value) {
            #place.#name = #absent;
        }
    }
}
