//! How a credential travels.

use http::header::{COOKIE, HeaderName, HeaderValue};
use reqwest::RequestBuilder;

use super::error::BuildError;
use super::secret::Secret;

/// Where in a request a credential stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// In a header of this name.
    Header(&'static str),
    /// In a query parameter of this name.
    Query(&'static str),
    /// In a cookie of this name.
    Cookie(&'static str),
    /// As `Authorization: Bearer` (RFC 6750).
    Bearer,
    /// As `Authorization: Basic` (RFC 7617), written `user:password`.
    Basic,
}

/// A security scheme of the description: its name, and how its credential travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Its name.
    pub name: &'static str,
    /// Where in a request its credential stands.
    pub placement: Placement,
}

impl Scheme {
    /// A scheme of this name.
    #[must_use]
    pub const fn new(name: &'static str, placement: Placement) -> Self {
        Self { name, placement }
    }
}

/// The schemes that a call asks for: one of these combinations. An empty one asks for nothing.
pub type Requirement = &'static [&'static [&'static str]];

/// A credential and where it stands; bound to the origin of the client's address.
#[derive(Clone, Debug)]
pub(crate) struct Credential {
    pub(crate) scheme: Scheme,
    secret: Secret,
}

/// The credentials that a call sends: those of the first combination that is there as a whole. Where none is, all that
/// there is, and the server decides; where nothing is asked for, none.
pub(crate) fn chosen(given: &[Credential], asked: Requirement) -> Vec<Credential> {
    let of = |name: &&str| {
        given
            .iter()
            .find(|credential| credential.scheme.name == *name)
    };
    let mut combinations = asked
        .iter()
        .filter(|combination| !combination.is_empty())
        .peekable();
    if combinations.peek().is_none() {
        return Vec::new();
    }
    let whole =
        combinations.find_map(|combination| combination.iter().map(of).collect::<Option<Vec<_>>>());
    match whole {
        Some(whole) => whole.into_iter().cloned().collect(),
        None => given.to_vec(),
    }
}

impl Credential {
    /// Checks that the value can stand where it is to stand, so that no call fails for it.
    pub(crate) fn new(scheme: Scheme, secret: Secret) -> Result<Self, BuildError> {
        let credential = Self { scheme, secret };
        let placement = scheme.placement;
        if let Placement::Header(name) = placement {
            credential.header_name(name)?;
        }
        match placement {
            Placement::Query(_) | Placement::Basic => {}
            Placement::Header(_) | Placement::Cookie(_) | Placement::Bearer => {
                sensitive(credential.secret.expose())?;
            }
        }
        Ok(credential)
    }

    /// Puts the credential into a request.
    pub(crate) fn apply(&self, request: RequestBuilder) -> Result<RequestBuilder, BuildError> {
        let secret = self.secret.expose();
        Ok(match self.scheme.placement {
            Placement::Header(name) => request.header(self.header_name(name)?, sensitive(secret)?),
            Placement::Cookie(name) => {
                request.header(COOKIE, sensitive(&format!("{name}={secret}"))?)
            }
            Placement::Bearer => request.bearer_auth(secret),
            Placement::Basic => {
                let (user, password) = secret.split_once(':').unwrap_or((secret, ""));
                request.basic_auth(user, Some(password))
            }
            Placement::Query(_) => request,
        })
    }

    /// The query parameter that carries the credential, if one does.
    pub(crate) fn query(&self) -> Option<(&'static str, &str)> {
        match self.scheme.placement {
            Placement::Query(name) => Some((name, self.secret.expose())),
            _ => None,
        }
    }

    fn header_name(&self, name: &str) -> Result<HeaderName, BuildError> {
        HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| BuildError::new(format!("`{name}` cannot be the name of a header")))
    }
}

fn sensitive(value: &str) -> Result<HeaderValue, BuildError> {
    let mut value = HeaderValue::from_str(value)
        .map_err(|_| BuildError::new("the token has characters that no header can carry"))?;
    value.set_sensitive(true);
    Ok(value)
}
