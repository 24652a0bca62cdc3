//! Responses apart from the body: typed headers, links to the next page, character sets.

use std::collections::BTreeMap;

use http::header::{CONTENT_TYPE, LINK, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::Value;

use crate::budget::Budget;
use crate::calls::retry;
use crate::responses::headers::read_header;
use crate::responses::response::Response;
use crate::streams::link::next_link;

/// Checks a response. The input has one header per line, then an empty line and the body.
pub(crate) fn check(bytes: &[u8]) {
    let budget = Budget::for_decoding(bytes.len());
    let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap_or(bytes.len());
    let (head, body) = bytes.split_at(end);
    let headers = headers(head);
    check_typed(&headers);
    let repeated = retry::retry_delay(StatusCode::TOO_MANY_REQUESTS, &headers, true);
    assert!(repeated.is_some(), "a call that was put off is not repeated");
    let response = Response::new(StatusCode::OK, headers, body.to_vec());
    check_link(&response);
    check_text(&response);
    budget.check();
}

fn headers(head: &[u8]) -> HeaderMap {
    let names = [LINK, CONTENT_TYPE, RETRY_AFTER, HeaderName::from_static("x-typed")];
    let lines = head.split(|byte| *byte == b'\n').enumerate();
    let pairs = lines.filter_map(|(at, line)| {
        // The first byte selects the header; otherwise each line belongs to another one.
        let (first, rest) = line.split_first()?;
        let (number, value) = if first.is_ascii_digit() { (usize::from(*first), rest) } else { (at, line) };
        Some((names[number % names.len()].clone(), HeaderValue::from_bytes(value).ok()?))
    });
    let mut headers = HeaderMap::new();
    pairs.for_each(|(name, value)| {
        headers.append(name, value);
    });
    headers
}

/// Checks that a header is parsed, or that the error names it.
fn check_typed(headers: &HeaderMap) {
    macro_rules! read {
        ($($kind:ty),*) => {$(
            if let Err(error) = read_header::<$kind>(headers, "x-typed") {
                assert!(error.to_string().contains("`x-typed`"), "{error}");
            }
        )*};
    }
    read!(i64, u8, f64, bool, String, Option<i64>, Value, Vec<i64>, Vec<Vec<String>>, BTreeMap<String, i64>, ());
    let texts = read_header::<String>(headers, "x-typed").ok().flatten();
    let number = read_header::<i64>(headers, "x-typed").ok().flatten();
    assert!(number.is_none_or(|number| texts.is_some_and(|text| text.trim().parse() == Ok(number))), "another number");
}

/// Checks that the address of the next page occurs verbatim in the header.
fn check_link(response: &Response) {
    if let Some(link) = next_link(response) {
        let texts = response.headers().get_all(LINK).iter().filter_map(|value| value.to_str().ok());
        let written = format!("{link}>");
        let stands =
            texts.into_iter().any(|text| text.replace([' ', '\t'], "").contains(&written.replace([' ', '\t'], "")));
        assert!(stands, "`{link}` stands in no header");
    }
}

/// Checks the decoded text. Latin-1 has a character for each byte; any other text is UTF-8 or UTF-16 and at most three
/// times as long as its bytes.
fn check_text(response: &Response) {
    let text = response.text();
    assert!(text.len() <= response.bytes().len().saturating_mul(3), "the text grew to {} bytes", text.len());
    drop(response.json::<Value>());
    assert!(!response.media_type().contains(';'), "parameters in `{}`", response.media_type());
}
