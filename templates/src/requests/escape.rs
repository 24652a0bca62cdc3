//! Escapes text from a server before it is shown to a person: characters that would move the cursor, change colors or
//! reorder text.

use std::borrow::Cow;

/// Escapes text that is shown on one line.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false, |c| c.escape_default().to_string())
}

/// Escapes invisible characters, except those that `stays` accepts.
pub(crate) fn escaped(
    text: &str,
    stays: impl Fn(char) -> bool,
    escape: impl Fn(char) -> String,
) -> Cow<'_, str> {
    let is_plain = |c: char| !is_invisible(c) || stays(c);
    if text.chars().all(is_plain) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_plain(c) {
            shown.push(c);
        } else {
            shown.push_str(&escape(c));
        }
    }
    shown.into()
}

/// Returns `true` for control characters, bidirectional controls, line separators, and zero-width characters that no
/// script needs.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
        )
}
