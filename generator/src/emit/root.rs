//! `src/lib.rs`.

use proc_macro2::TokenStream;
use quote::quote;

use super::file::Target;
use super::support::{cli_module, gate};
use super::{EmittedFile, docs};
use crate::crate_feature::{ALL_GROUPS, CrateFeature};
use crate::ir::{Condition, Crate};

/// `src/lib.rs`.
pub(super) struct Root;

impl Target for Root {
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        vec![file(package)]
    }
}

fn file(package: &Crate) -> EmittedFile<'_> {
    let client = gate(package, Condition::Client);
    let has_client = package.client.is_some();
    let has_token = package.client.as_ref().is_some_and(|client| !client.schemes.is_empty());
    let token = has_token.then(|| {
        quote!(
            #client
            pub use client::TokenScheme;
        )
    });
    let mock = package.has(CrateFeature::Mock).then(|| {
        let gate = gate(package, Condition::Feature(CrateFeature::Mock));
        quote!(
            #gate
            mod mock;
        )
    });
    let derives = (!package.implemented.is_empty()).then(|| {
        quote!(
            mod derives;
        )
    });
    let events = package.events.is_some().then(|| {
        quote!(
            #[cfg(feature = "webhook-events")]
            pub mod events;
        )
    });
    let extensions = package.has_extensions.then(|| {
        quote!(
            pub mod ext;
        )
    });
    let fixtures = package.has_fixtures().then(|| {
        let gate = gate(package, Condition::Feature(CrateFeature::Fixtures));
        quote!(
            #gate
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
        cli_module(package),
        has_client.then(|| {
            quote!(
                #client
                mod client;
            )
        }),
        derives,
        events,
        extensions,
        fixtures,
        mock,
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
        has_client.then(|| reqwest(package)),
        has_client.then(|| {
            quote!(
                #client
                pub use runtime::{CallError, Client, ClientBuilder, Error, ServerAddress};
            )
        }),
    ];
    EmittedFile::items("src/lib.rs", attributes(package), items.into_iter().flatten())
}

/// Re-exports the crate whose types the builder takes.
fn reqwest(package: &Crate) -> TokenStream {
    let native = gate(package, Condition::Native);
    let path = if package.shared_support.is_some() { quote!(runtime::reqwest) } else { quote!(reqwest) };
    quote!(
        #native
        pub use #path;
    )
}

fn attributes(package: &Crate) -> TokenStream {
    let look_alike = package.has_look_alikes.then(|| quote!(#![allow(confusable_idents, mixed_script_confusables)]));
    if !package.is_whole {
        let lines = lines(package);
        let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
        let allow = module_lints();
        return quote! { #(#![doc = #lines])* #![#allow] #look_alike };
    }
    let readme = readme(package);
    // The docs say which groups items come with.
    let features = package.groups_are_features.then(|| quote!(#![cfg_attr(docsrs, feature(doc_cfg))]));
    let limit = package.recursion_limit.map(|limit| limit.to_string());
    // Doc tests are crates of their own.
    let limit = limit.map(|limit| quote!(#![recursion_limit = #limit] #![doc(test(attr(recursion_limit = #limit)))]));
    quote! { #readme #features #limit #![forbid(unsafe_code)] #![allow(clippy::large_enum_variant)] #look_alike }
}

/// Returns the attribute that includes the README. Its programs are doc tests if the features that they use are enabled.
fn readme(package: &Crate) -> TokenStream {
    let readme = quote!(doc = include_str!("../README.md"));
    let used = [
        (package.client.is_some(), "reqwest"),
        (package.groups_are_features, ALL_GROUPS),
        (package.events.is_some(), CrateFeature::Events.name()),
    ];
    let used: Vec<&str> = used.into_iter().filter(|(is_used, _)| *is_used).map(|(_, name)| name).collect();
    match used.as_slice() {
        [] => quote!(#![#readme]),
        [used] => quote!(#![cfg_attr(any(not(doctest), feature = #used), #readme)]),
        used => quote!(#![cfg_attr(any(not(doctest), all(#(feature = #used),*)), #readme)]),
    }
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

/// Returns the docs of a module.
fn lines(package: &Crate) -> Vec<String> {
    let about = &package.about;
    let mut lines = vec![
        format!("# {}", about.title),
        String::new(),
        match (package.client.is_some(), &about.version) {
            (true, Some(version)) => format!("A client for version {version} of the API."),
            (true, None) => "A client of the API.".to_owned(),
            (false, Some(version)) => format!("The types of version {version} of the API."),
            (false, None) => "The types of the API.".to_owned(),
        },
    ];
    if let Some(own) = &about.own {
        lines.push(String::new());
        lines.extend(own.lines().map(str::to_owned));
    }
    if let Some(description) = &about.description {
        lines.push(String::new());
        lines.extend(docs::text_lines(description));
    }
    lines
}
