//! Moves code fences in the middle of a line to lines of their own: code that starts after its fence, or ends before
//! it.
//!
//! ````text
//! ``` <quantity> ::= <number><suffix>
//! <suffix> ::= "" | "k" ```
//! ````
//!
//! CommonMark reads the first line as a language and leaves the block open, so that all following text is code.

use std::borrow::Cow;

/// Returns the text with such fences on separate lines.
pub(super) fn on_own_lines(text: &str) -> Cow<'_, str> {
    if !text.lines().any(|line| Fence::parse(line).is_some_and(|fence| fence.is_before_code())) {
        return text.into();
    }
    let mut written = String::with_capacity(text.len() + 64);
    let mut open: Option<Fence<'_>> = None;
    for line in text.split_inclusive('\n') {
        let fence = Fence::parse(line);
        open = open.filter(|open| !open.is_left_by(line));
        let (at, next) = match (open, fence) {
            (None, Some(fence)) if fence.is_before_code() => (Some(line.len() - fence.info.len()), Some(fence)),
            (None, Some(fence)) if fence.begins_block() => (None, Some(fence)),
            (None, _) => (None, None),
            (Some(open), Some(fence)) if fence.closes(&open) => (None, None),
            (Some(open), _) if open.is_before_code() && open.ends(line) => {
                (Some(line.trim_end().len() - open.length), None)
            }
            (open, _) => (None, open),
        };
        let (before, after) = line.split_at(at.unwrap_or(line.len()));
        written.push_str(before);
        if !after.is_empty() {
            written.push('\n');
            written.push_str(after);
        }
        open = next;
    }
    written.into()
}

/// The signs at the start of a line that begin or end a block of code (CommonMark, section 4.5).
#[derive(Clone, Copy)]
struct Fence<'l> {
    sign: char,
    length: usize,
    info: &'l str,
    /// The column of the content of the list item that begins on this line, or 0.
    item: usize,
}

impl<'l> Fence<'l> {
    fn parse(line: &'l str) -> Option<Self> {
        let (mut text, mut item) = (line.trim_start_matches(' '), 0);
        while let Some(content) = after_marker(text) {
            text = content;
            item = line.len() - text.len();
        }
        let sign = text.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
        let info = text.trim_start_matches(sign);
        let length = text.len() - info.len();
        (length >= 3).then_some(Self { sign, length, info, item })
    }

    fn begins_block(&self) -> bool {
        self.sign == '~' || !self.info.contains('`')
    }

    fn closes(&self, open: &Self) -> bool {
        self.sign == open.sign && self.length >= open.length && self.item == 0 && self.info.trim().is_empty()
    }

    /// Returns `true` if a line is outside the list item of this fence, which ends the block too.
    fn is_left_by(&self, line: &str) -> bool {
        let text = line.trim_start_matches(' ');
        !text.trim_end().is_empty() && line.len() - text.len() < self.item
    }

    /// Returns `true` if the text after the fence is code and not a language: several words, of which the first is not
    /// a language name.
    fn is_before_code(&self) -> bool {
        let mut words = self.info.split_whitespace();
        let first = words.next().unwrap_or_default();
        let is_name = |sign: char| sign.is_alphanumeric() || "+-_.,#{}=:".contains(sign);
        let is_code = words.next().is_some() && !first.chars().all(is_name);
        is_code && self.item == 0 && self.sign == '`' && self.begins_block()
    }

    /// Returns `true` if a line of code ends with a closing fence.
    fn ends(&self, line: &str) -> bool {
        let line = line.trim_end();
        let code = line.trim_end_matches(self.sign);
        line.len() - code.len() == self.length
    }
}

/// Returns the text after the marker of a list item (CommonMark, section 5.2).
fn after_marker(text: &str) -> Option<&str> {
    let digits = text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    let marker = if digits == 0 { &['-', '*', '+'][..] } else { &['.', ')'] };
    let content = text[digits..].strip_prefix(marker)?;
    content.starts_with(' ').then(|| content.trim_start_matches(' '))
}

#[cfg(test)]
mod tests {
    use super::on_own_lines;

    #[test]
    fn code_begins_and_ends_on_lines_of_its_own() {
        let text = "Of:\n\n``` <a> ::= <b>\n<b> ::= \"\" ```\n\nNo matter\n";
        assert_eq!(on_own_lines(text), "Of:\n\n```\n <a> ::= <b>\n<b> ::= \"\" \n```\n\nNo matter\n");
    }

    #[test]
    fn a_list_item_ends_its_block() {
        let text = "- ````\n  a\n\n``` <a> b\n```\n";
        assert_eq!(on_own_lines(text), "- ````\n  a\n\n```\n <a> b\n```\n");
    }

    #[test]
    fn other_fences_stay() {
        for text in [
            "```rust no_run\nlet a = 1;\n```\n",
            "```\n``` <a> b\n```\n",
            "a ``` <b> c",
            "``` <a> b``` c",
            "````\n``` <a> b\n````\n",
            "- ````\n  ``` <a> b\n  ````\n",
            "1. * ````\n     ``` <a> b\n     ````\n",
            "````\n- ````\n``` <a> b\n````\n",
        ] {
            assert_eq!(on_own_lines(text), text);
        }
    }
}
