//! The servers in `src/client.rs`: which a client can be made for, and the options that their addresses have.

use proc_macro2::TokenStream;
use quote::quote;

use super::docs;
use super::tokens::{doc, ident};
use crate::ir::{Client, Server};

/// Emits the items for servers, in addition to the constructor that takes an address.
pub(super) fn items(client: &Client) -> Vec<TokenStream> {
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
            pub const #name: Self = {
                static SERVER: Server = #value;
                Self::from_description(&SERVER)
            };
        }
    });
    Some(quote! {
        /// The servers that the description names.
        impl ServerAddress { #(#constants)* }
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
pub(super) fn server(server: &Server) -> TokenStream {
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
