//! The keys of `bindery.toml`, from its JSON Schema.

use serde_json::{Map, Value};

use super::{Table, sentence};

/// The key that lists clients.
const CLIENT: &str = "client";

/// Returns the reference of `bindery.toml`.
///
/// # Errors
///
/// Returns an error if the schema is not an object with properties.
pub(super) fn render() -> Result<String, String> {
    let schema: Value = serde_json::from_str(bindery::internal::config::SCHEMA).map_err(|error| error.to_string())?;
    let keys = schema["properties"].as_object().ok_or("the schema has no properties")?;
    let is_table = |value: &Value| value["type"] == "object";
    let (tables, plain): (Vec<_>, Vec<_>) = keys.iter().partition(|(_, value)| is_table(value));
    let mut text = format!("## Top-level keys\n\n{}\n", keys_table(plain.iter().copied()));
    // The clients repeat all keys.
    for (name, value) in plain.into_iter().filter(|(name, _)| *name != CLIENT) {
        if let Some(properties) = described_properties(&value["items"]) {
            text.push_str(&format!("### Entries of `{name}`\n\n{}\n", keys_table(properties)));
        }
    }
    for (name, value) in tables {
        text.push_str(&section(name, value));
    }
    Ok(text.trim_end().to_owned() + "\n")
}

fn section(name: &str, schema: &Value) -> String {
    let mut text = format!("## `[{name}]`\n\n{}\n\n", sentence(description(schema)));
    match described_properties(schema) {
        Some(properties) => text.push_str(&format!("{}\n", keys_table(properties))),
        None => text.push_str(&names(schema)),
    }
    let member = &schema["additionalProperties"];
    if member.is_object() {
        text.push_str(&format!(
            "Each {}value: {}.\n\n",
            if schema["properties"].is_object() { "other " } else { "" },
            value_type(member)
        ));
        match described_properties(member) {
            Some(properties) => text.push_str(&format!("The keys of such a table:\n\n{}\n", keys_table(properties))),
            None => text.push_str(&names(alternatives(member).last().unwrap_or(member))),
        }
    }
    text
}

/// Lists keys that have no descriptions: those of cargo's manifest.
fn names(schema: &Value) -> String {
    let Some(properties) = schema["properties"].as_object() else { return String::new() };
    let names: Vec<String> = properties.keys().map(|key| format!("`{key}`")).collect();
    format!("Keys, as in `Cargo.toml`: {}.\n\n", names.join(", "))
}

/// The properties of an object, or of the object among alternatives, if they have descriptions.
fn described_properties(schema: &Value) -> Option<&Map<String, Value>> {
    let all = std::iter::once(schema).chain(alternatives(schema));
    let properties = all.filter_map(|one| one["properties"].as_object()).next()?;
    properties.values().all(|value| value["description"].is_string()).then_some(properties)
}

fn alternatives(schema: &Value) -> impl DoubleEndedIterator<Item = &Value> {
    ["anyOf", "oneOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten()
}

fn keys_table<'v>(keys: impl IntoIterator<Item = (&'v String, &'v Value)>) -> String {
    let mut table = Table::new(&["key", "value", "meaning"]);
    for (key, value) in keys {
        let default = match &value["default"] {
            Value::Null => String::new(),
            Value::Array(list) if list.is_empty() => String::new(),
            default => format!(" Default: `{default}`."),
        };
        let meaning = format!("{}{default}", sentence(description(value)));
        let kind = value_type(value);
        table.row(&[&format!("`{key}`"), &kind, &meaning]);
    }
    table.text
}

fn description(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

fn value_type(schema: &Value) -> String {
    if let Some(value) = schema.get("const") {
        return code(value);
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(code).collect::<Vec<_>>().join(", ");
    }
    let kinds: Vec<String> = alternatives(schema).map(value_type).collect();
    if !kinds.is_empty() {
        let are_constants = kinds.iter().all(|kind| kind.starts_with('`'));
        return kinds.join(if are_constants { ", " } else { " or " });
    }
    match &schema["type"] {
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        kind if *kind == "array" => format!("list of {}", plural(&value_type(&schema["items"]))),
        kind if *kind == "object" && schema["properties"].is_null() => {
            match value_type(&schema["additionalProperties"]) {
                kind if kind.is_empty() => "table".to_owned(),
                kind => format!("table of {}", plural(&kind)),
            }
        }
        kind if *kind == "object" => "table".to_owned(),
        kind => kind.as_str().unwrap_or_default().to_owned(),
    }
}

fn plural(kind: &str) -> String {
    if kind.starts_with('`') {
        return kind.to_owned();
    }
    let plural = |kind: &str| match kind.split_once(' ') {
        Some((first, rest)) => format!("{first}s {rest}"),
        None => format!("{kind}s"),
    };
    kind.split(" or ").map(plural).collect::<Vec<_>>().join(" or ")
}

fn code(value: &Value) -> String {
    format!("`{}`", value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned))
}
