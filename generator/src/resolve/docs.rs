//! Docs of an item.

use crate::docs;
use crate::ir::Docs;
use crate::model;

impl Docs {
    /// Returns the docs of the description, or else the fallback.
    pub(super) fn new(described: &model::Docs, fallback: impl Into<String>) -> Self {
        let mut about = Self::with_attribute(described, fallback);
        docs::add_deprecation(&mut about.lines, described);
        Self { is_deprecated: false, ..about }
    }

    /// Returns the docs of an item that is marked as deprecated by an attribute.
    pub(super) fn with_attribute(described: &model::Docs, fallback: impl Into<String>) -> Self {
        let mut lines = docs::lines(described, &fallback.into());
        let text = lines.len();
        docs::add_limits(&mut lines, described);
        Self { lines, described: text, is_deprecated: described.deprecated }
    }

    /// Returns the docs of an item with a wire name, which is stated if the Rust name differs. A text that only repeats
    /// the name is left out.
    pub(super) fn with_wire_name(described: &model::Docs, rust: &str, wire: &str) -> Self {
        let fallback = docs::wire_name(rust, wire);
        if docs::is_same(docs::heading(described), rust) {
            Self::new(&model::Docs { title: None, description: None, ..described.clone() }, fallback)
        } else {
            Self::new(described, fallback)
        }
    }

    /// Returns the docs of a type, without a title or a description that only repeats its name.
    pub(super) fn for_type(described: &model::Docs, name: &str) -> Self {
        let mut described = described.clone();
        described.title.take_if(|title| docs::is_same(title, name));
        described.description.take_if(|description| docs::is_same(description, name));
        Self::new(&described, "")
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
