//! A base, its subtypes, and the values that map to them.

use std::collections::HashSet;
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use openapiv3::{AnySchema, Discriminator, ReferenceOr, Schema, SchemaData, SchemaKind};
use serde_json::Value;

use super::lineage::{Lineage, ListedStrings};
use crate::api::lower::node::Node;
use crate::api::model::plain_text as plain;
use crate::base::pointer::{Pointer, component_name};

/// The extension with the value of the discriminator, used if a schema does not declare the member itself.
const OWN_VALUE: &str = "x-ms-discriminator-value";

/// Maximum number of other parents of a subtype that are searched for its discriminator value.
const MAX_PARENTS: usize = 8;

/// A schema that lists more values includes those of others.
const MAX_OWN_VALUES: usize = 64;

/// A base, and all subtypes that it could represent.
pub(super) struct SubtypeFamily<'d> {
    pub(super) name: &'d str,
    /// The schema that declares the discriminator: the base, or one of its ancestors.
    root: &'d str,
    pub(super) base: Node<'d>,
    pub(super) discriminator: &'d Discriminator,
    pub(super) lineage: &'d Lineage<'d>,
    /// The schemas in the mapping, each with its values.
    mapped: IndexMap<&'d str, Vec<&'d str>>,
    /// The discriminator member, if the base declares it.
    pub(super) member: Option<Node<'d>>,
    /// The values that the member lists.
    listed: Rc<ListedStrings<'d>>,
    /// All schemas that inherit from the base, except through bases that represent their own subtypes.
    below: IndexSet<&'d str>,
}

impl<'d> SubtypeFamily<'d> {
    pub(super) fn new(
        name: &'d str,
        base: Node<'d>,
        (root, discriminator): (&'d str, &'d Discriminator),
        lineage: &'d Lineage<'d>,
    ) -> Self {
        let mut mapped: IndexMap<&str, Vec<&str>> = IndexMap::new();
        for (value, to) in &discriminator.mapping {
            if let Some(target) = lineage.input.target(&schema_name(to)) {
                mapped.entry(target).or_default().push(value);
            }
        }
        let (member, listed, below) = (None, Rc::default(), IndexSet::new());
        let mut family = Self { name, root, base, discriminator, lineage, mapped, member, listed, below };
        let declared = family.declared_member();
        family.member = declared.and_then(|member| family.lineage.input.resolve_schema(member));
        family.listed = declared.map(|member| lineage.listed_values(member)).unwrap_or_default();
        family.below = family.descendants();
        family
    }

    /// Returns the name of the discriminator member.
    pub(super) fn property(&self) -> &'d str {
        &self.discriminator.property_name
    }

    /// Returns `true` if a schema has subtypes.
    pub(super) fn has_children(&self, name: &str) -> bool {
        !self.lineage.children(name).is_empty()
    }

    /// Returns the member as declared by the base or one of its parents.
    fn declared_member(&self) -> Option<&'d ReferenceOr<Box<Schema>>> {
        let all = self.lineage.reached(vec![self.root], |name| self.lineage.parents(name));
        all.into_iter().find_map(|name| self.declared_in(name))
    }

    fn declared_in(&self, name: &str) -> Option<&'d ReferenceOr<Box<Schema>>> {
        self.lineage.parts(name).into_iter().find_map(|any| any.properties.get(self.property()))
    }

    /// Returns all descendants. A base among them that has another discriminator member, or that is in the mapping,
    /// represents its own subtypes, except those in the mapping.
    fn descendants(&self) -> IndexSet<&'d str> {
        let next = |name: &'d str| {
            if name != self.name && self.represents_subtypes(name) { &[] } else { self.lineage.children(name) }
        };
        let near = self.lineage.reached(vec![self.name], next);
        let all = self.lineage.reached(vec![self.name], |name| self.lineage.children(name));
        let mapped = all.into_iter().filter(|name| self.mapped.contains_key(name));
        near.into_iter().chain(mapped).filter(|name| *name != self.name).collect()
    }

    fn represents_subtypes(&self, name: &'d str) -> bool {
        let is_own = |(root, own): (&str, &Discriminator)| {
            root == name && (own.property_name != self.property() || self.mapped.contains_key(name))
        };
        self.has_children(name) && self.lineage.discriminator(name).is_some_and(is_own)
    }

    /// Returns `true` if a subtype is itself a base.
    fn is_base(&self, name: &'d str) -> bool {
        self.has_children(name) && self.lineage.discriminator(name).is_some()
    }

    /// Returns the subtypes that the base represents, those of the mapping first and in its order.
    pub(super) fn subtypes(&self) -> Vec<Subtype<'d>> {
        let below = self.below.iter().filter_map(|name| self.subtype(name));
        let mut subtypes: Vec<Subtype<'d>> = self.itself(self.name).into_iter().chain(below).collect();
        subtypes.sort_by_key(|subtype| self.mapped.get_index_of(subtype.name).unwrap_or(usize::MAX));
        subtypes
    }

    fn subtype(&self, name: &'d str) -> Option<Subtype<'d>> {
        if self.is_base(name) && !self.represents_subtypes(name) {
            // The base also represents the subtypes listed here.
            return self.itself(name);
        }
        let declared = self.declared_values(name);
        if !declared.all.is_empty() {
            return Some(Subtype { name, is_itself: false, values: declared });
        }
        // A schema that adds nothing is an alias of the base, if the mapping declares the subtypes.
        if !self.mapped.is_empty() && !self.lineage.adds(name) {
            return None;
        }
        let own = self.listed.like(name);
        let are_possible = own.is_some() || (self.listed.is_empty() && self.is_text());
        let values = DiscriminatorValues { all: vec![own.unwrap_or(name).to_owned()], are_possible };
        // A schema with subtypes and without a possible value is just a common parent.
        (are_possible || !self.has_children(name)).then_some(Subtype { name, is_itself: false, values })
    }

    /// Returns the base as one of its own alternatives.
    fn itself(&self, name: &'d str) -> Option<Subtype<'d>> {
        let mut values = self.declared_values(name);
        let is_named = || self.inherits(name) && (self.mapped.is_empty() || self.lineage.adds(name));
        let is_listed = self.listed.has(name) || (is_named() && self.listed.is_empty() && self.is_text());
        if values.all.is_empty() && is_listed {
            values = DiscriminatorValues::possible(vec![name.to_owned()]);
        }
        (!values.all.is_empty()).then_some(Subtype { name, is_itself: true, values })
    }

    /// Returns `true` if a schema is a base by the discriminator of an ancestor.
    fn inherits(&self, name: &'d str) -> bool {
        self.lineage.discriminator(name).is_some_and(|(root, _)| root != name)
    }

    /// Returns the values that the description declares for a schema.
    fn declared_values(&self, name: &str) -> DiscriminatorValues {
        let own = if name == self.root { Vec::new() } else { self.own_values(name) };
        if let Some(mapped) = self.mapped.get(name) {
            let all: Vec<String> = mapped.iter().map(|value| (*value).to_owned()).collect();
            let are_possible = own.is_empty() || all.iter().all(|value| own.contains(value));
            return DiscriminatorValues { all, are_possible };
        }
        if !own.is_empty() {
            return DiscriminatorValues::possible(own);
        }
        let extensions = self.lineage.input.component_schema(name).map(|schema| &schema.data.extensions);
        let declared = extensions.and_then(|extensions| extensions.get(OWN_VALUE)).and_then(Value::as_str);
        DiscriminatorValues::possible(declared.map(str::to_owned).into_iter().collect())
    }

    /// Returns the values that a subtype declares for the member, or another of its parents does.
    fn own_values(&self, subtype: &str) -> Vec<String> {
        let own = self.values_in(subtype);
        if !own.is_empty() {
            return own;
        }
        let is_family = |name: &str| name == self.name || self.below.contains(name);
        let others = self.lineage.parents(subtype).iter().filter(|name| !is_family(name)).take(MAX_PARENTS);
        // A parent that lists several values is shared by all its subtypes.
        others.map(|name| self.values_in(name)).find(|values| values.len() == 1).unwrap_or_default()
    }

    /// Returns the values that a schema lists for the member, unless they are all that the base lists.
    fn values_in(&self, name: &str) -> Vec<String> {
        let member = self.declared_in(name).and_then(|member| self.lineage.input.resolve_schema(member));
        let values = member.map(|member| member.any.enumeration.as_slice()).unwrap_or_default();
        let are_own = values.len() <= MAX_OWN_VALUES && !self.listed.are(values);
        if are_own { values.iter().map(plain).collect() } else { Vec::new() }
    }

    /// Returns `true` if the member may be a string, as the name of a schema is.
    fn is_text(&self) -> bool {
        self.typ().is_none_or(|typ| typ == "string")
    }

    fn typ(&self) -> Option<&'d str> {
        self.member?.typ()
    }

    /// Returns the reason why the discriminator does not identify the subtype of every value, if so.
    pub(super) fn direct_use_reason(&self, subtypes: &[Subtype<'d>]) -> Option<DirectUseReason> {
        let mut seen: HashSet<&str> = HashSet::new();
        let repeated =
            subtypes.iter().flat_map(|subtype| &subtype.values.all).find(|value| !seen.insert(value.as_str()));
        if let Some(value) = repeated {
            return Some(DirectUseReason::Repeated(value.clone()));
        }
        if matches!(self.typ(), Some("array" | "object")) {
            return Some(DirectUseReason::Compound);
        }
        let are_named = subtypes.iter().any(|subtype| subtype.values.are_possible);
        (!are_named).then_some(DirectUseReason::Unnamed)
    }

    /// Returns `true` if an ancestor declares the discriminator, and reports its problems.
    pub(super) fn is_inherited(&self) -> bool {
        self.root != self.name
    }

    /// Returns the values of the mapping that map to no subtype.
    pub(super) fn idle(&self, subtypes: &[Subtype<'d>]) -> impl Iterator<Item = &'d str> {
        let names: HashSet<&str> = subtypes.iter().map(|subtype| subtype.name).collect();
        let leads_on =
            move |to: &String| self.lineage.input.target(&schema_name(to)).is_some_and(|target| names.contains(target));
        let idle = self.discriminator.mapping.iter().filter(move |(_, to)| !leads_on(to));
        idle.map(|(value, _)| value.as_str())
    }
}

/// Returns the name of the schema that a mapping value refers to, by reference or by name.
fn schema_name(to: &str) -> String {
    component_name(to, "schemas").unwrap_or_else(|| to.to_owned())
}

/// The reason why a base schema is used directly.
pub(crate) enum DirectUseReason {
    /// The discriminator is a list or an object.
    Compound,
    /// A value maps to two subtypes.
    Repeated(String),
    /// The discriminator lists its values, and none of them maps to a subtype.
    Unnamed,
}

/// One of the schemas that a base represents.
#[derive(Clone, Debug)]
pub(super) struct Subtype<'d> {
    pub(super) name: &'d str,
    /// `true` if this is the base with its own members.
    pub(super) is_itself: bool,
    /// The values that map to it.
    pub(super) values: DiscriminatorValues,
}

/// Values of a discriminator.
#[derive(Clone, Debug)]
pub(super) struct DiscriminatorValues {
    pub(super) all: Vec<String>,
    /// `true` if the member may have these values, as far as it lists them.
    pub(super) are_possible: bool,
}

impl DiscriminatorValues {
    pub(super) fn possible(all: Vec<String>) -> Self {
        Self { all, are_possible: true }
    }
}

impl<'d> SubtypeFamily<'d> {
    /// Returns the base as a schema of its alternatives.
    pub(super) fn union(&self, subtypes: &[Subtype<'d>]) -> Schema {
        let values = subtypes.iter().flat_map(|subtype| subtype.values.all.iter().map(|value| (value, subtype.name)));
        let mapping = values.map(|(value, subtype)| (value.clone(), reference(subtype))).collect();
        let discriminator = Discriminator { mapping, ..self.discriminator.clone() };
        let schema_data = SchemaData { discriminator: Some(discriminator), ..self.base.data.clone() };
        let one_of = subtypes.iter().map(|subtype| {
            if subtype.is_itself {
                ReferenceOr::Item(self.own_members(subtype))
            } else {
                ReferenceOr::Reference { reference: reference(subtype.name) }
            }
        });
        let one_of = one_of.collect();
        Schema { schema_data, schema_kind: SchemaKind::Any(AnySchema { one_of, ..AnySchema::default() }) }
    }

    /// Returns a base with its own members only, with its discriminator limited to its values.
    fn own_members(&self, base: &Subtype<'d>) -> Schema {
        let is_text = !matches!(self.member.and_then(|member| member.typ()), Some("integer"));
        let value = |value: &String| match value.parse::<i64>() {
            Ok(number) if !is_text => Value::from(number),
            _ => Value::from(value.clone()),
        };
        let enumeration = base.values.all.iter().map(value).collect();
        let member = Schema {
            schema_data: SchemaData::default(),
            schema_kind: SchemaKind::Any(AnySchema { enumeration, ..AnySchema::default() }),
        };
        let all_of = vec![ReferenceOr::Reference { reference: reference(base.name) }];
        let properties = IndexMap::from([(self.property().to_owned(), ReferenceOr::boxed_item(member))]);
        let schema = self.lineage.input.component_schema(base.name);
        let data = schema.map(|schema| schema.data.clone()).unwrap_or_default();
        let any = AnySchema { all_of, properties, ..AnySchema::default() };
        Schema { schema_data: SchemaData { discriminator: None, ..data }, schema_kind: SchemaKind::Any(any) }
    }
}

fn reference(name: &str) -> String {
    Pointer::component("schemas", name).to_reference()
}
