//! Docs of an item.

use crate::api::model;
use crate::rust::docs;
use crate::rust::ir::Docs;

impl Docs {
    /// Returns the docs of the description, or else the fallback.
    pub(super) fn new(described: &model::Docs, fallback: impl Into<String>) -> Self {
        let mut about = Self::with_attribute(described, fallback);
        add_deprecation(&mut about.lines, described);
        Self { is_deprecated: false, ..about }
    }

    /// Returns the docs of an item that is marked as deprecated by an attribute.
    pub(super) fn with_attribute(described: &model::Docs, fallback: impl Into<String>) -> Self {
        let mut lines = lines(described, &fallback.into());
        let text = lines.len();
        add_limits(&mut lines, described);
        Self { lines, described: text, is_deprecated: described.deprecated }
    }

    /// Returns the docs of a value that is only received: without limits, which the server keeps, and without an example of
    /// a type that says how it looks.
    pub(super) fn received(described: &model::Docs) -> model::Docs {
        let example = described.example.clone().filter(|_| !described.has_typed_example);
        model::Docs { rules: Vec::new(), example, ..described.clone() }
    }

    /// Returns the docs of an item with a wire name, which is stated if the Rust name differs. A text that only repeats
    /// the name is left out.
    pub(super) fn with_wire_name(described: &model::Docs, rust: &str, wire: &str) -> Self {
        let fallback = docs::wire_name(rust, wire);
        let about = if docs::is_same(heading(described), rust) {
            Self::new(&model::Docs { title: None, description: None, ..described.clone() }, fallback)
        } else {
            Self::new(described, fallback)
        };
        Self { is_deprecated: described.deprecated, ..about }
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

/// Returns the text about an item, or a fallback if the description has none; the fallback may be empty.
pub(crate) fn lines(described: &model::Docs, fallback: &str) -> Vec<String> {
    let lines = match (title(described), described.description.as_deref()) {
        (Some(title), Some(text)) if text.trim() != title.trim() => {
            let mut lines = docs::text_lines(&docs::ended(title));
            lines.push(String::new());
            lines.extend(docs::text_lines(text));
            lines
        }
        (Some(text), _) | (None, Some(text)) => docs::text_lines(&docs::ended(text)),
        (None, None) => docs::text_lines(fallback),
    };
    if lines.is_empty() { docs::text_lines(fallback) } else { lines }
}

/// Adds the limits of values and an example to the text about an item.
fn add_limits(lines: &mut Vec<String>, described: &model::Docs) {
    let rules = Some(rules(described)).filter(|rules| !rules.is_empty());
    let example = described.example.as_ref().map(|example| format!("For example {}.", docs::code(example)));
    match (rules, example) {
        (None, None) => {}
        (None, Some(example)) if lines.len() == 1 && lines[0].len() + example.len() < docs::WIDTH => {
            let is_ended = lines[0].ends_with(['.', '!', '?', ':']);
            lines[0].extend([if is_ended { " " } else { ". " }, &example]);
        }
        (rules, example) => {
            let more = docs::text_lines(&rules.into_iter().chain(example).collect::<Vec<_>>().join(" "));
            docs::add_paragraph(lines, more);
        }
    }
}

/// Returns the title, unless it is only an identifier of the server's code, such as `createUser` or `user_params`.
fn title(described: &model::Docs) -> Option<&str> {
    let is_word = |title: &str| {
        let mut signs = title.chars();
        signs.next().is_some_and(char::is_uppercase) && signs.all(char::is_lowercase)
    };
    described.title.as_deref().filter(|title| title.trim().contains(char::is_whitespace) || is_word(title.trim()))
}

/// The title, or else the description.
pub(super) fn heading(described: &model::Docs) -> &str {
    title(described).or(described.description.as_deref()).unwrap_or_default()
}

/// Adds a note about a deprecation unless the text mentions it.
fn add_deprecation(lines: &mut Vec<String>, described: &model::Docs) {
    let says_so = |line: &String| line.to_ascii_lowercase().contains("deprecat");
    if described.deprecated && !lines.iter().any(says_so) {
        docs::add_paragraph(lines, vec!["Deprecated.".to_owned()]);
    }
}

/// Docs of a group of operations.
pub(super) fn group_lines(group: &model::Group) -> Vec<String> {
    group.description.as_deref().map(docs::text_lines).unwrap_or_default()
}

/// Returns the constraints of a value as a sentence, or an empty string if there are none.
pub(super) fn rules(described: &model::Docs) -> String {
    match described.rules.as_slice() {
        [] => String::new(),
        rules => capitalized(&format!("{}.", docs::joined(rules))),
    }
}

pub(super) fn capitalized(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}
