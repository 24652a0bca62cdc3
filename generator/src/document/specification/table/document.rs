//! The document itself, and objects that occur once in it.

use crate::document::specification::field::Type::{Address, Filled, List, Map, Text, Word};
use crate::document::specification::field::Usage::{Mapped, NoEffect};
use crate::document::specification::field::{MapKeys, Object, ObjectKind, Type, field};
use crate::document::specification::version::{ALL, SINCE_30, SINCE_31, UNTIL_30, V20, V32};

use super::schema::SCHEMAS;
use super::security::REQUIREMENTS;

/// Media types, as Swagger 2.0 lists them.
pub(super) const MEDIA_TYPES: Type = List(&Text);
/// Protocols, as Swagger 2.0 lists them.
pub(super) const SCHEMES: Type = List(&Word(&["http", "https", "ws", "wss"]));
/// The paths of a description.
const PATHS: Type = Map(MapKeys::Path, &Type::Object(ObjectKind::PathItem));

pub(super) const DOCUMENT: Object = Object::new(
    "the description",
    &[
        field("swagger", Text, V20, Mapped("selects the table for the version")).required(V20),
        field("openapi", Text, SINCE_30, Mapped("selects the table for the version")).required(SINCE_30),
        field("$self", Address, V32, NoEffect("a description is identified by its source")),
        field("info", Type::Object(ObjectKind::Info), ALL, Mapped("see below")).required(ALL),
        field("jsonSchemaDialect", Address, SINCE_31, NoEffect("all dialects are read as the OpenAPI dialect"))
            .fixture("keywords"),
        field(
            "servers",
            List(&Type::Object(ObjectKind::Server)),
            SINCE_30,
            Mapped("the servers that the builder can select"),
        ),
        field("host", Text, V20, Mapped("the servers")),
        field("basePath", Text, V20, Mapped("the servers")),
        field("schemes", SCHEMES, V20, Mapped("the servers, `https` first")),
        field("consumes", MEDIA_TYPES, V20, Mapped("the media type of bodies, unless an operation declares its own")),
        field(
            "produces",
            MEDIA_TYPES,
            V20,
            Mapped("the media types of responses, unless an operation declares its own"),
        ),
        field("paths", PATHS, ALL, Mapped("the operations")).required(UNTIL_30),
        field(
            "webhooks",
            Map(MapKeys::Name, &Type::Object(ObjectKind::PathItem)),
            SINCE_31,
            Mapped("the events that the server sends"),
        ),
        field("components", Type::Object(ObjectKind::Components), SINCE_30, Mapped("see below")),
        field("definitions", Map(MapKeys::Extensible, &Type::Object(ObjectKind::Schema)), V20, Mapped("types")),
        field(
            "parameters",
            Map(MapKeys::Extensible, &Type::Object(ObjectKind::Parameter)),
            V20,
            Mapped("parameters that several operations share"),
        ),
        field(
            "responses",
            Map(MapKeys::Extensible, &Type::Object(ObjectKind::Response)),
            V20,
            Mapped("responses that several operations share"),
        ),
        field(
            "securityDefinitions",
            Map(MapKeys::Extensible, &Type::Object(ObjectKind::SecurityScheme)),
            V20,
            Mapped("the credentials that the builder accepts"),
        ),
        field("security", REQUIREMENTS, ALL, Mapped("the credentials that operations send by default")),
        field("tags", List(&Type::Object(ObjectKind::Tag)), ALL, Mapped("groups of operations, in this order")),
        field(
            "externalDocs",
            Type::Object(ObjectKind::ExternalDocs),
            ALL,
            NoEffect("the docs contain only text of the description"),
        ),
    ],
);

pub(super) const INFO: Object = Object::new(
    "the info object",
    &[
        field("title", Text, ALL, Mapped("the docs and the name of the crate")).required(ALL),
        field("summary", Text, SINCE_31, NoEffect("the docs show `description`")),
        field("description", Text, ALL, Mapped("the docs of the crate")),
        field("termsOfService", Address, ALL, NoEffect("not part of the API surface")),
        field("contact", Type::Object(ObjectKind::Contact), ALL, NoEffect("not part of the API surface")),
        field(
            "license",
            Type::Object(ObjectKind::License),
            ALL,
            NoEffect("it applies to the service, not to the crate"),
        ),
        field("version", Text, ALL, Mapped("the first line of each file")).required(ALL),
    ],
);

pub(super) const CONTACT: Object = Object::new(
    "a contact",
    &[
        field("name", Text, ALL, NoEffect("not part of the API surface")),
        field("url", Address, ALL, NoEffect("not part of the API surface")),
        field("email", Text, ALL, NoEffect("not part of the API surface")),
    ],
);

pub(super) const LICENSE: Object = Object {
    exclusive: &[("identifier", "url")],
    ..Object::new(
        "a license",
        &[
            field("name", Text, ALL, NoEffect("not part of the API surface")).required(ALL),
            field("identifier", Text, SINCE_31, NoEffect("not part of the API surface")),
            field("url", Address, ALL, NoEffect("not part of the API surface")),
        ],
    )
};

pub(super) const SERVER: Object = Object::new(
    "a server",
    &[
        field("url", Text, SINCE_30, Mapped("the URL, with its variables")).required(SINCE_30),
        field("description", Text, SINCE_30, Mapped("the docs of the server")),
        field("name", Text, V32, NoEffect("servers are distinguished by their URL")),
        field(
            "variables",
            Map(MapKeys::Name, &Type::Object(ObjectKind::ServerVariable)),
            SINCE_30,
            Mapped("the variables of the URL, which the builder sets"),
        ),
    ],
);

pub(super) const SERVER_VARIABLE: Object = Object::new(
    "a server variable",
    &[
        field("enum", Filled(&Text), SINCE_30, Mapped("the values that the builder accepts")),
        field("default", Text, SINCE_30, Mapped("the default value")).required(SINCE_30),
        field("description", Text, SINCE_30, Mapped("docs")),
    ],
);

pub(super) const COMPONENTS: Object = Object::new(
    "the components",
    &[
        field("schemas", SCHEMAS, SINCE_30, Mapped("types")),
        field(
            "responses",
            component(&Type::Object(ObjectKind::Response)),
            SINCE_30,
            Mapped("responses that several operations share"),
        ),
        field(
            "parameters",
            component(&Type::Object(ObjectKind::Parameter)),
            SINCE_30,
            Mapped("parameters that several operations share"),
        ),
        field(
            "examples",
            component(&Type::Object(ObjectKind::Example)),
            SINCE_30,
            NoEffect("the docs show the examples of schemas"),
        ),
        field(
            "requestBodies",
            component(&Type::Object(ObjectKind::RequestBody)),
            SINCE_30,
            Mapped("bodies that several operations share"),
        ),
        field(
            "headers",
            component(&Type::Object(ObjectKind::Header)),
            SINCE_30,
            Mapped("headers that several responses share"),
        ),
        field(
            "securitySchemes",
            component(&Type::Object(ObjectKind::SecurityScheme)),
            SINCE_30,
            Mapped("the credentials that the builder accepts"),
        ),
        field(
            "links",
            component(&Type::Object(ObjectKind::Link)),
            SINCE_30,
            NoEffect("the caller decides which operation to call"),
        ),
        field(
            "callbacks",
            component(&Map(MapKeys::Expression, &Type::Object(ObjectKind::PathItem))),
            SINCE_30,
            NoEffect("a client does not receive requests"),
        ),
        field(
            "pathItems",
            component(&Type::Object(ObjectKind::PathItem)),
            SINCE_31,
            Mapped("the operations of each path that refers to it"),
        ),
        field(
            "mediaTypes",
            component(&Type::Object(ObjectKind::MediaType)),
            V32,
            Mapped("content that several bodies share"),
        ),
    ],
);

const fn component(value: &'static Type) -> Type {
    Map(MapKeys::Component, value)
}

pub(super) const TAG: Object = Object::new(
    "a tag",
    &[
        field("name", Text, ALL, Mapped("the name of a group")).required(ALL),
        field("summary", Text, V32, NoEffect("the docs show `description`")),
        field("description", Text, ALL, Mapped("the docs of the group")),
        field("externalDocs", Type::Object(ObjectKind::ExternalDocs), ALL, Mapped("a link at the end of the docs")),
        field("parent", Text, V32, NoEffect("groups have one level, so calls are short")),
        field("kind", Text, V32, NoEffect("the first tag of an operation is its group")),
    ],
);

pub(super) const EXTERNAL_DOCS: Object = Object::new(
    "the external docs",
    &[
        field("description", Text, ALL, NoEffect("the docs contain only text of the description")),
        field("url", Address, ALL, NoEffect("the docs contain only text of the description")).required(ALL),
    ],
);
