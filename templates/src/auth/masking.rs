//! Names whose values are secrets, and the masking of these values where responses and requests are shown or recorded.

use std::ops::Range;

#[cfg(feature = "recording")]
use percent_encoding::percent_decode_str;

/// The text in place of a secret.
#[cfg(feature = "recording")]
pub(crate) const MASK: &str = "***";

/// Words of names whose values are secrets, in lower case and without separators.
const SECRET_WORDS: [&str; 17] = [
    "accesskey",
    "apikey",
    "authorization",
    "bearer",
    "cookie",
    "credential",
    "jwt",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "pwd",
    "secret",
    "session",
    "signature",
    "signingkey",
    "token",
];

/// Last words of names that say something about a secret: `token_type`, `passwordChangedAt`.
const PROPERTIES: [&str; 10] = [
    "at", "count", "date", "enabled", "expires", "expiry", "in", "required", "time", "type",
];

/// Returns `true` if the value of a member or parameter with this name is a secret. `declared` are the names that the API
/// description declares for credentials.
pub(crate) fn is_secret(name: &str, declared: &[&str]) -> bool {
    if declared
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
    {
        return true;
    }
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let plain = plain.to_lowercase();
    SECRET_WORDS.iter().any(|word| plain.contains(word)) && !PROPERTIES.contains(&&*last_word(name))
}

/// Returns the last word of a name in snake case, kebab case or camel case, in lower case.
fn last_word(name: &str) -> String {
    let end = name.trim_end_matches(|c: char| !c.is_alphanumeric());
    let start = end.char_indices().rev().find_map(|(at, c)| {
        let is_separator = !c.is_alphanumeric();
        (is_separator || c.is_uppercase())
            .then(|| if is_separator { at + c.len_utf8() } else { at })
    });
    end[start.unwrap_or(0)..].to_lowercase()
}

/// Returns a part of a JSON text in which secrets are masked. The text may be cut or invalid.
pub(crate) fn masked_json(text: &[u8], part: Range<usize>, declared: &[&str]) -> Vec<u8> {
    let mut masked = Vec::new();
    let mut scanner = Scanner {
        declared,
        depth: 0,
        secret: None,
    };
    let mut at = 0;
    while at < part.end {
        let token = at..end_of_token(text, at);
        let mask = scanner.mask(text, token.clone());
        let shown = token.start.max(part.start)..token.end.min(part.end);
        match mask.filter(|_| !shown.is_empty()) {
            Some(mask) => masked.extend_from_slice(mask.as_bytes()),
            None => masked.extend_from_slice(text.get(shown).unwrap_or_default()),
        }
        at = token.end;
    }
    masked
}

/// The state between two tokens of a JSON text.
struct Scanner<'d> {
    declared: &'d [&'d str],
    depth: usize,
    /// The depth of the member with a secret that the next tokens belong to.
    secret: Option<usize>,
}

impl Scanner<'_> {
    /// Returns the text to show for a token, unless it is shown as it is.
    fn mask(&mut self, text: &[u8], token: Range<usize>) -> Option<&'static str> {
        match text[token.start] {
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.secret = self.secret.filter(|depth| *depth <= self.depth);
            }
            b',' => self.secret = self.secret.filter(|depth| *depth < self.depth),
            b'"' if is_name(text, token.end) => {
                let is_secret = || is_secret(&name(&text[token]), self.declared);
                self.secret = self.secret.or_else(|| is_secret().then_some(self.depth));
            }
            b'"' if is_credential(&text[token.clone()]) => return Some("\"***\""),
            b'"' => return self.secret.map(|_| "\"***\""),
            b'-' | b'0'..=b'9' => return self.secret.map(|_| "0"),
            _ => {}
        }
        None
    }
}

/// Returns the index after a string, a number or word, or any other byte.
fn end_of_token(text: &[u8], start: usize) -> usize {
    match text[start] {
        b'"' => end_of_string(text, start),
        byte if is_scalar(byte) => {
            let rest = text[start..].iter().position(|byte| !is_scalar(*byte));
            rest.map_or(text.len(), |len| start + len)
        }
        _ => start + 1,
    }
}

fn is_scalar(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

/// Returns the index after a string.
fn end_of_string(text: &[u8], start: usize) -> usize {
    let mut is_escaped = false;
    let length = text[start + 1..].iter().position(|byte| {
        let is_end = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    });
    length.map_or(text.len(), |length| start + length + 2)
}

/// Returns `true` if a string that ends here is the name of a member.
fn is_name(text: &[u8], end: usize) -> bool {
    let mut rest = text[end..].iter();
    rest.find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}

/// Returns `true` for a string that holds a credential whatever its name is: the value of a header, or a JSON Web Token.
fn is_credential(token: &[u8]) -> bool {
    let is_token =
        token.starts_with(b"\"eyJ") && token.iter().filter(|byte| **byte == b'.').count() == 2;
    is_token || token.starts_with(b"\"Bearer ") || token.starts_with(b"\"Basic ")
}

/// Masks secrets in a query or a form.
#[cfg(feature = "recording")]
pub(crate) fn masked_pairs(text: &str, declared: &[&str]) -> String {
    let masked = text.split('&').map(|pair| match pair.split_once('=') {
        Some((name, _)) if is_secret(&percent_decode_str(name).decode_utf8_lossy(), declared) => {
            format!("{name}={MASK}")
        }
        _ => pair.to_owned(),
    });
    masked.collect::<Vec<_>>().join("&")
}

fn name(token: &[u8]) -> String {
    serde_json::from_slice(token).unwrap_or_else(|_| String::from_utf8_lossy(token).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{is_secret, masked_json};

    #[test]
    fn names_of_secrets() {
        for name in [
            "token",
            "access_token",
            "X-API-Key",
            "apiKey",
            "clientSecret",
            "Authorization",
            "password_hash",
            "sessionId",
        ] {
            assert!(is_secret(name, &[]), "{name}");
        }
        for name in [
            "name",
            "key",
            "token_type",
            "tokenExpiresAt",
            "passwordRequired",
            "id",
            "",
            "_",
        ] {
            assert!(!is_secret(name, &[]), "{name}");
        }
    }

    #[test]
    fn secrets_are_masked_in_any_text() {
        for (text, expected) in [
            (
                r#"{"name":"a","token":"s1","id":2}"#,
                r#"{"name":"a","token":"***","id":2}"#,
            ),
            (
                r#"{"token" : "a\"b" , "n": "x"}"#,
                r#"{"token" : "***" , "n": "x"}"#,
            ),
            (
                r#"{"tokens":["s1", 2, null],"name":"x"}"#,
                r#"{"tokens":["***", 0, null],"name":"x"}"#,
            ),
            (
                r#"[{"secret":{"a":"x","b":[1]},"name":"x"},"y"]"#,
                r#"[{"secret":{"a":"***","b":[0]},"name":"x"},"y"]"#,
            ),
            (r#"{"tok\u0065n":"s"}"#, r#"{"tok\u0065n":"***"}"#),
            (r#"{"secret":"cut"#, r#"{"secret":"***""#),
            (r#"{"secret":{"a":"x"#, r#"{"secret":{"a":"***""#),
            (r#"{"Seal":"x"}"#, r#"{"Seal":"***"}"#),
            (r#"["Bearer x","eyJa.b.c","eyJ"]"#, r#"["***","***","eyJ"]"#),
            ("not JSON, token", "not JSON, token"),
        ] {
            let masked = masked_json(text.as_bytes(), 0..text.len(), &["seal"]);
            assert_eq!(String::from_utf8(masked).unwrap(), expected);
        }
        let text = br#"{"token":"secret","name":"a"}"#;
        assert_eq!(masked_json(text, 12..23, &[]), br#""***","name"#);
    }
}
