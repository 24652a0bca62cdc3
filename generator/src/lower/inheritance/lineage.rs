//! Which schemas take in which by `allOf`.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use openapiv3::{AnySchema, Components, ReferenceOr, Schema};

use super::listed::Listed;
use crate::lower::schema::keywords;
use crate::pointer::component_name;

/// The schemas of the components with those that they take in, and those that take them in.
pub(super) struct Lineage<'d> {
    components: &'d Components,
    /// The schema that each name stands for.
    targets: HashMap<&'d str, Option<&'d str>>,
    parents: HashMap<&'d str, Vec<&'d str>>,
    children: HashMap<&'d str, Vec<&'d str>>,
    /// The values that components list.
    listed: RefCell<HashMap<&'d str, Rc<Listed<'d>>>>,
    /// How many steps from a schema to the next were made.
    steps: Cell<usize>,
}

impl<'d> Lineage<'d> {
    pub(super) fn of(components: &'d Components, targets: &HashMap<&'d str, Option<&'d str>>) -> Self {
        let (parents, children) = (HashMap::new(), HashMap::new());
        let (listed, steps) = (RefCell::default(), Cell::default());
        let mut lineage = Self { components, targets: targets.clone(), parents, children, listed, steps };
        for (name, schema) in &components.schemas {
            let parts = schema.as_item().map(written_parts).unwrap_or_default();
            let taken_in = parts.iter().flat_map(|any| &any.all_of).filter_map(|part| lineage.component(part));
            let mut parents: Vec<&'d str> = taken_in.collect();
            let mut seen = HashSet::new();
            parents.retain(|parent| seen.insert(*parent));
            for parent in &parents {
                lineage.children.entry(parent).or_default().push(name);
            }
            lineage.parents.insert(name, parents);
        }
        lineage
    }

    /// The schema of the components that is written out, of this name.
    pub(super) fn schema(&self, name: &str) -> Option<&'d Schema> {
        self.components.schemas.get(name)?.as_item()
    }

    /// The schema that a name among the components stands for.
    pub(super) fn target(&self, name: &str) -> Option<&'d str> {
        self.targets.get(name).copied().flatten()
    }

    /// The component that a reference leads to.
    pub(super) fn component<S>(&self, schema: &ReferenceOr<S>) -> Option<&'d str> {
        match schema {
            ReferenceOr::Reference { reference } => self.target(&component_name(reference, "schemas")?),
            ReferenceOr::Item(_) => None,
        }
    }

    /// The schema of a member, where it is written or in the components.
    pub(super) fn written(&self, member: &'d ReferenceOr<Box<Schema>>) -> Option<&'d Schema> {
        match self.component(member) {
            Some(component) => self.schema(component),
            None => member.as_item().map(AsRef::as_ref),
        }
    }

    /// The values that a member lists; bases that share an enumeration share them.
    pub(super) fn listed(&self, member: &'d ReferenceOr<Box<Schema>>) -> Rc<Listed<'d>> {
        let listed = || Rc::new(self.written(member).map(Listed::of).unwrap_or_default());
        match self.component(member) {
            Some(component) => Rc::clone(self.listed.borrow_mut().entry(component).or_insert_with(listed)),
            None => listed(),
        }
    }

    /// What takes in a schema, in the order of the document.
    pub(super) fn children(&self, name: &str) -> &[&'d str] {
        self.children.get(name).map_or(&[], Vec::as_slice)
    }

    /// What a schema takes in.
    pub(super) fn parents(&self, name: &str) -> &[&'d str] {
        self.parents.get(name).map_or(&[], Vec::as_slice)
    }

    /// These, and all that is reached from them, each once, the nearest first.
    pub(super) fn reached<'s>(&'s self, from: Vec<&'d str>, next: impl Fn(&str) -> &'s [&'d str]) -> Vec<&'d str> {
        let mut seen: HashSet<&str> = from.iter().copied().collect();
        let mut reached = from;
        let mut position = 0;
        while let Some(name) = reached.get(position) {
            let steps = next(name);
            self.count(1 + steps.len());
            reached.extend(steps.iter().filter(|name| seen.insert(name)));
            position += 1;
        }
        reached
    }

    /// A schema of the components, and the parts of it that are written in place.
    pub(super) fn parts(&self, name: &str) -> Vec<&'d AnySchema> {
        let parts = self.schema(name).map(written_parts).unwrap_or_default();
        self.count(parts.len());
        parts
    }

    /// Counts what was looked at as so many steps.
    fn count(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps);
    }

    /// How many steps were made since this was asked.
    pub(super) fn take_steps(&self) -> usize {
        self.steps.take()
    }

    /// Returns `true` if a schema is more than one other schema under a name of its own.
    pub(super) fn adds(&self, name: &str) -> bool {
        let says_more =
            |any: &&AnySchema| !any.properties.is_empty() || !any.one_of.is_empty() || !any.any_of.is_empty();
        self.parts(name).iter().any(says_more) || self.parents(name).len() > 1
    }
}

/// A schema, and the parts of it that are written in place, also in each other.
fn written_parts(schema: &Schema) -> Vec<&AnySchema> {
    let mut parts = vec![keywords(schema)];
    let mut position = 0;
    while let Some(any) = parts.get(position) {
        parts.extend(any.all_of.iter().filter_map(|part| part.as_item().map(keywords)));
        position += 1;
    }
    parts
}
