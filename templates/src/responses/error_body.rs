//! The bodies of error responses that have no type of their own.

use serde::ser::{Serialize, Serializer};

/// The body of an error response that is documented as JSON and as plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonOrText<T> {
    /// The typed JSON.
    Json(T),
    /// The text.
    Text(String),
}

impl<T: Serialize> Serialize for JsonOrText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Json(value) => value.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
        }
    }
}
