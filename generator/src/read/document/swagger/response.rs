//! Responses: their bodies, examples and headers.

use serde_json::{Map, Value, json};

use super::parameter::{ArrayFormat, style_of};
use super::schema::{TYPE_KEYWORDS, is_array};
use super::{Node, Pointer, Upgrade};
use crate::read::keywords::{HEADER, RESPONSE};

impl<'v> Upgrade<'v> {
    /// Converts the responses of an operation, which may have its own `produces`.
    pub(super) fn responses(&mut self, node: &Node<'v>, to: &Pointer, own: Option<&[String]>) -> Value {
        if !node.value.is_object() {
            return node.value.clone();
        }
        let mut responses = Map::new();
        for (status, response) in node.members() {
            let value = if status.starts_with("x-") {
                response.value.clone()
            } else {
                self.response_or_reference(&response, &to.child(status), own)
            };
            responses.insert(status.to_owned(), value);
        }
        Value::Object(responses)
    }

    /// Converts a response. A shared response has the media types of the document, so an operation with other media
    /// types gets a copy.
    fn response_or_reference(&mut self, node: &Node<'v>, to: &Pointer, own: Option<&[String]>) -> Value {
        if node.reference().is_none() {
            return self.response(node, to, own);
        }
        if let Some(target) = self.target_to_copy(node, to) {
            return self.response(&target, to, own);
        }
        let target = self.resolve(node);
        let same = own.is_none() || own == self.produces.as_deref();
        let has_body = target.get("schema").is_some() || target.get("examples").is_some();
        if target.reference().is_some() || same || !has_body || !self.may_copy(&target) {
            return self.reference(node, to);
        }
        self.traced(to, &target.pointer);
        self.response(&target, to, own)
    }

    pub(super) fn response(&mut self, node: &Node<'v>, to: &Pointer, own: Option<&[String]>) -> Value {
        if !node.value.is_object() {
            return node.value.clone();
        }
        if let Some(target) = self.target_to_copy(node, to) {
            return self.response(&target, to, own);
        }
        if node.reference().is_some() {
            return self.reference(node, to);
        }
        let mut content = self.response_content(node, &to.child("content"), own);
        let mut response = Map::new();
        for (key, member) in self.members(node, &RESPONSE, &["schema", "examples"]) {
            match key {
                "schema" | "examples" => {
                    if let Some(content) = content.take() {
                        response.insert("content".to_owned(), Value::Object(content));
                    }
                }
                "headers" => drop(response.insert(key.to_owned(), self.map(&member, &to.child(key), Self::header))),
                _ => drop(response.insert(key.to_owned(), member.value.clone())),
            }
        }
        Value::Object(response)
    }

    fn response_content(
        &mut self,
        node: &Node<'v>,
        to: &Pointer,
        own: Option<&[String]>,
    ) -> Option<Map<String, Value>> {
        let schema = node.get("schema");
        let examples = self.examples(node);
        let mut content = match &schema {
            Some(schema) => {
                let mut types = self.produced(schema, own);
                let reported = examples.iter().map(|(media_type, _)| (*media_type).to_owned());
                types.extend(reported.filter(|reported| !types.contains(reported)).collect::<Vec<_>>());
                self.content(schema, to, &types)
            }
            None => examples.iter().map(|(media_type, _)| ((*media_type).to_owned(), json!({}))).collect(),
        };
        for (media_type, example) in examples {
            let at = to.child(media_type);
            if schema.is_none() {
                self.traced(&at, &example.pointer);
            }
            self.traced(&at.child("example"), &example.pointer);
            if let Some(entry) = content.get_mut(media_type).and_then(Value::as_object_mut) {
                entry.insert("example".to_owned(), example.value.clone());
            }
        }
        (!content.is_empty()).then_some(content)
    }

    /// Returns the media types of a response. Files are rarely meant by a document that produces JSON.
    fn produced(&self, schema: &Node<'v>, own: Option<&[String]>) -> Vec<String> {
        let is_file = self.is_file(schema);
        let mut types = own.or(self.produces.as_deref()).unwrap_or_default().to_vec();
        if is_file && own.is_none() {
            types.retain(|media_type| !media_type.contains("json"));
        }
        if types.is_empty() {
            types.push(if is_file { "application/octet-stream" } else { "application/json" }.to_owned());
        }
        types
    }

    /// Writes the same schema for each media type. If the schema was written before, in a shared response or for
    /// another operation of the same path, a reference to it keeps it one type.
    pub(super) fn content(&mut self, schema: &Node<'v>, to: &Pointer, types: &[String]) -> Map<String, Value> {
        self.traced(to, &schema.pointer);
        let is_known = self.now.contains_key(schema.pointer.as_str()) && schema.reference().is_none();
        let mut content = Map::new();
        for media_type in types {
            if !content.is_empty() && !self.may_copy(schema) {
                break;
            }
            let at = to.child(media_type);
            self.traced(&at, &schema.pointer);
            self.record_move(&at.child("schema"), &schema.pointer);
            let value = if is_known {
                self.references.push(at.child("schema").child("$ref"));
                json!({ "$ref": schema.pointer.to_reference() })
            } else {
                self.schema(schema, &at.child("schema"))
            };
            content.insert(media_type.clone(), json!({ "schema": value }));
        }
        content
    }

    /// The examples of a response by media type.
    fn examples(&mut self, response: &Node<'v>) -> Vec<(&'v str, Node<'v>)> {
        let Some(examples) = response.get("examples") else { return Vec::new() };
        if !examples.value.is_object() {
            let message = "the examples of a response are not an object; they are left out";
            self.note(&examples.pointer, message, "write an object with media types as keys");
        }
        let (usable, other): (Vec<_>, Vec<_>) = examples.members().partition(|(name, _)| name.contains('/'));
        for (name, example) in other {
            let message = format!("`{name}` is not a media type; the example is left out");
            self.note(&example.pointer, message, "write a media type as the key, such as `application/json`");
        }
        usable
    }

    fn header(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        if !node.value.is_object() {
            return node.value.clone();
        }
        if node.reference().is_some() {
            return self.reference(node, to);
        }
        let mut header = Map::new();
        for (key, member) in self.members(node, &HEADER, &TYPE_KEYWORDS) {
            if !TYPE_KEYWORDS.contains(&key) {
                header.insert(key.to_owned(), member.value.clone());
            }
        }
        header.insert("schema".to_owned(), self.own_schema(node, &to.child("schema")));
        if is_array(node) && style_of(node, "header") == ArrayFormat::Unsupported {
            self.note_style(node);
        }
        Value::Object(header)
    }
}
