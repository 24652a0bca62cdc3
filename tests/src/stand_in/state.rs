//! What the service knows: items by kind and number, as JSON.

use std::collections::BTreeMap;
use std::io;

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::account::User;
use super::answer::{Answer, Outcome};
use super::description::fixture;

/// The kinds of items with state, each with the example that new ones are made from.
const TEMPLATES: [(&str, &str); 9] = [
    ("Story", "story-create-response.json"),
    ("Task", "task-create-response.json"),
    ("Feature", "feature.json"),
    ("Sprint", "sprint.json"),
    ("Release", "release.json"),
    ("AcceptanceTest", "acceptance-test.json"),
    ("Actor", "actor.json"),
    ("Comment", "comment.json"),
    ("Hook", "hook.json"),
];

/// All items of all projects.
#[derive(Debug)]
pub(super) struct State {
    items: BTreeMap<(String, i64), Value>,
    /// The project of each item.
    homes: BTreeMap<i64, i64>,
    templates: BTreeMap<&'static str, Value>,
    next_id: i64,
    address: String,
}

impl State {
    pub(super) fn new(address: &str) -> io::Result<Self> {
        let mut templates = BTreeMap::new();
        for (kind, file) in TEMPLATES {
            let text = fixture(&format!("examples/{file}"))?;
            templates.insert(kind, serde_json::from_str(&text).map_err(io::Error::other)?);
        }
        Ok(Self {
            items: BTreeMap::new(),
            homes: BTreeMap::new(),
            templates,
            next_id: 100,
            address: address.to_owned(),
        })
    }

    /// Adds an item with a number of its own, made from the example of its kind.
    pub(super) fn add(&mut self, kind: &str, project: i64, user: &User, fields: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let mut item = self.templates.get(kind).cloned().unwrap_or_else(|| json!({ "class": kind }));
        let uid = self.all(kind, project).count() as i64 + 1;
        merge(&mut item, json!({ "id": id }));
        let author =
            json!({ "class": "User", "id": user.id, "firstName": user.first_name, "lastName": user.last_name });
        for (key, value) in [("uid", json!(uid)), ("creator", author), ("dateCreated", now()), ("lastUpdated", now())] {
            if item.get(key).is_some() {
                item[key] = value;
            }
        }
        if item.get("permalink").is_some() {
            item["permalink"] = json!(format!("{}/p/{project}-{uid}", self.address));
        }
        merge(&mut item, fields);
        self.homes.insert(id, project);
        self.put(kind, id, item)
    }

    /// An item of a project.
    pub(super) fn get(&self, kind: &str, project: i64, id: i64) -> Outcome<Value> {
        let found = self.items.get(&(kind.to_owned(), id)).filter(|_| self.homes.get(&id) == Some(&project));
        found.cloned().ok_or_else(|| Answer::unknown(kind, id))
    }

    /// The items of a kind in a project, by number.
    pub(super) fn all<'s>(&'s self, kind: &'s str, project: i64) -> impl Iterator<Item = &'s Value> {
        let of_kind = self.items.iter().filter(move |((known, _), _)| known == kind);
        of_kind.filter(move |((_, id), _)| self.homes.get(id) == Some(&project)).map(|(_, item)| item)
    }

    /// Keeps a changed item, and gives it back.
    pub(super) fn put(&mut self, kind: &str, id: i64, item: Value) -> Value {
        self.items.insert((kind.to_owned(), id), item.clone());
        item
    }

    /// Changes an item.
    pub(super) fn change(&mut self, kind: &str, project: i64, id: i64, fields: Value) -> Outcome<Value> {
        let mut item = self.get(kind, project, id)?;
        if item.get("lastUpdated").is_some() {
            item["lastUpdated"] = now();
        }
        merge(&mut item, fields);
        Ok(self.put(kind, id, item))
    }

    pub(super) fn remove(&mut self, kind: &str, id: i64) {
        self.items.remove(&(kind.to_owned(), id));
    }
}

/// The time as the service writes it: UTC, to the second.
pub(super) fn now() -> Value {
    let second = Timestamp::from_second(Timestamp::now().as_second()).unwrap_or_default();
    json!(second.to_string())
}

/// Sets members of an object.
pub(super) fn merge(item: &mut Value, fields: Value) {
    if let (Some(item), Value::Object(fields)) = (item.as_object_mut(), fields) {
        item.extend(fields);
    }
}

/// The sent members that may be taken over as they are.
pub(super) fn taken(sent: &Map<String, Value>, keys: &[&str]) -> Value {
    let known = sent.iter().filter(|(key, _)| keys.contains(&key.as_str()));
    Value::Object(known.map(|(key, value)| (key.clone(), value.clone())).collect())
}

/// The number of an item.
pub(super) fn id_of(item: &Value) -> i64 {
    item["id"].as_i64().unwrap_or_default()
}
