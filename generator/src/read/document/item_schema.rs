//! `itemSchema`, the schema of each item of a sequence: it becomes the `schema` of the media type, with a mark.
//!
//! An item of `text/event-stream` is a parsed event (OpenAPI 3.2, "Server-Sent Event Streams"). A client reads the data
//! of events, so the schema of an event becomes that of its data:
//!
//! | event | schema |
//! |---|---|
//! | without a member `data`, or with a member that no event has | itself: it describes the data |
//! | one kind of data | the data: its `contentSchema`, text, or any other schema, which JSON has to match |
//! | several kinds, without a constant `event` | one of them |
//! | several kinds, by the constant of `event` | one of `{event, data}`, with the mark [`BY_EVENT`] |

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::gather::NodeKind;
use super::node::Node;
use crate::base::http_terms::essence;
use crate::base::pointer::{Pointer, component_name};
use crate::read::locations::SourceMap;

/// Marks a media type whose schema describes each item of a sequence.
pub(crate) const ITEM_SCHEMA: &str = "x-bindery-of-items";

/// Marks events whose name selects the type of their data.
pub(crate) const BY_EVENT: &str = "x-bindery-by-event";

const EVENTS: &str = "text/event-stream";

/// The members of an event.
const FIELDS: [&str; 4] = ["data", "event", "id", "retry"];

/// The name of an event that the server does not name.
const UNNAMED: &str = "message";

/// Data that ends a stream, and is not an event for the caller.
const END: &str = "[DONE]";

/// Maximum number of nested references, parts and alternatives of an event.
const MAX_DEPTH: usize = 16;

/// Maximum number of kinds of events.
const MAX_EVENTS: usize = 1_000;

/// Moves each `itemSchema` of a description to `schema`. Returns the origins of the moved values.
pub(super) fn convert(description: &mut Value) -> SourceMap {
    let mut media_types = Vec::new();
    find(&Node { value: description, pointer: Pointer::root() }, NodeKind::Document, &mut media_types);
    let schemas: Vec<_> =
        media_types.iter().map(|node| (node.pointer.clone(), item_schema(description, node))).collect();
    let mut source_map = SourceMap::default();
    for (pointer, ItemSchema { value, origins, is_by_event }) in schemas {
        let Some(media_type) = description.pointer_mut(pointer.as_str()).and_then(Value::as_object_mut) else {
            continue;
        };
        let at = pointer.child("schema");
        for (place, origin) in origins {
            let is_moved = origin.is_within(&pointer);
            let now = at.append(place.as_str());
            let insert = if is_moved { SourceMap::insert } else { SourceMap::insert_copy };
            insert(&mut source_map, now.as_str(), None, origin);
        }
        media_type.remove("itemSchema");
        media_type.insert("schema".to_owned(), value);
        media_type.insert(ITEM_SCHEMA.to_owned(), Value::Bool(true));
        if is_by_event {
            media_type.insert(BY_EVENT.to_owned(), Value::Bool(true));
        }
    }
    source_map
}

/// Finds the media types whose schema is in `itemSchema`.
fn find<'v>(node: &Node<'v>, kind: NodeKind, found: &mut Vec<Node<'v>>) {
    if kind == NodeKind::Schema {
        return;
    }
    let has_parts = || node.pointer.split_last().is_some_and(|(_, name)| name.starts_with("multipart/"));
    if kind == NodeKind::MediaType && node.get("itemSchema").is_some() {
        // The schema of a multipart body describes its named parts.
        let is_read = node.get("schema").is_none() || !has_parts();
        found.extend(is_read.then(|| node.clone()));
        return;
    }
    for (key, member) in node.members() {
        if let Some(kind) = kind.member(key) {
            find(&member, kind, found);
        }
    }
    if let Some(kind) = kind.element() {
        node.elements().for_each(|element| find(&element, kind, found));
    }
}

/// The schema of the items of a media type.
struct ItemSchema {
    value: Value,
    /// The origins of its parts, by their locations in it.
    origins: Vec<(Pointer, Pointer)>,
    is_by_event: bool,
}

impl ItemSchema {
    fn new(schema: &Node<'_>) -> Self {
        let origins = vec![(Pointer::root(), schema.pointer.clone())];
        Self { value: schema.value.clone(), origins, is_by_event: false }
    }

    /// Returns the schema of one of several kinds of data.
    fn one_of(kinds: &[Data<'_>]) -> Self {
        if let [only] = kinds {
            return only.schema();
        }
        let mut schema = Self { value: Value::Null, origins: Vec::new(), is_by_event: false };
        let at = Pointer::root().child("oneOf");
        let kinds = kinds.iter().enumerate().map(|(index, kind)| schema.place(kind.schema(), &at.index(index)));
        let kinds: Vec<Value> = kinds.collect();
        schema.value = json!({ "oneOf": kinds });
        schema
    }

    /// Takes over the origins of a schema at a location, and returns its value.
    fn place(&mut self, inner: Self, at: &Pointer) -> Value {
        self.origins.extend(inner.origins.into_iter().map(|(place, origin)| (at.append(place.as_str()), origin)));
        inner.value
    }
}

fn item_schema(description: &Value, media_type: &Node<'_>) -> ItemSchema {
    let Some(schema) = media_type.get("itemSchema") else { return ItemSchema::new(media_type) };
    let name = media_type.pointer.split_last().map(|(_, name)| name).unwrap_or_default();
    let events = if essence(&name) == EVENTS { Events::read(description, &schema) } else { None };
    events.map_or_else(|| ItemSchema::new(&schema), |events| events.schema())
}

/// The data of an event.
#[derive(Clone)]
enum Data<'v> {
    Text,
    Json,
    Schema(Node<'v>),
}

impl<'v> Data<'v> {
    /// Returns the data that the declarations of the member describe; the last ones are the most specific.
    fn read(description: &'v Value, declared: &[Node<'v>]) -> Option<Self> {
        let declared: Vec<Node<'v>> = declared.iter().map(not_null).collect();
        let last = declared.last()?;
        let keyword = |name: &str| declared.iter().rev().find_map(|node| target(description, node).get(name));
        let media_type = keyword("contentMediaType").and_then(|name| Some(essence(name.value.as_str()?)));
        let is_json = |name: &String| name == "application/json" || name.ends_with("+json");
        Some(match (media_type, keyword("contentSchema")) {
            (Some(media_type), _) if !is_json(&media_type) && allowed_strings(last.value).is_none() => Self::Text,
            (Some(media_type), _) if !is_json(&media_type) => Self::Schema(last.clone()),
            (_, Some(schema)) => Self::Schema(schema),
            (Some(_), None) => Self::Json,
            (None, None) => Self::Schema(last.clone()),
        })
    }

    /// Returns `true` if it is the text that ends a stream.
    fn is_end(&self) -> bool {
        matches!(self, Self::Schema(schema) if allowed_strings(schema.value).is_some_and(|texts| texts == [END]))
    }

    fn schema(&self) -> ItemSchema {
        let value = match self {
            Self::Text => json!({ "type": "string" }),
            Self::Json => json!({}),
            Self::Schema(schema) => return ItemSchema::new(schema),
        };
        ItemSchema { value, origins: Vec::new(), is_by_event: false }
    }
}

impl PartialEq for Data<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Schema(one), Self::Schema(other)) => one.value == other.value,
            (Self::Text, Self::Text) | (Self::Json, Self::Json) => true,
            _ => false,
        }
    }
}

/// Returns the only alternative besides null, or the schema itself.
fn not_null<'v>(schema: &Node<'v>) -> Node<'v> {
    let alternatives = ["oneOf", "anyOf"].into_iter().find_map(|keyword| schema.get(keyword));
    let mut others = alternatives.iter().flat_map(Node::elements).filter(|one| one.value["type"] != "null");
    match (others.next(), others.next()) {
        (Some(only), None) => only,
        _ => schema.clone(),
    }
}

/// Returns the schema that a reference to a component leads to, or the schema itself.
fn target<'v>(description: &'v Value, schema: &Node<'v>) -> Node<'v> {
    let mut schema = schema.clone();
    for _ in 0..MAX_DEPTH {
        let Some(name) = schema.reference().and_then(|reference| component_name(reference, "schemas")) else { break };
        let pointer = Pointer::component("schemas", &name);
        let Some(value) = description.pointer(pointer.as_str()) else { break };
        schema = Node { value, pointer };
    }
    schema
}

/// An event: its possible names, and its data.
struct Event<'v> {
    names: Vec<&'v str>,
    data: Option<Data<'v>>,
}

/// The alternatives of an event.
struct Events<'v> {
    description: &'v Value,
    all: Vec<Event<'v>>,
}

/// A member, and its declaration.
type Member<'v> = (&'v str, Node<'v>);

impl<'v> Events<'v> {
    /// Reads the schema of an event. Returns `None` if it describes the data.
    fn read(description: &'v Value, schema: &Node<'v>) -> Option<Self> {
        let mut events = Self { description, all: Vec::new() };
        events.add(schema, Vec::new(), MAX_DEPTH)?;
        events.all.iter().any(|event| event.data.is_some()).then_some(events)
    }

    /// Adds the alternatives of a schema, which has the members of the schemas around it too.
    fn add(&mut self, schema: &Node<'v>, mut members: Vec<Member<'v>>, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let mut alternatives = Vec::new();
        self.flatten(schema, depth, &mut members, &mut alternatives);
        if alternatives.is_empty() {
            self.all.push(self.event(&members)?);
        }
        alternatives.iter().try_for_each(|one| self.add(one, members.clone(), depth))?;
        (self.all.len() <= MAX_EVENTS).then_some(())
    }

    /// Collects the members and the alternatives of a schema and its parts.
    fn flatten(
        &self,
        schema: &Node<'v>,
        depth: usize,
        members: &mut Vec<Member<'v>>,
        alternatives: &mut Vec<Node<'v>>,
    ) {
        let Some(depth) = depth.checked_sub(1) else { return };
        if schema.reference().is_some() {
            let target = target(self.description, schema);
            if target.reference().is_none() {
                self.flatten(&target, depth, members, alternatives);
            }
        }
        for part in schema.get("allOf").iter().flat_map(Node::elements) {
            self.flatten(&part, depth, members, alternatives);
        }
        members.extend(schema.get("properties").iter().flat_map(Node::members));
        let own = ["oneOf", "anyOf"].into_iter().filter_map(|keyword| schema.get(keyword));
        let own = own.flat_map(|alternatives| alternatives.elements());
        // `{required: [id]}` is not another kind of event.
        alternatives.extend(
            own.filter(|one| {
                ["$ref", "properties", "allOf", "oneOf", "anyOf"].iter().any(|key| one.get(key).is_some())
            }),
        );
    }

    /// Returns the event with these members, or `None` if it has others than an event has.
    fn event(&self, members: &[Member<'v>]) -> Option<Event<'v>> {
        if members.is_empty() || members.iter().any(|(name, _)| !FIELDS.contains(name)) {
            return None;
        }
        let declared = |name: &str| -> Vec<Node<'v>> {
            members.iter().filter(|(known, _)| *known == name).map(|(_, node)| node.clone()).collect()
        };
        let names =
            declared("event").iter().rev().find_map(|event| allowed_strings(target(self.description, event).value));
        Some(Event { names: names.unwrap_or_default(), data: Data::read(self.description, &declared("data")) })
    }

    fn schema(mut self) -> ItemSchema {
        let is_end = |event: &Event<'v>| matches!(&event.data, Some(data) if data.is_end());
        if !self.all.iter().all(is_end) {
            self.all.retain(|event| !is_end(event));
        }
        if let [Event { data: Some(only), .. }] = self.all.as_slice() {
            return only.schema();
        }
        let mut by_name: IndexMap<&str, Vec<Data<'v>>> = IndexMap::new();
        for event in &self.all {
            let names = if event.names.is_empty() { &[UNNAMED][..] } else { &event.names[..] };
            for name in names {
                let kinds = by_name.entry(name).or_default();
                kinds.extend(event.data.clone().filter(|data| !kinds.contains(data)));
            }
        }
        match by_name.values().next() {
            Some(kinds) if by_name.len() == 1 => ItemSchema::one_of(kinds),
            _ => by_event(&by_name),
        }
    }
}

/// Returns the schema of one of several events, which differ by their names.
fn by_event(by_name: &IndexMap<&str, Vec<Data<'_>>>) -> ItemSchema {
    let mut schema = ItemSchema { value: Value::Null, origins: Vec::new(), is_by_event: true };
    let at = Pointer::root().child("oneOf");
    let events = by_name.iter().enumerate().map(|(index, (name, kinds))| {
        let mut members = Map::from_iter([("event".to_owned(), json!({ "type": "string", "enum": [name] }))]);
        if !kinds.is_empty() {
            let at = at.index(index).child("properties").child("data");
            members.insert("data".to_owned(), schema.place(ItemSchema::one_of(kinds), &at));
        }
        let required: Vec<&String> = members.keys().collect();
        json!({ "type": "object", "required": required, "properties": members })
    });
    let events: Vec<Value> = events.collect();
    schema.value = json!({ "oneOf": events });
    schema
}

/// Returns the texts that a schema allows, if it lists them.
fn allowed_strings(schema: &Value) -> Option<Vec<&str>> {
    match (&schema["const"], &schema["enum"]) {
        (Value::String(text), _) => Some(vec![text]),
        (_, Value::Array(values)) => values.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
