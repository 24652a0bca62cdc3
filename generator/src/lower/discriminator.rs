//! The tag that a `discriminator` declares, and the values of it that stand for each alternative.

use std::collections::{HashMap, HashSet};

use openapiv3::{ReferenceOr, Schema};
use serde_json::Value;

use super::Lowering;
use super::schema::keywords;
use super::tagging::{distinct, internal};
use crate::diagnostic::Code;
use crate::model::Tag;
use crate::model::plain_text as plain;
use crate::pointer::{Pointer, component_name};

/// In how many parts, one inside the other, and of how many each, the values of a tag are looked for.
pub(super) const DEEPEST_PART: usize = 3;
pub(super) const MOST_PARTS: usize = 8;

impl<'d> Lowering<'d> {
    /// The discriminator: its values are the keys of the mapping, or the names of the schemas, or what an inline
    /// alternative says of the member.
    pub(super) fn tag(&self, schema: &Schema, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> Option<Tag> {
        let Tag { place, values } = self.declared_tag(schema, branches)?;
        Some(Tag { place, values: distinct(values)? })
    }

    /// The same, where a value may stand for several alternatives.
    pub(super) fn declared_tag(&self, schema: &Schema, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> Option<Tag> {
        let discriminator = schema.schema_data.discriminator.as_ref()?;
        let property = &discriminator.property_name;
        let mut mapped: HashMap<String, Vec<&String>> = HashMap::new();
        for (value, to) in &discriminator.mapping {
            mapped.entry(component_name(to, "schemas").unwrap_or_else(|| to.clone())).or_default().push(value);
        }
        let mut values: Vec<(String, usize)> = Vec::new();
        for (position, (_, branch)) in branches.iter().enumerate() {
            let before = values.len();
            // What is one value has no members, and so no tag.
            if self.constant(*branch).is_some() {
                return None;
            }
            match branch {
                ReferenceOr::Reference { reference } => {
                    let name = component_name(reference, "schemas")?;
                    let mapped = mapped.get(&name).into_iter().flatten();
                    values.extend(mapped.map(|value| ((*value).clone(), position)));
                    if values.len() == before {
                        let told = self.referenced_schema(reference).map(|schema| self.listed_in(schema, property));
                        let told = told.filter(|told| !told.is_empty()).unwrap_or_else(|| vec![name]);
                        values.extend(told.into_iter().map(|value| (value, position)));
                    }
                }
                ReferenceOr::Item(schema) => {
                    values.extend(self.listed_in(schema, property).into_iter().map(|value| (value, position)));
                }
            }
            if values.len() == before {
                return None;
            }
        }
        Some(internal(property, values))
    }

    /// A value of a mapping that leads to none of the alternatives stands for nothing.
    pub(super) fn tell_of_idle_mapping(&mut self, value: &str, schema: &Pointer) {
        let at = schema.child("discriminator").child("mapping").child(value);
        let message =
            format!("`{value}` of the mapping leads to no alternative; what comes with it is read as unlisted");
        self.warn(Code::ReferenceUnresolved, message, &at, "refer to one of the alternatives, or remove the entry");
    }

    /// Tells of the values of a mapping that stand for none of the alternatives.
    pub(super) fn tell_of_idle_mappings(&mut self, schema: &Schema, tag: &Tag, at: &Pointer) {
        let Some(discriminator) = &schema.schema_data.discriminator else { return };
        let known: HashSet<&str> = tag.values.iter().map(|(value, _)| value.as_str()).collect();
        for value in discriminator.mapping.keys().filter(|value| !known.contains(value.as_str())) {
            self.tell_of_idle_mapping(value, at);
        }
    }

    /// The values that a member of an object may have, where it lists them, or a part of it has only one.
    fn listed_in(&self, schema: &'d Schema, property: &str) -> Vec<String> {
        let member = keywords(schema).properties.get(property).and_then(|member| self.written(member));
        let own: Vec<String> =
            member.map(|member| keywords(member).enumeration.iter().map(plain).collect()).unwrap_or_default();
        let inherited = || self.inherited(schema, property, DEEPEST_PART).map(plain).into_iter().collect();
        if own.is_empty() { inherited() } else { own }
    }

    /// The one value that a part of a schema has for a member. What lists several is a base of all alternatives.
    fn inherited(&self, schema: &'d Schema, property: &str, depth: usize) -> Option<&'d Value> {
        let depth = depth.checked_sub(1)?;
        // The last one that says it was written for this schema.
        let parts = keywords(schema).all_of.iter().rev().take(MOST_PARTS);
        parts.filter_map(|part| self.written(part)).find_map(|part| {
            let member = keywords(part).properties.get(property);
            member.and_then(|member| self.constant(member)).or_else(|| self.inherited(part, property, depth))
        })
    }
}
