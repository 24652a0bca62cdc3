//! Arrays with unique elements.

use std::collections::HashSet;
use std::ops::Deref;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// Unique elements, in the order in which they were received. Duplicates sent by a server are kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set<T>(Vec<T>);

impl<T> Set<T> {
    /// Creates an empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Creates a set of received elements, with their duplicates.
    pub(super) const fn received(elements: Vec<T>) -> Self {
        Self(elements)
    }

    /// Converts to a vector of the elements.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T: PartialEq> Set<T> {
    /// Adds an element. Returns `false` if the set already contains it. Compares the element with every other one; to
    /// build a large set, use `collect`.
    pub fn insert(&mut self, element: T) -> bool {
        let new = !self.0.contains(&element);
        if new {
            self.0.push(element);
        }
        new
    }
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Deref for Set<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

/// Elements are equal if their JSON is equal.
impl<T: Serialize> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut seen = HashSet::new();
        let mut is_new = |element: &T| match serde_json::to_string(element) {
            Ok(json) => seen.insert(json),
            // An element that cannot be serialized as JSON fails when it is sent.
            Err(_) => true,
        };
        let elements = elements.into_iter();
        Self(elements.filter(|element| is_new(element)).collect())
    }
}

impl<T: Serialize, const N: usize> From<[T; N]> for Set<T> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Serialize> From<Vec<T>> for Set<T> {
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Set<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::received)
    }
}

impl<T: Serialize> Serialize for Set<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
