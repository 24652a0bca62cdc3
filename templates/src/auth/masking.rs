//! Names whose values are secrets, and the masking of these values where responses and requests are shown or recorded.

use std::ops::Range;

use percent_encoding::percent_decode;

/// The text in place of a secret.
pub(crate) const MASK: &str = "***";

/// Words of names whose values are secrets, in lower case and without separators.
const SECRET_WORDS: [&str; 18] = [
    "accesskey",
    "apikey",
    "authorization",
    "bearer",
    "codeverifier",
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

/// Words that are secrets only as a whole word of a name, since other words contain them: `shipping`.
const WHOLE_SECRET_WORDS: [&str; 6] = ["assertion", "otp", "pass", "passcode", "pin", "sig"];

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
    let words = words(name);
    let is_whole = |word: &String| WHOLE_SECRET_WORDS.contains(&&**word);
    let is_property = words
        .last()
        .is_some_and(|last| PROPERTIES.contains(&&**last));
    !is_property
        && (SECRET_WORDS.iter().any(|word| plain.contains(word)) || words.iter().any(is_whole))
}

/// Returns the words of a name in snake case, kebab case or camel case, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_upper = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && !is_upper) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        is_upper = c.is_uppercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns a part of a text in which secrets are masked: members of JSON, which may be cut or invalid, and the values of
/// pairs such as `token=x` in any text.
pub(crate) fn mask_secrets(text: &[u8], part: Range<usize>, declared: &[&str]) -> Vec<u8> {
    let mut masks = secret_tokens(text, part.end, declared);
    masks.extend(secret_pairs(text, part.end, declared));
    masks.sort_by_key(|(range, _)| range.start);
    let mut masked = Vec::new();
    let mut at = part.start;
    for (range, mask) in masks {
        if range.end > at {
            masked.extend_from_slice(text.get(at..range.start).unwrap_or_default());
            masked.extend_from_slice(mask.as_bytes());
            at = range.end;
        }
    }
    masked.extend_from_slice(text.get(at..part.end).unwrap_or_default());
    masked
}

/// A part of a text and what is shown for it.
type Mask = (Range<usize>, &'static str);

/// Returns the masks of JSON tokens before an index.
fn secret_tokens(text: &[u8], end: usize, declared: &[&str]) -> Vec<Mask> {
    let mut scanner = Scanner {
        declared,
        depth: 0,
        secret: None,
    };
    let mut masks = Vec::new();
    let mut at = 0;
    while at < end {
        let token = at..end_of_token(text, at);
        at = token.end;
        masks.extend(scanner.mask(text, token.clone()).map(|mask| (token, mask)));
    }
    masks
}

/// Returns the masks of values in pairs before an index.
fn secret_pairs(text: &[u8], end: usize, declared: &[&str]) -> Vec<Mask> {
    let is_json = matches!(text.trim_ascii_start().first(), Some(b'{' | b'[' | b'"'));
    let mut masks = Vec::new();
    let mut at = 0;
    while let Some(length) = text[at..end].iter().position(|byte| *byte == b'=') {
        let value = at + length + 1;
        let name = name_before(&text[at..value - 1]);
        at = value;
        if is_secret(&name, declared) {
            at = end_of_value(text, value, is_json);
            masks.push((value..at, MASK));
        }
        at = at.min(end);
    }
    masks
}

/// Returns the name at the end of a text.
fn name_before(text: &[u8]) -> String {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.%[]".contains(byte);
    let start = text.iter().rposition(|byte| !is_part(byte));
    let name = &text[start.map_or(0, |at| at + 1)..];
    // An ampersand may be escaped in JSON.
    let name = name.strip_prefix(b"u0026").unwrap_or(name);
    decoded(name)
}

/// Returns the end of the value of a pair. In JSON, a quotation mark ends the string around it, and escapes are not cut.
fn end_of_value(text: &[u8], start: usize, is_json: bool) -> usize {
    let quote: &[u8] = match &text[start..] {
        [b'\\', b'"', ..] if is_json => b"\\\"",
        [b'"', ..] if !is_json => b"\"",
        [b'\'', ..] => b"'",
        _ => b"",
    };
    let mut at = start + quote.len();
    while let [byte, rest @ ..] = &text[at..] {
        let is_escape = is_json && *byte == b'\\';
        let is_end = match (byte, rest) {
            (b'"', _) if is_json => true,
            _ if !quote.is_empty() && text[at..].starts_with(quote) => return at + quote.len(),
            _ if !quote.is_empty() => false,
            (b'\\', [b'"' | b'n' | b'r' | b't', ..]) if is_json => true,
            (byte, _) => matches!(byte, b'&' | b'"') || byte.is_ascii_whitespace(),
        };
        if is_end {
            break;
        }
        at += if is_escape && !rest.is_empty() { 2 } else { 1 };
    }
    at
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
        Some((name, _)) if is_secret(&decoded(name.as_bytes()), declared) => {
            format!("{name}={MASK}")
        }
        _ => pair.to_owned(),
    });
    masked.collect::<Vec<_>>().join("&")
}

fn decoded(name: &[u8]) -> String {
    percent_decode(name).decode_utf8_lossy().into_owned()
}

fn name(token: &[u8]) -> String {
    serde_json::from_slice(token).unwrap_or_else(|_| String::from_utf8_lossy(token).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{is_secret, mask_secrets};

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
            "userPIN",
            "otp",
            "pass",
            "X-Passcode",
            "client_assertion",
            "sig",
            "code_verifier",
        ] {
            assert!(is_secret(name, &[]), "{name}");
        }
        for name in [
            "name",
            "key",
            "token_type",
            "tokenExpiresAt",
            "passwordRequired",
            "country_code",
            "shipping",
            "passenger",
            "design",
            "client_assertion_type",
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
            (
                "access_token=gho_x&scope=y&pin%5b%5d=a==",
                "access_token=***&scope=y&pin%5b%5d=***",
            ),
            ("user=a password=\"b c\" ok=1", "user=a password=*** ok=1"),
            (
                r#"{"url":"https://x?a=1&sig=s\\t\/2","b":"https://x?c=1\u0026sig=s"}"#,
                r#"{"url":"https://x?a=1&sig=***","b":"https://x?c=1\u0026sig=***"}"#,
            ),
            (
                r#"{"log":"token=a\"b","more":"token=\"a b\" c"}"#,
                r#"{"log":"token=***\"b","more":"token=*** c"}"#,
            ),
            (
                r#"{"a":"?token=","b":"token='x","c":"token=\\"}"#,
                r#"{"a":"?token=***","b":"token=***","c":"token=***"}"#,
            ),
        ] {
            let masked = mask_secrets(text.as_bytes(), 0..text.len(), &["seal"]);
            assert_eq!(String::from_utf8(masked).unwrap(), expected);
        }
        let text = br#"{"token":"secret","name":"a"}"#;
        assert_eq!(mask_secrets(text, 12..23, &[]), br#""***","name"#);
        assert_eq!(mask_secrets(b"token=secret&a=1", 9..14, &[]), b"***&a");
    }
}
