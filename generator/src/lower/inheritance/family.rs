//! A base, its heirs, and the values that stand for them.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use openapiv3::{AnySchema, Components, Discriminator, ReferenceOr, Schema, SchemaData, SchemaKind};
use serde_json::Value;

use super::place;
use crate::lower::schema::keywords;
use crate::pointer::component_name;

/// Over how many schemas that inherit from the next it is looked for heirs.
const MOST_GENERATIONS: usize = 8;

/// The value of the discriminator, where a schema does not say the member itself.
const OWN_VALUE: &str = "x-ms-discriminator-value";

/// A base, and all that it could stand for.
pub(super) struct Family<'d> {
    pub(super) name: &'d str,
    pub(super) base: &'d Schema,
    pub(super) discriminator: &'d Discriminator,
    pub(super) components: &'d Components,
    pub(super) children: &'d HashMap<String, Vec<&'d str>>,
}

impl<'d> Family<'d> {
    /// The schemas that inherit from the base, those of the mapping first and in its order. One between it and others is
    /// an alternative only where the mapping has it, or there is none; and so is one that adds nothing, which is another name of
    /// the base elsewhere.
    pub(super) fn heirs(&self) -> Vec<&'d str> {
        let mapped: Vec<String> = self.discriminator.mapping.values().map(|to| target(to)).collect();
        let is_mapped: HashSet<&str> = mapped.iter().map(String::as_str).collect();
        let mut heirs = self.descendants(&is_mapped);
        let says_something = |name: &str| !self.children.contains_key(name) && self.adds(name);
        heirs.retain(|name| is_mapped.contains(name) || is_mapped.is_empty() || says_something(name));
        let mut order: HashMap<&str, usize> = HashMap::new();
        for (position, name) in mapped.iter().enumerate() {
            order.entry(name).or_insert(position);
        }
        heirs.sort_by_key(|name| order.get(name).copied().unwrap_or(usize::MAX));
        heirs
    }

    /// All below it. A base among them that is told apart by another member, or that the mapping has, stands for its own
    /// heirs; another one is only what they have in common.
    fn descendants(&self, is_mapped: &HashSet<&str>) -> Vec<&'d str> {
        let mut seen: HashSet<&str> = HashSet::from([self.name]);
        let mut found: Vec<&'d str> = Vec::new();
        let mut generation = vec![self.name];
        for _ in 0..MOST_GENERATIONS {
            let next = generation.iter().flat_map(|name| self.children.get(*name).into_iter().flatten());
            let next: Vec<&'d str> = next.copied().filter(|name| seen.insert(name)).collect();
            generation.clear();
            for name in next {
                let own = self.own_tag(name);
                let stands_for_heirs = own.is_some_and(|own| own != self.property() || is_mapped.contains(name));
                if own.is_none() || stands_for_heirs {
                    found.push(name);
                }
                if !stands_for_heirs {
                    generation.push(name);
                }
            }
        }
        found
    }

    fn property(&self) -> &'d str {
        &self.discriminator.property_name
    }

    /// The member by which the heirs of an heir are told apart, where it is a base itself.
    fn own_tag(&self, name: &str) -> Option<&'d str> {
        let own = discriminator_of_base(self.schema(name)?)?;
        self.children.contains_key(name).then_some(own.property_name.as_str())
    }

    fn schema(&self, name: &str) -> Option<&'d Schema> {
        self.components.schemas.get(name)?.as_item()
    }

    /// The values of the discriminator, each with the heir that it stands for; none where one stands for two.
    pub(super) fn values(&self, heirs: &[&'d str]) -> Option<IndexMap<String, &'d str>> {
        let mut mapped: HashMap<String, Vec<&String>> = HashMap::new();
        for (value, to) in &self.discriminator.mapping {
            mapped.entry(target(to)).or_default().push(value);
        }
        let mut values = IndexMap::new();
        for heir in heirs {
            let own = || vec![self.own_value(heir).unwrap_or_else(|| (*heir).to_owned())];
            let all =
                mapped.get(*heir).map(|all| all.iter().map(|value| (*value).clone()).collect()).unwrap_or_else(own);
            for value in all {
                if values.insert(value, *heir).is_some() {
                    return None;
                }
            }
        }
        Some(values)
    }

    /// What an heir says itself of the discriminator.
    fn own_value(&self, heir: &str) -> Option<String> {
        let schema = self.schema(heir)?;
        let listed = written_parts(schema).find_map(|any| match any.properties.get(self.property()) {
            Some(ReferenceOr::Item(member)) => match keywords(member).enumeration.as_slice() {
                [Value::String(only)] => Some(only.clone()),
                _ => None,
            },
            _ => None,
        });
        let told = || schema.schema_data.extensions.get(OWN_VALUE).and_then(Value::as_str).map(str::to_owned);
        listed.or_else(told)
    }

    /// Whether a schema is more than one other schema under a name of its own.
    fn adds(&self, name: &str) -> bool {
        let is_more = |schema: &Schema| {
            let any = keywords(schema);
            any.all_of.len() > 1 || !any.properties.is_empty() || !any.one_of.is_empty() || !any.any_of.is_empty()
        };
        self.own_value(name).is_some() || self.schema(name).is_some_and(is_more)
    }

    /// Whether the tag is no list and no object, as far as the base says.
    pub(super) fn has_scalar_tag(&self) -> bool {
        let member = written_parts(self.base).find_map(|any| any.properties.get(self.property()));
        let typ = member.and_then(|member| member.as_item()).and_then(|member| keywords(member).typ.as_deref());
        !matches!(typ, Some("array" | "object"))
    }

    /// Whether values of an heir have to say which they are, by the base or by themselves.
    pub(super) fn requires_tag(&self, heir: &str) -> bool {
        let requires = |schema: &'d Schema| {
            written_parts(schema).any(|any| any.required.iter().any(|name| name == self.property()))
        };
        requires(self.base) || self.schema(heir).is_some_and(requires)
    }

    /// The base as a schema of its alternatives.
    pub(super) fn union(&self, heirs: &[&'d str], values: &IndexMap<String, &'d str>) -> Schema {
        let reference = |heir: &str| format!("#{}", place(heir).as_str().replace('%', "%25"));
        let mapping = values.iter().map(|(value, heir)| (value.clone(), reference(heir))).collect();
        let discriminator = Discriminator { mapping, ..self.discriminator.clone() };
        let schema_data = SchemaData { discriminator: Some(discriminator), ..self.base.schema_data.clone() };
        let one_of = heirs.iter().map(|heir| ReferenceOr::Reference { reference: reference(heir) }).collect();
        Schema { schema_data, schema_kind: SchemaKind::Any(AnySchema { one_of, ..AnySchema::default() }) }
    }
}

/// The discriminator of a schema that has no alternatives and is an object.
pub(super) fn discriminator_of_base(schema: &Schema) -> Option<&Discriminator> {
    let any = keywords(schema);
    let is_object = any.typ.as_deref().is_none_or(|typ| typ == "object") && any.enumeration.is_empty();
    let has_no_alternatives = any.one_of.is_empty() && any.any_of.is_empty();
    schema.schema_data.discriminator.as_ref().filter(|_| is_object && has_no_alternatives)
}

/// A schema, and its parts that are written in place.
fn written_parts(schema: &Schema) -> impl Iterator<Item = &AnySchema> {
    let own = keywords(schema);
    own.all_of.iter().filter_map(|part| part.as_item().map(keywords)).chain([own])
}

/// The schema that a value of a mapping leads to, by reference or by name.
fn target(to: &str) -> String {
    component_name(to, "schemas").unwrap_or_else(|| to.to_owned())
}
