//! The schemas of the description: checks the fields of requests, and makes values for responses.

use bindery::internal::analysis::Direction;
use bindery::internal::pointer::Pointer;
use serde_json::{Map, Value};

use crate::instances::{self, Instances, with_subtypes};

/// The schemas of the description.
#[derive(Debug)]
pub(super) struct Schemas {
    known: instances::Schemas,
}

/// A field and the rule that it violates.
pub(super) type Problem = (String, String);

impl Schemas {
    pub(super) fn new(mut description: Value) -> Self {
        accept_unknown_codes(&mut description);
        Self { known: instances::Schemas::new(with_subtypes(description)) }
    }

    /// Returns the value at a pointer, or null.
    pub(super) fn at(&self, pointer: &str) -> &Value {
        self.known.root().pointer(pointer).unwrap_or(&Value::Null)
    }

    pub(super) fn get(&self, name: &str) -> &Value {
        self.at(Pointer::component("schemas", name).as_str())
    }

    /// Returns the target of a reference.
    fn resolve<'s>(&'s self, schema: &'s Value) -> &'s Value {
        name(schema).map_or(schema, |name| self.resolve(self.get(name)))
    }

    /// Returns the members of an object, including those of its `allOf`.
    pub(super) fn properties(&self, schema: &Value) -> Map<String, Value> {
        let schema = self.resolve(schema);
        let own = schema["properties"].as_object().cloned().unwrap_or_default();
        let parts = schema["allOf"].as_array().into_iter().flatten();
        parts.flat_map(|part| self.properties(part)).chain(own).collect()
    }

    pub(super) fn is_nullable(&self, schema: &Value) -> bool {
        schema["nullable"] == true
            || self.resolve(schema)["nullable"] == true
            || schema["anyOf"].as_array().into_iter().flatten().any(|branch| self.is_nullable(branch))
    }

    /// Returns the rules that the fields in the wrapper of a request violate. The pointer is to the schema of the body.
    pub(super) fn problems(&self, body: &Value, pointer: &str) -> Vec<Problem> {
        let found = self.known.violations(pointer, Direction::Request, body).unwrap_or_default();
        let field = |pointer: &Pointer| pointer.as_str().split('/').skip(2).collect::<Vec<_>>().join(".");
        found.into_iter().map(|violation| (field(&violation.pointer), violation.message)).collect()
    }

    /// Returns a value of the schema at a pointer in responses.
    pub(super) fn sample(&self, pointer: &str) -> Value {
        let made = Instances::new(self.known.root()).for_schema(pointer, Direction::Response);
        made.into_iter().find(|instance| !instance.is_unknown()).map(|instance| instance.value).unwrap_or_default()
    }
}

/// Removes the lists of codes: a client may know more of them.
fn accept_unknown_codes(description: &mut Value) {
    match description {
        Value::Object(members) => {
            if members.get("type").is_some_and(|ty| ty == "integer") {
                members.remove("enum");
            }
            members.values_mut().for_each(accept_unknown_codes);
        }
        Value::Array(elements) => elements.iter_mut().for_each(accept_unknown_codes),
        _ => {}
    }
}

/// Returns the last segment of a reference.
pub(super) fn name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_are_checked_but_codes_are_not() {
        let story = json!({
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": { "type": "string", "maxLength": 5 },
                "state": { "type": "integer", "enum": [0, 1] },
                "tags": { "type": "array", "items": { "type": "string" } },
            },
        });
        let body = json!({ "type": "object", "properties": { "story": story } });
        let schemas = Schemas::new(json!({ "openapi": "3.0.3", "components": { "schemas": { "Body": body } } }));
        let problems = |story: Value| schemas.problems(&json!({ "story": story }), "/components/schemas/Body");
        assert!(problems(json!({ "name": "a", "state": 7 })).is_empty());
        assert_eq!(problems(json!({})), [("name".to_owned(), "missing".to_owned())]);
        let found = problems(json!({ "name": "a", "tags": ["a", 1] }));
        assert_eq!(found, [("tags.1".to_owned(), "expected string".to_owned())]);
    }
}
