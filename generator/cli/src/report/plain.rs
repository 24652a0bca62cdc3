//! Converts untrusted text of a description to plain text.

use bindery::internal::unicode::visible;

/// A piece of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// Prose.
    Words(&'t str),
    /// Text between backticks.
    Code(&'t str),
}

/// Returns one line, without characters that could move the cursor or change the text direction, cut to a maximum
/// length.
pub(super) fn line(text: &str, max_len: usize) -> String {
    cut(&text.split_whitespace().map(visible).collect::<Vec<_>>().join(" "), max_len)
}

/// Returns the first characters of a text.
pub(super) fn cut(text: &str, max_len: usize) -> String {
    match text.char_indices().nth(max_len) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the lines of a text, without trailing empty ones.
pub(super) fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{85}', '\u{2028}', '\u{2029}'], "\n");
    text.trim_end().split('\n').map(|line| visible(&line.replace('\t', "    "))).collect()
}

/// Splits a line into prose and code. A line with unpaired backticks is prose.
pub(super) fn pieces(line: &str) -> Vec<Piece<'_>> {
    if !line.matches('`').count().is_multiple_of(2) || line.contains("``") {
        return vec![Piece::Words(line)];
    }
    let pieces = line.split('`').enumerate();
    let pieces = pieces.map(|(index, text)| if index % 2 == 1 { Piece::Code(text) } else { Piece::Words(text) });
    pieces.filter(|piece| !matches!(piece, Piece::Words(""))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Piece, line, lines, pieces};

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(line("a\u{1b}[31m\tb\r\nc\u{9b}\u{202e}d", 80), "a\u{fffd}[31m b c\u{fffd}\u{fffd}d");
        assert_eq!(lines("a\u{1b}\rb\n\tc\n\n"), ["a\u{fffd}", "b", "    c"]);
        assert_eq!(line("äöü", 2), "äö…");
    }

    #[test]
    fn unpaired_backticks_are_prose() {
        assert_eq!(pieces("a `b`"), [Piece::Words("a "), Piece::Code("b")]);
        assert_eq!(pieces("a `b"), [Piece::Words("a `b")]);
        assert_eq!(pieces("``` a ```"), [Piece::Words("``` a ```")]);
    }
}
