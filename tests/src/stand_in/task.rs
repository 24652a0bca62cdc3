//! Tasks of a story, or of a sprint with a type.

use serde_json::{Value, json};

use super::answer::{Answer, Outcome};
use super::call::Call;
use super::state::{merge, now, state_of};
use super::story;

const RECURRENT: i64 = 10;
pub(super) const URGENT: i64 = 11;

/// Handles requests that are specific to tasks.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Outcome<Value>> {
    let id = call.id();
    Some(match call.operation() {
        "createTask" => create(call),
        "updateTask" => update(call, id),
        "deleteTask" => delete(call, id),
        "listTasks" => call.list("Task", |task| story::in_context(call, task)),
        "listStoryTasks" => of_story(call, id),
        _ => return None,
    })
}

fn create(call: &mut Call<'_>) -> Outcome<Value> {
    let sent = Value::Object(call.sent_fields()?);
    check_parent(&sent["type"], &sent["parentStory"])?;
    for (class, key) in [("Story", "parentStory"), ("Sprint", "sprint")] {
        if sent.get(key).is_some() {
            call.target(class, &sent[key])?;
        }
    }
    let story = sent["parentStory"]["id"].as_i64();
    let id = add(call, sent, story);
    call.render("Task", id)
}

/// Checks that a task has either a story or a type.
fn check_parent(kind: &Value, story: &Value) -> Outcome<()> {
    let text = match (kind.as_i64(), story.is_null()) {
        (None, false) | (Some(RECURRENT | URGENT), true) => return Ok(()),
        (_, false) => "A task of a story has no type",
        (_, true) => "A task without a story needs the type 10 or 11",
    };
    Err(Answer::invalid(&[("type".to_owned(), text.to_owned())]))
}

/// Adds a task, with or without a story.
pub(super) fn add(call: &mut Call<'_>, fields: Value, story: Option<i64>) -> i64 {
    let rank = story.map_or(1, |story| call.state.referring_ids("Task", call.project, "parentStory", story).len() + 1);
    let mut task = json!({ "state": 0, "color": "#ffcc01", "blocked": false, "rank": rank,
        "parentStory": story.map(|id| json!({ "id": id })) });
    merge(&mut task, fields);
    call.state.add("Task", call.project, call.user, task)
}

fn update(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let task = call.get("Task", id)?;
    let mut fields = Value::Object(call.sent_fields()?);
    if fields.get("type").is_some() || fields.get("parentStory").is_some() {
        let story = fields.get("parentStory").unwrap_or(&task["parentStory"]).clone();
        check_parent(fields.get("type").unwrap_or(&task["type"]), &story)?;
        if !story.is_null() {
            call.target("Story", &story)?;
        }
    }
    if let Some(state) = fields.get("state").and_then(Value::as_i64).filter(|state| *state != state_of(&task)) {
        let estimation = fields.get("estimation").unwrap_or(&task["estimation"]).clone();
        merge(&mut fields, state_fields(state, &estimation)?);
        forget_unknown(call, &mut fields);
    }
    call.change("Task", id, fields)
}

/// Removes the initial estimate of a task, which the upgrade no longer stores.
fn forget_unknown(call: &Call<'_>, fields: &mut Value) {
    let known = call.schemas.properties(call.schemas.get("Task"));
    if let Some(fields) = fields.as_object_mut().filter(|_| !known.contains_key("initial")) {
        fields.shift_remove("initial");
    }
}

/// Returns the fields that change with the state: a started task gets a date and its initial estimate, a finished one
/// has no work left.
fn state_fields(state: i64, estimation: &Value) -> Outcome<Value> {
    match state {
        0 => Ok(json!({ "state": 0, "inProgressDate": null, "doneDate": null, "initial": null })),
        1 => Ok(json!({ "state": 1, "inProgressDate": now(), "doneDate": null, "initial": estimation })),
        2 => Ok(done()),
        _ => Err(Answer::invalid(&[("state".to_owned(), "There is no such state".to_owned())])),
    }
}

/// Returns the fields of a finished task.
pub(super) fn done() -> Value {
    json!({ "state": 2, "doneDate": now(), "estimation": 0.0 })
}

fn delete(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    call.get("Task", id)?;
    call.state.remove("Task", id);
    Ok(Value::Null)
}

fn of_story(call: &Call<'_>, story: i64) -> Outcome<Value> {
    call.get("Story", story)?;
    call.list("Task", |task| task["parentStory"]["id"].as_i64() == Some(story) && story::in_context(call, task))
}
