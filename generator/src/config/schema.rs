//! Generates the JSON Schema of `bindery.toml` from the types that read it, and compares it with the checked file.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::choices::Features;
use super::own_types::{OwnType, OwnTypes, TRAITS, Traits};
use super::place::{Placed, Text, TextOrTable};
use super::runtime::{self, RuntimeCrate};
use super::{Config, CrateFeature};
use crate::base::crate_feature::ALL_FEATURES;

/// Returns the schema as text with a trailing line break.
fn schema() -> String {
    let mut settings = SchemaSettings::draft07().with_transform(RecursiveTransform(remove_null));
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<Config>().to_value();
    let client = json!({
        "description": "Several clients. Each table has the keys of a file for one client; keys outside the tables apply to all clients.",
        "type": "array",
        "items": schema.clone(),
    });
    schema["properties"]["client"] = client;
    schema["title"] = Value::from("bindery.toml");
    schema["description"] = Value::from("The description that Bindery reads, and the client that it generates.");
    format!("{schema:#}\n")
}

/// Removes `null` from optional values, since TOML has no null, and defaults that say nothing.
fn remove_null(schema: &mut Schema) {
    if schema.get("default").is_some_and(|default| [Value::Null, json!([]), json!({})].contains(default)) {
        schema.remove("default");
    }
    if let Some(types) = schema.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    let several = schema.get("anyOf").and_then(Value::as_array).cloned().unwrap_or_default();
    if let [Value::Object(one), null] = several.as_slice()
        && *null == json!({ "type": "null" })
    {
        schema.remove("anyOf");
        for (key, value) in one {
            if schema.get(key).is_none() {
                schema.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Implements the schema of a type.
macro_rules! schema_of {
    ($type:ident, $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let schema: fn(&mut SchemaGenerator) -> Schema = $schema;
                schema(generator)
            }
        }
    };
}

schema_of!(Features, |_| {
    let names: Vec<&str> = CrateFeature::ALL.map(CrateFeature::name).into_iter().chain([ALL_FEATURES]).collect();
    json_schema!({ "enum": names })
});

schema_of!(RuntimeCrate, |_| {
    let keys = runtime::KEYS.iter().map(|key| ((*key).to_owned(), json!({ "type": "string" })));
    let keys: Map<String, Value> = keys.collect();
    json_schema!({ "type": "object", "properties": keys, "additionalProperties": false })
});

schema_of!(Traits, |_| json_schema!({ "type": "array", "items": { "enum": TRAITS } }));

schema_of!(OwnTypes, |generator| {
    json_schema!({
        "type": "object",
        "properties": { "traits": {
            "type": "array",
            "items": { "enum": TRAITS },
            "description": "The traits that all of the types implement in addition to `Clone`, `Debug`, `Deserialize` and `Serialize`.",
        } },
        "additionalProperties": generator.subschema_for::<TextOrTable<OwnType>>(),
    })
});

impl<T: JsonSchema> JsonSchema for TextOrTable<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("TextOr{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "string" }, generator.subschema_for::<T>()] })
    }
}

impl<T> JsonSchema for Text<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

impl<T: JsonSchema> JsonSchema for Placed<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use serde_json::Value;

    use super::schema;
    use crate::config::{Config, SCHEMA};

    fn read() -> Value {
        serde_json::from_str(&schema()).unwrap()
    }

    /// Collects the tables with declared keys, by their TOML paths.
    fn tables<'s>(at: &'s Value, path: &str, found: &mut Vec<(String, &'s Value)>) {
        let within = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        let properties = at["properties"].as_object().into_iter().flatten();
        properties.for_each(|(key, value)| tables(value, &within(key), found));
        let key = if path == "pagination" { "\"GET /a\"" } else { "\"A.b\"" };
        tables_of_any(&at["additionalProperties"], &within(key), found);
        if at["additionalProperties"] == Value::Bool(false) {
            found.push((path.to_owned(), &at["properties"]));
        }
    }

    fn tables_of_any<'s>(at: &'s Value, path: &str, found: &mut Vec<(String, &'s Value)>) {
        match at["anyOf"].as_array() {
            Some(several) => several.iter().for_each(|one| tables(one, path, found)),
            None if at.is_object() => tables(at, path, found),
            None => {}
        }
    }

    #[test]
    fn the_file_is_what_the_code_makes() {
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindery.schema.json");
            fs::write(file, schema()).unwrap();
        }
        let is_same = SCHEMA.replace("\r\n", "\n") == schema();
        assert!(is_same, "run: UPDATE_SCHEMA=1 cargo test -p bindery --lib schema");
    }

    #[test]
    fn it_has_the_keys_that_are_read_and_no_others() {
        let (whole, mut found) = (read(), Vec::new());
        tables(&whole, "", &mut found);
        let mut held = 0;
        // The keys of cargo come from the tables that the schema is generated from.
        let is_cargos = |path: &str| ["package", "dependencies"].iter().any(|cargo| path.starts_with(cargo));
        for (path, keys) in found.iter().filter(|(path, _)| !is_cargos(path)) {
            let text = if path.is_empty() { "nonsense = 1".to_owned() } else { format!("{path} = {{ nonsense = 1 }}") };
            let problem = Config::parse("bindery.toml", &text).unwrap_err();
            assert!(problem.message.contains("`nonsense`"), "{text}: {}", problem.message);
            let shown = format!("{} {}", problem.message, problem.help.unwrap_or_default());
            let listed = shown.split('`').skip(1).step_by(2).filter(|word| !["nonsense", "true"].contains(word));
            let listed: BTreeSet<&str> = listed.collect();
            let known = keys.as_object().unwrap().keys().map(String::as_str);
            // The list of clients is read before the keys of each client.
            let known: BTreeSet<&str> = known.filter(|key| *key != "client").collect();
            assert_eq!(listed, known, "{path}");
            held += 1;
        }
        assert!(held >= 7, "{held} of {}", found.len());
    }

    #[test]
    fn each_key_is_explained() {
        let (whole, mut found) = (read(), Vec::new());
        tables(&whole, "", &mut found);
        for (path, keys) in
            found.iter().filter(|(path, _)| !["package", "dependencies"].iter().any(|cargo| path.starts_with(cargo)))
        {
            for (key, value) in keys.as_object().unwrap() {
                assert!(value["description"].is_string(), "{path} {key}");
            }
        }
    }
}
