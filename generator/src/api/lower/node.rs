//! A view of a schema: its data and its keywords.

use std::borrow::Borrow;

use openapiv3::{AdditionalProperties, AnySchema, ReferenceOr, Schema, SchemaData, SchemaKind};
use serde_json::Value;

use crate::base::pointer::component_name;
use crate::read::document::OTHERS_KEYWORD;

/// A schema.
#[derive(Clone, Copy)]
pub(crate) struct Node<'d> {
    pub(super) data: &'d SchemaData,
    pub(super) any: &'d AnySchema,
}

impl<'d> Node<'d> {
    /// Returns the view of a schema. The document stage converts all schemas to the same kind.
    pub(super) fn new(schema: &'d Schema) -> Self {
        static NOTHING: std::sync::LazyLock<AnySchema> = std::sync::LazyLock::new(AnySchema::default);
        let any = match &schema.schema_kind {
            SchemaKind::Any(any) => any,
            _ => &NOTHING,
        };
        Self { data: &schema.schema_data, any }
    }

    /// Returns the keyword that describes undeclared members.
    pub(super) fn others_keyword(self) -> &'d str {
        self.data.extensions.get(OTHERS_KEYWORD).and_then(Value::as_str).unwrap_or("additionalProperties")
    }

    /// Returns `true` if the members that no part and no alternative declares have a type.
    pub(super) fn types_unevaluated(self) -> bool {
        matches!(self.any.additional_properties, Some(AdditionalProperties::Schema(_)))
            && self.data.extensions.contains_key(OTHERS_KEYWORD)
    }

    pub(super) fn typ(self) -> Option<&'d str> {
        self.any.typ.as_deref()
    }

    /// Returns `true` if `type` is that of a single value.
    pub(super) fn has_simple_type(self) -> bool {
        matches!(self.typ(), Some("string" | "integer" | "number" | "boolean"))
    }

    /// Returns `true` if the values may be objects, according to `type`.
    pub(super) fn may_be_object(self) -> bool {
        self.typ().is_none_or(|typ| typ == "object")
    }

    /// Returns `true` if it only requires members of an object.
    pub(super) fn only_requires(self) -> bool {
        self.may_be_object() && self.any.properties.is_empty() && !self.any.required.is_empty() && !self.is_composed()
    }

    /// Returns `true` if the values are bytes.
    pub(super) fn is_binary(self) -> bool {
        self.any.format.as_deref().is_some_and(|format| format.eq_ignore_ascii_case("binary"))
    }

    /// Returns `true` if any value matches.
    pub(super) fn is_unconstrained(self) -> bool {
        let any = self.any;
        self.typ().is_none()
            && !self.is_composed()
            && any.enumeration.is_empty()
            && any.properties.is_empty()
            && any.required.is_empty()
            && any.additional_properties.is_none()
            && any.items.is_none()
            && any.format.is_none()
    }

    /// Returns `true` if a value has to match other schemas as well, or one of several.
    pub(super) fn is_composed(self) -> bool {
        !(self.any.all_of.is_empty() && self.any.one_of.is_empty() && self.any.any_of.is_empty())
    }

    /// Returns `true` if it is a string without a format or listed values.
    pub(super) fn is_plain_text(self) -> bool {
        self.typ() == Some("string") && self.any.format.is_none() && self.any.enumeration.is_empty()
    }

    /// Returns the alternatives, and their keyword.
    pub(super) fn alternatives(self) -> (&'static str, &'d [ReferenceOr<Schema>]) {
        if self.any.one_of.is_empty() { ("anyOf", &self.any.any_of) } else { ("oneOf", &self.any.one_of) }
    }

    /// Returns the alternatives of both keywords.
    pub(super) fn choices(self) -> impl Iterator<Item = &'d ReferenceOr<Schema>> {
        self.any.one_of.iter().chain(&self.any.any_of)
    }

    /// Returns the inline schemas of `allOf`, with their indexes.
    pub(super) fn inline_parts(self) -> impl Iterator<Item = (usize, Node<'d>)> {
        self.any.all_of.iter().enumerate().filter_map(|(index, part)| Some((index, inline(part)?)))
    }

    /// Returns the only alternative besides null, if it is inline: its keyword, index and schema.
    pub(super) fn beside_null(self) -> Option<(&'static str, usize, Node<'d>)> {
        let (keyword, all) = self.alternatives();
        let mut others = all.iter().enumerate().filter(|(_, branch)| !is_null_only(branch));
        let (Some((index, only)), None) = (others.next(), others.next()) else { return None };
        let is_alone = self.any.properties.is_empty() && self.any.all_of.is_empty();
        Some((keyword, index, inline(only).filter(|_| is_alone)?))
    }

    /// Returns `true` if it allows null itself, or through an inline alternative.
    pub(super) fn allows_null(self) -> bool {
        self.allows_null_within(MAX_NULL_DEPTH)
    }

    fn allows_null_within(self, depth: usize) -> bool {
        let within = |branch: &ReferenceOr<Schema>| {
            is_null_only(branch) || inline(branch).is_some_and(|inner| depth > 0 && inner.allows_null_within(depth - 1))
        };
        self.data.nullable || self.choices().any(within)
    }
}

/// Returns a schema that is not a reference.
pub(super) fn inline<S: Borrow<Schema>>(schema: &ReferenceOr<S>) -> Option<Node<'_>> {
    schema.as_item().map(|schema| Node::new(schema.borrow()))
}

/// Returns `true` if a schema allows only null: `type: 'null'`, or `nullable: true` with `enum: [null]`. As an
/// alternative, `nullable: true` alone means the same.
pub(super) fn is_null_only(schema: &ReferenceOr<Schema>) -> bool {
    let is_null = |schema: Node<'_>| {
        schema.any.enumeration.as_slice() == [Value::Null]
            || (schema.data.nullable && *schema.any == AnySchema::default())
    };
    inline(schema).is_some_and(is_null)
}

/// Returns `true` if a part constrains the shape of a value; `{description: ..}` and `{nullable: true}` do not.
pub(super) fn constrains_shape(part: &ReferenceOr<Schema>) -> bool {
    let Some(schema) = inline(part) else { return true };
    let any = schema.any;
    !schema.may_be_object()
        || !any.properties.is_empty()
        || !any.required.is_empty()
        || any.additional_properties.is_some()
        || any.items.is_some()
        || !any.enumeration.is_empty()
        || schema.is_composed()
}

/// Returns the name of the component schema that a reference names.
pub(super) fn referenced_name<S>(schema: &ReferenceOr<S>) -> Option<String> {
    match schema {
        ReferenceOr::Reference { reference } => component_name(reference, "schemas"),
        ReferenceOr::Item(_) => None,
    }
}

/// Maximum number of nested inline alternatives that are searched for null.
const MAX_NULL_DEPTH: usize = 8;
