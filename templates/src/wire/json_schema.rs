//! `schemars::JsonSchema`: the schemas of the API description, which refer to each other through `$defs`.

use schemars::Schema;
use serde_json::{Map, Value};

use crate::wire::described::Description;

/// Implements the trait for a type, from the emitted types and the user's types that it references.
#[doc(hidden)]
#[macro_export]
macro_rules! json_schema {
    ($name:ident { $($held:ident),* $(,)? } { $($own:ty),* $(,)? }) => {
        impl $crate::schemars::JsonSchema for types::$name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                std::any::type_name::<Self>().into()
            }

            fn json_schema(generator: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                let _ = &generator;
                let held: Vec<$crate::schemars::Schema> =
                    vec![$(generator.subschema_for::<types::$held>()),*];
                let own: Vec<$crate::schemars::Schema> = vec![$(generator.subschema_for::<$own>()),*];
                let description = <Self as $crate::Described>::description();
                $crate::generated::resolve_schema(description, &held, &own)
            }
        }
    };
}

/// Returns the schema of a type, with references to the types that it uses.
#[must_use]
pub fn resolve_schema(description: &Description, held: &[Schema], own: &[Schema]) -> Schema {
    let mut schema = description.schema.clone();
    resolve(&mut schema, held, own);
    Schema::try_from(schema).unwrap_or_default()
}

fn resolve(schema: &mut Value, held: &[Schema], own: &[Schema]) {
    let Value::Object(members) = schema else {
        return;
    };
    if let Some(found) = referred(members, "$ref", held) {
        refer(members, found);
    }
    if let Some(found) = referred(members, "$own", own) {
        // After merging, the keywords from outside are part of the schema itself.
        members.remove("type");
        members.remove("format");
        refer(members, found);
    }
    for (keyword, member) in members {
        match (keyword.as_str(), member) {
            ("items" | "additionalProperties", schema) => resolve(schema, held, own),
            ("properties", Value::Object(properties)) => {
                properties
                    .values_mut()
                    .for_each(|schema| resolve(schema, held, own));
            }
            ("allOf" | "anyOf" | "prefixItems", Value::Array(schemas)) => {
                schemas
                    .iter_mut()
                    .for_each(|schema| resolve(schema, held, own));
            }
            _ => {}
        }
    }
}

/// Removes the reference and returns the schema that its number represents.
fn referred<'s>(
    members: &mut Map<String, Value>,
    keyword: &str,
    all: &'s [Schema],
) -> Option<&'s Schema> {
    let index = usize::try_from(members.get(keyword)?.as_u64()?).ok()?;
    members.remove(keyword);
    all.get(index)
}

/// Adds a reference. Keywords next to it are kept.
fn refer(members: &mut Map<String, Value>, schema: &Schema) {
    if let Value::Object(found) = schema.as_value() {
        for (keyword, value) in found {
            if !members.contains_key(keyword) {
                members.insert(keyword.clone(), value.clone());
            }
        }
    }
}
