//! Members that several parts of an `allOf` declare.
//!
//! | declarations | resulting member |
//! |---|---|
//! | only one declares the kind of value | that one |
//! | objects, one of which has the members of all | the last such one |
//! | other objects | one object with the members of all |
//! | an enumeration or a format, and a plain type of the same kind | the former |
//! | others | the last one |

use std::collections::HashSet;

use super::compose::{AllOfPart, has_shape, is_no_object};
use super::composed_object::Declared;
use super::keywords::keywords;
use super::lowering::{Lowering, Site};
use crate::model::{Docs, Field, Object, Owner, Shape, Type, TypeId};
use crate::pointer::Pointer;

impl<'d> Lowering<'d> {
    pub(super) fn member(&mut self, name: &str, all: &[Declared<'d>], required: bool, owner: TypeId) -> Field {
        let shaped: Vec<&Declared<'d>> =
            all.iter().filter(|one| one.property.as_item().is_none_or(|schema| has_shape(schema))).collect();
        let Some(last) = shaped.last().copied().or(all.last()) else {
            return Field::any(Pointer::root(), name);
        };
        if shaped.len() < 2 {
            return self.field(name, last.property, &last.site, required, Some(owner));
        }
        let Some(objects) = self.objects(&shaped) else {
            let best = shaped.iter().copied().reduce(|best, next| if self.says_less(next, best) { best } else { next });
            let best = best.unwrap_or(last);
            return self.field(name, best.property, &best.site, required, Some(owner));
        };
        let every: HashSet<&str> = objects.iter().flat_map(|parts| member_names(parts)).collect();
        match shaped.iter().zip(&objects).rev().find(|(_, parts)| member_names(parts).count() == every.len()) {
            Some((whole, _)) => self.field(name, whole.property, &whole.site, required, Some(owner)),
            None => {
                let places = shaped.iter().map(|declared| declared.site.pointer.clone()).collect();
                let site = Site::new(last.site.pointer.clone(), Owner::Type(owner), name);
                let ty = self.merged(places, objects.into_iter().flatten().collect(), &site);
                self.field_of(name, last.property, &last.site, required, ty)
            }
        }
    }

    /// Lowers one object from all parts; the same combination of parts shares one type.
    fn merged(&mut self, places: Vec<Pointer>, parts: Vec<AllOfPart<'d>>, site: &Site) -> Type {
        if let Some(id) = self.merged.get(&places) {
            return Type::Named(*id);
        }
        let id = self.reserve_another(site);
        self.merged.insert(places, id);
        let object = self.deeper(&site.pointer, Object::default(), |lowering| lowering.object_of(&parts, id));
        self.define(id, Docs::default(), Shape::Object(object))
    }

    /// Returns the parts of each declaration, if all are objects without alternatives.
    fn objects(&mut self, declarations: &[&Declared<'d>]) -> Option<Vec<Vec<AllOfPart<'d>>>> {
        let mut objects = Vec::new();
        for declared in declarations {
            // Unresolved references are reported where the member is lowered.
            self.resolve_schema(declared.property)?;
            let mut parts = Vec::new();
            self.collect_part(declared.property, &declared.site, &mut HashSet::new(), &mut parts);
            let plain = |part: &AllOfPart<'d>| !is_no_object(part.schema) && self.branches(part.schema).is_empty();
            if !parts.iter().all(plain) || member_names(&parts).next().is_none() {
                return None;
            }
            objects.push(parts);
        }
        Some(objects)
    }

    /// Returns `true` if a declaration is a plain type and the other is an enumeration or a format of that type.
    fn says_less(&self, one: &Declared<'d>, other: &Declared<'d>) -> bool {
        let any = |declared: &Declared<'d>| self.resolve_schema(declared.property).map(keywords);
        let (Some(one), Some(other)) = (any(one), any(other)) else { return false };
        let plain = one.enumeration.is_empty() && one.format.is_none() && is_scalar(one.typ.as_deref());
        plain && one.typ == other.typ && (!other.enumeration.is_empty() || other.format.is_some())
    }
}

fn is_scalar(typ: Option<&str>) -> bool {
    matches!(typ, Some("string" | "integer" | "number" | "boolean"))
}

fn member_names<'p>(parts: &'p [AllOfPart<'_>]) -> impl Iterator<Item = &'p str> {
    let names: HashSet<&str> =
        parts.iter().flat_map(|part| keywords(part.schema).properties.keys()).map(String::as_str).collect();
    names.into_iter()
}
