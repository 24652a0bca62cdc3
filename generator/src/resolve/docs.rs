//! Docs of an item.

use crate::docs;
use crate::ir::Docs;
use crate::model;

impl Docs {
    /// Returns the docs of the description, or else the fallback.
    pub(super) fn new(described: &model::Docs, fallback: impl Into<String>) -> Self {
        let mut lines = docs::lines(described, &fallback.into());
        docs::add_deprecation(&mut lines, described);
        Self { lines, is_deprecated: false }
    }

    /// Returns the docs of an item that is marked as deprecated by an attribute.
    pub(super) fn with_attribute(described: &model::Docs, fallback: impl Into<String>) -> Self {
        Self { lines: docs::lines(described, &fallback.into()), is_deprecated: described.deprecated }
    }

    /// Returns the docs of an item with a wire name, which is stated if the Rust name differs.
    pub(super) fn with_wire_name(described: &model::Docs, rust: &str, wire: &str) -> Self {
        Self::new(described, docs::wire_name(rust, wire))
    }

    /// Returns the docs of a type, without a title that only repeats its name.
    pub(super) fn for_type(described: &model::Docs, name: &str) -> Self {
        let repeats_name = described.title.as_deref().is_some_and(|title| docs::is_same(title, name));
        if repeats_name {
            Self::new(&model::Docs { title: None, ..described.clone() }, "")
        } else {
            Self::new(described, "")
        }
    }

    /// Adds a paragraph of Markdown.
    pub(super) fn markdown(mut self, text: impl AsRef<str>) -> Self {
        docs::add_paragraph(&mut self.lines, text.as_ref().lines().map(str::to_owned).collect());
        self
    }

    /// Adds a paragraph of text in which nothing of a description is active.
    pub(super) fn text(mut self, text: impl AsRef<str>) -> Self {
        docs::add_paragraph(&mut self.lines, docs::text_lines(text.as_ref()));
        self
    }
}
