//! Lowers a document to the model; one file per concept.
//!
//! Input: the typed document. Output: the [`Api`]. Schemas become types, in the order of the description: each
//! component has one type, each inline schema that needs a name has its own. A schema without a type is reported and
//! becomes any JSON value; an operation that cannot be called is reported and skipped.
//!
//! | value | what its functions do |
//! |---|---|
//! | `Node` | say what a schema declares |
//! | `Input` | resolve references, and decide what the description alone decides: constants, tags, offers |
//! | `Log` | report, and keep the limits |
//! | `Schemas` | make types |
//! | `Security`, `Servers`, `Groups` | collect what operations share |
//! | `Operations`, `Events` | make operations and events |
//!
//! Each function belongs to the first of these that has what it needs.

mod body;
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
mod input;
mod log;
mod meaning;
mod merge_patch;
mod node;
mod object;
mod offer;
mod operation;
mod operations;
mod own_type;
mod parameter;
mod part;
mod path;
mod reference;
mod response;
mod sample;
mod schema;
mod schemas;
mod sdk_names;
mod security;
mod server;
mod stream;
mod string_alternatives;
mod style;
mod subtypes;
mod tag_constants;
mod tagging;
#[cfg(test)]
mod tests;
mod union;

use openapiv3::Components;

use crate::api::model::{Api, Completeness, Operation, Type};
use crate::base::diagnostic::{Diagnostic, Sink};
use crate::config::{Config, UsedEntries};
use crate::read::document::Document;
use crate::read::locations::SourceMap;
use inheritance::Inheritance;
use input::Input;
use log::Log;
use operations::Operations;
use schemas::Schemas;

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
    let input = Input::new(document, config, document.openapi.components.as_ref().unwrap_or(&empty));
    let mut log = Log::new(&input, sink, used);
    let inheritance = Inheritance::new(&input, &mut log);
    let mut schemas = Schemas::new(log, &inheritance);
    let mut operations = Operations::new(&mut schemas);
    operations.schemas.component_schemas();
    operations.paths();
    let Operations { security, servers, groups, mut operations, completeness, .. } = operations;
    let completeness = Completeness { operations: completeness, schemas: schemas.completeness() };
    let events = event::events(&mut schemas);
    schemas.allow_removed_entries(&mut operations);
    let called = operations.iter().flat_map(Operation::types).chain(events.iter().map(|event| &event.ty));
    schemas.settle_tags(&called.flat_map(Type::named_types).collect());
    schemas.log.close()?;
    let info = &document.openapi.info;
    Ok(Api {
        title: info.title.clone(),
        version: info.version.clone(),
        description: info.description.clone(),
        servers: servers.usual,
        own_servers: servers.own,
        groups: groups.all.into_values().collect(),
        operations,
        events,
        event_places: event::places(config),
        types: schemas.types,
        completeness,
        own_types: schemas.own_types,
        source_map: SourceMap::clone(&document.source_map),
        element_keys: document.element_keys.clone(),
        security: security.schemes.into_values().collect(),
        requirement: security.requirement,
    })
}
