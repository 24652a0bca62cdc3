//! Addresses of the next page: where servers say them, and which of them are followed.

use http::header::LINK;
use url::Url;

use super::response::Response;

/// The address of the next page in a `Link` header (RFC 8288), as the server wrote it.
#[doc(hidden)]
pub fn next_link(response: &Response) -> Option<String> {
    let values = response.headers().get_all(LINK).iter();
    let texts = values.filter_map(|value| value.to_str().ok());
    let mut links = texts.flat_map(|text| Links { rest: text });
    links
        .find(|link| link.next && !link.elsewhere)
        .map(|link| link.target.to_owned())
}

/// One link of a header.
struct Link<'t> {
    target: &'t str,
    /// `true` if it leads from this page to the next one.
    next: bool,
    /// `true` if it begins at something else than this page.
    elsewhere: bool,
}

/// The links of one header: `<a>; rel="next", <b>; rel=last`.
struct Links<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Links<'t> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        let start = self.rest.trim_start_matches([' ', '\t', ',']);
        let (target, rest) = start.strip_prefix('<')?.split_once('>')?;
        self.rest = rest;
        let mut link = Link {
            target: target.trim(),
            next: false,
            elsewhere: false,
        };
        let mut related = false;
        while let Some((name, value)) = self.parameter() {
            // Only the first `rel` counts.
            if name.eq_ignore_ascii_case("rel") && !std::mem::replace(&mut related, true) {
                link.next = value
                    .split_whitespace()
                    .any(|relation| relation.eq_ignore_ascii_case("next"));
            }
            link.elsewhere |= name.eq_ignore_ascii_case("anchor");
        }
        Some(link)
    }
}

impl<'t> Links<'t> {
    /// The next parameter of the link at hand, if it has one.
    fn parameter(&mut self) -> Option<(&'t str, String)> {
        let rest = self.rest.trim_start().strip_prefix(';')?.trim_start();
        let end = rest.find(['=', ';', ',']).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        self.rest = rest;
        let Some(value) = rest.strip_prefix('=') else {
            return Some((name.trim_end(), String::new()));
        };
        let value = value.trim_start();
        let (value, rest) = match value.strip_prefix('"') {
            Some(quoted) => unquoted(quoted),
            None => {
                let end = value.find([';', ',']).unwrap_or(value.len());
                (value[..end].trim_end().to_owned(), &value[end..])
            }
        };
        self.rest = rest;
        Some((name.trim_end(), value))
    }
}

/// What stands before the closing quotation mark, and what follows it.
fn unquoted(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (value, &text[at + 1..]),
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            other => value.push(other),
        }
    }
    (value, "")
}

/// The address of a request from that of the interface and the request's own path and query.
pub(super) fn address(base: &str, target: &str) -> Option<Url> {
    Url::parse(&format!("{}{target}", base.trim_end_matches('/'))).ok()
}

/// Path and query below the interface, if an address leads there: a token goes nowhere else.
pub(super) fn below(base: &str, address: &Url) -> Option<String> {
    let base = Url::parse(base).ok()?;
    let named = !address.username().is_empty() || address.password().is_some();
    if address.origin() != base.origin() || named {
        return None;
    }
    let path = address
        .path()
        .strip_prefix(base.path().trim_end_matches('/'))?;
    if !path.starts_with('/') {
        return None;
    }
    let query = address.query().map(|query| format!("?{query}"));
    Some(format!("{path}{}", query.unwrap_or_default()))
}

/// The parameters of a query in any order.
pub(super) fn pairs(address: &Url) -> Vec<(String, String)> {
    let mut pairs: Vec<_> = address.query_pairs().into_owned().collect();
    pairs.sort_unstable();
    pairs
}
