//! Groups as features of the crate: what is compiled with which of them.

use std::collections::BTreeSet;

use super::Resolver;
use super::support::has_tables;
use crate::analysis::{MAX_SHARING_GROUPS, Module};
use crate::config::{ALL_GROUPS, UNREFERENCED_TYPES};
use crate::ir::{Feature, Gate, SupportFile};
use crate::model::TypeId;

/// Maximum number of operations of a crate that is compiled whole unless the configuration says otherwise.
const MAX_WHOLE_OPERATIONS: usize = 150;

impl<'a> Resolver<'a> {
    /// Returns `true` if every group is a feature. A module has no features of its own.
    pub(crate) fn groups_are_features(&self) -> bool {
        let by_default = self.api.operations.len() > MAX_WHOLE_OPERATIONS && self.api.groups.len() > 1;
        let are_features = self.settings.group_features.unwrap_or(by_default);
        are_features && self.settings.whole_crate && !self.api.groups.is_empty()
    }

    /// The module of a type.
    pub(crate) fn module_of(&self, id: TypeId) -> Module {
        if self.groups_are_features() {
            self.analysis.group_use.modules[id.index()]
        } else {
            self.analysis.modules[id.index()]
        }
    }

    /// The feature of a group; nothing where groups are none.
    pub(super) fn group_gate(&self, group: usize) -> Gate {
        if self.groups_are_features() { Gate::new(&self.names.group(group).feature) } else { Gate::default() }
    }

    /// Returns the features that enable a module of types.
    pub(super) fn module_gate(&self, module: Module) -> Gate {
        match module {
            Module::Group(group) => self.group_gate(group),
            Module::Several(set) => self.set_gate(self.analysis.group_use.sets.get(set)),
            Module::Unreferenced if self.settings.whole_crate => Gate::new(UNREFERENCED_TYPES),
            Module::Shared | Module::Unreferenced => Gate::default(),
        }
    }

    /// Returns the features that enable a shared error type.
    pub(super) fn error_gate(&self, error: usize) -> Gate {
        self.set_gate(self.analysis.group_use.errors.get(error).filter(|_| self.groups_are_features()))
    }

    /// Returns the features that enable code shared by the operations of some groups, for code that belongs to no type.
    pub(super) fn groups_gate(&self, groups: &BTreeSet<usize>) -> Gate {
        self.set_gate(Some(groups).filter(|groups| self.groups_are_features() && groups.len() <= MAX_SHARING_GROUPS))
    }

    fn set_gate(&self, groups: Option<&BTreeSet<usize>>) -> Gate {
        let names = self.names;
        let feature = |group: &usize| {
            if *group < self.api.groups.len() {
                names.group(*group).feature.clone()
            } else {
                UNREFERENCED_TYPES.to_owned()
            }
        };
        Gate { any: groups.into_iter().flatten().map(feature).collect() }
    }

    /// Returns the features that enable a support file in addition to its condition: those of the types that use its
    /// tables.
    pub(crate) fn support_gate(&self, support: &SupportFile) -> Gate {
        if !self.groups_are_features() || self.shares_support() || !has_tables(support) {
            return Gate::default();
        }
        let mut using: BTreeSet<Module> = BTreeSet::new();
        for (id, _) in self.definitions() {
            let module = self.module_of(id);
            if !using.contains(&module) && self.type_needs(support.file, id) {
                using.insert(module);
            }
        }
        Gate::of_any(using.into_iter().map(|module| self.module_gate(module)))
    }

    /// The feature of a group to begin with.
    pub(crate) fn example_group(&self) -> Option<String> {
        if !self.groups_are_features() {
            return None;
        }
        let example = self.example_features().and_then(|features| features.into_iter().nth(1));
        example.or_else(|| Some(self.names.group(0).feature.clone()))
    }

    /// The features of the groups, and the one that turns all of them on.
    pub(super) fn group_features(&self) -> Vec<Feature> {
        if !self.groups_are_features() {
            return Vec::new();
        }
        let names: BTreeSet<&'a str> =
            (0..self.api.groups.len()).map(|group| self.names.group(group).feature.as_str()).collect();
        let all = Feature {
            name: ALL_GROUPS.to_owned(),
            about: "all groups of operations",
            enables: names.iter().map(|name| (*name).to_owned()).collect(),
        };
        let about = "a group of operations, with its types";
        let each = names.into_iter().map(|name| Feature { name: name.to_owned(), about, enables: Vec::new() });
        std::iter::once(all).chain(each).collect()
    }
}
