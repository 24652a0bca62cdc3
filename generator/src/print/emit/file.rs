//! A file to be emitted.

use std::borrow::Cow;

use proc_macro2::TokenStream;

use crate::base::crate_feature::CrateFeature;
use crate::rust::ir::{Crate, GroupOperations, ModuleTypes};

/// A file of the emitted crate.
pub(crate) struct EmittedFile<'a> {
    /// Its path in the crate, with forward slashes.
    pub(crate) path: String,
    /// The contents of the file.
    pub(crate) contents: Contents<'a>,
}

/// The contents of a file.
pub(crate) enum Contents<'a> {
    /// Code that was made: inner attributes and docs first, then items.
    Items {
        /// Inner attributes.
        attributes: TokenStream,
        /// Items, one each. They are made when they are printed, since all of them together are large.
        items: Box<dyn Iterator<Item = EmittedItem> + 'a>,
    },
    /// Text as it is.
    Text(Cow<'a, str>),
}

/// An item of a file.
pub(crate) enum EmittedItem {
    /// Code to be formatted.
    Code(TokenStream),
    /// A table, which is a call of a macro of the support code and comes formatted.
    Table(String),
    /// The declaration of the module with this name, which may be in a macro.
    Module(TokenStream, String),
}

impl From<TokenStream> for EmittedItem {
    fn from(code: TokenStream) -> Self {
        Self::Code(code)
    }
}

impl<'a> EmittedFile<'a> {
    pub(super) fn items<T: Into<EmittedItem> + 'a>(
        path: impl Into<String>,
        attributes: TokenStream,
        items: impl IntoIterator<Item = T> + 'a,
    ) -> Self {
        let items = Box::new(items.into_iter().map(Into::into));
        Self { path: path.into(), contents: Contents::Items { attributes, items } }
    }

    pub(super) fn tables(
        path: impl Into<String>,
        attributes: TokenStream,
        items: impl IntoIterator<Item = TokenStream> + 'a,
        tables: impl IntoIterator<Item = String> + 'a,
    ) -> Self {
        let tables = tables.into_iter().map(EmittedItem::Table);
        Self::items(path, attributes, items.into_iter().map(EmittedItem::Code).chain(tables))
    }

    pub(super) fn text(path: impl Into<String>, text: impl Into<Cow<'a, str>>) -> Self {
        Self { path: path.into(), contents: Contents::Text(text.into()) }
    }
}

/// A part of the crate.
pub(super) trait Target {
    /// Returns the feature without which a whole crate lacks the part.
    fn feature(&self) -> Option<CrateFeature> {
        None
    }

    /// Returns the files that exist once.
    fn files<'a>(&self, _: &'a Crate) -> Vec<EmittedFile<'a>> {
        Vec::new()
    }

    /// Returns the file for a module of types.
    fn types_file<'a>(&self, _: &'a Crate, _: &'a ModuleTypes) -> Option<EmittedFile<'a>> {
        None
    }

    /// Returns the file for a group of operations.
    fn operations_file<'a>(&self, _: &'a Crate, _: &'a GroupOperations) -> Option<EmittedFile<'a>> {
        None
    }
}

/// A template whose holes, such as `{name}`, are filled in. What they are filled with has none.
pub(super) fn filled(template: &str, holes: &[(&str, &str)]) -> String {
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
