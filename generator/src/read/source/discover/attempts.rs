//! Records the tried addresses, to report them if the search fails.

use ureq::http::StatusCode;
use url::Url;

use super::super::failure::{SEND_CREDENTIALS, asks_for_credentials, status_error, status_text};
use super::url_text;
use crate::base::diagnostic::{Code, Diagnostic, Location};

/// Maximum number of addresses that are listed.
const MAX_SHOWN: usize = 100;

/// The requested addresses, in order.
#[derive(Default)]
pub(super) struct Attempts {
    entries: Vec<(Url, AttemptResult)>,
}

/// Why an address was of no use.
pub(super) enum AttemptResult {
    Status(StatusCode),
    /// An answer that is neither a description nor a page.
    NoDescription,
    /// A page that names no description.
    PageWithout,
    /// A page for the login, which a redirect led to.
    Login,
    /// An address that is not fetched at all.
    Forbidden,
    /// An address in a private network that a public page names.
    Internal,
    Failure(Box<Diagnostic>),
}

impl Attempts {
    pub(super) fn note(&mut self, url: &Url, outcome: AttemptResult) {
        self.entries.push((url.clone(), outcome));
    }

    /// Returns the diagnostic for a failed search that started at an address.
    pub(super) fn nothing_found(&self, address: &Url) -> Box<Diagnostic> {
        if let Some((url, status)) = self.common_status().or_else(|| self.server_error()) {
            return status_error(url, status, url.origin() == address.origin());
        }
        let reason = match self.entries.first() {
            Some((url, AttemptResult::Login)) => format!(": the server sends you to `{}`", local_address(url, address)),
            Some((_, AttemptResult::PageWithout)) => ": it is an HTML page that names none".to_owned(),
            _ => String::new(),
        };
        let message = format!("no description found at {}{reason}", url_text(address));
        let diagnostic = Diagnostic::error(Code::NoDescriptionFound, message).at(url_text(address), Location::Whole);
        let is_refused = |(_, outcome): &(Url, AttemptResult)| match outcome {
            AttemptResult::Status(status) => asks_for_credentials(*status),
            outcome => matches!(outcome, AttemptResult::Login),
        };
        let refused = self.entries.iter().any(is_refused);
        let credentials = if refused { format!("{SEND_CREDENTIALS}, or ") } else { String::new() };
        let help = format!("{credentials}pass the URL or the file of the description; `-v` lists the addresses tried");
        Box::new(diagnostic.detail(self.list(address)).help(help))
    }

    /// Returns the response of the given address if the server failed there: elsewhere it would not do better.
    fn server_error(&self) -> Option<(&Url, StatusCode)> {
        match self.entries.first()? {
            (url, AttemptResult::Status(status)) if status.is_server_error() => Some((url, *status)),
            _ => None,
        }
    }

    /// Returns the first response if the server rejects every request.
    fn common_status(&self) -> Option<(&Url, StatusCode)> {
        let first = self.statuses().next()??;
        let is_alike = |status| status == first || asks_for_credentials(status) && asks_for_credentials(first);
        let is_common = self.statuses().all(|status| status.is_some_and(is_alike));
        let url = self.entries.first().map(|(url, _)| url)?;
        (is_common && first != StatusCode::NOT_FOUND).then_some((url, first))
    }

    fn statuses(&self) -> impl Iterator<Item = Option<StatusCode>> {
        self.entries.iter().map(|(_, outcome)| match outcome {
            AttemptResult::Status(status) => Some(*status),
            _ => None,
        })
    }

    /// Lists the addresses by result, since most have the same one; those of the same server by path.
    fn list(&self, address: &Url) -> Vec<String> {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for (url, outcome) in self.entries.iter().take(MAX_SHOWN) {
            let reason = outcome.reason();
            let url = local_address(url, address);
            match groups.iter_mut().find(|(found, _)| *found == reason) {
                Some((_, urls)) => urls.push(url),
                None => groups.push((reason, vec![url])),
            }
        }
        let lines = groups.iter().map(|(reason, urls)| format!("{reason}: {}", urls.join(", ")));
        let more = self.entries.len().saturating_sub(MAX_SHOWN);
        lines.chain((more > 0).then(|| format!("and {more} more"))).collect()
    }
}

/// Returns an address as it is shown: by its path if it is on the server of the given one.
fn local_address(url: &Url, address: &Url) -> String {
    if url.origin() == address.origin() { url.path().to_owned() } else { url_text(url) }
}

impl AttemptResult {
    fn reason(&self) -> String {
        match self {
            Self::Status(status) => status_text(*status),
            Self::NoDescription => "not a description".to_owned(),
            Self::Login => "a page for the login".to_owned(),
            Self::PageWithout => "a page that names no description".to_owned(),
            Self::Forbidden => "not an `http` or `https` URL".to_owned(),
            Self::Internal => "a public page must not name it; pass this URL directly".to_owned(),
            Self::Failure(failure) => failure.message.clone(),
        }
    }
}
