//! The tag that a `discriminator` declares, and the values that map to each alternative.

use std::collections::{HashMap, HashSet};

use openapiv3::{AnySchema, ReferenceOr, Schema};
use serde_json::Value;

use super::inheritance::ListedStrings;
use super::input::Input;
use super::log::Log;
use super::node::{Node, referenced_name};
use super::tagging::{MAX_TAG_DEPTH, MAX_TAG_PARTS, distinct, internal};
use crate::api::model::{Tag, plain_text as plain};
use crate::base::diagnostic::Code;
use crate::base::pointer::{Pointer, component_name};

impl<'d> Input<'d> {
    /// Returns the tag of a discriminator. Its values are the keys of the mapping, the names of the schemas, or the
    /// constants of inline alternatives.
    pub(super) fn tag(&self, schema: Node<'_>, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> Option<Tag> {
        let Tag { place, values } = self.declared_tag(schema, branches)?;
        Some(Tag { place, values: distinct(values)? })
    }

    /// Returns the tag of a discriminator, even if a value maps to several alternatives.
    pub(super) fn declared_tag(&self, schema: Node<'_>, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> Option<Tag> {
        let discriminator = schema.data.discriminator.as_ref()?;
        let property = &discriminator.property_name;
        let mut mapped: HashMap<String, Vec<&String>> = HashMap::new();
        for (value, to) in &discriminator.mapping {
            mapped.entry(component_name(to, "schemas").unwrap_or_else(|| to.clone())).or_default().push(value);
        }
        let listed = self.listed_by_alternatives(property, branches);
        let mut values: Vec<Vec<String>> = Vec::with_capacity(branches.len());
        for (position, (_, branch)) in branches.iter().enumerate() {
            // A constant has no members, and therefore no tag.
            if self.constant(*branch).is_some() {
                return None;
            }
            let name = referenced_name(branch);
            if matches!(branch, ReferenceOr::Reference { .. }) && name.is_none() {
                return None;
            }
            let mapped = name.iter().filter_map(|name| mapped.get(name)).flatten();
            let mut own: Vec<String> = mapped.map(|value| (*value).clone()).collect();
            if own.is_empty() {
                own = listed.values(position, name.as_deref())?;
            }
            if own.is_empty() {
                return None;
            }
            values.push(own);
        }
        Some(internal(property, values))
    }

    /// Returns the values that a member of each alternative lists, or the single value that one of its parts has.
    fn listed_by_alternatives(&self, property: &str, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> ListedTags<'d> {
        let mut listed = ListedTags::default();
        for (_, branch) in branches {
            let schema = self.resolve_schema(branch);
            let member = schema.and_then(|schema| schema.any.properties.get(property));
            let own =
                member.and_then(|member| self.resolve_schema(member)).filter(|own| !own.any.enumeration.is_empty());
            listed.add(own, || schema.and_then(|schema| self.inherited(schema, property, MAX_TAG_DEPTH)));
        }
        listed
    }

    /// Returns the single value that a part of a schema has for a member. A part that lists several is a base of all
    /// alternatives.
    fn inherited(&self, schema: Node<'d>, property: &str, depth: usize) -> Option<&'d Value> {
        let depth = depth.checked_sub(1)?;
        // The last part with a value was written for this schema.
        let parts = schema.any.all_of.iter().rev().take(MAX_TAG_PARTS);
        parts.filter_map(|part| self.resolve_schema(part)).find_map(|part| {
            let member = part.any.properties.get(property);
            member.and_then(|member| self.constant(member)).or_else(|| self.inherited(part, property, depth))
        })
    }
}

impl Log<'_> {
    /// Warns about a mapping value that maps to none of the alternatives.
    pub(super) fn warn_idle_mapping(&mut self, value: &str, schema: &Pointer) {
        let at = schema.child("discriminator").child("mapping").child(value);
        let message =
            format!("`{value}` in the mapping refers to no alternative; values with this tag are read as unlisted");
        self.warn(Code::ReferenceUnresolved, message, &at, "refer to one of the alternatives, or remove the entry");
    }

    /// Warns about all mapping values that map to none of the alternatives.
    pub(super) fn warn_idle_mappings(&mut self, schema: Node<'_>, tag: &Tag, at: &Pointer) {
        let Some(discriminator) = &schema.data.discriminator else { return };
        let known: HashSet<&str> = tag.all_values().map(|(_, value)| value).collect();
        for value in discriminator.mapping.keys().filter(|value| !known.contains(value.as_str())) {
            self.warn_idle_mapping(value, at);
        }
    }
}

/// The values that the alternatives of a union list for its tag.
#[derive(Default)]
struct ListedTags<'d> {
    /// The values of each alternative: the schema that lists them, or a single value.
    by_alternative: Vec<(Option<Node<'d>>, Option<&'d Value>)>,
    /// The schemas that list values, by address, with the number of alternatives that use each.
    schemas: HashMap<*const AnySchema, (ListedStrings<'d>, usize)>,
    /// The number of schemas that list each value.
    counts: HashMap<&'d str, usize>,
}

impl<'d> ListedTags<'d> {
    fn add(&mut self, own: Option<Node<'d>>, inherited: impl FnOnce() -> Option<&'d Value>) {
        let value = if own.is_none() { inherited() } else { None };
        self.by_alternative.push((own, value));
        let Some(schema) = own else { return };
        let known = self.schemas.entry(std::ptr::from_ref(schema.any)).or_insert_with(|| {
            schema
                .any
                .enumeration
                .iter()
                .filter_map(Value::as_str)
                .for_each(|value| *self.counts.entry(value).or_default() += 1);
            (ListedStrings::from_schema(schema), 0)
        });
        known.1 += 1;
    }

    /// Returns the values of an alternative; `None` if it shares them, and none resembles its name.
    fn values(&self, position: usize, name: Option<&str>) -> Option<Vec<String>> {
        let (schema, inherited) = self.by_alternative.get(position).copied().unwrap_or_default();
        let Some(schema) = schema else {
            let implicit = || name.map(str::to_owned);
            return Some(inherited.map(plain).or_else(implicit).into_iter().collect());
        };
        let written = &schema.any.enumeration;
        let (listed, uses) = self.schemas.get(&std::ptr::from_ref(schema.any))?;
        let is_shared =
            *uses > 1 || written.iter().filter_map(Value::as_str).any(|value| self.counts.get(value) != Some(&1));
        let own = name.filter(|_| is_shared).and_then(|name| listed.like(name));
        match own {
            Some(own) => Some(vec![own.to_owned()]),
            None if *uses > 1 => None,
            None => Some(written.iter().map(plain).collect()),
        }
    }
}
