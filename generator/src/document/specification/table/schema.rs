//! Schemas: those of Swagger 2.0 and OpenAPI 3.0, and JSON Schema 2020-12 with the additions of OpenAPI.

use crate::document::specification::field::Type::{
    Address, Any, Count, Either, Filled, Flag, List, Map, Number, Positive, Text, Word,
};
use crate::document::specification::field::Usage::{Mapped, NoEffect, Unsupported};
use crate::document::specification::field::{Keys, Object, ObjectKind, Type, field};
use crate::document::specification::version::{ALL, SINCE_30, SINCE_31, UNTIL_30, V20, V30, V32};

use super::operation::LIMITS;

/// A schema. A separate rule allows `true` or `false` since OpenAPI 3.1.
pub(super) const SCHEMA_VALUE: Type = Type::Object(ObjectKind::Schema);
/// The schemas of the components.
pub(super) const SCHEMAS: Type = Map(Keys::Component, &SCHEMA_VALUE);
const NAMED: Type = Map(Keys::Name, &SCHEMA_VALUE);
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
            field("$ref", Address, ALL, Mapped("the type of what it leads to: a component, any place of the document, or of a file beside it. Since OpenAPI 3.1 keywords beside it count too; before, `description`, `default`, `nullable` and the like do, though the specification ignores them")).fixture("references"),
            field("type", Either(&[FILE_OR_TYPE, Filled(&TYPE_NAMES)]), V20, Mapped("`bool`, `i64`, `f64`, `String`, `Vec<_>`, a struct or a map; without one, what the other keywords say, else `serde_json::Value`; `file` is bytes")).fixture("objects"),
            field("type", Word(&["string", "number", "integer", "boolean", "array", "object"]), V30, Mapped("the same, but `file`")).fixture("objects"),
            field("type", Either(&[TYPE_NAMES, Filled(&TYPE_NAMES)]), SINCE_31, Mapped("the same; several without `null` are an enumeration with a variant for each kind, `null` among them is `Option<_>`")).fixture("keywords"),
            field("nullable", Flag, V30, Mapped("`Option<_>`; for members of what is sent, `Patch<_>` where they may be absent too. Read in later versions too")).fixture("forms"),
            field("format", Text, ALL, Mapped("see below")).fixture("formats"),
            field("enum", Filled(&Any), UNTIL_30, Mapped("of one value: as `const`; of texts: an enumeration with a variant for each and one that keeps unknown texts; of whole numbers: an enumeration of codes, named after the names or meanings that the description gives, that keeps unknown numbers; of several kinds: any JSON value, with the warning `schema-unsupported`; `null` among the values makes it an `Option<_>`; `null` alone is any JSON value")).fixture("codes"),
            field("enum", List(&Any), SINCE_31, Mapped("the same")).fixture("codes"),
            field("const", Any, SINCE_31, Mapped("of a required member or parameter: an associated constant of the type, which is written and is no field and no argument; it tells the alternatives of a union apart. Of a text that may be absent: an enumeration of one value; flags and numbers stay what they are")).fixture("keywords"),
            field("not", SCHEMA_VALUE, SINCE_30, NoEffect("no type holds all values but some")).fixture("keywords"),
            field("properties", NAMED, ALL, Mapped("the fields of a struct, in the order of the description")).fixture("objects"),
            field("required", Filled(&Text), UNTIL_30, Mapped("a field without `Option<_>`, and an argument of `new`")).fixture("forms"),
            field("required", List(&Text), SINCE_31, Mapped("the same")).fixture("forms"),
            field("additionalProperties", Either(&[Flag, SCHEMA_VALUE]), ALL, Mapped("a map beside the fields, or instead of a struct without fields; `false` means nothing more than its absence, since servers add members")).fixture("keywords"),
            field("patternProperties", Map(Keys::Pattern, &SCHEMA_VALUE), SINCE_31, Mapped("a map, whose values have the type that the pattern gives, or one of those that several give")).fixture("keywords"),
            field("readOnly", Flag, ALL, Mapped("a field of the received form only")).fixture("forms"),
            field("writeOnly", Flag, SINCE_30, Mapped("a field of the sent form only")).fixture("forms"),
            field("default", Any, ALL, Mapped("filled in where it is absent in what is received; in the docs of what is sent")).fixture("defaults"),
            field("items", Either(&[SCHEMA_VALUE, List(&SCHEMA_VALUE)]), V20, Mapped("the elements of a `Vec<_>`; an array is read as `prefixItems`")).fixture("arrays"),
            field("items", SCHEMA_VALUE, SINCE_30, Mapped("the elements of a `Vec<_>`; an array is read as `prefixItems`")).fixture("arrays"),
            field("prefixItems", SEVERAL, SINCE_31, Mapped("a tuple of up to 12 elements, where the length is fixed by `items: false`, `minItems` or `maxItems`; else a list of any of the types")).fixture("arrays"),
            field("uniqueItems", Flag, ALL, Mapped("`Set<_>`, which keeps the order and what servers repeat all the same")).fixture("arrays"),
            field("contains", SCHEMA_VALUE, SINCE_31, NoEffect("no type holds it")).fixture("keywords"),
            field("minContains", Count, SINCE_31, NoEffect("no type holds it")).fixture("keywords"),
            field("maxContains", Count, SINCE_31, NoEffect("no type holds it")),
            field("allOf", SEVERAL, ALL, Mapped("one struct with the fields of all parts. A member is required if any part requires it. Where several parts declare it: objects become one, an enumeration or a format counts more than a plain type, else the last part decides; of parts that are no objects, an enumeration decides, then a format, then the first")).fixture("composition"),
            field("oneOf", SEVERAL, SINCE_30, Mapped("an enumeration whose variants are named after the discriminator, the title, the component, or the member that tells them apart. A tag need not be declared: a member with a constant in each (internal), beside one that holds the value (adjacent), or objects of one member each (external). Without a tag, the variant whose members fit best, or whose kind of value it is; what fits none is kept as it is, and so is an event that says it is something else than each alternative is called after (`{event: closed}` for `LabeledEvent`, `RenamedEvent`). Beside `properties`, the variants have these members too; where all alternatives are texts, one open enumeration")).fixture("variants"),
            field("anyOf", SEVERAL, SINCE_30, Mapped("as `oneOf`")).fixture("unions"),
            field("discriminator", Text, V20, Mapped("an enumeration of the schemas that take this one in by `allOf`")).fixture("inheritance"),
            field("discriminator", Type::Object(ObjectKind::Discriminator), SINCE_30, Mapped("a tagged enumeration: the tag decides in one pass wherever it stands; an unknown tag is kept with its value. Without alternatives beside it, those of the schemas that take this one in by `allOf`, wherever it is referred to: each has the members of both, and its tag is a constant")).fixture("variants"),
            field("if", SCHEMA_VALUE, SINCE_31, NoEffect("no type holds it")).fixture("keywords"),
            field("then", SCHEMA_VALUE, SINCE_31, NoEffect("no type holds it")).fixture("keywords"),
            field("else", SCHEMA_VALUE, SINCE_31, NoEffect("no type holds it")).fixture("keywords"),
            field("dependentRequired", Map(Keys::Name, &List(&Text)), SINCE_31, NoEffect("no type holds it")).fixture("keywords"),
            field("dependentSchemas", NAMED, SINCE_31, NoEffect("no type holds it")),
            field("dependencies", Map(Keys::Name, &Either(&[List(&Text), SCHEMA_VALUE])), SINCE_31, NoEffect("no type holds it")),
            field("propertyNames", SCHEMA_VALUE, SINCE_31, NoEffect("keys are texts")).fixture("keywords"),
            field("unevaluatedProperties", SCHEMA_VALUE, SINCE_31, NoEffect("servers add members")).fixture("keywords"),
            field("unevaluatedItems", SCHEMA_VALUE, SINCE_31, Mapped("`false` fixes the length of `prefixItems`")),
            field("$defs", NAMED, SINCE_31, Mapped("types of their own")).fixture("references"),
            field("definitions", NAMED, SINCE_31, Mapped("types of their own")),
            field("$anchor", Text, SINCE_31, Mapped("what a reference may name")).fixture("references"),
            field("$dynamicAnchor", Text, SINCE_31, Mapped("what a reference may name")),
            field("$dynamicRef", Address, SINCE_31, Mapped("the type of the schema around it that has the `$dynamicAnchor`; where none has it, any JSON value is accepted in its place, and a warning says so")).fixture("references"),
            field("$recursiveAnchor", Flag, SINCE_31, Mapped("what `$recursiveRef` of JSON Schema 2019-09 leads to")).fixture("references"),
            field("$recursiveRef", Address, SINCE_31, Mapped("the type of the schema around it that has `$recursiveAnchor`, as `$dynamicRef`")).fixture("references"),
            field("$id", Address, SINCE_31, Mapped("what a reference may name")).fixture("keywords"),
            field("$schema", Address, SINCE_31, NoEffect("all dialects are read as that of OpenAPI")),
            field("$vocabulary", Map(Keys::Name, &Flag), SINCE_31, NoEffect("it is for descriptions of dialects")),
            field("$comment", Text, SINCE_31, NoEffect("it is for authors")).fixture("keywords"),
            field("minLength", Count, ALL, Mapped("a check, in characters")).fixture("rules"),
            field("maxLength", Count, ALL, Mapped("a check, in characters")).fixture("rules"),
            field("pattern", Type::Pattern, ALL, Mapped("a check. The dialect is that of ECMA-262 without look-around and references back, since no expression may take time without bound; others are reported as `pattern-unsupported` and not checked")).fixture("rules"),
            field("minimum", Number, ALL, Mapped("a check; from a `minimum` of 0 and a `maximum` beyond `i64`, the type follows too")).fixture("formats"),
            field("maximum", Number, ALL, Mapped("a check; see `minimum`")).fixture("formats"),
            field("exclusiveMinimum", Flag, UNTIL_30, Mapped("a check, with the limit beside it")).fixture("rules"),
            field("exclusiveMinimum", Number, SINCE_31, Mapped("a check")).fixture("rules"),
            field("exclusiveMaximum", Flag, UNTIL_30, Mapped("a check, with the limit beside it")).fixture("rules"),
            field("exclusiveMaximum", Number, SINCE_31, Mapped("a check")).fixture("rules"),
            field("multipleOf", Positive, ALL, Mapped("a check, exact for decimal fractions")).fixture("rules"),
            field("minItems", Count, ALL, Mapped("a check")).fixture("rules"),
            field("maxItems", Count, ALL, Mapped("a check")).fixture("rules"),
            field("minProperties", Count, ALL, Mapped("a check")).fixture("keywords"),
            field("maxProperties", Count, ALL, Mapped("a check")).fixture("keywords"),
            field("title", Text, ALL, Mapped("the docs, and the name of an inline type")).fixture("keywords"),
            field("description", Text, ALL, Mapped("the docs")).fixture("keywords"),
            field("example", Any, ALL, Mapped("\"For example\" in the docs, for a text or a number")).fixture("keywords"),
            field("examples", List(&Any), SINCE_31, Mapped("\"For example\" in the docs, for a text or a number")).fixture("keywords"),
            field("deprecated", Flag, SINCE_30, Mapped("a note in the docs")).fixture("keywords"),
            field("contentEncoding", Text, SINCE_31, Mapped("`base64`, `base64url`: as `format: byte`; `binary`: as `format: binary`")).fixture("keywords"),
            field("contentMediaType", Text, SINCE_31, Mapped("as `format: binary` if it is not a type of text or JSON")).fixture("keywords"),
            field("contentSchema", SCHEMA_VALUE, SINCE_31, NoEffect("a text stays a text")),
            field("externalDocs", Type::Object(ObjectKind::ExternalDocs), ALL, NoEffect("the docs hold what the description says itself")),
            field("xml", Type::Object(ObjectKind::Xml), ALL, NoEffect("bodies of XML are passed on as text, with the warning `media-type-unsupported`")),
        ],
    )
};

pub(super) const DISCRIMINATOR: Object = Object::new(
    "a discriminator",
    &[
        field("propertyName", Text, SINCE_30, Mapped("the tag")).required(SINCE_30).fixture("variants"),
        field(
            "mapping",
            Map(Keys::Name, &Text),
            SINCE_30,
            Mapped("the values of the tag; several may lead to one variant, and one that leads to none is told"),
        )
        .fixture("variants"),
        field("defaultMapping", Text, V32, Unsupported("a value without a known tag is kept as it is")),
    ],
);

pub(super) const XML: Object = Object {
    exclusive: &[("nodeType", "attribute"), ("nodeType", "wrapped")],
    ..Object::new(
        "an XML object",
        &[
            field("name", Text, ALL, NoEffect("bodies of XML are passed on as text")),
            field("namespace", Address, ALL, NoEffect("bodies of XML are passed on as text")),
            field("prefix", Text, ALL, NoEffect("bodies of XML are passed on as text")),
            field("attribute", Flag, ALL, NoEffect("bodies of XML are passed on as text")),
            field("wrapped", Flag, ALL, NoEffect("bodies of XML are passed on as text")),
            field(
                "nodeType",
                Word(&["element", "attribute", "text", "cdata", "none"]),
                V32,
                NoEffect("bodies of XML are passed on as text"),
            ),
        ],
    )
};
