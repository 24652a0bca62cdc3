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
mod html;
mod markdown;
mod print;
mod sentence;
#[cfg(test)]
mod tests;

use crate::base::ident::folded;
use crate::base::unicode::{first_line, plain};

/// Longest line of prose, without the `///` and its indentation.
pub(crate) const WIDTH: usize = 92;

/// Maximum number of bytes of a text that are converted, enough for a whole manual. The stored description contains all
/// of it.
const MAX_TEXT_LEN: usize = 256 * 1024;

/// Adds a paragraph, separated from the preceding text.
pub(crate) fn add_paragraph(lines: &mut Vec<String>, paragraph: Vec<String>) {
    if !lines.is_empty() && !paragraph.is_empty() {
        lines.push(String::new());
    }
    lines.extend(paragraph);
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

/// Returns the first paragraph of a text as Markdown in one line, or its first sentence if the paragraph is long.
/// Returns an empty string if the text begins with a list, a table or code.
pub(crate) fn first_paragraph(text: &str) -> String {
    print::lines(&[block::Block::Paragraph(sentence::first_paragraph(text))], usize::MAX).concat()
}

/// Returns the first sentence of a text without markup.
pub(crate) fn summary(text: &str) -> String {
    sentence::without_markup(&sentence::first_sentence(text))
}

/// Returns a text as a code span.
pub(crate) fn code(text: &str) -> String {
    let text = plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() { text } else { print::span(&text) }
}
