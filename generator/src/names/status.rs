//! Names of statuses.

use crate::model::StatusMatch;

/// The reason phrases of RFC 9110, since that is what people call a status. `Ok` and `Gone` have other meanings in Rust.
const PHRASES: &str = "\
    200 Done, 201 Created, 202 Accepted, 203 NonAuthoritative, 204 NoContent, 205 ResetContent, 206 PartialContent, \
    207 MultiStatus, 301 MovedPermanently, 302 Found, 303 SeeOther, 304 NotModified, 307 TemporaryRedirect, \
    308 PermanentRedirect, 400 BadRequest, 401 Unauthorized, 402 PaymentRequired, 403 Forbidden, 404 NotFound, \
    405 MethodNotAllowed, 406 NotAcceptable, 407 ProxyAuthenticationRequired, 408 RequestTimeout, 409 Conflict, \
    410 Missing, 411 LengthRequired, 412 PreconditionFailed, 413 ContentTooLarge, 414 UriTooLong, \
    415 UnsupportedMediaType, 416 RangeNotSatisfiable, 417 ExpectationFailed, 418 ImATeapot, \
    421 MisdirectedRequest, 422 UnprocessableContent, 423 Locked, 424 FailedDependency, 425 TooEarly, \
    426 UpgradeRequired, 428 PreconditionRequired, 429 TooManyRequests, 431 RequestHeaderFieldsTooLarge, \
    451 UnavailableForLegalReasons, 500 InternalServerError, 501 NotImplemented, 502 BadGateway, \
    503 ServiceUnavailable, 504 GatewayTimeout, 507 InsufficientStorage";

/// Returns the variant for a status.
#[must_use]
pub fn status_name(status: StatusMatch) -> String {
    let phrase = |code: &str| PHRASES.split(", ").find_map(|pair| pair.strip_prefix(code)?.strip_prefix(' '));
    match status {
        StatusMatch::Code(code) => phrase(&code.to_string()).map_or_else(|| format!("Status{code}"), str::to_owned),
        StatusMatch::Class(1) => "Informational".to_owned(),
        StatusMatch::Class(2) => "Success".to_owned(),
        StatusMatch::Class(3) => "Redirection".to_owned(),
        StatusMatch::Class(4) => "ClientError".to_owned(),
        StatusMatch::Class(_) => "ServerError".to_owned(),
        StatusMatch::Default => "Other".to_owned(),
    }
}
