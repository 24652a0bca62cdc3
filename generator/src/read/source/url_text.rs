//! Addresses as users may see them.

use url::Url;

/// Parameters that select a description and are not secret.
///
/// An allow list, since no list can cover every name of a token.
const HARMLESS: [&str; 7] = ["api-version", "definition", "format", "group", "lang", "v", "version"];

/// Returns an address without user, password and fragment, and without its query unless all of it is known to be
/// harmless.
pub(super) fn url_text(url: &Url) -> String {
    let mut url = url.clone();
    without_userinfo(&mut url);
    url.set_fragment(None);
    if !url.query_pairs().all(|(name, _)| HARMLESS.contains(&name.as_ref())) {
        url.set_query(None);
    }
    url.into()
}

/// Returns an address as users may see it.
pub(super) fn shown_address(address: &str) -> String {
    Url::parse(address).map_or_else(|_| "..".to_owned(), |url| url_text(&url))
}

/// Removes user and password from an address. This fails only for addresses without a host, which have neither.
pub(super) fn without_userinfo(url: &mut Url) {
    let _ = url.set_username("");
    let _ = url.set_password(None);
}

#[cfg(test)]
mod tests {
    use super::url_text;

    #[test]
    fn secrets_are_left_out() {
        for (url, expected) in [
            ("http://u:p@h:1/api?service-token=s#x", "http://h:1/api"),
            ("https://h/v3/api-docs?group=a", "https://h/v3/api-docs?group=a"),
            ("https://h/x?group=a&sig=b", "https://h/x"),
            ("https://h/?s3cret", "https://h/"),
        ] {
            assert_eq!(url_text(&url.parse().unwrap()), expected);
        }
    }
}
