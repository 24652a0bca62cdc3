//! Text as Markdown that reads as the same text, under rustdoc's rules: tables, footnotes, tasks, strikethrough.

/// Text inside of a line. What stands at the start of a line is [`escaped_start`]'s.
///
/// What comes behind a text begins with a sign that completes neither a tag nor a character reference.
///
/// `tildes` says whether there are several of them in the paragraph, since two could strike out what is between.
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

/// Returns `true` if what follows an ampersand makes a character reference of it, such as `amp;` or `#60;`.
fn begins_reference(rest: &str) -> bool {
    // The longest name has 31 letters.
    let name = rest.bytes().take(40).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    name > 0 && rest.as_bytes().get(name) == Some(&b';')
}

/// A line with a backslash where its start would mean something: a heading, a list, a quote, a rule, a table.
pub(super) fn escaped_start(line: &str) -> String {
    match start_mark(line) {
        Some(at) => format!("{}\\{}", &line[..at], &line[at..]),
        None => line.to_owned(),
    }
}

/// Where the sign stands that gives the start of a line another meaning.
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
