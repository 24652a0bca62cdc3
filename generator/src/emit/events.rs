//! `src/events.rs`: the events that the server sends by itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::EmittedFile;
use super::file::Target;
use super::module::operation_imports;
use super::rust_type::{Scope, rust_type};
use super::tokens::{doc, ident, literal};
use crate::crate_feature::CrateFeature;
use crate::http_terms::EventPlace;
use crate::ir::{Crate, EventVariant, Events, OperationImports};

/// The events.
pub(super) struct Webhooks;

impl Target for Webhooks {
    fn feature(&self) -> Option<CrateFeature> {
        Some(CrateFeature::Events)
    }

    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        package.events.iter().map(file).collect()
    }
}

fn file<'a>(events: &Events) -> EmittedFile<'a> {
    let about = quote!(#![doc = " Webhooks: the events that the server sends."]);
    let items = imports(events).into_iter().chain([enumeration(events), functions(events)]);
    EmittedFile::tables("src/events.rs", about, items.collect::<Vec<_>>(), [table(events)])
}

fn imports(events: &Events) -> Vec<TokenStream> {
    let headers = events.are_distinguishable().then(|| {
        quote!(
            use bindery_runtime::http::HeaderMap;
        )
    });
    let imports = operation_imports(&OperationImports::of_events(events), std::iter::empty());
    headers.into_iter().chain(imports).collect()
}

fn enumeration(events: &Events) -> TokenStream {
    let variants = events.variants.iter().map(variant);
    let compared = events.is_comparable.then(|| quote!(, PartialEq));
    quote! {
        /// An event that the server sends by itself.
        #[derive(Clone, Debug #compared)]
        #[non_exhaustive]
        pub enum Event {
            #(#variants,)*
            /// An event that the description does not list. It is preserved when it is serialized.
            Unlisted(UnlistedEvent),
        }
    }
}

fn variant(variant: &EventVariant) -> TokenStream {
    let (about, name) = (doc(&variant.docs.lines), ident(&variant.name));
    let ty = rust_type(&variant.ty, Scope::Api);
    quote!(#about #name(#ty))
}

fn functions(events: &Events) -> TokenStream {
    let reading = events.are_distinguishable().then(|| {
        quote! {
            /// Reads an event that was received. Anybody can send one: verify it before, or use [`Self::read_verified`].
            ///
            /// # Errors
            ///
            /// Returns an error if nothing says which event it is, or the body is not what the description promises.
            pub fn read(headers: &HeaderMap, body: &[u8]) -> Result<Self, EventError> {
                bindery_runtime::generated::read_event(headers, body)
            }

            /// Reads an event that was received, if the server has sent it.
            ///
            /// # Errors
            ///
            /// Returns the errors of the verifier, which runs before the body is read, and those of [`Self::read`].
            pub fn read_verified(
                headers: &HeaderMap, body: &[u8], verifier: &dyn Verifier
            ) -> Result<Self, EventError> {
                bindery_runtime::generated::read_verified(headers, body, verifier)
            }
        }
    });
    quote! {
        impl Event {
            #reading

            /// Reads the event of a name, for example where each has an address of its own.
            ///
            /// # Errors
            ///
            /// Returns an error if the body is not what the description promises.
            pub fn read_named(name: &str, body: &[u8]) -> Result<Self, EventError> {
                bindery_runtime::generated::read_named(name, body)
            }
        }
    }
}

/// `event_enumeration!(Event by [Header "x-github-event"] { "push" => Push, });`
fn table(events: &Events) -> String {
    let places: Vec<String> = events.places.iter().map(place).collect();
    let rows = events.variants.iter();
    let rows = rows.map(|variant| format!("    {} => {},\n", literal(&variant.wire), variant.name));
    format!("event_enumeration!(Event by [{}] {{\n{}}});\n", places.join(", "), rows.collect::<String>())
}

fn place(place: &EventPlace) -> String {
    match place {
        EventPlace::Header(name) => format!("Header {}", literal(name)),
        EventPlace::Member(name) => format!("Member {}", literal(name)),
    }
}
