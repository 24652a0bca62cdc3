//! Invisible characters, or those that make a text look like another one: control characters, bidirectional marks,
//! zero-width letters.
//!
//! Descriptions and responses are untrusted. Their text is shown in terminals, logs and code, and must look like what
//! it is.

use std::borrow::Cow;

/// Returns `true` if a character could mislead a reader: controls, tags, zero-width and bidirectional characters.
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{fff9}'..='\u{fffb}')
        || (is_blank(c) && !is_variation_selector(c))
}

/// Returns `true` if a character is invisible and does not separate words: `Default_Ignorable_Code_Point` of Unicode,
/// and the Braille blank.
pub(crate) fn is_blank(c: char) -> bool {
    is_variation_selector(c)
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns `true` if a character selects the presentation of the preceding one, as in emoji.
fn is_variation_selector(c: char) -> bool {
    matches!(c, '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Returns a text as a string of TOML in one line, without invisible characters.
pub fn toml_string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if is_invisible(c) => quoted.push_str(&format!("\\U{:08X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Replaces invisible characters by a visible mark.
pub fn visible(text: &str) -> String {
    text.chars().map(|c| if is_invisible(c) { '\u{fffd}' } else { c }).collect()
}

/// Sanitizes text for a terminal or the log of a CI job, line by line: no cursor movement, no change of text direction,
/// and no command for the job's runner (`::set-env ..` at the start of a line, `##vso[..]` or `##[..]` anywhere).
pub fn printable(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let line = visible(&line.replace('\t', " "));
        let line = match line.trim_start().strip_prefix("::") {
            Some(rest) => format!("{}: :{rest}", &line[..line.len() - line.trim_start().len()]),
            None => line,
        };
        split_commands(&line, "# #")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Sanitizes text like [`printable`], in one line.
pub fn printable_line(text: &str) -> String {
    printable(&text.replace(['\n', '\r'], " "))
}

/// Sanitizes JSON for a terminal and a job's runner: critical characters occur only in strings, where they can be
/// escaped (RFC 8259, section 7).
pub fn printable_json(json: &str) -> String {
    let mut printable = String::with_capacity(json.len());
    for c in split_commands(json, "#\\u0023").chars() {
        if is_invisible(c) && c != '\n' {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| printable.push_str(&format!("\\u{unit:04x}")));
        } else {
            printable.push(c);
        }
    }
    printable
}

/// Replaces the two hash signs of `##name[`.
fn split_commands(text: &str, hashes: &str) -> String {
    let mut split = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("##") {
        let after = &rest[at + 2..];
        let is_command = after.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('[');
        // The last two of three signs may start a command.
        let (sign, length) = if is_command { (hashes, 2) } else { ("#", 1) };
        split.push_str(&rest[..at]);
        split.push_str(sign);
        rest = &rest[at + length..];
    }
    split + rest
}

/// Returns the text with `\n` as line endings and without invisible characters.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| is_invisible(c) && !matches!(c, '\n' | '\t')) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => plain.push('\n'),
            '\n' | '\t' => plain.push(c),
            c if is_invisible(c) => {}
            c => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// Returns the first line of a text, cut to a maximum number of characters.
pub fn first_line(text: &str, max_len: usize) -> String {
    let text = plain(text);
    let line = text.trim().lines().next().unwrap_or_default();
    line.chars().map(|c| if c == '\t' { ' ' } else { c }).take(max_len).collect::<String>().trim().to_owned()
}

/// Returns the first characters of a text, and an ellipsis if there are more.
pub(crate) fn excerpt(text: &str, max_len: usize) -> String {
    match text.char_indices().nth(max_len) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{first_line, plain, printable, printable_json, visible};

    #[test]
    fn invisible_characters_are_replaced_or_removed() {
        assert_eq!(visible("a\u{1b}[31m\u{202e}b\u{2028}\u{200b}"), "a\u{fffd}[31m\u{fffd}b\u{fffd}\u{fffd}");
        assert_eq!(plain("a\u{1b}\u{202e}b\r\nc\u{2028}d\te\u{e0041}"), "ab\nc\nd\te");
        assert_eq!(first_line(" one\ttwo \u{202e}\nthree", 80), "one two");
        assert_eq!(first_line("äöü", 2), "äö");
    }

    #[test]
    fn commands_are_escaped() {
        assert_eq!(printable("::error file=x::y\n  ::a\nb::c"), ": :error file=x::y\n  : :a\nb::c");
        assert_eq!(printable("a ##vso[task.x]b ###[c] ## d"), "a # #vso[task.x]b ## #[c] ## d");
        let json = printable_json("{\"a\": \"##vso[x] \u{1b}\u{e0041}\"}\n");
        assert_eq!(json, "{\"a\": \"#\\u0023vso[x] \\u001b\\udb40\\udc41\"}\n");
        let read: serde_json::Value = serde_json::from_str(&json).unwrap_or_default();
        assert_eq!(read["a"], "##vso[x] \u{1b}\u{e0041}");
    }
}
