//! The headers of conditional requests.

use ureq::http::header::{AsHeaderName, ETAG, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED};
use ureq::http::{HeaderMap, HeaderName, HeaderValue};

use super::Known;

/// Maximum length of a validator. Real ones have a few dozen characters, and they are stored in files that people read.
const MAX_LENGTH: usize = 256;

/// The validators of a description as its server sent them. Malformed ones are dropped, whether they come from a server
/// or a file, since they are shown, stored, and sent again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Validators {
    pub(super) etag: Option<String>,
    pub(super) last_modified: Option<String>,
}

impl Validators {
    /// Returns the validators of a response.
    pub(super) fn of_answer(headers: &HeaderMap) -> Self {
        Self::validated(text(headers, ETAG), text(headers, LAST_MODIFIED))
    }

    /// Returns the validators of an earlier response.
    pub(super) fn of_known(known: &Known) -> Self {
        Self::validated(known.etag.as_deref(), known.last_modified.as_deref())
    }

    fn validated(etag: Option<&str>, last_modified: Option<&str>) -> Self {
        Self {
            etag: etag.filter(|tag| is_tag(tag)).map(str::to_owned),
            last_modified: last_modified.filter(|date| is_date(date)).map(str::to_owned),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the headers of a conditional request.
    pub(super) fn conditions(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let mut insert = |name: HeaderName, value: Option<&String>| {
            if let Some(value) = value.and_then(|value| HeaderValue::try_from(value).ok()) {
                headers.insert(name, value);
            }
        };
        insert(IF_NONE_MATCH, self.etag.as_ref());
        insert(IF_MODIFIED_SINCE, self.last_modified.as_ref());
        headers
    }
}

fn text(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

/// Returns `true` for a single quoted entity tag. Other values may match more than one state: `*` matches all.
fn is_tag(text: &str) -> bool {
    let quoted = text.strip_prefix("W/").unwrap_or(text);
    let inside = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    text.len() <= MAX_LENGTH
        && inside.is_some_and(|tag| tag.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"'))
}

/// Returns `true` for a date such as `Sun, 06 Nov 1994 08:49:37 GMT`. It is sent again unchanged, so only its format
/// matters.
fn is_date(text: &str) -> bool {
    (1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
}

#[cfg(test)]
mod tests {
    use super::Validators;

    #[test]
    fn only_tags_and_dates_are_kept() {
        let long = format!("\"{}\"", "x".repeat(254));
        for tag in ["\"\"", "\"a,b\"", "W/\"a\\b\"", &long] {
            assert_eq!(Validators::validated(Some(tag), None).etag.as_deref(), Some(tag));
        }
        let longer = format!("\"{long}");
        for tag in ["", "*", "a", "\"", "\"a\", \"b\"", "w/\"a\"", "\"a\r\nx: y\"", "\"\u{1b}[2J\"", "\"ü\"", &longer]
        {
            assert_eq!(Validators::validated(Some(tag), None), Validators::default(), "{tag}");
        }
        let date = "Sun, 06 Nov 1994 08:49:37 GMT";
        assert_eq!(Validators::validated(None, Some(date)).last_modified.as_deref(), Some(date));
        for date in ["", "\u{1b}[2J", "a\nb", "now\t", &date.repeat(9)] {
            assert!(Validators::validated(None, Some(date)).is_empty(), "{date}");
        }
    }
}
