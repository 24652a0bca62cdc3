//! HTTP: sequential `GET` requests within one timeout and one size limit, without leaking secrets.
//!
//! Redirects are followed here instead of in the HTTP library, since they decide where secrets may go: headers belong
//! to the origin (scheme, host and port) of the address the user gave. No other origin gets them, whether a redirect or
//! a page leads there.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use ureq::http::header::{AUTHORIZATION, LOCATION};
use ureq::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use ureq::{Agent, Body};
use url::{Origin, Url};

use super::agent::agent;
use super::url_text::{url_text, without_userinfo};
use super::{Request, failure};
use crate::base::diagnostic::Result;
use crate::base::text::{read_limited, too_large};

const MAX_REDIRECTS: usize = 5;

/// Fetches addresses for one request. Keeps the connection to the server.
#[derive(Clone, Debug)]
pub(super) struct Fetcher {
    agent: Agent,
    /// The only origin that gets `headers`.
    trusted: Origin,
    headers: HeaderMap,
    max_bytes: u64,
    deadline: Instant,
    /// The number of received bytes of all answers.
    received: Arc<AtomicU64>,
}

/// Counts the bytes that a reader returns.
struct CountingReader<'c, R> {
    reader: R,
    count: &'c AtomicU64,
}

impl<R: Read> Read for CountingReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.count.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// The answer at the end of the redirects.
pub(super) struct FetchResponse {
    /// The final address.
    pub(super) url: Url,
    pub(super) status: StatusCode,
    /// Empty unless the status is a success.
    pub(super) body: Vec<u8>,
}

enum Hop {
    FetchResponse(FetchResponse),
    Redirect(Url),
}

impl Fetcher {
    /// Makes a fetcher for the address of a request, and gives that address without user and password.
    ///
    /// # Errors
    ///
    /// `configuration-invalid` for an address, a header or a file of certificates that cannot be used.
    pub(super) fn for_address(address: &str, request: &Request) -> Result<(Self, Url)> {
        let mut url = Url::parse(address).map_err(|error| {
            failure::unusable(format!("invalid URL: {error}"), "write a URL such as `https://example.com/api`")
        })?;
        let userinfo = take_credentials(&mut url);
        let fetcher = Self {
            agent: agent(request.cacert.as_deref())?,
            trusted: url.origin(),
            headers: headers(request, userinfo)?,
            max_bytes: request.max_bytes,
            deadline: Instant::now() + request.timeout,
            received: Arc::clone(&request.received),
        };
        Ok((fetcher, url))
    }

    /// Returns a fetcher with other limits, and the same connection and credentials.
    pub(super) fn within(&self, max_bytes: u64, time: Duration) -> Self {
        Self { max_bytes, deadline: Instant::now() + time, ..self.clone() }
    }

    /// Returns `true` if an address belongs to the server that the user gave, which gets the headers.
    pub(super) fn trusts(&self, url: &Url) -> bool {
        url.origin() == self.trusted
    }

    /// Returns `true` if the time is used up.
    pub(super) fn is_out_of_time(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Gets an address, through at most five redirects. An error status is an answer, too.
    ///
    /// # Errors
    ///
    /// `source-unreachable`, `source-too-large`, or `source-refused` for a redirect to an address
    /// that is not of HTTP.
    pub(super) fn get(&self, start: &Url) -> Result<FetchResponse> {
        self.get_within(start, |_| true)
    }

    /// Fetches an address; every redirect has to lead to an allowed one.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Self::get`], and `source-refused` for a redirect to any other address.
    pub(super) fn get_within(&self, start: &Url, is_allowed: impl Fn(&Url) -> bool) -> Result<FetchResponse> {
        let mut url = start.clone();
        for _ in 0..=MAX_REDIRECTS {
            without_userinfo(&mut url);
            match self.hop(&url)? {
                Hop::FetchResponse(answer) => return Ok(answer),
                Hop::Redirect(next) if is_allowed(&next) => url = next,
                Hop::Redirect(_) => return Err(failure::redirected_outside(&url)),
            }
        }
        Err(failure::too_many_redirects(start, MAX_REDIRECTS))
    }

    fn hop(&self, url: &Url) -> Result<Hop> {
        let mut response = self.send(url)?;
        if response.status().is_redirection()
            && let Some(location) = response.headers().get(LOCATION)
        {
            return self.redirect(url, location).map(Hop::Redirect);
        }
        let status = response.status();
        let body = if status.is_success() { self.body(url, response.body_mut())? } else { Vec::new() };
        Ok(Hop::FetchResponse(FetchResponse { url: url.clone(), status, body }))
    }

    fn send(&self, url: &Url) -> Result<Response<Body>> {
        let time = self.time_for(url).ok_or_else(|| failure::timed_out(url))?;
        let mut call = self.agent.get(url.as_str()).config().timeout_global(Some(time)).build();
        if let Some(headers) = call.headers_mut().filter(|_| self.trusts(url)) {
            headers.extend(self.headers.clone());
        }
        call.call().map_err(|error| failure::unreachable(url, &error))
    }

    /// Returns the remaining time; for another server at most a third of it, so that a page with an address of a
    /// private network leaves time to look elsewhere.
    fn time_for(&self, url: &Url) -> Option<Duration> {
        let left = self.deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        Some(if self.trusts(url) { left } else { left / 3 })
    }

    fn redirect(&self, url: &Url, location: &HeaderValue) -> Result<Url> {
        let location = String::from_utf8_lossy(location.as_bytes());
        let next = url.join(&location).map_err(|_| failure::redirected_elsewhere(url))?;
        match (url.scheme(), next.scheme()) {
            ("https", "http") => Err(failure::redirected_in_clear(url)),
            (_, "http" | "https") => Ok(next),
            _ => Err(failure::redirected_elsewhere(url)),
        }
    }

    /// The limit applies to decompressed data, which is what fills the memory.
    fn body(&self, url: &Url, body: &mut Body) -> Result<Vec<u8>> {
        let reader = CountingReader { reader: body.as_reader(), count: &self.received };
        let bytes = read_limited(reader, self.max_bytes);
        let bytes = bytes.map_err(|error| failure::unreachable(url, &error.into()))?;
        bytes.ok_or_else(|| too_large(&url_text(url), self.max_bytes))
    }
}

/// Parses the headers of a request. Errors contain the names but never the values.
fn headers(request: &Request, userinfo: Option<String>) -> Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    for (name, value) in &request.headers {
        let header = HeaderName::try_from(name.trim()).map_err(|_| {
            failure::unusable(format!("`{name}` is not a valid header name"), "write `--header 'Name: value'`")
        })?;
        headers.append(header, header_value(name, value.expose().trim())?);
    }
    let bearer = request.token.as_ref().map(|token| format!("Bearer {}", token.expose()));
    if let Some(value) = bearer.or(userinfo)
        && !headers.contains_key(AUTHORIZATION)
    {
        headers.insert(AUTHORIZATION, header_value("Authorization", &value)?);
    }
    Ok(headers)
}

fn header_value(name: &str, value: &str) -> Result<HeaderValue> {
    let mut value = HeaderValue::try_from(value).map_err(|_| {
        failure::unusable(format!("invalid value of the header `{name}`"), "use printable characters only")
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// Removes user and password from an address, and returns the equivalent value of `Authorization`.
fn take_credentials(url: &mut Url) -> Option<String> {
    let decoded = |text| percent_decode_str(text).collect::<Vec<u8>>();
    let userinfo = [&decoded(url.username())[..], b":", &decoded(url.password().unwrap_or_default())].concat();
    without_userinfo(url);
    (userinfo != b":").then(|| format!("Basic {}", STANDARD.encode(userinfo)))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::take_credentials;

    #[test]
    fn userinfo_moves_into_a_header() {
        let mut url = Url::parse("http://Aladdin:open%20sesame@h/x").unwrap();
        assert_eq!(take_credentials(&mut url).unwrap(), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assert_eq!(url.as_str(), "http://h/x");
        assert_eq!(take_credentials(&mut url), None);
    }
}
