//! Security schemes of the model.

/// A security scheme whose credential can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// Its name in the components.
    pub wire: String,
    /// Where the credential travels.
    pub place: CredentialLocation,
    /// What the description says of it.
    pub description: Option<String>,
}

/// What is asked for: one of these combinations of schemes, by their index in the API. An empty combination asks for
/// nothing; no combination at all means that no credential is sent.
pub type Requirement = Vec<Vec<usize>>;

/// Where a credential travels.
#[derive(Clone, Debug, PartialEq, Eq)]
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
