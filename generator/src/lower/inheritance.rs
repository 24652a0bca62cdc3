//! Schemas that others inherit from (OpenAPI 3.0.4, "Composition and Inheritance (Polymorphism)"): one with a `discriminator` and
//! no alternatives of its own stands, wherever it is referred to, for one of those that take it in by `allOf`.
//!
//! | schema | becomes |
//! |---|---|
//! | with a discriminator that values have to have, taken in by others | a union of these, the heirs |
//! | one that takes it in | an object with the members of both; the discriminator is a constant of it, where one value stands for it |
//! | with a discriminator that values may leave out | an object with its own members, with a warning: what has no tag is itself |
//!
//! Which value stands for an heir: a key of `mapping`, else what it says itself of the member, else
//! `x-ms-discriminator-value`, else its name.

mod family;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use openapiv3::{Components, ReferenceOr, Schema};

use super::bounds::Bounds;
use super::schema::keywords;
use crate::pointer::{Pointer, component_name};
use family::{Family, discriminator_of_base};

/// The schemas of the components by what they inherit.
#[derive(Default)]
pub(super) struct Inheritance {
    /// What each base stands for, as a schema of alternatives, by its name.
    unions: HashMap<String, Schema>,
    /// The discriminator of each heir for which one value stands: member and value.
    pub(super) values: HashMap<String, (String, String)>,
    /// All that take in a base.
    heirs: HashSet<String>,
    /// The bases whose values may leave the discriminator out, each with the number of its heirs.
    pub(super) unmarked: IndexMap<String, usize>,
}

impl Inheritance {
    /// That of the schemas of a document.
    pub(super) fn of(components: &Components, source: &str, bounds: &mut Bounds) -> Self {
        let children = children(components);
        let mut inheritance = Self::default();
        for (name, schema) in &components.schemas {
            let ReferenceOr::Item(base) = schema else { continue };
            let Some(discriminator) = discriminator_of_base(base) else { continue };
            let family = Family { name, base, discriminator, components, children: &children };
            let heirs = family.heirs();
            if heirs.is_empty() {
                continue;
            }
            // Bases that all have the same heirs are more together than the text.
            if !bounds.take(heirs.len() * size_of::<Schema>(), &place(name), source) {
                break;
            }
            inheritance.add(&family, &heirs);
        }
        inheritance
    }

    fn add(&mut self, family: &Family<'_>, heirs: &[&str]) {
        let values = family.values(heirs);
        let values = values.filter(|_| family.has_scalar_tag() && heirs.iter().all(|heir| family.requires_tag(heir)));
        let Some(values) = values else {
            self.unmarked.insert(family.name.to_owned(), heirs.len());
            return;
        };
        let mut counts: HashMap<&str, usize> = HashMap::new();
        values.values().for_each(|heir| *counts.entry(heir).or_default() += 1);
        for (value, heir) in &values {
            // What has heirs of its own has their values as well.
            if counts[heir] == 1 && !family.children.contains_key(*heir) {
                let property = family.discriminator.property_name.clone();
                self.values.insert((*heir).to_owned(), (property, value.clone()));
            }
        }
        self.heirs.extend(heirs.iter().map(|heir| (*heir).to_owned()));
        self.unions.insert(family.name.to_owned(), family.union(heirs, &values));
    }

    /// The alternatives that a base stands for.
    pub(super) fn union(&self, name: &str) -> Option<&Schema> {
        self.unions.get(name)
    }

    /// Whether a schema takes in a base, and so is an object of its own, even where it adds nothing.
    pub(super) fn is_heir(&self, name: &str) -> bool {
        self.heirs.contains(name)
    }
}

/// The schemas that take in each schema, in the order of the document.
fn children(components: &Components) -> HashMap<String, Vec<&str>> {
    let mut children: HashMap<String, Vec<&str>> = HashMap::new();
    for (name, schema) in &components.schemas {
        let parts = schema.as_item().map(|schema| keywords(schema).all_of.as_slice()).unwrap_or_default();
        for part in parts {
            if let ReferenceOr::Reference { reference } = part
                && let Some(parent) = component_name(reference, "schemas")
            {
                children.entry(parent).or_default().push(name);
            }
        }
    }
    children
}

pub(super) fn place(name: &str) -> Pointer {
    Pointer::root().child("components").child("schemas").child(name)
}
