//! The inheritance graph of schemas by `allOf`.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use openapiv3::{AnySchema, Discriminator, ReferenceOr, Schema};
use serde_json::Value;

use crate::api::lower::input::Input;
use crate::api::lower::node::{Node, inline};
use crate::base::ident::folded;

/// The component schemas with their parents and children.
pub(super) struct Lineage<'d> {
    pub(super) input: &'d Input<'d>,
    parents: HashMap<&'d str, Vec<&'d str>>,
    children: HashMap<&'d str, Vec<&'d str>>,
    /// The values that components list.
    listed: RefCell<HashMap<&'d str, Rc<ListedStrings<'d>>>>,
    /// The number of steps made between schemas.
    steps: Cell<usize>,
}

impl<'d> Lineage<'d> {
    pub(super) fn new(input: &'d Input<'d>) -> Self {
        let (parents, children) = (HashMap::new(), HashMap::new());
        let (listed, steps) = (RefCell::default(), Cell::default());
        let mut lineage = Self { input, parents, children, listed, steps };
        for (name, schema) in &input.components.schemas {
            let parts = inline(schema).map(written_parts).unwrap_or_default();
            let included_by = parts.iter().flat_map(|any| &any.all_of).filter_map(|part| input.component(part));
            let mut parents: Vec<&'d str> = included_by.collect();
            let mut seen = HashSet::new();
            parents.retain(|parent| seen.insert(*parent));
            for parent in &parents {
                lineage.children.entry(parent).or_default().push(name);
            }
            lineage.parents.insert(name, parents);
        }
        lineage
    }

    /// Returns the values that a member lists; bases that share an enumeration share them.
    pub(super) fn listed_values(&self, member: &'d ReferenceOr<Box<Schema>>) -> Rc<ListedStrings<'d>> {
        let listed = || Rc::new(self.input.resolve_schema(member).map(ListedStrings::from_schema).unwrap_or_default());
        match self.input.component(member) {
            Some(component) => Rc::clone(self.listed.borrow_mut().entry(component).or_insert_with(listed)),
            None => listed(),
        }
    }

    /// Returns the children of a schema, in the order of the document.
    pub(super) fn children(&self, name: &str) -> &[&'d str] {
        self.children.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the parents of a schema.
    pub(super) fn parents(&self, name: &str) -> &[&'d str] {
        self.parents.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the given schemas and all that are reachable from them, without duplicates, closest first.
    pub(super) fn reached<'s>(&'s self, from: Vec<&'d str>, next: impl Fn(&'d str) -> &'s [&'d str]) -> Vec<&'d str> {
        let mut seen: HashSet<&str> = from.iter().copied().collect();
        let mut reached = from;
        let mut position = 0;
        while let Some(name) = reached.get(position).copied() {
            let steps = next(name);
            self.count(1 + steps.len());
            reached.extend(steps.iter().filter(|name| seen.insert(name)));
            position += 1;
        }
        reached
    }

    /// Returns the discriminator of a base, and the schema that declares it: itself, or its closest ancestor if it has
    /// subtypes and is used directly, so that its values may be those of its subtypes.
    pub(super) fn discriminator(&self, name: &'d str) -> Option<(&'d str, &'d Discriminator)> {
        let own = |name: &str| discriminator_of_base(self.input.component_schema(name)?);
        if let Some(own) = own(name) {
            return Some((name, own));
        }
        let is_used = self.input.document.used_directly.contains(name) && !self.children(name).is_empty();
        if !is_used || !self.input.component_schema(name).is_some_and(is_plain) {
            return None;
        }
        let ancestors = self.reached(vec![name], |name| self.parents(name));
        ancestors.into_iter().find_map(|ancestor| Some((ancestor, own(ancestor)?)))
    }

    /// Returns a component schema and its inline parts.
    pub(super) fn parts(&self, name: &str) -> Vec<&'d AnySchema> {
        let parts = self.input.component_schema(name).map(written_parts).unwrap_or_default();
        self.count(parts.len());
        parts
    }

    /// Adds to the number of steps.
    fn count(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps);
    }

    /// Returns the number of steps since the last call.
    pub(super) fn take_steps(&self) -> usize {
        self.steps.take()
    }

    /// Returns `true` if a schema is more than an alias of another schema.
    pub(super) fn adds(&self, name: &str) -> bool {
        let says_more =
            |any: &&AnySchema| !any.properties.is_empty() || !any.one_of.is_empty() || !any.any_of.is_empty();
        self.parts(name).iter().any(says_more) || self.parents(name).len() > 1
    }
}

/// Returns the discriminator of an object schema without alternatives, or of one of its inline parts.
fn discriminator_of_base(schema: Node<'_>) -> Option<&Discriminator> {
    if !is_plain(schema) {
        return None;
    }
    let of_parts = || schema.inline_parts().find_map(|(_, part)| discriminator_of_base(part));
    schema.data.discriminator.as_ref().or_else(of_parts)
}

/// Returns `true` if a schema is an object without alternatives.
fn is_plain(schema: Node<'_>) -> bool {
    let any = schema.any;
    schema.may_be_object() && any.enumeration.is_empty() && any.one_of.is_empty() && any.any_of.is_empty()
}

/// Returns a schema and its inline parts, recursively.
fn written_parts(schema: Node<'_>) -> Vec<&AnySchema> {
    let mut parts = vec![schema.any];
    let mut position = 0;
    while let Some(any) = parts.get(position) {
        parts.extend(any.all_of.iter().filter_map(|part| inline(part).map(|schema| schema.any)));
        position += 1;
    }
    parts
}

/// The strings that a schema lists.
#[derive(Default)]
pub(in crate::api::lower) struct ListedStrings<'d> {
    written: &'d [Value],
    exact: HashSet<&'d str>,
    /// The strings by their letters and digits.
    folded: HashMap<String, &'d str>,
}

impl<'d> ListedStrings<'d> {
    pub(in crate::api::lower) fn from_schema(schema: Node<'d>) -> Self {
        let written = schema.any.enumeration.as_slice();
        let texts = || written.iter().filter_map(Value::as_str);
        let folded = texts().map(|text| (folded(text), text)).collect();
        Self { written, exact: texts().collect(), folded }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }

    pub(super) fn has(&self, text: &str) -> bool {
        self.exact.contains(text)
    }

    /// Returns a listed string that matches exactly, or otherwise up to case and punctuation.
    pub(in crate::api::lower) fn like(&self, text: &str) -> Option<&'d str> {
        self.exact.get(text).or_else(|| self.folded.get(&folded(text))).copied()
    }

    /// Returns `true` if the other values are the same.
    pub(super) fn are(&self, others: &[Value]) -> bool {
        self.written == others
    }
}
