//! The table of OpenAPI 3.0, 3.1 and 3.2, Swagger 2.0 and JSON Schema 2020-12, object by object.

mod document;
mod items;
mod operation;
mod schema;
mod security;

use super::field::{Object, ObjectKind};

/// All objects, in the order of the generated page.
pub(super) const ALL_KINDS: [ObjectKind; 26] = [
    ObjectKind::Document,
    ObjectKind::Info,
    ObjectKind::Contact,
    ObjectKind::License,
    ObjectKind::Server,
    ObjectKind::ServerVariable,
    ObjectKind::Components,
    ObjectKind::PathItem,
    ObjectKind::Operation,
    ObjectKind::Parameter,
    ObjectKind::Items,
    ObjectKind::RequestBody,
    ObjectKind::MediaType,
    ObjectKind::Encoding,
    ObjectKind::Response,
    ObjectKind::Header,
    ObjectKind::Schema,
    ObjectKind::Discriminator,
    ObjectKind::Xml,
    ObjectKind::SecurityScheme,
    ObjectKind::Flows,
    ObjectKind::Flow,
    ObjectKind::Tag,
    ObjectKind::ExternalDocs,
    ObjectKind::Example,
    ObjectKind::Link,
];

/// Returns `true` if an object of some version has a field of this name that affects the emitted code. If it occurs in
/// another place, its author expects an effect.
pub(super) fn is_effective_somewhere(name: &str) -> bool {
    ALL_KINDS.iter().flat_map(|kind| kind.object().fields).any(|field| field.name == name && field.is_effective())
}

impl ObjectKind {
    /// Returns the entry of the table.
    pub(super) const fn object(self) -> &'static Object {
        match self {
            Self::Contact => &document::CONTACT,
            Self::Components => &document::COMPONENTS,
            Self::Discriminator => &schema::DISCRIMINATOR,
            Self::Document => &document::DOCUMENT,
            Self::Encoding => &operation::ENCODING,
            Self::Example => &operation::EXAMPLE,
            Self::ExternalDocs => &document::EXTERNAL_DOCS,
            Self::Flow => &security::FLOW,
            Self::Flows => &security::FLOWS,
            Self::Header => &operation::HEADER,
            Self::Info => &document::INFO,
            Self::Items => &items::ITEMS,
            Self::License => &document::LICENSE,
            Self::Link => &operation::LINK,
            Self::MediaType => &operation::MEDIA_TYPE,
            Self::Operation => &operation::OPERATION,
            Self::Parameter => &operation::PARAMETER,
            Self::PathItem => &operation::PATH_ITEM,
            Self::RequestBody => &operation::REQUEST_BODY,
            Self::Response => &operation::RESPONSE,
            Self::Schema => &schema::SCHEMA,
            Self::SecurityScheme => &security::SECURITY_SCHEME,
            Self::Server => &document::SERVER,
            Self::ServerVariable => &document::SERVER_VARIABLE,
            Self::Tag => &document::TAG,
            Self::Xml => &schema::XML,
        }
    }
}
