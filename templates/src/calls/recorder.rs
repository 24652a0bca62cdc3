//! Middleware that records the calls of a client as HAR 1.2 (<http://www.softwareishard.com/blog/har-12-spec/>).

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::{Uri, header};
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::auth::authorization::CredentialLocation;
use crate::auth::masking::{MASK, is_secret, mask_secrets, masked_pairs};
use crate::calls::middleware::{CallInfo, Middleware, Next};
use crate::calls::platform::{Instant, SystemTime, UNIX_EPOCH};
use crate::calls::transport::{HttpRequest, HttpResponse, ResponseFuture};
use crate::responses::response::media_type;

/// The default maximum length of a recorded body.
const MAX_BODY_BYTES: usize = 1024 * 1024;

/// Middleware that appends each attempt of a call to a file, as one entry of HAR 1.2 per line. `bindery observe` reads it.
///
/// It records no headers but the media types. Values of members and parameters with names such as `password` and
/// `access_token`, of those that the security schemes of the call name, and bodies that are neither JSON nor a form
/// are not recorded. Do not publish a recording: it contains all other values.
///
/// A file that cannot be written does not fail a call. The error is printed to the standard error stream once, and nothing
/// else is recorded.
///
/// ```no_run
/// use bindery_runtime::{ClientBuilder, Recorder};
///
/// fn recorded(client: ClientBuilder) -> ClientBuilder {
///     client.attempt_middleware(Recorder::append("traffic.har.jsonl"))
/// }
/// ```
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    max_body_bytes: usize,
    output: Mutex<Output>,
}

#[derive(Debug)]
enum Output {
    Closed,
    Open(File),
    Failed,
}

impl Recorder {
    /// Creates a recorder that appends to a file. A new file is private to its user.
    pub fn append(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            max_body_bytes: MAX_BODY_BYTES,
            output: Mutex::new(Output::Closed),
        }
    }

    /// Sets the maximum length of a recorded body, which is 1 MiB by default. Of longer ones, only the length is recorded.
    #[must_use]
    pub fn max_body_bytes(mut self, limit: usize) -> Self {
        self.max_body_bytes = limit;
        self
    }

    fn lock(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, entry: &Value) {
        let mut output = self.lock();
        if let Err(error) = output.write(&self.path, entry) {
            *output = Output::Failed;
            let path = self.path.display();
            // Standard error may be closed.
            drop(writeln!(
                io::stderr(),
                "warning: calls are not recorded: cannot write {path}: {error}"
            ));
        }
    }

    /// Returns the text of a body if it is recorded.
    fn text(&self, body: Option<&Bytes>, media_type: &str, names: &[&str]) -> Option<String> {
        let body = body.filter(|body| body.len() <= self.max_body_bytes)?;
        if body.is_empty() || serde_json::from_slice::<IgnoredAny>(body).is_ok() {
            // The name of a single value is unknown, so it may be a secret.
            return match body.trim_ascii_start().first() {
                Some(b'"') => Some(format!("\"{MASK}\"")),
                Some(b'-' | b'0'..=b'9') => Some("0".to_owned()),
                _ => String::from_utf8(mask_secrets(body, 0..body.len(), names)).ok(),
            };
        }
        let is_form = media_type == "application/x-www-form-urlencoded";
        let text = std::str::from_utf8(body).ok().filter(|_| is_form)?;
        // The code of OAuth, which is a secret in forms only.
        Some(masked_pairs(text, &[names, &["code"]].concat()))
    }

    /// Returns the request of an entry.
    fn request_entry(&self, request: &HttpRequest, info: &CallInfo) -> Value {
        let names = names(info);
        let body = request.body();
        let url = masked_url(request.uri(), info.path_template(), &names);
        let mut sent = json!({
            "method": request.method().as_str(),
            "url": url,
            "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": [],
            "queryString": [],
            "headersSize": -1,
            "bodySize": length(body.length()),
        });
        let media_type = media_type(request.headers());
        let text = self.text(body.bytes(), &media_type, &names);
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            sent["postData"] = json!({ "mimeType": media_type, "text": text });
        }
        sent
    }

    /// Returns the response of an entry.
    fn response_entry(&self, response: &HttpResponse, info: &CallInfo) -> Value {
        let media_type = media_type(response.headers());
        let body = response.body().bytes();
        let size = length(body.map(|body| body.len() as u64));
        let mut content = json!({ "size": size, "mimeType": media_type });
        if let Some(text) = self.text(body, &media_type, &names(info)) {
            content["text"] = text.into();
        }
        json!({
            "status": response.status().as_u16(),
            "statusText": response.status().canonical_reason().unwrap_or_default(),
            "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": [{ "name": header::CONTENT_TYPE.as_str(), "value": media_type }],
            "content": content,
            "redirectURL": "",
            "headersSize": -1,
            "bodySize": size,
        })
    }
}

impl Middleware for Recorder {
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        if matches!(*self.lock(), Output::Failed) {
            return next.run(request);
        }
        let info = next.info();
        let sent = self.request_entry(&request, info);
        let (started, start) = (SystemTime::now(), Instant::now());
        Box::pin(async move {
            let response = next.run(request).await?;
            let time = start.elapsed().as_secs_f64() * 1000.0;
            self.write(&json!({
                "startedDateTime": timestamp(started.duration_since(UNIX_EPOCH).unwrap_or_default()),
                "time": time,
                "request": sent,
                "response": self.response_entry(&response, info),
                "cache": {},
                "timings": { "send": 0, "wait": time, "receive": 0 },
            }));
            Ok(response)
        })
    }
}

impl Output {
    fn write(&mut self, path: &std::path::Path, entry: &Value) -> io::Result<()> {
        if let Self::Closed = self {
            *self = Self::Open(open(path)?);
        }
        match self {
            // One write for each line, so that several processes can append to a file.
            Self::Open(file) => file.write_all(format!("{entry}\n").as_bytes()),
            Self::Closed | Self::Failed => Ok(()),
        }
    }
}

/// Opens a file that only its user can read.
fn open(path: &std::path::Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    if file.metadata()?.is_file() {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// Returns the names of the parameters that hold the credentials of a call.
fn names(info: &CallInfo) -> Vec<&'static str> {
    let locations = info
        .credentials
        .iter()
        .map(|credential| credential.scheme.location);
    let names = locations.filter_map(|location| match location {
        CredentialLocation::Header(name)
        | CredentialLocation::Query(name)
        | CredentialLocation::Cookie(name) => Some(name),
        CredentialLocation::Bearer | CredentialLocation::Basic => None,
    });
    names.collect()
}

/// Returns an address without user information, with secrets in its path and its query masked.
fn masked_url(uri: &Uri, template: &str, names: &[&str]) -> String {
    let host = uri.host().unwrap_or_default();
    let port = uri
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    let path = masked_path(uri.path(), template, names);
    let query = uri
        .query()
        .map(|query| format!("?{}", masked_pairs(query, names)));
    let scheme = uri.scheme_str().unwrap_or("https");
    format!("{scheme}://{host}{port}{path}{}", query.unwrap_or_default())
}

/// Masks the segments of a path that are parameters with the name of a secret. The template has no base path.
fn masked_path(path: &str, template: &str, names: &[&str]) -> String {
    let mut segments: Vec<&str> = path.split('/').collect();
    for (segment, parameter) in segments.iter_mut().rev().zip(template.split('/').rev()) {
        let parameters = parameter.split('{').skip(1);
        let mut parameters = parameters.filter_map(|rest| rest.split_once('}'));
        if parameters.any(|(name, _)| is_secret(name, names)) {
            *segment = MASK;
        }
    }
    segments.join("/")
}

/// Returns a length, or -1 if it is unknown.
fn length(length: Option<u64>) -> i64 {
    length
        .and_then(|length| i64::try_from(length).ok())
        .unwrap_or(-1)
}

/// Returns a point in time as ISO 8601, which HAR requires.
fn timestamp(since: Duration) -> String {
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    // The algorithm of Howard Hinnant: the year starts on the first of March, so a leap day is its last one.
    let day_of_era = (days + 719_468) % 146_097;
    let era = (days + 719_468) / 146_097;
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let millisecond = since.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bytes::Bytes;

    use super::{Recorder, masked_path, masked_url, timestamp};

    #[test]
    fn times_are_iso_8601() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00.250Z"),
            (951_782_400, "2000-02-29T00:00:00.250Z"),
            (1_798_761_599, "2026-12-31T23:59:59.250Z"),
        ] {
            assert_eq!(
                timestamp(Duration::from_millis(seconds * 1_000 + 250)),
                expected
            );
        }
    }

    #[test]
    fn addresses_have_no_secrets() {
        let uri = "https://me:pw@example.com:8443/api/hook/abc/x?a=1&api_key=k&sig=s"
            .parse()
            .unwrap();
        let url = masked_url(&uri, "/hook/{token}/{id}", &["sig"]);
        assert_eq!(
            url,
            "https://example.com:8443/api/hook/***/x?a=1&api_key=***&sig=***"
        );
        assert_eq!(masked_path("/a", "/{x}/{password}", &[]), "/***");
        assert_eq!(
            masked_path("/files/1:abc", "/files/{id}:{token}", &[]),
            "/files/***"
        );
    }

    #[test]
    fn bodies_have_no_secrets() {
        let form = "application/x-www-form-urlencoded";
        for (media_type, body, expected) in [
            ("application/json", "\"hush\"", "\"***\""),
            ("application/json", " 12", "0"),
            ("application/json", "true", "true"),
            (
                "application/json",
                r#"{"url":"https://x/?sig=hush"}"#,
                r#"{"url":"https://x/?sig=***"}"#,
            ),
            (
                form,
                "code=a&code_verifier=b&country_code=c",
                "code=***&code_verifier=***&country_code=c",
            ),
        ] {
            let text = Recorder::append("").text(Some(&Bytes::from(body)), media_type, &[]);
            assert_eq!(text.as_deref(), Some(expected));
        }
    }
}
