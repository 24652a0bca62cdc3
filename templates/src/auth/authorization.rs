//! Credentials, the providers of tokens, and the place in a request where credentials are sent.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::{AUTHORIZATION, COOKIE, HeaderName, HeaderValue};
use http::uri::{self, Uri};
use percent_encoding::utf8_percent_encode;

use crate::auth::secret::Secret;
use crate::calls::send_error::{BuildError, SendError};
use crate::calls::transport::{HttpRequest, Transport};
use crate::requests::encode::{RESERVED, is_cookie_value};
use crate::requests::payload::{BoxError, BoxFuture};

/// The place in a request where a credential is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CredentialLocation {
    /// A header with this name.
    Header(&'static str),
    /// A query parameter with this name.
    Query(&'static str),
    /// A cookie with this name.
    Cookie(&'static str),
    /// `Authorization: Bearer` (RFC 6750).
    Bearer,
    /// `Authorization: Basic` (RFC 7617). The credential is written as `user:password`.
    Basic,
}

/// A security scheme of the API description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The name of the scheme.
    pub name: &'static str,
    /// The place in a request where the credential is sent.
    pub location: CredentialLocation,
}

impl Scheme {
    /// Creates a scheme.
    #[must_use]
    pub const fn new(name: &'static str, location: CredentialLocation) -> Self {
        Self { name, location }
    }
}

/// The combinations of schemes of which a call requires one. An empty combination requires nothing.
pub type Requirement = &'static [&'static [&'static str]];

/// A credential and the place where it is sent. It is sent only to the origin of its call.
#[derive(Debug)]
pub(crate) struct Credential {
    pub(crate) scheme: Scheme,
    token: Token,
    /// The header, if it is the same for all requests.
    pub(crate) header: Option<(HeaderName, HeaderValue)>,
}

/// Returns the credentials that a call sends: those of the first combination that is complete. If none is complete, all
/// available credentials that a combination contains are sent and the server decides. Credentials that no combination
/// contains are never sent.
pub(crate) fn select_credentials(
    available: &[Arc<Credential>],
    required: Requirement,
) -> Vec<Arc<Credential>> {
    let of = |name: &&str| {
        available
            .iter()
            .find(|credential| credential.scheme.name == *name)
    };
    let mut combinations = required
        .iter()
        .filter(|combination| !combination.is_empty());
    let whole =
        combinations.find_map(|combination| combination.iter().map(of).collect::<Option<Vec<_>>>());
    match whole {
        Some(whole) => whole.into_iter().cloned().collect(),
        None => {
            let is_required = |name: &str| {
                required
                    .iter()
                    .any(|combination| combination.contains(&name))
            };
            let known = available.iter();
            let known = known.filter(|credential| is_required(credential.scheme.name));
            known.cloned().collect()
        }
    }
}

impl Credential {
    /// Returns `true` if a rejected token can be replaced.
    pub(crate) fn is_renewable(&self) -> bool {
        matches!(self.token, Token::Provided(_))
    }

    /// Creates a credential. Checks here that the value can be sent, so that no call fails because of it.
    pub(crate) fn new(scheme: Scheme, token: Token) -> Result<Arc<Self>, BuildError> {
        if let CredentialLocation::Header(name) = scheme.location {
            HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| BuildError::new(format!("`{name}` cannot be the name of a header")))?;
        }
        let mut trial = HttpRequest::default();
        if let Token::Fixed(secret) = &token {
            insert_credential(scheme.location, secret, &mut trial).map_err(BuildError::new)?;
        }
        // A request may have other cookies.
        let mut headers = trial.headers().iter().filter(|(name, _)| **name != COOKIE);
        let header = headers
            .next()
            .map(|(name, value)| (name.clone(), value.clone()));
        Ok(Arc::new(Self {
            scheme,
            token,
            header,
        }))
    }
}

/// The error for a token that is not a valid header value. It does not contain the token.
const INVALID_HEADER_TOKEN: &str = "the token has characters that are not allowed in a header";

/// The error for a token that is not a valid cookie value. It does not contain the token.
const INVALID_COOKIE_TOKEN: &str =
    "the token has characters that are not allowed in a cookie, such as a space, `,`, `;` or `\\`";

/// Adds a credential to a request.
fn insert_credential(
    location: CredentialLocation,
    secret: &Secret,
    request: &mut HttpRequest,
) -> Result<(), &'static str> {
    let secret = secret.expose();
    let (name, value) = match location {
        CredentialLocation::Query(name) => return insert_query(name, secret, request),
        CredentialLocation::Header(name) => {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| INVALID_HEADER_TOKEN)?;
            (name, secret.to_owned())
        }
        CredentialLocation::Bearer => (AUTHORIZATION, bearer(secret)),
        CredentialLocation::Basic => (AUTHORIZATION, format!("Basic {}", basic(secret))),
        CredentialLocation::Cookie(name) => {
            if !is_cookie_value(secret) {
                return Err(INVALID_COOKIE_TOKEN);
            }
            let before = request.headers().get(COOKIE);
            let before = before.and_then(|value| value.to_str().ok());
            let before = before.map_or_else(String::new, |before| format!("{before}; "));
            (COOKIE, format!("{before}{name}={secret}"))
        }
    };
    let mut value = HeaderValue::try_from(value).map_err(|_| INVALID_HEADER_TOKEN)?;
    value.set_sensitive(true);
    request.headers_mut().insert(name, value);
    Ok(())
}

/// Returns the token with the prefix `Bearer`. Many servers issue the token together with its scheme.
pub(crate) fn bearer(secret: &str) -> String {
    const SCHEME: &str = "Bearer ";
    let has_scheme = secret
        .get(..SCHEME.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(SCHEME));
    if has_scheme {
        secret.to_owned()
    } else {
        format!("{SCHEME}{secret}")
    }
}

/// Encodes `user:password`. A user name alone has an empty password.
fn basic(secret: &str) -> String {
    let colon = if secret.contains(':') { "" } else { ":" };
    STANDARD.encode(format!("{secret}{colon}"))
}

fn insert_query(name: &str, secret: &str, request: &mut HttpRequest) -> Result<(), &'static str> {
    let bare = request.uri().clone();
    let uri = bare.to_string();
    if request.extensions().get::<BareAddress>().is_none() {
        request.extensions_mut().insert(BareAddress(bare));
    }
    let sign = if uri.contains('?') { '&' } else { '?' };
    let (name, secret) = (
        utf8_percent_encode(name, RESERVED),
        utf8_percent_encode(secret, RESERVED),
    );
    let uri = Uri::try_from(format!("{uri}{sign}{name}={secret}"));
    *request.uri_mut() = uri.map_err(|_| "the token is too long for an address")?;
    Ok(())
}

/// Reports rejected tokens to their providers, so that they are not sent again. Returns `true` if the next tokens may
/// differ.
pub(crate) fn reject_tokens(credentials: &[Arc<Credential>], sent: &[Secret]) -> bool {
    let given = credentials.iter().zip(sent);
    given.fold(false, |other, (credential, secret)| {
        credential.token.reject(secret) || other
    })
}

/// The URI of a request before credentials were added to its query. Transports find it in the extensions of the
/// request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BareAddress(pub Uri);

/// Removes the credentials of these schemes from a query. A server may repeat them in the addresses that it returns.
pub(crate) fn without_credentials(url: &mut url::Url, schemes: impl Iterator<Item = Scheme>) {
    let names = schemes.filter_map(|scheme| match scheme.location {
        CredentialLocation::Query(name) => Some(name),
        _ => None,
    });
    let names: Vec<&str> = names.collect();
    let Some(query) = url.query().filter(|_| !names.is_empty()) else {
        return;
    };
    // The other parameters stay as they are, because the address may be signed.
    let is_kept = |pair: &&str| {
        let mut decoded = url::form_urlencoded::parse(pair.as_bytes());
        decoded
            .next()
            .is_none_or(|(name, _)| !names.contains(&&*name))
    };
    let kept: Vec<&str> = query.split('&').filter(is_kept).collect();
    let kept = kept.join("&");
    url.set_query(Some(kept.as_str()).filter(|kept| !kept.is_empty()));
}

/// Adds the credentials and returns the tokens that were sent.
pub(crate) async fn insert_all(
    credentials: &[Arc<Credential>],
    request: &mut HttpRequest,
    transport: &Arc<dyn Transport>,
) -> Result<Vec<Secret>, SendError> {
    let mut sent = Vec::with_capacity(credentials.len());
    for credential in credentials {
        let secret = credential.token.current(transport).await;
        let secret = secret.map_err(SendError::no_token)?;
        insert_credential(credential.scheme.location, &secret, request)
            .map_err(SendError::no_token)?;
        sent.push(secret);
    }
    Ok(sent)
}

/// The origin of an address: scheme, host and port (RFC 6454). The addresses of servers and redirects are normalized, so
/// they do not contain the default port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    scheme: uri::Scheme,
    authority: uri::Authority,
}

impl Origin {
    /// Returns `true` if an address has this origin.
    pub(crate) fn contains(&self, uri: &Uri) -> bool {
        uri.scheme() == Some(&self.scheme) && uri.authority() == Some(&self.authority)
    }

    /// Returns the path of an address that has this origin.
    pub(crate) fn path_of<'a>(&self, address: &'a str) -> &'a str {
        let len = self.scheme.as_str().len() + "://".len() + self.authority.as_str().len();
        address.get(len..).unwrap_or_default()
    }

    /// Returns the address of a path and query.
    pub(crate) fn address(&self, target: String) -> Result<Uri, http::Error> {
        let mut parts = uri::Parts::default();
        parts.scheme = Some(self.scheme.clone());
        parts.authority = Some(self.authority.clone());
        parts.path_and_query = Some(target.try_into()?);
        Ok(Uri::from_parts(parts)?)
    }

    pub(crate) fn from_uri(uri: &Uri) -> Option<Self> {
        Some(Self {
            scheme: uri.scheme()?.clone(),
            authority: uri.authority()?.clone(),
        })
    }
}

/// Provides tokens, for example from a file, a vault, or a server as `OAuth` does.
pub trait TokenProvider: Send + Sync {
    /// Returns the token to send. Called before each attempt, so it should cache valid tokens.
    ///
    /// # Errors
    ///
    /// Returns an error if no token is available. The call fails with this error as its source.
    fn token<'a>(
        &'a self,
        transport: &'a Arc<dyn Transport>,
    ) -> BoxFuture<'a, Result<Secret, BoxError>>;

    /// Handles a token that the server rejected with 401. Returns `true` if the next token may differ; the call is then
    /// sent once more.
    fn reject(&self, token: &Secret) -> bool {
        let _ = token;
        false
    }
}

/// Several clients may share one provider.
impl<T: TokenProvider + ?Sized> TokenProvider for Arc<T> {
    fn token<'a>(
        &'a self,
        transport: &'a Arc<dyn Transport>,
    ) -> BoxFuture<'a, Result<Secret, BoxError>> {
        self.as_ref().token(transport)
    }

    fn reject(&self, token: &Secret) -> bool {
        self.as_ref().reject(token)
    }
}

/// A fixed token, or a provider.
#[derive(Clone)]
pub(crate) enum Token {
    Fixed(Secret),
    Provided(Arc<dyn TokenProvider>),
}

impl Token {
    async fn current(&self, transport: &Arc<dyn Transport>) -> Result<Secret, BoxError> {
        match self {
            Self::Fixed(secret) => Ok(secret.clone()),
            Self::Provided(provider) => provider.token(transport).await,
        }
    }

    fn reject(&self, token: &Secret) -> bool {
        match self {
            Self::Fixed(_) => false,
            Self::Provided(provider) => provider.reject(token),
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(secret) => secret.fmt(formatter),
            Self::Provided(_) => formatter.write_str("TokenProvider"),
        }
    }
}
