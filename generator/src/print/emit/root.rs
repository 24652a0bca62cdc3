//! `src/lib.rs`.

use proc_macro2::TokenStream;
use quote::quote;

use super::feature::{client_gate, with_feature};
use super::file::Target;
use super::readme::link_label;
use super::tokens::code;
use super::{EmittedFile, EmittedItem, docs};
use crate::base::crate_feature::{ALL_GROUPS, CrateFeature};
use crate::rust::ir::Crate;

/// `src/lib.rs`.
pub(super) struct Root;

impl Target for Root {
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        vec![file(package)]
    }
}

fn file(package: &Crate) -> EmittedFile<'_> {
    let marked = (!package.marks.is_empty()).then(|| quote!(#![allow(deprecated)]));
    let attributes = attributes(package).into_iter().chain(marked.into_iter().flatten()).collect();
    let check = EmittedItem::Code(quote!(bindery_runtime::generated_for!(1);));
    let exports = exports(package).into_iter().flatten().map(EmittedItem::Code);
    EmittedFile::items("src/lib.rs", attributes, [check].into_iter().chain(modules(package)).chain(exports))
}

fn modules(package: &Crate) -> impl Iterator<Item = EmittedItem> {
    let (lints, client) = (item_lints(package), client_gate(package));
    let always = |item: TokenStream| Some(quote!(#lints #item));
    let of_client = |item: TokenStream| package.client.is_some().then(|| quote!(#client #lints #item));
    let of_feature = |is_present: bool, feature, item: TokenStream| {
        is_present.then(|| with_feature(package, feature, quote!(#lints #item)))
    };
    let (cli, mock) = (package.has(CrateFeature::Cli), package.has(CrateFeature::Mock));
    let (has_events, has_fixtures) = (package.events.is_some(), package.has_fixtures());
    let modules = [
        ("api", of_client(code("pub mod api;"))),
        ("cli", of_feature(cli, CrateFeature::Cli, code("pub mod cli;"))),
        ("client", of_client(code("mod client;"))),
        ("derives", always(code("mod derives;")).filter(|_| !package.implemented.is_empty())),
        ("events", of_feature(has_events, CrateFeature::Events, code("pub mod events;"))),
        ("ext", always(code("pub mod ext;")).filter(|_| package.has_extensions)),
        ("fixtures", of_feature(has_fixtures, CrateFeature::Fixtures, code("mod fixtures;"))),
        ("mock", of_feature(mock, CrateFeature::Mock, code("mod mock;"))),
        ("types", always(code("pub mod types;"))),
        ("wire", always(code("mod wire;"))),
    ];
    modules.into_iter().filter_map(|(name, item)| Some(EmittedItem::Module(item?, name.to_owned())))
}

/// Returns what users name without the path of its module, and the runtime crate, so that they need not depend on it.
fn exports(package: &Crate) -> [Option<TokenStream>; 5] {
    let (lints, client) = (item_lints(package), client_gate(package));
    let of_client = |item: TokenStream| package.client.is_some().then(|| quote!(#client #lints #item));
    let has_token = package.client.as_ref().is_some_and(|client| !client.schemes.is_empty());
    let token = has_token.then(|| quote!(, TokenScheme));
    let reqwest = if package.is_whole {
        quote!(
            #[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
            pub use bindery_runtime::reqwest;
        )
    } else {
        quote!(bindery_runtime::with_reqwest! { #lints pub use bindery_runtime::reqwest; })
    };
    let runtime = code("pub use bindery_runtime as runtime;");
    [
        Some(quote!(#lints #runtime)),
        of_client(code("pub use bindery_runtime::http::StatusCode;")),
        package.client.is_some().then_some(reqwest),
        of_client(code("pub use bindery_runtime::{CallError, Error, ServerAddress};")),
        of_client(quote!(pub use client::{Call, Client, ClientBuilder #token};)),
    ]
}

fn attributes(package: &Crate) -> TokenStream {
    if package.is_one_file {
        return TokenStream::new();
    }
    let look_alike = package.has_look_alikes.then(|| quote!(#![allow(confusable_idents, mixed_script_confusables)]));
    if !package.is_whole {
        let lines = lines(package);
        let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
        let allow = module_lints();
        return quote! { #(#![doc = #lines])* #![#allow] #look_alike };
    }
    let (links, readme) = (links(package), readme(package));
    // The docs say which groups items come with.
    let features = package.groups_are_features.then(|| quote!(#![cfg_attr(docsrs, feature(doc_cfg))]));
    let limit = package.recursion_limit.map(|limit| limit.to_string());
    // Doc tests are crates of their own.
    let limit = limit.map(|limit| quote!(#![recursion_limit = #limit] #![doc(test(attr(recursion_limit = #limit)))]));
    // A number of the description may look like a constant of mathematics.
    let allowed = quote!(#![allow(clippy::approx_constant, clippy::large_enum_variant)]);
    quote! { #(#links)* #readme #features #limit #![forbid(unsafe_code)] #allowed #look_alike }
}

/// Returns attributes with the targets of the links of the README to the groups, for rustdoc. The README has targets for other
/// readers, which come later and have no effect here.
fn links(package: &Crate) -> Vec<TokenStream> {
    let gates = package.groups().chunk_by(|one, other| one.gate == other.gate);
    let links = gates.map(|groups| {
        let links =
            groups.iter().map(|group| format!(" {}: api::{}::{}", link_label(group), group.function, group.type_name));
        let any: Vec<&String> = groups.first().iter().flat_map(|group| &group.gate.any).collect();
        match any.as_slice() {
            [] => quote!(#![cfg_attr(feature = "client", #(doc = #links),*)]),
            [only] => quote!(#![cfg_attr(all(feature = "client", feature = #only), #(doc = #links),*)]),
            any => quote!(#![cfg_attr(all(feature = "client", any(#(feature = #any),*)), #(doc = #links),*)]),
        }
    });
    links.collect()
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
fn module_lints() -> TokenStream {
    quote! {
        allow(
            missing_debug_implementations, missing_docs, unreachable_pub, unused, unused_qualifications, unused_results,
            clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction
        )
    }
}

/// Returns that attribute for an item of one file: code that is included has no inner attributes.
fn item_lints(package: &Crate) -> Option<TokenStream> {
    let lints = module_lints();
    package.is_one_file.then(|| quote!(#[#lints]))
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
