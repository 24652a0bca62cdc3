//! Redirects, which stay in our hands: another origin must get neither a token nor a body.

use http::header::{HeaderMap, LOCATION};
use http::{Method, StatusCode};
use url::Url;

use super::authorization::Credential;

/// One of the requests that a call may take.
#[derive(Clone)]
pub(super) struct Hop {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<bytes::Bytes>,
    pub(super) credentials: Vec<Credential>,
}

impl Hop {
    /// The request that a redirect asks for (RFC 9110, section 15.4), or `None` for an answer that is to be taken as it is.
    /// Another origin gets neither credentials nor headers nor a body, and no redirect leads from `https` to `http`.
    pub(super) fn redirected(&self, status: StatusCode, headers: &HeaderMap) -> Option<Self> {
        let keeps_method = matches!(status.as_u16(), 307 | 308);
        if !keeps_method && !matches!(status.as_u16(), 301..=303) {
            return None;
        }
        let location = headers.get(LOCATION)?.to_str().ok()?;
        let url = self
            .url
            .join(location)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https"))?;
        let same_origin = url.origin() == self.url.origin();
        let downgrade = self.url.scheme() == "https" && url.scheme() == "http";
        let safe = self.method == Method::GET || self.method == Method::HEAD;
        // Only a POST may become a GET, but for 303, which asks for one.
        if !keeps_method && !safe && self.method != Method::POST && status != StatusCode::SEE_OTHER
        {
            return None;
        }
        if downgrade || (!same_origin && !safe && keeps_method) {
            return None;
        }
        let method = if keeps_method || safe {
            self.method.clone()
        } else {
            Method::GET
        };
        let mut headers = if same_origin {
            self.headers.clone()
        } else {
            HeaderMap::new()
        };
        if !keeps_method {
            headers.remove(http::header::CONTENT_TYPE);
        }
        Some(Self {
            method,
            url,
            headers,
            body: self.body.clone().filter(|_| keeps_method && same_origin),
            credentials: if same_origin {
                self.credentials.clone()
            } else {
                Vec::new()
            },
        })
    }
}
