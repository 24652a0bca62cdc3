//! The operations common to all kinds of items: list, get, get by uid. Kinds without special rules also have create,
//! update and delete.

use serde_json::{Map, Value, json};

use super::answer::{Answer, Outcome};
use super::call::Call;
use super::routes::Shape;
use super::state::{Class, merge};
use super::view::{project_reference, render};

/// The kinds of items in paths, and their classes.
const CLASSES: [(&str, Class); 12] = [
    ("story", "Story"),
    ("task", "Task"),
    ("feature", "Feature"),
    ("sprint", "Sprint"),
    ("release", "Release"),
    ("acceptanceTest", "AcceptanceTest"),
    ("actor", "Actor"),
    ("comment", "Comment"),
    ("hook", "Hook"),
    ("meeting", "Meeting"),
    ("backlog", "Backlog"),
    ("timeBoxNotesTemplate", "TimeBoxNotesTemplate"),
];

/// Returns the class of the items that a path names.
pub(super) fn class(kind: &str) -> Option<Class> {
    CLASSES.iter().find(|(known, _)| *known == kind).map(|(_, class)| *class)
}

/// Handles requests without special rules.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Outcome<Value>> {
    let (kind, shape) = call.matched.route.subject();
    let class = class(kind)?;
    let id = call.id();
    Some(match (call.matched.route.method.as_str(), shape) {
        ("GET", Shape::All) => call.list(class, |item| is_named(call, item)),
        ("GET", Shape::One) => call.render(class, id),
        ("GET", Shape::Uid) => by_uid(call, class, id),
        ("POST", Shape::All) => create(call, class),
        ("PUT", Shape::One) => update(call, class, id),
        ("DELETE", Shape::One) => delete(call, class, id),
        _ => return None,
    })
}

/// Returns `true` if the name of an item contains the search term, ignoring case.
pub(super) fn is_named(call: &Call<'_>, item: &Value) -> bool {
    let name =
        ["name", "username", "topic"].iter().find_map(|key| item[key].as_str()).unwrap_or_default().to_lowercase();
    call.seen.query("term").is_none_or(|term| name.contains(&term.to_lowercase()))
}

/// Returns an item by its `uid`. The response for an unknown one has no body.
fn by_uid(call: &Call<'_>, class: Class, uid: i64) -> Outcome<Value> {
    let found = call.state.all(class, call.project).find(|item| item["uid"].as_i64() == Some(uid));
    found.map(|item| render(call.state, class, call.project, item)).ok_or_else(|| Answer::empty(404))
}

fn create(call: &mut Call<'_>, class: Class) -> Outcome<Value> {
    let sent = call.sent_fields()?;
    let mut fields = own_fields(call, class, &sent);
    merge(&mut fields, Value::Object(sent));
    call.add(class, fields)
}

/// Returns the fields of a new item that the service determines.
fn own_fields(call: &Call<'_>, class: Class, sent: &Map<String, Value>) -> Value {
    let project = project_reference(call.state, call.project);
    match class {
        "Backlog" => {
            json!({ "code": code(&sent["name"]), "owner": call.user.reference(), "isDefault": false, "shared": false })
        }
        "Hook" if call.project == 0 => json!({ "enabled": true, "ignoreSsl": false, "source": "resthook" }),
        "Hook" => json!({ "enabled": true, "ignoreSsl": false, "source": "resthook", "workspaceId": call.project,
            "workspaceType": "project" }),
        "Feature" => json!({ "state": 0, "rank": call.state.all("Feature", call.project).count() + 1 }),
        "Meeting" => json!({ "owner": call.user.reference(), "project": project }),
        _ => json!({}),
    }
}

/// Returns the code of a backlog: its name in lower case letters, digits and underscores.
fn code(name: &Value) -> String {
    let name = name.as_str().unwrap_or_default().to_lowercase();
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect()
}

fn update(call: &mut Call<'_>, class: Class, id: i64) -> Outcome<Value> {
    call.get(class, id)?;
    let sent = call.sent_fields()?;
    call.change(class, id, Value::Object(sent))
}

fn delete(call: &mut Call<'_>, class: Class, id: i64) -> Outcome<Value> {
    call.get(class, id)?;
    if class == "Actor" {
        for story in call.state.referring_ids("Story", call.project, "actor", id) {
            call.state.change("Story", story, json!({ "actor": null }));
        }
    }
    call.state.remove(class, id);
    Ok(Value::Null)
}
