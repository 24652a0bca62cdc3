//! Document to model: one file a concept.
//!
//! In: the typed document. Out: the [`Api`]. Schemas become types, in the order of the description; each component has
//! one type, each inline schema that needs a name has one of its own. What has no type is told and becomes any JSON
//! value; what cannot be called is told and left out.

mod alias;
mod asked_stream;
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
mod heirs;
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
mod response;
mod sample;
mod schema;
mod security;
mod server;
mod stream;
mod style;
mod tagging;
#[cfg(test)]
mod tests;
mod texts;
mod titled_constants;
mod union;

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
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

/// Lowers a document to the model. What was recorded as a value stays one.
///
/// # Errors
///
/// `nested-too-deeply` and `expansion-too-large` where it cannot be followed to its end.
pub fn lower(
    document: &Document,
    config: &Config,
    recorded: &dyn RecordedValues,
    sink: &mut Sink,
) -> Result<Api, Box<Diagnostic>> {
    let empty = Components::default();
    let components = document.openapi.components.as_ref().unwrap_or(&empty);
    let mut bounds = Bounds::of(document.size);
    let targets = reference::targets(components);
    let inheritance = Inheritance::of(components, &targets, &document.source, &mut bounds);
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
        config,
        sink,
        types: Vec::new(),
        schemas: HashMap::new(),
        own_schemas: &document.own_schemas,
        own: HashMap::new(),
        own_types: OwnTypes::of(document.own_schemas.behind.clone(), config.own_dependencies()),
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
        address: document.address.as_deref().and_then(|address| url::Url::parse(address).ok()),
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
        own_types: lowering.own_types,
        source_map: document.source_map.clone(),
        element_keys: document.element_keys.clone(),
        security: lowering.security.into_values().collect(),
        requirement: lowering.requirement,
    };
    asked_stream::add_asked_streams(&mut api);
    pagination::paginate(&mut api, &hints, config, sink);
    Ok(api)
}

/// Maximum number of unresolved references for which a name is suggested.
const MAX_SUGGESTIONS: usize = 50;

/// The state of the stage: the model as far as it is made.
struct Lowering<'d> {
    /// How many names may still be suggested.
    suggestions: usize,
    openapi: &'d OpenAPI,
    other_operations: &'d HashMap<String, Vec<OtherOperation>>,
    webhooks: &'d [Webhook],
    /// The names of events that the configuration points to.
    event_names: &'d [String],
    components: &'d Components,
    /// The schema that each name among the components stands for, over references to references; nothing where that is none.
    targets: HashMap<&'d str, Option<&'d str>>,
    /// The schemas of the components that allow null.
    nullable: HashSet<&'d str>,
    /// The schema of the events of a watch.
    watch_event: Option<&'d str>,
    /// What inherits from what.
    inheritance: &'d Inheritance,
    bounds: Bounds,
    /// The inline schemas that are being made, and the types that were made room for: one may hold itself.
    open: HashMap<Pointer, Option<TypeId>>,
    source: &'d str,
    source_map: &'d SourceMap,
    /// The references that are reported to lead nowhere already.
    unresolved: &'d HashSet<SourceLocation>,
    element_keys: &'d ElementKeys,
    recorded: &'d dyn RecordedValues,
    config: &'d Config,
    sink: &'d mut Sink,
    types: Vec<Definition>,
    /// The types of the schemas of the components, by name.
    schemas: HashMap<&'d str, TypeId>,
    /// The schemas of the components that types of the user's stand for.
    own_schemas: &'d OwnSchemas,
    /// These types, by the names of the schemas.
    own: HashMap<&'d str, Type>,
    /// All types of the user's.
    own_types: OwnTypes,
    /// The types of inline schemas that several operations share by way of a component.
    shared: HashMap<Pointer, Type>,
    /// The types of members that several parts declare, by where they do; one may hold itself.
    merged: HashMap<Vec<Pointer>, TypeId>,
    /// The patterns that were met, by how they are written.
    patterns: HashMap<String, Result<Pattern, String>>,
    /// What the operations are grouped by, by the letters of the tag.
    groups: IndexMap<String, Group>,
    operations: Vec<Operation>,
    events: Vec<Event>,
    /// What the description says of the pages of each operation.
    hints: Vec<pagination::Hints>,
    /// By their names.
    security: IndexMap<String, SecurityScheme>,
    /// The schemes that are used for names that are not declared.
    undeclared_schemes: HashMap<String, String>,
    requirement: Requirement,
    servers: Vec<Server>,
    own_servers: Vec<Server>,
    /// Where each of them stands, by its address.
    own_server_indexes: HashMap<String, usize>,
    /// Where the description came from.
    address: Option<url::Url>,
}

/// Where a schema stands, and what a type made from it is named after.
#[derive(Clone, Debug)]
struct Site {
    pointer: Pointer,
    naming: Naming,
}

impl Site {
    fn new(pointer: Pointer, owner: crate::model::Owner, step: impl Into<String>) -> Self {
        Self { pointer, naming: Naming { owner, step: step.into() } }
    }

    /// A site below this one that would be named the same: an element of a list, a branch with one choice.
    fn below(&self, steps: &[&str]) -> Self {
        let pointer = steps.iter().fold(self.pointer.clone(), |pointer, step| pointer.child(step));
        Self { pointer, naming: self.naming.clone() }
    }
}

impl Lowering<'_> {
    fn warn(&mut self, code: Code, message: impl Into<String>, pointer: &Pointer, help: &str) {
        let spot = Location::Pointer(pointer.as_str().to_owned());
        self.sink.push(Diagnostic::warning(code, message).at(self.source, spot).help(help));
    }

    /// A warning of what the configuration says at a place.
    fn warn_of_entry(&mut self, code: Code, message: impl Into<String>, spot: &Location, help: &str) {
        self.sink.push(Diagnostic::warning(code, message).at(self.config.source(), spot.clone()).help(help));
    }

    /// The name that the configuration gives a code; places are written there as they stand in the description.
    fn configured_code(&self, site: &Site, code: i64) -> Option<String> {
        let place = self.source_map.trace(site.pointer.as_str());
        self.config.code_name(place.pointer.as_str(), code).map(str::to_owned)
    }

    /// Makes room for a definition, so that what stands inside can be named after it.
    fn reserve(&mut self, site: &Site) -> TypeId {
        let id = self.reserve_another(site);
        if let Some(open) = self.open.get_mut(&site.pointer) {
            open.get_or_insert(id);
        }
        id
    }

    /// The same for a type that is made of more than the schema at its place.
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

    /// What a part of another schema is taken into, such as an alternative by way of `allOf`.
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
