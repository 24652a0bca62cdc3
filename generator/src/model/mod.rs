//! The typed picture of an API: what the emitted crate will offer, without a word of Rust's or OpenAPI's syntax.
//!
//! Types stand in one arena and refer to each other by [`TypeId`]. Everything knows its origin, a JSON pointer into the
//! description. Knowledge that can be derived stands in [`crate::analysis`], names in [`crate::bindings::names`].

mod constraints;
mod event;
mod media_type;
mod operation;
mod own_type;
mod pagination;
mod recorded;
mod security;
mod server;
mod types;
mod union;

pub use constraints::{Bound, Constraints, Pattern};
pub use event::{Event, EventPlace, plain_event};
pub use media_type::{essence, identity, parameters, spelled, without_parameter};
pub use operation::{
    Body, BodyContent, BodyKind, Content, ErrorResponse, Header, Operation, OperationId, Parameter, ParameterLocation,
    PartTypes, Response, Serialization, StatusMatch, StreamSwitch, Streaming, Style, Success, is_general_segment,
    path_shape, sends_bodies,
};
pub use own_type::{OwnType, OwnTypeId, OwnTypes};
pub use pagination::{FieldPath, PageStrategy, Pagination, Termination};
pub use recorded::RecordedValues;
pub use security::{CredentialLocation, Requirement, SecurityScheme};
pub(crate) use server::{Part, parts};
pub use server::{Server, ServerVariable};
pub use types::{
    Code, DateKind, Definition, Docs, Field, Integer, IntegerEnum, Naming, Number, Object, Occurrence, Owner, Shape,
    StringEnum, Text, Type, TypeId, Unlisted, Word,
};
pub use union::{Candidate, Payload, Tag, TagPlace, Union, Variant};
pub(crate) use union::{SAYING_KIND, plain_text};

/// One API.
#[derive(Clone, Debug, PartialEq)]
pub struct Api {
    /// `info.title`.
    pub title: String,
    /// `info.version`.
    pub version: String,
    /// `info.description`.
    pub description: Option<String>,
    /// The servers that a client can be made for; the first is the usual one.
    pub servers: Vec<Server>,
    /// The servers that some operations have of their own.
    pub own_servers: Vec<Server>,
    /// What the operations are grouped by, in the order of the description.
    pub groups: Vec<Group>,
    /// The operations, in the order of the description.
    pub operations: Vec<Operation>,
    /// The events that the server sends by itself, in the order of the description.
    pub events: Vec<Event>,
    /// What names them, where the configuration says so.
    pub event_places: Vec<EventPlace>,
    /// The arena of types.
    pub types: Vec<Definition>,
    /// The types of the user's that stand in place of others.
    pub own_types: OwnTypes,
    /// Where the parts of the description stood that were moved to become components.
    pub source_map: crate::document::SourceMap,
    /// What the elements of the description's arrays are.
    pub element_keys: crate::document::ElementKeys,
    /// The security schemes whose credentials can be sent; the first is the usual one.
    pub security: Vec<SecurityScheme>,
    /// What operations ask for unless they say otherwise.
    pub requirement: Requirement,
}

impl Api {
    /// The path of the usual server, such as `/ws`, with the defaults of its variables; empty where it has none.
    #[must_use]
    pub fn base_path(&self) -> String {
        self.servers.first().map(Server::base_path).unwrap_or_default()
    }

    /// The address of the usual server, if it is a whole one.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        self.servers.first().and_then(Server::address)
    }

    /// The server that an operation has of its own.
    #[must_use]
    pub fn own_server(&self, operation: &Operation) -> Option<&Server> {
        operation.server.and_then(|index| self.own_servers.get(index))
    }

    /// The variables of all servers, each once.
    #[must_use]
    pub fn server_variables(&self) -> Vec<&ServerVariable> {
        let all = self.servers.iter().chain(&self.own_servers).flat_map(|server| &server.variables);
        let mut variables: Vec<&ServerVariable> = Vec::new();
        for variable in all {
            if variables.iter().all(|known| known.name != variable.name) {
                variables.push(variable);
            }
        }
        variables
    }

    /// Returns a pointer as it is in the description that the crate stores.
    #[must_use]
    pub fn stored_at(&self, pointer: &crate::pointer::Pointer) -> String {
        self.source_map.stored(pointer.as_str()).to_string()
    }

    /// Returns the place of a pointer, by which names are recorded: the pointer in the stored description, with what the
    /// elements of arrays are instead of their positions.
    #[must_use]
    pub fn place_at(&self, pointer: &crate::pointer::Pointer) -> String {
        self.place_in(pointer, None)
    }

    /// What the name of a definition is remembered by: its place, and what takes it in where that stands elsewhere.
    #[must_use]
    pub fn place_of(&self, definition: &Definition) -> String {
        self.place_in(&definition.origin, definition.taken_in.as_deref())
    }

    /// The same for another place at which a type stands.
    #[must_use]
    pub fn place_of_occurrence(&self, occurrence: &Occurrence) -> String {
        self.place_in(&occurrence.origin, occurrence.taken_in.as_deref())
    }

    /// All places of a definition, its own first.
    pub fn places_of<'a>(&'a self, definition: &'a Definition) -> impl Iterator<Item = String> + 'a {
        let others = definition.occurrences.iter().map(|occurrence| self.place_of_occurrence(occurrence));
        std::iter::once(self.place_of(definition)).chain(others)
    }

    fn place_in(&self, origin: &crate::pointer::Pointer, taken_in: Option<&str>) -> String {
        self.element_keys.place_in(&self.source_map, origin, taken_in)
    }

    /// The same for an alternative of a definition.
    #[must_use]
    pub fn place_of_alternative(&self, definition: &Definition, alternative: &Variant) -> String {
        if !alternative.origin.is_within(&definition.origin) {
            return format!("{}#in {}", self.place_at(&alternative.origin), self.place_of(definition));
        }
        self.place_in(&alternative.origin, definition.taken_in.as_deref())
    }

    /// The definition behind an id.
    #[must_use]
    pub fn definition(&self, id: TypeId) -> &Definition {
        &self.types[id.index()]
    }

    /// A member of an object.
    #[must_use]
    pub fn field(&self, id: TypeId, index: usize) -> Option<&Field> {
        match &self.definition(id).shape {
            Shape::Object(object) => object.fields.get(index),
            _ => None,
        }
    }

    /// All ids with their definitions.
    pub fn definitions(&self) -> impl Iterator<Item = (TypeId, &Definition)> {
        self.types.iter().enumerate().map(|(index, definition)| (TypeId::new(index), definition))
    }

    /// The indexes of each group's operations, in the order of the description.
    #[must_use]
    pub fn operations_by_group(&self) -> Vec<Vec<usize>> {
        let mut groups = vec![Vec::new(); self.groups.len()];
        for (index, operation) in self.operations.iter().enumerate() {
            groups[operation.group].push(index);
        }
        groups
    }

    /// Returns `true` if functions ask for the body of an operation: it is required, or it is of no use without something that has to be
    /// given. Descriptions often forget to say that a body is required.
    #[must_use]
    pub fn asks_for_body(&self, operation: &Operation) -> bool {
        let sends = sends_bodies(&operation.method);
        let asks =
            |body: &Body| body.required || (sends && body.alternatives.iter().any(|kind| self.needs_content(kind)));
        operation.body.as_ref().is_some_and(asks) && !operation.has_parts()
    }

    /// Returns `true` if something has to be given for a kind of body: a member, an alternative, or a file.
    fn needs_content(&self, content: &BodyContent) -> bool {
        let ty = match &content.kind {
            BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => ty,
            BodyKind::Multipart(_) => return false,
            BodyKind::Text | BodyKind::Bytes | BodyKind::Content { .. } => return true,
        };
        match self.unaliased(ty.split_null().0) {
            Type::Named(id) => match &self.definition(*id).shape {
                Shape::Object(object) => object.fields.iter().any(|field| field.required && field.constant.is_none()),
                Shape::Union(_) => true,
                _ => false,
            },
            _ => false,
        }
    }

    /// The emitted types that the user's types inside a type hold.
    #[must_use]
    pub fn held_by_own(&self, ty: &Type) -> Vec<TypeId> {
        let own = match ty {
            Type::Own(id, _) => self.own_types.get(*id).map(|own| own.holds.clone()).unwrap_or_default(),
            _ => Vec::new(),
        };
        own.into_iter().chain(ty.inner().iter().flat_map(|inner| self.held_by_own(inner))).collect()
    }

    /// The type with aliases followed to what they stand for.
    #[must_use]
    pub fn unaliased<'a>(&'a self, ty: &'a Type) -> &'a Type {
        let mut current = ty;
        // Circles of aliases do not leave lowering; the bound is there so that a defect could not become a hang.
        for _ in 0..self.types.len() {
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

/// What operations are grouped by: a tag, or the first segment of their path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The tag.
    pub wire: String,
    /// Its description.
    pub description: Option<String>,
}
