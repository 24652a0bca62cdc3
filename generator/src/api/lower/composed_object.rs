//! Objects composed of several parts, which may declare the same member.
//!
//! | declarations | resulting member |
//! |---|---|
//! | only one declares the kind of value | that one |
//! | objects, one of which has the members of all | the last such one |
//! | other objects | one object with the members of all |
//! | an enumeration or a format, and a plain type of the same kind | the former |
//! | a list and an object | the one that says what is in it, otherwise any value; with a warning |
//! | others | the last one |

use std::collections::{HashMap, HashSet};

use indexmap::{IndexMap, IndexSet};
use openapiv3::{AdditionalProperties, AnySchema, ReferenceOr, Schema};

use super::compose::{AllOfPart, has_shape, is_no_object};
use super::input::{Input, Site};
use super::node::{Node, inline};
use super::schemas::Schemas;
use crate::api::model::{Docs, Field, Object, Owner, Role, Shape, Type, TypeId};
use crate::base::diagnostic::Code;
use crate::base::pointer::Pointer;
use crate::base::suggestion::closest_match;

impl<'d> Schemas<'d> {
    /// Lowers the members that the parts declare. Inline types are named after the component that declares them, so
    /// that all its users share them, otherwise after `owner`.
    pub(super) fn object_of(&mut self, parts: &[AllOfPart<'d>], owner: TypeId) -> Object {
        let mut declared: IndexMap<&str, Vec<Declared<'d>>> = IndexMap::new();
        let mut required: HashSet<&str> = HashSet::new();
        let mut others = None;
        if self.log.is_exceeded() {
            return Object::default();
        }
        // A part that is reached several times counts once, at its last position.
        let places = parts.iter().enumerate().map(|(index, part)| (part.site.pointer.as_str(), index));
        let last: HashMap<&str, usize> = places.collect();
        for (index, part) in parts.iter().enumerate() {
            let any = part.schema.any;
            required.extend(any.required.iter().map(String::as_str));
            let is_own = |name: &str| part.without != Some(name);
            let at = part.site.pointer.child("properties");
            let holder = part.site.naming.schema().and_then(|name| self.ids.get(name));
            let holder = holder.copied().unwrap_or(owner);
            for (name, property) in ordered_properties(any).into_iter().filter(|(name, _)| is_own(name)) {
                let declarations = declared.entry(name).or_default();
                if last.get(part.site.pointer.as_str()) == Some(&index) {
                    let site = Site::new(at.child(name), Owner::Type(holder), Role::Member(name.clone()));
                    declarations.push(Declared { property, site });
                }
            }
            others = any.additional_properties.as_ref().map(|others| (others, part)).or(others);
        }
        self.log.check_parts(
            declared.len(),
            "members of one type",
            &parts.last().map(|part| part.site.pointer.clone()).unwrap_or_default(),
        );
        let fields = declared.iter().map(|(name, all)| self.member(name, all, required.contains(name), owner));
        let mut fields: Vec<_> = fields.collect();
        if others.is_none() {
            let undeclared = undeclared(parts, &declared);
            undeclared.iter().for_each(|field| self.warn_undeclared(field, &declared, owner));
            fields.extend(undeclared);
        }
        self.loosen(&mut fields, owner);
        let is_closed = matches!(others, Some((AdditionalProperties::Any(false), _)));
        let others = others.and_then(|(others, part)| match others {
            AdditionalProperties::Schema(values) => {
                let at = part.site.pointer.child(part.schema.others_keyword());
                let below = Site::new(at, Owner::Type(owner), Role::Others);
                Some(self.schema(values, &below))
            }
            AdditionalProperties::Any(true) => Some(Type::Any),
            AdditionalProperties::Any(false) => None,
        });
        // The tag that a union removes is not an undeclared member.
        let keeps = self.input.config.keep_undeclared && !is_closed && parts.iter().all(|part| part.without.is_none());
        let others = others.or(keeps.then_some(Type::Any));
        Object { fields, others }
    }
}

impl Schemas<'_> {
    /// Warns about a required member that no part declares, unless the type is only a part of others, which may declare it.
    fn warn_undeclared<T>(&mut self, field: &Field, declared: &IndexMap<&str, T>, owner: TypeId) {
        let schema = self.types[owner.index()].naming.schema();
        if schema.is_some_and(|name| !self.input.document.used_directly.contains(name)) {
            return;
        }
        let near = match self.log.suggestions.checked_sub(1) {
            Some(left) => {
                self.log.suggestions = left;
                closest_match(&field.wire, declared.keys().copied(), true)
            }
            None => None,
        };
        let help = near.map(|near| format!("did you mean `{near}`?"));
        let help = help.as_deref().unwrap_or("declare it in `properties`, or remove it");
        let message = format!("`{}` is required, but is not a property", field.wire);
        self.log.warn(Code::RuleViolated, message, &field.origin, help);
    }
}

/// Returns the members of a schema. If they are sorted by name, a program sorted them, and the required ones get the order of
/// `required`, which it keeps.
fn ordered_properties(schema: &AnySchema) -> Vec<(&String, &ReferenceOr<Box<Schema>>)> {
    let mut members: Vec<_> = schema.properties.iter().collect();
    let required: IndexSet<&String> =
        schema.required.iter().filter(|name| schema.properties.contains_key(*name)).collect();
    if schema.properties.keys().is_sorted() && !required.iter().is_sorted() {
        let places = members.iter_mut().filter(|(name, _)| required.contains(name));
        for (place, name) in places.zip(&required) {
            if let Some(member) = schema.properties.get_key_value(*name) {
                *place = member;
            }
        }
    }
    members
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
        for (index, name) in part.schema.any.required.iter().enumerate() {
            let is_own = part.without != Some(name);
            if is_own && !declared.is_empty() && !declared.contains_key(name.as_str()) && seen.insert(name) {
                fields.push(Field::any(part.site.pointer.child("required").index(index), name));
            }
        }
    }
    fields
}

impl<'d> Schemas<'d> {
    pub(super) fn member(&mut self, name: &str, all: &[Declared<'d>], required: bool, owner: TypeId) -> Field {
        let shaped: Vec<&Declared<'d>> =
            all.iter().filter(|one| inline(one.property).is_none_or(|schema| has_shape(schema))).collect();
        let Some(last) = shaped.last().copied().or(all.last()) else {
            return Field::any(Pointer::root(), name);
        };
        if shaped.len() < 2 {
            return self.field(name, last.property, &last.site, required);
        }
        let Some(objects) = self.objects(&shaped) else {
            let best = shaped
                .iter()
                .copied()
                .reduce(|best, next| if self.input.is_less_specific(next, best) { best } else { next });
            let best = best.unwrap_or(last);
            let field = self.field(name, best.property, &best.site, required);
            return match self.input.contradiction(&shaped, best) {
                Some(contradiction) => self.contradicted(field, &contradiction, &last.site),
                None => field,
            };
        };
        let every: HashSet<&str> = objects.iter().flat_map(|parts| member_names(parts)).collect();
        match shaped.iter().zip(&objects).rev().find(|(_, parts)| member_names(parts).count() == every.len()) {
            Some((whole, _)) => self.field(name, whole.property, &whole.site, required),
            None => {
                let places = shaped.iter().map(|declared| declared.site.pointer.clone()).collect();
                let site = Site::new(last.site.pointer.clone(), Owner::Type(owner), Role::Member(name.to_owned()));
                let ty = self.merged(places, objects.into_iter().flatten().collect(), &site);
                self.field_of(name, last.property, &last.site, required, ty)
            }
        }
    }

    /// Reports a member whose declarations contradict each other. It accepts any value if none of them is more specific.
    fn contradicted(&mut self, field: Field, contradiction: &Contradiction, site: &Site) -> Field {
        let [one, other] = contradiction.kinds;
        let read =
            if contradiction.is_decided { "the more specific one is used" } else { "any JSON value is accepted" };
        let message = format!("the parts declare `{}` as {one} and as {other}; {read}", field.wire);
        self.log.warn(Code::SchemaUnsupported, message, &site.pointer, "declare the same type in all parts");
        if contradiction.is_decided {
            return field;
        }
        Field { required: field.required, docs: field.docs, ..Field::any(field.origin, &field.wire) }
    }

    /// Lowers one object from all parts; the same combination of parts shares one type.
    fn merged(&mut self, places: Vec<Pointer>, parts: Vec<AllOfPart<'d>>, site: &Site) -> Type {
        if let Some(id) = self.merged.get(&places) {
            return Type::Named(*id);
        }
        let id = self.reserve_another(site);
        self.merged.insert(places, id);
        let object = self.deeper(&site.pointer, Object::default(), |schemas| schemas.object_of(&parts, id));
        self.define(id, Docs::default(), Shape::Object(object))
    }

    /// Returns the parts of each declaration, if all are objects without alternatives.
    fn objects(&mut self, declarations: &[&Declared<'d>]) -> Option<Vec<Vec<AllOfPart<'d>>>> {
        let mut objects = Vec::new();
        for declared in declarations {
            // Unresolved references are reported where the member is lowered.
            self.input.resolve_schema(declared.property)?;
            let mut parts = Vec::new();
            self.collect_part(declared.property, &declared.site, &mut HashSet::new(), &mut parts);
            let plain =
                |part: &AllOfPart<'d>| !is_no_object(part.schema) && self.input.branches(part.schema).is_empty();
            if !parts.iter().all(plain) || member_names(&parts).next().is_none() {
                return None;
            }
            objects.push(parts);
        }
        Some(objects)
    }
}

/// Declarations of a member of which one is a list and one is an object, so that no value matches both.
struct Contradiction {
    kinds: [&'static str; 2],
    /// `true` if one of them says more than its kind.
    is_decided: bool,
}

impl<'d> Input<'d> {
    /// Returns the contradiction between the best declaration of a member and the others.
    fn contradiction(&self, all: &[&Declared<'d>], best: &Declared<'d>) -> Option<Contradiction> {
        let schema = |declared: &Declared<'d>| self.resolve_schema(declared.property);
        let best = schema(best)?;
        let kind = compound_kind(best)?;
        let others = all.iter().filter_map(|declared| schema(declared));
        let other = others.into_iter().find(|other| compound_kind(*other).is_some_and(|other| other != kind))?;
        let kinds = [kind, compound_kind(other)?];
        Some(Contradiction { kinds, is_decided: is_bare(other) != is_bare(best) })
    }

    /// Returns `true` if a declaration is a plain type and the other is an enumeration or a format of that type.
    fn is_less_specific(&self, one: &Declared<'d>, other: &Declared<'d>) -> bool {
        let schema = |declared: &Declared<'d>| self.resolve_schema(declared.property);
        let (Some(one), Some(other)) = (schema(one), schema(other)) else { return false };
        let is_plain = |schema: Node<'_>| schema.any.enumeration.is_empty() && schema.any.format.is_none();
        if compound_kind(one).zip(compound_kind(other)).is_some_and(|(one, other)| one != other) {
            return is_bare(one) && !is_bare(other);
        }
        one.has_simple_type() && is_plain(one) && one.typ() == other.typ() && !is_plain(other)
    }
}

/// Returns the kind of a list or an object without alternatives.
fn compound_kind(schema: Node<'_>) -> Option<&'static str> {
    match schema.typ() {
        _ if schema.is_composed() => None,
        Some("array") => Some("an array"),
        Some("object") => Some("an object"),
        _ => None,
    }
}

/// Returns `true` if a list or an object does not say what is in it.
fn is_bare(schema: Node<'_>) -> bool {
    let any = schema.any;
    any.properties.is_empty() && any.additional_properties.is_none() && any.items.is_none()
}

fn member_names<'p>(parts: &'p [AllOfPart<'_>]) -> impl Iterator<Item = &'p str> {
    let names: HashSet<&str> =
        parts.iter().flat_map(|part| part.schema.any.properties.keys()).map(String::as_str).collect();
    names.into_iter()
}
