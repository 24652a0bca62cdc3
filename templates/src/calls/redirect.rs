//! Redirects, which this crate follows itself: another origin must receive neither a token nor a body.

use std::sync::Arc;

use http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, LOCATION, USER_AGENT};
use http::{Method, StatusCode};
use url::Url;

use crate::auth::authorization::{Credential, without_credentials};
use crate::calls::transport::{HttpRequest, HttpResponse};
use crate::requests::payload::RequestBody;

/// Returns the redirected request (RFC 9110, section 15.4), and `true` if it goes to another origin; `None` if the response
/// is final. Another origin gets neither a body nor headers beyond the public ones, and no redirect leads from `https` to
/// `http`.
pub(crate) fn redirect(
    sent: &HttpRequest,
    response: &HttpResponse,
    credentials: &[Arc<Credential>],
) -> Option<(HttpRequest, bool)> {
    let status = response.status();
    let keeps_method = matches!(status.as_u16(), 307 | 308);
    if !keeps_method && !matches!(status.as_u16(), 301..=303) {
        return None;
    }
    let location = response.headers().get(LOCATION)?.to_str().ok()?;
    let here = Url::parse(&sent.uri().to_string()).ok()?;
    let mut there = here.join(location).ok()?;
    let schemes = credentials.iter().map(|credential| credential.scheme);
    without_credentials(&mut there, schemes);
    let same_origin = there.origin() == here.origin();
    let downgrade = here.scheme() == "https" && there.scheme() == "http";
    let safe = sent.method() == Method::GET || sent.method() == Method::HEAD;
    // Only a POST may become a GET, except for 303, which requires it.
    if !keeps_method && !safe && sent.method() != Method::POST && status != StatusCode::SEE_OTHER {
        return None;
    }
    if !matches!(there.scheme(), "http" | "https")
        || downgrade
        || (keeps_method && !safe && !same_origin)
        || (keeps_method && !sent.body().is_repeatable())
    {
        return None;
    }
    let mut request = HttpRequest::new(RequestBody::default());
    *request.uri_mut() = there.as_str().parse().ok()?;
    *request.method_mut() = if keeps_method || safe {
        sent.method().clone()
    } else {
        Method::GET
    };
    if same_origin {
        *request.headers_mut() = sent.headers().clone();
        if keeps_method {
            *request.body_mut() = sent.body().clone();
        } else {
            request.headers_mut().remove(CONTENT_TYPE);
            request.headers_mut().remove(CONTENT_LENGTH);
        }
    } else {
        let headers = sent.headers().iter().filter(|(name, _)| is_public(name));
        let headers = headers.map(|(name, value)| (name.clone(), value.clone()));
        *request.headers_mut() = headers.collect();
    }
    Some((request, !same_origin))
}

/// Returns `true` if any server may see a header: the name of the client and the media types that it accepts.
pub(crate) fn is_public(name: &HeaderName) -> bool {
    name == USER_AGENT || name == ACCEPT
}
