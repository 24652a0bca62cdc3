//! The projects, and what they hold at the start.

use serde_json::{Value, json};

use super::account::{USERS, User};
use super::state::{State, id_of};

/// A project of the service.
#[derive(Debug)]
pub(super) struct Project {
    pub(super) key: &'static str,
    pub(super) number: i64,
    /// Whether its stories are estimated.
    pub(super) estimates: bool,
    /// Whether it is read-only.
    pub(super) archived: bool,
}

pub(super) const PROJECTS: [Project; 3] = [
    Project { key: "DEMO", number: 1, estimates: true, archived: false },
    Project { key: "NOEST", number: 2, estimates: false, archived: false },
    Project { key: "OLD", number: 3, estimates: true, archived: true },
];

/// The project with this key or number.
pub(super) fn project(key: &str) -> Option<&'static Project> {
    PROJECTS.iter().find(|project| project.key == key || key.parse() == Ok(project.number))
}

/// Fills each project with a release, a running sprint and a next one, a feature and a story.
pub(super) fn seed(state: &mut State) {
    let [owner, ..] = &USERS;
    for project in &PROJECTS {
        let home = project.number;
        let release = state.add("Release", home, owner, json!({ "state": 2, "parentProject": reference(project) }));
        let of_release = parent_release(&release);
        let done_dates = json!({ "state": 2, "stories_ids": [], "velocity": 0.0, "parentRelease": of_release });
        state.add("Sprint", home, owner, done_dates);
        let next = json!({ "state": 1, "stories_ids": [], "velocity": 0.0, "inProgressDate": null, "orderNumber": 3,
            "index": 3, "parentRelease": of_release });
        state.add("Sprint", home, owner, next);
        state.add("Feature", home, owner, json!({ "name": "Gate station", "rank": 1 }));
        new_story(state, project, owner, json!({ "name": "Weigh a crate at the gate" }));
    }
}

/// A story in the sandbox.
pub(super) fn new_story(state: &mut State, project: &Project, user: &User, fields: Value) -> Value {
    let rank = state.all("Story", project.number).filter(|story| story["state"] == 1).count() + 1;
    let mut story = json!({ "state": 1, "rank": rank, "suggestedDate": super::state::now(),
        "todoDate": super::state::now(), "acceptedDate": null, "effort": null, "tasks_count": 0,
        "backlog": { "class": "TimeBox", "id": project.number } });
    super::state::merge(&mut story, fields);
    state.add("Story", project.number, user, story)
}

pub(super) fn reference(project: &Project) -> Value {
    json!({ "class": "Project", "id": project.number, "pkey": project.key })
}

pub(super) fn parent_release(release: &Value) -> Value {
    json!({ "class": "Release", "id": id_of(release), "name": release["name"], "state": release["state"],
        "startDate": release["startDate"], "endDate": release["endDate"], "orderNumber": release["orderNumber"] })
}
