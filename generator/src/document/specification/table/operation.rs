//! Paths, operations, requests and responses.

use super::document::{MEDIA_TYPES, SCHEMES};
use super::items::{COLLECTION_FORMAT, COLLECTION_FORMAT_OF_LISTS, LIMITS, PARAMETER_TYPE, VALUE_TYPE};
use super::schema::SCHEMA_VALUE;
use super::security::REQUIREMENTS;
use crate::document::specification::field::Type::{Address, Any, Flag, List, Map, Text, Word};
use crate::document::specification::field::Usage::{Mapped, NoEffect, Unsupported};
use crate::document::specification::field::{Field, MapKeys, Object, ObjectKind, Type, field};
use crate::document::specification::version::{ALL, SINCE_30, UNTIL_30, UNTIL_31, V20, V30, V30_V31, V32, Versions};

const PARAMETERS: Type = List(&Type::Object(ObjectKind::Parameter));
const SERVERS: Type = List(&Type::Object(ObjectKind::Server));
const HEADERS: Type = Map(MapKeys::Header, &Type::Object(ObjectKind::Header));
const CONTENT: Type = Map(MapKeys::MediaType, &Type::Object(ObjectKind::MediaType));
const EXAMPLES: Type = Map(MapKeys::Name, &Type::Object(ObjectKind::Example));
const ENCODINGS: Type = Map(MapKeys::Name, &Type::Object(ObjectKind::Encoding));

pub(super) const PATH_ITEM: Object = Object::new(
    "a path item",
    &[
        field("$ref", Address, ALL, Mapped("the operations of its target")).fixture("references"),
        field("summary", Text, SINCE_30, NoEffect("operations have their own")),
        field("description", Text, SINCE_30, NoEffect("operations have their own")),
        method("get", ALL),
        method("put", ALL),
        method("post", ALL),
        method("delete", ALL),
        method("options", ALL),
        method("head", ALL),
        method("patch", ALL),
        method("trace", SINCE_30),
        method("query", V32).fixture("methods"),
        field(
            "additionalOperations",
            Map(MapKeys::Method, &Type::Object(ObjectKind::Operation)),
            V32,
            Mapped("an operation for each method"),
        ),
        field("servers", SERVERS, SINCE_30, Mapped("the servers of its operations")),
        field("parameters", PARAMETERS, ALL, Mapped("parameters of each of its operations")),
    ],
);

const fn method(name: &'static str, versions: Versions) -> Field {
    field(name, Type::Object(ObjectKind::Operation), versions, Mapped("an operation"))
}

pub(super) const OPERATION: Object = Object::new(
    "an operation",
    &[
        field("tags", List(&Text), ALL, Mapped("the first tag is the group of the operation")),
        field("summary", Text, ALL, Mapped("the first line of the docs")),
        field("description", Text, ALL, Mapped("the docs")),
        field("externalDocs", Type::Object(ObjectKind::ExternalDocs), ALL, Mapped("a link at the end of the docs")),
        field("operationId", Text, ALL, Mapped("the name of the method")),
        field("parameters", PARAMETERS, ALL, Mapped("arguments if required, otherwise setters of the call")),
        field("requestBody", Type::Object(ObjectKind::RequestBody), SINCE_30, Mapped("an argument")),
        field(
            "responses",
            Map(MapKeys::Status, &Type::Object(ObjectKind::Response)),
            ALL,
            Mapped("the output and the error type"),
        )
        .required(UNTIL_30),
        field(
            "callbacks",
            Map(MapKeys::Name, &Map(MapKeys::Expression, &Type::Object(ObjectKind::PathItem))),
            SINCE_30,
            NoEffect("a client does not receive requests"),
        ),
        field("deprecated", Flag, ALL, Mapped("`#[deprecated]`")),
        field("security", REQUIREMENTS, ALL, Mapped("the credentials that are sent")),
        field("servers", SERVERS, SINCE_30, Mapped("the servers of this operation")),
        field("consumes", MEDIA_TYPES, V20, Mapped("the media type of the body")),
        field("produces", MEDIA_TYPES, V20, Mapped("the media types of the answers")),
        field("schemes", SCHEMES, V20, NoEffect("the base URL of the client is used")),
    ],
);

pub(super) const PARAMETER: Object = Object {
    reference: ALL,
    exclusive: &[("example", "examples"), ("schema", "content")],
    ordered: &LIMITS,
    ..Object::new(
        "a parameter",
        &[
            field("name", Text, ALL, Mapped("the name on the wire, and the name of the argument or setter"))
                .required(ALL),
            field("in", Word(&["path", "query", "header", "formData", "body"]), V20, Mapped("where the value is sent"))
                .required(V20),
            field("in", Word(&["path", "query", "header", "cookie"]), V30_V31, Mapped("where the value is sent"))
                .required(V30_V31),
            field(
                "in",
                Word(&["path", "query", "header", "cookie", "querystring"]),
                V32,
                Mapped("where the value is sent"),
            )
            .required(V32)
            .fixture("query-strings"),
            field("description", Text, ALL, Mapped("docs")),
            field("required", Flag, ALL, Mapped("an argument instead of a setter")),
            field("schema", SCHEMA_VALUE, ALL, Mapped("the type")),
            field("type", PARAMETER_TYPE, V20, Mapped("the type")),
            field("format", Text, V20, Mapped("the type")),
            field("items", Type::Object(ObjectKind::Items), V20, Mapped("the type of the elements")),
            field("collectionFormat", COLLECTION_FORMAT_OF_LISTS, V20, Mapped("how an array is serialized")),
            field("default", Any, V20, Mapped("docs")),
            field("maximum", Type::Number, V20, Mapped("a check")),
            field("exclusiveMaximum", Flag, V20, Mapped("a check")),
            field("minimum", Type::Number, V20, Mapped("a check")),
            field("exclusiveMinimum", Flag, V20, Mapped("a check")),
            field("maxLength", Type::Count, V20, Mapped("a check")),
            field("minLength", Type::Count, V20, Mapped("a check")),
            field("pattern", Type::Pattern, V20, Mapped("a check")),
            field("maxItems", Type::Count, V20, Mapped("a check")),
            field("minItems", Type::Count, V20, Mapped("a check")),
            field("uniqueItems", Flag, V20, Mapped("`Set<_>`")),
            field("enum", Type::Filled(&Any), V20, Mapped("an enumeration")),
            field("multipleOf", Type::Positive, V20, Mapped("a check")),
            field("deprecated", Flag, SINCE_30, Mapped("a note in the docs")),
            field("allowEmptyValue", Flag, ALL, NoEffect("an empty string is always sent as `name=`")),
            field(
                "style",
                Word(&["matrix", "label", "simple", "form", "spaceDelimited", "pipeDelimited", "deepObject"]),
                V30_V31,
                Mapped("how arrays and objects are serialized"),
            ),
            field(
                "style",
                Word(&["matrix", "label", "simple", "form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie"]),
                V32,
                Mapped("how arrays and objects are serialized"),
            ),
            field("explode", Flag, SINCE_30, Mapped("how arrays and objects are serialized")),
            field("allowReserved", Flag, SINCE_30, Mapped("which characters are percent-encoded")),
            field("content", CONTENT, SINCE_30, Mapped("the type, serialized as its media type")),
            field("example", Any, SINCE_30, NoEffect("the docs show the examples of schemas")),
            field("examples", EXAMPLES, SINCE_30, NoEffect("the docs show the examples of schemas")),
        ],
    )
};

pub(super) const REQUEST_BODY: Object = Object {
    reference: SINCE_30,
    ..Object::new(
        "a request body",
        &[
            field("description", Text, SINCE_30, Mapped("docs")),
            field("content", CONTENT, SINCE_30, Mapped("the type of the argument")).required(SINCE_30),
            field("required", Flag, SINCE_30, Mapped("an argument instead of a setter")),
        ],
    )
};

pub(super) const MEDIA_TYPE: Object = Object {
    reference: V32,
    exclusive: &[("example", "examples"), ("encoding", "prefixEncoding"), ("encoding", "itemEncoding")],
    ..Object::new(
        "a media type",
        &[
            field("description", Text, V32, NoEffect("the docs come from the body and its schema")),
            field("schema", SCHEMA_VALUE, SINCE_30, Mapped("the type")),
            field("itemSchema", SCHEMA_VALUE, V32, Mapped("the type of the streamed items")),
            field("example", Any, SINCE_30, NoEffect("the docs show the examples of schemas")),
            field("examples", EXAMPLES, SINCE_30, NoEffect("the docs show the examples of schemas")),
            field(
                "encoding",
                ENCODINGS,
                SINCE_30,
                Mapped("how the fields of a form and the parts of a multipart body are serialized"),
            ),
            field(
                "prefixEncoding",
                List(&Type::Object(ObjectKind::Encoding)),
                V32,
                Mapped("the media types of the first parts of a multipart body"),
            )
            .fixture("parts"),
            field(
                "itemEncoding",
                Type::Object(ObjectKind::Encoding),
                V32,
                Mapped("the media type of the other parts of a multipart body"),
            )
            .fixture("parts"),
        ],
    )
};

pub(super) const ENCODING: Object = Object {
    exclusive: &[("encoding", "prefixEncoding"), ("encoding", "itemEncoding")],
    ..Object::new(
        "an encoding",
        &[
            field("contentType", Text, SINCE_30, Mapped("the media type of a part")),
            field("headers", HEADERS, SINCE_30, Unsupported("parts are sent without custom headers")),
            field(
                "style",
                Word(&["form", "spaceDelimited", "pipeDelimited", "deepObject"]),
                SINCE_30,
                Mapped("how an array or object in a form is serialized"),
            ),
            field("explode", Flag, SINCE_30, Mapped("how an array or object in a form is serialized")),
            field("allowReserved", Flag, SINCE_30, NoEffect("servers decode percent-encoded characters")),
            field("encoding", ENCODINGS, V32, Unsupported("a part is serialized as one value")),
            field(
                "prefixEncoding",
                List(&Type::Object(ObjectKind::Encoding)),
                V32,
                Unsupported("a part is serialized as one value"),
            ),
            field(
                "itemEncoding",
                Type::Object(ObjectKind::Encoding),
                V32,
                Unsupported("a part is serialized as one value"),
            ),
        ],
    )
};

pub(super) const RESPONSE: Object = Object {
    reference: ALL,
    ..Object::new(
        "a response",
        &[
            field("summary", Text, V32, NoEffect("the docs show `description`")),
            field("description", Text, ALL, Mapped("docs")).required(UNTIL_31),
            field("headers", HEADERS, ALL, Mapped("a struct with the headers")),
            field("content", CONTENT, SINCE_30, Mapped("the type of the output or of the error")),
            field(
                "links",
                Map(MapKeys::Name, &Type::Object(ObjectKind::Link)),
                SINCE_30,
                NoEffect("the caller decides which operation to call"),
            ),
            field("schema", SCHEMA_VALUE, V20, Mapped("the type of the output or of the error")),
            field("examples", Map(MapKeys::Extensible, &Any), V20, NoEffect("the docs show the examples of schemas")),
        ],
    )
};

pub(super) const HEADER: Object = Object {
    reference: SINCE_30,
    exclusive: &[("example", "examples"), ("schema", "content")],
    ordered: &LIMITS,
    ..Object::new(
        "a header",
        &[
            field("description", Text, ALL, Mapped("docs")),
            field("type", VALUE_TYPE, V20, Mapped("the type")).required(V20),
            field("format", Text, V20, Mapped("the type")),
            field("items", Type::Object(ObjectKind::Items), V20, Mapped("the type of the elements")),
            field("collectionFormat", COLLECTION_FORMAT, V20, Mapped("how an array is read")),
            field("default", Any, V20, NoEffect("absent values of a response stay absent")),
            field("maximum", Type::Number, V20, NoEffect("received values are not validated")),
            field("exclusiveMaximum", Flag, V20, NoEffect("received values are not validated")),
            field("minimum", Type::Number, V20, NoEffect("received values are not validated")),
            field("exclusiveMinimum", Flag, V20, NoEffect("received values are not validated")),
            field("maxLength", Type::Count, V20, NoEffect("received values are not validated")),
            field("minLength", Type::Count, V20, NoEffect("received values are not validated")),
            field("pattern", Type::Pattern, V20, NoEffect("received values are not validated")),
            field("maxItems", Type::Count, V20, NoEffect("received values are not validated")),
            field("minItems", Type::Count, V20, NoEffect("received values are not validated")),
            field("uniqueItems", Flag, V20, NoEffect("received values are not validated")),
            field("enum", Type::Filled(&Any), V20, Mapped("an enumeration")),
            field("multipleOf", Type::Positive, V20, NoEffect("received values are not validated")),
            field("required", Flag, SINCE_30, Mapped("a field without `Option<_>`")),
            field("deprecated", Flag, SINCE_30, NoEffect("the server sends it anyway")),
            field("allowEmptyValue", Flag, V30, NoEffect("it applies only to query parameters")),
            field("style", Word(&["simple"]), SINCE_30, NoEffect("headers have only one style")),
            field("explode", Flag, SINCE_30, Mapped("how an object is read")),
            field("allowReserved", Flag, V30, NoEffect("it applies only to query parameters")),
            field("schema", SCHEMA_VALUE, SINCE_30, Mapped("the type")),
            field("content", CONTENT, SINCE_30, Mapped("the type")),
            field("example", Any, SINCE_30, NoEffect("the docs show the examples of schemas")),
            field("examples", EXAMPLES, SINCE_30, NoEffect("the docs show the examples of schemas")),
        ],
    )
};

pub(super) const EXAMPLE: Object = Object {
    reference: SINCE_30,
    exclusive: &[
        ("value", "externalValue"),
        ("value", "dataValue"),
        ("value", "serializedValue"),
        ("serializedValue", "externalValue"),
    ],
    ..Object::new(
        "an example",
        &[
            field("summary", Text, SINCE_30, NoEffect("the docs show the examples of schemas")),
            field("description", Text, SINCE_30, NoEffect("the docs show the examples of schemas")),
            field("value", Any, SINCE_30, NoEffect("the docs show the examples of schemas")),
            field("dataValue", Any, V32, NoEffect("the docs show the examples of schemas")),
            field("serializedValue", Text, V32, NoEffect("the docs show the examples of schemas")),
            field("externalValue", Address, SINCE_30, NoEffect("the docs show the examples of schemas")),
        ],
    )
};

pub(super) const LINK: Object = Object {
    reference: SINCE_30,
    exclusive: &[("operationRef", "operationId")],
    ..Object::new(
        "a link",
        &[
            field("operationRef", Address, SINCE_30, NoEffect("the caller decides which operation to call")),
            field("operationId", Text, SINCE_30, NoEffect("the caller decides which operation to call")),
            field(
                "parameters",
                Map(MapKeys::Name, &Any),
                SINCE_30,
                NoEffect("the caller decides which operation to call"),
            ),
            field("requestBody", Any, SINCE_30, NoEffect("the caller decides which operation to call")),
            field("description", Text, SINCE_30, NoEffect("the caller decides which operation to call")),
            field(
                "server",
                Type::Object(ObjectKind::Server),
                SINCE_30,
                NoEffect("the caller decides which operation to call"),
            ),
        ],
    )
};
