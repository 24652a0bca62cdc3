//! Resolver to tokens and text: the only place with `quote`. It decides nothing and cannot fail, since all that can fail has
//! failed before.
//!
//! Each target is a part of the crate that is printed by itself, as a list of files: tokens for what is made, text for what
//! is emitted as it is. A new target touches no other.

mod api;
mod argument;
mod cli;
mod client;
mod constant;
mod constraints;
mod derives;
mod events;
mod example;
mod file;
mod fixtures;
mod manifest;
mod mock;
mod module;
mod number;
mod quoted;
mod readme;
mod root;
mod rust_type;
mod server;
mod shared;
mod support;
mod types;
mod wire;

pub use file::{Contents, EmittedFile};
pub(crate) use manifest::MANIFEST;
pub(crate) use root::module_lints;
pub(crate) use rust_type::USERS_CRATE;
pub(crate) use shared::{crates_of_clients, shared_crate};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::docs;
use crate::ir::Operation;
use crate::resolve::{CrateFeature, Resolver};
use crate::source::Source;

/// A part of the crate that is printed by itself.
trait Target {
    /// Its files.
    fn files<'a>(&self, resolver: Resolver<'a>) -> Vec<EmittedFile<'a>>;

    /// The feature that it comes with, where a crate may do without it.
    fn feature(&self) -> Option<CrateFeature> {
        None
    }
}

/// What every emission has.
const MODULE: [&dyn Target; 8] = [
    &root::Root,
    &client::ApiClient,
    &api::Operations,
    &types::Types,
    &wire::Wire,
    &derives::Derives,
    &constraints::Constraints,
    &support::Support,
];

/// What a whole crate has besides.
const CRATE: [&dyn Target; 7] = [
    &manifest::Package,
    &readme::Readme,
    &example::Example,
    &cli::CommandLine,
    &events::Webhooks,
    &mock::Mock,
    &fixtures::Fixtures,
];

/// Emits all files, with the description that they were made from.
pub(crate) fn emit<'a>(
    resolver: Resolver<'a>,
    description: &'a Source,
    original: Option<&'a Source>,
) -> Vec<EmittedFile<'a>> {
    let mut files: Vec<EmittedFile<'a>> = MODULE.iter().flat_map(|target| target.files(resolver)).collect();
    if resolver.is_whole_crate() {
        let is_offered = |target: &&&dyn Target| target.feature().is_none_or(|feature| resolver.offers(feature));
        files.extend(CRATE.iter().filter(is_offered).flat_map(|target| target.files(resolver)));
        files.push(EmittedFile::text("rustfmt.toml", bindery_templates::RUSTFMT));
    }
    files.push(stored(description, DESCRIPTIONS));
    files.extend(original.map(|original| stored(original, ORIGINALS)));
    files
}

/// What the description is called that a crate is made from, in JSON and in YAML.
pub(crate) const DESCRIPTIONS: [&str; 2] = ["openapi.json", "openapi.yaml"];

/// What a description is called that was corrected before it was used.
pub(crate) const ORIGINALS: [&str; 2] = ["openapi.original.json", "openapi.original.yaml"];

/// A description, so that the crate can be made again from itself.
fn stored<'a>(description: &'a Source, [json, yaml]: [&'static str; 2]) -> EmittedFile<'a> {
    let is_json = description.text().trim_start().starts_with(['{', '[']);
    EmittedFile::text(if is_json { json } else { yaml }, description.text())
}

/// A template whose holes, such as `{name}`, are filled in. What they are filled with has none.
fn filled(template: &str, holes: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let hole = after.split_once('}').and_then(|(name, behind)| {
            let (_, value) = holes.iter().find(|(hole, _)| *hole == name)?;
            Some((value, behind))
        });
        rest = match hole {
            Some((value, behind)) => {
                text.push_str(value);
                behind
            }
            None => {
                text.push('{');
                after
            }
        };
    }
    text.push_str(rest);
    text
}

/// `api::story::ListStories`
fn operation_path(operation: &Operation) -> String {
    path_beside(operation, &operation.type_name)
}

/// The path of a type in the module of an operation.
fn path_beside(operation: &Operation, name: &str) -> String {
    format!("api::{}::{name}", operation.module)
}

/// An identifier; `r#` in front makes it raw.
pub(crate) fn ident(name: impl AsRef<str>) -> Ident {
    let name = name.as_ref();
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(name, Span::call_site()),
    }
}

/// What stands between the lines of one attribute of documentation until it is formatted. A fifth of all that is emitted
/// is documentation: an attribute for each line would take as much time as the code. Docs hold no control characters.
pub(crate) const LINE_END: char = '\u{1f}';

/// The attribute for lines of documentation.
pub(crate) fn doc(lines: &[String]) -> TokenStream {
    if lines.is_empty() {
        return TokenStream::new();
    }
    let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 2).sum());
    for (index, line) in lines.iter().enumerate() {
        text.extend((index > 0).then_some(LINE_END));
        text.extend((!line.is_empty()).then_some(' '));
        text.push_str(line);
    }
    quote! { #[doc = #text] }
}

/// `use path::{A, B};`, or nothing.
fn import<'n>(path: &TokenStream, names: impl Iterator<Item = &'n str>) -> Option<TokenStream> {
    let names: Vec<_> = names.map(ident).collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(quote!(use #path::#name;)),
        names => Some(quote!(use #path::{#(#names),*};)),
    }
}

/// A text as a literal of Rust.
fn literal(text: &str) -> String {
    proc_macro2::Literal::string(text).to_string()
}
