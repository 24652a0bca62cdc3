//! Decides whether code for an old item compiles with the new one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::item::Item;
use super::table::Interface;
use bindery::internal::ir::{Argument, Declaration, Path, RustType, Signature};

/// Maximum number of aliases of aliases. Cycles do not compile.
const MAX_ALIAS_DEPTH: usize = 16;

/// Maximum number of types in a type with its aliases replaced: each tuple of aliases multiplies it. An alias whose own
/// type changed is reported in any case.
const MAX_EXPANDED_TYPES: usize = 1_000;

/// Compares items of two interfaces.
pub(super) struct Compatibility<'i> {
    old: Aliases<'i>,
    new: Aliases<'i>,
    /// The features that each feature of the new interface enables.
    enables: &'i BTreeMap<String, Vec<String>>,
    /// The types that convert into each type of the new interface, by its name.
    sources: HashMap<&'i str, Vec<&'i RustType>>,
}

impl<'i> Compatibility<'i> {
    /// Compares interfaces in which types were renamed.
    pub(super) fn new(old: &'i Interface, new: &'i Interface, renamed: &'i BTreeMap<String, String>) -> Self {
        let mut sources: HashMap<&str, Vec<&RustType>> = HashMap::new();
        for (_, _, item) in new.items() {
            if let Declaration::Trait(RustType { path: Path::Known(["From"]), arguments }) = &item.declaration {
                sources.entry(&item.name).or_default().extend(arguments);
            }
        }
        Self { old: Aliases::new(old).with(renamed), new: Aliases::new(new), enables: &new.enables, sources }
    }

    /// Returns `true` if code for the old item compiles with the new one.
    pub(super) fn accepts_old_code(&self, old: &Item, new: &Item) -> bool {
        if !self.is_present_with(new.feature, old.feature) || old.name != new.name {
            return false;
        }
        let (before, after) = self.resolved(old, new);
        match (&before, &after) {
            (Declaration::Function(before), Declaration::Function(after)) => self.accepts_calls(before, after),
            _ => before == after,
        }
    }

    /// Returns `true` if items are declared with the same types, apart from aliases and renamed types.
    pub(super) fn are_equal(&self, old: &Item, new: &Item) -> bool {
        let (before, after) = self.resolved(old, new);
        before == after
    }

    fn resolved(&self, old: &Item, new: &Item) -> (Declaration, Declaration) {
        let before = old.declaration.with_types(&mut |ty| self.old.resolved(ty));
        (before, new.declaration.with_types(&mut |ty| self.new.resolved(ty)))
    }

    fn accepts_calls(&self, before: &Signature, after: &Signature) -> bool {
        before.receiver == after.receiver
            && before.output == after.output
            && before.arguments.len() == after.arguments.len()
            && before
                .arguments
                .iter()
                .zip(&after.arguments)
                .all(|((_, given), (_, taken))| given == taken || self.converts(given, taken))
    }

    /// Returns `true` if an argument accepts the values of another one by `into`. In a list or a map, each value is
    /// converted.
    fn converts(&self, given: &Argument, taken: &Argument) -> bool {
        match (given, taken) {
            (Argument::Elements(given), Argument::Elements(taken))
            | (Argument::Entries(given), Argument::Entries(taken)) => given == taken || self.converts(given, taken),
            (Argument::Exact(given), Argument::Into(target)) => {
                given == target || given.clone().option() == *target || self.is_source(given, target)
            }
            _ => false,
        }
    }

    fn is_source(&self, given: &RustType, target: &RustType) -> bool {
        let (Path::Emitted(name) | Path::Beside(name)) = &target.path else { return false };
        let sources = self.sources.get(name.as_str()).into_iter().flatten();
        sources.into_iter().any(|source| self.new.resolved(source) == *given)
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
}

/// The type of each alias.
struct Aliases<'i> {
    targets: HashMap<&'i str, &'i RustType>,
    /// The new names of types.
    renamed: HashMap<&'i str, &'i str>,
}

impl<'i> Aliases<'i> {
    /// Returns the aliases of a crate.
    fn new(interface: &'i Interface) -> Self {
        let aliases = interface.items().filter_map(|(_, _, item)| match &item.declaration {
            Declaration::Alias(target) => Some((item.name.as_str(), target)),
            _ => None,
        });
        Self { targets: aliases.collect(), renamed: HashMap::new() }
    }

    /// Adds types that have another name in the other version.
    fn with(mut self, renamed: &'i BTreeMap<String, String>) -> Self {
        self.renamed = renamed.iter().map(|(was, is)| (was.as_str(), is.as_str())).collect();
        self
    }

    /// Returns a type with its aliases replaced.
    fn resolved(&self, ty: &RustType) -> RustType {
        self.expanded(ty, 0, &mut { MAX_EXPANDED_TYPES })
    }

    /// Replaces aliases as long as there is room for them.
    fn expanded(&self, ty: &RustType, depth: usize, room: &mut usize) -> RustType {
        *room = room.saturating_sub(1);
        if let Path::Emitted(name) = &ty.path {
            if let Some(target) = self.targets.get(name.as_str()).filter(|_| depth < MAX_ALIAS_DEPTH && *room > 0) {
                return self.expanded(target, depth + 1, room);
            }
            if let Some(renamed) = self.renamed.get(name.as_str()) {
                return RustType::emitted(renamed);
            }
        }
        let arguments = ty.arguments.iter().map(|argument| self.expanded(argument, depth, room));
        RustType { path: ty.path.clone(), arguments: arguments.collect() }
    }
}
