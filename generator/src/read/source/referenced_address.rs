//! Fetches the other files of a description from its server.

use std::borrow::Cow;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use url::Url;

use super::failure;
use super::fetch::Fetcher;
use super::loader::{Budget, Loader, Unread, refusal, unread};
use super::url_text::url_text;
use crate::base::text::decode;
use crate::base::text::{Source, SourceOrigin};

impl Loader {
    /// Fetches the file that a reference names, which must be below the directory of the description.
    ///
    /// # Errors
    ///
    /// Returns the reason why the file is not fetched.
    pub(super) fn load_address(
        &self,
        fetcher: &Fetcher,
        (description, url): (&Source, &str),
        from: &str,
        reference: &str,
    ) -> Result<Source, Unread> {
        let outside = || refusal("it is not below the URL of the description");
        let first = Url::parse(url).map_err(|_| outside())?;
        let folder = first.join(".").map_err(|_| outside())?;
        let mut target = Url::parse(from).and_then(|from| from.join(reference)).map_err(|_| outside())?;
        target.set_fragment(None);
        if !is_below(&target, &folder) {
            return Err(outside());
        }
        if target == first {
            return Ok(description.clone());
        }
        self.get(target.as_str(), |budget| fetched(&target, &folder, fetcher, budget))
    }
}

/// Returns `true` if an address is below the directory of another one, regardless of how often and by which server its
/// path is decoded.
fn is_below(target: &Url, folder: &Url) -> bool {
    let mut path = target.path().to_owned();
    while let Cow::Owned(decoded) = percent_decode_str(&path).decode_utf8_lossy() {
        path = decoded;
    }
    let leaves = path.split(['/', '\\']).any(|segment| segment.split(';').next() == Some(".."));
    !leaves && target.origin() == folder.origin() && target.path().starts_with(folder.path())
}

fn fetched(target: &Url, folder: &Url, fetcher: &Fetcher, budget: &Budget) -> Result<Source, Unread> {
    if budget.time == Duration::ZERO {
        return Err(Unread::Exhausted(failure::out_of_time(target)));
    }
    let fetcher = fetcher.within(budget.bytes, budget.time);
    let unread = |problem| unread(problem, budget);
    let answer = fetcher.get_within(target, |next| is_below(next, folder)).map_err(|problem| {
        if fetcher.is_out_of_time() { Unread::Exhausted(failure::out_of_time(target)) } else { unread(problem) }
    })?;
    if !answer.status.is_success() {
        return Err(unread(failure::status_error(&answer.url, answer.status, fetcher.trusts(&answer.url))));
    }
    let url = url_text(&answer.url);
    let text = decode(&url, answer.body).map_err(unread)?;
    let why = "a reference points to it".to_owned();
    let address = url.clone();
    Ok(Source::from_origin(url.clone(), text, SourceOrigin::Address { url, why, address }))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::is_below;

    #[test]
    fn encoded_parents_are_not_below() {
        let first = Url::parse("http://h/d/openapi.json").unwrap();
        let folder = first.join(".").unwrap();
        let below = |reference: &str| is_below(&first.join(reference).unwrap(), &folder);
        for reference in ["a.json", "x/../a.json", "%61.json", "a..b/c.json", "x%2fa.json", "100%.json"] {
            assert!(below(reference), "{reference}");
        }
        for reference in [
            "../a.json",
            "%2e%2e/a.json",
            "..%2fa.json",
            "%2e%2e%2fa.json",
            "%2E.%5Ca.json",
            "x%2f..%2f%2e%2e%2fa.json",
            "%252e%252e%252fa.json",
            "%25252e./a.json",
            "..;/a.json",
            "http://h:81/d/a.json",
        ] {
            assert!(!below(reference), "{reference}");
        }
    }
}
