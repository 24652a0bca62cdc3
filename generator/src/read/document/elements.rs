//! Reads the elements of an array.

use indexmap::IndexMap;
use openapiv3::{AnySchema, ReferenceOr, Schema, SchemaData, SchemaKind};
use serde_json::{Value, json};

use super::node::{Node, NodeReader};
use crate::base::diagnostic::Code;

/// Longer tuples have no traits in Rust.
const MAX_TUPLE_LEN: u64 = 12;

impl NodeReader<'_> {
    /// Passes the elements of a tuple on as `properties`, which an array does not have itself. Members that are written
    /// next to elements without members are theirs.
    pub(super) fn elements(&mut self, node: &Node<'_>, any: &mut AnySchema) {
        if self.is_tuple(node) {
            any.properties = self.tuple(node);
            return;
        }
        if any.typ.as_deref() != Some("array") || any.properties.is_empty() {
            return;
        }
        let members = AnySchema {
            typ: Some("object".to_owned()),
            properties: std::mem::take(&mut any.properties),
            required: std::mem::take(&mut any.required),
            additional_properties: any.additional_properties.take(),
            ..AnySchema::default()
        };
        let place = node.pointer.child("properties");
        let is_bare =
            node.get("items").is_none_or(|items| [json!({}), json!({ "type": "object" })].contains(items.value));
        if is_bare {
            let message = "an array has no `properties`; they are read as those of its elements";
            self.warn(Code::FieldInvalid, message, &place, "move them to `items`");
            let schema = Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::Any(members) };
            any.items = Some(ReferenceOr::Item(Box::new(schema)));
        } else {
            let message = "an array has no `properties`; they are ignored, since `items` describes its elements";
            self.warn(Code::FieldInvalid, message, &place, "remove them, or move them to `items`");
        }
    }

    /// Returns the schemas of the first elements: `prefixItems`, or an array in `items` in earlier versions.
    fn first_elements<'v>(&self, node: &Node<'v>) -> Vec<Node<'v>> {
        let written = node.get("prefixItems").or_else(|| node.get("items")).filter(|items| items.value.is_array());
        written.iter().flat_map(Node::elements).collect()
    }

    /// Returns `true` if an array has exactly as many elements as there are schemas for single elements. OpenAPI 3.0
    /// cannot express that; such elements are passed on as `properties`, which have no meaning for arrays.
    fn is_tuple(&self, node: &Node<'_>) -> bool {
        let count = Some(self.first_elements(node).len() as u64).filter(|count| (1..=MAX_TUPLE_LEN).contains(count));
        let limit = |key: &str| node.get(key).and_then(|limit| limit.value.as_u64());
        let closed = ["items", "additionalItems", "unevaluatedItems"]
            .iter()
            .any(|key| node.get(key).is_some_and(|more| *more.value == Value::Bool(false)));
        count.is_some() && limit("minItems") == count && (closed || limit("maxItems") == count)
    }

    fn tuple(&mut self, node: &Node<'_>) -> IndexMap<String, ReferenceOr<Box<Schema>>> {
        let elements = self.first_elements(node);
        elements.iter().enumerate().map(|(index, element)| (index.to_string(), self.boxed(element))).collect()
    }

    /// Reads the schema of all elements. If the first elements have their own schemas, an element matches one of these
    /// or `items`.
    pub(super) fn items(&mut self, node: &Node<'_>) -> Option<ReferenceOr<Box<Schema>>> {
        let others = node.get("items").filter(|items| !items.value.is_array());
        let first = self.first_elements(node);
        if first.is_empty() {
            return others.filter(|items| items.value.is_object()).map(|items| self.boxed(&items));
        }
        let mut elements = first;
        let most = node.get("maxItems").and_then(|limit| limit.value.as_u64());
        match others {
            Some(others) if others.value.is_object() => elements.push(others),
            Some(others) if *others.value == Value::Bool(false) => {}
            None if most == Some(elements.len() as u64) => {}
            _ => return None,
        }
        Some(match self.one_of_these(&elements) {
            ReferenceOr::Item(schema) => ReferenceOr::Item(Box::new(schema)),
            ReferenceOr::Reference { reference } => ReferenceOr::Reference { reference },
        })
    }
}
