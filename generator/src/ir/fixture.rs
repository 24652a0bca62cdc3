//! Sample values for tests.

use serde::Serialize;

use super::structure::Member;

/// A sample value of a type for tests, and its setters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Fixture {
    /// The value.
    pub(crate) json: String,
    /// The fields that have no other setter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) setters: Vec<Member>,
    /// The names of the fields that can be made absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) absent: Vec<String>,
}
