//! Regular expressions: translates the ECMA-262 dialect, which JSON Schema prescribes, to that of the crate `regex`,
//! which matches in linear time for any pattern. Look-around and backreferences are not supported.
//!
//! | ECMA-262 | `regex` |
//! |---|---|
//! | `\d`, `\w` for ASCII only | `[0-9]`, `[0-9A-Za-z_]` |
//! | `[` `&` `~` inside a class | escaped |
//! | `\/` and other redundant escapes | the character |

mod sample;

pub use sample::texts;

/// Maximum length of a pattern. Longer ones are not written by hand, and their automaton would be large.
const MAX_PATTERN_LEN: usize = 2_000;

/// Returns a pattern in the dialect of `regex`.
///
/// # Errors
///
/// Returns the reason why the pattern cannot be translated.
pub fn translated(written: &str) -> Result<String, String> {
    if written.len() > MAX_PATTERN_LEN {
        return Err("it is too long".to_owned());
    }
    let expression = expression(written);
    match regex::Regex::new(&expression) {
        Ok(_) => Ok(expression),
        Err(regex::Error::CompiledTooBig(_)) => Err("it is too large".to_owned()),
        Err(problem) => {
            let reason = problem.to_string();
            let last = reason.lines().last().unwrap_or_default();
            Err(last.trim_start_matches("error: ").to_owned())
        }
    }
}

/// Returns the compiled pattern, if it can be translated.
#[must_use]
pub fn compiled(written: &str) -> Option<regex::Regex> {
    (written.len() <= MAX_PATTERN_LEN).then(|| regex::Regex::new(&expression(written)).ok()).flatten()
}

fn expression(written: &str) -> String {
    let mut expression = String::with_capacity(written.len() + 8);
    let mut in_class = false;
    // `true` after a character that can start a range, and at the end of a range.
    let (mut starts, mut ends) = (false, false);
    let mut characters = written.chars().peekable();
    while let Some(c) = characters.next() {
        if in_class && c == '-' && !ends {
            // `--` is a difference in the other dialect.
            let mut ahead = characters.clone();
            let is_range = starts
                && match (ahead.next(), ahead.next()) {
                    (None | Some(']'), _) => false,
                    (Some('\\'), Some(escaped)) => !is_class(escaped),
                    _ => true,
                };
            expression.push_str(if is_range { "-" } else { "\\-" });
            (starts, ends) = (!is_range, is_range);
            continue;
        }
        (starts, ends) = (in_class && !ends, false);
        match c {
            '-' if in_class => expression.push_str("\\-"),
            '\\' => {
                let escaped = characters.next().unwrap_or('\\');
                expression.push_str(&escape(escaped, in_class));
                if is_class(escaped) {
                    starts = false;
                    let name = characters.peek().filter(|next| **next == '{').map(|_| '}');
                    while let Some(c) = characters.next_if(|_| name.is_some()) {
                        expression.push(c);
                        if Some(c) == name {
                            break;
                        }
                    }
                }
            }
            '[' if in_class => expression.push_str("\\["),
            '[' => {
                in_class = true;
                expression.push('[');
                if characters.next_if_eq(&'^').is_some() {
                    expression.push('^');
                }
                // An empty class: `[]` matches no character, and `[^]` any.
                if characters.next_if_eq(&']').is_some() {
                    in_class = false;
                    expression.push_str("\\s\\S]");
                }
            }
            ']' => {
                in_class = false;
                expression.push(']');
            }
            '&' | '~' if in_class => expression.extend(['\\', c]),
            other => expression.push(other),
        }
    }
    expression
}

/// Returns `true` if an escape represents several characters, so that it neither begins nor ends a range.
fn is_class(escaped: char) -> bool {
    "dDwWsSpP".contains(escaped)
}

fn escape(escaped: char, in_class: bool) -> String {
    match (escaped, in_class) {
        ('d', true) => "0-9".to_owned(),
        ('d', false) => "[0-9]".to_owned(),
        ('D', _) => "[^0-9]".to_owned(),
        ('w', true) => "0-9A-Za-z_".to_owned(),
        ('w', false) => "[0-9A-Za-z_]".to_owned(),
        ('W', _) => "[^0-9A-Za-z_]".to_owned(),
        (c, _) if c.is_ascii_alphanumeric() || c.is_ascii_punctuation() && c != '<' && c != '>' => format!("\\{c}"),
        (other, _) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::translated;

    fn matches(pattern: &str, text: &str) -> bool {
        regex::Regex::new(&translated(pattern).unwrap()).unwrap().is_match(text)
    }

    #[test]
    fn the_dialect_is_translated() {
        assert!(matches(r"^\d{3}-[\w.]+\/$", "123-a_.b/"));
        assert!(!matches(r"^\d$", "٣"));
        assert!(matches(r"^[[a]$", "["));
        assert!(matches(r"^[&&a]$", "&"));
        assert!(matches(r"^[^\D]$", "5"));
        assert!(matches(r"^A$", "A"));
        assert!(matches(r"^\p{L}+$", "größe"));
        for (pattern, inside, outside) in [
            ("^[a-z--]+$", "a-z", "A"),
            ("^[+--]+$", "+,-", "."),
            ("^[--/]+$", "-./", "0"),
            ("^[a-]+$", "a-", "b"),
            ("^[-a]+$", "a-", "b"),
            ("^[^--]+$", "a", "-"),
            (r"^[\w-.]+$", "a-.", "/"),
            (r"^[.-\d]+$", ".-5", "/"),
            (r"^[\p{L}-_]+$", "ä-_", "}"),
            ("^[a-c-e]+$", "b-e", "d"),
        ] {
            assert!(matches(pattern, inside) && !matches(pattern, outside), "{pattern}");
        }
    }

    #[test]
    fn what_takes_time_without_bound_is_not_supported() {
        assert!(translated("(?!a)b").unwrap_err().contains("look-around"));
        assert!(translated(r"(a)\1").unwrap_err().contains("backreferences"));
        assert!(translated("(").is_err());
        assert!(translated(&"a".repeat(3_000)).is_err());
        assert!(translated("(a{1000}){1000}").is_err());
    }
}
