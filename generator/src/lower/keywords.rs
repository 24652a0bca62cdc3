//! The keywords of schemas.

use openapiv3::{AnySchema, ReferenceOr, Schema, SchemaKind};
use serde_json::Value;

use crate::pointer::component_name;

/// Returns the keywords of a schema. The document stage converts all schemas to this kind.
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

/// Returns `true` if a value has to match other schemas as well, or one of several.
pub(super) fn is_composed(any: &AnySchema) -> bool {
    !(any.all_of.is_empty() && any.one_of.is_empty() && any.any_of.is_empty())
}

/// Returns `true` if a schema allows only null: `type: 'null'`, or `nullable: true` with `enum: [null]`. As an
/// alternative, `nullable: true` alone means the same.
pub(super) fn is_null_only(schema: &ReferenceOr<Schema>) -> bool {
    let ReferenceOr::Item(schema) = schema else { return false };
    let any = keywords(schema);
    any.enumeration.as_slice() == [Value::Null] || (schema.schema_data.nullable && *any == AnySchema::default())
}

/// Returns the alternatives of a schema, and their keyword.
pub(super) fn alternatives(any: &AnySchema) -> (&'static str, &[ReferenceOr<Schema>]) {
    if any.one_of.is_empty() { ("anyOf", &any.any_of) } else { ("oneOf", &any.one_of) }
}

/// Returns the name of the component schema that a reference names.
pub(super) fn referenced_name<S>(schema: &ReferenceOr<S>) -> Option<String> {
    match schema {
        ReferenceOr::Reference { reference } => component_name(reference, "schemas"),
        ReferenceOr::Item(_) => None,
    }
}

/// Returns the only alternative of a schema besides null, if it is inline: its keyword, index and schema.
pub(super) fn beside_null(schema: &Schema) -> Option<(&'static str, usize, &Schema)> {
    let any = keywords(schema);
    let (keyword, all) = alternatives(any);
    let mut others = all.iter().enumerate().filter(|(_, branch)| !is_null_only(branch));
    let (Some((index, ReferenceOr::Item(only))), None) = (others.next(), others.next()) else { return None };
    (any.properties.is_empty() && any.all_of.is_empty()).then_some((keyword, index, only))
}

/// Returns `true` if a schema allows null itself, or through an inline alternative.
pub(super) fn allows_null(schema: &Schema) -> bool {
    allows_null_within(schema, MAX_NULL_DEPTH)
}

pub(super) fn allows_null_within(schema: &Schema, depth: usize) -> bool {
    let any = keywords(schema);
    let within = |branch: &ReferenceOr<Schema>| {
        let inner = |schema| depth > 0 && allows_null_within(schema, depth - 1);
        is_null_only(branch) || branch.as_item().is_some_and(inner)
    };
    schema.schema_data.nullable || any.any_of.iter().chain(&any.one_of).any(within)
}

/// Maximum number of nested inline alternatives that are searched for null.
pub(super) const MAX_NULL_DEPTH: usize = 8;
