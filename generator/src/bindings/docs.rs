//! What is said of an item.

use crate::docs;
use crate::model;

/// Docs of an item: what the description says, and what the bindings add.
#[derive(Clone, Debug)]
pub(crate) struct Docs<'a> {
    said: &'a model::Docs,
    /// Whether the title is the name once more.
    repeats_name: bool,
    /// What stands where the description says nothing; it may be empty.
    fallback: String,
    /// Paragraphs of Markdown after what the description says.
    notes: Vec<Vec<String>>,
}

impl<'a> Docs<'a> {
    pub(super) fn of(said: &'a model::Docs, fallback: impl Into<String>) -> Self {
        Self { said, repeats_name: false, fallback: fallback.into(), notes: Vec::new() }
    }

    /// Those of something with a wire name, which is told where the Rust name says something else.
    pub(super) fn with_wire_name(said: &'a model::Docs, rust: &str, wire: &str) -> Self {
        Self::of(said, docs::wire_name(rust, wire))
    }

    /// Those of a type with a name, which a title in the same words says already.
    pub(super) fn named(said: &'a model::Docs, name: &str) -> Self {
        let repeats_name = said.title.as_deref().is_some_and(|title| docs::is_same(title, name));
        Self { repeats_name, ..Self::of(said, "") }
    }

    /// Adds a paragraph of Markdown.
    pub(super) fn note(mut self, lines: Vec<String>) -> Self {
        self.notes.push(lines);
        self
    }

    /// Lines of Markdown in which nothing of a description runs or links to where it should not.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = match self.repeats_name {
            true => docs::lines(&model::Docs { title: None, ..self.said.clone() }, &self.fallback),
            false => docs::lines(self.said, &self.fallback),
        };
        self.notes.iter().for_each(|note| docs::add_paragraph(&mut lines, note.clone()));
        docs::add_deprecation(&mut lines, self.said);
        lines
    }
}
