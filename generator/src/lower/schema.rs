//! A schema to a type: which kind of type it is, and the simple kinds.

use openapiv3::{AdditionalProperties, AnySchema, ReferenceOr, Schema, SchemaKind};

use super::{Lowering, Site, docs, enumeration, union};
use crate::diagnostic::Code;
use crate::document::Pointer;
use crate::model::{DateKind, Integer, Naming, Number, Owner, Shape, Text, Type, TypeId};

/// The keywords of a schema. The document stage makes all schemas of this one kind.
pub(super) fn keywords(schema: &Schema) -> &AnySchema {
    static NOTHING: std::sync::LazyLock<AnySchema> = std::sync::LazyLock::new(AnySchema::default);
    match &schema.schema_kind {
        SchemaKind::Any(any) => any,
        _ => &NOTHING,
    }
}

/// Whether a schema allows null by itself.
pub(super) fn allows_null(schema: &Schema) -> bool {
    let any = keywords(schema);
    schema.schema_data.nullable || any.any_of.iter().chain(&any.one_of).any(union::is_null_only)
}

impl<'d> Lowering<'d> {
    /// Makes a type of each schema of the components. All ids come first, so that a reference may lead anywhere.
    pub(super) fn component_schemas(&mut self) {
        let root = Pointer::root().child("components").child("schemas");
        let components = self.components;
        for name in components.schemas.keys() {
            let naming = Naming { owner: Owner::Schema(name.clone()), step: String::new() };
            let id = self.reserve(&Site { pointer: root.child(name), naming });
            self.schemas.insert(name, id);
        }
        for (name, schema) in &components.schemas {
            let Some(id) = self.schemas.get(name.as_str()).copied() else { continue };
            match schema {
                ReferenceOr::Item(schema) => self.component(id, schema),
                ReferenceOr::Reference { reference } => self.component_alias(id, reference, &root.child(name)),
            }
        }
        self.break_alias_circles();
    }

    fn component(&mut self, id: TypeId, schema: &'d Schema) {
        let definition = &self.types[id.index()];
        let site = Site { pointer: definition.origin.clone(), naming: definition.naming.clone() };
        let ty = self.unwrapped(schema, &site, Some(id));
        if ty != Type::Named(id) {
            let (ty, _) = ty.split_null(); // every reference to it adds the null
            self.define(id, docs::docs(&schema.schema_data, keywords(schema)), Shape::Alias(ty.clone()));
        }
    }

    fn component_alias(&mut self, id: TypeId, reference: &str, at: &Pointer) {
        if self.referenced_schema(reference).is_some() {
            let ty = self.referenced_type(reference, at);
            let (ty, _) = ty.split_null();
            self.define(id, crate::model::Docs::default(), Shape::Alias(ty.clone()));
        } else if crate::document::component_name(reference, "schemas").is_some_and(|n| self.schemas.contains_key(&*n))
        {
            let message =
                format!("`{reference}` leads back here without reaching a schema; any JSON value is accepted");
            self.warn(Code::ReferenceCircular, message, &at.child("$ref"), "write the schema out in one of the places");
        } else {
            self.referenced_type(reference, at);
        }
    }

    /// The type of a schema wherever it stands.
    pub(super) fn schema(&mut self, schema: &'d ReferenceOr<Schema>, site: &Site) -> Type {
        match schema {
            ReferenceOr::Reference { reference } => self.referenced_type(reference, &site.pointer),
            ReferenceOr::Item(schema) => self.inline(schema, site),
        }
    }

    /// The same for the boxed schemas of properties and items.
    pub(super) fn boxed_schema(&mut self, schema: &'d ReferenceOr<Box<Schema>>, site: &Site) -> Type {
        match schema {
            ReferenceOr::Reference { reference } => self.referenced_type(reference, &site.pointer),
            ReferenceOr::Item(schema) => self.inline(schema, site),
        }
    }

    fn inline(&mut self, schema: &'d Schema, site: &Site) -> Type {
        let ty = self.unwrapped(schema, site, None);
        if allows_null(schema) { ty.or_null() } else { ty }
    }

    /// The type of a schema without the null that it allows itself. `reserved` is the id of a component.
    fn unwrapped(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = keywords(schema);
        if !any.all_of.is_empty() {
            return self.all_of(schema, site, reserved);
        }
        if !any.one_of.is_empty() || !any.any_of.is_empty() {
            return self.union(schema, site, reserved);
        }
        if !any.enumeration.is_empty() {
            return self.enumeration(schema, site, reserved);
        }
        match any.typ.as_deref() {
            Some("object") => self.object_or_map(schema, site, reserved),
            Some("array") => self.list(any, site),
            Some("string") => Type::Text(text(any.format.as_deref())),
            Some("integer") => Type::Integer(integer(any.format.as_deref())),
            Some("number") => Type::Number(number(any.format.as_deref())),
            Some("boolean") => Type::Boolean,
            _ if !any.properties.is_empty() || any.additional_properties.is_some() => {
                self.object_or_map(schema, site, reserved)
            }
            _ if any.items.is_some() => self.list(any, site),
            _ => Type::Any,
        }
    }

    fn list(&mut self, any: &'d AnySchema, site: &Site) -> Type {
        let items = any.items.as_ref().map_or(Type::Any, |items| {
            let mut below = site.below(&["items"]);
            below.naming.step = element_of(&below.naming.step);
            self.boxed_schema(items, &below)
        });
        Type::List(Box::new(items))
    }

    fn object_or_map(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = keywords(schema);
        if !any.properties.is_empty() {
            return self.object(schema, site, reserved);
        }
        match &any.additional_properties {
            Some(AdditionalProperties::Schema(values)) => {
                let mut below = site.below(&["additionalProperties"]);
                below.naming.step = format!("{} value", below.naming.step);
                Type::Map(Box::new(self.schema(values, &below)))
            }
            Some(AdditionalProperties::Any(_)) | None => Type::AnyObject,
        }
    }

    /// A type that is an alias of itself by way of lists or maps needs a struct; one that is nothing but an alias of
    /// itself is no type at all.
    fn break_alias_circles(&mut self) {
        for index in 0..self.types.len() {
            let id = TypeId::new(index);
            if let Shape::Alias(ty) = &self.types[index].shape
                && self.reaches(ty, id, &mut vec![false; self.types.len()])
            {
                // Only a list or a map around it makes a value; without one there is none.
                let holds = matches!(ty.split_null().0, Type::List(_) | Type::Map(_));
                let ty = ty.clone();
                self.types[index].shape = if holds { Shape::Newtype(ty) } else { Shape::Alias(Type::Any) };
                if !holds {
                    let at = self.types[index].origin.clone();
                    let message = "the schema is nothing but itself; any JSON value is accepted";
                    self.warn(Code::ReferenceCircular, message, &at, "say what its values are");
                }
            }
        }
    }

    /// Whether a type is `target` by way of aliases alone.
    fn reaches(&self, ty: &Type, target: TypeId, seen: &mut [bool]) -> bool {
        let Some(id) = ty.named() else { return false };
        if id == target {
            return true;
        }
        if std::mem::replace(&mut seen[id.index()], true) {
            return false;
        }
        matches!(&self.types[id.index()].shape, Shape::Alias(next) if self.reaches(next, target, seen))
    }

    /// The names and meanings of an enumeration's values live with it.
    fn enumeration(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        match enumeration::kind(keywords(schema)) {
            enumeration::Kind::Codes => self.codes(schema, site, reserved),
            enumeration::Kind::Words => self.words(schema, site, reserved),
            enumeration::Kind::Boolean => Type::Boolean,
            enumeration::Kind::Number => Type::Number(number(keywords(schema).format.as_deref())),
            enumeration::Kind::Mixed => {
                let message = "the values of the enumeration are of several kinds; any JSON value is accepted";
                self.warn(Code::SchemaUnsupported, message, &site.pointer.child("enum"), "list values of one kind");
                Type::Any
            }
        }
    }
}

fn text(format: Option<&str>) -> Text {
    match format {
        Some("date-time") => Text::Date(DateKind::DateTime),
        Some("date") => Text::Date(DateKind::Date),
        Some("binary") => Text::Binary,
        _ => Text::Plain,
    }
}

fn integer(format: Option<&str>) -> Integer {
    if format == Some("int32") { Integer::I32 } else { Integer::I64 }
}

fn number(format: Option<&str>) -> Number {
    if format == Some("float") { Number::F32 } else { Number::F64 }
}

/// What one element of a list is called: `tags` holds a `tag`, `data` holds a `data item`.
fn element_of(step: &str) -> String {
    match step {
        "" => "item".to_owned(),
        plural if plural.ends_with("sses") => plural[..plural.len() - 2].to_owned(),
        plural if plural.len() > 3 && plural.ends_with("ies") => format!("{}y", &plural[..plural.len() - 3]),
        plural if plural.len() > 3 && plural.ends_with('s') && !plural.ends_with("ss") && !plural.ends_with("us") => {
            plural[..plural.len() - 1].to_owned()
        }
        other => format!("{other} item"),
    }
}
