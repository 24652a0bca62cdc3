//! A file to be emitted.

use std::borrow::Cow;

use proc_macro2::TokenStream;

/// A file of the emitted crate.
pub struct EmittedFile<'a> {
    /// Its path in the crate, with forward slashes.
    pub path: String,
    /// The contents of the file.
    pub contents: Contents<'a>,
}

/// The contents of a file.
pub enum Contents<'a> {
    /// Code that was made: inner attributes and docs first, then items.
    Items {
        /// Inner attributes.
        attributes: TokenStream,
        /// Items, one each. They are made when they are asked for, since all of them together are large.
        items: Box<dyn Iterator<Item = TokenStream> + 'a>,
        /// Tables, which are calls of the macros of the support code and come formatted.
        tables: Box<dyn Iterator<Item = String> + 'a>,
    },
    /// Text as it is.
    Text(Cow<'a, str>),
}

impl<'a> EmittedFile<'a> {
    pub(super) fn items(
        path: impl Into<String>,
        attributes: TokenStream,
        items: impl IntoIterator<Item = TokenStream> + 'a,
    ) -> Self {
        Self::tables(path, attributes, items, Vec::new())
    }

    pub(super) fn tables(
        path: impl Into<String>,
        attributes: TokenStream,
        items: impl IntoIterator<Item = TokenStream> + 'a,
        tables: impl IntoIterator<Item = String> + 'a,
    ) -> Self {
        let (items, tables) = (Box::new(items.into_iter()), Box::new(tables.into_iter()));
        Self { path: path.into(), contents: Contents::Items { attributes, items, tables } }
    }

    pub(super) fn text(path: impl Into<String>, text: impl Into<Cow<'a, str>>) -> Self {
        Self { path: path.into(), contents: Contents::Text(text.into()) }
    }
}
