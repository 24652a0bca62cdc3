//! Types of the user's that stand in place of emitted ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::types::{Type, TypeId};

/// The id of a type of the user's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OwnTypeId(u32);

impl OwnTypeId {
    pub(crate) fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A type of the user's. It is read and written by serde, wherever it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnType {
    /// Its path, as Rust reads it: `::uuid::Uuid`.
    pub path: String,
    /// The traits that it has besides those that all have to have, such as `PartialEq`.
    pub traits: BTreeSet<&'static str>,
    /// What its values look like from outside: any object, any list, a text, a number.
    pub like: Type,
    /// A value, where the description gives one.
    pub sample: Option<Arc<Value>>,
    /// The emitted types that it holds.
    pub holds: Vec<TypeId>,
}

/// All types of the user's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnTypes {
    types: Vec<OwnType>,
    /// The schemas that they stand for and that they alone lead to, with a digest of what each says.
    pub behind: BTreeMap<String, String>,
    /// What the user's types come from: dependencies of the crate as its manifest has them.
    pub dependencies: BTreeMap<String, String>,
}

impl OwnTypes {
    /// None yet.
    pub(crate) fn of(behind: BTreeMap<String, String>, dependencies: BTreeMap<String, String>) -> Self {
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

    /// Says which emitted types a type holds.
    pub(crate) fn hold(&mut self, id: OwnTypeId, held: Vec<TypeId>) {
        if let Some(own) = self.types.get_mut(id.index()) {
            own.holds.extend(held);
            own.holds.sort_unstable();
            own.holds.dedup();
        }
    }

    /// A type.
    #[must_use]
    pub fn get(&self, id: OwnTypeId) -> Option<&OwnType> {
        self.types.get(id.index())
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &OwnType> {
        self.types.iter()
    }

    /// The same, to be changed.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OwnType> {
        self.types.iter_mut()
    }
}
