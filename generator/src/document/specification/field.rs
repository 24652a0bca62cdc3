//! The types of the table: objects, their fields, and the types of fields, with checks and names for diagnostics.

use serde_json::{Number, Value};

use super::version::{SINCE_31, Versions};

/// An object of the specification.
pub(super) struct Object {
    /// The name in diagnostics, with its article.
    pub(super) name: &'static str,
    /// The fields of all versions. A field whose type differs by version has one entry for each type.
    pub(super) fields: Vec<Field>,
    /// The versions in which a reference is allowed in its place.
    pub(super) reference: Versions,
    /// Fields that are mutually exclusive.
    pub(super) exclusive: &'static [(&'static str, &'static str)],
    /// Pairs of limits, of which the first is not above the second.
    pub(super) ordered: &'static [(&'static str, &'static str)],
    /// The versions in which unknown fields are annotations and not errors.
    pub(super) open: Versions,
}

impl Object {
    /// Returns a field of a version, or that of another version if only that one has it.
    pub(super) fn field(&'static self, name: &str, version: Versions) -> FieldLookup {
        let mut other = FieldLookup::Nowhere;
        for field in self.fields.iter().filter(|field| field.name == name) {
            if field.versions.has(version) {
                return FieldLookup::Here(field);
            }
            other = FieldLookup::Elsewhere(field);
        }
        other
    }
}

/// The result of a lookup.
#[derive(Clone, Copy)]
pub(super) enum FieldLookup {
    Here(&'static Field),
    Elsewhere(&'static Field),
    Nowhere,
}

/// A field of an object.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) value: Type,
    pub(super) versions: Versions,
    pub(super) required: Versions,
    /// The result in the generated crate, in words.
    pub(super) usage: &'static str,
}

/// Fields that affect docs only.
const DOCUMENTATION: [&str; 2] = ["description", "summary"];

impl Field {
    /// Returns `true` if the field affects the emitted code.
    pub(super) fn is_effective(&self) -> bool {
        !self.usage.starts_with("nothing: ") && !DOCUMENTATION.contains(&self.name)
    }

    /// Returns the reason if a client should use the field, but the emitted client does not.
    pub(super) fn unsupported(&self) -> Option<&'static str> {
        self.usage.strip_prefix("not supported: ")
    }
}

/// The type of a field.
pub(super) enum Type {
    Any,
    Text,
    /// The address of something, relative or whole.
    Address,
    /// A regular expression.
    Pattern,
    Flag,
    Number,
    /// A whole number from 0.
    Count,
    /// A number above 0.
    Positive,
    /// One of these strings.
    Word(Vec<&'static str>),
    Object(ObjectKind),
    List(Box<Type>),
    /// A non-empty array.
    Filled(Box<Type>),
    Map(MapKeys, Box<Type>),
    /// One of these types, selected by the kind of JSON value.
    Either(Vec<Type>),
}

/// The names that the members of a map may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapKeys {
    /// Any name.
    Name,
    /// Any name, and extensions.
    Extensible,
    /// The name of a header.
    Header,
    /// The name of a security scheme.
    Scheme,
    /// The name of a component.
    Component,
    /// A path.
    Path,
    /// A status code, a range of them, or `default`.
    Status,
    /// An expression that gives an address at run time.
    Expression,
    /// A media type or a range of them.
    MediaType,
    /// A method without a field of its own.
    Method,
    /// A regular expression.
    Pattern,
}

/// The objects of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) enum ObjectKind {
    Contact,
    Components,
    Discriminator,
    Document,
    Encoding,
    Example,
    ExternalDocs,
    Flow,
    Flows,
    Header,
    Info,
    Items,
    License,
    Link,
    MediaType,
    Operation,
    Parameter,
    PathItem,
    RequestBody,
    Response,
    Schema,
    SecurityScheme,
    Server,
    ServerVariable,
    Tag,
    Xml,
}

impl MapKeys {
    /// Returns `true` if names that begin with `x-` are extensions among them.
    pub(super) fn allow_extensions(self) -> bool {
        !matches!(self, Self::Name | Self::Method | Self::Pattern | Self::Header | Self::Scheme)
    }
}

/// Returns `true` if a value is of the expected JSON kind, regardless of its content.
pub(super) fn is_kind(value: &Value, expected: &Type) -> bool {
    match expected {
        Type::Any => true,
        Type::Text | Type::Address | Type::Pattern | Type::Word(_) => value.is_string(),
        Type::Flag => value.is_boolean(),
        Type::Number | Type::Count | Type::Positive => value.is_number(),
        Type::Object(_) | Type::Map(..) => value.is_object(),
        Type::List(_) | Type::Filled(_) => value.is_array(),
        Type::Either(alternatives) => alternatives.iter().any(|alternative| is_kind(value, alternative)),
    }
}

/// Returns `true` if a number is a non-negative integer; `1.0` is one too.
pub(super) fn is_count(number: &Number) -> bool {
    number.is_u64() || number.as_f64().is_some_and(|number| number >= 0.0 && number.fract() == 0.0)
}

/// Describes the kind of a value, with its article.
pub(super) fn name_of_value(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.as_f64().is_some_and(|number| number < 0.0) => "a negative number",
        Value::Number(number) if number.as_f64() == Some(0.0) => "0",
        Value::Number(number) if number.is_f64() => "a fraction",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Describes the expected type, with its article.
pub(super) fn name_of_type(expected: &Type, version: Versions) -> String {
    let plain = match expected {
        Type::Any => "any value",
        Type::Text | Type::Pattern => "a string; in YAML, enclose it in quotation marks",
        Type::Address => "a URL, as a string",
        Type::Word(words) => return format!("one of {}", words.join(", ")),
        Type::Flag => "`true` or `false`",
        Type::Number => "a number",
        Type::Count => "a non-negative integer",
        Type::Positive => "a positive number",
        Type::Object(ObjectKind::Schema) if SINCE_31.has(version) => "a schema: an object, `true` or `false`",
        Type::Object(ObjectKind::Schema) => "a schema: an object",
        Type::Object(_) | Type::Map(..) => "an object",
        Type::List(_) => "an array",
        Type::Filled(_) => "an array with at least one element",
        Type::Either(alternatives) => {
            let all: Vec<String> = alternatives.iter().map(|alternative| name_of_type(alternative, version)).collect();
            return all.join(", or ");
        }
    };
    plain.to_owned()
}
