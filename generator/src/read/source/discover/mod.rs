//! Finds the description at an address.
//!
//! The address may be that of the description, of a documentation page, or of the server. Its response is examined
//! first; then `/api` below it, where services of the kind this generator was made for publish their page; then the
//! well-known paths of frameworks, below the address and below the root of its server. Of several descriptions there, the
//! one that fits the address is used. A response is classified by its content.

mod attempts;
mod best_fit;
mod choice;
mod internal;
mod pages;
mod well_known;

use std::collections::BTreeSet;

use ureq::http::StatusCode;
use url::Url;

use super::fetch::{FetchResponse, Fetcher};
use super::sniff::{ContentKind, content_kind};
use super::url_text::url_text;
use super::{Request, failure};
use crate::base::diagnostic::{Code, Result};
use crate::base::text::{Source, SourceOrigin, decode};
use attempts::{AttemptResult, Attempts};

/// The result of a step of the search: a source, nothing, or an error that ends the search.
type SearchStep = Result<Option<Source>>;

/// Fetches the description that an address leads to. Also returns the fetcher, for its other files.
///
/// # Errors
///
/// Returns the errors of fetching; `source-refused` if the server rejects every request; `description-ambiguous` if a
/// page lists several descriptions; `no-description-found` with all tried addresses.
pub(super) fn discover(address: &str, request: &Request) -> Result<(Source, Fetcher)> {
    let mut discovery = Discovery::new(address, request)?;
    let source = discovery.run()?;
    Ok((source, discovery.fetcher))
}

struct Discovery<'r> {
    fetcher: Fetcher,
    request: &'r Request,
    /// The address, without user and password.
    address: Url,
    /// Requested addresses, since pages and well-known paths repeat them.
    requested: BTreeSet<Url>,
    tried: Attempts,
}

impl<'r> Discovery<'r> {
    fn new(address: &str, request: &'r Request) -> Result<Self> {
        let (fetcher, address) = Fetcher::for_address(address, request)?;
        Ok(Self { fetcher, request, address, requested: BTreeSet::new(), tried: Attempts::default() })
    }

    fn run(&mut self) -> Result<Source> {
        let address = self.address.clone();
        self.requested.insert(address.clone());
        // If the given address is unreachable, so are all others: any error is final here.
        let answer = self.fetcher.get(&address)?;
        if well_known::is_file(&address) && !is_page(&answer) {
            return self.read_as_file(answer);
        }
        if let Some(source) = self.examine(answer, "it is the requested URL".to_owned())? {
            return Ok(source);
        }
        for places in well_known::below(&address) {
            let found = self.try_all(places)?;
            if !found.is_empty() {
                return best_fit::choose(&address, found);
            }
        }
        Err(self.tried.nothing_found(&address))
    }

    /// Returns the descriptions at all of these addresses, since a server may publish those of several services, or the one
    /// that the first page or redirect leads to. Errors after the first description only end the search.
    fn try_all(&mut self, places: Vec<Url>) -> Result<Vec<Source>> {
        let why = format!("it is a well-known path, and {} does not name a description", url_text(&self.address));
        let mut found = Vec::new();
        for place in places {
            match self.try_address(place.clone(), why.clone()) {
                Ok(Some(source)) if found.is_empty() && source.name() != url_text(&place) => return Ok(vec![source]),
                Ok(source) => found.extend(source),
                Err(_) if !found.is_empty() => break,
                Err(failure) => return Err(failure),
            }
        }
        Ok(found)
    }

    /// Treats an address with a file extension as that file: its errors are reported, and nothing else is used instead.
    fn read_as_file(&self, answer: FetchResponse) -> Result<Source> {
        self.check_status(&answer)?;
        self.source_of(answer, "it is the requested URL".to_owned())
    }

    fn try_address(&mut self, place: Url, why: String) -> SearchStep {
        if !self.requested.insert(place.clone()) {
            return Ok(None);
        }
        match self.fetcher.get(&place) {
            Ok(answer) => self.examine(answer, why),
            // An error at one path does not affect the others: servers that require a login redirect in circles.
            Err(failure) if failure.code != Code::SourceTooLarge && !self.fetcher.is_out_of_time() => {
                self.tried.note(&place, AttemptResult::Failure(failure));
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Uses a response if it is a description, and follows it if it is a page.
    fn examine(&mut self, answer: FetchResponse, why: String) -> SearchStep {
        self.requested.insert(answer.url.clone());
        if !answer.status.is_success() {
            self.tried.note(&answer.url, AttemptResult::Status(answer.status));
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&answer.body);
        match content_kind(&text) {
            ContentKind::Description => self.source_of(answer, why).map(Some),
            ContentKind::Page => self.in_page(&answer.url, &text),
            ContentKind::Other => {
                self.tried.note(&answer.url, AttemptResult::NoDescription);
                Ok(None)
            }
        }
    }

    fn check_status(&self, answer: &FetchResponse) -> Result<()> {
        match answer.status {
            status if status.is_success() => Ok(()),
            status => Err(failure::status_error(&answer.url, status, self.fetcher.trusts(&answer.url))),
        }
    }

    /// A query that may be secret is not stored; the given address is stored instead.
    fn source_of(&self, answer: FetchResponse, why: String) -> Result<Source> {
        let url = url_text(&answer.url);
        let text = decode(&url, answer.body)?;
        let is_whole = answer.url.query().is_none() || url.contains('?') || answer.url == self.address;
        let address = if is_whole { url.clone() } else { url_text(&self.address) };
        Ok(Source::from_origin(url.clone(), text, SourceOrigin::Address { url, why, address }))
    }
}

fn is_page(answer: &FetchResponse) -> bool {
    answer.status == StatusCode::OK && content_kind(&String::from_utf8_lossy(&answer.body)) == ContentKind::Page
}

#[cfg(test)]
mod tests;
