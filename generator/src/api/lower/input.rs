//! The description that is lowered, and locations in it.

use std::collections::{HashMap, HashSet};

use openapiv3::{Components, ReferenceOr};

use super::node::{Node, constrains_shape};
use crate::api::model::{Inside, Naming, Owner, Role};
use crate::base::pointer::{Pointer, component_name};
use crate::config::Config;
use crate::read::document::Document;

/// The description, and the configuration. Functions that only read the description are methods of this value.
pub(super) struct Input<'d> {
    pub(super) document: &'d Document,
    pub(super) config: &'d Config,
    pub(super) components: &'d Components,
    /// The schema that each component name resolves to, through chains of references; `None` if there is none.
    pub(super) targets: HashMap<&'d str, Option<&'d str>>,
    /// The component schemas that allow null.
    pub(super) nullable: HashSet<&'d str>,
}

impl<'d> Input<'d> {
    pub(super) fn new(document: &'d Document, config: &'d Config, components: &'d Components) -> Self {
        Self { document, config, components, targets: targets(components), nullable: nullable(components) }
    }
}

/// The location of a schema, and the naming context of its type.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) pointer: Pointer,
    pub(super) naming: Naming,
}

impl Site {
    pub(super) fn new(pointer: Pointer, owner: Owner, role: Role) -> Self {
        Self { pointer, naming: Naming { owner, role, inside: Vec::new() } }
    }

    /// Returns a site below this one with the same name: an element of a list, a branch with one choice.
    pub(super) fn below(&self, steps: &[&str]) -> Self {
        let pointer = steps.iter().fold(self.pointer.clone(), |pointer, step| pointer.child(step));
        Self { pointer, naming: self.naming.clone() }
    }

    /// Returns the site of what is inside this list or map.
    pub(super) fn inside(&self, step: &str, inside: Inside) -> Self {
        let mut site = self.below(&[step]);
        site.naming.inside.push(inside);
        site
    }
}

/// Returns the component schemas that allow null: themselves, through an alternative, or as an alias of such a schema.
/// Every reference to one allows null.
fn nullable(components: &Components) -> HashSet<&str> {
    let mut nullable: HashSet<&str> = HashSet::new();
    let mut next: Vec<&str> = Vec::new();
    let mut followed_by: HashMap<String, Vec<&str>> = HashMap::new();
    for (name, schema) in &components.schemas {
        let references: Vec<&String> = match schema {
            ReferenceOr::Reference { reference } => vec![reference],
            ReferenceOr::Item(schema) => {
                let schema = Node::new(schema);
                if schema.allows_null() {
                    next.push(name);
                }
                stood_for(schema)
            }
        };
        for target in references.into_iter().filter_map(|reference| component_name(reference, "schemas")) {
            followed_by.entry(target).or_default().push(name);
        }
    }
    while let Some(name) = next.pop() {
        if nullable.insert(name) {
            next.extend(followed_by.get(name).into_iter().flatten());
        }
    }
    nullable
}

/// Returns the references that a schema may resolve to: its alternatives, or its only part.
fn stood_for(schema: Node<'_>) -> Vec<&String> {
    let any = schema.any;
    let mut parts = any.all_of.iter().filter(|part| constrains_shape(part));
    let only = match (parts.next(), parts.next()) {
        (Some(only), None) if any.properties.is_empty() => Some(only),
        _ => None,
    };
    let references = any.any_of.iter().chain(&any.one_of).chain(only).filter_map(|branch| match branch {
        ReferenceOr::Reference { reference } => Some(reference),
        ReferenceOr::Item(_) => None,
    });
    references.collect()
}

/// Resolves each component name to the schema that it finally refers to; each reference is followed once.
fn targets(components: &Components) -> HashMap<&str, Option<&str>> {
    let mut targets: HashMap<&str, Option<&str>> = HashMap::new();
    for start in components.schemas.keys() {
        let mut trail: Vec<&str> = Vec::new();
        let mut next = Some(start.clone());
        let mut target = None;
        while let Some((name, schema)) = next.take().and_then(|name| components.schemas.get_key_value(&name)) {
            if let Some(known) = targets.get(name.as_str()) {
                target = *known;
                break;
            }
            trail.push(name);
            // A name that is reached again is part of a cycle.
            targets.insert(name, None);
            match schema {
                ReferenceOr::Item(_) => target = Some(name.as_str()),
                ReferenceOr::Reference { reference } => next = component_name(reference, "schemas"),
            }
        }
        targets.extend(trail.into_iter().map(|name| (name, target)));
    }
    targets
}
