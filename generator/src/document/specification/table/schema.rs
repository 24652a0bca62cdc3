//! Schemas: those of Swagger 2.0 and OpenAPI 3.0, and JSON Schema 2020-12 with the additions of OpenAPI.

use super::items::LIMITS;
use crate::document::specification::field::Type::{
    Address, Any, Count, Either, Filled, Flag, List, Map, Number, Positive, Text, Word,
};
use crate::document::specification::field::Usage::{Mapped, NoEffect, Unsupported};
use crate::document::specification::field::{MapKeys, Object, ObjectKind, Type, field};
use crate::document::specification::version::{ALL, SINCE_30, SINCE_31, UNTIL_30, V20, V30, V32};

/// A schema. A separate rule allows `true` or `false` since OpenAPI 3.1.
pub(super) const SCHEMA_VALUE: Type = Type::Object(ObjectKind::Schema);
/// The schemas of the components.
pub(super) const SCHEMAS: Type = Map(MapKeys::Component, &SCHEMA_VALUE);
const NAMED: Type = Map(MapKeys::Name, &SCHEMA_VALUE);
const SEVERAL: Type = Filled(&SCHEMA_VALUE);
const FILE_OR_TYPE: Type = Word(&["string", "number", "integer", "boolean", "array", "object", "null", "file"]);
const TYPE_NAMES: Type = Word(&["string", "number", "integer", "boolean", "array", "object", "null"]);

pub(super) const SCHEMA: Object = Object {
    exclusive: &[("example", "examples")],
    ordered: &LIMITS,
    open: SINCE_31,
    ..Object::new(
        "a schema",
        &[
            field("$ref", Address, ALL, Mapped("the type of its target: a component, any location in the document, or in a file in the same directory. Since OpenAPI 3.1, sibling keywords apply too; before, `description`, `default`, `nullable` and similar ones do, although the specification ignores them")).fixture("references"),
            field("type", Either(&[FILE_OR_TYPE, Filled(&TYPE_NAMES)]), V20, Mapped("`bool`, `i64`, `f64`, `String`, `Vec<_>`, a struct or a map; without a type, it is inferred from the other keywords, otherwise `serde_json::Value`; `file` is bytes")).fixture("objects"),
            field("type", Word(&["string", "number", "integer", "boolean", "array", "object"]), V30, Mapped("the same, without `file`")).fixture("objects"),
            field("type", Either(&[TYPE_NAMES, Filled(&TYPE_NAMES)]), SINCE_31, Mapped("the same; several types are an enumeration with a variant for each; `null` makes it `Option<_>`")).fixture("keywords"),
            field("nullable", Flag, V30, Mapped("`Option<_>`; `Patch<_>` for optional members of requests. Also read in later versions")).fixture("forms"),
            field("format", Text, ALL, Mapped("see below")).fixture("formats"),
            field("enum", Filled(&Any), UNTIL_30, Mapped("one value: as `const`; strings: an enumeration with a variant for each and one that preserves unknown strings; integers: an enumeration with variants named after the names or meanings in the description, which preserves unknown integers; values of several kinds: any JSON value, with the warning `schema-unsupported`; a `null` value makes it `Option<_>`; only `null` is any JSON value")).fixture("codes"),
            field("enum", List(&Any), SINCE_31, Mapped("the same")).fixture("codes"),
            field("const", Any, SINCE_31, Mapped("for a required member or parameter: an associated constant of the type, which is sent but is neither a field nor an argument; it distinguishes the alternatives of a union. For an optional string: an enumeration with one value; booleans and numbers keep their types")).fixture("keywords"),
            field("not", SCHEMA_VALUE, SINCE_30, NoEffect("no Rust type excludes some values")).fixture("keywords"),
            field("properties", NAMED, ALL, Mapped("the fields of a struct, in the order of the description")).fixture("objects"),
            field("required", Filled(&Text), UNTIL_30, Mapped("a field without `Option<_>`, and an argument of `new`")).fixture("forms"),
            field("required", List(&Text), SINCE_31, Mapped("the same")).fixture("forms"),
            field("additionalProperties", Either(&[Flag, SCHEMA_VALUE]), ALL, Mapped("a map next to the fields, or instead of a struct without fields; `false` has no effect, since servers add members")).fixture("keywords"),
            field("patternProperties", Map(MapKeys::Pattern, &SCHEMA_VALUE), SINCE_31, Mapped("a map, whose values have the type of the pattern, or one of the types if there are several patterns")).fixture("keywords"),
            field("readOnly", Flag, ALL, Mapped("a field only of the type for responses")).fixture("forms"),
            field("writeOnly", Flag, SINCE_30, Mapped("a field only of the type for requests")).fixture("forms"),
            field("default", Any, ALL, Mapped("the value of an absent member of a response; mentioned in the docs of requests")).fixture("defaults"),
            field("items", Either(&[SCHEMA_VALUE, List(&SCHEMA_VALUE)]), V20, Mapped("the elements of a `Vec<_>`; an array is read as `prefixItems`")).fixture("arrays"),
            field("items", SCHEMA_VALUE, SINCE_30, Mapped("the elements of a `Vec<_>`; an array is read as `prefixItems`")).fixture("arrays"),
            field("prefixItems", SEVERAL, SINCE_31, Mapped("a tuple of up to 12 elements if the length is fixed by `items: false`, `minItems` or `maxItems`; otherwise a `Vec<_>` of an enumeration of the types")).fixture("arrays"),
            field("uniqueItems", Flag, ALL, Mapped("`Set<_>`, which preserves the order, and duplicates that servers send")).fixture("arrays"),
            field("contains", SCHEMA_VALUE, SINCE_31, NoEffect("no Rust type can express it")).fixture("keywords"),
            field("minContains", Count, SINCE_31, NoEffect("no Rust type can express it")).fixture("keywords"),
            field("maxContains", Count, SINCE_31, NoEffect("no Rust type can express it")),
            field("allOf", SEVERAL, ALL, Mapped("one struct with the fields of all parts. A member is required if any part requires it. If several parts declare it, objects are merged, an enumeration or a format takes precedence over a plain type, and otherwise the last part wins; of parts that are not objects, an enumeration wins, then a format, then the first part")).fixture("composition"),
            field("oneOf", SEVERAL, SINCE_30, Mapped("an enumeration whose variants are named after the discriminator, the title, the component, or the member that distinguishes them. A tag need not be declared: it may be a member with a different constant in each alternative (internal), such a member next to one with the value (adjacent), or objects with one member each (external). Without a tag, the variant with the best matching members or kind of value is selected; a value that matches none is preserved, and so is an event whose name matches no alternative (`{event: closed}` for `LabeledEvent`, `RenamedEvent`). With `properties`, the variants also have these members; if all alternatives are strings, they are one non-exhaustive enumeration")).fixture("variants"),
            field("anyOf", SEVERAL, SINCE_30, Mapped("as `oneOf`")).fixture("unions"),
            field("discriminator", Text, V20, Mapped("an enumeration of the schemas that include this one with `allOf`")).fixture("inheritance"),
            field("discriminator", Type::Object(ObjectKind::Discriminator), SINCE_30, Mapped("a tagged enumeration, which is decoded in one pass; an unknown tag is preserved with its value. Without alternatives, references to the schema are an enumeration of the schemas that include it with `allOf`: each has the members of both, and its tag is a constant")).fixture("variants"),
            field("if", SCHEMA_VALUE, SINCE_31, NoEffect("no Rust type can express it")).fixture("keywords"),
            field("then", SCHEMA_VALUE, SINCE_31, NoEffect("no Rust type can express it")).fixture("keywords"),
            field("else", SCHEMA_VALUE, SINCE_31, NoEffect("no Rust type can express it")).fixture("keywords"),
            field("dependentRequired", Map(MapKeys::Name, &List(&Text)), SINCE_31, NoEffect("no Rust type can express it")).fixture("keywords"),
            field("dependentSchemas", NAMED, SINCE_31, NoEffect("no Rust type can express it")),
            field("dependencies", Map(MapKeys::Name, &Either(&[List(&Text), SCHEMA_VALUE])), SINCE_31, NoEffect("no Rust type can express it")),
            field("propertyNames", SCHEMA_VALUE, SINCE_31, NoEffect("keys are strings")).fixture("keywords"),
            field("unevaluatedProperties", SCHEMA_VALUE, SINCE_31, NoEffect("servers add members")).fixture("keywords"),
            field("unevaluatedItems", SCHEMA_VALUE, SINCE_31, Mapped("`false` fixes the length of `prefixItems`")),
            field("$defs", NAMED, SINCE_31, Mapped("separate types")).fixture("references"),
            field("definitions", NAMED, SINCE_31, Mapped("separate types")),
            field("$anchor", Text, SINCE_31, Mapped("targets of references")).fixture("references"),
            field("$dynamicAnchor", Text, SINCE_31, Mapped("targets of references")),
            field("$dynamicRef", Address, SINCE_31, Mapped("the type of the enclosing schema with the `$dynamicAnchor`; if there is none, any JSON value is accepted, with a warning")).fixture("references"),
            field("$recursiveAnchor", Flag, SINCE_31, Mapped("the target of `$recursiveRef` of JSON Schema 2019-09")).fixture("references"),
            field("$recursiveRef", Address, SINCE_31, Mapped("the type of the enclosing schema with `$recursiveAnchor`, as for `$dynamicRef`")).fixture("references"),
            field("$id", Address, SINCE_31, Mapped("targets of references")).fixture("keywords"),
            field("$schema", Address, SINCE_31, NoEffect("all dialects are read as the OpenAPI dialect")),
            field("$vocabulary", Map(MapKeys::Name, &Flag), SINCE_31, NoEffect("it is for descriptions of dialects")),
            field("$comment", Text, SINCE_31, NoEffect("it is for authors")).fixture("keywords"),
            field("minLength", Count, ALL, Mapped("a check, in characters")).fixture("rules"),
            field("maxLength", Count, ALL, Mapped("a check, in characters")).fixture("rules"),
            field("pattern", Type::Pattern, ALL, Mapped("a check. Patterns are ECMA-262 expressions without look-around and backreferences, so that they are matched in linear time; others are reported as `pattern-unsupported` and not checked")).fixture("rules"),
            field("minimum", Number, ALL, Mapped("a check; a `minimum` of 0 and a `maximum` beyond `i64` also determine the type")).fixture("formats"),
            field("maximum", Number, ALL, Mapped("a check; see `minimum`")).fixture("formats"),
            field("exclusiveMinimum", Flag, UNTIL_30, Mapped("a check, together with the limit")).fixture("rules"),
            field("exclusiveMinimum", Number, SINCE_31, Mapped("a check")).fixture("rules"),
            field("exclusiveMaximum", Flag, UNTIL_30, Mapped("a check, together with the limit")).fixture("rules"),
            field("exclusiveMaximum", Number, SINCE_31, Mapped("a check")).fixture("rules"),
            field("multipleOf", Positive, ALL, Mapped("a check, exact for decimal fractions")).fixture("rules"),
            field("minItems", Count, ALL, Mapped("a check")).fixture("rules"),
            field("maxItems", Count, ALL, Mapped("a check")).fixture("rules"),
            field("minProperties", Count, ALL, Mapped("a check")).fixture("keywords"),
            field("maxProperties", Count, ALL, Mapped("a check")).fixture("keywords"),
            field("title", Text, ALL, Mapped("the docs, and the name of an inline type")).fixture("keywords"),
            field("description", Text, ALL, Mapped("the docs")).fixture("keywords"),
            field("example", Any, ALL, Mapped("\"For example\" in the docs, for a string or a number")).fixture("keywords"),
            field("examples", List(&Any), SINCE_31, Mapped("\"For example\" in the docs, for a string or a number")).fixture("keywords"),
            field("deprecated", Flag, SINCE_30, Mapped("a note in the docs")).fixture("keywords"),
            field("contentEncoding", Text, SINCE_31, Mapped("`base64`, `base64url`: as `format: byte`; `binary`: as `format: binary`")).fixture("keywords"),
            field("contentMediaType", Text, SINCE_31, Mapped("as `format: binary`, unless it is a text type or JSON")).fixture("keywords"),
            field("contentSchema", SCHEMA_VALUE, SINCE_31, NoEffect("a string stays a string")),
            field("externalDocs", Type::Object(ObjectKind::ExternalDocs), ALL, NoEffect("the docs contain only text of the description")),
            field("xml", Type::Object(ObjectKind::Xml), ALL, NoEffect("XML bodies are passed as text, with the warning `media-type-unsupported`")),
        ],
    )
};

pub(super) const DISCRIMINATOR: Object = Object::new(
    "a discriminator",
    &[
        field("propertyName", Text, SINCE_30, Mapped("the tag")).required(SINCE_30).fixture("variants"),
        field(
            "mapping",
            Map(MapKeys::Name, &Text),
            SINCE_30,
            Mapped("the values of the tag; several may map to one variant, and one that maps to none is reported"),
        )
        .fixture("variants"),
        field("defaultMapping", Text, V32, Unsupported("a value without a known tag is preserved")),
    ],
);

pub(super) const XML: Object = Object {
    exclusive: &[("nodeType", "attribute"), ("nodeType", "wrapped")],
    ..Object::new(
        "an XML object",
        &[
            field("name", Text, ALL, NoEffect("XML bodies are passed as text")),
            field("namespace", Address, ALL, NoEffect("XML bodies are passed as text")),
            field("prefix", Text, ALL, NoEffect("XML bodies are passed as text")),
            field("attribute", Flag, ALL, NoEffect("XML bodies are passed as text")),
            field("wrapped", Flag, ALL, NoEffect("XML bodies are passed as text")),
            field(
                "nodeType",
                Word(&["element", "attribute", "text", "cdata", "none"]),
                V32,
                NoEffect("XML bodies are passed as text"),
            ),
        ],
    )
};
