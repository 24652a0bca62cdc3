//! A base, its heirs, and the values that stand for them.

use std::collections::HashSet;
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use openapiv3::{Discriminator, ReferenceOr, Schema};
use serde_json::Value;

use super::Unmarked;
use super::heir::{Heir, Values};
use super::lineage::Lineage;
use super::listed::Listed;
use crate::lower::schema::keywords;
use crate::model::plain_text as plain;
use crate::pointer::component_name;

/// The value of the discriminator, where a schema does not say the member itself.
const OWN_VALUE: &str = "x-ms-discriminator-value";

/// In how many of the schemas that an heir takes in besides the base its own value is looked for.
const MOST_PARENTS: usize = 8;

/// What lists more values lists those of others as well.
const MOST_VALUES: usize = 64;

/// A base, and all that it could stand for.
pub(super) struct Family<'d> {
    pub(super) name: &'d str,
    pub(super) base: &'d Schema,
    pub(super) discriminator: &'d Discriminator,
    pub(super) lineage: &'d Lineage<'d>,
    /// The schemas that the mapping leads to, each with its values.
    mapped: IndexMap<&'d str, Vec<&'d str>>,
    /// The member that says which heir a value is, as far as the base says.
    pub(super) member: Option<&'d Schema>,
    /// The values that it may have, where that says which.
    listed: Rc<Listed<'d>>,
    /// All that inherit from the base by way of those that do not stand for their own heirs.
    below: IndexSet<&'d str>,
}

impl<'d> Family<'d> {
    pub(super) fn new(
        name: &'d str,
        base: &'d Schema,
        discriminator: &'d Discriminator,
        lineage: &'d Lineage<'d>,
    ) -> Self {
        let mut mapped: IndexMap<&str, Vec<&str>> = IndexMap::new();
        for (value, to) in &discriminator.mapping {
            if let Some(target) = lineage.target(&named(to)) {
                mapped.entry(target).or_default().push(value);
            }
        }
        let (member, listed, below) = (None, Rc::default(), IndexSet::new());
        let mut family = Self { name, base, discriminator, lineage, mapped, member, listed, below };
        let declared = family.declared_member();
        family.member = declared.and_then(|member| family.lineage.written(member));
        family.listed = declared.map(|member| lineage.listed(member)).unwrap_or_default();
        family.below = family.descendants();
        family
    }

    /// The member by which the heirs are told apart.
    pub(super) fn property(&self) -> &'d str {
        &self.discriminator.property_name
    }

    /// Returns `true` if others take in a schema.
    pub(super) fn has_children(&self, name: &str) -> bool {
        !self.lineage.children(name).is_empty()
    }

    /// The member as the base or what that takes in declares it.
    fn declared_member(&self) -> Option<&'d ReferenceOr<Box<Schema>>> {
        let all = self.lineage.reached(vec![self.name], |name| self.lineage.parents(name));
        all.into_iter().find_map(|name| self.declared_in(name))
    }

    fn declared_in(&self, name: &str) -> Option<&'d ReferenceOr<Box<Schema>>> {
        self.lineage.parts(name).into_iter().find_map(|any| any.properties.get(self.property()))
    }

    /// All below it. A base among them that is told apart by another member, or that the mapping has, stands for its own heirs, but
    /// for those that the mapping has.
    fn descendants(&self) -> IndexSet<&'d str> {
        let next = |name: &str| match name != self.name && self.stands_for_heirs(name) {
            true => &[],
            false => self.lineage.children(name),
        };
        let near = self.lineage.reached(vec![self.name], next);
        let all = self.lineage.reached(vec![self.name], |name| self.lineage.children(name));
        let mapped = all.into_iter().filter(|name| self.mapped.contains_key(name));
        near.into_iter().chain(mapped).filter(|name| *name != self.name).collect()
    }

    fn stands_for_heirs(&self, name: &str) -> bool {
        self.own_tag(name).is_some_and(|own| own != self.property() || self.mapped.contains_key(name))
    }

    /// The member by which the heirs of an heir are told apart, where it is a base itself.
    fn own_tag(&self, name: &str) -> Option<&'d str> {
        let own = discriminator_of_base(self.lineage.schema(name)?)?;
        self.has_children(name).then_some(own.property_name.as_str())
    }

    /// What the base stands for, those of the mapping first and in its order.
    pub(super) fn heirs(&self) -> Vec<Heir<'d>> {
        let below = self.below.iter().filter_map(|name| self.heir(name));
        let mut heirs: Vec<Heir<'d>> = self.itself(self.name).into_iter().chain(below).collect();
        heirs.sort_by_key(|heir| self.mapped.get_index_of(heir.name).unwrap_or(usize::MAX));
        heirs
    }

    fn heir(&self, name: &'d str) -> Option<Heir<'d>> {
        if self.own_tag(name).is_some() && !self.stands_for_heirs(name) {
            // It stands for those that are here as well.
            return self.itself(name);
        }
        let told = self.told_values(name);
        if !told.all.is_empty() {
            return Some(Heir { name, is_itself: false, values: told });
        }
        // What adds nothing is another name of the base, where the mapping says what the heirs are.
        if !self.mapped.is_empty() && !self.lineage.adds(name) {
            return None;
        }
        let own = self.listed.like(name);
        let are_possible = own.is_some() || (self.listed.is_empty() && self.is_text());
        let values = Values { all: vec![own.unwrap_or(name).to_owned()], are_possible };
        // What is no possible value, and has heirs, is what these have in common.
        (are_possible || !self.has_children(name)).then_some(Heir { name, is_itself: false, values })
    }

    /// A base as one of those that it stands for.
    fn itself(&self, name: &'d str) -> Option<Heir<'d>> {
        let mut values = self.told_values(name);
        if values.all.is_empty() && self.listed.has(name) {
            values = Values::possible(vec![name.to_owned()]);
        }
        (!values.all.is_empty()).then_some(Heir { name, is_itself: true, values })
    }

    /// The values that the description says stand for a schema.
    fn told_values(&self, name: &str) -> Values {
        let own = if name == self.name { Vec::new() } else { self.own_values(name) };
        if let Some(mapped) = self.mapped.get(name) {
            let all: Vec<String> = mapped.iter().map(|value| (*value).to_owned()).collect();
            let are_possible = own.is_empty() || all.iter().all(|value| own.contains(value));
            return Values { all, are_possible };
        }
        if !own.is_empty() {
            return Values::possible(own);
        }
        let extensions = self.lineage.schema(name).map(|schema| &schema.schema_data.extensions);
        let told = extensions.and_then(|extensions| extensions.get(OWN_VALUE)).and_then(Value::as_str);
        Values::possible(told.map(str::to_owned).into_iter().collect())
    }

    /// What an heir says itself of the member, or one that it takes in besides the base.
    fn own_values(&self, heir: &str) -> Vec<String> {
        let own = self.values_in(heir);
        if !own.is_empty() {
            return own;
        }
        let is_family = |name: &str| name == self.name || self.below.contains(name);
        let others = self.lineage.parents(heir).iter().filter(|name| !is_family(name)).take(MOST_PARENTS);
        // What lists several is common to all that take it in.
        others.map(|name| self.values_in(name)).find(|values| values.len() == 1).unwrap_or_default()
    }

    /// The values of the member that a schema lists, where these are not all that the base lists.
    fn values_in(&self, name: &str) -> Vec<String> {
        let member = self.declared_in(name).and_then(|member| self.lineage.written(member));
        let values = member.map(|member| keywords(member).enumeration.as_slice()).unwrap_or_default();
        let are_own = values.len() <= MOST_VALUES && !self.listed.are(values);
        if are_own { values.iter().map(plain).collect() } else { Vec::new() }
    }

    /// Returns `true` if the member may be a text, as the name of a schema is.
    fn is_text(&self) -> bool {
        self.typ().is_none_or(|typ| typ == "string")
    }

    fn typ(&self) -> Option<&'d str> {
        keywords(self.member?).typ.as_deref()
    }

    /// Why the discriminator does not say of all values which heir they are, if so.
    pub(super) fn unmarked(&self, heirs: &[Heir<'d>]) -> Option<Unmarked> {
        let mut seen: HashSet<&str> = HashSet::new();
        let repeated = heirs.iter().flat_map(|heir| &heir.values.all).find(|value| !seen.insert(value.as_str()));
        if let Some(value) = repeated {
            return Some(Unmarked::Repeated(value.clone()));
        }
        if matches!(self.typ(), Some("array" | "object")) {
            return Some(Unmarked::Compound);
        }
        let are_named = heirs.iter().any(|heir| heir.values.are_possible);
        (!are_named).then_some(Unmarked::Unnamed)
    }

    /// The values of the mapping that lead to no heir.
    pub(super) fn idle(&self, heirs: &[Heir<'d>]) -> impl Iterator<Item = &'d str> {
        let names: HashSet<&str> = heirs.iter().map(|heir| heir.name).collect();
        let leads_on = move |to: &String| self.lineage.target(&named(to)).is_some_and(|target| names.contains(target));
        let idle = self.discriminator.mapping.iter().filter(move |(_, to)| !leads_on(to));
        idle.map(|(value, _)| value.as_str())
    }
}

/// The discriminator of a schema that has no alternatives and is an object, or of a part of it that is written in place.
pub(super) fn discriminator_of_base(schema: &Schema) -> Option<&Discriminator> {
    let any = keywords(schema);
    let is_object = any.typ.as_deref().is_none_or(|typ| typ == "object") && any.enumeration.is_empty();
    if !is_object || !any.one_of.is_empty() || !any.any_of.is_empty() {
        return None;
    }
    let of_parts = || any.all_of.iter().filter_map(ReferenceOr::as_item).find_map(discriminator_of_base);
    schema.schema_data.discriminator.as_ref().or_else(of_parts)
}

/// The name of the schema that a value of a mapping leads to, by reference or by name.
fn named(to: &str) -> String {
    component_name(to, "schemas").unwrap_or_else(|| to.to_owned())
}
