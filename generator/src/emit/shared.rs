//! The support code that several clients share: the crate that has it, and what each of them has instead.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::support::{exports, gate, gate_by, module};
use super::{EmittedFile, MANIFEST, filled, ident};
use crate::config::Implementation;
use crate::ir::{Condition, Crate, SupportFile, macros_of_shared, shared_support};

/// All files of the crate that several clients share. Nothing of it depends on a description.
pub(crate) fn shared_crate(name: &str, version: &str) -> Vec<EmittedFile<'static>> {
    let holes = [("name", name), ("version", version), ("library", &name.replace('-', "_"))];
    let texts = bindery_templates::RUNTIME.iter();
    let texts = texts.map(|(file, text)| EmittedFile::text(format!("src/{file}"), visible_to_clients(file, text)));
    let others = [
        EmittedFile::text(MANIFEST, filled(bindery_templates::SHARED_MANIFEST, &holes)),
        EmittedFile::text("README.md", filled(bindery_templates::SHARED_README, &holes)),
        EmittedFile::text("rustfmt.toml", bindery_templates::RUSTFMT),
        root(),
    ];
    others.into_iter().chain(texts).collect()
}

/// The crates that the crate which clients share depends on, or one of them may, as code names them.
pub(crate) fn crates_of_clients() -> BTreeSet<String> {
    const OF_CLIENTS: [&str; 3] = ["chrono", "jiff", "uuid"];
    let rows = bindery_templates::SHARED_MANIFEST.lines();
    let shared = rows.filter_map(|row| Some(row.split_once(" = {")?.0.replace('-', "_")));
    shared.chain(OF_CLIENTS.map(str::to_owned)).collect()
}

/// `src/lib.rs` of the shared crate.
fn root() -> EmittedFile<'static> {
    let implemented = Implementation::ALL.into_iter().collect();
    let files: Vec<SupportFile> = shared_support().collect();
    let gate = |support: &SupportFile| gate_by(support.condition, &implemented);
    let mut items: Vec<TokenStream> = files.iter().map(|support| module(&gate(support), support)).collect();
    items.push(quote!(
        #[cfg(feature = "cli")]
        pub mod cli;
    ));
    items.extend(files.iter().flat_map(|support| exports(&gate(support), support)));
    let native = gate_by(Condition::Native, &implemented);
    // The builders of clients name its types.
    items.push(quote!(
        #native
        #[doc(hidden)]
        pub use ::reqwest;
    ));
    let about = quote! {
        #![doc = " Support code shared by several clients: sending calls, errors, tokens and transports."]
        #![forbid(unsafe_code)]
    };
    EmittedFile::items("src/lib.rs", about, items)
}

/// Returns the support module of a client that shares its support code: its own part, and everything of the shared crate.
pub(super) fn of_client<'a>(package: &'a Crate, shared: &str) -> Vec<EmittedFile<'a>> {
    let library = ident(shared.replace('-', "_"));
    let own = || package.support.iter().map(|support| &support.file);
    let gate_of = |support: &SupportFile| gate(package, support.condition);
    let mut items: Vec<TokenStream> = own().map(|support| module(&gate_of(support), support)).collect();
    if package.client.is_some() {
        let client = gate(package, Condition::Client);
        items.push(quote!(#client use ::#library as shared;));
    }
    items.push(quote!(pub use ::#library::*;));
    items.extend(own().flat_map(|support| exports(&gate_of(support), support)));
    let about = quote!(#![doc = " The support code: what is this crate's own of it, and what several clients share."]);
    let root = EmittedFile::items("src/runtime/mod.rs", about, items);
    let is_own = |file: &str| own().any(|support| file.strip_suffix(".rs") == Some(support.file));
    let texts = bindery_templates::OWN.iter().filter(|(file, _)| is_own(file));
    let texts = texts.map(|(file, text)| EmittedFile::text(format!("src/runtime/{file}"), *text));
    std::iter::once(root).chain(texts).collect()
}

/// A file of the support code whose macros, and what these call, are seen by other crates.
fn visible_to_clients(file: &str, text: &str) -> String {
    let name = file.strip_suffix(".rs").unwrap_or(file);
    let macros = macros_of_shared(name).iter();
    let exported = macros.fold(text.to_owned(), |text, called| {
        let declared = format!("macro_rules! {called} {{");
        let exported = format!("#[doc(hidden)]\n#[macro_export]\n{declared}");
        text.replace(&declared, &exported).replace(&format!("pub(crate) use {called};\n"), "")
    });
    exported.replace("pub(crate) ", "pub ")
}
