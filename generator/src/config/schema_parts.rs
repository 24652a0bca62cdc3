//! The schemas of values that no derive describes.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::merge::DescriptionForm;
use super::reader::Spanned;
use crate::config::{own_types, shared};
use crate::crate_feature::{ALL_FEATURES, CrateFeature};

/// Returns the JSON schema of a list of features.
pub(super) fn features(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<&str> = CrateFeature::ALL.map(CrateFeature::name).into_iter().chain([ALL_FEATURES]).collect();
    json_schema!({ "type": "array", "items": { "enum": names } })
}

/// Returns the schema of `[dependencies]`.
pub(super) fn dependencies(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object", "additionalProperties": { "type": ["string", "object"] } })
}

/// Returns the schema of `runtime`.
pub(super) fn runtime(_: &mut SchemaGenerator) -> Schema {
    let table = closed_table(shared::KEYS.iter().map(|key| (*key, json_schema!({ "type": "string" }))));
    json_schema!({ "anyOf": [{ "type": "string" }, table] })
}

/// Returns the schema of `[package]`.
pub(super) fn package(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object" })
}

/// Returns the schema of `[types]`.
pub(super) fn own_types(_: &mut SchemaGenerator) -> Schema {
    let traits = || json_schema!({ "type": "array", "items": { "enum": own_types::TRAITS }, "description": "The traits that the type implements in addition to `Clone`, `Debug`, `Deserialize` and `Serialize`." });
    let path = || json_schema!({ "type": "string", "description": "The full path of the type with its crate, such as `uuid::Uuid`." });
    let mut table = closed_table([("path", path()), ("traits", traits())].into_iter());
    table.insert("required".to_owned(), serde_json::json!(["path"]));
    json_schema!({
        "type": "object",
        "properties": { "traits": traits() },
        "additionalProperties": { "anyOf": [path(), table] },
    })
}

/// Returns the schema of `merge`.
pub(super) fn merge(generator: &mut SchemaGenerator) -> Schema {
    let one = generator.subschema_for::<DescriptionForm>();
    let items = json!({ "anyOf": [{ "type": "string" }, one] });
    json!({ "type": "array", "items": items }).try_into().unwrap_or_default()
}

/// Returns the schema of a table with only these keys.
fn closed_table<'k>(keys: impl Iterator<Item = (&'k str, Schema)>) -> Schema {
    let keys: Map<String, Value> = keys.map(|(key, schema)| (key.to_owned(), schema.into())).collect();
    json_schema!({ "type": "object", "properties": keys, "additionalProperties": false })
}

impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
