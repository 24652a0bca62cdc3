//! The constructors in `src/client.rs`.

use proc_macro2::TokenStream;
use quote::quote;

use super::docs;
use super::tokens::doc;
use crate::ir::Client;

/// Emits `new` and `builder`.
pub(super) fn functions(client: &Client) -> TokenStream {
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
    let mut text = format!("Creates a client for {}.", server(client));
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
    let mut lines = docs::text_lines(&format!("Creates a client builder for {}.", server(client)));
    lines.push(String::new());
    if !client.constructor.takes_address {
        lines.push("[`ClientBuilder::base_url`] sets another address.".to_owned());
    }
    lines.extend_from_slice(&client.address_docs);
    lines
}

/// Returns the server of the client, as Markdown.
fn server(client: &Client) -> String {
    let address = client.address.as_ref().filter(|_| !client.constructor.takes_address);
    address.map_or_else(
        || "the server at this address, such as `https://example.com`".to_owned(),
        |address| format!("the server of the description, {}", docs::code(address)),
    )
}
