//! Elements of lists outside of bodies, as Swagger 2.0 describes them.

use crate::document::specification::field::Type::{Any, Count, Filled, Flag, Number, Positive, Text, Word};
use crate::document::specification::field::Usage::Mapped;
use crate::document::specification::field::{Object, ObjectKind, Type, field};
use crate::document::specification::version::V20;

/// The type of a header or an element.
pub(super) const VALUE_TYPE: Type = Word(&["string", "number", "integer", "boolean", "array"]);
/// The type of a parameter; only a form field may be a file.
pub(super) const PARAMETER_TYPE: Type = Word(&["string", "number", "integer", "boolean", "array", "file"]);
/// The format of a list in a single value.
pub(super) const COLLECTION_FORMAT: Type = Word(&["csv", "ssv", "tsv", "pipes"]);
/// The format of a list in a query or form.
pub(super) const COLLECTION_FORMAT_OF_LISTS: Type = Word(&["csv", "ssv", "tsv", "pipes", "multi"]);

pub(super) const ITEMS: Object = Object {
    ordered: &LIMITS,
    ..Object::new(
        "an items object",
        &[
            field("type", VALUE_TYPE, V20, Mapped("the type of the elements")).required(V20),
            field("format", Text, V20, Mapped("the type of the elements")),
            field("items", Type::Object(ObjectKind::Items), V20, Mapped("the type of the elements")),
            field("collectionFormat", COLLECTION_FORMAT, V20, Mapped("how an inner array is serialized")),
            field("default", Any, V20, Mapped("docs")),
            field("maximum", Number, V20, Mapped("a check")),
            field("exclusiveMaximum", Flag, V20, Mapped("a check")),
            field("minimum", Number, V20, Mapped("a check")),
            field("exclusiveMinimum", Flag, V20, Mapped("a check")),
            field("maxLength", Count, V20, Mapped("a check")),
            field("minLength", Count, V20, Mapped("a check")),
            field("pattern", Type::Pattern, V20, Mapped("a check")),
            field("maxItems", Count, V20, Mapped("a check")),
            field("minItems", Count, V20, Mapped("a check")),
            field("uniqueItems", Flag, V20, Mapped("`Set<_>`")),
            field("enum", Filled(&Any), V20, Mapped("an enumeration")),
            field("multipleOf", Positive, V20, Mapped("a check")),
        ],
    )
};

/// Limits of which the first is not above the second.
pub(super) const LIMITS: [(&str, &str); 4] =
    [("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties")];
