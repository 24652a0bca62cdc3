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

/// A credential and where it stands; bound to the origin of the client's address.
#[derive(Clone, Debug)]
pub(super) struct Credential {
    placement: Placement,
    secret: Secret,
}

impl Credential {
    /// Checks that the value can stand where it is to stand, so that no call fails for it.
    pub(super) fn new(placement: Placement, secret: Secret) -> Result<Self, BuildError> {
        let credential = Self { placement, secret };
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
    pub(super) fn apply(&self, request: RequestBuilder) -> Result<RequestBuilder, BuildError> {
        let secret = self.secret.expose();
        Ok(match self.placement {
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
    pub(super) fn query(&self) -> Option<(&'static str, &str)> {
        match self.placement {
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
