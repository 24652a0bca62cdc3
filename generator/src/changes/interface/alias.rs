//! Type aliases. Code that uses an alias compiles with the type as well.

use std::collections::{BTreeMap, HashMap};

use super::owner::Interface;

/// The type of each alias.
pub(super) struct Aliases<'i>(HashMap<&'i str, String>);

impl<'i> Aliases<'i> {
    /// Returns the aliases of a crate.
    pub(super) fn new(interface: &'i Interface) -> Self {
        let aliases = interface.owners.iter().filter_map(|(owner, members)| {
            let name = owner.strip_prefix("types::")?;
            let item = members.get("").filter(|item| item.declaration.starts_with("pub type "))?;
            let (_, target) = item.declaration.split_once(" = ")?;
            Some((name, target.to_owned()))
        });
        Self(aliases.collect())
    }

    /// Adds types that have another name in the other version.
    pub(super) fn with(mut self, renamed: &'i BTreeMap<String, String>) -> Self {
        for (was, is) in renamed {
            // Two types that swap names would be replaced endlessly.
            if !renamed.contains_key(is) {
                self.0.entry(was).or_insert_with(|| is.clone());
            }
        }
        self
    }

    /// Returns code with its aliases replaced, and without the paths of types, whose names are unique.
    pub(super) fn resolved(&self, code: &str) -> String {
        self.expanded(code, 0)
    }

    fn expanded(&self, code: &str, depth: usize) -> String {
        /// Maximum number of aliases of aliases. Cycles do not compile.
        const MAX_DEPTH: usize = 16;
        let bare = code.replace("types::", "");
        let mut text = String::with_capacity(bare.len());
        let mut rest = bare.as_str();
        while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || c == '_') {
            let (before, word) = rest.split_at(start);
            let end = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            text.push_str(before);
            match self.0.get(word).filter(|_| depth < MAX_DEPTH) {
                Some(target) => text.push_str(&self.expanded(target, depth + 1)),
                None => text.push_str(word),
            }
            rest = after;
        }
        text.push_str(rest);
        text
    }
}
