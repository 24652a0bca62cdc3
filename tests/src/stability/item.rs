//! All named items: their names, and their description.

use std::collections::BTreeMap;

use bindery::internal::Emission;
use bindery::internal::analysis::{Direction, Directions};
use bindery::internal::digest::sha256;
use bindery::internal::model::{BodyKind, Naming, Operation, Owner, Role, Shape, TypeId};
use serde_json::Value;

use super::upgraded::Edition;

/// A named item.
#[derive(Clone, Debug)]
pub(super) struct Item<'e> {
    /// Its name in Rust.
    pub(super) name: String,
    said: Said<'e>,
}

/// The description of an item: if it is unchanged, the name must be unchanged.
#[derive(Clone, Debug, PartialEq)]
struct Said<'e> {
    /// The sources of its name, such as the `operationId`, or the name of a schema and the members on the path to an
    /// inline one.
    calls: Vec<String>,
    /// The schema of a type, or of an alternative.
    schema: Option<&'e Value>,
}

impl Item<'_> {
    /// Returns `true` if both have the same description.
    pub(super) fn is_described_as(&self, other: &Item<'_>) -> bool {
        self.said == other.said
    }
}

/// Returns all items of an edition, by location. Several items may share a location.
pub(super) fn items(edition: &Edition) -> BTreeMap<String, Vec<Item<'_>>> {
    let directions = &edition.emission.analysis.directions;
    let mut items = Items { edition, found: BTreeMap::new() };
    items.types(directions);
    items.operations();
    items.groups_and_schemes();
    items.found
}

struct Items<'e> {
    edition: &'e Edition,
    found: BTreeMap<String, Vec<Item<'e>>>,
}

impl<'e> Items<'e> {
    fn add(&mut self, place: &str, name: &str, calls: &[&str], schema: Option<&'e Value>) {
        let calls = calls.iter().map(|call| (*call).to_owned()).collect();
        let item = Item { name: name.to_owned(), said: Said { calls, schema } };
        self.found.entry(identity(place, &self.edition.document)).or_default().push(item);
    }

    fn types(&mut self, directions: &Directions) {
        let Emission { api, names, .. } = &self.edition.emission;
        for (id, definition) in api.definitions() {
            let others = definition.occurrences.iter().map(|other| (&other.origin, &other.naming));
            for (origin, naming) in std::iter::once((&definition.origin, &definition.naming)).chain(others) {
                let place = api.stored_at(origin);
                let schema = self.edition.document.pointer(&place);
                let calls = calls(&self.edition.emission, naming);
                let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
                // One type for both directions is one item.
                if directions.is_received(id) {
                    self.add(&format!("{place}#type"), names.of_type(id, Direction::Response), &calls, schema);
                }
                if directions.is_sent(id) && (directions.is_split(id) || !directions.is_received(id)) {
                    self.add(&format!("{place}#sent"), names.of_type(id, Direction::Request), &calls, schema);
                }
                self.members(id, &place, &definition.shape);
            }
        }
    }

    fn members(&mut self, id: TypeId, place: &str, shape: &Shape) {
        let Emission { api, names, .. } = &self.edition.emission;
        match shape {
            Shape::Object(object) => {
                for (index, field) in object.fields.iter().enumerate() {
                    self.add(&format!("{place}#field {}", field.wire), names.field(id, index), &[], None);
                }
                if object.others.is_some() {
                    self.add(&format!("{place}#others"), names.field(id, object.fields.len()), &[], None);
                }
            }
            Shape::IntegerEnum(codes) => {
                for (index, code) in codes.codes.iter().enumerate() {
                    let at = format!("{place}#value {}", code.code);
                    let calls = [code.name.as_deref(), code.meaning.as_deref()].map(Option::unwrap_or_default);
                    self.add(&at, names.variant(id, index), &calls, None);
                }
            }
            Shape::StringEnum(words) => {
                for (index, word) in words.words.iter().enumerate() {
                    let at = format!("{place}#value {}", word.wire);
                    self.add(&at, names.variant(id, index), &[word.name.as_deref().unwrap_or_default()], None);
                }
            }
            Shape::Union(union) => {
                for (index, variant) in union.variants.iter().enumerate() {
                    let at = api.stored_at(&variant.origin);
                    let schema = self.edition.document.pointer(&at);
                    self.add(&format!("{at}#alternative"), names.variant(id, index), &[], schema);
                }
            }
            Shape::Alias(_) | Shape::Wrapper(_) => {}
        }
    }

    fn operations(&mut self) {
        let Emission { api, names, .. } = &self.edition.emission;
        for (index, operation) in api.operations.iter().enumerate() {
            let place = api.stored_at(&operation.origin);
            let calls = operation_calls(&self.edition.emission, operation);
            let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
            let own = names.operation(index);
            self.add(&format!("{place}#function"), &own.function, &calls, None);
            self.add(&format!("{place}#type"), &own.type_name, &calls, None);
            for (parameter, name) in operation.parameters.iter().zip(&own.parameters) {
                self.add(&format!("{place}#{} {}", parameter.place.as_str(), parameter.wire), name, &[], None);
            }
            if let Some(body) = &operation.body {
                // A wrapped body is another argument than the whole.
                let wrapper = body.alternatives.first().and_then(|content| match &content.kind {
                    BodyKind::Json { wrapper, .. } => wrapper.as_deref(),
                    _ => None,
                });
                self.add(&format!("{place}#body"), &own.body, &[wrapper.unwrap_or_default()], None);
            }
            for (header, name) in operation.headers.iter().zip(&own.headers) {
                self.add(&format!("{place}#answer {}", header.wire), name, &[], None);
            }
        }
    }

    fn groups_and_schemes(&mut self) {
        let Emission { api, names, .. } = &self.edition.emission;
        for (index, group) in api.groups.iter().enumerate() {
            let own = names.group(index);
            self.add(&format!("#group {}", group.wire), &own.function, &[], None);
            self.add(&format!("#handle {}", group.wire), &own.type_name, &[], None);
        }
        for (index, scheme) in api.security.iter().enumerate() {
            self.add(&format!("#scheme {}", scheme.wire), names.scheme(index), &[], None);
        }
    }
}

/// Returns the sources of a type's name, from the outside in.
fn calls(emission: &Emission, naming: &Naming) -> Vec<String> {
    let mut calls = match &naming.owner {
        Owner::Schema(name) | Owner::Component(name) => vec![name.clone()],
        Owner::Type(outer) => calls(emission, &emission.api.definition(*outer).naming),
        Owner::Operation(operation) => operation_calls(emission, &emission.api.operations[operation.0]),
    };
    // The segment of an alternative depends on its schema and on the other alternatives; only the schema counts.
    let is_alternative = matches!(naming.own_role(), Some(Role::Alternative(_)));
    calls.extend((!is_alternative).then(|| naming.words(&emission.api.types)));
    calls
}

/// Returns the sources of an operation's name. If it has an id, the path is not used.
fn operation_calls(emission: &Emission, operation: &Operation) -> Vec<String> {
    let group = emission.api.groups[operation.group].wire.clone();
    match &operation.id {
        Some(id) => vec![group, id.clone()],
        None => vec![group, operation.method.clone(), operation.path.clone()],
    }
}

/// Returns a location that does not depend on insertions before it: without the names of path parameters, and with the
/// content of alternatives and parameters instead of their indices.
fn identity(place: &str, document: &Value) -> String {
    let (pointer, member) = place.split_at(place.find('#').unwrap_or(place.len()));
    let mut identity = String::new();
    let mut here = Some(document);
    let mut before = "";
    for (depth, step) in pointer.split('/').skip(1).enumerate() {
        here = here.and_then(|here| here.pointer(&format!("/{step}")));
        identity.push('/');
        match (before, depth) {
            ("oneOf" | "anyOf", _) => identity.push_str(&here.map_or_else(String::new, digest)),
            ("parameters", _) => identity.push_str(&here.map_or_else(String::new, parameter)),
            ("paths", 1) => identity.push_str(&without_parameter_names(step)),
            _ => identity.push_str(step),
        }
        before = step;
    }
    identity + member
}

/// Returns the name and location of a parameter; path parameters are identified by their order.
fn parameter(value: &Value) -> String {
    match (&value["in"], &value["name"]) {
        (Value::String(location), Value::String(name)) if location != "path" => format!("{location} {name}"),
        _ => digest(value),
    }
}

fn digest(value: &Value) -> String {
    sha256(value.to_string().as_bytes()).chars().take(8).collect()
}

fn without_parameter_names(path: &str) -> String {
    let mut parts = path.split('{');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str("{}");
        plain.push_str(part.split_once('}').map_or(part, |(_, after)| after));
    }
    plain
}
