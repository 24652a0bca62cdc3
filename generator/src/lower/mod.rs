//! Lowers a document to the model; one file per concept.
//!
//! Input: the typed document. Output: the [`Api`]. Schemas become types, in the order of the description: each
//! component has one type, each inline schema that needs a name has its own. A schema without a type is reported and
//! becomes any JSON value; an operation that cannot be called is reported and skipped.

mod body;
mod bounds;
mod candidate;
mod completeness;
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
mod inheritance;
mod keywords;
mod lowering;
mod meaning;
mod object;
mod offer;
mod operation;
mod own_type;
mod parameter;
mod part;
mod path;
mod reference;
mod response;
mod sample;
mod schema;
mod sdk_names;
mod security;
mod server;
mod stream;
mod string_alternatives;
mod style;
mod subtypes;
mod tagging;
#[cfg(test)]
mod tests;
mod union;

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use iri_string::types::IriStr;
use openapiv3::Components;

use crate::config::{Config, UsedEntries};
use crate::diagnostic::{Diagnostic, Sink};
use crate::document::Document;
use crate::locations::SourceMap;
use crate::model::{Api, Completeness, OwnTypes};
use bounds::Bounds;
use inheritance::Inheritance;
use lowering::Lowering;

/// Lowers a document to the model.
///
/// # Errors
///
/// Returns `expansion-too-large` if the description exceeds the limits.
pub fn lower(
    document: &Document,
    config: &Config,
    used: &mut UsedEntries,
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
        components,
        targets,
        nullable: reference::nullable(components),
        inheritance: &inheritance,
        bounds,
        open: HashMap::new(),
        source: &document.source,
        source_map: &document.source_map,
        first_segments: HashMap::new(),
        config,
        used,
        sink,
        types: Vec::new(),
        untyped: HashSet::new(),
        completeness: Completeness::default(),
        lacks_content: false,
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
        security: IndexMap::new(),
        undeclared_schemes: HashMap::new(),
        requirement: Vec::new(),
        servers: Vec::new(),
        own_servers: Vec::new(),
        own_server_indexes: HashMap::new(),
        further_servers: HashSet::new(),
        mapped_unions: Vec::new(),
        address: document.address.as_deref().and_then(|address| IriStr::new(address).ok()),
    };
    lowering.servers = lowering.usual_servers();
    lowering.security = lowering.security_schemes();
    lowering.replace_undeclared_schemes();
    lowering.requirement = lowering.usual_requirement();
    lowering.component_schemas();
    lowering.count_schemas();
    lowering.paths();
    lowering.events();
    lowering.fix_inherited_tags();
    lowering.infer_tags();
    lowering.free_contradicted_constants();
    lowering.fix_mapped_tags();
    lowering.bounds.close()?;
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
        completeness: lowering.completeness,
        own_types: lowering.own_types,
        source_map: SourceMap::clone(&document.source_map),
        element_keys: document.element_keys.clone(),
        security: lowering.security.into_values().collect(),
        requirement: lowering.requirement,
    };
    api.drop_unused_groups();
    stream::add_asked_streams(&mut api);
    Ok(api)
}

/// Maximum number of unresolved references for which a name is suggested.
const MAX_SUGGESTIONS: usize = 50;
