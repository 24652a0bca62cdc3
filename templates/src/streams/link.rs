//! Addresses of the next page: where servers send them, and which of them are followed.

use http::header::LINK;
use url::Url;

use crate::responses::response::Response;

/// Returns the address of the next page from a `Link` header (RFC 8288), as the server sent it.
pub fn next_link(response: &Response) -> Option<String> {
    let values = response.headers().get_all(LINK).iter();
    let texts = values.filter_map(|value| value.to_str().ok());
    let mut links = texts.flat_map(|text| Links { rest: text });
    links
        .find(|link| link.next && !link.elsewhere)
        .map(|link| link.target.to_owned())
}

/// A link of the header.
struct Link<'t> {
    target: &'t str,
    /// `true` if it leads to the next page.
    next: bool,
    /// `true` if its context is not the current page.
    elsewhere: bool,
}

/// The links of one header, such as `<a>; rel="next", <b>; rel=last`.
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
    /// Returns the next parameter of the current link, if there is one.
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

/// Returns the text before the closing quotation mark, and the rest.
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

/// Returns the address of a request from the base address of the API and the path and query of the request.
pub(crate) fn address(base: &str, target: &str) -> Option<Url> {
    Url::parse(&format!("{}{target}", base.trim_end_matches('/'))).ok()
}

/// Returns the path and query below the base address, if the address is below it. A token is not sent anywhere else.
pub(crate) fn below(base: &str, address: &Url) -> Option<String> {
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

/// Returns the sorted parameters of a query.
pub(crate) fn pairs(address: &Url) -> Vec<(String, String)> {
    let mut pairs: Vec<_> = address.query_pairs().into_owned().collect();
    pairs.sort_unstable();
    pairs
}
