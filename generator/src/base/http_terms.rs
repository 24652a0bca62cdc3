//! Terms of HTTP that mean the same in a description and in a client.

use std::fmt;

use serde::Serialize;

/// The methods with fields of their own in a path item, in lower case. `query` exists since OpenAPI 3.2.
pub(crate) const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// Returns `true` if a string is such a method in upper case, as it is sent.
pub(crate) fn is_method(text: &str) -> bool {
    METHODS.iter().any(|method| method.to_ascii_uppercase() == text)
}

/// The header of the media types that a client accepts.
pub const ACCEPT: &str = "accept";
/// The header of the media type of a body.
pub const CONTENT_TYPE: &str = "content-type";

/// A header field that a response repeats for each cookie. Its values contain commas.
pub(crate) const SET_COOKIE: &str = "set-cookie";

/// The header of the coding that a body is compressed with.
pub const CONTENT_ENCODING: &str = "content-encoding";

/// Headers of a message and its connection, which are set by whoever sends it.
pub const MESSAGE_HEADERS: [&str; 7] =
    ["connection", "content-length", "host", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

/// The header of credentials.
pub(crate) const AUTHORIZATION: &str = "authorization";

/// Header fields that HTTP defines as dates (RFC 9110; RFC 8594 for `Sunset`), whatever the description says of their form.
pub(crate) const DATE_FIELDS: [&str; 8] = [
    "date",
    "expires",
    "if-modified-since",
    "if-range",
    "if-unmodified-since",
    "last-modified",
    "retry-after",
    "sunset",
];

/// The location of a parameter in the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum ParameterLocation {
    /// In the path.
    Path,
    /// In the query.
    Query,
    /// In a header.
    Header,
    /// In a cookie.
    Cookie,
    /// As a part of a multipart body.
    Part,
}

impl ParameterLocation {
    /// Returns the name, as written in the description and in diagnostics.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
            Self::Part => "part",
        }
    }

    /// Returns the default style of a client; for a single value, `explode` makes no difference.
    #[must_use]
    pub(crate) fn usual_style(self) -> Style {
        match self {
            Self::Path | Self::Header => Style::Simple(false),
            Self::Query => Style::Form(true),
            Self::Cookie | Self::Part => Style::Form(false),
        }
    }
}

/// The style of a parameter's value; the flag is `explode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Style {
    /// Separated by commas.
    Simple(bool),
    /// Prefixed by a dot.
    Label(bool),
    /// Prefixed by a semicolon and the name.
    Matrix(bool),
    /// Prefixed by the name and an equals sign.
    Form(bool),
    /// Separated by spaces.
    SpaceDelimited,
    /// Separated by pipes.
    PipeDelimited,
    /// Members in brackets.
    DeepObject,
    /// JSON as text (`content`).
    Json,
    /// A time as an HTTP date, in a header field whose form HTTP defines.
    HttpDate,
}

/// The statuses that a response applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum StatusMatch {
    /// One status.
    Code(u16),
    /// A class, such as 4 for 400 to 499.
    Class(u16),
    /// All statuses that are not listed.
    Default,
}

impl fmt::Display for StatusMatch {
    /// Writes it as descriptions do.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(formatter, "{code}"),
            Self::Class(class) => write!(formatter, "{class}XX"),
            Self::Default => formatter.write_str("default"),
        }
    }
}

/// The location of a credential in the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum CredentialLocation {
    /// In a header of this name.
    Header(String),
    /// In a query parameter of this name.
    Query(String),
    /// In a cookie of this name.
    Cookie(String),
    /// As `Authorization: Bearer` (RFC 6750).
    Bearer,
    /// As `Authorization: Basic` (RFC 7617): `user:password`.
    Basic,
}

/// The part of a request that names an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum EventPlace {
    /// A header, in lower case.
    Header(String),
    /// A member of the body.
    Member(String),
}

/// Returns `true` if a string is an HTTP token (RFC 9110, section 5.6.2).
pub fn is_token(text: &str) -> bool {
    let sign = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(sign)
}

/// Returns a media type without its parameters, in lower case.
#[must_use]
pub fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}
