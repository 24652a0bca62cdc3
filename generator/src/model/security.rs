//! Security schemes of the model.

use crate::http_terms::CredentialLocation;

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
