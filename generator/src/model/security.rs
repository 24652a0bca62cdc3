//! Security schemes of the model.

use serde::Serialize;

/// A security scheme whose credential can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// The name in the components.
    pub wire: String,
    /// The location of the credential.
    pub place: CredentialLocation,
    /// The description.
    pub description: Option<String>,
}

/// The alternatives of a requirement: combinations of schemes, by their index in the API. An empty combination requires
/// nothing; without any combination, no credential is sent.
pub type Requirement = Vec<Vec<usize>>;

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
