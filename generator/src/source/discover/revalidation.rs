//! Requests the address of an earlier search before a new search.

use ureq::http::StatusCode;
use url::Url;

use super::{ContentKind, Discovery, FetchResponse, Source, Validators, content_kind, url_text};
use crate::source::Known;
use crate::source::url_text::without_userinfo;

/// The result of requesting the address of an earlier search.
pub(super) enum Revalidation {
    /// The description is unchanged.
    Unchanged,
    /// A description that is new, or may be.
    Description(Box<Source>),
    /// No useful response; a search will report the reason.
    Unclear,
}

impl Discovery<'_> {
    /// Requests the known address once. Errors are not final: the server may have moved the description.
    pub(super) fn revalidate(&self, known: &Known) -> Revalidation {
        let Some(url) = self.known_url(&known.address) else { return Revalidation::Unclear };
        let validators = Validators::of_known(known);
        if validators.is_empty() && url == self.address {
            // The search begins there anyway.
            return Revalidation::Unclear;
        }
        match self.fetcher.get_news(&url, &validators) {
            Ok(Some(answer)) if answer.status == StatusCode::NOT_MODIFIED && !validators.is_empty() => {
                Revalidation::Unchanged
            }
            Ok(Some(answer)) => self.accept(answer),
            Ok(None) | Err(_) => Revalidation::Unclear,
        }
    }

    /// Returns the given address if the known one is the same without its query, which may be secret.
    fn known_url(&self, known: &str) -> Option<Url> {
        if known == url_text(&self.address) {
            return Some(self.address.clone());
        }
        let mut url = Url::parse(known).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
        without_userinfo(&mut url);
        Some(url)
    }

    fn accept(&self, answer: FetchResponse) -> Revalidation {
        if !answer.status.is_success()
            || content_kind(&String::from_utf8_lossy(&answer.body)) != ContentKind::Description
        {
            return Revalidation::Unclear;
        }
        let source = self.source_of(answer, "it is the previous URL of the description".to_owned());
        source.map_or(Revalidation::Unclear, |source| Revalidation::Description(Box::new(source)))
    }
}
