//! The typed model of an API: the contents of the emitted crate, independent of the syntax of Rust and OpenAPI.
//!
//! Types are in one arena and refer to each other by [`TypeId`]. Each item knows its origin, a JSON pointer into the
//! description. Derived data is in [`crate::api::analysis`], names are in [`crate::rust::names`].

mod completeness;
mod constraints;
mod definition;
mod event;
mod media_type;
mod naming;
mod operation;
mod own_type;
mod pagination;
mod path;
mod server;
mod types;
mod union;

pub use crate::base::http_terms::{CredentialLocation, EventPlace, ParameterLocation, StatusMatch, Style};
pub use crate::base::json_shape::TagPlace;
use crate::read::locations::{ElementKeys, SourceMap};
pub use completeness::{Completeness, Share};
pub use constraints::{Bound, Constraints, Pattern};
pub use definition::{Definition, Field, IntegerEnum, IntegerValue, Object, Occurrence, Shape, StringEnum, Word};
pub use event::{Event, plain_event};
pub use media_type::{covers, essence, identity, is_lines, is_range, parameters, spelled, without_parameter};
pub use naming::{Inside, Naming, Owner, Role};
pub use operation::{
    Body, BodyContent, BodyKind, Content, ErrorResponse, Header, Operation, Parameter, Requirement, Response,
    SecurityScheme, Serialization, StreamSwitch, Streaming, Success, sends_bodies,
};
pub use own_type::{OwnType, OwnTypes};
pub use pagination::{FieldPath, PageStrategy, Pageable, Pagination, Termination};
pub use path::{ROOT_GROUP, first_segment, is_general_segment, path_shape};
pub use server::{Server, ServerVariable};
pub(crate) use server::{UrlSegment, server_template, url_segments};
pub use types::{DateKind, Docs, Integer, Number, OperationId, OwnTypeId, Text, Type, TypeId};
pub use union::plain_text;
pub use union::{Candidate, Payload, Tag, Union, Variant};

/// An API.
#[derive(Clone, Debug, PartialEq)]
pub struct Api {
    /// `info.title`.
    pub title: String,
    /// `info.version`.
    pub version: String,
    /// `info.description`.
    pub description: Option<String>,
    /// The servers that a client can use; the first is the default.
    pub servers: Vec<Server>,
    /// The servers of individual operations.
    pub own_servers: Vec<Server>,
    /// The operation groups, in the order of the description.
    pub groups: Vec<Group>,
    /// The operations, in the order of the description.
    pub operations: Vec<Operation>,
    /// The events that the server sends, in the order of the description.
    pub events: Vec<Event>,
    /// The configured locations of event names.
    pub event_places: Vec<EventPlace>,
    /// The arena of types.
    pub types: Vec<Definition>,
    /// The operations and schemas that lack content.
    pub completeness: Completeness,
    /// The user's types that replace others.
    pub own_types: OwnTypes,
    /// The original locations of inline items that became components.
    pub source_map: SourceMap,
    /// The keys of array elements in the description.
    pub element_keys: ElementKeys,
    /// The security schemes whose credentials can be sent; the first is the default.
    pub security: Vec<SecurityScheme>,
    /// The default requirement of operations.
    pub requirement: Requirement,
}

/// Maximum number of servers that a client has constants for.
const MAX_NAMED_SERVERS: usize = 24;

impl Api {
    /// Returns the path of the default server, such as `/ws`, with the defaults of its variables; empty if it has none.
    #[must_use]
    pub fn base_path(&self) -> String {
        self.servers.first().map(Server::base_path).unwrap_or_default()
    }

    /// Returns the address of the default server, if it is absolute.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        self.servers.first().and_then(Server::address)
    }

    /// Returns the operation's own server.
    #[must_use]
    pub fn own_server(&self, operation: &Operation) -> Option<&Server> {
        operation.server.and_then(|index| self.own_servers.get(index))
    }

    /// Returns the servers with an absolute address and their indexes, if the user can choose one.
    #[must_use]
    pub fn named_servers(&self) -> Vec<(usize, &Server)> {
        let absolute = self.servers.iter().enumerate().filter(|(_, server)| server.address().is_some());
        let absolute: Vec<(usize, &Server)> = absolute.collect();
        if (2..=MAX_NAMED_SERVERS).contains(&absolute.len()) { absolute } else { Vec::new() }
    }

    /// Returns the variables that change an address, without duplicates. The caller's address replaces the origin of the
    /// first server, unless the client can be created for the server of the description.
    #[must_use]
    pub fn server_variables(&self) -> Vec<&ServerVariable> {
        let default = self.servers.first().map(|server| match server.address() {
            Some(_) => (server, server.template()),
            None => (server, server.path.clone()),
        });
        let named = self.named_servers().into_iter().map(|(_, server)| server);
        let others = named.chain(&self.own_servers).map(|server| (server, server.template()));
        let mut variables: Vec<&ServerVariable> = Vec::new();
        for (server, address) in default.into_iter().chain(others) {
            for variable in &server.variables {
                let is_in_address = address.contains(&format!("{{{}}}", variable.name));
                if is_in_address && variables.iter().all(|known| known.name != variable.name) {
                    variables.push(variable);
                }
            }
        }
        variables
    }

    /// Returns a pointer as it is in the description that the crate stores.
    #[must_use]
    pub fn stored_at(&self, pointer: &crate::base::pointer::Pointer) -> String {
        self.source_map.stored(pointer.as_str()).to_string()
    }

    /// Returns the definition with this ID.
    #[must_use]
    pub fn definition(&self, id: TypeId) -> &Definition {
        &self.types[id.index()]
    }

    /// Returns a member of an object.
    #[must_use]
    pub fn field(&self, id: TypeId, index: usize) -> Option<&Field> {
        match &self.definition(id).shape {
            Shape::Object(object) => object.fields.get(index),
            _ => None,
        }
    }

    /// Returns all IDs with their definitions.
    pub fn definitions(&self) -> impl Iterator<Item = (TypeId, &Definition)> {
        self.types.iter().enumerate().map(|(index, definition)| (TypeId::new(index), definition))
    }

    /// Returns the indexes of each group's operations, in the order of the description.
    #[must_use]
    pub fn operations_by_group(&self) -> Vec<Vec<usize>> {
        let mut groups = vec![Vec::new(); self.groups.len()];
        for (index, operation) in self.operations.iter().enumerate() {
            groups[operation.group].push(index);
        }
        groups
    }

    /// Returns the type with aliases resolved.
    #[must_use]
    pub fn unaliased<'a>(&'a self, ty: &'a Type) -> &'a Type {
        let mut current = ty;
        // Lowering leaves no alias cycles; the bound keeps a bug from becoming a hang.
        for _ in 0..=self.types.len() {
            match current {
                Type::Named(id) => match &self.definition(*id).shape {
                    Shape::Alias(target) => current = target,
                    _ => break,
                },
                _ => break,
            }
        }
        current
    }
}

/// A group of operations: a tag, or the first segment of their path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The tag.
    pub wire: String,
    /// The name that documentation shows instead, if it is a different one and no other group has it.
    pub display_name: Option<String>,
    /// Its description.
    pub description: Option<String>,
}

impl Group {
    /// Returns the text that names are made from.
    pub(crate) fn title(&self) -> &str {
        self.display_name.as_deref().unwrap_or(&self.wire)
    }
}
