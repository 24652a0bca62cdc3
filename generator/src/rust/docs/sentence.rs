//! Extracts the first sentence of a text, for a list or for command-line help.

use super::block::{Block, Inline};
use super::markdown;
use crate::base::unicode::plain;

/// Maximum number of bytes of a text that are parsed.
const CONSIDERED: usize = 4096;

/// Maximum number of characters of a sentence; a longer one is cut after a word.
const MAX_SENTENCE_LEN: usize = 160;

/// Maximum number of characters of a paragraph in a list.
const MAX_PARAGRAPH_LEN: usize = 400;

/// Returns the first paragraph of a text, or its first sentence if the paragraph is long. Returns nothing if the text
/// begins with a list, a table or code.
pub(super) fn first_paragraph(text: &str) -> Vec<Inline> {
    match opening(text).map(joined) {
        Some(whole) if whole.iter().map(length).sum::<usize>() <= MAX_PARAGRAPH_LEN => whole,
        Some(long) => up_to_its_end(long),
        None => Vec::new(),
    }
}

/// Returns the first sentence of a text, or nothing if the text begins with a list, a table or code.
pub(super) fn first_sentence(text: &str) -> Vec<Inline> {
    opening(text).map(|inlines| up_to_its_end(joined(inlines))).unwrap_or_default()
}

/// Returns the paragraph at the start of a text.
fn opening(text: &str) -> Option<Vec<Inline>> {
    let end = (0..=CONSIDERED.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    match markdown::blocks(&plain(text.get(..end).unwrap_or_default())).into_iter().next() {
        Some(Block::Paragraph(inlines)) => Some(inlines),
        _ => None,
    }
}

/// Returns the number of visible characters.
fn length(inline: &Inline) -> usize {
    match inline {
        Inline::Text(text) | Inline::Code(text) => text.chars().count(),
        _ => 0,
    }
}

/// Returns the text without emphasis and links.
pub(super) fn without_markup(inlines: &[Inline]) -> String {
    let mut summary = String::new();
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Address(text) => summary.push_str(text),
            Inline::Code(text) => summary.extend(["`", text, "`"]),
            _ => {}
        }
    }
    summary.trim().to_owned()
}

/// Joins everything in one line, with adjacent texts combined.
fn joined(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut joined: Vec<Inline> = Vec::with_capacity(inlines.len());
    for inline in inlines {
        let text = match inline {
            Inline::Text(text) => text,
            Inline::HardBreak => " ".to_owned(),
            other => {
                joined.push(other);
                continue;
            }
        };
        match joined.last_mut() {
            Some(Inline::Text(before)) => before.push_str(&text),
            _ => joined.push(Inline::Text(text)),
        }
    }
    joined
}

fn up_to_its_end(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut sentence = Vec::new();
    let mut room = MAX_SENTENCE_LEN;
    let mut rest = inlines.into_iter();
    for inline in rest.by_ref() {
        let (inline, length, ends) = match inline {
            Inline::Text(text) => {
                let text = text.split('\t').collect::<Vec<_>>().join(" ");
                let (text, ends) = match sentence_end(&text) {
                    Some(end) => (text.get(..end).unwrap_or_default().to_owned(), true),
                    None => (text, false),
                };
                let length = text.chars().count();
                let ends_here = ends || length > room;
                (Inline::Text(if length > room { cut(&text, room) } else { text }), length, ends_here)
            }
            Inline::Code(text) => {
                let length = text.chars().count();
                let fits = length <= room;
                (if fits { Inline::Code(text) } else { Inline::Text("…".to_owned()) }, length, !fits)
            }
            Inline::Address(text) => (Inline::Address(text), 0, false),
            other => (other, 0, false),
        };
        room = room.saturating_sub(length);
        sentence.push(inline);
        if ends {
            break;
        }
    }
    close(&mut sentence, rest);
    sentence
}

/// Abbreviations that a sentence does not end with.
const ABBREVIATIONS: [&str; 7] = ["approx.", "cf.", "e.g.", "i.e.", "incl.", "resp.", "vs."];

/// Returns the end of the first sentence in a text: after a full stop outside parentheses that belongs to no abbreviation,
/// and is not followed by a lower-case letter, as in `no. of items`.
fn sentence_end(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    let mut counted = 0;
    let stops = text.match_indices(". ").map(|(at, _)| at + 1);
    stops.into_iter().find(|end| {
        let (before, after) = text.split_at(*end);
        for sign in before[counted..].chars() {
            match sign {
                '(' => open += 1,
                ')' => open = open.saturating_sub(1),
                _ => {}
            }
        }
        counted = *end;
        let word = before.rsplit([' ', '(']).next().unwrap_or_default();
        let goes_on = after.trim_start().starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit() || c == '(');
        open == 0 && !goes_on && !ABBREVIATIONS.contains(&word.to_lowercase().as_str())
    })
}

/// Returns the words that fit.
fn cut(text: &str, room: usize) -> String {
    let end = text.char_indices().nth(room).map_or(text.len(), |(at, _)| at);
    let whole = text.get(..end).unwrap_or_default();
    let words = whole.rfind(' ').and_then(|blank| whole.get(..blank)).unwrap_or_default();
    format!("{}…", words.trim_end_matches([' ', ',', ';', ':', '-', '(']))
}

/// Closes open elements: a link keeps the address that follows the sentence.
fn close(sentence: &mut Vec<Inline>, mut rest: impl Iterator<Item = Inline>) {
    let (mut emphasis, mut in_link) = (None, false);
    for inline in sentence.iter() {
        match inline {
            Inline::Open(strong) => emphasis = Some(*strong),
            Inline::Close(_) => emphasis = None,
            Inline::LinkStart => in_link = true,
            Inline::LinkEnd(_) => in_link = false,
            _ => {}
        }
    }
    sentence.extend(emphasis.map(Inline::Close));
    if in_link {
        sentence.extend(rest.find(|inline| matches!(inline, Inline::LinkEnd(_))));
    }
}

#[cfg(test)]
mod tests {
    use crate::rust::docs::block::Block;
    use crate::rust::docs::{first_paragraph, print, summary};

    fn first_sentence(text: &str) -> String {
        print::lines(&[Block::Paragraph(super::first_sentence(text))], usize::MAX).concat()
    }

    #[test]
    fn a_sentence_is_whole_or_cut_behind_a_word() {
        assert_eq!(first_sentence("One, e.g. this one. Two."), "One, e.g. this one.");
        assert_eq!(
            first_sentence("See [the\nguide](https://example.com). More."),
            "See [the guide](https://example.com)."
        );
        assert_eq!(first_sentence("**Deprecated**. Removed."), "**Deprecated**.");
        assert_eq!(first_sentence("A city (e.g. Berlin. Or Rome). More."), "A city (e.g. Berlin. Or Rome).");
        assert_eq!(first_sentence("A city, e.g. Berlin. More."), "A city, e.g. Berlin.");
        assert_eq!(first_sentence("- one\n- two"), "");
        let long = format!("It is [{}](https://example.com).", "word ".repeat(60));
        let cut = first_sentence(&long);
        assert!(cut.ends_with("word…](https://example.com)") && cut.len() < 220, "{cut}");
        assert!(first_sentence(&"x".repeat(500)).ends_with('…'));
    }

    #[test]
    fn a_paragraph_is_whole_unless_it_is_long() {
        assert_eq!(first_paragraph("One\n*two*. Three.\n\nFour."), "One *two*. Three.");
        assert_eq!(first_paragraph("- one\n- two"), "");
        assert_eq!(first_paragraph(&format!("One. {}", "Two ".repeat(200))), "One.");
    }

    #[test]
    fn help_has_no_markup() {
        let text = "<p>Search for <b>objects</b> with <a href=\"/docs\">a language</a>. More.</p>";
        assert_eq!(summary(text), "Search for objects with a language.");
        assert_eq!(summary("*A* & `B` < C. D"), "A & `B` < C.");
    }
}
