//! The public interface of a generated crate: the items that programs can name, with their declarations.
//!
//! It is derived from the intermediate representation, and a test compares it with the emitted code. It excludes function
//! bodies, comments and the names of arguments, which do not affect programs that use the crate.

mod api;
mod owner;
mod types;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::ir::{Crate, GroupOperations, ModuleTypes, NO_BODY};
pub use owner::Interface;
pub(super) use owner::Item;

/// The key of an item: its owner, and the member of the owner.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The path from the root of the crate, such as `types::Story` or `api::story::StoryApi`.
    pub owner: String,
    /// The rest of the path: `.state` is a field, `::new` a function or a variant, ` as Default` a trait; empty for the
    /// owner itself.
    pub member: String,
}

/// An item that differs between two interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its declaration before; `None` if it is new.
    pub before: Option<Item>,
    /// Its declaration now; `None` if it was removed.
    pub after: Option<Item>,
    /// `true` if a program that uses the item may stop compiling. New items break nothing, because structs and enums are
    /// `#[non_exhaustive]`.
    pub breaks: bool,
}

impl Interface {
    /// Returns the interface of a crate.
    pub(crate) fn new(
        package: &Crate,
        types: impl Iterator<Item = ModuleTypes>,
        operations: impl Iterator<Item = GroupOperations>,
    ) -> Self {
        let mut interface = Self::default();
        package.client.iter().for_each(|client| api::client(client, &mut interface));
        api::features(&package.manifest.features, &mut interface);
        package.events.iter().for_each(|events| api::events(events, &mut interface));
        api::shared(package, &mut interface);
        operations.for_each(|group| api::operations(&group, &mut interface));
        types.for_each(|module| types::types(&module, &mut interface));
        interface
    }

    /// Returns the declaration of each item by its path. Names of types in declarations have no paths.
    #[must_use]
    pub fn declarations(&self) -> BTreeMap<String, &str> {
        let items = self.owners.iter().flat_map(|(owner, members)| {
            members.iter().map(move |(member, item)| (format!("{owner}{member}"), item.code()))
        });
        items.collect()
    }

    /// Returns an item.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<&Item> {
        self.owners.get(&key.owner)?.get(&key.member)
    }

    /// Returns the items that differ. A renamed type differs itself, but not the items that use it.
    #[must_use]
    pub fn differences(&self, new: &Self, renamed: &BTreeMap<String, String>) -> BTreeMap<Key, Difference> {
        let names = (Aliases::new(self).with(renamed), Aliases::new(new));
        let none = BTreeMap::new();
        let mut differences = BTreeMap::new();
        let mut add = |owner: &str, member: &str, difference: Difference| {
            differences.insert(Key { owner: owner.to_owned(), member: member.to_owned() }, difference);
        };
        for (owner, members) in &self.owners {
            let now = new.owners.get(owner).unwrap_or(&none);
            for (member, before) in members {
                let after = now.get(member);
                if !after.is_some_and(|after| after.is_same(before)) {
                    let breaks = !after.is_some_and(|after| new.fits(before, after, &names));
                    // An item with the same declaration may be enabled by another feature.
                    let is_moved = after.is_some_and(|after| after.declares_the_same(before));
                    let is_renamed = !renamed.is_empty() && after.is_some_and(|after| after.feature == before.feature);
                    if !breaks && (is_moved || is_renamed) {
                        continue;
                    }
                    add(owner, member, Difference { before: Some(before.clone()), after: after.cloned(), breaks });
                }
            }
        }
        for (owner, members) in &new.owners {
            let old = self.owners.get(owner).unwrap_or(&none);
            for (member, after) in members.iter().filter(|(member, _)| !old.contains_key(*member)) {
                add(owner, member, Difference { before: None, after: Some(after.clone()), breaks: false });
            }
        }
        differences
    }

    /// Returns `true` if code for the old item compiles with the new one of this interface: it is the same under another
    /// name, or its arguments are converted by `into`.
    fn fits(&self, old: &Item, new: &Item, (before, after): &(Aliases<'_>, Aliases<'_>)) -> bool {
        self.is_present_with(new.feature.as_deref(), old.feature.as_deref())
            && match (&old.call, &new.call) {
                (Some(old), Some(new)) => {
                    let resolved = |names: &Aliases<'_>, types: &[String]| -> Vec<String> {
                        types.iter().map(|ty| names.resolved(ty)).collect()
                    };
                    let (taken, takes) = (resolved(before, &old.arguments), resolved(after, &new.arguments));
                    before.resolved(&old.output) == after.resolved(&new.output)
                        && taken.len() == takes.len()
                        && taken.iter().zip(&takes).all(|(old, new)| old == new || self.converts(old, new))
                }
                _ => {
                    before.resolved(old.code()) == after.resolved(new.code()) || documents_body(old.code(), new.code())
                }
            }
    }

    /// Returns `true` if an item that requires a feature is present for programs that enable another one.
    fn is_present_with(&self, needed: Option<&str>, had: Option<&str>) -> bool {
        let Some(needed) = needed else { return true };
        let mut pending: Vec<&str> = had.into_iter().collect();
        let mut known: BTreeSet<&str> = BTreeSet::new();
        while let Some(feature) = pending.pop() {
            if known.insert(feature) {
                pending.extend(self.enables.get(feature).into_iter().flatten().map(String::as_str));
            }
        }
        known.contains(needed)
    }

    /// Returns `true` if a function of this interface takes the same types of arguments as a function of the other one.
    pub(crate) fn has_same_arguments(&self, own: &Key, other: &Self, others: &Key) -> bool {
        let call = |interface: &Self, key: &Key| interface.owners.get(&key.owner)?.get(&key.member)?.call.clone();
        let own = call(self, own);
        own.is_some() && own.map(|call| call.arguments) == call(other, others).map(|call| call.arguments)
    }

    /// Returns `true` if an argument of type `impl Into<..>` accepts values of the old type.
    fn converts(&self, old: &str, new: &str) -> bool {
        // In a list or a map, each value is converted.
        for holder in ["impl IntoIterator<Item = ", "(impl Into<String>, "] {
            if let (Some(old), Some(new)) = (old.strip_prefix(holder), new.strip_prefix(holder)) {
                let inner = |rest: &str| rest.get(..rest.len().saturating_sub(1)).unwrap_or_default().to_owned();
                return self.converts(&inner(old), &inner(new));
            }
        }
        let Some(target) = new.strip_prefix("impl Into<").and_then(|rest| rest.strip_suffix('>')) else { return false };
        // Files of operations name the types of their own module without a path.
        let (wanted, ending) = (format!(" as From<{old}>"), format!("::{target}"));
        let mut owners = self.owners.iter().filter(|(owner, _)| owner.ends_with(&ending));
        let is_given =
            old == target || target.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>')) == Some(old);
        is_given || owners.any(|(_, members)| members.keys().any(|member| member.replace("types::", "") == wanted))
    }

    fn insert(&mut self, owner: &str, member: String, item: Item) {
        match self.owners.get_mut(owner) {
            Some(members) => drop(members.insert(member, item)),
            None => drop(self.owners.insert(owner.to_owned(), BTreeMap::from([(member, item)]))),
        }
    }
}

/// Returns `true` if the body of an error variant is newly documented. It had no value before, so no program uses it.
fn documents_body(old: &str, new: &str) -> bool {
    old.strip_suffix(&format!("{NO_BODY}>)")).is_some_and(|variant| new.starts_with(variant))
}

impl Key {
    /// Returns the path from the root of the crate.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}{}", self.owner, self.member)
    }

    /// Returns the name without modules, which is unambiguous.
    #[must_use]
    pub fn short_name(&self) -> String {
        let owner = self.owner.rsplit("::").next().unwrap_or_default();
        let owner = match self.owner.find("Call<") {
            Some(at) => &self.owner[at..],
            None => owner,
        };
        format!("{owner}{}", self.member)
    }
}

/// Maximum number of aliases of aliases. Cycles do not compile.
const MAX_ALIAS_DEPTH: usize = 16;

/// Maximum length of code with its aliases replaced: each tuple of aliases multiplies it. An alias whose own type changed
/// is reported in any case.
const MAX_EXPANDED_LEN: usize = 10_000;

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
        self.expanded(code, 0, &mut { MAX_EXPANDED_LEN })
    }

    /// Replaces aliases as long as there is room for them.
    fn expanded(&self, code: &str, depth: usize, room: &mut usize) -> String {
        let bare = code.replace("types::", "");
        let mut text = String::with_capacity(bare.len());
        let mut rest = bare.as_str();
        while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || c == '_') {
            let (before, word) = rest.split_at(start);
            let end = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            text.push_str(before);
            match self.0.get(word).filter(|target| depth < MAX_ALIAS_DEPTH && target.len() <= *room) {
                Some(target) => {
                    *room -= target.len();
                    text.push_str(&self.expanded(target, depth + 1, room));
                }
                None => text.push_str(word),
            }
            rest = after;
        }
        text.push_str(rest);
        text
    }
}
