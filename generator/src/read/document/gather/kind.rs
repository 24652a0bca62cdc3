//! The kinds of values in a description, needed to distinguish a reference from a property named `$ref`.

use crate::base::http_terms::METHODS;
use crate::base::pointer::name_below;
use crate::read::document::Pointer;

/// The form of a description, which decides where its components are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read::document) enum Dialect {
    Swagger,
    OpenApi,
}

impl Dialect {
    /// Returns the kind of the whole description.
    pub(super) fn root(self) -> NodeKind {
        match self {
            Self::Swagger => NodeKind::SwaggerDocument,
            Self::OpenApi => NodeKind::Document,
        }
    }

    /// Returns the pointers of the sections for components.
    pub(super) fn sections(self) -> &'static [&'static str] {
        match self {
            Self::Swagger => &["/definitions", "/responses", "/parameters"],
            Self::OpenApi => &[
                "/components/schemas",
                "/components/responses",
                "/components/parameters",
                "/components/requestBodies",
                "/components/headers",
            ],
        }
    }

    /// Returns the pointer of the section for values of a kind.
    pub(super) fn section(self, kind: NodeKind) -> Option<&'static str> {
        let index = match kind {
            NodeKind::Schema => 0,
            NodeKind::Response => 1,
            NodeKind::Parameter => 2,
            NodeKind::Body => 3,
            NodeKind::Header => 4,
            _ => return None,
        };
        self.sections().get(index).copied()
    }

    /// Returns `true` if a reference names a component of the description, which need not exist.
    pub(super) fn is_component_reference(self, reference: &str) -> bool {
        self.sections().iter().any(|section| name_below(reference, section).is_some())
    }

    /// Returns the kind of the value at a location, or `None` if any value is allowed there, such as in an extension.
    pub(super) fn kind_at(self, place: &Pointer) -> Option<NodeKind> {
        let mut kind = self.root();
        for step in place.steps() {
            kind = match kind {
                other if step.parse::<usize>().is_ok() => other.member(&step).or(other.element())?,
                other => other.member(&step)?,
            };
        }
        Some(kind)
    }
}

/// The kind of a value in the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read::document) enum NodeKind {
    Document,
    /// A Swagger 2.0 description.
    SwaggerDocument,
    Components,
    PathItem,
    Operation,
    Parameter,
    Header,
    Body,
    Response,
    MediaType,
    Schema,
    SecurityScheme,
    /// A description or a summary, which other tools include from Markdown files.
    Text,
    /// An object or an array that contains no schemas, such as the servers.
    Plain,
    /// An array of names or of JSON values, such as the values of an enumeration.
    Values,
    /// An object whose members have the same kind.
    Map(&'static NodeKind),
    /// An array whose elements have the same kind.
    List(&'static NodeKind),
}

impl NodeKind {
    /// Returns the kind of a member, or `None` if it cannot contain a reference.
    pub(in crate::read::document) fn member(self, key: &str) -> Option<Self> {
        match self {
            _ if self.has_texts() && ["description", "summary"].contains(&key) => Some(Self::Text),
            Self::Map(_) if key.starts_with("x-") && self == Self::Map(&Self::PathItem) => None,
            Self::Map(kind) => Some(*kind),
            Self::Document => match key {
                "paths" | "webhooks" | "x-webhooks" => Some(Self::Map(&Self::PathItem)),
                "components" => Some(Self::Components),
                "info" | "servers" | "tags" | "security" | "externalDocs" => Some(Self::Plain),
                _ => None,
            },
            Self::SwaggerDocument => match key {
                "paths" => Some(Self::Map(&Self::PathItem)),
                "definitions" => Some(Self::Map(&Self::Schema)),
                "responses" => Some(Self::Map(&Self::Response)),
                "parameters" => Some(Self::Map(&Self::Parameter)),
                "securityDefinitions" => Some(Self::Map(&Self::SecurityScheme)),
                "info" | "tags" | "security" | "externalDocs" => Some(Self::Plain),
                _ => None,
            },
            Self::Components => component(key),
            Self::PathItem => match key {
                "parameters" => Some(Self::List(&Self::Parameter)),
                method if METHODS.contains(&method) => Some(Self::Operation),
                "additionalOperations" => Some(Self::Map(&Self::Operation)),
                "servers" => Some(Self::Plain),
                _ => None,
            },
            Self::Operation => match key {
                "parameters" => Some(Self::List(&Self::Parameter)),
                "requestBody" => Some(Self::Body),
                "responses" => Some(Self::Map(&Self::Response)),
                "servers" | "tags" | "security" | "externalDocs" => Some(Self::Plain),
                _ => None,
            },
            Self::Parameter | Self::Header => match key {
                "schema" => Some(Self::Schema),
                "content" => Some(Self::Map(&Self::MediaType)),
                _ => None,
            },
            Self::Body => (key == "content").then_some(Self::Map(&Self::MediaType)),
            Self::Response => match key {
                "content" => Some(Self::Map(&Self::MediaType)),
                "headers" => Some(Self::Map(&Self::Header)),
                // In Swagger 2.0.
                "schema" => Some(Self::Schema),
                _ => None,
            },
            Self::MediaType => match key {
                "schema" | "itemSchema" => Some(Self::Schema),
                "encoding" | "prefixEncoding" | "itemEncoding" => Some(Self::Plain),
                _ => None,
            },
            Self::Schema => subschema(key),
            Self::SecurityScheme => (key == "flows").then_some(Self::Plain),
            Self::Plain => (!VALUE_FIELDS.contains(&key) && !key.starts_with("x-")).then_some(Self::Plain),
            Self::Text | Self::Values | Self::List(_) => None,
        }
    }

    /// Returns `true` if values of this kind may have a description.
    fn has_texts(self) -> bool {
        use NodeKind::{Body, Header, Operation, Parameter, PathItem, Plain, Response, Schema, SecurityScheme};
        matches!(self, PathItem | Operation | Parameter | Header | Body | Response | Schema | SecurityScheme | Plain)
    }

    /// Returns the kind of the elements of an array.
    pub(in crate::read::document) fn element(self) -> Option<Self> {
        match self {
            Self::List(kind) => Some(*kind),
            // `items` as it was before JSON Schema 2020-12.
            Self::Schema => Some(Self::Schema),
            Self::Plain => Some(Self::Plain),
            _ => None,
        }
    }

    /// Returns the consequence of an unresolved reference to a value of this kind, for diagnostics.
    pub(super) fn consequence(self) -> &'static str {
        match self {
            Self::Schema => "any JSON value is accepted in its place",
            Self::Parameter => "the parameter is left out",
            Self::Header => "the header is left out",
            Self::Body => "the body is left out",
            Self::Response => "the response has no body",
            Self::PathItem => "the operations of the path are left out",
            Self::Operation => "the operation has no content",
            Self::Text => "the text is left out",
            _ => "the referenced content is missing",
        }
    }
}

/// Members with arbitrary JSON values.
const VALUE_FIELDS: [&str; 5] = ["default", "enum", "example", "examples", "mapping"];

fn component(section: &str) -> Option<NodeKind> {
    match section {
        "schemas" => Some(NodeKind::Map(&NodeKind::Schema)),
        "responses" => Some(NodeKind::Map(&NodeKind::Response)),
        "parameters" => Some(NodeKind::Map(&NodeKind::Parameter)),
        "requestBodies" => Some(NodeKind::Map(&NodeKind::Body)),
        "headers" => Some(NodeKind::Map(&NodeKind::Header)),
        "securitySchemes" => Some(NodeKind::Map(&NodeKind::SecurityScheme)),
        "mediaTypes" => Some(NodeKind::Map(&NodeKind::MediaType)),
        "pathItems" => Some(NodeKind::Map(&NodeKind::PathItem)),
        _ => None,
    }
}

fn subschema(keyword: &str) -> Option<NodeKind> {
    match keyword {
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependencies" | "dependentSchemas" => {
            Some(NodeKind::Map(&NodeKind::Schema))
        }
        "allOf" | "oneOf" | "anyOf" | "prefixItems" => Some(NodeKind::List(&NodeKind::Schema)),
        "items" | "additionalProperties" | "unevaluatedProperties" | "contentSchema" | "not" => Some(NodeKind::Schema),
        // They are not read, but copied with the rest of a schema, so their references have to resolve.
        "additionalItems" | "contains" | "else" | "if" | "propertyNames" | "then" | "unevaluatedItems" => {
            Some(NodeKind::Schema)
        }
        "enum" | "required" => Some(NodeKind::Values),
        "discriminator" | "externalDocs" => Some(NodeKind::Plain),
        _ => None,
    }
}

/// Returns `true` if a value of a mapping is a reference, unless a schema has this name: names may contain dots, so a file
/// without a directory has one of the usual extensions.
pub(super) fn is_mapped_reference(to: &str) -> bool {
    let extension = to.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    to.contains(['#', '/']) || extension.is_some_and(|extension| ["json", "yaml", "yml"].contains(&extension.as_str()))
}

#[cfg(test)]
mod tests {
    use super::NodeKind;
    use crate::read::keywords::{
        COMPONENTS, DOCUMENT, HEADER, MEDIA_TYPE, OPERATION, PARAMETER, PATH_ITEM, REQUEST_BODY, RESPONSE, SCHEMA,
    };

    #[test]
    fn fields_that_contain_schemas_are_known() {
        let objects = [
            (&SCHEMA, NodeKind::Schema),
            (&DOCUMENT, NodeKind::Document),
            (&COMPONENTS, NodeKind::Components),
            (&PATH_ITEM, NodeKind::PathItem),
            (&OPERATION, NodeKind::Operation),
            (&PARAMETER, NodeKind::Parameter),
            (&HEADER, NodeKind::Header),
            (&REQUEST_BODY, NodeKind::Body),
            (&MEDIA_TYPE, NodeKind::MediaType),
            (&RESPONSE, NodeKind::Response),
        ];
        let nested =
            ["schema", "path item", "operation", "parameter", "header", "request body", "media type", "response"];
        // Callbacks are never read, and neither are their copies.
        let unread = ["callbacks"];
        for (shape, kind) in objects {
            for field in shape.fields().filter(|field| !field.values.contains('`') && !unread.contains(&field.name)) {
                let words = field.values.replace("security scheme", "");
                if nested.iter().any(|object| words.contains(object)) {
                    assert!(kind.member(field.name).is_some(), "{}: {} is {}", shape.label, field.name, field.values);
                }
            }
        }
    }
}
