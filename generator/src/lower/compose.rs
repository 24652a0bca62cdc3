//! `allOf`: one struct with the members of all parts.
//!
//! | `allOf` | becomes |
//! |---|---|
//! | one part and nothing beside it | the part; docs and `nullable` beside it apply to this use |
//! | objects | one struct; a member that several parts declare takes its type from the last, and is required where any part requires it |
//! | one part with keywords of its own, others with docs or limits only | that part |
//! | anything else | any JSON value, with a warning |

use openapiv3::{ReferenceOr, Schema};

use super::schema::keywords;
use super::{Lowering, Site, docs};
use crate::diagnostic::Code;
use crate::model::{Field, Object, Owner, Shape, Type, TypeId};

impl<'d> Lowering<'d> {
    pub(super) fn all_of(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = keywords(schema);
        let own = !any.properties.is_empty() || !any.one_of.is_empty() || !any.any_of.is_empty();
        let parts: Vec<_> = any.all_of.iter().enumerate().filter(|(_, part)| self.says_something(part)).collect();
        match parts.as_slice() {
            [(index, part)] if !own => {
                let below = site.below(&["allOf", &index.to_string()]);
                match (reserved, part) {
                    // A component that is one inline part is that part under the component's name.
                    (Some(_), ReferenceOr::Item(inner)) => self.merged(inner, &below, reserved),
                    _ => self.schema(part, &below),
                }
            }
            [] if !own => Type::Any,
            _ => self.merged(schema, site, reserved),
        }
    }

    /// Whether a part constrains the shape of a value; `{description: ..}` and `{nullable: true}` do not.
    fn says_something(&self, part: &ReferenceOr<Schema>) -> bool {
        let ReferenceOr::Item(schema) = part else { return true };
        let any = keywords(schema);
        any.typ.as_deref().is_some_and(|typ| typ != "object")
            || !any.properties.is_empty()
            || !any.required.is_empty()
            || any.additional_properties.is_some()
            || any.items.is_some()
            || !any.enumeration.is_empty()
            || !(any.all_of.is_empty() && any.one_of.is_empty() && any.any_of.is_empty())
    }

    fn merged(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        let id = reserved.unwrap_or_else(|| self.reserve(site));
        let mut merged = Merged::default();
        if !self.collect(schema, site, id, &mut merged) {
            let message = "the parts of `allOf` are not all objects; any JSON value is accepted here";
            self.warn(Code::SchemaUnsupported, message, &site.pointer.child("allOf"), "combine objects only");
            return self.define(id, docs::docs(&schema.schema_data, keywords(schema)), Shape::Alias(Type::Any));
        }
        self.define(id, docs::docs(&schema.schema_data, keywords(schema)), Shape::Object(merged.into_object()))
    }

    /// Adds the members of a schema and of all its parts; false if one of them is no object.
    fn collect(&mut self, schema: &'d Schema, site: &Site, owner: TypeId, merged: &mut Merged) -> bool {
        let any = keywords(schema);
        let scalar = any.typ.as_deref().is_some_and(|typ| typ != "object");
        if scalar || any.items.is_some() || !any.enumeration.is_empty() {
            return false;
        }
        let mut sound = true;
        for (index, part) in any.all_of.iter().enumerate() {
            let index = index.to_string();
            sound &= match part {
                ReferenceOr::Item(part) => self.collect(part, &site.below(&["allOf", &index]), owner, merged),
                ReferenceOr::Reference { reference } => match self.referenced_schema(reference) {
                    // The same part twice adds nothing, and a part that leads back to itself has no end.
                    Some(_) if !merged.parts.insert(reference.clone()) => true,
                    Some(part) => {
                        let name = crate::document::component_name(reference, "schemas").unwrap_or_default();
                        let pointer =
                            crate::document::Pointer::root().child("components").child("schemas").child(&name);
                        let below = Site::new(pointer, Owner::Schema(name), "");
                        self.collect(part, &below, owner, merged)
                    }
                    None => {
                        self.referenced_type(reference, &site.pointer.child("allOf").child(&index));
                        true
                    }
                },
            };
        }
        if !any.one_of.is_empty() || !any.any_of.is_empty() {
            let message = "alternatives beside `allOf` or `properties` are not told apart; their members are left out";
            self.warn(
                Code::SchemaUnsupported,
                message,
                &site.pointer,
                "move the alternatives into a schema of their own",
            );
        }
        merged.required.extend(any.required.iter().cloned());
        merged.add(self.members(schema, site, owner));
        sound
    }
}

/// The members of all parts, in the order in which they are first declared.
#[derive(Default)]
struct Merged {
    fields: indexmap::IndexMap<String, Field>,
    required: std::collections::HashSet<String>,
    others: Option<Type>,
    /// The references that were followed.
    parts: std::collections::HashSet<String>,
}

impl Merged {
    fn add(&mut self, object: Object) {
        for field in object.fields {
            self.fields.insert(field.wire.clone(), field);
        }
        self.others = object.others.or(self.others.take());
    }

    fn into_object(self) -> Object {
        let Self { fields, required, others, parts: _ } = self;
        let fields = fields.into_values().map(|mut field| {
            field.required |= required.contains(&field.wire);
            field
        });
        Object { fields: fields.collect(), others }
    }
}
