//! Prints the generated crate as tokens and text. This is the only stage that uses `quote`. It decides nothing and cannot
//! fail.
//!
//! Each target prints one part of the crate as a list of files. A new target changes no other.

mod api;
mod argument;
mod cli;
mod client;
mod constant;
mod constraints;
mod constructor;
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

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::config::CrateFeature;
use crate::docs;
use crate::ir::{Crate, GroupOperations, Item, ModuleTypes, Operation};
use crate::source::Source;

/// A part of the crate.
trait Target {
    /// Returns the feature without which a whole crate lacks the part.
    fn feature(&self) -> Option<CrateFeature> {
        None
    }

    /// Returns the files that exist once.
    fn files<'a>(&self, _: &'a Crate) -> Vec<EmittedFile<'a>> {
        Vec::new()
    }

    /// Returns the file for a module of types.
    fn types_file<'a>(&self, _: &'a Crate, _: &Rc<ModuleTypes>) -> Option<EmittedFile<'a>> {
        None
    }

    /// Returns the file for a group of operations.
    fn operations_file<'a>(&self, _: &'a Crate, _: &Rc<GroupOperations>) -> Option<EmittedFile<'a>> {
        None
    }
}

/// The parts of a crate and of a module.
const MODULE: [&dyn Target; 10] = [
    &root::Root,
    &client::ApiClient,
    &api::Operations,
    &types::Types,
    &wire::Wire,
    &derives::Derives,
    &constraints::Constraints,
    &support::Support,
    &mock::Mock,
    &fixtures::Fixtures,
];

/// The parts that only a whole crate has.
const WHOLE_CRATE: [&dyn Target; 5] =
    [&manifest::Package, &readme::Readme, &example::Example, &cli::CommandLine, &events::Webhooks];

/// Returns the targets that a crate has.
fn targets(package: &Crate) -> Vec<&'static dyn Target> {
    let is_present = |target: &&dyn Target| target.feature().is_none_or(|feature| package.has(feature));
    let of_crate = WHOLE_CRATE.into_iter().filter(|_| package.is_whole);
    MODULE.into_iter().chain(of_crate).filter(is_present).collect()
}

/// Returns all files, including the description that the crate was generated from. A module or a group is built when its
/// files are reached, and dropped after them.
pub(crate) fn emit<'a>(
    package: &'a Crate,
    types: impl Iterator<Item = ModuleTypes> + 'a,
    operations: impl Iterator<Item = GroupOperations> + 'a,
    description: &'a Source,
    original: Option<&'a Source>,
) -> impl Iterator<Item = EmittedFile<'a>> + 'a {
    let targets = targets(package);
    let mut files: Vec<EmittedFile<'a>> = targets.iter().flat_map(|target| target.files(package)).collect();
    files.extend(package.is_whole.then(|| EmittedFile::text("rustfmt.toml", bindery_runtime::texts::RUSTFMT)));
    files.push(stored(description, DESCRIPTIONS));
    files.extend(original.map(|original| stored(original, ORIGINALS)));
    let of_types = targets.clone();
    let types = types.flat_map(move |module| {
        let module = Rc::new(module);
        of_types.iter().filter_map(|target| target.types_file(package, &module)).collect::<Vec<_>>()
    });
    let operations = operations.flat_map(move |group| {
        let group = Rc::new(group);
        targets.iter().filter_map(|target| target.operations_file(package, &group)).collect::<Vec<_>>()
    });
    files.into_iter().chain(types).chain(operations)
}

/// Prints each item of a module when it is needed.
fn each_item<R: 'static>(
    module: &Rc<ModuleTypes>,
    print: impl Fn(&Item) -> R + 'static,
) -> impl Iterator<Item = R> + 'static {
    let module = Rc::clone(module);
    (0..module.items.len()).map(move |index| print(&module.items[index]))
}

/// The file name of the description that a crate is generated from, in JSON and in YAML.
pub(crate) const DESCRIPTIONS: [&str; 2] = ["openapi.json", "openapi.yaml"];

/// The file name of a description before its corrections.
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

/// An identifier.
pub(crate) fn ident(name: impl AsRef<str>) -> Ident {
    Ident::new(name.as_ref(), Span::call_site())
}

/// The separator of the lines in an attribute of documentation, until it is formatted. A fifth of the emitted text is
/// documentation: an attribute for each line would take as much time as the code. Docs contain no control characters.
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
