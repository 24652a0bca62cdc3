//! The keywords of schemas.

use super::{Field, Section, Shape, Usage, shape};

shape! { SCHEMA, "a schema":
"Kinds of values" {
    "type": "`string`, `number`, `integer`, `boolean`, `array`, `object`; since 3.1 also `null`, or array of these", "all", Read "`bool`, `i64`, `f64`, `String`, `Vec<_>`, a struct or a map; without a type, it is inferred from the other keywords, otherwise `serde_json::Value`; several types, such as `[number, string]`, are an enumeration with a variant for each; `null` makes it `Option<_>`", "keywords";
    "nullable": "boolean", "3.0", Read "`Option<_>`; `Patch<_>` for optional members of requests. Also read in later versions", "forms";
    "format": "string", "all", Read "see below", "formats";
    "enum": "array of anything", "all", Read "one value: as `const`; strings: an enumeration with a variant for each and one that preserves unknown strings; integers: an enumeration with variants named after the names or meanings in the description, which preserves unknown integers; values of several kinds: any JSON value, with the warning `schema-unsupported`; a `null` value makes it `Option<_>`; only `null` is any JSON value", "codes";
    "const": "anything", "3.1 and later", Read "for a required member or parameter: an associated constant of the type, which is sent but is neither a field nor an argument; it distinguishes the alternatives of a union. For an optional string: an enumeration with one value; booleans and numbers keep their types", "keywords";
    "not": "schema", "3.0 and later", Unread "no Rust type excludes some values", "keywords";
}
"Objects" {
    "properties": "schema by name", "all", Read "the fields of a struct, in the order of the description", "objects";
    "required": "array of string", "all", Read "a field without `Option<_>`, and an argument of `new`", "forms";
    "additionalProperties": "boolean, or schema", "all", Read "a map next to the fields, or instead of a struct without fields; `false` has no effect, since servers add members", "keywords";
    "patternProperties": "schema by regular expression", "3.1 and later", Read "a map, whose values have the type of the pattern, or one of the types if there are several patterns. Next to `properties`, or if other names are allowed explicitly, the values have no type, with the warning `schema-unsupported`, unless `additionalProperties` is `false` or a schema", "keywords";
    "readOnly": "boolean", "all", Read "a field only of the type for responses", "forms";
    "writeOnly": "boolean", "3.0 and later", Read "a field only of the type for requests", "forms";
    "default": "anything", "all", Read "the value of an absent member of a response; mentioned in the docs of requests", "defaults";
    "propertyNames": "schema", "3.1 and later", Unread "keys are strings", "keywords";
    "unevaluatedProperties": "boolean, or schema", "3.1 and later", Read "as `additionalProperties`, which takes precedence", "keywords";
}
"Arrays" {
    "items": "schema, or array of schema", "all", Read "the elements of a `Vec<_>`; an array is read as `prefixItems`. Without `type`, next to an example that is not a list: the schema of the value itself", "arrays";
    "prefixItems": "array of schema", "3.1 and later", Read "a tuple of up to 12 elements if `minItems` is their number, and `items: false` or `maxItems` allows no more; otherwise a `Vec<_>`, of an enumeration of the types if other elements are not allowed", "arrays";
    "uniqueItems": "boolean", "all", Read "`Vec<_>`, whose elements are compared before it is sent", "arrays";
    "contains": "schema", "3.1 and later", Unread "no Rust type can express it", "keywords";
    "minContains": "non-negative integer", "3.1 and later", Unread "no Rust type can express it", "keywords";
    "maxContains": "non-negative integer", "3.1 and later", Unread "no Rust type can express it";
    "additionalItems": "boolean", "3.1 and later", Read "`false` allows no more elements than `items`, if that is an array";
    "unevaluatedItems": "schema", "3.1 and later", Read "`false` allows no more elements than `prefixItems`";
}
"Compositions" {
    "allOf": "array of schema", "all", Read "one struct with the fields of all parts. A member is required if any part requires it. If several parts declare it, objects are merged, an enumeration or a format takes precedence over a plain type, and otherwise the last part wins; of parts that are not objects, an enumeration wins, then a format, then the first part", "composition";
    "oneOf": "array of schema", "3.0 and later", Read "an enumeration whose variants are named after the discriminator, the title, the component, or the member that distinguishes them. A tag need not be declared: it may be a member with a different constant in each alternative (internal), such a member next to one with the value (adjacent), or objects with one member each (external). Without a tag, the variant with the best matching members or kind of value is selected; a value that matches none is preserved. With `properties`, the variants also have these members; if all alternatives are strings, they are one non-exhaustive enumeration", "variants";
    "anyOf": "array of schema", "3.0 and later", Read "as `oneOf`", "unions";
    "discriminator": "discriminator", "3.0 and later", Read "a tagged enumeration, which is decoded in one pass; an unknown tag is preserved with its value. Without alternatives, references to the schema are an enumeration of the schemas that include it with `allOf`: each has the members of both, and its tag is a constant", "variants";
    "if": "schema", "3.1 and later", Unread "no Rust type can express it", "keywords";
    "then": "schema", "3.1 and later", Unread "no Rust type can express it", "keywords";
    "else": "schema", "3.1 and later", Unread "no Rust type can express it", "keywords";
    "dependentRequired": "array of string by name", "3.1 and later", Unread "no Rust type can express it", "keywords";
    "dependentSchemas": "schema by name", "3.1 and later", Unread "no Rust type can express it";
    "dependencies": "array of string, or schema by name", "3.1 and later", Unread "no Rust type can express it";
}
"References" {
    "$ref": "URL", "all", Read "the type of its target: a component, any location in the document, or in a file in the same directory. Since OpenAPI 3.1, sibling keywords apply too; before, `description`, `default`, `nullable` and similar ones do, although the specification ignores them", "references";
    "$defs": "schema by name", "3.1 and later", Read "separate types", "references";
    "definitions": "schema by name", "3.1 and later", Read "separate types";
    "$anchor": "string", "3.1 and later", Read "targets of references", "references";
    "$dynamicAnchor": "string", "3.1 and later", Read "targets of references";
    "$dynamicRef": "URL", "3.1 and later", Unsupported "any JSON value is accepted";
    "$recursiveAnchor": "boolean", "3.1 and later", Unread "`$recursiveRef` is not supported";
    "$recursiveRef": "URL", "3.1 and later", Unsupported "any JSON value is accepted";
    "$id": "URL", "3.1 and later", Read "targets of references", "keywords";
    "$schema": "URL", "3.1 and later", Unread "all dialects are read as the OpenAPI dialect";
    "$vocabulary": "boolean by name", "3.1 and later", Unread "it is for descriptions of dialects";
    "$comment": "string", "3.1 and later", Unread "it is for authors", "keywords";
}
"Constraints" {
    "minLength": "non-negative integer", "all", Read "a check, in characters", "rules";
    "maxLength": "non-negative integer", "all", Read "a check, in characters", "rules";
    "pattern": "regular expression", "all", Read "a check. Patterns are ECMA-262 expressions without look-around and backreferences, so that they are matched in linear time; others are reported as `pattern-unsupported` and not checked", "rules";
    "minimum": "number", "all", Read "a check; a `minimum` of 0 and a `maximum` beyond `i64` also determine the type", "formats";
    "maximum": "number", "all", Read "a check; see `minimum`", "formats";
    "exclusiveMinimum": "number; before 3.1 boolean", "all", Read "a check; a boolean applies to `minimum`", "rules";
    "exclusiveMaximum": "number; before 3.1 boolean", "all", Read "a check; a boolean applies to `maximum`", "rules";
    "multipleOf": "positive number", "all", Read "a check, exact for decimal fractions", "rules";
    "minItems": "non-negative integer", "all", Read "a check", "rules";
    "maxItems": "non-negative integer", "all", Read "a check", "rules";
    "minProperties": "non-negative integer", "all", Read "a check", "keywords";
    "maxProperties": "non-negative integer", "all", Read "a check", "keywords";
}
"Docs and encodings" {
    "title": "string", "all", Read "the docs, and the name of an inline type", "keywords";
    "description": "string", "all", Read "the docs", "keywords";
    "example": "anything", "all", Read "\"For example\" in the docs, for a string or a number", "keywords";
    "examples": "array of anything", "3.1 and later", Read "\"For example\" in the docs, for a string or a number", "keywords";
    "deprecated": "boolean", "3.0 and later", Read "a note in the docs", "keywords";
    "externalDocs": "external docs", "all", Unread "the docs contain only text of the description";
    "contentEncoding": "string", "3.1 and later", Read "`base64`, `base64url`: as `format: byte`; `binary`: as `format: binary`", "keywords";
    "contentMediaType": "string", "3.1 and later", Read "as `format: binary`, unless it is a text type or JSON", "keywords";
    "contentSchema": "schema", "3.1 and later", Unread "a string stays a string";
    "xml": "xml object", "all", Unread "XML bodies are passed as text, with the warning `media-type-unsupported`";
}
}

shape! { DISCRIMINATOR, "a discriminator":
"Discriminator" {
    "propertyName": "string, required", "3.0 and later", Read "the tag", "variants";
    "mapping": "string by name", "3.0 and later", Read "the values of the tag; several may map to one variant, and one that maps to none is reported", "variants";
    "defaultMapping": "string", "3.2", Unsupported "a value without a known tag is preserved";
}
}
