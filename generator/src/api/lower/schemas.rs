//! Makes types of schemas. Definitions are reserved first, so that inner types can be named after their owners.

use std::collections::{HashMap, HashSet};

use super::inheritance::Inheritance;
use super::input::{Input, Site};
use super::log::{Log, MAX_DEPTH, MAX_ITEMS};
use crate::api::model::{Constraints, Definition, Docs, OwnTypes, Owner, Pattern, Shape, Type, TypeId};
use crate::base::pointer::Pointer;

/// The types that were made of schemas so far.
pub(super) struct Schemas<'d> {
    pub(super) input: &'d Input<'d>,
    pub(super) log: Log<'d>,
    /// The inheritance between schemas.
    pub(super) inheritance: &'d Inheritance,
    pub(super) types: Vec<Definition>,
    /// The types of the component schemas, by name.
    pub(super) ids: HashMap<&'d str, TypeId>,
    /// The user's types, by the names of the component schemas that they replace.
    pub(super) own: HashMap<&'d str, Type>,
    /// All of the user's types.
    pub(super) own_types: OwnTypes,
    /// The locations of schemas that are not supported.
    pub(super) untyped: HashSet<String>,
    /// The inline schemas that are being lowered, and the types reserved for them: a schema may contain itself.
    pub(super) open: HashMap<Pointer, Option<TypeId>>,
    /// The types of inline schemas that several operations share through a component.
    pub(super) shared: HashMap<Pointer, Type>,
    /// The types of members that several parts declare, by the locations of the declarations; a type may contain
    /// itself.
    pub(super) merged: HashMap<Vec<Pointer>, TypeId>,
    /// The patterns found so far, by their source.
    pub(super) patterns: HashMap<String, Result<Pattern, String>>,
    /// The unions whose discriminator maps values to alternatives.
    pub(super) mapped_unions: HashSet<TypeId>,
}

impl<'d> Schemas<'d> {
    pub(super) fn new(log: Log<'d>, inheritance: &'d Inheritance) -> Self {
        let behind = log.input.document.own_schemas.behind.clone();
        Self {
            input: log.input,
            inheritance,
            types: Vec::new(),
            ids: HashMap::new(),
            own: HashMap::new(),
            own_types: OwnTypes::new(behind, log.input.config.own_dependencies()),
            untyped: HashSet::new(),
            open: HashMap::new(),
            shared: HashMap::new(),
            merged: HashMap::new(),
            patterns: HashMap::new(),
            mapped_unions: HashSet::new(),
            log,
        }
    }
}

impl Schemas<'_> {
    /// Reserves a definition, so that inner types can be named after it.
    pub(super) fn reserve(&mut self, site: &Site) -> TypeId {
        let id = self.reserve_another(site);
        if let Some(open) = self.open.get_mut(&site.pointer) {
            open.get_or_insert(id);
        }
        id
    }

    /// Reserves a definition for a type that is built from more than the schema at its location.
    pub(super) fn reserve_another(&mut self, site: &Site) -> TypeId {
        let id = TypeId::new(self.types.len());
        self.log.check_count(
            self.types.len(),
            MAX_ITEMS,
            "types",
            "replace repeated schemas with references",
            &site.pointer,
        );
        self.types.push(Definition {
            included_by: self.included_by(site),
            origin: site.pointer.clone(),
            naming: site.naming.clone(),
            occurrences: Vec::new(),
            docs: Docs::default(),
            constraints: Constraints::default(),
            shape: Shape::Alias(Type::Any),
            is_twin: false,
        });
        id
    }

    /// Returns the owner that includes a part of another schema, such as an alternative through `allOf`.
    fn included_by(&self, site: &Site) -> Option<String> {
        let Owner::Type(owner) = site.naming.owner else { return None };
        let owner = &self.types[owner.index()];
        if site.pointer.is_within(&owner.origin) {
            return owner.included_by.clone();
        }
        let outer = owner.included_by.as_ref().map(|outer| format!(" in {outer}"));
        Some(format!("{}{}", owner.origin, outer.unwrap_or_default()))
    }

    pub(super) fn define(&mut self, id: TypeId, docs: Docs, shape: Shape) -> Type {
        let definition = &mut self.types[id.index()];
        definition.docs = docs;
        definition.shape = shape;
        Type::Named(id)
    }

    /// Defines the reserved type, or a new one.
    pub(super) fn define_at(&mut self, site: &Site, reserved: Option<TypeId>, docs: Docs, shape: Shape) -> Type {
        let id = reserved.unwrap_or_else(|| self.reserve(site));
        self.define(id, docs, shape)
    }

    /// Runs `step` one level deeper, or returns `or` if that is too deep.
    pub(super) fn deeper<T>(&mut self, at: &Pointer, or: T, step: impl FnOnce(&mut Self) -> T) -> T {
        if self.log.is_exceeded() {
            return or;
        }
        if self.log.depth == MAX_DEPTH {
            self.log.too_deep(at);
            return or;
        }
        self.log.depth += 1;
        let made = step(self);
        self.log.depth -= 1;
        made
    }
}
