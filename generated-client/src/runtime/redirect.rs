//! Redirects, which this crate follows itself: another origin must receive neither a token nor a body.

use std::sync::Arc;

use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, LOCATION, USER_AGENT};
use http::{Method, StatusCode, Uri};
use url::Url;

use super::authorization::{Credential, without_credentials};
use super::middleware::{Middleware, Next};
use super::payload::RequestBody;
use super::send_error::SendError;
use super::transport::{HttpRequest, ResponseFuture};

/// Maximum number of redirects of a call.
const MAX_REDIRECTS: usize = 5;

/// Follows redirects.
pub(super) struct Redirecting;

impl Middleware for Redirecting {
    fn handle<'a>(&'a self, mut request: HttpRequest, mut next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            for _ in 0..=MAX_REDIRECTS {
                // Redirects are rare, so the request is copied in advance only if no other copy exists.
                let copy = next.original.is_none().then(|| Hop::new(&request));
                let response = match next.run(request).await {
                    Ok(response) => response,
                    Err(error) => {
                        let copied = copy.as_ref().map(|hop| &hop.uri);
                        let uri = copied.or_else(|| Some(next.original?.uri()));
                        return Err(uri.into_iter().fold(error, SendError::with_host_of));
                    }
                };
                if !response.status().is_redirection() {
                    return Ok(response);
                }
                let Some(hop) = copy.or_else(|| next.original.map(Hop::new)) else {
                    return Ok(response);
                };
                let credentials = &next.info().credentials;
                match hop.redirect(response.status(), response.headers(), credentials) {
                    Some((there, cross_origin)) => {
                        request = there;
                        next.original = None;
                        next.cross_origin |= cross_origin;
                    }
                    None => return Ok(response),
                }
            }
            Err(SendError::too_many_redirects())
        })
    }
}

/// The parts of a sent request that a redirected request can be built from.
struct Hop {
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: RequestBody,
}

impl Hop {
    fn new(request: &HttpRequest) -> Self {
        Self {
            method: request.method().clone(),
            uri: request.uri().clone(),
            headers: request.headers().clone(),
            body: request.body().clone(),
        }
    }

    /// The request that a redirect asks for (RFC 9110, section 15.4), and whether it leads to another origin; `None` for an
    /// response that is to be taken as it is.
    /// Another origin gets neither a body nor headers beyond the public ones, and no redirect leads from `https` to `http`.
    fn redirect(
        self,
        status: StatusCode,
        headers: &HeaderMap,
        credentials: &[Arc<Credential>],
    ) -> Option<(HttpRequest, bool)> {
        let keeps_method = matches!(status.as_u16(), 307 | 308);
        if !keeps_method && !matches!(status.as_u16(), 301..=303) {
            return None;
        }
        let location = headers.get(LOCATION)?.to_str().ok()?;
        let here = Url::parse(&self.uri.to_string()).ok()?;
        let mut there = here.join(location).ok()?;
        without_credentials(&mut there, credentials);
        let same_origin = there.origin() == here.origin();
        let downgrade = here.scheme() == "https" && there.scheme() == "http";
        let safe = self.method == Method::GET || self.method == Method::HEAD;
        // Only a POST may become a GET, except for 303, which requires it.
        if !keeps_method && !safe && self.method != Method::POST && status != StatusCode::SEE_OTHER
        {
            return None;
        }
        if !matches!(there.scheme(), "http" | "https")
            || downgrade
            || (keeps_method && !safe && !same_origin)
            || (keeps_method && !self.body.is_repeatable())
        {
            return None;
        }
        let mut request = HttpRequest::new(RequestBody::default());
        *request.uri_mut() = there.as_str().parse().ok()?;
        *request.method_mut() = if keeps_method || safe {
            self.method
        } else {
            Method::GET
        };
        if same_origin {
            *request.headers_mut() = self.headers;
            if keeps_method {
                *request.body_mut() = self.body;
            } else {
                request.headers_mut().remove(CONTENT_TYPE);
            }
        } else {
            let headers = self.headers.iter().filter(|(name, _)| is_public(name));
            let headers = headers.map(|(name, value)| (name.clone(), value.clone()));
            *request.headers_mut() = headers.collect();
        }
        Some((request, !same_origin))
    }
}

/// Returns `true` if any server may see a header: the name of the client and the media types that it accepts.
pub(super) fn is_public(name: &HeaderName) -> bool {
    name == USER_AGENT || name == ACCEPT
}
