//! Lowers a document to the model; one file per concept.
//!
//! Input: the typed document. Output: the [`Api`]. Schemas become types, in the order of the description: each
//! component has one type, each inline schema that needs a name has its own. A schema without a type is reported and
//! becomes any JSON value; an operation that cannot be called is reported and skipped.

mod alias;
mod body;
mod bounds;
mod candidate;
mod compose;
mod composed_object;
mod constant;
mod constraints;
mod content;
mod discriminator;
mod docs;
mod enumeration;
mod event;
mod format;
mod group;
mod header;
mod inferred_tag;
mod inheritance;
mod kind_name;
mod meaning;
mod member;
mod number;
mod object;
mod offer;
mod operation;
mod own_type;
mod pagination;
mod parameter;
mod part;
mod path;
mod pattern;
mod reference;
mod requested_stream;
mod response;
mod sample;
mod schema;
mod security;
mod server;
mod stream;
mod string_alternatives;
mod style;
mod subtypes;
mod tagging;
#[cfg(test)]
mod tests;
mod titled_constants;
mod union;

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;
use iri_string::types::IriStr;
use openapiv3::{Components, OpenAPI};

use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Location, Sink, SourceLocation};
use crate::document::{Document, ElementKeys, OtherOperation, OwnSchemas, SourceMap, Webhook};
use crate::model::{
    Api, Definition, Docs, Event, Group, Naming, Operation, OwnTypes, Owner, Pattern, RecordedValues, Requirement,
    SecurityScheme, Server, Shape, Type, TypeId,
};
use crate::pointer::Pointer;
use bounds::Bounds;
pub(crate) use format::makes_type;
use inheritance::Inheritance;

/// Lowers a document to the model. Schemas that were recorded as plain values remain so.
///
/// # Errors
///
/// Returns `nested-too-deeply` or `expansion-too-large` if the description exceeds the limits.
pub fn lower(
    document: &Document,
    config: &Config,
    recorded: &dyn RecordedValues,
    sink: &mut Sink,
) -> Result<Api, Box<Diagnostic>> {
    let empty = Components::default();
    let components = document.openapi.components.as_ref().unwrap_or(&empty);
    let mut bounds = Bounds::new(document.size);
    let targets = reference::targets(components);
    let inheritance = Inheritance::new(components, &targets, &document.source, &mut bounds);
    let mut lowering = Lowering {
        openapi: &document.openapi,
        suggestions: MAX_SUGGESTIONS,
        other_operations: &document.other_operations,
        webhooks: &document.webhooks,
        event_names: &document.event_names,
        components,
        targets,
        nullable: reference::nullable(components),
        watch_event: stream::watch_event(components),
        inheritance: &inheritance,
        bounds,
        open: HashMap::new(),
        source: &document.source,
        source_map: &document.source_map,
        unresolved: &document.unresolved,
        element_keys: &document.element_keys,
        recorded,
        first_segments: HashMap::new(),
        config,
        sink,
        types: Vec::new(),
        untyped: BTreeSet::new(),
        schemas: HashMap::new(),
        own_schemas: &document.own_schemas,
        own: HashMap::new(),
        own_types: OwnTypes::new(document.own_schemas.behind.clone(), config.own_dependencies()),
        shared: HashMap::new(),
        merged: HashMap::new(),
        patterns: HashMap::new(),
        groups: IndexMap::new(),
        operations: Vec::new(),
        events: Vec::new(),
        hints: Vec::new(),
        security: IndexMap::new(),
        undeclared_schemes: HashMap::new(),
        requirement: Vec::new(),
        servers: Vec::new(),
        own_servers: Vec::new(),
        own_server_indexes: HashMap::new(),
        address: document.address.as_deref().and_then(|address| IriStr::new(address).ok()),
    };
    lowering.servers = lowering.usual_servers();
    lowering.security = lowering.security_schemes();
    lowering.replace_undeclared_schemes();
    lowering.requirement = lowering.usual_requirement();
    lowering.component_schemas();
    lowering.keep_what_own_types_hold();
    lowering.paths();
    lowering.events();
    lowering.fix_inherited_tags();
    lowering.infer_tags();
    lowering.free_contradicted_constants();
    lowering.bounds.close()?;
    let hints = lowering.hints;
    let mut api = Api {
        title: document.openapi.info.title.clone(),
        version: document.openapi.info.version.clone(),
        description: document.openapi.info.description.clone(),
        servers: lowering.servers,
        own_servers: lowering.own_servers,
        groups: lowering.groups.into_values().collect(),
        operations: lowering.operations,
        events: lowering.events,
        event_places: event::places(config),
        types: lowering.types,
        untyped: lowering.untyped,
        own_types: lowering.own_types,
        source_map: document.source_map.clone(),
        element_keys: document.element_keys.clone(),
        security: lowering.security.into_values().collect(),
        requirement: lowering.requirement,
    };
    requested_stream::add_asked_streams(&mut api);
    pagination::paginate(&mut api, &hints, config, sink);
    Ok(api)
}

/// Maximum number of unresolved references for which a name is suggested.
const MAX_SUGGESTIONS: usize = 50;

/// The state of the stage: the model as far as it is made.
struct Lowering<'d> {
    /// The number of suggestions that are left.
    suggestions: usize,
    openapi: &'d OpenAPI,
    other_operations: &'d HashMap<String, Vec<OtherOperation>>,
    webhooks: &'d [Webhook],
    /// The names of events that the configuration refers to.
    event_names: &'d [String],
    components: &'d Components,
    /// The schema that each component name resolves to, through chains of references; `None` if there is none.
    targets: HashMap<&'d str, Option<&'d str>>,
    /// The component schemas that allow null.
    nullable: HashSet<&'d str>,
    /// The schema of watch events.
    watch_event: Option<&'d str>,
    /// The inheritance between schemas.
    inheritance: &'d Inheritance,
    bounds: Bounds,
    /// The inline schemas that are being lowered, and the types reserved for them: a schema may contain itself.
    open: HashMap<Pointer, Option<TypeId>>,
    source: &'d str,
    source_map: &'d SourceMap,
    /// The references that are already reported as unresolved.
    unresolved: &'d HashSet<SourceLocation>,
    element_keys: &'d ElementKeys,
    recorded: &'d dyn RecordedValues,
    /// The number of operations below each first segment of a path.
    first_segments: HashMap<&'d str, usize>,
    config: &'d Config,
    sink: &'d mut Sink,
    types: Vec<Definition>,
    /// The locations of schemas that are not supported.
    untyped: BTreeSet<String>,
    /// The types of the component schemas, by name.
    schemas: HashMap<&'d str, TypeId>,
    /// The component schemas that are replaced by the user's types.
    own_schemas: &'d OwnSchemas,
    /// The user's types, by the names of their schemas.
    own: HashMap<&'d str, Type>,
    /// All of the user's types.
    own_types: OwnTypes,
    /// The types of inline schemas that several operations share through a component.
    shared: HashMap<Pointer, Type>,
    /// The types of members that several parts declare, by the locations of the declarations; a type may contain
    /// itself.
    merged: HashMap<Vec<Pointer>, TypeId>,
    /// The patterns found so far, by their source.
    patterns: HashMap<String, Result<Pattern, String>>,
    /// The operation groups, by the letters of the tag.
    groups: IndexMap<String, Group>,
    operations: Vec<Operation>,
    events: Vec<Event>,
    /// The pagination hints of each operation.
    hints: Vec<pagination::Hints>,
    /// The security schemes, by name.
    security: IndexMap<String, SecurityScheme>,
    /// The schemes used in place of undeclared names.
    undeclared_schemes: HashMap<String, String>,
    requirement: Requirement,
    servers: Vec<Server>,
    own_servers: Vec<Server>,
    /// The index of each operation-level server, by its address.
    own_server_indexes: HashMap<String, usize>,
    /// The address from which the description was loaded.
    address: Option<&'d IriStr>,
}

/// The location of a schema, and the naming context of its type.
#[derive(Clone, Debug)]
struct Site {
    pointer: Pointer,
    naming: Naming,
}

impl Site {
    fn new(pointer: Pointer, owner: crate::model::Owner, step: impl Into<String>) -> Self {
        Self { pointer, naming: Naming { owner, step: step.into() } }
    }

    /// Returns a site below this one with the same name: an element of a list, a branch with one choice.
    fn below(&self, steps: &[&str]) -> Self {
        let pointer = steps.iter().fold(self.pointer.clone(), |pointer, step| pointer.child(step));
        Self { pointer, naming: self.naming.clone() }
    }
}

impl Lowering<'_> {
    fn warn(&mut self, code: Code, message: impl Into<String>, pointer: &Pointer, help: &str) {
        let location = Location::Pointer(pointer.as_str().to_owned());
        self.sink.push(Diagnostic::warning(code, message).at(self.source, location).help(help));
    }

    /// Records that a schema is not supported, and returns its type.
    fn untyped(&mut self, schema: &Pointer) -> Type {
        self.untyped.insert(schema.to_string());
        Type::Any
    }

    /// Emits a warning about a configuration entry.
    fn warn_of_entry(&mut self, code: Code, message: impl Into<String>, location: &Location, help: &str) {
        self.sink.push(Diagnostic::warning(code, message).at(self.config.source(), location.clone()).help(help));
    }

    /// Returns the name that the configuration assigns to an enum value; the configuration uses locations of the
    /// description.
    fn configured_code(&self, site: &Site, code: i64) -> Option<String> {
        let place = self.source_map.trace(site.pointer.as_str());
        self.config.code_name(place.pointer.as_str(), code).map(str::to_owned)
    }

    /// Reserves a definition, so that inner types can be named after it.
    fn reserve(&mut self, site: &Site) -> TypeId {
        let id = self.reserve_another(site);
        if let Some(open) = self.open.get_mut(&site.pointer) {
            open.get_or_insert(id);
        }
        id
    }

    /// Reserves a definition for a type that is built from more than the schema at its location.
    fn reserve_another(&mut self, site: &Site) -> TypeId {
        let id = TypeId::new(self.types.len());
        self.check_items(&site.pointer);
        self.types.push(Definition {
            taken_in: self.taken_in(site),
            origin: site.pointer.clone(),
            naming: site.naming.clone(),
            occurrences: Vec::new(),
            shape_digest: String::new(),
            is_nullable: site.naming.schema().is_some_and(|name| self.nullable.contains(name)),
            docs: Docs::default(),
            constraints: crate::model::Constraints::default(),
            shape: Shape::Alias(Type::Any),
        });
        id
    }

    /// Returns the owner that includes a part of another schema, such as an alternative through `allOf`.
    fn taken_in(&self, site: &Site) -> Option<String> {
        let Owner::Type(owner) = site.naming.owner else { return None };
        let owner = &self.types[owner.index()];
        if site.pointer.is_within(&owner.origin) {
            return owner.taken_in.clone();
        }
        let outer = owner.taken_in.as_ref().map(|outer| format!(" in {outer}"));
        Some(format!("{}{}", owner.origin, outer.unwrap_or_default()))
    }

    fn define(&mut self, id: TypeId, docs: Docs, shape: Shape) -> Type {
        let definition = &mut self.types[id.index()];
        definition.docs = docs;
        definition.shape = shape;
        Type::Named(id)
    }
}
