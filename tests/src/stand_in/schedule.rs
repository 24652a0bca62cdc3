//! Sprints and releases: to do, in progress, done.

use serde_json::{Value, json};

use super::answer::{Answer, Outcome};
use super::project::Project;
use super::state::{State, id_of, now};
use super::story::{sprint_reference, state_of};

/// Starts a sprint or a release; only one runs, and the one before has to be done.
pub(super) fn activate(state: &mut State, kind: &str, project: &Project, id: i64) -> Outcome<Value> {
    in_state(state, kind, project, id, 1)?;
    if state.all(kind, project.number).any(|item| id_of(item) < id && state_of(item) != 3) {
        return Err(Answer::refused(400, "The one before is not done"));
    }
    let item = state.change(kind, project.number, id, json!({ "state": 2, "inProgressDate": now() }))?;
    if kind == "Sprint" {
        for story in stories(state, project, id, 4) {
            let fields = json!({ "state": 5, "inProgressDate": now(), "parentSprint": sprint_reference(&item) });
            state.change("Story", project.number, story, fields)?;
        }
        let release = item["parentRelease"]["id"].as_i64().unwrap_or_default();
        if state.get("Release", project.number, release).is_ok_and(|release| state_of(&release) == 1) {
            state.change("Release", project.number, release, json!({ "state": 2, "inProgressDate": now() }))?;
        }
    }
    Ok(item)
}

/// Ends a sprint or a release; unfinished stories move on, or out of any sprint.
pub(super) fn close(state: &mut State, kind: &str, project: &Project, id: i64) -> Outcome<Value> {
    in_state(state, kind, project, id, 2)?;
    let item = state.change(kind, project.number, id, json!({ "state": 3, "doneDate": now() }))?;
    if kind == "Sprint" {
        let next = state.all("Sprint", project.number).find(|sprint| id_of(sprint) > id).cloned();
        let open: Vec<i64> =
            [4, 5, 6].iter().flat_map(|story_state| stories(state, project, id, *story_state)).collect();
        for story in open {
            let fields = match &next {
                Some(next) => json!({ "state": 4, "inProgressDate": null, "parentSprint": sprint_reference(next) }),
                None => json!({ "state": 3, "plannedDate": null, "inProgressDate": null, "parentSprint": null }),
            };
            state.change("Story", project.number, story, fields)?;
        }
    }
    Ok(item)
}

/// Takes the end back, as long as the next one waits.
pub(super) fn reactivate(state: &mut State, kind: &str, project: &Project, id: i64) -> Outcome<Value> {
    in_state(state, kind, project, id, 3)?;
    if state.all(kind, project.number).find(|item| id_of(item) > id).is_some_and(|next| state_of(next) != 1) {
        return Err(Answer::refused(400, "The next one has begun"));
    }
    state.change(kind, project.number, id, json!({ "state": 2, "doneDate": null }))
}

/// What runs or is done stays; with a sprint go those after it in its release.
pub(super) fn delete(state: &mut State, kind: &str, project: &Project, id: i64) -> Outcome<()> {
    let item = in_state(state, kind, project, id, 1)?;
    let release = &item["parentRelease"]["id"];
    let after = |other: &&Value| kind == "Sprint" && id_of(other) > id && &other["parentRelease"]["id"] == release;
    let gone: Vec<i64> = state.all(kind, project.number).filter(after).map(id_of).collect();
    for id in gone.into_iter().chain([id]) {
        state.remove(kind, id);
    }
    Ok(())
}

fn in_state(state: &State, kind: &str, project: &Project, id: i64, wanted: i64) -> Outcome<Value> {
    let item = state.get(kind, project.number, id)?;
    if state_of(&item) == wanted { Ok(item) } else { Err(Answer::refused(400, "It is not in a state for this")) }
}

/// The stories of a sprint in a state.
fn stories(state: &State, project: &Project, sprint: i64, wanted: i64) -> Vec<i64> {
    let of_sprint = |story: &&Value| story["parentSprint"]["id"].as_i64() == Some(sprint) && state_of(story) == wanted;
    state.all("Story", project.number).filter(of_sprint).map(id_of).collect()
}

#[cfg(test)]
mod tests {
    use super::{activate, close, delete, reactivate};
    use crate::stand_in::project::{project, seed};
    use crate::stand_in::state::{State, id_of};

    #[test]
    fn one_sprint_runs_at_a_time() {
        let demo = project("DEMO").unwrap();
        let mut state = State::new("http://127.0.0.1:1").unwrap();
        seed(&mut state);
        let sprints: Vec<i64> = state.all("Sprint", 1).map(id_of).collect();
        let [running, next] = sprints[..] else { panic!("two sprints") };
        assert_eq!(activate(&mut state, "Sprint", demo, next).unwrap_err().status, 400);
        assert_eq!(delete(&mut state, "Sprint", demo, running).unwrap_err().status, 400);
        close(&mut state, "Sprint", demo, running).unwrap();
        reactivate(&mut state, "Sprint", demo, running).unwrap();
        close(&mut state, "Sprint", demo, running).unwrap();
        activate(&mut state, "Sprint", demo, next).unwrap();
        assert_eq!(reactivate(&mut state, "Sprint", demo, running).unwrap_err().status, 400);
    }
}
