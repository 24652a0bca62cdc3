//! Objects with declared members.

use openapiv3::{ReferenceOr, Schema};
use serde_json::Value;

use super::compose::AllOfPart;
use super::keywords::{beside_null, is_composed, keywords};
use super::lowering::{Lowering, Site};
use super::{constant, docs};
use crate::diagnostic::Code;
use crate::model::{Constraints, Docs, Field, Owner, Shape, Type, TypeId};
use crate::pointer::Pointer;

impl<'d> Lowering<'d> {
    pub(super) fn object(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        let id = reserved.unwrap_or_else(|| self.reserve(site));
        let object = self.object_of(&[AllOfPart::new(schema, site.clone())], id);
        self.define(id, docs::docs(schema), Shape::Object(object))
    }

    /// Lowers an object without the tag of its union. Returns the reserved type if the object contains itself.
    pub(super) fn object_without(&mut self, schema: &'d Schema, site: &Site, tag: &'d str) -> Type {
        if let Some(Some(id)) = self.open.get(&site.pointer) {
            return Type::Named(*id);
        }
        self.open.entry(site.pointer.clone()).or_default();
        let ty = self.deeper(&site.pointer, Type::Any, |lowering| {
            let id = lowering.reserve(site);
            let part = AllOfPart { without: Some(tag), ..AllOfPart::new(schema, site.clone()) };
            let object = lowering.object_of(&[part], id);
            lowering.define(id, docs::docs(schema), Shape::Object(object))
        });
        self.open.remove(&site.pointer);
        ty
    }

    pub(super) fn field(
        &mut self,
        wire: &str,
        property: &'d ReferenceOr<Box<Schema>>,
        site: &Site,
        required: bool,
    ) -> Field {
        if let Some(value) = self.constant(property).filter(|_| required) {
            let field = self.field_of(wire, property, site, required, constant::type_of(value));
            return Field {
                constant: Some(value.clone()),
                default: None,
                constraints: Constraints::default(),
                ..field
            };
        }
        let ty = match property {
            ReferenceOr::Reference { .. } => self.schema(property, site),
            // All subtypes of a component share its inline types.
            ReferenceOr::Item(_) => self.shared_type(site, |lowering| lowering.schema(property, site)),
        };
        self.field_of(wire, property, site, required, ty)
    }

    /// Lowers a member of a type that is not built from its own schema alone.
    pub(super) fn field_of(
        &mut self,
        wire: &str,
        property: &'d ReferenceOr<Box<Schema>>,
        site: &Site,
        required: bool,
        ty: Type,
    ) -> Field {
        let mut field = Field { ty, required, ..Field::any(site.pointer.clone(), wire) };
        let texts = property.as_item().map_or(0, |schema| docs::size(schema));
        if !self.has_room(texts, &site.pointer) {
            return field;
        }
        match property {
            ReferenceOr::Item(schema) => {
                self.describe(&mut field, schema);
                field.constraints = self.own_limits(schema, site);
            }
            ReferenceOr::Reference { reference } => {
                if let Some(schema) = self.referenced_schema(reference) {
                    // An alias of a string or a number has no docs of its own at its use.
                    if is_scalar(schema) && self.has_room(docs::size(schema), &site.pointer) {
                        let Docs { description, example, .. } = own_docs(schema);
                        field.docs = Docs { description, example, ..Docs::default() };
                    }
                    field.read_only = schema.schema_data.read_only;
                    field.write_only = schema.schema_data.write_only;
                }
            }
        }
        field
    }

    /// Loosens fields as configured: real servers may send null or a number, or omit a field, contrary to the description.
    pub(super) fn loosen(&mut self, fields: &mut [Field], owner: TypeId) {
        let schema = match &self.types[owner.index()].naming.owner {
            Owner::Schema(schema) => Some(schema.clone()),
            _ => None,
        };
        for field in fields {
            let place = || self.source_map.trace(field.origin.as_str()).pointer.to_string();
            let by_name = schema.as_deref().and_then(|schema| self.config.loosened(schema, &field.wire, self.used));
            if let Some(loosened) = by_name.or_else(|| self.config.loosened_at(place, self.used)) {
                field.required &= !loosened.is_optional();
                if loosened.is_nullable() {
                    field.ty = std::mem::replace(&mut field.ty, Type::Any).or_null();
                }
                // A value that may be absent or null is not a constant.
                field.constant = None;
                let may_be_boolean = |ty: &Type| matches!(ty, Type::Boolean | Type::Named(_));
                field.accepts_numbers = loosened.accepts_numbers();
                if loosened.accepts_numbers() && !field.ty.any(&may_be_boolean) {
                    let message = format!("`accepts = [\"number\"]` has no effect: `{}` is not a boolean", field.wire);
                    self.warn(
                        Code::OverrideUnused,
                        message,
                        &field.origin,
                        "remove it from `[fields]` in bindery.toml",
                    );
                }
            }
        }
    }

    fn describe(&mut self, field: &mut Field, schema: &Schema) {
        field.read_only = schema.schema_data.read_only;
        field.write_only = schema.schema_data.write_only && !field.read_only;
        field.docs = own_docs(schema);
        field.default = self.default_of(schema, &field.origin);
    }

    /// Returns the default of a schema. A nullable schema has the default of its other alternative, unless it declares
    /// its own.
    pub(super) fn default_of(&mut self, schema: &Schema, at: &Pointer) -> Option<Value> {
        let (schema, at) = match beside_null(schema) {
            Some((keyword, index, inner)) if schema.schema_data.default.is_none() => {
                (inner, at.child(keyword).index(index))
            }
            _ => (schema, at.clone()),
        };
        let any = keywords(schema);
        let default = schema.schema_data.default.as_ref()?;
        if !docs::is_of_type(default, any) {
            let message =
                format!("the default {} is not of type `{}`", brief(default), any.typ.as_deref().unwrap_or("any"));
            let help = "write a value of the schema's type, or remove `default`";
            self.warn(Code::FieldInvalid, message, &at.child("default"), help);
            return None;
        }
        Some(default.clone())
    }
}

/// Returns the docs of a schema. A nullable schema has the docs of its other alternative, unless it declares its own.
fn own_docs(schema: &Schema) -> Docs {
    let own = docs::docs(schema);
    match beside_null(schema) {
        Some((_, _, inner)) => {
            let mut docs = docs::docs(inner);
            docs.prefer(own);
            docs
        }
        None => own,
    }
}

/// Returns `true` if a schema becomes an alias and not a type of its own.
fn is_scalar(schema: &Schema) -> bool {
    let any = keywords(schema);
    let simple = matches!(any.typ.as_deref(), Some("string" | "integer" | "number" | "boolean"));
    simple && any.enumeration.is_empty() && !is_composed(any)
}

fn brief(value: &Value) -> String {
    match value {
        Value::Object(_) => "(an object)".to_owned(),
        Value::Array(_) => "(an array)".to_owned(),
        other => other.to_string().chars().take(40).collect(),
    }
}
