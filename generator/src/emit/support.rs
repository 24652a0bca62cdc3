//! The support code of the crate, and the module that holds it.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::EmittedFile;
use super::file::Target;
use super::module::gated;
use super::tokens::{ident, import};
use crate::crate_feature::{CrateFeature, Implementation, UNREFERENCED_TYPES};
use crate::ir::{Condition, Crate, SupportFile, SupportModule, TLS_FEATURES};

/// The support code.
pub(super) struct Support;

impl Target for Support {
    /// The module of the support code and its files.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        if let Some(shared) = &package.shared_support {
            return vec![of_client(package, shared)];
        }
        // The order of `rustfmt`.
        let mut used: Vec<&SupportModule> = package.support.iter().collect();
        used.sort_by_key(|support| support.file.file);
        let gate = |support: &SupportModule| {
            let (condition, types) = (gate(package, support.file.condition), gated(&support.gate));
            quote!(#condition #types)
        };
        let modules = used.iter().map(|support| (support.file.file, module(&gate(support), &support.file)));
        let mut modules: Vec<_> = modules.chain(cli_module(package).map(|cli| ("cli", cli))).collect();
        modules.sort_by_key(|(file, _)| *file);
        let mut items: Vec<TokenStream> = modules.into_iter().map(|(_, module)| module).collect();
        for support in &used {
            let macros = import(&path(&support.file), support.file.macros.iter().copied());
            let gate = gate(support);
            // With some features, none of the code has a pattern.
            let unused = (support.file.file == "pattern").then(|| quote!(#[allow(unused_imports)]));
            items.extend(macros.map(|import| quote!(#gate #unused pub(crate) #import)));
            items.extend(exports(&gate, &support.file));
        }
        let about = quote!(#![doc = " The support code: the same in every crate that Bindery emits."]);
        let root = EmittedFile::items("src/runtime/mod.rs", about, items);
        let is_used = |file: &str| match file.strip_suffix(".rs") {
            _ if file.starts_with("cli/") => package.has(CrateFeature::Cli),
            name => used.iter().any(|support| Some(support.file.file) == name),
        };
        let texts = bindery_runtime::texts::RUNTIME.iter().filter(|(file, _)| is_used(file));
        let texts = texts.map(|(file, text)| EmittedFile::text(format!("src/runtime/{file}"), without_exports(text)));
        std::iter::once(root).chain(texts).collect()
    }
}

/// Returns a file of the support code for use in the crate of a client, which does not export the macros.
fn without_exports(text: &'static str) -> String {
    text.replace("#[doc(hidden)]\n#[macro_export]\n", "")
}

/// Emits the imports and exports of a support file: for other files, for users and for emitted code.
pub(super) fn exports(gate: &TokenStream, support: &SupportFile) -> Vec<TokenStream> {
    let file = ident(support.file);
    let alias = support.alias.map(ident).map(|alias| quote!(#gate use self::#file as #alias;));
    let exports = import(&path(support), support.exports.iter().copied());
    alias.into_iter().chain(exports.map(|import| quote!(#gate pub #import))).collect()
}

fn path(support: &SupportFile) -> TokenStream {
    let file = ident(support.file);
    quote!(self::#file)
}

/// The module of the command line, of the crate and of the support code.
pub(super) fn cli_module(package: &Crate) -> Option<TokenStream> {
    package.has(CrateFeature::Cli).then(|| {
        quote!(
            #[cfg(feature = "cli")]
            pub mod cli;
        )
    })
}

/// The condition under which something of a whole crate is compiled.
pub(super) fn gate(package: &Crate, condition: Condition) -> TokenStream {
    match condition {
        _ if !package.is_whole => TokenStream::new(),
        Condition::Tls => {
            let features = package.manifest.features.iter().map(|feature| feature.name.as_str());
            with_any_of(features.filter(|name| TLS_FEATURES.contains(name)))
        }
        _ => gate_by(condition, &package.implemented),
    }
}

/// The same where these traits of other crates are implemented.
pub(super) fn gate_by(condition: Condition, there: &BTreeSet<Implementation>) -> TokenStream {
    match condition {
        Condition::Types => TokenStream::new(),
        Condition::Client => quote!(#[cfg(feature = "client")]),
        Condition::ClientWithout(feature) => {
            let name = feature.name();
            quote!(#[cfg(all(feature = "client", not(feature = #name)))])
        }
        Condition::Feature(feature) => {
            let name = feature.name();
            quote!(#[cfg(feature = #name)])
        }
        Condition::UnreferencedTypes => quote!(#[cfg(feature = #UNREFERENCED_TYPES)]),
        Condition::FeatureOfUnreferencedTypes(feature) => {
            let name = feature.name();
            quote!(#[cfg(all(feature = #name, feature = #UNREFERENCED_TYPES))])
        }
        Condition::Implemented(by) => any_feature(&features(there, by.iter().copied())),
        Condition::ImplementedOfUnreferencedTypes(by) => {
            let by = features(there, by.iter().copied());
            quote!(#[cfg(all(any(#(feature = #by),*), feature = #UNREFERENCED_TYPES))])
        }
        Condition::Native => quote!(#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]),
        Condition::Tls => with_any_of(TLS_FEATURES.into_iter()),
        Condition::Browser => quote!(#[cfg(all(feature = "reqwest", target_arch = "wasm32"))]),
        Condition::NoReqwest => quote!(#[cfg(all(feature = "client", not(feature = "reqwest")))]),
    }
}

/// The condition under which something is compiled that any of some implementations uses.
pub(super) fn implemented(package: &Crate, by: impl Iterator<Item = Implementation>) -> TokenStream {
    if !package.is_whole {
        return TokenStream::new();
    }
    any_feature(&features(&package.implemented, by))
}

/// Outside a browser, with any of these TLS backends.
fn with_any_of<'a>(features: impl Iterator<Item = &'a str>) -> TokenStream {
    let features: Vec<_> = features.collect();
    match features.as_slice() {
        [feature] => quote!(#[cfg(all(feature = #feature, not(target_arch = "wasm32")))]),
        _ => quote!(#[cfg(all(any(#(feature = #features),*), not(target_arch = "wasm32")))]),
    }
}

fn any_feature(features: &[&str]) -> TokenStream {
    match features {
        [feature] => quote!(#[cfg(feature = #feature)]),
        features => quote!(#[cfg(any(#(feature = #features),*))]),
    }
}

/// The features of the implementations that there are.
fn features(there: &BTreeSet<Implementation>, by: impl Iterator<Item = Implementation>) -> Vec<&'static str> {
    by.filter(|one| there.contains(one)).map(Implementation::feature).collect()
}

/// Emits the declaration of a support module. `mock` is public, because users name it to build responses.
pub(super) fn module(gate: &TokenStream, support: &SupportFile) -> TokenStream {
    let name = ident(support.file);
    let visibility = (support.file == "mock").then(|| quote!(pub));
    quote!(#gate #visibility mod #name;)
}

/// Returns the support module of a client that shares its support code.
fn of_client<'a>(package: &'a Crate, shared: &str) -> EmittedFile<'a> {
    let library = ident(shared.replace('-', "_"));
    let own = package.support.iter().map(|support| {
        let (gate, part) = (gate(package, support.file.condition), ident(support.file.file));
        quote!(#gate ::#library::client_types!(#part);)
    });
    let items: Vec<TokenStream> = std::iter::once(quote!(pub use ::#library::*;)).chain(own).collect();
    let about = quote! {
        #![doc = " The support code, with the client, its builder and its calls: only the crate that declares a type can add"]
        #![doc = " functions to it."]
    };
    EmittedFile::items("src/runtime.rs", about, items)
}
