//! The state of the service: items by class and number, as JSON.
//!
//! A stored item contains its own data. Data derived from other items, such as counts and the content of references, is
//! computed when it is displayed (see `view`).

use std::collections::BTreeMap;
use std::io;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::account::User;
use super::answer::{Answer, Outcome};
use super::description::fixture;
use super::schema::Schemas;

/// The class of an item.
pub(super) type Class = &'static str;

/// The classes of stored items, each with the example that new ones are created from.
const TEMPLATES: [(Class, &str); 15] = [
    ("Story", "story-create-response.json"),
    ("Task", "task-create-response.json"),
    ("Feature", "feature.json"),
    ("Sprint", "sprint.json"),
    ("Release", "release.json"),
    ("AcceptanceTest", "acceptance-test.json"),
    ("Actor", "actor.json"),
    ("Comment", "comment.json"),
    ("Hook", "hook.json"),
    ("Meeting", "meeting.json"),
    ("TimeBoxNotesTemplate", "notes-template.json"),
    ("Backlog", "backlogs.json"),
    ("Project", "project.json"),
    ("Team", "team.json"),
    ("User", "user.json"),
];

/// Returns the example of a class without its own values: nullable members are null, lists are empty, counts are 0, and
/// members that the class does not have are removed.
fn blank(mut example: Value, class: Class, schemas: &Schemas) -> Value {
    let properties = schemas.properties(schemas.get(class));
    if let Some(members) = example.as_object_mut().filter(|_| !properties.is_empty()) {
        members.retain(|key, _| properties.contains_key(key));
    }
    for (key, value) in example.as_object_mut().into_iter().flatten() {
        if properties.get(key).is_some_and(|schema| schemas.is_nullable(schema)) {
            *value = Value::Null;
        } else if value.is_array() {
            *value = json!([]);
        } else if key.ends_with("_count") {
            *value = json!(0);
        }
    }
    example
}

#[derive(Debug)]
struct StoredItem {
    project: i64,
    item: Value,
}

/// All items of all projects. Items without a project are in project 0.
#[derive(Debug)]
pub(super) struct State {
    items: BTreeMap<(Class, i64), StoredItem>,
    templates: BTreeMap<Class, Value>,
    next_id: i64,
    pub(super) address: String,
}

impl State {
    pub(super) fn new(address: &str, schemas: &Schemas) -> io::Result<Self> {
        let mut templates = BTreeMap::new();
        for (class, file) in TEMPLATES {
            let example: Value =
                serde_json::from_str(&fixture(&format!("examples/{file}"))?).map_err(io::Error::other)?;
            let example = if example.is_array() { example[0].clone() } else { example };
            templates.insert(class, blank(example, class, schemas));
        }
        Ok(Self { items: BTreeMap::new(), templates, next_id: 100, address: address.to_owned() })
    }

    /// Adds an item, and returns its number: the one among the fields, or a new one.
    pub(super) fn add(&mut self, class: Class, project: i64, user: &User, fields: Value) -> i64 {
        let id = fields["id"].as_i64().unwrap_or_else(|| {
            self.next_id += 1;
            self.next_id
        });
        let mut item = self.templates.get(class).cloned().unwrap_or_else(|| json!({ "class": class }));
        let uid = self.all(class, project).filter_map(|item| item["uid"].as_i64()).max().unwrap_or_default() + 1;
        let own = [
            // Users and teams have long uids that are the same everywhere.
            ("uid", if item["uid"].is_string() { json!(format!("{id:032x}")) } else { json!(uid) }),
            ("creator", user.reference()),
            ("dateCreated", now()),
            ("lastUpdated", now()),
            ("todoDate", now()),
            ("permalink", json!(format!("{}/p/{project}-{class}-{uid}", self.address))),
        ];
        for (key, value) in own {
            if item.get(key).is_some() {
                item[key] = value;
            }
        }
        merge(&mut item, fields);
        item["id"] = json!(id);
        self.items.insert((class, id), StoredItem { project, item });
        id
    }

    /// Returns an item of a project as it is stored.
    pub(super) fn get(&self, class: Class, project: i64, id: i64) -> Outcome<&Value> {
        let kept = self.items.get(&(class, id)).filter(|kept| kept.project == project);
        kept.map(|kept| &kept.item).ok_or_else(|| Answer::unknown(class, id))
    }

    /// Returns the target of a reference.
    pub(super) fn target(&self, class: Class, reference: &Value) -> Option<&Value> {
        self.items.get(&(class, reference["id"].as_i64()?)).map(|kept| &kept.item)
    }

    /// Returns the items of a class in a project, by number.
    pub(super) fn all(&self, class: Class, project: i64) -> impl Iterator<Item = &Value> {
        let of_class = self.items.range((class, i64::MIN)..=(class, i64::MAX));
        of_class.filter(move |(_, kept)| kept.project == project).map(|(_, kept)| &kept.item)
    }

    /// Returns the numbers of the items of a project that refer to another one.
    pub(super) fn referring_ids(&self, class: Class, project: i64, key: &str, to: i64) -> Vec<i64> {
        self.all(class, project).filter(|item| item[key]["id"].as_i64() == Some(to)).map(id_of).collect()
    }

    /// Changes an item.
    pub(super) fn change(&mut self, class: Class, id: i64, fields: Value) {
        if let Some(StoredItem { item, .. }) = self.items.get_mut(&(class, id)) {
            if item.get("lastUpdated").is_some() {
                item["lastUpdated"] = now();
            }
            merge(item, fields);
        }
    }

    pub(super) fn remove(&mut self, class: Class, id: i64) {
        self.items.remove(&(class, id));
    }
}

/// Returns the time in the format of the service: UTC, with seconds.
pub(super) fn now() -> Value {
    json!(Timestamp::from_second(Timestamp::now().as_second()).unwrap_or_default().to_string())
}

/// Sets members of an object.
pub(super) fn merge(item: &mut Value, fields: Value) {
    if let (Some(item), Value::Object(fields)) = (item.as_object_mut(), fields) {
        item.extend(fields);
    }
}

/// Returns the number of an item.
pub(super) fn id_of(item: &Value) -> i64 {
    item["id"].as_i64().unwrap_or_default()
}

/// Returns the state of an item.
pub(super) fn state_of(item: &Value) -> i64 {
    item["state"].as_i64().unwrap_or_default()
}
