//! The old items that a change affects.
//!
//! The differences of a report omit what follows from others, such as the members of a removed type. Programs use those
//! items too, so that they are listed here.

use std::collections::{BTreeMap, BTreeSet};

use super::ChangeKind;
use super::finding::{Finding, WireEffect};
use super::interface::{Interface, Key};
use super::version::{ApiVersion, Claim, Versions};

/// Determines which items a change affects.
pub(super) struct AffectedItems<'a> {
    interfaces: Versions<&'a Interface>,
    /// The old functions by the types of their calls.
    calls: BTreeMap<String, Key>,
}

impl<'a> AffectedItems<'a> {
    pub(super) fn new(versions: Versions<ApiVersion<'a>>) -> Self {
        let old = versions.old;
        let calls = (0..old.api.operations.len())
            .filter_map(|index| Some((old.operation_type(index, ""), old.function_claim(index).key()?)));
        Self { interfaces: versions.map(|version| version.interface), calls: calls.collect() }
    }

    /// Returns the old items that a change affects: those that differ, and those that mean something else.
    pub(super) fn affected<'d>(&self, found: &Finding, items: impl Iterator<Item = &'d Key>) -> Vec<Key> {
        let mut differing: BTreeSet<&Key> = BTreeSet::new();
        for key in items {
            // What a call returns is part of its type.
            let function = self.calls.get(&key.owner).filter(|_| key.member.contains("::"));
            differing.extend([Some(key), function].into_iter().flatten());
        }
        let claimed =
            if differing.is_empty() && found.wire == WireEffect::Docs { &[] } else { found.claims.as_slice() };
        // A constructor may set a new member that programs built before do not send.
        let is_newly_required = found.kind == ChangeKind::FieldAdded && found.wire == WireEffect::Breaks;
        let same: BTreeSet<Key> = claimed
            .iter()
            .filter_map(Claim::key)
            .filter(|key| !differing.contains(key))
            .filter(|key| differing.is_empty() || is_newly_required || self.is_called_differently(key))
            .collect();
        let keys = differing.into_iter().chain(&same);
        keys.filter(|key| self.interfaces.old.get(key).is_some()).cloned().collect()
    }

    /// Returns `true` if calls of a function compile, but its arguments have other names.
    fn is_called_differently(&self, key: &Key) -> bool {
        let code = self.interfaces.map(|interface| interface.get(key).map(|item| item.code()));
        code.old.is_some() && code.new.is_some() && code.old != code.new
    }
}
