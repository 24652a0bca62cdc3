//! `src/client.rs`: what the client of this API has beyond every client: its groups and where its token travels.

use proc_macro2::TokenStream;
use quote::quote;

use super::file::Target;
use super::module::gated;
use super::server::{self, server};
use super::tokens::{doc, ident};
use super::{EmittedFile, constructor, docs};
use crate::http_terms::CredentialLocation;
use crate::ir::{Client, Crate};

/// The client.
pub(super) struct ApiClient;

impl Target for ApiClient {
    /// `src/client.rs`
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        package.client.iter().map(file).collect()
    }
}

fn file<'a>(client: &Client) -> EmittedFile<'a> {
    let secret = (!client.schemes.is_empty()).then(|| quote!(CredentialLocation, Scheme, Secret,));
    // A group without its feature names nothing of what is imported.
    let api = client.groups.iter().any(|group| group.gate.is_open()).then(|| {
        quote!(
            use crate::api;
        )
    });
    let mut items: Vec<TokenStream> = api.into_iter().collect();
    items.push(quote!(use crate::runtime::{Client, ClientBuilder, #secret Server, ServerAddress, Service};));
    items.push(service(client));
    items.push(functions(client));
    items.extend(server::items(client));
    items.extend(token(client));
    EmittedFile::items(
        "src/client.rs",
        quote!(#![doc = " The client, with its groups of operations and its tokens."]),
        items,
    )
}

fn service(client: &Client) -> TokenStream {
    let security = combinations(&client.security);
    let usual = server(&client.server);
    let servers = client.own_servers.iter().map(server);
    quote! {
        static SERVICE: Service = Service {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            server: #usual,
            servers: &[#(#servers),*],
            security: #security,
        };
    }
}

/// The combinations of schemes that are asked for, by their names.
pub(super) fn combinations(security: &[Vec<String>]) -> TokenStream {
    let combinations = security.iter().map(|names| quote!(&[#(#names),*]));
    quote!(&[#(#combinations),*])
}

fn functions(client: &Client) -> TokenStream {
    let groups = client.groups.iter().map(|group| {
        let (function, ty) = (ident(&group.function), ident(&group.type_name));
        let (about, gate) = (doc(&group.docs), gated(&group.gate));
        let root = (!group.gate.is_open()).then(|| quote!(crate::));
        let handle = quote!(#root api::#function::#ty);
        quote! {
            #about
            #gate
            pub fn #function(&self) -> #handle { #handle { client: self.clone() } }
        }
    });
    let constructors = constructor::functions(client);
    quote! {
        impl Client {
            #constructors
            #(#groups)*
        }
    }
}

fn token(client: &Client) -> Vec<TokenStream> {
    let Some(first) = client.schemes.first() else { return Vec::new() };
    let variants = client.schemes.iter().map(|scheme| {
        let (about, name) = (doc(&scheme.docs), ident(&scheme.name));
        quote! { #about #name }
    });
    let placements = client.schemes.iter().map(|scheme| {
        let (name, wire, placement) = (ident(&scheme.name), &scheme.wire, placement(&scheme.location));
        quote!(TokenScheme::#name => Self::new(#wire, #placement))
    });
    let usual = ident(&first.name);
    let about = doc(&docs::text_lines(&format!("Sends this token with each call, {}.", first.location_text)));
    vec![
        quote! {
            /// The security schemes of the description.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            #[non_exhaustive]
            pub enum TokenScheme { #(#variants),* }
        },
        quote! {
            impl From<TokenScheme> for Scheme {
                fn from(scheme: TokenScheme) -> Self { match scheme { #(#placements),* } }
            }
        },
        quote! {
            impl ClientBuilder {
                #about
                pub fn token(self, token: impl Into<Secret>) -> Self { self.token_as(TokenScheme::#usual, token) }

                /// Sends this token with each call, as the security scheme specifies.
                pub fn token_as(self, scheme: TokenScheme, token: impl Into<Secret>) -> Self {
                    self.authorize(scheme.into(), token.into())
                }
            }
        },
    ]
}

fn placement(location: &CredentialLocation) -> TokenStream {
    match location {
        CredentialLocation::Header(name) => quote!(CredentialLocation::Header(#name)),
        CredentialLocation::Query(name) => quote!(CredentialLocation::Query(#name)),
        CredentialLocation::Cookie(name) => quote!(CredentialLocation::Cookie(#name)),
        CredentialLocation::Bearer => quote!(CredentialLocation::Bearer),
        CredentialLocation::Basic => quote!(CredentialLocation::Basic),
    }
}
