//! Follows the addresses in a documentation page.

use std::collections::HashSet;

use url::Url;

use super::attempts::AttemptResult;
use super::choice::{Candidates, NamedDescription, ambiguous, choose};
use super::internal::may_name;
use super::{Discovery, SearchStep, url_text};
use crate::base::diagnostic::{Code, Result};
use crate::read::source::failure;
use crate::read::source::page::{self, DescriptionLink, Findings};
use crate::read::source::sniff::{ContentKind, content_kind};

/// Maximum number of scripts. A page needs one or two for its setup, and shows a few descriptions; more is a trap.
const MAX_SCRIPTS: usize = 6;
const MAX_CONFIGURATIONS: usize = 2;
const MAX_UNNAMED: usize = 8;

/// Swagger UI contains this example address, and pages that set another one leave it in.
const EXAMPLE_HOST: &str = "petstore.swagger.io";

/// Names of pages for the login, without punctuation.
const LOGINS: [&str; 6] = ["login", "logon", "signin", "sso", "auth", "authorize"];

/// Returns `true` if the path of an address names a page for the login.
fn is_login(page: &Url) -> bool {
    let plain = |step: &str| step.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    page.path_segments().into_iter().flatten().any(|step| LOGINS.contains(&plain(step).as_str()))
}

impl Discovery<'_> {
    /// Returns the description that a page shows, if it names any that can be fetched.
    pub(super) fn in_page(&mut self, page: &Url, text: &str) -> SearchStep {
        let named = self.named_in(page, text)?;
        if named.is_empty() {
            let is_login = self.address != *page && is_login(page);
            self.tried.note(page, if is_login { AttemptResult::Login } else { AttemptResult::PageWithout });
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
                let Some(script) = base.join(script).ok().filter(|script| script.origin() == page.origin()) else {
                    continue;
                };
                let script = self.read_script(page, script)?;
                findings.candidates.extend(script.candidates);
                findings.configurations.extend(script.configurations);
            }
        }
        // Older pages of Springdoc are redirected to, with the address of their configuration in the query.
        let in_query = page.query_pairs().filter(|(name, _)| name == "configUrl").map(|(_, url)| url.into_owned());
        findings.configurations.splice(..0, in_query);
        for configuration in findings.configurations.iter().take(MAX_CONFIGURATIONS) {
            let Ok(configuration) = base.join(configuration) else { continue };
            let configured = self.read_script(page, configuration)?.candidates;
            if !configured.is_empty() {
                return Ok(self.resolve(&base, configured));
            }
        }
        Ok(self.resolve(&base, findings.candidates))
    }

    /// Returns what a script or a configuration names, or nothing if it cannot be fetched.
    fn read_script(&mut self, page: &Url, url: Url) -> Result<Findings> {
        let is_read = is_fetched(&url) && may_name(page, &url) && self.requested.insert(url.clone());
        if !is_read {
            return Ok(Findings::default());
        }
        match self.fetcher.get_within(&url, |next| may_name(page, next)) {
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

    /// Fetches a description that a page names. If another server is named, the same path is tried on the server of the
    /// page first: behind a proxy or in a container, a server does not know its own address, and the one that it names
    /// may be another service here.
    fn follow(&mut self, page: &Url, url: &Url) -> SearchStep {
        let why = format!("the page at {} names it", url_text(page));
        if url.origin() == page.origin() {
            return self.candidate(page, url, why);
        }
        let mut moved = page.clone();
        moved.set_path(url.path());
        moved.set_query(url.query());
        let moved_why =
            format!("the page at {} names {}, and the same path exists on this server", url_text(page), url_text(url));
        if let Some(found) = self.attempt(page, &moved, moved_why)? {
            return Ok(Some(found));
        }
        self.attempt(page, url, why)
    }

    /// Tries one of two addresses; its failure leaves the other one.
    fn attempt(&mut self, page: &Url, url: &Url, why: String) -> SearchStep {
        match self.candidate(page, url, why) {
            Err(failure) if matches!(failure.code, Code::SourceUnreachable | Code::SourceRefused) => {
                self.tried.note(url, AttemptResult::Failure(failure));
                Ok(None)
            }
            other => other,
        }
    }

    fn candidate(&mut self, page: &Url, url: &Url, why: String) -> SearchStep {
        if !self.requested.insert(url.clone()) {
            return Ok(None);
        }
        if !may_name(page, url) {
            self.tried.note(url, AttemptResult::Internal);
            return Ok(None);
        }
        let answer = self.fetcher.get_within(url, |next| may_name(page, next))?;
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
