//! `src/client.rs`: what the client of this API has beyond every client: its constructors, its groups, where its token travels,
//! and the servers that it can be made for.

use proc_macro2::TokenStream;
use quote::quote;

use super::constant::combinations;
use super::file::Target;
use super::module::gated;
use super::public::{self, Code, noted};
use super::rust_type::Scope;
use super::tokens::{self, doc, ident, runtime_imports};
use super::{EmittedFile, docs};
use crate::base::http_terms::CredentialLocation;
use crate::base::runtime_item::RuntimeItem;
use crate::rust::ir::{Block, Client, ClientConstructor, ClientRole, Crate, Server};

const CLIENT: &str = "src/client.rs";

/// The client.
pub(super) struct ApiClient;

impl Target for ApiClient {
    /// `src/client.rs`
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        package.client.iter().map(|client| file(package, client)).collect()
    }
}

fn file<'a>(package: &Crate, client: &Client) -> EmittedFile<'a> {
    let secret = (!client.schemes.is_empty()).then_some([
        RuntimeItem::CredentialLocation,
        RuntimeItem::Scheme,
        RuntimeItem::Secret,
    ]);
    let always = [RuntimeItem::Server, RuntimeItem::ServerAddress, RuntimeItem::Service];
    let mut items = runtime_imports(secret.into_iter().flatten().chain(always));
    // A group without its feature names nothing of what is imported.
    let names_api = client.groups.iter().any(|group| group.gate.is_open());
    let root = package.root(CLIENT);
    items.extend(names_api.then(|| quote!(use #root::api;)));
    items.push(quote!(bindery_runtime::client_types!();));
    items.push(service(client));
    let blocks = client.public();
    let print = |block| public::items(package, block, Scope::Types, |role| code(block, role));
    items.extend(blocks.iter().flat_map(print));
    EmittedFile::items(CLIENT, quote!(#![doc = " The client, with its groups of operations and its tokens."]), items)
}

fn service(client: &Client) -> TokenStream {
    let security = tokens::code(&combinations(&client.security));
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

/// The docs and the body of a member.
fn code(block: &Block<'_, ClientRole<'_>>, role: ClientRole<'_>) -> Code {
    match role {
        ClientRole::New(client) => {
            let about = doc(&new_docs(client));
            // `Default` would take the name of the group `default`.
            let ClientConstructor { takes_address, takes_token } = client.constructor;
            let allowed = !(takes_address || takes_token);
            let allowed = allowed.then(|| quote!(#[allow(clippy::new_without_default)]));
            let (given, token) = (takes_address.then(|| quote!(address)), takes_token.then(|| quote!(.token(token))));
            Code::new(quote!(#about #allowed), quote!(Self::builder(#given)#token.build_deferred()))
        }
        ClientRole::Builder(client) if client.constructor.takes_address => {
            Code::new(doc(&builder_docs(client)), quote!(ClientBuilder::new(address, &SERVICE)))
        }
        ClientRole::Builder(client) => Code::new(doc(&builder_docs(client)), quote!(ClientBuilder::default())),
        ClientRole::Group(group) => {
            let (about, gate) = (doc(&group.docs), gated(&group.gate));
            let (module, handle) = (ident(&group.function), ident(&group.type_name));
            let made = quote!(api::#module::#handle { client: self.clone() });
            let head = quote!(#about #gate);
            if group.gate.is_open() {
                return Code::new(head, made);
            }
            // A group without its feature names nothing of what is imported. Only those of a whole crate have one.
            Code::new(head, quote!(crate::#made)).in_scope(Scope::ApiRoot)
        }
        ClientRole::DefaultServer(address) => {
            let server = docs::code(address);
            let about = format!("Creates a client builder for {server}, the server of the description.");
            let about = doc(&docs::text_lines(&about));
            Code::body(quote! {
                #about
                fn default() -> Self { Self::new(ServerAddress::from_description(&SERVICE.server), &SERVICE) }
            })
        }
        ClientRole::NamedServer(named) => {
            let value = server(&named.server);
            let value = quote!({
                static SERVER: Server = #value;
                ServerAddress::from_description(&SERVER)
            });
            Code::new(doc(&named.docs), value)
        }
        ClientRole::ServerOption(option) => {
            let wire = &option.wire;
            Code::new(doc(&option.docs), quote!(self.variable(#wire, value.into())))
        }
        ClientRole::TokenScheme => {
            let (about, derives) = (noted("The security schemes of the description."), public::derives(block));
            Code::head(quote!(#about #derives #[non_exhaustive]))
        }
        ClientRole::FromTokenScheme(client) => {
            let placements = client.schemes.iter().map(|scheme| {
                let (name, wire, placement) = (ident(&scheme.name), &scheme.wire, placement(&scheme.location));
                quote!(TokenScheme::#name => Self::new(#wire, #placement))
            });
            Code::conversion("scheme", quote!(match scheme { #(#placements),* }))
        }
        ClientRole::Token(scheme) => {
            let about = format!("Sends `token` with each call that accepts it, {}.", scheme.location_text);
            let about = doc(&docs::text_lines(&about));
            let scheme = ident(&scheme.name);
            Code::new(about, quote!(self.token_as(TokenScheme::#scheme, token)))
        }
        ClientRole::TokenAs => {
            let about = noted("Sends `token` with each call that accepts it, as the security scheme specifies.");
            Code::new(about, quote!(self.authorize(scheme.into(), token.into())))
        }
        ClientRole::BasicAuth(scheme) => {
            let about =
                noted("Sends this user name and password with each call that accepts them, as `Authorization: Basic`.");
            let scheme = ident(&scheme.name);
            Code::new(about, quote!(self.token_as(TokenScheme::#scheme, format!("{user}:{password}"))))
        }
    }
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

/// A server as the support code has it.
fn server(server: &Server) -> TokenStream {
    let path = &server.path;
    let origin = optional(server.origin.as_deref());
    let variables = server.variables.iter().map(|(name, default, values)| {
        let default = optional(default.as_deref());
        quote!((#name, #default, &[#(#values),*]))
    });
    quote!(Server { origin: #origin, path: #path, variables: &[#(#variables),*] })
}

fn optional(text: Option<&str>) -> TokenStream {
    match text {
        Some(text) => quote!(Some(#text)),
        None => quote!(None),
    }
}

fn new_docs(client: &Client) -> Vec<String> {
    let server = if client.constructor.takes_address { "the server at `address`" } else { &server_text(client) };
    let text = match client.schemes.first() {
        Some(scheme) if client.constructor.takes_token => {
            format!("Creates a client for {server} that sends `token` {}.", scheme.location_text)
        }
        Some(scheme) => format!(
            "Creates a client for {server}. The token is optional: [`ClientBuilder::token`] sets one, which is sent {}.",
            scheme.location_text
        ),
        None => format!("Creates a client for {server}."),
    };
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
        || "the server at `address`, such as `https://example.com`".to_owned(),
        |address| docs::code(address),
    )
}
