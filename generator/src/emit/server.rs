//! The servers in `src/client.rs`: which a client can be made for, and the options that their addresses have.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Emitter, doc, docs, ident};
use crate::model::{Server, ServerVariable};
use crate::names::ident::{unraw, value_name};

impl Emitter<'_> {
    /// What is said of the address that a client is started for.
    pub(super) fn address_docs(&self) -> Vec<String> {
        let path = self.api.servers.first().map(|server| server.path.as_str()).unwrap_or_default();
        let mut about = if path.trim_matches('/').is_empty() {
            vec!["The address may have a path of its own.".to_owned()]
        } else {
            docs::text_lines(&format!(
                "The address may have a path of its own; {} is appended unless it ends with it already.",
                docs::code(path)
            ))
        };
        about.push("[`ServerAddress::exact`] is for an address to which nothing is appended.".to_owned());
        if let Some(address) = self.api.address() {
            let text = format!(
                "`ClientBuilder::default` is for the server that the description names, {}.",
                docs::code(&address)
            );
            about.push(String::new());
            about.extend(docs::text_lines(&text));
        }
        about
    }

    /// What there is for servers beside the function that takes an address.
    pub(super) fn server_items(&self) -> Vec<TokenStream> {
        let mut items = Vec::new();
        if let Some(address) = self.api.address() {
            let about = doc(&docs::text_lines(&format!(
                "Starts a client for the server that the description names, {}.",
                docs::code(&address)
            )));
            items.push(quote! {
                impl Default for ClientBuilder {
                    #about
                    fn default() -> Self { Self::new(ServerAddress::described(&SERVICE.server), &SERVICE) }
                }
            });
        }
        items.extend(self.named_servers());
        items.extend(self.server_options());
        items
    }

    /// The servers of the description as constants, where there are several.
    fn named_servers(&self) -> Option<TokenStream> {
        if self.names.servers().is_empty() {
            return None;
        }
        let servers = self.api.servers.iter().filter(|server| server.address().is_some());
        let constants = servers.zip(self.names.servers()).map(|(declared, name)| {
            let name = ident(name);
            let mut about = docs::text_lines(&docs::code(&declared.template()));
            if let Some(description) = &declared.description {
                about.push(String::new());
                about.extend(docs::text_lines(description));
            }
            let (about, value) = (doc(&about), server(declared));
            quote! {
                #about
                pub const #name: Self = {
                    static SERVER: Server = #value;
                    Self::described(&SERVER)
                };
            }
        });
        Some(quote! {
            /// The servers that the description names.
            impl ServerAddress { #(#constants)* }
        })
    }

    /// The variables of all addresses as options of the builder.
    fn server_options(&self) -> Option<TokenStream> {
        let variables = self.api.server_variables();
        if variables.is_empty() {
            return None;
        }
        let functions = variables.iter().zip(option_names(&variables)).map(|(variable, name)| {
            let (about, name, wire) = (doc(&option_docs(variable)), ident(&name), &variable.name);
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

    /// What is said of the server that an operation has of its own.
    pub(super) fn own_server_docs(&self, index: usize) -> Option<String> {
        let server = self.api.own_server(&self.api.operations[index])?;
        Some(match server.origin {
            None if server.path.is_empty() => {
                "It is sent to the server itself, without the path of the interface.".to_owned()
            }
            None => format!("It is sent to {} on the same server.", docs::code(&server.template())),
            Some(_) => format!(
                "It is sent to {}, without the client's tokens and headers unless `ClientBuilder::share_tokens_with` allows it.",
                docs::code(&server.template())
            ),
        })
    }
}

/// A server as the support code has it.
pub(super) fn server(server: &Server) -> TokenStream {
    let path = &server.path;
    let origin = match &server.origin {
        Some(origin) => quote!(Some(#origin)),
        None => quote!(None),
    };
    let variables = server.variables.iter().map(|ServerVariable { name, default, .. }| match default {
        Some(default) => quote!((#name, Some(#default))),
        None => quote!((#name, None)),
    });
    quote!(Server { origin: #origin, path: #path, variables: &[#(#variables),*] })
}

fn option_docs(variable: &ServerVariable) -> Vec<String> {
    let mut about = docs::text_lines(&format!("The variable {} of the server's address.", docs::code(&variable.name)));
    let mut say = |text: &str| {
        about.push(String::new());
        about.extend(docs::text_lines(text));
    };
    if let Some(description) = variable.description.as_ref().filter(|text| !text.trim().is_empty()) {
        say(description);
    }
    if !variable.known.is_empty() {
        let known: Vec<String> = variable.known.iter().take(64).map(|value| docs::code(value)).collect();
        say(&format!("The description lists {}.", docs::joined(&known)));
    }
    say(&match &variable.default {
        Some(default) => format!("{} where it is not given.", docs::code(default)),
        None => "It has no default.".to_owned(),
    });
    about
}

/// The names of the options: no other function of the builder begins like them.
fn option_names(variables: &[&ServerVariable]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for variable in variables {
        let mut name = format!("server_{}", unraw(&value_name(&variable.name)));
        while names.contains(&name) {
            name.push_str("_also");
        }
        names.push(name);
    }
    names
}
