//! Counts the items of a description from its raw text, as a reference for the generator.

use serde_json::Value;

use super::measure;

/// The members of a path item that are operations; OpenAPI 3.2 added `query`.
const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// The contents of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outline {
    /// `true` if the text is a description.
    pub(super) is_description: bool,
    /// Number of operations.
    pub(super) operations: usize,
    /// Number of named schemas.
    pub(super) schemas: usize,
    /// CPU time of `serde_json` for the text; `None` for YAML.
    pub(super) parse_ms: Option<f64>,
}

/// Reads the outline of a text. Malformed text that looks like a description counts as one, and is expected to be
/// rejected.
pub(super) fn outline(text: &str) -> Outline {
    let (json, parse_ms) = measure::timed(|| serde_json::from_str::<Value>(text).ok());
    match json {
        Some(value) => Outline { parse_ms: Some(parse_ms), ..of_value(&value) },
        None => yaml(text).map_or_else(|| of_malformed(text), |value| of_value(&value)),
    }
}

/// Converts keys such as `200` to strings, as `serde_json` writes them.
fn yaml(text: &str) -> Option<Value> {
    let value = serde_yaml::from_str::<serde_yaml::Value>(text).ok()?;
    serde_json::to_value(value).ok()
}

fn of_value(value: &Value) -> Outline {
    let schemas = value.pointer("/components/schemas").or_else(|| value.get("definitions"));
    Outline {
        is_description: value.get("openapi").or_else(|| value.get("swagger")).is_some(),
        operations: operations(value),
        schemas: schemas.and_then(Value::as_object).map_or(0, serde_json::Map::len),
        parse_ms: None,
    }
}

fn of_malformed(text: &str) -> Outline {
    let is_description = ["openapi", "swagger"].iter().any(|sign| text.contains(sign));
    Outline { is_description, ..Outline::default() }
}

fn operations(root: &Value) -> usize {
    let Some(paths) = root.get("paths").and_then(Value::as_object) else { return 0 };
    let items = paths.iter().filter(|(path, _)| !path.starts_with("x-")).map(|(_, item)| resolve(root, item));
    items.map(|item| METHODS.iter().filter(|method| item.get(method).is_some_and(Value::is_object)).count()).sum()
}

/// Follows the reference of a path item.
fn resolve<'a>(root: &'a Value, item: &'a Value) -> &'a Value {
    let reference = item.get("$ref").and_then(Value::as_str);
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    pointer.and_then(|pointer| root.pointer(pointer)).unwrap_or(item)
}

#[cfg(test)]
mod tests {
    use super::outline;

    #[test]
    fn operations_and_schemas_are_counted() {
        let found = outline(
            r##"{"openapi":"3.0.0","paths":{
                "/a":{"get":{},"post":{},"parameters":[],"x-get":{},"put":null},
                "/b":{"$ref":"#/components/pathItems/b"},
                "x-c":{"get":{}}
            },"components":{"schemas":{"A":{},"B":{}},"pathItems":{"b":{"delete":{}}}}}"##,
        );
        assert_eq!((found.is_description, found.operations, found.schemas), (true, 3, 2));
        assert!(found.parse_ms.is_some());
    }

    #[test]
    fn yaml_with_keys_that_are_numbers() {
        let found =
            outline("swagger: '2.0'\npaths:\n  /a:\n    get:\n      responses: {200: {}}\ndefinitions: {A: {}}\n");
        assert_eq!((found.is_description, found.operations, found.schemas), (true, 1, 1));
        assert_eq!(found.parse_ms, None);
    }

    #[test]
    fn other_files_are_no_descriptions() {
        assert!(!outline(r#"{"info":{"openapi":1}}"#).is_description);
        assert!(!outline("{ not json").is_description);
        assert!(outline(r#"{"openapi":"3.0.0", "cut"#).is_description);
    }
}
