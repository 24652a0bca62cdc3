//! Diagnostics for failed requests.

use std::io;

use ureq::http::StatusCode;
use url::Url;

use super::url_text::url_text;
use crate::diagnostic::{Code, Diagnostic, Location};

/// The address cannot be reached, or the connection broke.
pub(super) fn unreachable(url: &Url, error: &ureq::Error) -> Box<Diagnostic> {
    if is_timeout(error) {
        return timed_out(url);
    }
    let help = match error {
        ureq::Error::HostNotFound => "check the name of the host",
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) => {
            "check the certificate of the server, or fetch the description by other means and give the file"
        }
        _ => "check the address, and that the server runs",
    };
    diagnostic(Code::SourceUnreachable, url, format!("cannot get {}: {}", url_text(url), reason(error)), help)
}

/// Returns the diagnostic for a search that timed out.
pub(super) fn timed_out(url: &Url) -> Box<Diagnostic> {
    let message = format!("{} did not answer in full in time", url_text(url));
    diagnostic(Code::SourceUnreachable, url, message, "check that the server runs and can be reached from here")
}

/// Returns the diagnostic for a timeout while files of a description are fetched.
pub(super) fn out_of_time(url: &Url) -> Box<Diagnostic> {
    let message =
        format!("{} was not read: the time for the description and the files that it refers to is over", url_text(url));
    let help = "raise the limit with `--timeout`, or give a description that is one file";
    diagnostic(Code::SourceUnreachable, url, message, help)
}

/// Returns the diagnostic for a description with too many files.
pub(super) fn too_many_files(name: &str, limit: usize) -> Box<Diagnostic> {
    let message = format!("the description refers to more than {limit} other files");
    let problem = Diagnostic::error(Code::TooManyFiles, message).at(name, Location::Whole);
    Box::new(problem.help("put the files together into one, with a bundler such as `redocly bundle`"))
}

/// Returns the diagnostic for a redirect to an address that references must not use.
pub(super) fn redirected_outside(url: &Url) -> Box<Diagnostic> {
    let message = format!("{} redirects to what is not below the address of the description", url_text(url));
    diagnostic(Code::SourceRefused, url, message, "refer to the file where it is")
}

/// Returns the diagnostic for an error status. `secrets_sent` is `false` for a response of another server than the one
/// that headers are meant for.
pub(super) fn status_error(url: &Url, status: StatusCode, secrets_sent: bool) -> Box<Diagnostic> {
    let help = match (asks_for_credentials(status), secrets_sent) {
        (true, true) => SEND_CREDENTIALS,
        (true, false) => "headers and tokens go to the server of the given address only; give this address itself",
        (false, _) => "check the address, or give the file that holds the description",
    };
    diagnostic(Code::SourceRefused, url, format!("{} answered {}", url_text(url), status_text(status)), help)
}

/// The help for 401 and 403.
pub(super) const SEND_CREDENTIALS: &str = "send credentials with `--header 'Name: value'` or `--token-env VARIABLE`";

/// Returns `true` if other headers may change the answer.
pub(super) fn asks_for_credentials(status: StatusCode) -> bool {
    matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN)
}

/// Formats a status, such as `404 Not Found`.
pub(super) fn status_text(status: StatusCode) -> String {
    status.canonical_reason().map_or(status.as_str().to_owned(), |reason| format!("{} {reason}", status.as_str()))
}

pub(super) fn too_many_redirects(url: &Url, limit: usize) -> Box<Diagnostic> {
    let message = format!("{} redirects more than {limit} times", url_text(url));
    diagnostic(Code::TooManyRedirects, url, message, "give the address that the redirects lead to")
}

/// Returns the diagnostic for a redirect to `file:`, `data:` or the like: a server must not make the client read local
/// files.
pub(super) fn redirected_elsewhere(url: &Url) -> Box<Diagnostic> {
    let message = format!("{} redirects to an address that is not of HTTP", url_text(url));
    diagnostic(Code::SourceRefused, url, message, "only `http` and `https` addresses are fetched")
}

/// Returns the diagnostic for an invalid address or header; the message never contains the value of a header.
pub(super) fn unusable(message: String, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help))
}

fn diagnostic(code: Code, url: &Url, message: String, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, message).at(url_text(url), Location::Whole).help(help))
}

fn is_timeout(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::Timeout(_) => true,
        ureq::Error::Io(error) => error.kind() == io::ErrorKind::TimedOut,
        _ => false,
    }
}

/// Replaces error messages that contain the address, which may contain a secret.
fn reason(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            "the connection is refused".into()
        }
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => "the connection broke off".into(),
        ureq::Error::Io(error) => error.to_string(),
        ureq::Error::HostNotFound => "there is no such host".into(),
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => "the address is no valid one".into(),
        other => other.to_string(),
    }
}
