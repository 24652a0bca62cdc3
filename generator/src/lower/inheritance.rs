//! Schemas that others inherit from (OpenAPI 3.0.4, "Composition and Inheritance (Polymorphism)"): one with a `discriminator` and
//! no alternatives of its own stands, wherever it is referred to, for one of those that take it in by `allOf`.
//!
//! | schema | becomes |
//! |---|---|
//! | with a discriminator, taken in by others | a union of these, the heirs; what comes without the member is unlisted |
//! | the same, where a value stands for itself as well | the same, with an alternative of its own members |
//! | one that takes it in | an object with the members of both; the discriminator is a constant of it, where one value stands for it |
//! | with a discriminator that does not say of all values which they are | an object with its own members, with a warning |
//!
//! Which value stands for an heir: a key of `mapping`, else what it says itself of the member, else
//! `x-ms-discriminator-value`, else its name, as the discriminator lists it. For the base itself the first three say it, or that the
//! discriminator lists its name.

mod family;
mod heir;
mod lineage;
mod listed;
#[cfg(test)]
mod tests;
mod union;

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use openapiv3::{Components, ReferenceOr, Schema};

use super::bounds::Bounds;
use crate::pointer::Pointer;
use family::{Family, discriminator_of_base};
use heir::Heir;
use lineage::Lineage;

/// What a step from a schema to the next costs, in bytes.
const OF_STEP: usize = 16;

/// The schemas of the components by what they inherit.
#[derive(Default)]
pub(super) struct Inheritance {
    /// What each base stands for, as a schema of alternatives, by its name.
    unions: HashMap<String, Schema>,
    /// All that take in a base, each with the discriminators for which one value stands for it.
    heirs: IndexMap<String, Vec<InheritedTag>>,
    /// Those of them that others take in.
    parents: HashSet<String>,
    /// The bases that stand for themselves alone, each with the number of its heirs.
    pub(super) unmarked: IndexMap<String, (usize, Unmarked)>,
    /// The values of mappings that lead to no heir, each with its base.
    pub(super) idle: Vec<(String, String)>,
}

/// The member that says which heir a value is, and what it is in one of them.
pub(super) struct InheritedTag {
    pub(super) property: String,
    pub(super) value: String,
}

/// Why a base stands for itself alone.
pub(super) enum Unmarked {
    /// The discriminator is a list or an object.
    Compound,
    /// A value stands for two.
    Repeated(String),
    /// The discriminator lists its values, and none of these stands for an heir.
    Unnamed,
}

impl Inheritance {
    /// That of the schemas of a document.
    pub(super) fn of<'d>(
        components: &'d Components,
        targets: &HashMap<&'d str, Option<&'d str>>,
        source: &str,
        bounds: &mut Bounds,
    ) -> Self {
        let lineage = Lineage::of(components, targets);
        let mut inheritance = Self::default();
        for (name, schema) in &components.schemas {
            let ReferenceOr::Item(base) = schema else { continue };
            let Some(discriminator) = discriminator_of_base(base) else { continue };
            if lineage.children(name).is_empty() {
                continue;
            }
            let family = Family::new(name, base, discriminator, &lineage);
            let heirs = family.heirs();
            inheritance.add(&family, &heirs);
            // Bases that all have the same heirs, or the same schemas between, are more together than the text.
            let cost = heirs.len() * size_of::<Schema>() + lineage.take_steps() * OF_STEP;
            if !bounds.take(cost, &place(name), source) {
                break;
            }
        }
        inheritance
    }

    fn add<'d>(&mut self, family: &Family<'d>, heirs: &[Heir<'d>]) {
        // What stands for itself alone is what it is.
        if heirs.iter().all(|heir| heir.is_itself) {
            return;
        }
        if let Some(reason) = family.unmarked(heirs) {
            self.unmarked.insert(family.name.to_owned(), (heirs.len(), reason));
            return;
        }
        for heir in heirs.iter().filter(|heir| !heir.is_itself) {
            let tags = self.heirs.entry(heir.name.to_owned()).or_default();
            let property = family.property().to_owned();
            tags.extend(heir.values.only().map(|value| InheritedTag { property, value: value.to_owned() }));
            if family.has_children(heir.name) {
                self.parents.insert(heir.name.to_owned());
            }
        }
        let idle = family.idle(heirs).map(|value| (family.name.to_owned(), value.to_owned()));
        self.idle.extend(idle);
        self.unions.insert(family.name.to_owned(), family.union(heirs));
    }

    /// The alternatives that a base stands for.
    pub(super) fn union(&self, name: &str) -> Option<&Schema> {
        self.unions.get(name)
    }

    /// Returns `true` if a schema takes in a base, and so is an object of its own, even where it adds nothing.
    pub(super) fn is_heir(&self, name: &str) -> bool {
        self.heirs.contains_key(name)
    }

    /// Returns `true` if others take in an heir.
    pub(super) fn is_parent(&self, name: &str) -> bool {
        self.parents.contains(name)
    }

    /// The heirs, each with the discriminators for which one value stands for it.
    pub(super) fn tags(&self) -> impl Iterator<Item = (&str, &[InheritedTag])> {
        self.heirs.iter().map(|(name, tags)| (name.as_str(), tags.as_slice()))
    }
}

pub(super) fn place(name: &str) -> Pointer {
    Pointer::root().child("components").child("schemas").child(name)
}
