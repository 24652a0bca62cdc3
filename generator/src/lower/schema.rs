//! A schema to a type: which kind of type it is, and the simple kinds.

use openapiv3::{AdditionalProperties, AnySchema, ReferenceOr, Schema, SchemaKind};

use super::number::{integer, number};
use super::{Lowering, Site, docs, enumeration, format, union};
use crate::diagnostic::Code;
use crate::document::NO_MEMBERS;
use crate::ident::ordinal;
use crate::model::{Naming, Object, Owner, Shape, Text, Type, TypeId};
use crate::pointer::Pointer;

/// The keywords of a schema. The document stage makes all schemas of this one kind.
pub(super) fn keywords(schema: &Schema) -> &AnySchema {
    static NOTHING: std::sync::LazyLock<AnySchema> = std::sync::LazyLock::new(AnySchema::default);
    match &schema.schema_kind {
        SchemaKind::Any(any) => any,
        _ => &NOTHING,
    }
}

/// Returns `true` if the values of a schema are bytes.
pub(super) fn is_binary(schema: &Schema) -> bool {
    keywords(schema).format.as_deref().is_some_and(|format| format.eq_ignore_ascii_case("binary"))
}

/// Returns `true` if a value has to follow other schemas as well, or one of several.
pub(super) fn is_composed(any: &AnySchema) -> bool {
    !(any.all_of.is_empty() && any.one_of.is_empty() && any.any_of.is_empty())
}

/// Over how many alternatives of alternatives that are written in place it is looked for null.
const MOST_NESTED: usize = 8;

/// Returns `true` if a schema allows null by itself, or by an alternative that is written in place.
pub(super) fn allows_null(schema: &Schema) -> bool {
    allows_null_within(schema, MOST_NESTED)
}

fn allows_null_within(schema: &Schema, depth: usize) -> bool {
    let any = keywords(schema);
    let within = |branch: &ReferenceOr<Schema>| {
        let inner = |schema| depth > 0 && allows_null_within(schema, depth - 1);
        union::is_null_only(branch) || branch.as_item().is_some_and(inner)
    };
    schema.schema_data.nullable || any.any_of.iter().chain(&any.one_of).any(within)
}

impl<'d> Lowering<'d> {
    /// Makes a type of each schema of the components. All ids come first, so that a reference may lead anywhere.
    pub(super) fn component_schemas(&mut self) {
        let root = Pointer::root().child("components").child("schemas");
        let components = self.components;
        for name in components.schemas.keys().filter(|name| !self.own_schemas.types.contains_key(*name)) {
            if self.same_name(name).is_some() {
                continue;
            }
            let naming = Naming { owner: Owner::Schema(name.clone()), step: String::new() };
            let id = self.reserve(&Site { pointer: root.child(name), naming });
            self.schemas.insert(name, id);
        }
        for name in components.schemas.keys() {
            if let Some(id) = self.same_name(name).and_then(|target| self.schemas.get(target).copied()) {
                self.schemas.insert(name, id);
            }
        }
        self.own_components();
        for (name, schema) in &components.schemas {
            let Some(id) = self.schemas.get(name.as_str()).copied() else { continue };
            if self.bounds.are_exceeded() {
                return;
            }
            match schema {
                ReferenceOr::Item(schema) => match self.inheritance.union(name) {
                    Some(heirs) => self.base(id, heirs),
                    None => self.component(id, schema),
                },
                ReferenceOr::Reference { .. } if self.same_name(name).is_some() => {}
                ReferenceOr::Reference { reference } => self.component_alias(id, reference, &root.child(name)),
            }
        }
        self.tell_of_inheritance();
        self.break_alias_circles();
    }

    fn component(&mut self, id: TypeId, schema: &'d Schema) {
        let definition = &self.types[id.index()];
        let site = Site { pointer: definition.origin.clone(), naming: definition.naming.clone() };
        let ty = self.unwrapped(schema, &site, Some(id));
        if ty != Type::Named(id) {
            let (ty, _) = ty.split_null(); // every reference to it adds the null
            self.define(id, docs::docs(&schema.schema_data, keywords(schema)), Shape::Alias(ty.clone()));
            self.types[id.index()].constraints = self.own_limits(schema, &site);
        } else if matches!(self.types[id.index()].shape, Shape::Object(_)) {
            // Other limits say nothing of objects, and those of members stand with these.
            let limits = keywords(schema);
            let counts = (limits.min_properties.filter(|least| *least > 0), limits.max_properties);
            let constraints = &mut self.types[id.index()].constraints;
            (constraints.min_count, constraints.max_count) = counts;
        }
    }

    /// The type of a schema wherever it stands.
    pub(super) fn schema(&mut self, schema: &'d ReferenceOr<Schema>, site: &Site) -> Type {
        match schema {
            ReferenceOr::Reference { reference } => self.referred(reference, site),
            ReferenceOr::Item(schema) => self.inline(schema, site),
        }
    }

    fn referred(&mut self, reference: &str, site: &Site) -> Type {
        let own = self.own_place(site, None);
        own.unwrap_or_else(|| self.referenced_type(reference, &site.pointer))
    }

    /// The same for the boxed schemas of properties and items.
    pub(super) fn boxed_schema(&mut self, schema: &'d ReferenceOr<Box<Schema>>, site: &Site) -> Type {
        match schema {
            ReferenceOr::Reference { reference } => self.referred(reference, site),
            ReferenceOr::Item(schema) => self.inline(schema, site),
        }
    }

    /// The type of a schema in place. Where that is met again while it is made, it holds itself by way of a part that it
    /// takes in, and is what was made room for.
    fn inline(&mut self, schema: &'d Schema, site: &Site) -> Type {
        let known = self.open.get(&site.pointer).copied();
        let ty = if let Some(Some(id)) = known {
            Type::Named(id)
        } else {
            self.open.entry(site.pointer.clone()).or_default();
            let ty = self.deeper(&site.pointer, Type::Any, |lowering| lowering.unwrapped(schema, site, None));
            if known.is_none() {
                self.open.remove(&site.pointer);
            }
            ty
        };
        if self.allows_null(schema) { ty.or_null() } else { ty }
    }

    /// The type of a schema without the null that it allows itself. `reserved` is the id of a component.
    pub(super) fn unwrapped(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        if let Some(own) = self.own_schema(schema, site) {
            return own;
        }
        let any = keywords(schema);
        if format::is_number_or_text(schema) {
            return Type::Text(Text::NumberOrText);
        }
        if !any.all_of.is_empty() {
            return self.all_of(schema, site, reserved);
        }
        if !any.one_of.is_empty() || !any.any_of.is_empty() {
            return self.union(schema, site, reserved);
        }
        if !any.enumeration.is_empty() {
            return self.enumeration(schema, site, reserved);
        }
        self.kind_of_value(schema, site, reserved)
    }

    /// The type of a schema that its `type` and its members alone decide.
    pub(super) fn kind_of_value(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = keywords(schema);
        match any.typ.as_deref() {
            Some("object") => self.object_or_map(schema, site, reserved),
            Some("array") => self.array(any, site),
            Some("string") => format::meaning("string", any.format.as_deref()).unwrap_or(Type::Text(Text::Plain)),
            Some("integer") => Type::Integer(integer(any)),
            Some("number") => number(any.format.as_deref()),
            Some("boolean") => Type::Boolean,
            _ if !any.properties.is_empty() || any.additional_properties.is_some() => {
                self.object_or_map(schema, site, reserved)
            }
            _ if any.items.is_some() => self.array(any, site),
            _ => self.any_value(),
        }
    }

    /// An array: a tuple where each element has its own schema, which the document stage writes as properties.
    fn array(&mut self, any: &'d AnySchema, site: &Site) -> Type {
        if !any.properties.is_empty() {
            let at = site.below(&["prefixItems"]);
            let elements = any.properties.iter().map(|(index, element)| {
                let mut below = at.below(&[index]);
                below.naming.step = format!("{} {}", element_of(&at.naming.step), position(index));
                self.boxed_schema(element, &below)
            });
            return Type::Tuple(elements.collect());
        }
        let list = self.list(any, site);
        match list {
            Type::List(element) if any.unique_items == Some(true) => Type::Set(element),
            other => other,
        }
    }

    fn list(&mut self, any: &'d AnySchema, site: &Site) -> Type {
        let items = any.items.as_ref().map_or(Type::Any, |items| {
            let mut below = site.below(&["items"]);
            below.naming.step = element_of(&below.naming.step);
            let element = self.boxed_schema(items, &below);
            self.named_if_deep(element, &below)
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
                let value = self.schema(values, &below);
                let value = self.named_if_deep(value, &below);
                self.map_of(value)
            }
            Some(AdditionalProperties::Any(_)) | None => match reserved {
                Some(id) if schema.schema_data.extensions.contains_key(NO_MEMBERS) => self.empty_object(schema, id),
                _ => Type::AnyObject,
            },
        }
    }

    /// A component that declares to have no members is a struct, which keeps whatever it gets.
    fn empty_object(&mut self, schema: &'d Schema, id: TypeId) -> Type {
        let object = Object { fields: Vec::new(), others: Some(Type::Any) };
        self.define(id, docs::docs(&schema.schema_data, keywords(schema)), Shape::Object(object))
    }

    /// A list of maps of lists is hard to read: what is inside gets a name.
    fn named_if_deep(&mut self, inner: Type, site: &Site) -> Type {
        if depth(&inner) < 2 {
            return inner;
        }
        let id = self.reserve(site);
        self.define(id, crate::model::Docs::default(), Shape::Alias(inner))
    }

    /// The names and meanings of an enumeration's values live with it.
    fn enumeration(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        match enumeration::kind(keywords(schema)) {
            enumeration::EnumerationKind::IntegerEnum => self.codes(schema, site, reserved),
            enumeration::EnumerationKind::StringEnum => self.words(schema, site, reserved),
            enumeration::EnumerationKind::Boolean => Type::Boolean,
            enumeration::EnumerationKind::Number => number(keywords(schema).format.as_deref()),
            enumeration::EnumerationKind::Null => Type::Any,
            enumeration::EnumerationKind::Mixed => {
                let message = "the values of the enumeration are of several kinds; any JSON value is accepted";
                self.warn(Code::SchemaUnsupported, message, &site.pointer.child("enum"), "list values of one kind");
                Type::Any
            }
        }
    }
}

/// How many lists and maps stand around what is named or simple.
fn depth(ty: &Type) -> usize {
    let own = usize::from(matches!(ty, Type::List(_) | Type::Set(_) | Type::Map(_) | Type::AnyObject | Type::Tuple(_)));
    own + ty.inner().iter().map(depth).max().unwrap_or(0)
}

/// What the element at an index of a tuple is called.
fn position(index: &str) -> String {
    index.parse().ok().and_then(ordinal).map_or_else(|| format!("at {index}"), str::to_owned)
}

/// What one element of a list is called: `tags` holds a `tag`, `data` holds a `data item`.
fn element_of(step: &str) -> String {
    match step {
        "" => "item".to_owned(),
        // An element of an element is no more than one.
        element if element == "item" || element.ends_with(" item") => element.to_owned(),
        plural if plural.ends_with("sses") => plural[..plural.len() - 2].to_owned(),
        plural if plural.len() > 3 && plural.ends_with("ies") => format!("{}y", &plural[..plural.len() - 3]),
        plural if plural.len() > 3 && plural.ends_with('s') && !plural.ends_with("ss") && !plural.ends_with("us") => {
            plural[..plural.len() - 1].to_owned()
        }
        other => format!("{other} item"),
    }
}
