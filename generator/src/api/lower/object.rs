//! Objects with declared members.

use openapiv3::{ReferenceOr, Schema};
use serde_json::Value;

use super::compose::AllOfPart;
use super::input::Site;
use super::log::Log;
use super::node::{Node, inline};
use super::schemas::Schemas;
use super::{constant, docs};
use crate::api::model::{Constraints, Docs, Field, Owner, Shape, Text, Type, TypeId};
use crate::base::diagnostic::Code;
use crate::base::pointer::Pointer;
use crate::base::unicode::excerpt;

impl<'d> Schemas<'d> {
    pub(super) fn object(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>) -> Type {
        let id = reserved.unwrap_or_else(|| self.reserve(site));
        let object = self.object_of(&[AllOfPart::new(schema, site.clone())], id);
        self.define(id, schema.docs(), Shape::Object(object))
    }

    /// Lowers an object without the tag of its union. Returns the reserved type if the object contains itself.
    pub(super) fn object_without(&mut self, schema: Node<'d>, site: &Site, tag: &'d str) -> Type {
        if let Some(Some(id)) = self.open.get(&site.pointer) {
            return Type::Named(*id);
        }
        self.open.entry(site.pointer.clone()).or_default();
        let ty = self.deeper(&site.pointer, Type::Any, |schemas| {
            let id = schemas.reserve(site);
            let part = AllOfPart { without: Some(tag), ..AllOfPart::new(schema, site.clone()) };
            let object = schemas.object_of(&[part], id);
            schemas.define(id, schema.docs(), Shape::Object(object))
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
        if let Some(value) = self.input.constant(property).filter(|_| required) {
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
            ReferenceOr::Item(_) => self.shared_type(site, |schemas| schemas.schema(property, site)),
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
        let texts = inline(property).map_or(0, |schema| schema.text_size());
        if !self.log.has_room(texts, &site.pointer) {
            return field;
        }
        match property {
            ReferenceOr::Item(schema) => {
                let schema = Node::new(schema);
                self.log.describe(&mut field, schema);
                field.constraints = self.own_limits(schema, site);
            }
            ReferenceOr::Reference { reference } => {
                if let Some(schema) = self.input.referenced_schema(reference) {
                    // An alias of a string or a number has no docs of its own at its use.
                    if is_scalar(schema) && self.log.has_room(schema.text_size(), &site.pointer) {
                        let Docs { description, example, .. } = own_docs(schema);
                        field.docs = Docs { description, example, ..Docs::default() };
                    }
                    field.read_only = schema.data.read_only;
                    field.write_only = schema.data.write_only;
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
            let place = || self.input.document.source_map.trace(field.origin.as_str()).pointer.to_string();
            let by_name =
                schema.as_deref().and_then(|schema| self.input.config.loosened(schema, &field.wire, self.log.used));
            if let Some(loosened) = by_name.or_else(|| self.input.config.loosened_at(place, self.log.used)) {
                field.may_be_omitted = loosened.is_optional();
                field.may_be_null = loosened.is_nullable();
                // A value that may be absent or null is not a constant.
                field.constant = None;
                field.accepts_numbers = loosened.accepts_numbers();
                let may_be_boolean = |ty: &Type| matches!(ty, Type::Boolean | Type::Named(_));
                if loosened.accepts_numbers() && !field.ty.any(&may_be_boolean) {
                    self.warn_idle(field, "number", "a boolean");
                }
                if loosened.accepts_text() && !self.drop_format(&mut field.ty) {
                    self.warn_idle(field, "text", "a string with a format");
                }
            }
        }
    }

    fn warn_idle(&mut self, field: &Field, kind: &str, expected: &str) {
        let message = format!("`accepts = [\"{kind}\"]` has no effect: `{}` is not {expected}", field.wire);
        self.log.warn(Code::OverrideUnused, message, &field.origin, "remove it from `[fields]` in bindery.toml");
    }

    /// Replaces strings with a format by any string. Returns `false` if there are none.
    fn drop_format(&self, ty: &mut Type) -> bool {
        match ty {
            Type::Text(text) if text.format().is_some() => {
                *text = Text::Plain;
                true
            }
            Type::List(inner) | Type::Map(inner) | Type::Nullable(inner) => self.drop_format(inner),
            // A component may be an alias that is lowered later.
            Type::Named(id) => {
                let schema = self.types[id.index()].naming.schema();
                let schema = schema.and_then(|name| self.input.component_schema(name));
                let has_format = schema.is_some_and(|schema| {
                    is_scalar(schema) && schema.typ() == Some("string") && schema.any.format.is_some()
                });
                if has_format {
                    *ty = Type::Text(Text::Plain);
                }
                has_format
            }
            _ => false,
        }
    }
}

impl Log<'_> {
    fn describe(&mut self, field: &mut Field, schema: Node<'_>) {
        field.read_only = schema.data.read_only;
        field.write_only = schema.data.write_only && !field.read_only;
        field.docs = own_docs(schema);
        field.default = self.default_of(schema, &field.origin);
    }

    /// Returns the default of a schema. A nullable schema has the default of its other alternative, unless it declares
    /// its own.
    pub(super) fn default_of(&mut self, schema: Node<'_>, at: &Pointer) -> Option<Value> {
        let (schema, at) = match schema.beside_null() {
            Some((keyword, index, inner)) if schema.data.default.is_none() => (inner, at.child(keyword).index(index)),
            _ => (schema, at.clone()),
        };
        let default = schema.data.default.as_ref()?;
        if !docs::is_of_type(default, schema.typ()) {
            let message = format!("the default {} is not of type `{}`", brief(default), schema.typ().unwrap_or("any"));
            let help = "write a value of the schema's type, or remove `default`";
            self.warn(Code::FieldInvalid, message, &at.child("default"), help);
            return None;
        }
        Some(default.clone())
    }
}

/// Returns the docs of a schema. A nullable schema has the docs of its other alternative, unless it declares its own.
fn own_docs(schema: Node<'_>) -> Docs {
    let own = schema.docs();
    match schema.beside_null() {
        Some((_, _, inner)) => {
            let mut docs = inner.docs();
            docs.prefer(own);
            docs
        }
        None => own,
    }
}

/// Returns `true` if a schema becomes an alias and not a type of its own.
fn is_scalar(schema: Node<'_>) -> bool {
    schema.has_simple_type() && schema.any.enumeration.is_empty() && !schema.is_composed()
}

fn brief(value: &Value) -> String {
    match value {
        Value::Object(_) => "(an object)".to_owned(),
        Value::Array(_) => "(an array)".to_owned(),
        other => excerpt(&other.to_string(), 40),
    }
}
