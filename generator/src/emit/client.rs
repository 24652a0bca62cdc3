//! `src/client.rs`: what the client of this API has beyond every client: its constructors, its groups, where its token travels,
//! and the servers that it can be made for.

use proc_macro2::TokenStream;
use quote::quote;

use super::file::Target;
use super::module::gated;
use super::tokens::{doc, ident, runtime_imports};
use super::{EmittedFile, docs};
use crate::http_terms::CredentialLocation;
use crate::ir::{Client, Crate, Server};

/// The client.
pub(super) struct ApiClient;

impl Target for ApiClient {
    /// `src/client.rs`
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        package.client.iter().map(file).collect()
    }
}

fn file<'a>(client: &Client) -> EmittedFile<'a> {
    let secret = (!client.schemes.is_empty()).then_some(["CredentialLocation", "Scheme", "Secret"]);
    let always = ["Server", "ServerAddress", "Service"];
    let mut items = runtime_imports(secret.into_iter().flatten().chain(always));
    // A group without its feature names nothing of what is imported.
    let names_api = client.groups.iter().any(|group| group.gate.is_open());
    items.extend(names_api.then(|| {
        quote!(
            use crate::api;
        )
    }));
    items.push(quote!(bindery_runtime::client_types!();));
    items.push(service(client));
    items.push(functions(client));
    items.extend(servers(client));
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
    let constructors = constructors(client);
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
    let basic = client.basic_scheme().map(|scheme| {
        let name = ident(&scheme.name);
        quote! {
            /// Sends this user name and password with each call, as `Authorization: Basic`.
            pub fn basic_auth(self, user: impl std::fmt::Display, password: impl std::fmt::Display) -> Self {
                self.token_as(TokenScheme::#name, format!("{user}:{password}"))
            }
        }
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

                #basic
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

/// Emits the items for servers, in addition to the constructor that takes an address.
fn servers(client: &Client) -> Vec<TokenStream> {
    let default = client.address.as_ref().map(|address| {
        let about = doc(&docs::text_lines(&format!(
            "Creates a client builder for the server of the description, {}.",
            docs::code(address)
        )));
        quote! {
            impl Default for ClientBuilder {
                #about
                fn default() -> Self { Self::new(ServerAddress::from_description(&SERVICE.server), &SERVICE) }
            }
        }
    });
    default.into_iter().chain(named_servers(client)).chain(options(client)).collect()
}

/// The servers of the description as constants.
fn named_servers(client: &Client) -> Option<TokenStream> {
    if client.named_servers.is_empty() {
        return None;
    }
    let constants = client.named_servers.iter().map(|named| {
        let (about, name, value) = (doc(&named.docs), ident(&named.name), server(&named.server));
        quote! {
            #about
            pub const #name: ServerAddress = {
                static SERVER: Server = #value;
                ServerAddress::from_description(&SERVER)
            };
        }
    });
    Some(quote! {
        /// The servers that the description names.
        impl Client { #(#constants)* }
    })
}

/// The variables of all addresses as options of the builder.
fn options(client: &Client) -> Option<TokenStream> {
    if client.server_options.is_empty() {
        return None;
    }
    let functions = client.server_options.iter().map(|option| {
        let (about, name, wire) = (doc(&option.docs), ident(&option.name), &option.wire);
        quote! {
            #about
            pub fn #name(self, value: impl Into<String>) -> Self { self.variable(#wire, value.into()) }
        }
    });
    Some(quote! {
        /// The variables of the servers' addresses.
        impl ClientBuilder { #(#functions)* }
    })
}

/// A server as the support code has it.
fn server(server: &Server) -> TokenStream {
    let path = &server.path;
    let origin = optional(server.origin.as_deref());
    let variables = server.variables.iter().map(|(name, default)| {
        let default = optional(default.as_deref());
        quote!((#name, #default))
    });
    quote!(Server { origin: #origin, path: #path, variables: &[#(#variables),*] })
}

fn optional(text: Option<&str>) -> TokenStream {
    match text {
        Some(text) => quote!(Some(#text)),
        None => quote!(None),
    }
}

/// Emits `new` and `builder`.
fn constructors(client: &Client) -> TokenStream {
    let constructor = client.constructor;
    let address = constructor.takes_address.then(|| quote!(address: impl Into<ServerAddress>));
    let token = constructor.takes_token.then(|| quote!(token: impl Into<Secret>));
    let arguments = address.iter().chain(&token);
    let set_token = constructor.takes_token.then(|| quote!(.token(token)));
    let given = constructor.takes_address.then(|| quote!(address));
    let builder = if constructor.takes_address {
        quote!(ClientBuilder::new(address, &SERVICE))
    } else {
        quote!(ClientBuilder::default())
    };
    // `Default` would take the name of the group `default`.
    let allowed = (address.is_none() && token.is_none()).then(|| quote!(#[allow(clippy::new_without_default)]));
    let (about_new, about_builder) = (doc(&new_docs(client)), doc(&builder_docs(client)));
    quote! {
        #about_new
        #allowed
        pub fn new(#(#arguments),*) -> Self { Self::builder(#given)#set_token.build_deferred() }

        #about_builder
        pub fn builder(#address) -> ClientBuilder { #builder }
    }
}

fn new_docs(client: &Client) -> Vec<String> {
    let mut text = format!("Creates a client for {}.", server_text(client));
    if let Some(scheme) = client.schemes.first() {
        text.push_str(if client.constructor.takes_token {
            " It sends this token with each call, "
        } else {
            " The token is optional: [`ClientBuilder::token`] sets one for each call, "
        });
        text.push_str(&scheme.location_text);
        text.push('.');
    }
    let mut lines = vec![text];
    lines.push(String::new());
    lines.push(
        "If the client cannot be built, its calls return the error. [`Client::builder`] has all settings.".to_owned(),
    );
    lines
}

fn builder_docs(client: &Client) -> Vec<String> {
    let mut lines = docs::text_lines(&format!("Creates a client builder for {}.", server_text(client)));
    lines.push(String::new());
    if !client.constructor.takes_address {
        lines.push("[`ClientBuilder::base_url`] sets another address.".to_owned());
    }
    lines.extend_from_slice(&client.address_docs);
    lines
}

/// Returns the server of the client, as Markdown.
fn server_text(client: &Client) -> String {
    let address = client.address.as_ref().filter(|_| !client.constructor.takes_address);
    address.map_or_else(
        || "the server at this address, such as `https://example.com`".to_owned(),
        |address| format!("the server of the description, {}", docs::code(address)),
    )
}
