//! Values of a description with their locations.

use serde_json::Value;

use crate::pointer::{Pointer, percent_decoded};

/// Maximum number of references that lead to each other.
const MAX_REFERENCES: usize = 20;

/// A value in the description.
#[derive(Clone, Debug)]
pub(super) struct Located<'d> {
    root: &'d Value,
    pub(super) value: &'d Value,
    pub(super) pointer: Pointer,
}

impl<'d> Located<'d> {
    pub(super) fn root(root: &'d Value) -> Self {
        Self { root, value: root, pointer: Pointer::root() }
    }

    /// Returns a member, with its reference resolved.
    pub(super) fn member(&self, key: &str) -> Option<Self> {
        Some(Self { value: self.value.get(key)?, pointer: self.pointer.child(key), ..self.clone() }.resolve())
    }

    /// Returns a member without resolving its reference.
    pub(super) fn member_pointer(&self, key: &str) -> Option<String> {
        self.value.get(key).map(|_| self.pointer.child(key).to_string())
    }

    /// Returns the members with their names, with their references resolved.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'d str, Self)> {
        let members = self.value.as_object().into_iter().flatten();
        members.filter_map(|(key, _)| Some((key.as_str(), self.member(key)?)))
    }

    /// Returns the elements, with their references resolved.
    pub(super) fn elements(&self) -> impl Iterator<Item = Self> {
        let elements = self.value.as_array().into_iter().flatten().enumerate();
        elements.map(|(index, value)| Self { value, pointer: self.pointer.index(index), ..self.clone() }.resolve())
    }

    /// Returns a member that is a string.
    pub(super) fn text(&self, key: &str) -> Option<&'d str> {
        self.value.get(key)?.as_str()
    }

    /// Returns a member that is a boolean.
    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.value.get(key)?.as_bool()
    }

    fn resolve(mut self) -> Self {
        for _ in 0..MAX_REFERENCES {
            let Some(pointer) = self.text("$ref").and_then(|reference| reference.strip_prefix('#')) else { break };
            let pointer = percent_decoded(pointer);
            let Some(value) = self.root.pointer(&pointer) else { break };
            self = Self { value, pointer: Pointer::root().append(&pointer), ..self };
        }
        self
    }
}
