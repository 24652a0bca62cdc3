//! Model, facts and names to tokens: the only place with `quote`. It cannot fail, since all that can fail has failed
//! before.
//!
//! What comes out is a list of files: tokens for what is made, text for what is emitted as it is.

mod api;
mod argument;
mod cli;
mod client;
mod constant;
mod constraints;
mod example;
mod file;
mod fixtures;
mod manifest;
mod mock;
mod module;
mod number;
mod readme;
mod root;
mod rust_type;
mod server;
mod support;
mod types;
mod wire;

pub use file::{Contents, EmittedFile};
use manifest::stored;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::bindings::{Bindings, Settings};
use crate::docs;
use crate::facts::{Facts, Form};
use crate::ident::unraw;
use crate::model::{Api, Type};
use crate::names::Names;
use crate::source::Source;
use rust_type::{Scope, rust_type};

/// Everything that emission looks at.
#[derive(Clone, Copy)]
pub(crate) struct Emitter<'a> {
    pub(crate) api: &'a Api,
    pub(crate) facts: &'a Facts,
    pub(crate) names: &'a Names,
    pub(crate) settings: &'a Settings,
    pub(crate) bindings: Bindings<'a>,
    /// Whether only what programs can name is wanted: no docs, no bodies of what is long.
    pub(crate) outline: bool,
}

/// Emits all files of the crate; it holds the description that it was made from.
#[must_use]
pub fn emit<'a>(
    api: &'a Api,
    facts: &'a Facts,
    names: &'a Names,
    settings: &'a Settings,
    description: &'a Source,
) -> Vec<EmittedFile<'a>> {
    let bindings = Bindings::new(api, facts, names, settings);
    let emitter = Emitter { api, facts, names, settings, bindings, outline: false };
    let mut files = vec![emitter.root(), client::file(&bindings.client())];
    files.extend(emitter.api_files());
    files.extend(emitter.type_files());
    files.extend(emitter.wire_files());
    files.extend(emitter.rule_files());
    files.extend(emitter.runtime_files());
    if settings.whole_crate {
        files.extend([emitter.manifest(), emitter.readme(), stored(description)]);
        files.push(EmittedFile::text("rustfmt.toml", bindery_templates::RUSTFMT));
        files.extend(emitter.example());
        files.extend(emitter.cli_files());
        files.extend(emitter.mock_files());
        files.extend(emitter.fixture_files());
    }
    files
}

/// Emits what programs that use the crate can name, without what they cannot see.
#[must_use]
pub(crate) fn outline<'a>(
    api: &'a Api,
    facts: &'a Facts,
    names: &'a Names,
    settings: &'a Settings,
) -> Vec<EmittedFile<'a>> {
    let bindings = Bindings::new(api, facts, names, settings);
    let emitter = Emitter { api, facts, names, settings, bindings, outline: true };
    let mut files = vec![client::file(&bindings.client()), emitter.manifest()];
    files.extend(emitter.api_files());
    files
}

impl Emitter<'_> {
    /// The path of a group's file in a folder.
    fn group_file(&self, folder: &str, group: usize) -> String {
        format!("src/{folder}/{}.rs", unraw(&self.names.group(group).function))
    }

    /// Whether anything answers in pages.
    fn has_pages(&self) -> bool {
        self.api.operations.iter().any(|operation| operation.pagination.is_some())
    }

    /// A type as it stands in code.
    pub(crate) fn ty(&self, ty: &Type, form: Form, scope: Scope) -> TokenStream {
        rust_type(&self.bindings.rust_type(ty, form), scope)
    }

    /// Whether a value of a type is so large that it is held behind a pointer.
    pub(crate) fn is_large(&self, ty: &Type, form: Form) -> bool {
        self.bindings.is_large(ty, form)
    }
}

/// An identifier; `r#` in front makes it raw.
pub(crate) fn ident(name: &str) -> Ident {
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
