//! Parameters and headers: JSON value to the structures of [`openapiv3`].

use indexmap::IndexMap;
use openapiv3::{
    Header, HeaderStyle, Parameter, ParameterData, ParameterSchemaOrContent, ReferenceOr, Schema, SchemaData,
    SchemaKind,
};
use serde_json::Value;

use super::node::{Node, NodeReader};
use crate::base::diagnostic::Code;
use crate::base::http_terms::is_token;
use crate::base::suggestion::suggest_or;
use crate::read::keywords::{HEADER, PARAMETER, Shape};

/// Marks a path parameter whose reserved characters are not encoded.
pub(crate) const RESERVED: &str = "x-bindery-reserved";

/// Marks a path parameter that may be empty.
pub(crate) const EMPTY: &str = "x-bindery-empty";

impl NodeReader<'_> {
    pub(super) fn parameters(&mut self, node: &Node<'_>) -> Vec<ReferenceOr<Parameter>> {
        let Some(array) = self.array(node, "parameters") else { return Vec::new() };
        array.elements().filter_map(|element| self.parameter_or_reference(&element)).collect()
    }

    pub(super) fn parameter_or_reference(&mut self, node: &Node<'_>) -> Option<ReferenceOr<Parameter>> {
        match self.reference(node) {
            Some(reference) => Some(ReferenceOr::Reference { reference }),
            None => self.parameter(node).map(ReferenceOr::Item),
        }
    }

    fn parameter(&mut self, node: &Node<'_>) -> Option<Parameter> {
        if !self.open(node, &PARAMETER) {
            return None;
        }
        let name = self.text(node, "name");
        let place = self.text(node, "in");
        let (Some(name), Some(place)) = (name, place) else {
            let help = "add `name` and `in`";
            self.warn(Code::PartInvalid, "a parameter has no `name` or no `in`; it is left out", &node.pointer, help);
            return None;
        };
        self.check_parameter(node, &name, &place);
        let mut data = self.parameter_data(node, &PARAMETER, name);
        data.extensions.shift_remove(RESERVED);
        data.extensions.shift_remove(EMPTY);
        if self.flag(node, "allowEmptyValue") && place == "path" {
            data.extensions.insert(EMPTY.to_owned(), Value::Bool(true));
        }
        if place == "path" && self.is_since_32 && self.flag(node, "allowReserved") {
            data.extensions.insert(RESERVED.to_owned(), Value::Bool(true));
        }
        let style = self.style(node, &place);
        match place.as_str() {
            "path" => Some(Parameter::Path { parameter_data: data, style: path_style(style.as_deref()) }),
            "query" => Some(Parameter::Query {
                parameter_data: data,
                allow_reserved: self.flag(node, "allowReserved"),
                style: query_style(style.as_deref()),
                allow_empty_value: None,
            }),
            "querystring" => {
                let message = "`in: querystring` is not supported; the parameter is left out";
                let help = "declare the members of the query as `query` parameters";
                self.warn(Code::FieldUnsupported, message, &node.pointer, help);
                None
            }
            "header" => Some(Parameter::Header { parameter_data: data, style: HeaderStyle::Simple }),
            "cookie" => Some(Parameter::Cookie { parameter_data: data, style: openapiv3::CookieStyle::Form }),
            other => {
                let message = format!("invalid parameter location `{other}`; the parameter is left out");
                let help = match other {
                    "body" | "formData" => "describe it in `requestBody`",
                    _ => "write path, query, header or cookie",
                };
                self.warn(Code::PartInvalid, message, &node.pointer, help);
                None
            }
        }
    }

    /// Reports members of a parameter without effect.
    fn check_parameter(&mut self, node: &Node<'_>, name: &str, place: &str) {
        if place == "header" && !is_token(name) {
            let help = "write the name as it is sent, such as `X-Request-Id`";
            let message = format!("`{name}` is not a valid header name");
            self.warn(Code::RuleViolated, message, &node.pointer.child("name"), help);
        }
        let may_reserve = place == "query" || (place == "path" && self.is_since_32);
        if !may_reserve && self.flag(node, "allowReserved") {
            let message = format!("`allowReserved` has no effect on parameters in `{place}`");
            self.warn(Code::FieldIgnored, message, &node.pointer.child("allowReserved"), "remove it");
        }
    }

    /// Reads the style of a parameter at a location or of a form field.
    pub(super) fn style(&mut self, node: &Node<'_>, place: &str) -> Option<String> {
        let style = self.text(node, "style")?;
        let styles: &[&str] = match place {
            "path" => &["simple", "label", "matrix"],
            "query" => &["form", "spaceDelimited", "pipeDelimited", "deepObject"],
            "header" => &["simple"],
            "cookie" => &["form", "cookie"],
            _ => return None,
        };
        if styles.contains(&style.as_str()) {
            return Some(style);
        }
        let message = format!("`style: {style}` is not allowed for parameters in `{place}`; it is ignored");
        let help = suggest_or(&style, styles.iter().copied(), &format!("write {}", styles.join(" or ")));
        self.warn(Code::FieldInvalid, message, &node.pointer.child("style"), &help);
        None
    }

    fn parameter_data(&mut self, node: &Node<'_>, shape: &'static Shape, name: String) -> ParameterData {
        let schema = node.get("schema");
        let content = self.map(node, "content");
        if let (Some(_), Some(content)) = (&schema, &content) {
            let message = format!("{} has both `schema` and `content`; `content` is ignored", shape.label);
            self.warn(Code::RuleViolated, message, &content.pointer, "keep the intended one");
        }
        let format = match (schema, content) {
            (Some(schema), _) => ParameterSchemaOrContent::Schema(self.schema_or_reference(&schema)),
            (None, Some(content)) => ParameterSchemaOrContent::Content(self.content(&content)),
            (None, None) => {
                self.missing(node, shape, "schema", "it is read as a string");
                ParameterSchemaOrContent::Schema(ReferenceOr::Item(any_text()))
            }
        };
        ParameterData {
            name,
            description: self.text(node, "description"),
            required: self.flag(node, "required"),
            deprecated: Some(self.flag(node, "deprecated")),
            format,
            example: None,
            examples: IndexMap::new(),
            explode: node.get("explode").map(|_| self.flag(node, "explode")),
            extensions: self.extensions(node),
        }
    }

    pub(super) fn headers(&mut self, node: &Node<'_>) -> IndexMap<String, ReferenceOr<Header>> {
        let Some(object) = self.map(node, "headers") else { return IndexMap::new() };
        let mut headers = IndexMap::new();
        for (name, header) in object.members() {
            if !is_token(name) {
                let message = format!("`{name}` is not a valid header name; the header is left out");
                let help = "write the name as it is sent, such as `X-Request-Id`";
                self.warn(Code::PartInvalid, message, &header.pointer, help);
                continue;
            }
            headers.insert(name.to_owned(), self.item_or_reference(&header, Self::header));
        }
        headers
    }

    /// Reads a header, which is a parameter without a name and a location.
    pub(super) fn header(&mut self, node: &Node<'_>) -> Header {
        self.open(node, &HEADER);
        let data = self.parameter_data(node, &HEADER, String::new());
        Header {
            description: data.description,
            style: HeaderStyle::Simple,
            required: data.required,
            deprecated: data.deprecated,
            format: data.format,
            example: None,
            examples: IndexMap::new(),
            extensions: data.extensions,
        }
    }
}

fn any_text() -> Schema {
    let any = openapiv3::AnySchema { typ: Some("string".to_owned()), ..openapiv3::AnySchema::default() };
    Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::Any(any) }
}

fn path_style(style: Option<&str>) -> openapiv3::PathStyle {
    match style {
        Some("matrix") => openapiv3::PathStyle::Matrix,
        Some("label") => openapiv3::PathStyle::Label,
        _ => openapiv3::PathStyle::Simple,
    }
}

pub(super) fn query_style(style: Option<&str>) -> openapiv3::QueryStyle {
    match style {
        Some("spaceDelimited") => openapiv3::QueryStyle::SpaceDelimited,
        Some("pipeDelimited") => openapiv3::QueryStyle::PipeDelimited,
        Some("deepObject") => openapiv3::QueryStyle::DeepObject,
        _ => openapiv3::QueryStyle::Form,
    }
}
