//! Items as the service displays them, with counts and references that are derived from other items.

use serde_json::{Value, json};

use super::state::{Class, State, id_of, merge, state_of};
use super::story::DONE;

/// Returns an item as it is displayed.
pub(super) fn render(state: &State, class: Class, project: i64, item: &Value) -> Value {
    let mut shown = item.clone();
    let more = match class {
        "Story" => story(state, project, item),
        "Task" => task(state, project, item),
        "Feature" => feature(state, project, item),
        "Sprint" => sprint(state, project, item),
        "Release" => release(state, project, item),
        "AcceptanceTest" => json!({ "parentStory": story_reference(state, project, &item["parentStory"]),
            "parentProject": project_summary(state, project) }),
        "Actor" | "TimeBoxNotesTemplate" => json!({ "parentProject": project_reference(state, project) }),
        "Backlog" => json!({ "project": project_reference(state, project) }),
        "Project" => counts(state, id_of(item)),
        _ => Value::Null,
    };
    merge(&mut shown, more);
    shown
}

fn story(state: &State, project: i64, story: &Value) -> Value {
    let id = id_of(story);
    let tasks = || children(state, "Task", project, id);
    let tests = || children(state, "AcceptanceTest", project, id);
    let waiting = state.all("Story", project).filter(|other| other["dependsOn"]["id"] == story["id"]);
    let comments = state.all("Comment", project).filter(|comment| is_about(comment, "Story", id));
    let sprint = state.target("Sprint", &story["parentSprint"]);
    let home = story["parentSprint"]["id"].as_i64().unwrap_or(project);
    json!({
        "project": project_summary(state, project),
        "backlog": { "class": "TimeBox", "id": home },
        "testState": test_state(&tests().map(state_of).collect::<Vec<_>>()),
        "acceptanceTests_count": tests().count(),
        "tasks_count": tasks().count(),
        "countDoneTasks": tasks().filter(|task| state_of(task) == 2).count(),
        "comments_count": comments.count(),
        "dependences": waiting.map(|other| render(state, "Story", project, other)).collect::<Vec<_>>(),
        "dependsOn": story_reference(state, project, &story["dependsOn"]),
        "feature": state.target("Feature", &story["feature"]).map(feature_reference),
        "parentSprint": sprint.map(|sprint| sprint_reference(state, project, sprint)),
    })
}

/// Returns the combined state of a story's tests.
fn test_state(states: &[i64]) -> i64 {
    match states {
        [] => 0,
        states if states.contains(&5) => 5,
        states if states.iter().all(|state| *state == 10) => 10,
        _ => 1,
    }
}

fn task(state: &State, project: i64, task: &Value) -> Value {
    let story = state.target("Story", &task["parentStory"]);
    let sprint = story.map_or(&task["sprint"], |story| &story["parentSprint"]);
    let sprint = state.target("Sprint", sprint);
    let summary = sprint.map(|sprint| {
        let release = state.target("Release", &sprint["parentRelease"]);
        json!({ "id": sprint["id"], "state": sprint["state"], "index": sprint["index"],
            "parentRelease": release.map(|release| json!({ "id": release["id"], "name": release["name"] })) })
    });
    json!({
        "parentStory": story_reference(state, project, &task["parentStory"]),
        "parentProject": project_reference(state, project),
        "backlog": sprint.map(|sprint| json!({ "class": "TimeBox", "id": sprint["id"] })),
        // This is the only reference that is empty instead of null.
        "sprint": summary.unwrap_or_else(|| json!({})),
    })
}

fn feature(state: &State, project: i64, feature: &Value) -> Value {
    let stories = || state.all("Story", project).filter(|story| story["feature"]["id"] == feature["id"]);
    json!({
        "project": project_summary(state, project),
        "backlog": { "class": "TimeBox", "id": project },
        "stories_ids": stories().map(|story| json!({ "id": story["id"] })).collect::<Vec<_>>(),
        "countDoneStories": stories().filter(|story| state_of(story) >= DONE).count(),
        "effort": efforts(stories()),
    })
}

fn sprint(state: &State, project: i64, sprint: &Value) -> Value {
    let stories = || state.all("Story", project).filter(|story| story["parentSprint"]["id"] == sprint["id"]);
    let tasks: usize = stories().map(|story| children(state, "Task", project, id_of(story)).count()).sum();
    json!({
        "stories_ids": stories().map(|story| json!({ "id": story["id"] })).collect::<Vec<_>>(),
        "tasks_count": tasks + state.referring_ids("Task", project, "sprint", id_of(sprint)).len(),
        "velocity": efforts(stories().filter(|story| state_of(story) >= DONE)),
        "capacity": efforts(stories()),
        "plannedVelocity": efforts(stories()),
        "activable": state_of(sprint) == 1,
        "reactivable": state_of(sprint) == 3,
        "parentRelease": state.target("Release", &sprint["parentRelease"]).map(release_reference),
    })
}

fn release(state: &State, project: i64, release: &Value) -> Value {
    let sprints = state.referring_ids("Sprint", project, "parentRelease", id_of(release));
    json!({
        "sprints_count": sprints.len(),
        "parentProject": project_reference(state, project),
        "activable": state_of(release) == 1,
        "closable": state_of(release) == 2,
        "reactivable": state_of(release) == 3,
    })
}

fn counts(state: &State, project: i64) -> Value {
    let count = |class| state.all(class, project).count();
    json!({ "releases_count": count("Release"), "actors_count": count("Actor"), "features_count": count("Feature"),
        "stories_count": count("Story"), "backlogs_count": count("Backlog"), "tasks_count": count("Task"),
        "timeBoxNotesTemplates_count": count("TimeBoxNotesTemplate"), "meetings_count": count("Meeting") })
}

/// Returns `true` if a comment is about an item.
pub(super) fn is_about(comment: &Value, class: &str, id: i64) -> bool {
    comment["commentable"]["class"] == class && comment["commentable"]["id"].as_i64() == Some(id)
}

fn children(state: &State, class: Class, project: i64, story: i64) -> impl Iterator<Item = &Value> {
    state.all(class, project).filter(move |item| item["parentStory"]["id"].as_i64() == Some(story))
}

fn efforts<'s>(stories: impl Iterator<Item = &'s Value>) -> f64 {
    stories.filter_map(|story| story["effort"].as_f64()).fold(0.0, |sum, effort| sum + effort)
}

fn story_reference(state: &State, project: i64, reference: &Value) -> Value {
    let Some(story) = state.target("Story", reference) else { return Value::Null };
    json!({ "class": "Story", "id": story["id"], "uid": story["uid"], "name": story["name"], "state": story["state"],
        "rank": story["rank"], "effort": story["effort"], "project": project_summary(state, project) })
}

fn feature_reference(feature: &Value) -> Value {
    json!({ "class": "Feature", "id": feature["id"], "color": feature["color"], "name": feature["name"],
        "permalink": feature["permalink"] })
}

fn sprint_reference(state: &State, project: i64, sprint: &Value) -> Value {
    let release = state.target("Release", &sprint["parentRelease"]).unwrap_or(&Value::Null);
    let next = state.all("Sprint", project).any(|other| position(other) > position(sprint));
    json!({ "class": "Sprint", "id": sprint["id"], "state": sprint["state"], "orderNumber": sprint["orderNumber"],
        "index": sprint["index"], "deliveredVersion": sprint["deliveredVersion"], "hasNextSprint": next,
        "parentReleaseId": release["id"], "parentReleaseName": release["name"],
        // A number in a string, as real servers send it.
        "parentReleaseOrderNumber": release["orderNumber"].to_string() })
}

fn release_reference(release: &Value) -> Value {
    json!({ "class": "Release", "id": release["id"], "name": release["name"], "state": release["state"],
        "startDate": release["startDate"], "endDate": release["endDate"], "orderNumber": release["orderNumber"] })
}

fn project_summary(state: &State, project: i64) -> Value {
    let mut summary = project_reference(state, project);
    summary["name"] = state.target("Project", &summary).map_or(Value::Null, |project| project["name"].clone());
    summary
}

pub(super) fn project_reference(state: &State, project: i64) -> Value {
    let key = state.target("Project", &json!({ "id": project })).map(|project| &project["pkey"]);
    json!({ "class": "Project", "id": project, "pkey": key })
}

/// Returns the position of a sprint or a release among all of its kind.
pub(super) fn position(timebox: &Value) -> (i64, i64) {
    (timebox["parentRelease"]["id"].as_i64().unwrap_or_default(), timebox["orderNumber"].as_i64().unwrap_or_default())
}
