//! Converts text of a description to lines of documentation.
//!
//! A description is untrusted Markdown. It is parsed and written again with an exhaustive list of elements, so that its
//! text never becomes a doctest that runs, a link that rustdoc warns about, or HTML:
//!
//! ```text
//! text --> markdown, html --> builder --> blocks --> emphasis, escape, print --> lines
//! ```
//!
//! The output parses to the same blocks again, so the conversion is idempotent.

mod block;
mod builder;
mod emphasis;
mod escape;
mod fence;
mod html;
mod markdown;
mod print;
mod sentence;
#[cfg(test)]
mod tests;

use crate::ident::folded;
use crate::model::{Docs, Group};
use crate::unicode::{first_line, plain};

/// Longest line of prose, without the `///` and its indentation.
const WIDTH: usize = 92;

/// Maximum number of bytes of a text that are converted, enough for a whole manual. The stored description contains all
/// of it.
const MAX_TEXT_LEN: usize = 256 * 1024;

/// Returns the text about an item, or a fallback if the description has none; the fallback may be empty.
pub(crate) fn lines(docs: &Docs, fallback: &str) -> Vec<String> {
    let lines = match (title(docs), docs.description.as_deref()) {
        (Some(title), Some(text)) if text.trim() != title.trim() => {
            let mut lines = text_lines(&ended(title));
            lines.push(String::new());
            lines.extend(text_lines(text));
            lines
        }
        (Some(text), _) | (None, Some(text)) => text_lines(&ended(text)),
        (None, None) => text_lines(fallback),
    };
    if lines.is_empty() { text_lines(fallback) } else { lines }
}

/// Adds the limits of values and an example to the text about an item.
pub(crate) fn add_limits(lines: &mut Vec<String>, docs: &Docs) {
    let rules = Some(rules(docs)).filter(|rules| !rules.is_empty());
    let example = docs.example.as_ref().map(|example| format!("For example {}.", code(example)));
    match (rules, example) {
        (None, None) => {}
        (None, Some(example)) if lines.len() == 1 && lines[0].len() + example.len() < WIDTH => {
            lines[0].extend([" ", &example]);
        }
        (rules, example) => {
            let more = text_lines(&rules.into_iter().chain(example).collect::<Vec<_>>().join(" "));
            add_paragraph(lines, more);
        }
    }
}

/// Returns the title, unless it is only an identifier of the server's code, such as `createUser` or `user_params`.
pub(crate) fn title(docs: &Docs) -> Option<&str> {
    let is_word = |title: &str| {
        let mut signs = title.chars();
        signs.next().is_some_and(char::is_uppercase) && signs.all(char::is_lowercase)
    };
    docs.title.as_deref().filter(|title| title.trim().contains(char::is_whitespace) || is_word(title.trim()))
}

/// The title, or else the description.
pub(crate) fn heading(docs: &Docs) -> &str {
    title(docs).or(docs.description.as_deref()).unwrap_or_default()
}

/// Adds a paragraph, separated from the preceding text.
pub(crate) fn add_paragraph(lines: &mut Vec<String>, paragraph: Vec<String>) {
    if !lines.is_empty() && !paragraph.is_empty() {
        lines.push(String::new());
    }
    lines.extend(paragraph);
}

/// Adds a note about a deprecation unless the text mentions it.
pub(crate) fn add_deprecation(lines: &mut Vec<String>, docs: &Docs) {
    let says_so = |line: &String| line.to_ascii_lowercase().contains("deprecat");
    if docs.deprecated && !lines.iter().any(says_so) {
        add_paragraph(lines, vec!["Deprecated.".to_owned()]);
    }
}

/// Returns a note about the wire name if it differs from the Rust name. Only letters and digits are compared, ignoring
/// case.
pub(crate) fn wire_name(rust: &str, wire: &str) -> String {
    let says = wire.is_empty() || is_same(rust, wire);
    if says { String::new() } else { format!("{} on the wire.", code(wire)) }
}

/// Returns `true` if two names consist of the same letters and digits, ignoring case.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

fn capitalized(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// `a, b and c`.
pub(crate) fn joined(phrases: &[String]) -> String {
    match phrases.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

/// Lists the first names as code: ``a`, `b` and `c``.
pub(crate) fn list(names: &[String]) -> String {
    const MAX_LISTED: usize = 20;
    joined(&names.iter().take(MAX_LISTED).map(|name| code(name)).collect::<Vec<_>>())
}

/// Returns the title of an API for use in a sentence: `the Petstore API`.
pub(crate) fn with_article(title: &str) -> String {
    let is_noun = title.ends_with(" API") && !title.to_ascii_lowercase().starts_with("the ");
    if is_noun { format!("the {title}") } else { title.to_owned() }
}

/// Docs of a group of operations.
pub(crate) fn group_lines(group: &Group) -> Vec<String> {
    group.description.as_deref().map(text_lines).unwrap_or_default()
}

/// Adds a full stop to a single line of text if it has none.
pub(crate) fn ended(text: &str) -> String {
    let text = text.trim();
    let single = !text.contains('\n');
    if single && text.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '`' | ')' | '"')) {
        return format!("{text}.");
    }
    text.to_owned()
}

/// Converts any text to lines of documentation.
pub(crate) fn text_lines(text: &str) -> Vec<String> {
    let end = (0..=MAX_TEXT_LEN.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    let (text, rest) = text.split_at(end);
    let mut lines = print::lines(&markdown::blocks(&plain(text)), WIDTH);
    if !rest.is_empty() {
        lines.extend([String::new(), "The text continues in the description.".to_owned()]);
    }
    lines
}

/// Returns the first line of a text with all Markdown escaped, for a heading or a generated sentence.
pub(crate) fn inline(text: &str) -> String {
    let text = block::Inline::Text(first_line(text, MAX_TEXT_LEN));
    print::lines(&[block::Block::Paragraph(vec![text])], usize::MAX).concat()
}

/// Returns the first sentence of a text as Markdown in one line, or an empty string if the text begins with a list, a
/// table or code.
pub(crate) fn first_sentence(text: &str) -> String {
    print::lines(&[block::Block::Paragraph(sentence::first_sentence(text))], usize::MAX).concat()
}

/// Returns the first paragraph of a text as Markdown in one line, or its first sentence if the paragraph is long.
/// Returns an empty string if the text begins with a list, a table or code.
pub(crate) fn first_paragraph(text: &str) -> String {
    print::lines(&[block::Block::Paragraph(sentence::first_paragraph(text))], usize::MAX).concat()
}

/// Returns the constraints of a value as a sentence, or an empty string if there are none.
pub(crate) fn rules(docs: &Docs) -> String {
    match docs.rules.as_slice() {
        [] => String::new(),
        rules => capitalized(&format!("{}.", joined(rules))),
    }
}

/// Returns the first sentence of a text without markup.
pub(crate) fn summary(text: &str) -> String {
    sentence::without_markup(&sentence::first_sentence(text))
}

/// Returns the address of the setters of a call: rustdoc names an `impl` block after its type.
pub(crate) fn setters(operation: &str) -> String {
    format!("Call#impl-Call%3C{operation}%3E")
}

/// Returns a text as a code span.
pub(crate) fn code(text: &str) -> String {
    let text = plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() { text } else { print::span(&text) }
}
