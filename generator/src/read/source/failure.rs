//! Diagnostics for failed requests.

use std::io;

use ureq::http::StatusCode;
use url::Url;

use super::url_text::url_text;
use crate::base::diagnostic::{Code, Diagnostic, Location};

/// The address cannot be reached, or the connection broke.
pub(super) fn unreachable(url: &Url, error: &ureq::Error) -> Box<Diagnostic> {
    if is_timeout(error) {
        return timed_out(url);
    }
    if is_unknown_issuer(error) {
        let message = format!("cannot get {}: the issuer of its certificate is unknown", url_text(url));
        let help = "pass the certificate of the issuing authority with `--cacert FILE`, set `cacert` in bindery.toml, \
                    or set `SSL_CERT_FILE`";
        return diagnostic(Code::SourceUnreachable, url, message, help);
    }
    let help = match error {
        ureq::Error::HostNotFound => "check the host name",
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) => {
            "check the certificate of the server, or download the description and pass the file"
        }
        _ => "check the URL, and that the server is running",
    };
    diagnostic(Code::SourceUnreachable, url, format!("cannot get {}: {}", url_text(url), reason(error)), help)
}

/// Returns the diagnostic for a search that timed out.
pub(super) fn timed_out(url: &Url) -> Box<Diagnostic> {
    let message = format!("{} timed out", url_text(url));
    diagnostic(
        Code::SourceUnreachable,
        url,
        message,
        "check that the server is running, or raise the limit with `--timeout`",
    )
}

/// Returns the diagnostic for a timeout while files of a description are fetched.
pub(super) fn out_of_time(url: &Url) -> Box<Diagnostic> {
    let message = format!(
        "cannot get {}: the time limit for the description and its referenced files is exceeded",
        url_text(url)
    );
    let help = "raise the limit with `--timeout`, or bundle the description into one file";
    diagnostic(Code::SourceUnreachable, url, message, help)
}

/// Returns the diagnostic for a redirect to an address that references must not use.
pub(super) fn redirected_outside(url: &Url) -> Box<Diagnostic> {
    let message = format!("{} redirects to a URL that is not below that of the description", url_text(url));
    diagnostic(Code::SourceRefused, url, message, "refer to the final URL")
}

/// Returns the diagnostic for an error status. `secrets_sent` is `false` for a response of another server than the one
/// that headers are meant for.
pub(super) fn status_error(url: &Url, status: StatusCode, secrets_sent: bool) -> Box<Diagnostic> {
    let help = match (asks_for_credentials(status), secrets_sent) {
        (true, true) => SEND_CREDENTIALS,
        (true, false) => "pass this URL directly; headers and tokens are sent only to the server of the given URL",
        (false, _) => "check the URL, or pass the file that contains the description",
    };
    diagnostic(Code::SourceRefused, url, format!("{} returned {}", url_text(url), status_text(status)), help)
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
    diagnostic(Code::SourceUnreachable, url, message, "pass the final URL of the redirects")
}

/// Returns the diagnostic for a redirect to `file:`, `data:` or the like: a server must not make the client read local
/// files.
pub(super) fn redirected_elsewhere(url: &Url) -> Box<Diagnostic> {
    let message = format!("{} redirects to a URL that is not HTTP", url_text(url));
    diagnostic(Code::SourceRefused, url, message, "pass an `http` or `https` URL")
}

/// Returns the diagnostic for a redirect from `https` to `http`, where anyone on the way could change the description.
pub(super) fn redirected_in_clear(url: &Url) -> Box<Diagnostic> {
    let message = format!("{} redirects to a URL without TLS", url_text(url));
    diagnostic(Code::SourceRefused, url, message, "pass the final URL, if it may be fetched without TLS")
}

/// Returns the diagnostic for an invalid address or header; the message never contains the value of a header.
pub(super) fn unusable(message: String, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help))
}

fn diagnostic(code: Code, url: &Url, message: String, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, message).at(url_text(url), Location::Whole).help(help))
}

/// Returns `true` if no root certificate leads to the certificate of the server.
fn is_unknown_issuer(error: &ureq::Error) -> bool {
    let error = match error {
        ureq::Error::Rustls(error) => Some(error),
        ureq::Error::Io(error) => error.get_ref().and_then(|error| error.downcast_ref()),
        _ => None,
    };
    matches!(error, Some(rustls::Error::InvalidCertificate(rustls::CertificateError::UnknownIssuer)))
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
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => "connection refused".into(),
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => "the connection was closed".into(),
        ureq::Error::Io(error) => error.to_string(),
        ureq::Error::HostNotFound => "the host does not exist".into(),
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => "invalid URL".into(),
        other => other.to_string(),
    }
}
