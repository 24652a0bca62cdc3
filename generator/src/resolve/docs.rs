//! What is said of an item.

use crate::docs;
use crate::model;

/// Docs of an item: what the description says, and what the resolver adds.
#[derive(Clone, Debug)]
pub(crate) struct Docs<'a> {
    said: &'a model::Docs,
    /// `true` if the title is the name once more.
    repeats_name: bool,
    /// What stands where the description says nothing; it may be empty.
    fallback: String,
    /// `true` if an attribute says that it is deprecated, so that no line does.
    has_attribute: bool,
    /// Paragraphs after what the description says.
    notes: Vec<Note>,
}

/// A paragraph that the resolver adds. It becomes lines when it is printed only: items are made more often than that.
#[derive(Clone, Debug)]
enum Note {
    /// Markdown of ours.
    Markdown(String),
    /// A text in which nothing of a description may run or link.
    Text(String),
}

impl<'a> Docs<'a> {
    pub(super) fn of(said: &'a model::Docs, fallback: impl Into<String>) -> Self {
        Self { said, repeats_name: false, fallback: fallback.into(), has_attribute: false, notes: Vec::new() }
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

    /// Leaves it to an attribute to say that the item is deprecated.
    pub(super) fn with_attribute(mut self) -> Self {
        self.has_attribute = true;
        self
    }

    /// Returns `true` if the item has an attribute that says that it is deprecated.
    pub(crate) fn is_deprecated(&self) -> bool {
        self.has_attribute && self.said.deprecated
    }

    /// Adds Markdown.
    pub(super) fn markdown(mut self, line: impl Into<String>) -> Self {
        self.notes.push(Note::Markdown(line.into()));
        self
    }

    /// Adds a text, in which nothing of a description runs.
    pub(super) fn text(mut self, text: String) -> Self {
        self.notes.push(Note::Text(text));
        self
    }

    /// Lines of Markdown in which nothing of a description runs or links to where it should not.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = match self.repeats_name {
            true => docs::lines(&model::Docs { title: None, ..self.said.clone() }, &self.fallback),
            false => docs::lines(self.said, &self.fallback),
        };
        if !self.has_attribute {
            docs::add_deprecation(&mut lines, self.said);
        }
        for note in &self.notes {
            docs::add_paragraph(
                &mut lines,
                match note {
                    Note::Markdown(text) => text.lines().map(str::to_owned).collect(),
                    Note::Text(text) => docs::text_lines(text),
                },
            );
        }
        lines
    }
}
