//! Model, facts and names to tokens: the only place with `quote`. It cannot fail, since all that can fail has failed
//! before.
//!
//! What comes out is a list of files: tokens for what is made, text for what is emitted as it is.

mod api;
mod cli;
mod client;
mod constant;
mod default;
mod docs;
mod example;
mod file;
mod manifest;
mod mock;
mod readme;
mod root;
mod rules;
mod rust_type;
mod server;
mod support;
mod types;
mod wire;

pub use file::{Contents, EmittedFile};
use manifest::stored;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::facts::{Facts, Module};
use crate::model::Api;
use crate::names::{Names, ident::unraw};
use crate::source::Source;

/// The library that dates are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DateLibrary {
    /// `jiff`.
    #[default]
    Jiff,
    /// `chrono`.
    Chrono,
    /// `time`.
    Time,
}

/// What is chosen about the emitted crate and does not come from the description.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name of the crate.
    pub crate_name: String,
    /// Its version.
    pub crate_version: String,
    /// The library for dates.
    pub dates: DateLibrary,
    /// Whether what is sent is checked against the rules of the description.
    pub validate: bool,
    /// Whether a whole crate is emitted, or a module for a build script to include.
    pub whole_crate: bool,
}

impl Settings {
    /// Those of an interface that is only looked at.
    #[must_use]
    pub(crate) fn for_comparison() -> Self {
        Self {
            crate_name: "client".to_owned(),
            crate_version: "0.1.0".to_owned(),
            dates: DateLibrary::default(),
            validate: true,
            whole_crate: true,
        }
    }

    /// The settings with a name made from the title of the API, where none was chosen.
    #[must_use]
    pub fn named_after(mut self, title: &str) -> Self {
        if self.crate_name.is_empty() {
            self.crate_name = crate_name(title);
        }
        self
    }
}

/// `Swagger Petstore - OpenAPI 3.0` is `swagger-petstore-openapi-3-0-client`.
fn crate_name(title: &str) -> String {
    let ascii: String = title.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let words: Vec<String> = ascii.split_whitespace().take(6).map(str::to_ascii_lowercase).collect();
    let name = words.join("-");
    let name = if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("api-{name}") };
    format!("{}-client", name.trim_matches('-'))
}

/// Everything that emission looks at.
#[derive(Clone, Copy)]
pub(crate) struct Emitter<'a> {
    pub(crate) api: &'a Api,
    pub(crate) facts: &'a Facts,
    pub(crate) names: &'a Names,
    pub(crate) settings: &'a Settings,
    /// Whether only what programs can name is wanted: no docs, no bodies of what is long, no rows of tables.
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
    let emitter = Emitter { api, facts, names, settings, outline: false };
    let mut files = vec![emitter.root(), emitter.client()];
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
    let emitter = Emitter { api, facts, names, settings, outline: true };
    let mut files = vec![emitter.client(), emitter.manifest()];
    files.extend(emitter.api_files());
    files.extend(emitter.type_files());
    files.extend(emitter.wire_files());
    files.extend(emitter.rule_files());
    files
}

impl Emitter<'_> {
    /// The name of a module, of types or of operations.
    fn module_name(&self, module: Module) -> &str {
        match module {
            Module::Group(index) => &self.names.group(index).function,
            Module::Shared => "shared",
            Module::Unused => "unused",
        }
    }

    /// The path of a module's file.
    fn module_file(&self, folder: &str, module: Module) -> String {
        format!("src/{folder}/{}.rs", unraw(self.module_name(module)))
    }

    /// Whether anything in the API is a date.
    fn uses_dates(&self) -> bool {
        self.uses(&|ty| matches!(ty, crate::model::Type::Text(crate::model::Text::Date(_))))
    }

    /// Whether anything answers in pages.
    fn has_pages(&self) -> bool {
        self.api.operations.iter().any(|operation| operation.pagination.is_some())
    }

    /// Whether a type of the support code stands anywhere in the API.
    fn uses_support(&self, name: &str) -> bool {
        rust_type::all_types(self.api).any(|ty| rust_type::support_within(ty).contains(&name))
    }

    fn uses(&self, test: &dyn Fn(&crate::model::Type) -> bool) -> bool {
        rust_type::all_types(self.api).any(|ty| ty.any(test))
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

/// A text as a literal of Rust.
fn literal(text: &str) -> String {
    proc_macro2::Literal::string(text).to_string()
}
