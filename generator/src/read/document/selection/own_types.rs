//! The schemas that are replaced by the user's types, and the schemas that only they reference.
//!
//! The latter are removed from the document before it is read: they get no names, warnings or types. The former stay,
//! since other schemas may include them (`allOf`), but get no type.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::base::diagnostic::Result;
use crate::base::digest::sha256;
use crate::base::pointer::Pointer;
use crate::base::suggestion::suggest_or;
use crate::config::{Config, RustPath, UsedEntries};
use crate::read::document::references::{ComponentId, inherited_parts, objects, referenced, references};
use crate::read::locations::SourceMap;

/// The schemas of the components that are replaced by the user's types.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnSchemas {
    /// The type for each schema, by the name of the schema.
    pub(crate) types: BTreeMap<String, OwnSchema>,
    /// These schemas and the schemas that only they reference, with a digest of each.
    pub(crate) behind: BTreeMap<String, String>,
}

/// The type that replaces a schema.
#[derive(Clone, Debug)]
pub(crate) struct OwnSchema {
    /// The path of the type.
    pub(crate) path: RustPath,
    /// The traits that it implements in addition to the required ones.
    pub(crate) traits: BTreeSet<&'static str>,
}

/// Returns the names of all schemas, to check those in the configuration.
pub(in crate::read::document) fn names(document: &Value) -> BTreeSet<String> {
    schemas(document).map(|(name, _)| name.clone()).collect()
}

/// Finds the replaced schemas and removes the schemas that only they reference. Returns the original locations.
pub(in crate::read::document) fn take(
    document: &mut Value,
    known: &BTreeSet<String>,
    source_map: &SourceMap,
    config: &Config,
    used: &mut UsedEntries,
) -> Result<(OwnSchemas, Vec<Pointer>)> {
    if config.types.is_empty() {
        return Ok(Default::default());
    }
    record_unknown(known, config, used);
    let root = Pointer::root().child("components").child("schemas");
    let mut types = BTreeMap::new();
    for (name, _) in schemas(document) {
        let place = root.child(name);
        let origin = source_map.trace(place.as_str()).pointer;
        if let Some(entry) = config.type_for_schema(name, [place.as_str(), origin.as_str()], used)? {
            let (path, traits) = (entry.path().clone(), entry.traits().clone());
            types.insert(name.clone(), OwnSchema { path, traits });
        }
    }
    let removed = only_behind(document, &types);
    let said = schemas(document).filter(|(name, _)| types.contains_key(*name) || removed.contains(*name));
    let behind = said.map(|(name, schema)| (name.clone(), sha256(schema.to_string().as_bytes()))).collect();
    if let Some(schemas) = document.pointer_mut(root.as_str()).and_then(Value::as_object_mut) {
        schemas.retain(|name, _| !removed.contains(name));
    }
    let places = removed.iter().chain(types.keys()).map(|name| root.child(name)).collect();
    Ok((OwnSchemas { types, behind }, places))
}

fn schemas(document: &Value) -> impl Iterator<Item = (&String, &Value)> {
    document["components"]["schemas"].as_object().into_iter().flatten()
}

/// Records the types that are selected by the name of no schema, which may be those of members.
fn record_unknown(known: &BTreeSet<String>, config: &Config, used: &mut UsedEntries) {
    for entry in config.types.iter() {
        let Some(glob) = entry.schema_glob() else { continue };
        if !known.iter().any(|name| glob.matches(name)) {
            let help = suggest_or(&entry.selector.text, known.iter().map(String::as_str), "remove it or fix it");
            used.insert_unmatched(entry.selector.at, help);
        }
    }
}

/// Returns the schemas that are referenced only by replaced schemas.
fn only_behind(document: &Value, types: &BTreeMap<String, OwnSchema>) -> BTreeSet<String> {
    let contents = types.keys().filter_map(|name| document["components"]["schemas"].get(name)).collect();
    let behind = reachable(document, &BTreeMap::new(), contents);
    let is_behind = |name: &String| types.contains_key(name) || behind.contains(&ComponentId::schema(name));
    let outside = document.as_object().into_iter().flatten().filter(|(name, _)| *name != "components");
    let components = document["components"].as_object().into_iter().flatten();
    let components = components.filter(|(section, _)| *section != "schemas").map(|(_, members)| members);
    let others = schemas(document).filter(|(name, _)| !is_behind(name)).map(|(_, schema)| schema);
    let roots: Vec<&Value> = outside.map(|(_, value)| value).chain(components).chain(others).collect();
    let reached = reachable(document, types, roots);
    let removed = behind.into_iter().filter(|id| id.is_schema() && !types.contains_key(&id.name));
    removed.filter(|id| !reached.contains(id)).map(|id| id.name).collect()
}

/// Returns all components that some values reference, without following replaced schemas.
fn reachable<'d>(
    document: &'d Value,
    replaced: &BTreeMap<String, OwnSchema>,
    mut open: Vec<&'d Value>,
) -> BTreeSet<ComponentId> {
    let mut reached = BTreeSet::new();
    // Replaced schemas that are followed anyway, since other schemas include their members.
    let mut included = BTreeSet::new();
    while let Some(value) = open.pop() {
        for members in objects(value) {
            for component in references(members) {
                let ComponentId { section, name } = &component;
                let is_replaced = component.is_schema() && replaced.contains_key(name);
                if let Some(found) = document["components"][section].get(name).filter(|_| !is_replaced)
                    && reached.insert(component)
                {
                    open.push(found);
                }
            }
            for name in included_schemas(members).filter(|name| replaced.contains_key(name)) {
                if let Some(found) = document["components"]["schemas"].get(&name)
                    && included.insert(name)
                {
                    open.push(found);
                }
            }
        }
    }
    reached
}

/// Returns the names of the schemas whose members a schema with `allOf` has.
fn included_schemas(schema: &Map<String, Value>) -> impl Iterator<Item = String> {
    let parts = inherited_parts(schema).into_iter().flatten();
    parts.filter_map(|part| referenced(part.get("$ref")?)).map(|id| id.name)
}
