//! Converts schemas, and the schema keywords of parameters and headers.

use serde_json::{Map, Value, json};

use super::{Node, Pointer, Upgrade};
use crate::base::diagnostic::Code;

/// The schema keywords of parameters, headers and items.
pub(super) const TYPE_KEYWORDS: [&str; 17] = [
    "type",
    "format",
    "items",
    "default",
    "enum",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "uniqueItems",
    "multipleOf",
    "collectionFormat",
];

impl<'v> Upgrade<'v> {
    /// A schema. Examples, defaults and extensions in it may look like schemas, and are not.
    pub(super) fn schema(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        if !node.value.is_object() {
            return node.value.clone();
        }
        self.keywords(node, to, |_| true)
    }

    /// Returns the schema of a parameter or header, which declares its type itself.
    pub(super) fn own_schema(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        self.traced(to, &node.pointer);
        if node.get("items").is_some() {
            self.record_move(&to.child("items"), &node.pointer.child("items"));
        }
        let mut schema = self.keywords(node, to, |key| TYPE_KEYWORDS.contains(&key) || key.starts_with("x-"));
        if let Some(schema) = schema.as_object_mut().filter(|schema| schema.keys().all(|key| key.starts_with("x-"))) {
            schema.insert("type".to_owned(), json!("string"));
            self.warn(Code::FieldMissing, &node.pointer, "no `type` is declared; it is read as a string", "add `type`");
        }
        self.check_nesting(node);
        schema
    }

    fn keywords(&mut self, node: &Node<'v>, to: &Pointer, wanted: impl Fn(&str) -> bool) -> Value {
        let mut schema = Map::new();
        for (key, member) in node.members().filter(|(key, _)| wanted(key)) {
            let at = to.child(key);
            let value = match key {
                "$ref" => {
                    self.references.push(at);
                    member.value.clone()
                }
                "properties" | "patternProperties" | "definitions" => self.map(&member, &at, Self::schema),
                "items" | "allOf" | "anyOf" | "oneOf" | "additionalProperties" | "not" => self.schemas(&member, &at),
                "discriminator" => self.discriminator(&member, &at),
                "x-nullable" if member.value == &Value::Bool(true) => {
                    self.traced(&to.child("nullable"), &member.pointer);
                    schema.insert("nullable".to_owned(), Value::Bool(true));
                    continue;
                }
                "collectionFormat" => continue,
                _ => member.value.clone(),
            };
            schema.insert(key.to_owned(), value);
        }
        if node.value.get("type").is_some_and(|kind| kind == "file") {
            schema.insert("type".to_owned(), json!("string"));
            schema.insert("format".to_owned(), json!("binary"));
        }
        Value::Object(schema)
    }

    /// Converts one schema, or an array of them.
    fn schemas(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        if !node.value.is_array() {
            return self.schema(node, to);
        }
        node.elements().enumerate().map(|(index, element)| self.schema(&element, &to.index(index))).collect()
    }

    fn discriminator(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        if node.value.is_string() {
            self.traced(&to.child("propertyName"), &node.pointer);
            return json!({ "propertyName": node.value });
        }
        // Written as in OpenAPI 3.0 already.
        for (name, _) in node.get("mapping").iter().flat_map(Node::members) {
            self.references.push(to.child("mapping").child(name));
        }
        node.value.clone()
    }

    /// Reports nested arrays in a parameter, whose collection format OpenAPI 3.0 cannot express.
    fn check_nesting(&mut self, node: &Node<'v>) {
        let mut around = node.clone();
        while let Some(items) = around.get("items") {
            let format = items.get("collectionFormat").filter(|_| is_array(&items));
            if let Some(format) = format {
                let message = "the collection format of nested arrays is not supported";
                self.note(
                    &format.pointer,
                    message,
                    "change the type to an array of strings, and join the inner values in the caller",
                );
            }
            around = items;
        }
    }

    /// Returns `true` if a schema is a file, directly or by reference.
    pub(super) fn is_file(&self, node: &Node<'v>) -> bool {
        let schema = self.resolve(node);
        schema.value.get("type").is_some_and(|kind| kind == "file")
    }
}

pub(super) fn is_array(node: &Node<'_>) -> bool {
    node.value.get("type").is_some_and(|kind| kind == "array")
}
