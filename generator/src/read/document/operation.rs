//! Path items and operations: JSON value to the structures of [`openapiv3`].

use indexmap::IndexMap;
use openapiv3::{
    Components, Encoding, MediaType, Operation, PathItem, ReferenceOr, RequestBody, Response, Responses,
    SecurityRequirement, StatusCode,
};
use serde_json::Value;

use super::item_schema::{BY_EVENT, ITEM_SCHEMA};
use super::node::{Node, NodeReader, is_small};
use super::operations::OTHERS;
use super::parameter::query_style;
use crate::base::diagnostic::{Code, Location, SourceLocation};
use crate::base::pointer::Pointer;
use crate::read::keywords::{COMPONENTS, ENCODING, MEDIA_TYPE, OPERATION, PATH_ITEM, REQUEST_BODY, RESPONSE};

/// Maximum number of media types of a body or a response, since they are compared with each other. The others are
/// skipped with a warning. The largest known number is 360.
pub(crate) const MAX_MEDIA_TYPES: usize = 500;

impl NodeReader<'_> {
    /// Reads a path item. Unknown methods are reported.
    pub(super) fn path_item(&mut self, node: &Node<'_>) -> PathItem {
        self.open(node, &PATH_ITEM);
        PathItem {
            summary: None,
            description: None,
            get: self.operation(node, "get"),
            put: self.operation(node, "put"),
            post: self.operation(node, "post"),
            delete: self.operation(node, "delete"),
            options: self.operation(node, "options"),
            head: self.operation(node, "head"),
            patch: self.operation(node, "patch"),
            trace: self.operation(node, "trace"),
            servers: self.servers(node),
            parameters: self.parameters(node),
            extensions: IndexMap::new(),
        }
    }

    /// Reads the operations of a path item with other methods, as in OpenAPI 3.2.
    pub(super) fn other_operations(&mut self, node: &Node<'_>) -> Vec<OtherOperation> {
        let more = node.get(OTHERS).and_then(|_| self.object(node, OTHERS));
        let own = [(node.clone(), "query", "QUERY".to_owned())].into_iter();
        let more = more.iter().flat_map(|more| more.members().map(|(name, _)| (more.clone(), name, name.to_owned())));
        own.chain(more)
            .filter_map(|(holder, name, method)| {
                let operation = self.operation(&holder, name)?;
                Some(OtherOperation { method, pointer: holder.pointer.child(name), operation })
            })
            .collect()
    }

    fn operation(&mut self, item: &Node<'_>, method: &str) -> Option<Operation> {
        let node = self.object(item, method)?;
        self.open(&node, &OPERATION);
        Some(Operation {
            tags: self.texts(&node, "tags"),
            summary: self.text(&node, "summary"),
            description: self.text(&node, "description"),
            external_docs: self.external_docs(&node),
            operation_id: self.operation_id(&node),
            parameters: self.parameters(&node),
            request_body: self
                .object(&node, "requestBody")
                .map(|body| self.item_or_reference(&body, Self::request_body)),
            responses: self.responses(&node),
            callbacks: IndexMap::new(),
            deprecated: self.flag(&node, "deprecated"),
            security: self.security(&node),
            servers: self.servers(&node),
            extensions: self.extensions(&node),
        })
    }

    /// Reads the id of an operation, which names its method.
    fn operation_id(&mut self, node: &Node<'_>) -> Option<String> {
        let id = self.text(node, "operationId")?;
        // Webhooks have no functions.
        if id.is_empty() || !is_in_paths(&node.pointer) {
            return Some(id);
        }
        // Paths may share an operation.
        let origin = self.origin(&node.pointer);
        match self.operation_ids.get(&id) {
            Some(first) if *first != origin => {
                let SourceLocation { source, location } = first;
                let pointer = if let Location::Pointer(pointer) = location { pointer.as_str() } else { "" };
                let help = format!("choose another id; the first use is {source}#{pointer}");
                let message = format!("duplicate `operationId` `{id}`; the function gets another name");
                self.warn(Code::RuleViolated, message, &node.pointer.child("operationId"), &help);
            }
            Some(_) => {}
            None => drop(self.operation_ids.insert(id.clone(), origin)),
        }
        Some(id)
    }

    /// Reads the security requirements of an operation or of the document, or `None` if there are none. An empty array
    /// means that no credentials are sent, so an array without a valid requirement is ignored.
    pub(super) fn security(&mut self, node: &Node<'_>) -> Option<Vec<SecurityRequirement>> {
        let array = self.array(node, "security")?;
        let requirements: Vec<_> = array.elements().filter_map(|requirement| self.requirement(&requirement)).collect();
        (!requirements.is_empty() || array.elements().next().is_none()).then_some(requirements)
    }

    /// Reads a requirement. The name of a scheme stands for the requirement of it; other values are reported.
    fn requirement(&mut self, node: &Node<'_>) -> Option<SecurityRequirement> {
        let scopes = |scopes: Node<'_>| scopes.elements().filter_map(|s| s.value.as_str().map(str::to_owned)).collect();
        let (requirement, consequence) = match node.value {
            Value::Object(_) => {
                return Some(node.members().map(|(scheme, asked)| (scheme.to_owned(), scopes(asked))).collect());
            }
            Value::String(scheme) => {
                (Some(IndexMap::from([(scheme.clone(), Vec::new())])), format!("it is read as `{{{scheme}: []}}`"))
            }
            _ => (None, "it is ignored".to_owned()),
        };
        let message = format!("expected an object for a security requirement, found {}; {consequence}", node.kind());
        let help = "write the name of a scheme as a key, such as `key: []`";
        self.warn(Code::FieldInvalid, message, &node.pointer, help);
        requirement
    }

    fn request_body(&mut self, node: &Node<'_>) -> RequestBody {
        if self.open(node, &REQUEST_BODY) && node.get("content").is_none() {
            self.missing(node, &REQUEST_BODY, "content", "the body is left out");
        }
        RequestBody {
            description: self.text(node, "description"),
            content: self.map(node, "content").map(|content| self.content(&content)).unwrap_or_default(),
            required: self.flag(node, "required"),
            extensions: self.extensions(node),
        }
    }

    pub(super) fn content(&mut self, node: &Node<'_>) -> IndexMap<String, MediaType> {
        let members = node.members().filter(|(name, _)| !name.starts_with("x-")).take(MAX_MEDIA_TYPES + 1);
        members
            .map(|(name, media_type)| {
                if !name.contains('/') {
                    let message = format!("`{name}` is not a media type");
                    let help = "write one such as `application/json`";
                    self.warn(Code::RuleViolated, message, &media_type.pointer, help);
                }
                (name.to_owned(), self.media_type(&media_type))
            })
            .collect()
    }

    fn media_type(&mut self, node: &Node<'_>) -> MediaType {
        self.open(node, &MEDIA_TYPE);
        MediaType {
            schema: node.get("schema").map(|schema| self.schema_or_reference(&schema)),
            encoding: self.map(node, "encoding").map(|encoding| self.encodings(&encoding)).unwrap_or_default(),
            extensions: item_schema_marks(node),
            example: media_type_example(node).filter(|example| is_small(example)).cloned(),
            ..MediaType::default()
        }
    }

    /// Reads the encodings of the members of a form or the parts of a multipart body.
    fn encodings(&mut self, node: &Node<'_>) -> IndexMap<String, Encoding> {
        let encodings = node.members().map(|(name, encoding)| {
            self.open(&encoding, &ENCODING);
            let style = self.style(&encoding, "query");
            let exploded = style.as_deref().is_none_or(|style| style == "form");
            let encoding = Encoding {
                content_type: self.text(&encoding, "contentType"),
                explode: if encoding.get("explode").is_some() { self.flag(&encoding, "explode") } else { exploded },
                style: style.as_deref().map(|style| query_style(Some(style))),
                ..Encoding::default()
            };
            (name.to_owned(), encoding)
        });
        encodings.collect()
    }

    fn responses(&mut self, node: &Node<'_>) -> Responses {
        let mut responses = Responses::default();
        let object = self.map(node, "responses");
        let is_empty = object.iter().flat_map(Node::members).all(|(status, _)| status.starts_with("x-"));
        let is_written = node.get("responses").is_some();
        let may_be_empty = node.reference().is_some() || is_written != object.is_some();
        if is_empty && !may_be_empty && is_in_paths(&node.pointer) {
            if is_written {
                let message = "`responses` is empty; the result has no type";
                let help = "add the response of a successful call";
                self.warn(Code::FieldMissing, message, &node.pointer.child("responses"), help);
            } else if !self.is_since_31 {
                self.missing(node, &OPERATION, "responses", "its result has no type");
            }
        }
        let Some(object) = object else { return responses };
        for (status, response) in object.members().filter(|(status, _)| !status.starts_with("x-")) {
            let read = self.item_or_reference(&response, Self::response);
            match status_code(status) {
                Some(code) => drop(responses.responses.insert(code, read)),
                None if status.eq_ignore_ascii_case("default") => responses.default = Some(read),
                None => {
                    let message = format!("`{status}` is not a status code; its response is left out");
                    let help = "write a status such as 200, a range such as 4XX, or default";
                    self.warn(Code::PartInvalid, message, &response.pointer, help);
                }
            }
        }
        responses
    }

    fn response(&mut self, node: &Node<'_>) -> Response {
        self.open(node, &RESPONSE);
        Response {
            description: self.text(node, "description").unwrap_or_default(),
            content: self.map(node, "content").map(|content| self.content(&content)).unwrap_or_default(),
            headers: self.headers(node),
            extensions: self.extensions(node),
            ..Response::default()
        }
    }

    /// Reads the components and removes them from the document.
    pub(super) fn components(&mut self, root: &mut Value) -> Option<Components> {
        let whole = Node { value: root, pointer: Pointer::root() };
        let node = self.object(&whole, "components")?;
        self.open(&node, &COMPONENTS);
        let at = node.pointer;
        let sections = root.get_mut("components")?;
        let mut components = Components::default();
        for (name, value, pointer) in self.take_members(sections, &at, "schemas") {
            components.schemas.insert(name, self.schema_or_reference(&Node { value: &value, pointer }));
        }
        for (name, value, pointer) in self.take_members(sections, &at, "responses") {
            let response = self.item_or_reference(&Node { value: &value, pointer }, Self::response);
            components.responses.insert(name, response);
        }
        for (name, value, pointer) in self.take_members(sections, &at, "headers") {
            let header = self.item_or_reference(&Node { value: &value, pointer }, Self::header);
            components.headers.insert(name, header);
        }
        for (name, value, pointer) in self.take_members(sections, &at, "parameters") {
            if let Some(parameter) = self.parameter_or_reference(&Node { value: &value, pointer }) {
                components.parameters.insert(name, parameter);
            }
        }
        for (name, value, pointer) in self.take_members(sections, &at, "requestBodies") {
            let body = self.item_or_reference(&Node { value: &value, pointer }, Self::request_body);
            components.request_bodies.insert(name, body);
        }
        for (name, value, pointer) in self.take_members(sections, &at, "securitySchemes") {
            match self.security_scheme(&Node { value: &value, pointer }) {
                Some(scheme) => drop(components.security_schemes.insert(name, ReferenceOr::Item(scheme))),
                None => self.omitted_schemes.push(name),
            }
        }
        // Unused sections, such as examples, take as much memory as the others.
        sections.take();
        Some(components)
    }
}

/// Returns the extensions that say what the schema of a media type describes.
fn item_schema_marks(node: &Node<'_>) -> IndexMap<String, Value> {
    let marks = [ITEM_SCHEMA, BY_EVENT].into_iter();
    marks.filter_map(|mark| Some((mark.to_owned(), node.get(mark)?.value.clone()))).collect()
}

/// `example`, or the value of the first of the `examples`.
fn media_type_example<'v>(node: &Node<'v>) -> Option<&'v Value> {
    let first = || node.get("examples")?.members().find_map(|(_, example)| example.get("value"));
    node.get("example").or_else(first).map(|example| example.value)
}

/// Parses a status such as `404` or `404 Not Found`, or a range such as `4XX`.
fn status_code(text: &str) -> Option<StatusCode> {
    let text = text.split_whitespace().next().unwrap_or_default();
    if let Ok(code) = text.parse::<u16>() {
        return (100..1000).contains(&code).then_some(StatusCode::Code(code));
    }
    let class = text.strip_suffix("XX").or_else(|| text.strip_suffix("xx"))?.parse::<u16>().ok()?;
    (1..=5).contains(&class).then_some(StatusCode::Range(class))
}

/// An operation with a method that OpenAPI 3.0 does not support.
#[derive(Clone, Debug)]
pub struct OtherOperation {
    /// The method as it is sent.
    pub method: String,
    /// The location of the operation.
    pub pointer: Pointer,
    /// The operation.
    pub operation: openapiv3::Operation,
}

/// Returns `true` if a client calls the operation at a location.
fn is_in_paths(operation: &Pointer) -> bool {
    operation.as_str().starts_with("/paths/")
}
