//! Values of a description, with references followed.

use serde_json::Value;

use bindery::internal::pointer::{Pointer, percent_decoded};

/// Maximum number of references that lead to each other.
const MAX_REFERENCES: usize = 20;

/// A value in the description.
#[derive(Clone, Debug)]
pub(super) struct Located<'d> {
    root: &'d Value,
    pub(super) value: &'d Value,
}

impl<'d> Located<'d> {
    /// Returns the value at a pointer.
    pub(super) fn at(root: &'d Value, pointer: &Pointer) -> Option<Self> {
        Some(Self { root, value: root.pointer(pointer.as_str())? })
    }

    /// Returns a member, with its reference resolved.
    pub(super) fn member(&self, key: &str) -> Option<Self> {
        Some(Self { value: self.value.get(key)?, ..self.clone() }.resolve())
    }

    /// Returns `true` if it is the same value of the description.
    pub(super) fn is_at(&self, other: &Self) -> bool {
        std::ptr::eq(self.value, other.value)
    }

    /// Returns the members of a member with their names, with their references resolved.
    pub(super) fn members(&self, key: &str) -> Vec<(&'d str, Self)> {
        let Some(map) = self.member(key) else { return Vec::new() };
        let names = map.value.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        names.filter_map(|name| Some((name, map.member(name)?))).collect()
    }

    /// Returns a member that is a boolean.
    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.value.get(key)?.as_bool()
    }

    fn resolve(mut self) -> Self {
        for _ in 0..MAX_REFERENCES {
            let reference = self.value.get("$ref").and_then(Value::as_str);
            let Some(pointer) = reference.and_then(|reference| reference.strip_prefix('#')) else { break };
            let Some(target) = Self::at(self.root, &Pointer::root().append(&percent_decoded(pointer))) else { break };
            self = target;
        }
        self
    }
}
