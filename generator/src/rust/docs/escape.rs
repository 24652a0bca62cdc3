//! Escapes text so that rustdoc's Markdown shows it unchanged: tables, footnotes, task lists, strikethrough.

/// Escapes text inside a line. The start of a line is handled by [`escaped_start`].
///
/// The text that follows must start with a character that completes neither a tag nor a character reference.
///
/// If `tildes` is set, the paragraph contains several tildes, two of which could strike out the text between them.
pub(super) fn escaped(text: &str, tildes: bool, out: &mut String) {
    let mut before: Option<char> = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let after = rest.clone().next();
        let is_escaped = match c {
            '\\' | '`' | '*' | '[' | ']' => true,
            '_' => !(before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)),
            '<' => after.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
            '&' => begins_reference(rest.as_str()),
            '~' => tildes,
            _ => false,
        };
        out.extend(is_escaped.then_some('\\'));
        out.push(c);
        before = Some(c);
    }
}

/// Returns `true` if the text after an ampersand completes a character reference, such as `amp;` or `#60;`.
fn begins_reference(rest: &str) -> bool {
    // The longest name has 31 letters.
    let name = rest.bytes().take(40).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    name > 0 && rest.as_bytes().get(name) == Some(&b';')
}

/// Escapes the start of a line that would begin a heading, a list, a quote, a rule or a table.
pub(super) fn escaped_start(line: &str) -> String {
    match start_mark(line) {
        Some(at) => format!("{}\\{}", &line[..at], &line[at..]),
        None => line.to_owned(),
    }
}

/// Returns the position of the character that gives the start of a line a meaning.
pub(super) fn start_mark(line: &str) -> Option<usize> {
    let mut chars = line.chars();
    let first = chars.next()?;
    let parts = |rest: &str| rest.chars().next().is_none_or(char::is_whitespace);
    let means = match first {
        '>' | '|' | '=' | ':' => true,
        '-' | '+' => !chars.as_str().starts_with(char::is_alphanumeric),
        '#' => parts(line.trim_start_matches('#')),
        '0'..='9' => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let is_mark = line[digits..].starts_with(['.', ')']) && parts(&line[digits + 1..]);
            return is_mark.then_some(digits);
        }
        _ => false,
    };
    means.then_some(0)
}
