//! `src/events.rs`: the events that the server sends by itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::EmittedFile;
use super::file::Target;
use super::module::operation_imports;
use super::public::{self, Code};
use super::rust_type::Scope;
use super::tokens::{self, literal};
use crate::base::crate_feature::CrateFeature;
use crate::base::http_terms::EventPlace;
use crate::rust::ir::{Block, Crate, EventRole, Events, OperationImports};

/// The events.
pub(super) struct Webhooks;

impl Target for Webhooks {
    fn feature(&self) -> Option<CrateFeature> {
        Some(CrateFeature::Events)
    }

    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        package.events.iter().map(|events| file(package, events)).collect()
    }
}

fn file<'a>(package: &Crate, events: &Events) -> EmittedFile<'a> {
    let about = quote!(#![doc = " Webhooks: the events that the server sends."]);
    let path = "src/events.rs";
    let items = imports(events, &package.root(path)).into_iter().chain(items(package, events));
    EmittedFile::tables(path, about, items.collect::<Vec<_>>(), [table(events)])
}

fn imports(events: &Events, root: &TokenStream) -> Vec<TokenStream> {
    let headers = events.are_distinguishable().then(|| tokens::code("use bindery_runtime::http::HeaderMap;"));
    let imports = operation_imports(&OperationImports::of_events(events), std::iter::empty(), root);
    headers.into_iter().chain(imports).collect()
}

fn items(package: &Crate, events: &Events) -> Vec<TokenStream> {
    let block = events.public();
    public::items(package, &block, Scope::Api, |role| code(&block, role))
}

/// The docs and the body of a member.
fn code(block: &Block<'_, EventRole>, role: EventRole) -> Code {
    match role {
        EventRole::Event => {
            let derives = public::derives(block);
            Code::head(quote! {
                /// An event that the server sends by itself.
                #derives
                #[non_exhaustive]
            })
        }
        EventRole::Read => Code::new(
            quote! {
                /// Reads an event that was received. Anybody can send one: verify it before, or use [`Self::read_verified`].
                ///
                /// # Errors
                ///
                /// Returns an error if nothing says which event it is, or the body is not what the description promises.
            },
            quote!(bindery_runtime::generated::read_event(headers, body)),
        ),
        EventRole::ReadVerified => Code::new(
            quote! {
                /// Reads an event that was received, if the server has sent it.
                ///
                /// # Errors
                ///
                /// Returns the errors of the verifier, which runs before the body is read, and those of [`Self::read`].
            },
            quote!(bindery_runtime::generated::read_verified(headers, body, verifier)),
        ),
        EventRole::ReadNamed => Code::new(
            quote! {
                /// Reads the event of a name, for example where each has an address of its own.
                ///
                /// # Errors
                ///
                /// Returns an error if the body is not what the description promises.
            },
            quote!(bindery_runtime::generated::read_named(name, body)),
        ),
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
