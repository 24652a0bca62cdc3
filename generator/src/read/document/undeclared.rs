//! The required members that are not declared, in schemas that may be parts of others.

use std::collections::HashSet;

use crate::base::pointer::Pointer;
use crate::base::suggestion::closest_match;

/// Maximum number of pairs of letters that are compared to find suggestions.
const MAX_COMPARISONS: usize = 10_000_000;

/// The required members that are not declared.
pub(super) struct UndeclaredMembers {
    /// References in `allOf`: another part of the same schema may declare the members of their targets.
    pub(super) parts: HashSet<String>,
    pub(super) found: Vec<UndeclaredMember>,
    /// Number of pairs of letters that may still be compared.
    room: usize,
}

pub(super) struct UndeclaredMember {
    pub(super) schema: Pointer,
    pub(super) place: Pointer,
    pub(super) name: String,
    pub(super) help: String,
}

impl Default for UndeclaredMembers {
    fn default() -> Self {
        Self { parts: HashSet::new(), found: Vec::new(), room: MAX_COMPARISONS }
    }
}

impl UndeclaredMembers {
    /// Returns the closest match of a name, as long as there is room for the comparison with all known names.
    pub(super) fn closest<'n>(&mut self, name: &str, known: &[&'n str]) -> Option<&'n str> {
        let cost = name.len() * known.iter().map(|known| known.len() + 1).sum::<usize>();
        self.room = self.room.checked_sub(cost)?;
        closest_match(name, known.iter().copied(), true)
    }
}
