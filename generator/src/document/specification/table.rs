//! The table of OpenAPI 3.0, 3.1 and 3.2, Swagger 2.0 and JSON Schema 2020-12, object by object.
//!
//! The fields are read from the page [`crate::keywords`]: all tables of fields in the chapter "Schema" are of that
//! object, and each other one is of the object in the heading above it.

use std::sync::LazyLock;

use super::field::{Field, MapKeys, Object, ObjectKind, Type};
use super::version::{ALL, NEVER, SINCE_30, SINCE_31, V32, Versions};

/// The page with the fields of all objects.
const PAGE: &str = include_str!("../../keywords.md");

/// Limits of which the first is not above the second.
const LIMITS: [(&str, &str); 4] =
    [("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties")];

static OBJECTS: LazyLock<[Object; 26]> = LazyLock::new(|| {
    let mut objects = ObjectKind::ALL.map(without_fields);
    for (heading, row) in rows() {
        let object = objects.iter_mut().find(|object| is_heading_of(object.name, heading));
        if let (Some(object), Some(field)) = (object, Field::parse(row)) {
            object.fields.push(field);
        }
    }
    objects
});

impl ObjectKind {
    /// All objects, in the order of their declaration.
    pub(super) const ALL: [Self; 26] = [
        Self::Contact,
        Self::Components,
        Self::Discriminator,
        Self::Document,
        Self::Encoding,
        Self::Example,
        Self::ExternalDocs,
        Self::Flow,
        Self::Flows,
        Self::Header,
        Self::Info,
        Self::Items,
        Self::License,
        Self::Link,
        Self::MediaType,
        Self::Operation,
        Self::Parameter,
        Self::PathItem,
        Self::RequestBody,
        Self::Response,
        Self::Schema,
        Self::SecurityScheme,
        Self::Server,
        Self::ServerVariable,
        Self::Tag,
        Self::Xml,
    ];

    /// Returns the entry of the table.
    pub(super) fn object(self) -> &'static Object {
        &OBJECTS[self as usize]
    }
}

fn without_fields(kind: ObjectKind) -> Object {
    let plain = |name| Object { name, fields: Vec::new(), reference: NEVER, exclusive: &[], ordered: &[], open: NEVER };
    match kind {
        ObjectKind::Contact => plain("a contact"),
        ObjectKind::Components => plain("the components"),
        ObjectKind::Discriminator => plain("a discriminator"),
        ObjectKind::Document => plain("the description"),
        ObjectKind::Encoding => {
            let exclusive = &[("encoding", "prefixEncoding"), ("encoding", "itemEncoding")];
            Object { exclusive, ..plain("an encoding") }
        }
        ObjectKind::Example => {
            let exclusive = &[
                ("value", "externalValue"),
                ("value", "dataValue"),
                ("value", "serializedValue"),
                ("serializedValue", "externalValue"),
            ];
            Object { reference: SINCE_30, exclusive, ..plain("an example") }
        }
        ObjectKind::ExternalDocs => plain("the external docs"),
        ObjectKind::Flow => plain("a flow"),
        ObjectKind::Flows => plain("the flows"),
        ObjectKind::Header => {
            let exclusive = &[("example", "examples"), ("schema", "content")];
            Object { reference: SINCE_30, exclusive, ordered: &LIMITS, ..plain("a header") }
        }
        ObjectKind::Info => plain("the info object"),
        ObjectKind::Items => Object { ordered: &LIMITS, ..plain("an items object") },
        ObjectKind::License => Object { exclusive: &[("identifier", "url")], ..plain("a license") },
        ObjectKind::Link => {
            Object { reference: SINCE_30, exclusive: &[("operationRef", "operationId")], ..plain("a link") }
        }
        ObjectKind::MediaType => {
            let exclusive = &[("example", "examples"), ("encoding", "prefixEncoding"), ("encoding", "itemEncoding")];
            Object { reference: V32, exclusive, ..plain("a media type") }
        }
        ObjectKind::Operation => plain("an operation"),
        ObjectKind::Parameter => {
            let exclusive = &[("example", "examples"), ("schema", "content")];
            Object { reference: ALL, exclusive, ordered: &LIMITS, ..plain("a parameter") }
        }
        ObjectKind::PathItem => plain("a path item"),
        ObjectKind::RequestBody => Object { reference: SINCE_30, ..plain("a request body") },
        ObjectKind::Response => Object { reference: ALL, ..plain("a response") },
        ObjectKind::Schema => {
            let exclusive = &[("example", "examples")];
            Object { exclusive, ordered: &LIMITS, open: SINCE_31, ..plain("a schema") }
        }
        ObjectKind::SecurityScheme => Object { reference: SINCE_30, ..plain("a security scheme") },
        ObjectKind::Server => plain("a server"),
        ObjectKind::ServerVariable => plain("a server variable"),
        ObjectKind::Tag => plain("a tag"),
        ObjectKind::Xml => {
            Object { exclusive: &[("nodeType", "attribute"), ("nodeType", "wrapped")], ..plain("an XML object") }
        }
    }
}

/// Returns `true` if an object of some version has a field of this name that affects the emitted code. If it occurs in
/// another place, its author expects an effect.
pub(super) fn is_effective_somewhere(name: &str) -> bool {
    OBJECTS.iter().flat_map(|object| &object.fields).any(|field| field.name == name && field.is_effective())
}

/// Returns `true` if a table with this heading is that of an object: `Path item` for `a path item`.
fn is_heading_of(name: &str, heading: &str) -> bool {
    name.split_once(' ').is_some_and(|(_, plain)| plain.eq_ignore_ascii_case(heading))
}

/// Returns the rows of the tables of fields, each with the heading of its object.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let (mut heading, mut is_table) = ("", false);
    PAGE.lines().filter_map(move |line| {
        match line.split_once(' ').unwrap_or_default() {
            ("#", title) => heading = title,
            ("##", title) if heading != "Schema" => heading = title,
            ("|", row) if is_table => return Some((heading, row)),
            ("|", row) => is_table = row.starts_with("Field |"),
            _ => is_table &= line.starts_with('|'),
        }
        None
    })
}

impl Field {
    /// Parses a row of a table: the name, the value, the versions and what the field becomes.
    fn parse(row: &'static str) -> Option<Self> {
        let mut cells = row.trim_end_matches('|').split(" | ").map(str::trim);
        let (name, value) = (cells.next()?.trim_matches('`'), cells.next()?);
        let (versions, usage) = (Versions::parse_range(cells.next()?)?, cells.next()?);
        let (value, required) = match value.split_once(", required") {
            Some((value, "")) => (value, versions),
            Some((value, range)) => (value, Versions::parse_range(range.strip_prefix(" in ")?)?),
            None => (value, NEVER),
        };
        Some(Self { name, value: Type::parse(value)?, versions, required, usage })
    }
}

impl Type {
    /// Parses a value in words, such as `non-empty array of string`, or the possible strings in backticks.
    fn parse(text: &'static str) -> Option<Self> {
        let inner = |text| Self::parse(text).map(Box::new);
        let plain = match text {
            "anything" => Self::Any,
            "string" => Self::Text,
            "URL" => Self::Address,
            "regular expression" => Self::Pattern,
            "boolean" => Self::Flag,
            "number" => Self::Number,
            "non-negative integer" => Self::Count,
            "positive number" => Self::Positive,
            _ => {
                if let Some(element) = text.strip_prefix("array of (").and_then(|rest| rest.strip_suffix(')')) {
                    Self::List(inner(element)?)
                } else if let Some((member, keys)) = text.rsplit_once(" by ") {
                    Self::Map(MapKeys::parse(keys)?, inner(member)?)
                } else if text.contains(", or ") {
                    Self::Either(text.split(", or ").map(Self::parse).collect::<Option<_>>()?)
                } else if let Some(element) = text.strip_prefix("non-empty array of ") {
                    Self::Filled(inner(element)?)
                } else if let Some(element) = text.strip_prefix("array of ") {
                    Self::List(inner(element)?)
                } else if let Some(words) = text.strip_prefix('`').and_then(|words| words.strip_suffix('`')) {
                    Self::Word(words.split("`, `").collect())
                } else {
                    let is_meant = |kind: &ObjectKind| is_heading_of(without_fields(*kind).name, text);
                    Self::Object(ObjectKind::ALL.into_iter().find(is_meant)?)
                }
            }
        };
        Some(plain)
    }
}

impl MapKeys {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "name" => Some(Self::Name),
            "name or extension" => Some(Self::Extensible),
            "header name" => Some(Self::Header),
            "scheme" => Some(Self::Scheme),
            "component name" => Some(Self::Component),
            "path" => Some(Self::Path),
            "status" => Some(Self::Status),
            "expression" => Some(Self::Expression),
            "media type" => Some(Self::MediaType),
            "method" => Some(Self::Method),
            "regular expression" => Some(Self::Pattern),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, ObjectKind, is_heading_of, rows, without_fields};

    #[test]
    fn each_row_of_the_page_is_a_field_of_an_object() {
        for (heading, row) in rows() {
            let is_known = ObjectKind::ALL.iter().any(|kind| is_heading_of(without_fields(*kind).name, heading));
            assert!(is_known && Field::parse(row).is_some(), "{heading}: {row}");
        }
        for kind in ObjectKind::ALL {
            assert!(kind.object().name == without_fields(kind).name && !kind.object().fields.is_empty(), "{kind:?}");
        }
    }
}
