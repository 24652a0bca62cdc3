//! Follows the addresses in a documentation page.

use std::collections::HashSet;

use url::Url;

use super::attempts::AttemptResult;
use super::choice::{Candidates, NamedDescription, ambiguous, choose};
use super::{Discovery, SearchStep, url_text};
use crate::diagnostic::{Code, Result};
use crate::source::failure;
use crate::source::page::{self, DescriptionLink, Findings};
use crate::source::sniff::{ContentKind, content_kind};

/// Maximum number of scripts. A page needs one or two for its setup, and shows a few descriptions; more is a trap.
const MAX_SCRIPTS: usize = 6;
const MAX_CONFIGURATIONS: usize = 2;
const MAX_UNNAMED: usize = 8;

/// Swagger UI contains this example address, and pages that set another one leave it in.
const EXAMPLE_HOST: &str = "petstore.swagger.io";

impl Discovery<'_> {
    /// Returns the description that a page shows, if it names any that can be fetched.
    pub(super) fn in_page(&mut self, page: &Url, text: &str) -> SearchStep {
        let named = self.named_in(page, text)?;
        if named.is_empty() {
            self.tried.note(page, AttemptResult::PageWithout);
            return Ok(None);
        }
        match choose(page, named, self.request.description.as_deref())? {
            // No other description may replace the selected one.
            Candidates::Selected(one) => match self.follow(page, &one.url)? {
                None => Err(self.tried.nothing_found(page)),
                found => Ok(found),
            },
            Candidates::Any(any) => self.only_one_of(page, &any),
        }
    }

    fn only_one_of(&mut self, page: &Url, any: &[NamedDescription]) -> SearchStep {
        let mut found = Vec::new();
        for one in any.iter().take(MAX_UNNAMED) {
            found.extend(self.follow(page, &one.url)?.map(|source| (source, one.clone())));
        }
        if found.len() > 1 {
            let named: Vec<_> = found.into_iter().map(|(_, one)| one).collect();
            return Err(ambiguous(page, "names several descriptions", &named));
        }
        Ok(found.pop().map(|(source, _)| source))
    }

    /// Returns everything that a page, its setup scripts and their configurations name.
    fn named_in(&mut self, page: &Url, text: &str) -> Result<Vec<NamedDescription>> {
        let mut findings = page::read(text);
        let base = findings.base.as_deref().and_then(|base| page.join(base).ok()).unwrap_or_else(|| page.clone());
        if findings.is_empty() {
            for script in std::mem::take(&mut findings.scripts).iter().take(MAX_SCRIPTS) {
                let script = self.read_script(&base, script, |script| script.origin() == page.origin())?;
                findings.candidates.extend(script.candidates);
                findings.configurations.extend(script.configurations);
            }
        }
        // Older pages of Springdoc are redirected to, with the address of their configuration in the query.
        let in_query = page.query_pairs().filter(|(name, _)| name == "configUrl").map(|(_, url)| url.into_owned());
        findings.configurations.splice(..0, in_query);
        for configuration in findings.configurations.iter().take(MAX_CONFIGURATIONS) {
            let configured = self.read_script(&base, configuration, |_| true)?.candidates;
            if !configured.is_empty() {
                return Ok(self.resolve(&base, configured));
            }
        }
        Ok(self.resolve(&base, findings.candidates))
    }

    /// Returns what a script or a configuration names, or nothing if it cannot be fetched.
    fn read_script(&mut self, base: &Url, address: &str, is_allowed: impl Fn(&Url) -> bool) -> Result<Findings> {
        let url = base.join(address).ok().filter(|url| is_fetched(url) && is_allowed(url));
        let Some(url) = url.filter(|url| self.requested.insert(url.clone())) else { return Ok(Findings::default()) };
        match self.fetcher.get(&url) {
            Ok(answer) if answer.status.is_success() => Ok(page::read_script(&String::from_utf8_lossy(&answer.body))),
            Ok(answer) => {
                self.tried.note(&answer.url, AttemptResult::Status(answer.status));
                Ok(Findings::default())
            }
            Err(failure) => {
                self.tried.note(&url, AttemptResult::Failure(failure));
                Ok(Findings::default())
            }
        }
    }

    /// Full addresses, each once.
    fn resolve(&mut self, base: &Url, candidates: Vec<DescriptionLink>) -> Vec<NamedDescription> {
        let mut named: Vec<NamedDescription> = Vec::new();
        let mut known: HashSet<Url> = HashSet::new();
        for candidate in candidates {
            let Ok(mut url) = base.join(&candidate.url) else { continue };
            url.set_fragment(None);
            if !is_fetched(&url) {
                self.tried.note(&url, AttemptResult::Forbidden);
            } else if !is_example(&url, base) && known.insert(url.clone()) {
                named.push(NamedDescription { name: candidate.name, url });
            }
        }
        named
    }

    /// Fetches a description that a page names. If another server is named and fails, the same path is tried on the
    /// server of the page: behind a proxy or in a container, a server does not know its own address.
    fn follow(&mut self, page: &Url, url: &Url) -> SearchStep {
        let why = format!("the page at {} names it", url_text(page));
        if url.origin() == page.origin() {
            return self.candidate(url, why);
        }
        let failure = match self.candidate(url, why) {
            Ok(None) => None,
            Err(failure) if matches!(failure.code, Code::SourceUnreachable | Code::SourceRefused) => Some(failure),
            other => return other,
        };
        let mut moved = page.clone();
        moved.set_path(url.path());
        moved.set_query(url.query());
        let why =
            format!("the page at {} names {}, and the same path exists on this server", url_text(page), url_text(url));
        let found = self.candidate(&moved, why)?;
        if let Some(failure) = failure.filter(|_| found.is_none()) {
            self.tried.note(url, AttemptResult::Failure(failure));
        }
        Ok(found)
    }

    fn candidate(&mut self, url: &Url, why: String) -> SearchStep {
        if !self.requested.insert(url.clone()) {
            return Ok(None);
        }
        let answer = self.fetcher.get(url)?;
        if failure::asks_for_credentials(answer.status) {
            self.check_status(&answer)?;
        }
        if !answer.status.is_success() {
            self.tried.note(&answer.url, AttemptResult::Status(answer.status));
            return Ok(None);
        }
        if content_kind(&String::from_utf8_lossy(&answer.body)) == ContentKind::Description {
            return self.source_of(answer, why).map(Some);
        }
        self.tried.note(&answer.url, AttemptResult::NoDescription);
        Ok(None)
    }
}

fn is_fetched(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

fn is_example(url: &Url, base: &Url) -> bool {
    url.host_str() == Some(EXAMPLE_HOST) && base.host_str() != Some(EXAMPLE_HOST)
}
