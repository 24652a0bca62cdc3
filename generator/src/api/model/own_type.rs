//! The user's types that replace emitted ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::types::{OwnTypeId, Type};

/// A user's type, serialized by serde.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnType {
    /// The Rust path: `::uuid::Uuid`.
    pub path: String,
    /// The optional traits that it implements, such as `PartialEq`.
    pub traits: BTreeSet<&'static str>,
    /// The shape of its values: any object, any list, a string, a number.
    pub like: Type,
    /// A sample value, if the description has one.
    pub sample: Option<Arc<Value>>,
}

/// All of the user's types.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnTypes {
    types: Vec<OwnType>,
    /// The schemas that they replace and that only these refer to, with a digest of each.
    pub behind: BTreeMap<String, String>,
    /// The dependencies that provide the user's types, as in the manifest.
    pub dependencies: BTreeMap<String, String>,
}

impl OwnTypes {
    /// Creates an empty collection.
    pub(crate) fn new(behind: BTreeMap<String, String>, dependencies: BTreeMap<String, String>) -> Self {
        Self { types: Vec::new(), behind, dependencies }
    }

    /// Adds a type.
    pub(crate) fn add(&mut self, own: OwnType) -> OwnTypeId {
        let known = self.types.iter().position(|known| *known == own);
        OwnTypeId::new(known.unwrap_or_else(|| {
            self.types.push(own);
            self.types.len() - 1
        }))
    }

    /// Returns a type.
    #[must_use]
    pub fn get(&self, id: OwnTypeId) -> Option<&OwnType> {
        self.types.get(id.index())
    }

    /// Returns all types.
    pub fn iter(&self) -> impl Iterator<Item = &OwnType> {
        self.types.iter()
    }
}
