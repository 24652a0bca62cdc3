//! A file to be emitted.

use proc_macro2::TokenStream;

/// A file of the emitted crate.
#[derive(Clone, Debug)]
pub struct EmittedFile {
    /// Its path in the crate, with forward slashes.
    pub path: String,
    /// What is in it.
    pub contents: Contents,
}

/// What is in a file.
#[derive(Clone, Debug)]
pub enum Contents {
    /// Code that was made: inner attributes and docs first, then items.
    Items {
        /// Inner attributes.
        attributes: TokenStream,
        /// Items, one each.
        items: Vec<TokenStream>,
        /// Tables, which are calls of the macros of the support code and come formatted.
        tables: Vec<String>,
    },
    /// Text as it is.
    Text(String),
}

impl EmittedFile {
    pub(super) fn items(path: impl Into<String>, attributes: TokenStream, items: Vec<TokenStream>) -> Self {
        Self::tables(path, attributes, items, Vec::new())
    }

    pub(super) fn tables(
        path: impl Into<String>,
        attributes: TokenStream,
        items: Vec<TokenStream>,
        tables: Vec<String>,
    ) -> Self {
        Self { path: path.into(), contents: Contents::Items { attributes, items, tables } }
    }

    pub(super) fn text(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), contents: Contents::Text(text.into()) }
    }
}
