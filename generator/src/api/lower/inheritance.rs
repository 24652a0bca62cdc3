//! Inheritance between schemas (OpenAPI 3.0.4, "Composition and Inheritance (Polymorphism)"): each reference to a
//! schema with a `discriminator` and without alternatives represents one of the schemas that include it through
//! `allOf`.
//!
//! | schema | becomes |
//! |---|---|
//! | with a discriminator and subtypes | a union of the subtypes; a value without the member is unknown |
//! | the same, if a value maps to the base itself | the same, with an additional alternative for its own members |
//! | a subtype | an object with the members of both; the discriminator is a constant if one value maps to it |
//! | a subtype with subtypes that is used directly | a union of itself and its subtypes, by the same discriminator |
//! | with a discriminator that does not identify all values | an object with its own members, with a warning |
//!
//! The value of a subtype is a key of `mapping`, otherwise the constant of the member, otherwise
//! `x-ms-discriminator-value`, otherwise its name as listed by the discriminator. For the base itself, one of the first
//! three or a listed name is required.

mod family;
mod lineage;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use openapiv3::Schema;

use super::input::Input;
use super::log::Log;
use super::node::{Node, inline};
use crate::base::pointer::Pointer;
pub(crate) use family::DirectUseReason;
use family::{Subtype, SubtypeFamily};
use lineage::Lineage;
pub(super) use lineage::ListedStrings;

/// The cost of one step between schemas, in bytes.
const STEP_COST: usize = 16;

/// Inheritance between the component schemas.
#[derive(Default)]
pub(super) struct Inheritance {
    /// The schema of alternatives that each base represents, by the name of the base.
    unions: HashMap<String, Schema>,
    /// All subtypes of bases.
    subtypes: HashSet<String>,
    /// The subtypes that have subtypes themselves.
    parents: HashSet<String>,
    /// Base schemas that are used directly, with their number of subtypes.
    pub(super) unmarked: IndexMap<String, (usize, DirectUseReason)>,
    /// Values of mappings that map to no subtype, each with its base.
    pub(super) idle: Vec<(String, String)>,
}

impl Inheritance {
    /// Collects the inheritance between the schemas of a document.
    pub(super) fn new<'d>(input: &'d Input<'d>, log: &mut Log<'_>) -> Self {
        let lineage = Lineage::new(input);
        let mut inheritance = Self::default();
        for (name, schema) in &input.components.schemas {
            let Some(base) = inline(schema) else { continue };
            let Some(discriminator) = lineage.discriminator(name) else { continue };
            if lineage.children(name).is_empty() {
                continue;
            }
            let family = SubtypeFamily::new(name, base, discriminator, &lineage);
            let subtypes = family.subtypes();
            inheritance.add(&family, &subtypes);
            // Bases that share all subtypes, or the same intermediate schemas, expand to more than the input.
            let cost = subtypes.len() * size_of::<Schema>() + lineage.take_steps() * STEP_COST;
            if !log.take(cost, &Pointer::component("schemas", name)) {
                break;
            }
        }
        inheritance
    }

    fn add<'d>(&mut self, family: &SubtypeFamily<'d>, subtypes: &[Subtype<'d>]) {
        // If every alternative is the base itself, it is not a union.
        if subtypes.iter().all(|subtype| subtype.is_itself) {
            return;
        }
        if let Some(reason) = family.direct_use_reason(subtypes) {
            if !family.is_inherited() {
                self.unmarked.insert(family.name.to_owned(), (subtypes.len(), reason));
            }
            return;
        }
        for subtype in subtypes.iter().filter(|subtype| !subtype.is_itself) {
            self.subtypes.insert(subtype.name.to_owned());
            if family.has_children(subtype.name) {
                self.parents.insert(subtype.name.to_owned());
            }
        }
        let idle = family.idle(subtypes).filter(|_| !family.is_inherited());
        self.idle.extend(idle.map(|value| (family.name.to_owned(), value.to_owned())));
        self.unions.insert(family.name.to_owned(), family.union(subtypes));
    }

    /// Returns the alternatives that a base represents.
    pub(super) fn union(&self, name: &str) -> Option<Node<'_>> {
        self.unions.get(name).map(Node::new)
    }

    /// Returns `true` if a schema inherits from a base, and is therefore a separate object even if it adds nothing.
    pub(super) fn is_subtype(&self, name: &str) -> bool {
        self.subtypes.contains(name)
    }

    /// Returns `true` if a subtype has subtypes itself.
    pub(super) fn is_parent(&self, name: &str) -> bool {
        self.parents.contains(name)
    }
}
