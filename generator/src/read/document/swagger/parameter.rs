//! Parameters, request bodies and forms.

use serde_json::{Map, Value, json};

use super::schema::{TYPE_KEYWORDS, is_array};
use super::{Node, Pointer, Upgrade};
use crate::base::diagnostic::Code;
use crate::read::keywords::PARAMETER;

const URLENCODED: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

/// The new role of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParameterKind {
    Plain,
    Body,
    Form,
}

/// The format of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArrayFormat {
    /// The default of OpenAPI 3.0.
    Default,
    Style(&'static str, bool),
    Unsupported,
}

impl<'v> Upgrade<'v> {
    pub(super) fn kind(&self, parameter: &Node<'v>) -> ParameterKind {
        match self.resolve(parameter).value.get("in").and_then(Value::as_str) {
            Some("body") => ParameterKind::Body,
            Some(place) if place.eq_ignore_ascii_case("formData") => ParameterKind::Form,
            _ => ParameterKind::Plain,
        }
    }

    /// Converts the parameters of the document. Form parameters are written where they are used.
    pub(super) fn shared_parameters(&mut self, components: &mut Map<String, Value>, node: &Node<'v>) {
        let sections = Pointer::root().child("components");
        let (to, to_bodies) = (sections.child("parameters"), sections.child("requestBodies"));
        self.record_move(&to, &node.pointer);
        if !node.value.is_object() {
            components.insert("parameters".to_owned(), node.value.clone());
            return;
        }
        let mut parameters = Map::new();
        let mut bodies = Map::new();
        for (name, parameter) in node.members() {
            match self.kind(&parameter) {
                ParameterKind::Plain => {
                    let value = self.parameter(&parameter, &to.child(name));
                    parameters.insert(name.to_owned(), value);
                }
                ParameterKind::Body => {
                    let value = self.body(&parameter, &to_bodies.child(name), None);
                    bodies.insert(name.to_owned(), value);
                }
                ParameterKind::Form => {}
            }
        }
        if !parameters.is_empty() {
            components.insert("parameters".to_owned(), Value::Object(parameters));
        }
        if !bodies.is_empty() {
            components.insert("requestBodies".to_owned(), Value::Object(bodies));
        }
    }

    /// A parameter of a path, a query or a header.
    pub(super) fn parameter(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        if !node.value.is_object() {
            return node.value.clone();
        }
        if let Some(target) = self.target_to_copy(node, to) {
            return self.parameter(&target, to);
        }
        if node.reference().is_some() {
            return self.reference(node, to);
        }
        let mut parameter = Map::new();
        for (key, member) in self.members(node, &PARAMETER, &TYPE_KEYWORDS) {
            if !TYPE_KEYWORDS.contains(&key) && key != "schema" {
                parameter.insert(key.to_owned(), member.value.clone());
            }
        }
        // Some write a schema as for a body.
        let schema = node.get("schema").filter(|_| node.get("type").is_none());
        let value = match schema {
            Some(schema) => self.schema(&schema, &to.child("schema")),
            None => self.own_schema(node, &to.child("schema")),
        };
        self.write_style(node, &mut parameter);
        parameter.insert("schema".to_owned(), value);
        Value::Object(parameter)
    }

    fn write_style(&mut self, node: &Node<'v>, parameter: &mut Map<String, Value>) {
        if !is_array(node) {
            return;
        }
        let place = node.value.get("in").and_then(Value::as_str).unwrap_or_default();
        match style_of(node, place) {
            ArrayFormat::Default => {}
            ArrayFormat::Style(style, explode) => set_style(parameter, style, explode),
            ArrayFormat::Unsupported => {
                self.note_style(node);
                if place == "query" {
                    set_style(parameter, "form", false);
                }
            }
        }
    }

    pub(super) fn note_style(&mut self, node: &Node<'v>) {
        let Some(format) = node.get("collectionFormat") else { return };
        let said = format.value.as_str().unwrap_or_default();
        let message = format!("the collection format `{said}` is not supported here; values are separated by commas");
        self.note(&format.pointer, message, "change the type to a string, and join the values in the caller");
    }

    /// Converts the body of a request. A shared body has the media types of the document, so an operation with other
    /// media types gets a copy.
    pub(super) fn body(&mut self, node: &Node<'v>, to: &Pointer, own: Option<&[String]>) -> Value {
        let target = self.resolve(node);
        let same = own.is_none() || own == self.consumes.as_deref();
        let shared = node.reference().and_then(|reference| self.locate(reference));
        if same && shared.is_some_and(|pointer| pointer.steps().next().as_deref() == Some("parameters")) {
            self.traced(to, &node.pointer);
            return self.reference(node, to);
        }
        self.traced(to, &target.pointer);
        for pointer in [&node.pointer, &target.pointer] {
            self.now.entry(pointer.as_str().to_owned()).or_insert_with(|| to.clone());
        }
        let mut body = Map::new();
        for (key, member) in self.members(&target, &PARAMETER, &TYPE_KEYWORDS) {
            match key {
                "name" | "in" | "schema" => {}
                _ if TYPE_KEYWORDS.contains(&key) => {}
                _ => drop(body.insert(key.to_owned(), member.value.clone())),
            }
        }
        let content = self.body_content(&target, &to.child("content"), own);
        body.insert("content".to_owned(), content);
        Value::Object(body)
    }

    fn body_content(&mut self, target: &Node<'v>, to: &Pointer, own: Option<&[String]>) -> Value {
        // Without a schema, the parameter itself may declare the type, as for other parameters.
        let schema = target.get("schema").unwrap_or_else(|| target.clone());
        let mut types = self.consumed(own);
        if types.is_empty() {
            types.push(if self.is_file(&schema) { "application/octet-stream" } else { "application/json" }.to_owned());
        }
        if schema.pointer != target.pointer {
            return Value::Object(self.content(&schema, to, &types));
        }
        if target.get("type").is_none() {
            let message = "a body has no `schema`; the caller passes it as text or bytes";
            self.warn(Code::FieldMissing, &target.pointer, message, "add `schema`");
        }
        let mut content = Map::new();
        for media_type in types {
            let at = to.child(&media_type);
            self.traced(&at, &target.pointer);
            let schema = target.get("type").map(|_| self.own_schema(target, &at.child("schema")));
            content.insert(media_type, schema.map_or_else(|| json!({}), |schema| json!({ "schema": schema })));
        }
        Value::Object(content)
    }

    fn consumed(&self, own: Option<&[String]>) -> Vec<String> {
        own.or(self.consumes.as_deref()).unwrap_or_default().to_vec()
    }

    /// Creates the body for the fields of a form. The fields are already resolved.
    pub(super) fn form(&mut self, fields: &[Node<'v>], to: &Pointer, own: Option<&[String]>) -> Value {
        let has_file = fields
            .iter()
            .any(|field| self.is_file(field) || field.get("items").is_some_and(|items| self.is_file(&items)));
        let mut types = self.consumed(own);
        types.retain(|media_type| media_type.starts_with(MULTIPART) || (media_type == URLENCODED && !has_file));
        types.truncate(2);
        if types.is_empty() {
            types.push(if has_file { MULTIPART } else { URLENCODED }.to_owned());
        }
        let encoding = self.encoding(fields);
        let required: Vec<&str> = fields.iter().filter(|field| is_required(field)).filter_map(name_of).collect();
        if let Some(list) = fields.first().and_then(|field| field.pointer.split_last()) {
            self.traced(to, &list.0);
            self.traced(&to.child("content"), &list.0);
        }
        let mut content = Map::new();
        for media_type in types {
            let at = to.child("content").child(&media_type);
            let schema = self.form_schema(fields, &at.child("schema"), &required);
            let mut entry = Map::from_iter([("schema".to_owned(), schema)]);
            if !encoding.is_empty() {
                entry.insert("encoding".to_owned(), Value::Object(encoding.clone()));
            }
            content.insert(media_type, Value::Object(entry));
        }
        let mut body = Map::from_iter([("content".to_owned(), Value::Object(content))]);
        if !required.is_empty() {
            body.insert("required".to_owned(), Value::Bool(true));
        }
        Value::Object(body)
    }

    fn form_schema(&mut self, fields: &[Node<'v>], to: &Pointer, required: &[&str]) -> Value {
        let mut properties = Map::new();
        for field in fields {
            let Some(name) = name_of(field).filter(|_| self.may_copy(field)) else { continue };
            let at = to.child("properties").child(name);
            self.record_move(&at, &field.pointer);
            let mut value = self.own_schema(field, &at);
            if let Some(schema) = value.as_object_mut() {
                let docs = self.members(field, &PARAMETER, &TYPE_KEYWORDS).into_iter();
                let docs = docs.filter(|(key, _)| ["description", "example"].contains(key));
                schema.extend(docs.map(|(key, member)| (key.to_owned(), member.value.clone())));
            }
            properties.insert(name.to_owned(), value);
        }
        let mut schema = Map::from_iter([
            ("type".to_owned(), json!("object")),
            ("properties".to_owned(), Value::Object(properties)),
        ]);
        if !required.is_empty() {
            schema.insert("required".to_owned(), json!(required));
        }
        Value::Object(schema)
    }

    /// Returns the encodings of the arrays in a form.
    fn encoding(&mut self, fields: &[Node<'v>]) -> Map<String, Value> {
        let mut encoding = Map::new();
        for field in fields.iter().filter(|field| is_array(field)) {
            let Some(name) = name_of(field) else { continue };
            let mut entry = Map::new();
            match style_of(field, "formData") {
                ArrayFormat::Style(style, explode) => set_style(&mut entry, style, explode),
                _ => {
                    self.note_style(field);
                    set_style(&mut entry, "form", false);
                }
            }
            encoding.insert(name.to_owned(), Value::Object(entry));
        }
        encoding
    }
}

fn set_style(object: &mut Map<String, Value>, style: &str, explode: bool) {
    object.insert("style".to_owned(), json!(style));
    object.insert("explode".to_owned(), json!(explode));
}

/// Returns the format of an array at a location; the default is comma-separated.
pub(super) fn style_of(node: &Node<'_>, place: &str) -> ArrayFormat {
    let format = node.value.get("collectionFormat").and_then(Value::as_str).unwrap_or("csv");
    let named = place == "query" || place.eq_ignore_ascii_case("formData");
    match format {
        "csv" if named => ArrayFormat::Style("form", false),
        "csv" => ArrayFormat::Default,
        "multi" if named => ArrayFormat::Style("form", true),
        "ssv" if named => ArrayFormat::Style("spaceDelimited", false),
        "pipes" if named => ArrayFormat::Style("pipeDelimited", false),
        _ => ArrayFormat::Unsupported,
    }
}

pub(super) fn name_of<'v>(node: &Node<'v>) -> Option<&'v str> {
    node.value.get("name").and_then(Value::as_str)
}

fn is_required(node: &Node<'_>) -> bool {
    node.value.get("required") == Some(&Value::Bool(true))
}
