//! The document itself, and objects that occur once in it.

use crate::document::specification::field::Type::{Address, Filled, List, Map, Text, Word};
use crate::document::specification::field::Usage::{Mapped, NoEffect};
use crate::document::specification::field::{Keys, Object, ObjectKind, Type, field};
use crate::document::specification::version::{ALL, SINCE_30, SINCE_31, UNTIL_30, V20, V32};

use super::schema::SCHEMAS;
use super::security::REQUIREMENTS;

/// Media types, as Swagger 2.0 lists them.
pub(super) const MEDIA_TYPES: Type = List(&Text);
/// Protocols, as Swagger 2.0 lists them.
pub(super) const SCHEMES: Type = List(&Word(&["http", "https", "ws", "wss"]));
/// The paths of a description.
const PATHS: Type = Map(Keys::Path, &Type::Object(ObjectKind::PathItem));

pub(super) const DOCUMENT: Object = Object::new(
    "the description",
    &[
        field("swagger", Text, V20, Mapped("which table applies")).required(V20),
        field("openapi", Text, SINCE_30, Mapped("which table applies")).required(SINCE_30),
        field("$self", Address, V32, NoEffect("a description is known by where it was read from")),
        field("info", Type::Object(ObjectKind::Info), ALL, Mapped("see below")).required(ALL),
        field("jsonSchemaDialect", Address, SINCE_31, NoEffect("all dialects are read as that of OpenAPI"))
            .fixture("keywords"),
        field(
            "servers",
            List(&Type::Object(ObjectKind::Server)),
            SINCE_30,
            Mapped("the servers that the builder offers"),
        ),
        field("host", Text, V20, Mapped("the servers")),
        field("basePath", Text, V20, Mapped("the servers")),
        field("schemes", SCHEMES, V20, Mapped("the servers, `https` first")),
        field("consumes", MEDIA_TYPES, V20, Mapped("the media type of bodies where an operation names none")),
        field("produces", MEDIA_TYPES, V20, Mapped("the media types of answers where an operation names none")),
        field("paths", PATHS, ALL, Mapped("the operations")).required(UNTIL_30),
        field(
            "webhooks",
            Map(Keys::Name, &Type::Object(ObjectKind::PathItem)),
            SINCE_31,
            Mapped("the events that the server sends"),
        ),
        field("components", Type::Object(ObjectKind::Components), SINCE_30, Mapped("see below")),
        field("definitions", Map(Keys::Extensible, &Type::Object(ObjectKind::Schema)), V20, Mapped("types")),
        field(
            "parameters",
            Map(Keys::Extensible, &Type::Object(ObjectKind::Parameter)),
            V20,
            Mapped("parameters that several operations share"),
        ),
        field(
            "responses",
            Map(Keys::Extensible, &Type::Object(ObjectKind::Response)),
            V20,
            Mapped("answers that several operations share"),
        ),
        field(
            "securityDefinitions",
            Map(Keys::Extensible, &Type::Object(ObjectKind::SecurityScheme)),
            V20,
            Mapped("the credentials that the builder takes"),
        ),
        field("security", REQUIREMENTS, ALL, Mapped("the credentials that operations send unless they say otherwise")),
        field("tags", List(&Type::Object(ObjectKind::Tag)), ALL, Mapped("groups of operations, in this order")),
        field(
            "externalDocs",
            Type::Object(ObjectKind::ExternalDocs),
            ALL,
            NoEffect("the docs hold what the description says itself"),
        ),
    ],
);

pub(super) const INFO: Object = Object::new(
    "the info object",
    &[
        field("title", Text, ALL, Mapped("the docs and the name of the crate")).required(ALL),
        field("summary", Text, SINCE_31, NoEffect("`description` is what the docs show")),
        field("description", Text, ALL, Mapped("the docs of the crate")),
        field("termsOfService", Address, ALL, NoEffect("no part of the interface")),
        field("contact", Type::Object(ObjectKind::Contact), ALL, NoEffect("no part of the interface")),
        field(
            "license",
            Type::Object(ObjectKind::License),
            ALL,
            NoEffect("it is that of the service, not of the crate"),
        ),
        field("version", Text, ALL, Mapped("the first line of each file")).required(ALL),
    ],
);

pub(super) const CONTACT: Object = Object::new(
    "a contact",
    &[
        field("name", Text, ALL, NoEffect("no part of the interface")),
        field("url", Address, ALL, NoEffect("no part of the interface")),
        field("email", Text, ALL, NoEffect("no part of the interface")),
    ],
);

pub(super) const LICENSE: Object = Object {
    exclusive: &[("identifier", "url")],
    ..Object::new(
        "a license",
        &[
            field("name", Text, ALL, NoEffect("no part of the interface")).required(ALL),
            field("identifier", Text, SINCE_31, NoEffect("no part of the interface")),
            field("url", Address, ALL, NoEffect("no part of the interface")),
        ],
    )
};

pub(super) const SERVER: Object = Object::new(
    "a server",
    &[
        field("url", Text, SINCE_30, Mapped("the address, with its variables")).required(SINCE_30),
        field("description", Text, SINCE_30, Mapped("the docs of the server")),
        field("name", Text, V32, NoEffect("the address tells servers apart")),
        field(
            "variables",
            Map(Keys::Name, &Type::Object(ObjectKind::ServerVariable)),
            SINCE_30,
            Mapped("what the builder fills into the address"),
        ),
    ],
);

pub(super) const SERVER_VARIABLE: Object = Object::new(
    "a server variable",
    &[
        field("enum", Filled(&Text), SINCE_30, Mapped("the values that the builder takes")),
        field("default", Text, SINCE_30, Mapped("the value where none is given")).required(SINCE_30),
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
            Mapped("answers that several operations share"),
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
            NoEffect("docs show examples of schemas"),
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
            Mapped("headers that several answers share"),
        ),
        field(
            "securitySchemes",
            component(&Type::Object(ObjectKind::SecurityScheme)),
            SINCE_30,
            Mapped("the credentials that the builder takes"),
        ),
        field(
            "links",
            component(&Type::Object(ObjectKind::Link)),
            SINCE_30,
            NoEffect("calls are the caller's decision"),
        ),
        field(
            "callbacks",
            component(&Map(Keys::Expression, &Type::Object(ObjectKind::PathItem))),
            SINCE_30,
            NoEffect("a client receives no requests"),
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
            Mapped("contents that several bodies share"),
        ),
    ],
);

const fn component(value: &'static Type) -> Type {
    Map(Keys::Component, value)
}

pub(super) const TAG: Object = Object::new(
    "a tag",
    &[
        field("name", Text, ALL, Mapped("the name of a group")).required(ALL),
        field("summary", Text, V32, NoEffect("`description` is what the docs show")),
        field("description", Text, ALL, Mapped("the docs of the group")),
        field("externalDocs", Type::Object(ObjectKind::ExternalDocs), ALL, Mapped("a link at the end of the docs")),
        field("parent", Text, V32, NoEffect("groups have one level, so that calls stay short")),
        field("kind", Text, V32, NoEffect("every tag that an operation has first is its group")),
    ],
);

pub(super) const EXTERNAL_DOCS: Object = Object::new(
    "the external docs",
    &[
        field("description", Text, ALL, NoEffect("the docs hold what the description says itself")),
        field("url", Address, ALL, NoEffect("the docs hold what the description says itself")).required(ALL),
    ],
);
