//! Tasks: of a story, or of a sprint with a type.

use serde_json::{Map, Value, json};

use super::account::User;
use super::answer::{Answer, Outcome};
use super::body;
use super::project::{Project, reference as project_reference};
use super::state::{State, id_of, merge, now, taken};
use super::story;

const WRITABLE: [&str; 9] = ["name", "description", "notes", "color", "blocked", "estimation", "tags", "rank", "type"];

/// A new task: of a story it has no type, without a story it needs one.
pub(super) fn add(
    state: &mut State,
    project: &Project,
    user: &User,
    sent: &Map<String, Value>,
    parent: Option<&Value>,
) -> Outcome<Value> {
    body::named(sent, 100)?;
    let parent = match (parent, sent.get("parentStory")) {
        (Some(parent), _) => Some(parent.clone()),
        (None, Some(given)) => Some(state.get("Story", project.number, body::reference_id(given, "parentStory")?)?),
        (None, None) => None,
    };
    let kind = sent.get("type").and_then(Value::as_i64);
    match (&parent, kind) {
        (Some(_), Some(_)) => return Err(Answer::refused(400, "A task of a story has no type")),
        (None, Some(10 | 11)) | (Some(_), None) => {}
        (None, _) => return Err(Answer::refused(400, "A task without a story needs the type 10 or 11")),
    }
    let mut fields = json!({ "state": 0, "type": kind, "inProgressDate": null, "doneDate": null, "initial": null,
        "estimation": null, "blocked": false, "color": "#ffcc01", "responsible": null, "sprint": {}, "backlog": null,
        "description": null, "notes": null, "tags": [], "todoDate": now(),
        "parentStory": parent.as_ref().map(story::reference), "parentProject": project_reference(project) });
    merge(&mut fields, taken(sent, &WRITABLE));
    let task = state.add("Task", project.number, user, fields);
    if let Some(parent) = parent {
        let count = of_story(state, project, id_of(&parent)).len();
        state.change("Story", project.number, id_of(&parent), json!({ "tasks_count": count }))?;
    }
    Ok(task)
}

/// The tasks of a story.
pub(super) fn of_story(state: &State, project: &Project, story: i64) -> Vec<Value> {
    let tasks = state.all("Task", project.number);
    tasks.filter(|task| task["parentStory"]["id"].as_i64() == Some(story)).cloned().collect()
}

/// Work that begins is dated and its estimate kept; what is done has nothing left.
pub(super) fn update(state: &mut State, project: &Project, id: i64, sent: &Map<String, Value>) -> Outcome<Value> {
    let task = state.get("Task", project.number, id)?;
    let mut fields = taken(sent, &WRITABLE);
    match sent.get("state").and_then(Value::as_i64) {
        Some(1) => {
            merge(
                &mut fields,
                json!({ "state": 1, "inProgressDate": now(), "doneDate": null, "initial": task["estimation"] }),
            );
        }
        Some(2) => merge(&mut fields, json!({ "state": 2, "doneDate": now(), "estimation": 0.0 })),
        Some(0) => merge(&mut fields, json!({ "state": 0, "inProgressDate": null, "doneDate": null })),
        Some(_) => return Err(Answer::refused(400, "There is no such state")),
        None => {}
    }
    state.change("Task", project.number, id, fields)
}

/// The caller takes the task, or gives it back.
pub(super) fn assign(state: &mut State, project: &Project, id: i64, user: Option<&User>) -> Outcome<Value> {
    let responsible = user.map(
        |user| json!({ "class": "User", "id": user.id, "firstName": user.first_name, "lastName": user.last_name }),
    );
    state.change("Task", project.number, id, json!({ "responsible": responsible }))
}
