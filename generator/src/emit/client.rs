//! `src/client.rs`: what the client of this API has beyond every client: its groups and where its token travels.

use proc_macro2::TokenStream;
use quote::quote;

use super::server::server;
use super::{EmittedFile, Emitter, doc, docs, ident};
use crate::model::{CredentialPlace, Requirement, SecurityScheme};

impl<'a> Emitter<'a> {
    pub(super) fn client(&self) -> EmittedFile<'a> {
        let secret = (!self.api.security.is_empty()).then(|| quote!(Placement, Scheme, Secret,));
        let api = (!self.api.groups.is_empty()).then(|| {
            quote!(
                use crate::api;
            )
        });
        let mut items: Vec<TokenStream> = api.into_iter().collect();
        items.push(quote!(use crate::runtime::{Client, ClientBuilder, #secret Server, ServerAddress, Service};));
        items.push(self.service());
        items.push(self.client_functions());
        items.extend(self.server_items());
        items.extend(self.token());
        EmittedFile::items(
            "src/client.rs",
            quote!(#![doc = " The client: its groups of operations and its token."]),
            items,
        )
    }

    fn service(&self) -> TokenStream {
        let security = self.combinations(&self.api.requirement);
        let nowhere = || quote!(Server { origin: None, path: "", variables: &[] });
        let usual = self.api.servers.first().map_or_else(nowhere, server);
        let servers = self.api.own_servers.iter().map(server);
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
    pub(super) fn combinations(&self, requirement: &Requirement) -> TokenStream {
        let combinations = requirement.iter().map(|combination| {
            let names = combination.iter().map(|scheme| &self.api.security[*scheme].wire);
            quote!(&[#(#names),*])
        });
        quote!(&[#(#combinations),*])
    }

    fn client_functions(&self) -> TokenStream {
        let groups = self.api.groups.iter().enumerate().map(|(index, group)| {
            let names = self.names.group(index);
            let (function, ty) = (ident(&names.function), ident(&names.type_name));
            let about = doc(&docs::group_lines(group));
            quote! {
                #about
                pub fn #function(&self) -> api::#function::#ty { api::#function::#ty { client: self.clone() } }
            }
        });
        let mut about = vec![
            "Starts a client for the server at this address, such as `https://example.com`.".to_owned(),
            String::new(),
        ];
        about.extend(self.address_docs());
        let about = doc(&about);
        quote! {
            impl Client {
                #about
                pub fn builder(address: impl Into<ServerAddress>) -> ClientBuilder { ClientBuilder::new(address, &SERVICE) }
                #(#groups)*
            }
        }
    }

    fn token(&self) -> Vec<TokenStream> {
        let Some(first) = self.api.security.first() else { return Vec::new() };
        let variants = self.api.security.iter().enumerate().map(|(index, scheme)| {
            let about = doc(&scheme_docs(scheme));
            let name = ident(self.names.scheme(index));
            quote! { #about #name }
        });
        let placements = self.api.security.iter().enumerate().map(|(index, scheme)| {
            let name = ident(self.names.scheme(index));
            let placement = placement(&scheme.place);
            let wire = &scheme.wire;
            quote!(TokenScheme::#name => Self::new(#wire, #placement))
        });
        let usual = ident(self.names.scheme(0));
        let about = doc(&docs::text_lines(&format!("Sends this token with each call, {}.", travels(&first.place))));
        vec![
            quote! {
                /// The ways in which a token can travel.
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

                    /// Sends this token with each call, in the way that the scheme says.
                    pub fn token_as(self, scheme: TokenScheme, token: impl Into<Secret>) -> Self {
                        self.authorize(scheme.into(), token.into())
                    }
                }
            },
        ]
    }
}

fn scheme_docs(scheme: &SecurityScheme) -> Vec<String> {
    let mut lines = docs::text_lines(&format!("The token travels {}.", travels(&scheme.place)));
    if let Some(description) = &scheme.description {
        lines.push(String::new());
        lines.extend(docs::text_lines(description));
    }
    lines
}

fn travels(place: &CredentialPlace) -> String {
    match place {
        CredentialPlace::Header(name) => format!("in the header {}", docs::code(name)),
        CredentialPlace::Query(name) => format!("in the query, as {}", docs::code(name)),
        CredentialPlace::Cookie(name) => format!("in the cookie {}", docs::code(name)),
        CredentialPlace::Bearer => "as `Authorization: Bearer`".to_owned(),
        CredentialPlace::Basic => "as `Authorization: Basic`; it is written `user:password`".to_owned(),
    }
}

fn placement(place: &CredentialPlace) -> TokenStream {
    match place {
        CredentialPlace::Header(name) => quote!(Placement::Header(#name)),
        CredentialPlace::Query(name) => quote!(Placement::Query(#name)),
        CredentialPlace::Cookie(name) => quote!(Placement::Cookie(#name)),
        CredentialPlace::Bearer => quote!(Placement::Bearer),
        CredentialPlace::Basic => quote!(Placement::Basic),
    }
}
