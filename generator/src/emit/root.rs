//! `src/lib.rs`.

use proc_macro2::TokenStream;
use quote::quote;

use super::support::{cli_module, gate};
use super::{EmittedFile, Target, docs, example};
use crate::ir::Condition;
use crate::resolve::{CrateFeature, Resolver};

/// `src/lib.rs`.
pub(super) struct Root;

impl Target for Root {
    fn files<'a>(&self, resolver: Resolver<'a>) -> Vec<EmittedFile<'a>> {
        vec![file(resolver)]
    }
}

fn file(resolver: Resolver<'_>) -> EmittedFile<'_> {
    let client = gate(resolver, Condition::Client);
    let has_client = resolver.has_operations();
    let token = (has_client && !resolver.schemes().is_empty()).then(|| {
        quote!(
            #client
            pub use client::TokenScheme;
        )
    });
    let rules = resolver.has_checked_types().then(|| {
        quote!(
            mod rules;
        )
    });
    let mock = resolver.offers(CrateFeature::Mock).then(|| {
        quote!(
            #[cfg(feature = "mock")]
            mod mock;
        )
    });
    let derives = (!resolver.implemented().is_empty()).then(|| {
        quote!(
            mod derives;
        )
    });
    let events = resolver.has_webhooks().then(|| {
        quote!(
            #[cfg(feature = "events")]
            pub mod events;
        )
    });
    let fixtures = resolver.has_fixtures().then(|| {
        quote!(
            #[cfg(feature = "fixtures")]
            mod fixtures;
        )
    });
    let items = [
        has_client.then(|| {
            quote!(
                #client
                pub mod api;
            )
        }),
        cli_module(resolver),
        has_client.then(|| {
            quote!(
                #client
                mod client;
            )
        }),
        derives,
        events,
        fixtures,
        mock,
        rules,
        Some(quote!(
            pub mod runtime;
        )),
        Some(quote!(
            pub mod types;
        )),
        Some(quote!(
            mod wire;
        )),
        token,
        has_client.then(|| {
            quote!(
                #client
                pub use http::StatusCode;
            )
        }),
        has_client.then(|| {
            quote!(
                #client
                pub use runtime::{CallError, Client, ClientBuilder, Error, ServerAddress};
            )
        }),
    ];
    EmittedFile::items("src/lib.rs", attributes(resolver), items.into_iter().flatten())
}

fn attributes(resolver: Resolver<'_>) -> TokenStream {
    let lines = lines(resolver);
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    let docs = quote! { #(#![doc = #lines])* };
    let look_alike = resolver.has_look_alikes().then(|| quote!(#![allow(confusable_idents, mixed_script_confusables)]));
    if !resolver.is_whole_crate() {
        let allow = module_lints();
        return quote! { #docs #![#allow] #look_alike };
    }
    // The docs say which groups items come with.
    let features = resolver.groups_are_features().then(|| quote!(#![cfg_attr(docsrs, feature(doc_cfg))]));
    quote! { #docs #features #![forbid(unsafe_code)] #look_alike }
}

/// Returns the attribute that turns off lints in a module: they are the user's, for code that is written by hand. Unused items
/// are there to be used.
pub(crate) fn module_lints() -> TokenStream {
    quote! {
        allow(
            missing_debug_implementations, missing_docs, unreachable_pub, unused, unused_qualifications, unused_results,
            clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction
        )
    }
}

fn lines(resolver: Resolver<'_>) -> Vec<String> {
    let about = resolver.about();
    let mut lines = vec![
        format!("# {}", about.title),
        String::new(),
        match (resolver.has_operations(), about.version) {
            (true, Some(version)) => format!("A client for version {version} of the API."),
            (true, None) => "A client of the API.".to_owned(),
            (false, Some(version)) => format!("The types of version {version} of the API."),
            (false, None) => "The types of the API.".to_owned(),
        },
    ];
    if let Some(own) = about.own {
        lines.push(String::new());
        lines.extend(own.lines().map(str::to_owned));
    }
    if let Some(description) = about.description {
        lines.push(String::new());
        lines.extend(docs::text_lines(&description));
    }
    // In the docs of another crate it would be run.
    if resolver.is_whole_crate() {
        lines.push(String::new());
        lines.extend(first_example(resolver));
    }
    lines
}

/// How to begin, as a doc test that is compiled and not run.
fn first_example(resolver: Resolver<'_>) -> Vec<String> {
    if !resolver.has_operations() {
        return example::events(resolver).map(|events| events.doc_test()).unwrap_or_default();
    }
    let mut lines = vec!["```no_run".to_owned(), example::import(resolver), String::new()];
    lines.push("# async fn start() -> Result<(), Box<dyn std::error::Error>> {".to_owned());
    lines.extend(example::start_lines(resolver));
    if let Some(call) = resolver.example_call() {
        lines.push(format!("let response = {}.await?;", example::code(&call)));
        lines.push("println!(\"{response:?}\");".to_owned());
    }
    lines.extend(["# Ok(())".to_owned(), "# }".to_owned(), "```".to_owned()]);
    lines
}
