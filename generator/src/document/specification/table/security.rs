//! Credentials.

use crate::document::specification::field::Type::{Address, Flag, List, Map, Text, Word};
use crate::document::specification::field::Usage::{Mapped, NoEffect};
use crate::document::specification::field::{MapKeys, Object, ObjectKind, Type, field};
use crate::document::specification::version::{ALL, SINCE_30, SINCE_31, V20, V30, V32};

/// Security requirements, as a list of alternatives.
pub(super) const REQUIREMENTS: Type = List(&Map(MapKeys::Scheme, &List(&Text)));
const SCOPES: Type = Map(MapKeys::Extensible, &Text);

pub(super) const SECURITY_SCHEME: Object = Object {
    reference: SINCE_30,
    ..Object::new(
        "a security scheme",
        &[
            field("type", Word(&["basic", "apiKey", "oauth2"]), V20, Mapped("the type that the builder accepts"))
                .required(V20),
            field(
                "type",
                Word(&["apiKey", "http", "oauth2", "openIdConnect"]),
                V30,
                Mapped("the type that the builder accepts"),
            )
            .required(V30),
            field(
                "type",
                Word(&["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"]),
                SINCE_31,
                Mapped("the type that the builder accepts"),
            )
            .required(SINCE_31),
            field("description", Text, ALL, Mapped("docs")),
            field("name", Text, ALL, Mapped("the header, parameter or cookie that holds the key")),
            field("in", Word(&["query", "header"]), V20, Mapped("where the key is sent")),
            field("in", Word(&["query", "header", "cookie"]), SINCE_30, Mapped("where the key is sent")),
            field(
                "scheme",
                Text,
                SINCE_30,
                Mapped("`bearer` and `basic`; others are reported as `security-unsupported`"),
            ),
            field("bearerFormat", Text, SINCE_30, NoEffect("a token is sent unchanged")),
            field(
                "flows",
                Type::Object(ObjectKind::Flows),
                SINCE_30,
                NoEffect("the client accepts a token, regardless of how it was obtained"),
            ),
            field(
                "openIdConnectUrl",
                Address,
                SINCE_30,
                NoEffect("the client accepts a token, regardless of how it was obtained"),
            ),
            field(
                "oauth2MetadataUrl",
                Address,
                V32,
                NoEffect("the client accepts a token, regardless of how it was obtained"),
            ),
            field("deprecated", Flag, V32, NoEffect("the scheme works anyway")),
            field(
                "flow",
                Word(&["implicit", "password", "application", "accessCode"]),
                V20,
                NoEffect("the client accepts a token, regardless of how it was obtained"),
            ),
            field(
                "authorizationUrl",
                Address,
                V20,
                NoEffect("the client accepts a token, regardless of how it was obtained"),
            ),
            field("tokenUrl", Address, V20, NoEffect("the client accepts a token, regardless of how it was obtained")),
            field("scopes", SCOPES, V20, NoEffect("the client accepts a token, regardless of how it was obtained")),
        ],
    )
};

pub(super) const FLOWS: Object = Object::new(
    "the flows",
    &[
        field(
            "implicit",
            Type::Object(ObjectKind::Flow),
            SINCE_30,
            NoEffect("the client accepts a token, regardless of how it was obtained"),
        ),
        field(
            "password",
            Type::Object(ObjectKind::Flow),
            SINCE_30,
            NoEffect("the client accepts a token, regardless of how it was obtained"),
        ),
        field(
            "clientCredentials",
            Type::Object(ObjectKind::Flow),
            SINCE_30,
            NoEffect("the client accepts a token, regardless of how it was obtained"),
        ),
        field(
            "authorizationCode",
            Type::Object(ObjectKind::Flow),
            SINCE_30,
            NoEffect("the client accepts a token, regardless of how it was obtained"),
        ),
        field(
            "deviceAuthorization",
            Type::Object(ObjectKind::Flow),
            V32,
            NoEffect("the client accepts a token, regardless of how it was obtained"),
        ),
    ],
);

pub(super) const FLOW: Object = Object::new(
    "a flow",
    &[
        field(
            "authorizationUrl",
            Address,
            SINCE_30,
            NoEffect("the client accepts a token, regardless of how it was obtained"),
        ),
        field("tokenUrl", Address, SINCE_30, NoEffect("the client accepts a token, regardless of how it was obtained")),
        field(
            "refreshUrl",
            Address,
            SINCE_30,
            NoEffect("the client accepts a token, regardless of how it was obtained"),
        ),
        field(
            "deviceAuthorizationUrl",
            Address,
            V32,
            NoEffect("the client accepts a token, regardless of how it was obtained"),
        ),
        field("scopes", SCOPES, SINCE_30, NoEffect("the client accepts a token, regardless of how it was obtained"))
            .required(SINCE_30),
    ],
);
