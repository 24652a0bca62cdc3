//! Calls as `curl` commands, for logs and for manual tests.

use http::header::{AUTHORIZATION, CONTENT_LENGTH, USER_AGENT};
use http::{HeaderName, HeaderValue, Method};

use crate::auth::authorization::{Credential, CredentialLocation};
use crate::auth::secret::with_redacted_secrets;
use crate::calls::call::{Call, Operation};
use crate::calls::client::{CallOptions, Inner};
use crate::calls::send_error::BuildError;
use crate::requests::payload::RequestBody;
use crate::requests::request::Request;

/// The placeholder of a redacted value.
const HIDDEN: &str = "***";

impl<O: Operation> Call<O> {
    /// Returns the request as a `curl` command, without sending it. Tokens, passwords and custom headers are redacted.
    ///
    /// # Errors
    ///
    /// Returns an error if the request cannot be built.
    pub fn to_curl(&self) -> Result<String, BuildError> {
        let request = with_redacted_secrets(|| self.operation.request())?;
        let inner = &self.client.inner;
        inner.to_curl(O::NAME, request, self.options.clone())
    }
}

impl Inner {
    /// Returns a request as a `curl` command, without tokens.
    pub(crate) fn to_curl(
        &self,
        operation: &'static str,
        request: Request,
        options: CallOptions,
    ) -> Result<String, BuildError> {
        let (request, info) = self.prepare(operation, request, options)?;
        let mut query = Vec::new();
        let mut headers: Vec<String> = request
            .headers()
            .iter()
            .filter_map(|(name, value)| redact_header(name, value))
            .collect();
        for credential in &info.credentials {
            match redact_credential(credential) {
                RedactedCredential::Header(header) => headers.push(header),
                RedactedCredential::Query(pair) => query.push(pair),
            }
        }
        let separator = if request.uri().query().is_some() {
            "&"
        } else {
            "?"
        };
        let mut address = request.uri().to_string();
        if !query.is_empty() {
            address.push_str(separator);
            address.push_str(&query.join("&"));
        }
        let mut words = vec!["curl".to_owned()];
        let body = body_argument(request.body());
        match (request.method(), &body) {
            (&Method::GET, None) | (&Method::POST, Some(_)) => {}
            (&Method::HEAD, None) => words.push("--head".to_owned()),
            // The method of a description may have characters that a shell interprets.
            (method, _)
                if method
                    .as_str()
                    .bytes()
                    .all(|byte| byte.is_ascii_alphabetic()) =>
            {
                words.push(format!("--request {method}"));
            }
            (method, _) => words.push(format!("--request {}", quote(method.as_str()))),
        }
        words.push(quote(&address));
        let lines = headers
            .iter()
            .map(|header| format!("--header {}", quote(header)));
        let lines: Vec<String> = std::iter::once(words.join(" "))
            .chain(lines)
            .chain(body)
            .collect();
        Ok(lines.join(" \\\n  "))
    }
}

/// A credential with its value redacted.
enum RedactedCredential {
    Header(String),
    Query(String),
}

fn redact_credential(credential: &Credential) -> RedactedCredential {
    let scheme = credential.scheme;
    match scheme.location {
        CredentialLocation::Header(name) => RedactedCredential::Header(format!("{name}: {HIDDEN}")),
        CredentialLocation::Bearer => {
            RedactedCredential::Header(format!("{AUTHORIZATION}: Bearer {HIDDEN}"))
        }
        CredentialLocation::Basic => {
            RedactedCredential::Header(format!("{AUTHORIZATION}: Basic {HIDDEN}"))
        }
        CredentialLocation::Cookie(name) => {
            RedactedCredential::Header(format!("cookie: {name}={HIDDEN}"))
        }
        CredentialLocation::Query(name) => RedactedCredential::Query(format!("{name}={HIDDEN}")),
    }
}

/// Formats a header as `name: value`, redacted if it is sensitive. Returns `None` for those that `curl` adds itself.
fn redact_header(name: &HeaderName, value: &HeaderValue) -> Option<String> {
    let is_length_of_body = name == CONTENT_LENGTH && value != "0";
    if name == USER_AGENT || is_length_of_body {
        return None;
    }
    let text = value.to_str().ok().filter(|_| !value.is_sensitive());
    Some(format!("{name}: {}", text.unwrap_or(HIDDEN)))
}

/// Returns the argument for the body. Printable text is inline; anything else is read from standard input.
fn body_argument(body: &RequestBody) -> Option<String> {
    let Some(bytes) = body.bytes() else {
        return Some("--data-binary @-".to_owned());
    };
    if bytes.is_empty() {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok();
    let text = text.filter(|text| !text.chars().any(is_unprintable));
    Some(text.map_or_else(
        || "--data-binary @-".to_owned(),
        |text| format!("--data-raw {}", quote(text)),
    ))
}

/// Returns `true` for control characters that a terminal may interpret.
fn is_unprintable(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}

/// Quotes `text` for a POSIX shell.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
