//! What stands where in a description: only so a reference can be told from a property that is called `$ref`.

use crate::document::{Pointer, specification};

/// What a value of the description is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) enum NodeKind {
    Document,
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
    /// An object whose members are all of one kind.
    Map(&'static NodeKind),
    /// An array whose elements are all of one kind.
    List(&'static NodeKind),
}

impl NodeKind {
    /// What stands at a place of a description; nothing where any value may stand, such as in an extension.
    pub(super) fn at(place: &Pointer) -> Option<Self> {
        let mut kind = Self::Document;
        for step in place.steps() {
            // What the specification gives a place in a document is no schema; all else may hold one.
            const OTHERS: [&str; 7] = ["info", "servers", "tags", "security", "externalDocs", "openapi", "swagger"];
            kind = match kind {
                Self::Document if OTHERS.contains(&step.as_str()) => Self::Document,
                other if step.parse::<usize>().is_ok() => other.member(&step).or(other.element())?,
                other => other.member(&step)?,
            };
        }
        Some(kind)
    }

    /// What the member of an object is; nothing where no reference can stand in it.
    pub(in crate::document) fn member(self, key: &str) -> Option<Self> {
        match self {
            Self::Map(_) if key.starts_with("x-") && self == Self::Map(&Self::PathItem) => None,
            Self::Map(kind) => Some(*kind),
            Self::Document => match key {
                "paths" | "webhooks" | "x-webhooks" => Some(Self::Map(&Self::PathItem)),
                "components" => Some(Self::Components),
                _ => None,
            },
            Self::Components => component(key),
            Self::PathItem => match key {
                "parameters" => Some(Self::List(&Self::Parameter)),
                "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace" | "query" => {
                    Some(Self::Operation)
                }
                "additionalOperations" => Some(Self::Map(&Self::Operation)),
                _ => None,
            },
            Self::Operation => match key {
                "parameters" => Some(Self::List(&Self::Parameter)),
                "requestBody" => Some(Self::Body),
                "responses" => Some(Self::Map(&Self::Response)),
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
                _ => None,
            },
            Self::MediaType => matches!(key, "schema" | "itemSchema").then_some(Self::Schema),
            Self::Schema => subschema(key),
            Self::SecurityScheme | Self::List(_) => None,
        }
    }

    /// What the elements of an array are.
    pub(in crate::document) fn element(self) -> Option<Self> {
        match self {
            Self::List(kind) => Some(*kind),
            // `items` as it was before JSON Schema 2020-12.
            Self::Schema => Some(Self::Schema),
            _ => None,
        }
    }

    /// The section of the components that holds such values.
    pub(super) fn section(self) -> Option<&'static str> {
        match self {
            Self::Schema => Some("schemas"),
            Self::Parameter => Some("parameters"),
            Self::Header => Some("headers"),
            Self::Body => Some("requestBodies"),
            Self::Response => Some("responses"),
            Self::SecurityScheme => Some("securitySchemes"),
            _ => None,
        }
    }

    /// The object of the specification that such a value is.
    pub(super) fn specified(self) -> Option<specification::ObjectKind> {
        match self {
            Self::PathItem => Some(specification::ObjectKind::PathItem),
            Self::Parameter => Some(specification::ObjectKind::Parameter),
            Self::Header => Some(specification::ObjectKind::Header),
            Self::Body => Some(specification::ObjectKind::RequestBody),
            Self::Response => Some(specification::ObjectKind::Response),
            Self::Schema => Some(specification::ObjectKind::Schema),
            Self::SecurityScheme => Some(specification::ObjectKind::SecurityScheme),
            _ => None,
        }
    }

    /// Whether a reference may stand in place of such a value.
    pub(super) fn may_be_reference(self) -> bool {
        self == Self::PathItem || self.section().is_some()
    }
}

fn component(section: &str) -> Option<NodeKind> {
    match section {
        "schemas" => Some(NodeKind::Map(&NodeKind::Schema)),
        "responses" => Some(NodeKind::Map(&NodeKind::Response)),
        "parameters" => Some(NodeKind::Map(&NodeKind::Parameter)),
        "requestBodies" => Some(NodeKind::Map(&NodeKind::Body)),
        "headers" => Some(NodeKind::Map(&NodeKind::Header)),
        "securitySchemes" => Some(NodeKind::Map(&NodeKind::SecurityScheme)),
        "pathItems" => Some(NodeKind::Map(&NodeKind::PathItem)),
        _ => None,
    }
}

fn subschema(keyword: &str) -> Option<NodeKind> {
    match keyword {
        "properties" | "patternProperties" | "$defs" | "definitions" => Some(NodeKind::Map(&NodeKind::Schema)),
        "allOf" | "oneOf" | "anyOf" | "prefixItems" => Some(NodeKind::List(&NodeKind::Schema)),
        "items" | "additionalProperties" | "not" => Some(NodeKind::Schema),
        _ => None,
    }
}
