//! Objects composed of several parts.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use openapiv3::{AdditionalProperties, ReferenceOr, Schema};

use super::compose::AllOfPart;
use super::keywords::keywords;
use super::lowering::{Lowering, Site};
use crate::model::{Field, Object, Owner, Type, TypeId};

impl<'d> Lowering<'d> {
    /// Lowers the members that the parts declare. Inline types are named after the component that declares them, so
    /// that all its users share them, otherwise after `owner`.
    pub(super) fn object_of(&mut self, parts: &[AllOfPart<'d>], owner: TypeId) -> Object {
        let mut declared: IndexMap<&str, Vec<Declared<'d>>> = IndexMap::new();
        let mut required: HashSet<&str> = HashSet::new();
        let mut others = None;
        if self.bounds.are_exceeded() {
            return Object::default();
        }
        // A part that is reached several times counts once, at its last position.
        let places = parts.iter().enumerate().map(|(index, part)| (part.site.pointer.as_str(), index));
        let last: HashMap<&str, usize> = places.collect();
        for (index, part) in parts.iter().enumerate() {
            let any = keywords(part.schema);
            required.extend(any.required.iter().map(String::as_str));
            let is_own = |name: &str| part.without != Some(name);
            let at = part.site.pointer.child("properties");
            let holder = part.site.naming.schema().and_then(|name| self.schemas.get(name));
            let holder = holder.copied().unwrap_or(owner);
            for (name, property) in any.properties.iter().filter(|(name, _)| is_own(name)) {
                let declarations = declared.entry(name).or_default();
                if last.get(part.site.pointer.as_str()) == Some(&index) {
                    let site = Site::new(at.child(name), Owner::Type(holder), name.as_str());
                    declarations.push(Declared { property, site });
                }
            }
            others = any.additional_properties.as_ref().map(|others| (others, &part.site)).or(others);
        }
        self.check_parts(
            declared.len(),
            "members of one type",
            &parts.last().map(|part| part.site.pointer.clone()).unwrap_or_default(),
        );
        let fields = declared.iter().map(|(name, all)| self.member(name, all, required.contains(name), owner));
        let mut fields: Vec<_> = fields.collect();
        if others.is_none() {
            fields.extend(undeclared(parts, &declared));
        }
        self.loosen(&mut fields, owner);
        let is_closed = matches!(others, Some((AdditionalProperties::Any(false), _)));
        let others = others.and_then(|(others, site)| match others {
            AdditionalProperties::Schema(values) => {
                let below = Site::new(site.pointer.child("additionalProperties"), Owner::Type(owner), "value");
                Some(self.schema(values, &below))
            }
            AdditionalProperties::Any(true) => Some(Type::Any),
            AdditionalProperties::Any(false) => None,
        });
        // The tag that a union removes is not an undeclared member.
        let keeps = self.config.keep_undeclared && !is_closed && parts.iter().all(|part| part.without.is_none());
        let others = others.or(keeps.then_some(Type::Any));
        Object { fields, others }
    }
}

/// A member as declared by one part.
pub(super) struct Declared<'d> {
    pub(super) property: &'d ReferenceOr<Box<Schema>>,
    pub(super) site: Site,
}

/// Returns members that parts require without declaring them. They accept any value and are optional, since the name
/// may be misspelled.
fn undeclared<T>(parts: &[AllOfPart<'_>], declared: &IndexMap<&str, T>) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for part in parts {
        for (index, name) in keywords(part.schema).required.iter().enumerate() {
            let is_own = part.without != Some(name);
            if is_own && !declared.is_empty() && !declared.contains_key(name.as_str()) && seen.insert(name) {
                fields.push(Field::any(part.site.pointer.child("required").index(index), name));
            }
        }
    }
    fields
}
