//! What stands where in a description: only so a reference can be told from a property that is called `$ref`.

use crate::document::{Pointer, specification};

/// What a value of the description is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
    Map(&'static Kind),
    /// An array whose elements are all of one kind.
    List(&'static Kind),
}

impl Kind {
    /// What stands at a place of a description; nothing where any value may stand, such as in an extension.
    pub(super) fn at(place: &Pointer) -> Option<Self> {
        let mut kind = Self::Document;
        for step in place.steps() {
            // What the specification gives a place in a document is no schema; all else may hold one.
            const OTHERS: [&str; 8] =
                ["info", "servers", "tags", "security", "externalDocs", "openapi", "webhooks", "swagger"];
            kind = match kind {
                Self::Document if OTHERS.contains(&step.as_str()) => Self::Document,
                other if step.parse::<usize>().is_ok() => other.member(&step).or(other.element())?,
                other => other.member(&step)?,
            };
        }
        Some(kind)
    }

    /// What the member of an object is; nothing where no reference can stand in it.
    pub(super) fn member(self, key: &str) -> Option<Self> {
        match self {
            Self::Map(_) if key.starts_with("x-") && self == Self::Map(&Self::PathItem) => None,
            Self::Map(kind) => Some(*kind),
            Self::Document => match key {
                "paths" => Some(Self::Map(&Self::PathItem)),
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
    pub(super) fn element(self) -> Option<Self> {
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
    pub(super) fn specified(self) -> Option<specification::Kind> {
        match self {
            Self::PathItem => Some(specification::Kind::PathItem),
            Self::Parameter => Some(specification::Kind::Parameter),
            Self::Header => Some(specification::Kind::Header),
            Self::Body => Some(specification::Kind::RequestBody),
            Self::Response => Some(specification::Kind::Response),
            Self::Schema => Some(specification::Kind::Schema),
            Self::SecurityScheme => Some(specification::Kind::SecurityScheme),
            _ => None,
        }
    }

    /// Whether a reference may stand in place of such a value.
    pub(super) fn may_be_reference(self) -> bool {
        self == Self::PathItem || self.section().is_some()
    }
}

fn component(section: &str) -> Option<Kind> {
    match section {
        "schemas" => Some(Kind::Map(&Kind::Schema)),
        "responses" => Some(Kind::Map(&Kind::Response)),
        "parameters" => Some(Kind::Map(&Kind::Parameter)),
        "requestBodies" => Some(Kind::Map(&Kind::Body)),
        "headers" => Some(Kind::Map(&Kind::Header)),
        "securitySchemes" => Some(Kind::Map(&Kind::SecurityScheme)),
        "pathItems" => Some(Kind::Map(&Kind::PathItem)),
        _ => None,
    }
}

fn subschema(keyword: &str) -> Option<Kind> {
    match keyword {
        "properties" | "patternProperties" | "$defs" | "definitions" => Some(Kind::Map(&Kind::Schema)),
        "allOf" | "oneOf" | "anyOf" | "prefixItems" => Some(Kind::List(&Kind::Schema)),
        "items" | "additionalProperties" | "not" => Some(Kind::Schema),
        _ => None,
    }
}
