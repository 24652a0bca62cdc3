//! The life of a story.

use serde_json::{Map, Value, json};

use super::account::User;
use super::answer::{Answer, Outcome};
use super::body;
use super::project::{Project, new_story};
use super::state::{State, id_of, now, taken};

const SUGGESTED: i64 = 1;
const ACCEPTED: i64 = 2;
const ESTIMATED: i64 = 3;
const PLANNED: i64 = 4;
const IN_PROGRESS: i64 = 5;
const IN_REVIEW: i64 = 6;
const DONE: i64 = 7;

const WRITABLE: [&str; 9] =
    ["name", "description", "notes", "type", "affectVersion", "value", "origin", "tags", "rank"];

/// What an action on a story looks at.
pub(super) struct Stories<'s> {
    pub(super) state: &'s mut State,
    pub(super) project: &'static Project,
    pub(super) user: &'static User,
    pub(super) is_product_owner: bool,
}

impl Stories<'_> {
    pub(super) fn create(&mut self, sent: &Map<String, Value>) -> Outcome<Value> {
        body::named(sent, 100)?;
        let mut fields = taken(sent, &WRITABLE);
        self.references(sent, &mut fields)?;
        let story = new_story(self.state, self.project, self.user, fields);
        for task in sent.get("tasks").and_then(Value::as_array).into_iter().flatten() {
            if let Some(task) = task.as_object() {
                super::task::add(self.state, self.project, self.user, task, Some(&story))?;
            }
        }
        let at_once = sent.get("state").and_then(Value::as_i64) == Some(ACCEPTED) && self.is_product_owner;
        if at_once { self.accept(id_of(&story)) } else { self.get(id_of(&story)) }
    }

    pub(super) fn get(&self, id: i64) -> Outcome<Value> {
        self.state.get("Story", self.project.number, id)
    }

    /// Refuses what is not possible in the state that the story is in.
    pub(super) fn in_states(&self, id: i64, states: &[i64]) -> Outcome<Value> {
        let story = self.get(id)?;
        if states.is_empty() || states.contains(&state_of(&story)) {
            return Ok(story);
        }
        Err(Answer::refused(400, &format!("The story \"{}\" is not in a state for this", name_of(&story))))
    }

    pub(super) fn update(&mut self, id: i64, sent: &Map<String, Value>) -> Outcome<Value> {
        let story = self.get(id)?;
        if sent.contains_key("name") {
            body::named(sent, 100)?;
        }
        let mut fields = taken(sent, &WRITABLE);
        self.references(sent, &mut fields)?;
        if let Some(effort) = sent.get("effort") {
            super::state::merge(&mut fields, estimate(&story, effort)?);
        }
        self.change(id, fields)?;
        match sent.get("parentSprint") {
            Some(Value::String(none)) if none == "null" => self.unplan(id),
            Some(sprint) => self.plan(id, body::reference_id(sprint, "parentSprint")?),
            None => self.get(id),
        }
    }

    pub(super) fn accept(&mut self, id: i64) -> Outcome<Value> {
        self.after_what_it_depends_on(id, ACCEPTED)?;
        if self.project.estimates {
            return self.change(id, json!({ "state": ACCEPTED, "acceptedDate": now() }));
        }
        self.change(id, json!({ "state": ESTIMATED, "acceptedDate": now(), "estimatedDate": now(), "effort": 1.0 }))
    }

    pub(super) fn return_to_sandbox(&mut self, id: i64) -> Outcome<Value> {
        self.before_what_depends_on_it(id)?;
        self.change(id, json!({ "state": SUGGESTED, "acceptedDate": null, "estimatedDate": null, "effort": null }))
    }

    /// Into a sprint: planned, or in progress if the sprint runs.
    pub(super) fn plan(&mut self, id: i64, sprint: i64) -> Outcome<Value> {
        let story = self.in_states(id, &[ESTIMATED, PLANNED, IN_PROGRESS, IN_REVIEW])?;
        let sprint = self.state.get("Sprint", self.project.number, sprint)?;
        self.after_what_it_depends_on(id, PLANNED)?;
        let planned = if story["plannedDate"].is_null() { now() } else { story["plannedDate"].clone() };
        let mut fields = match sprint["state"].as_i64() {
            Some(1) => json!({ "state": PLANNED, "plannedDate": now(), "inProgressDate": null }),
            Some(2) => json!({ "state": IN_PROGRESS, "plannedDate": planned, "inProgressDate": now() }),
            _ => return Err(Answer::refused(400, "The sprint is done")),
        };
        fields["parentSprint"] = sprint_reference(&sprint);
        self.change(id, fields)
    }

    pub(super) fn unplan(&mut self, id: i64) -> Outcome<Value> {
        self.in_states(id, &[PLANNED, IN_PROGRESS, IN_REVIEW])?;
        self.before_what_depends_on_it(id)?;
        self.change(
            id,
            json!({ "state": ESTIMATED, "plannedDate": null, "inProgressDate": null, "parentSprint": null }),
        )
    }

    pub(super) fn shift(&mut self, id: i64) -> Outcome<Value> {
        let current = self.get(id)?["parentSprint"]["id"].as_i64();
        let next = self.state.all("Sprint", self.project.number).map(id_of).find(|sprint| Some(*sprint) > current);
        match next {
            Some(next) => self.plan(id, next),
            None => Err(Answer::refused(400, "There is no next sprint")),
        }
    }

    pub(super) fn finish(&mut self, id: i64) -> Outcome<Value> {
        let sprint = self.running_sprint_of(id)?;
        for (kind, member, state) in [("Task", "parentStory", 2), ("AcceptanceTest", "parentStory", 10)] {
            let children: Vec<i64> = self
                .state
                .all(kind, self.project.number)
                .filter(|item| item[member]["id"].as_i64() == Some(id))
                .map(id_of)
                .collect();
            for child in children {
                let fields = match kind {
                    "Task" => json!({ "state": state, "doneDate": now(), "estimation": 0.0 }),
                    _ => json!({ "state": state }),
                };
                self.state.change(kind, self.project.number, child, fields)?;
            }
        }
        let story = self.change(id, json!({ "state": DONE, "doneDate": now() }))?;
        let velocity = sprint["velocity"].as_f64().unwrap_or(0.0) + story["effort"].as_f64().unwrap_or(0.0);
        self.state.change("Sprint", self.project.number, id_of(&sprint), json!({ "velocity": velocity }))?;
        Ok(story)
    }

    pub(super) fn reopen(&mut self, id: i64) -> Outcome<Value> {
        self.running_sprint_of(id)?;
        self.change(id, json!({ "state": IN_PROGRESS, "inProgressDate": now(), "doneDate": null }))
    }

    pub(super) fn turn_into_feature(&mut self, id: i64) -> Outcome<Value> {
        let story = self.get(id)?;
        self.state.remove("Story", id);
        Ok(self.state.add("Feature", self.project.number, self.user, json!({ "name": story["name"] })))
    }

    pub(super) fn turn_into_task(&mut self, id: i64) -> Outcome<Value> {
        let story = self.get(id)?;
        if !self.state.all("Sprint", self.project.number).any(|sprint| sprint["state"] == 2) {
            return Err(Answer::refused(400, "No sprint runs"));
        }
        self.state.remove("Story", id);
        let sent = json!({ "name": story["name"], "type": 11 });
        let sent = sent.as_object().cloned().unwrap_or_default();
        super::task::add(self.state, self.project, self.user, &sent, None)
    }

    pub(super) fn delete(&mut self, id: i64) -> Outcome<()> {
        let story = self.get(id)?;
        if !self.is_product_owner && story["creator"]["id"].as_i64() != Some(self.user.id) {
            return Err(Answer::refused(403, "Your role does not allow this"));
        }
        self.state.remove("Story", id);
        Ok(())
    }

    pub(super) fn copy(&mut self, id: i64) -> Outcome<Value> {
        let story = self.get(id)?;
        let name = format!("{}_1", name_of(&story));
        Ok(new_story(self.state, self.project, self.user, json!({ "name": name, "type": story["type"] })))
    }

    fn change(&mut self, id: i64, fields: Value) -> Outcome<Value> {
        self.state.change("Story", self.project.number, id, fields)
    }

    /// References are sent as `{ "id": .. }` and returned with more.
    fn references(&self, sent: &Map<String, Value>, fields: &mut Value) -> Outcome<()> {
        if let Some(feature) = sent.get("feature") {
            let feature = self.state.get("Feature", self.project.number, body::reference_id(feature, "feature")?)?;
            fields["feature"] =
                json!({ "class": "Feature", "id": feature["id"], "color": feature["color"], "name": feature["name"] });
        }
        if let Some(first) = sent.get("dependsOn") {
            let first = self.get(body::reference_id(first, "dependsOn")?)?;
            fields["dependsOn"] = reference(&first);
        }
        Ok(())
    }

    fn running_sprint_of(&self, id: i64) -> Outcome<Value> {
        let sprint = self.get(id)?["parentSprint"]["id"].as_i64().unwrap_or_default();
        let sprint = self.state.get("Sprint", self.project.number, sprint)?;
        if sprint["state"] == 2 { Ok(sprint) } else { Err(Answer::refused(400, "The sprint does not run")) }
    }

    fn after_what_it_depends_on(&self, id: i64, state: i64) -> Outcome<()> {
        let Some(first) = self.get(id)?["dependsOn"]["id"].as_i64() else { return Ok(()) };
        let behind = self.get(first).is_ok_and(|first| state_of(&first) < state);
        if behind { Err(Answer::refused(400, "The story that it depends on comes first")) } else { Ok(()) }
    }

    fn before_what_depends_on_it(&self, id: i64) -> Outcome<()> {
        let stays = self
            .state
            .all("Story", self.project.number)
            .any(|other| other["dependsOn"]["id"].as_i64() == Some(id) && state_of(other) >= ACCEPTED);
        if stays { Err(Answer::refused(400, "A story that depends on it stays")) } else { Ok(()) }
    }
}

/// What an effort does: a number estimates, a question mark takes the estimate away.
fn estimate(story: &Value, effort: &Value) -> Outcome<Value> {
    let refused = |text: &str| Err(Answer::refused(400, text));
    match (effort, state_of(story)) {
        (Value::Number(_), ACCEPTED) => Ok(json!({ "effort": effort, "state": ESTIMATED, "estimatedDate": now() })),
        (Value::Number(_), ESTIMATED..=IN_REVIEW) => Ok(json!({ "effort": effort })),
        (Value::String(mark), ACCEPTED | ESTIMATED) if mark == "?" => {
            Ok(json!({ "effort": null, "state": ACCEPTED, "estimatedDate": null }))
        }
        (Value::Number(_) | Value::String(_), _) => refused("The story cannot be estimated in its state"),
        _ => refused("An effort is a number or a question mark"),
    }
}

pub(super) fn state_of(item: &Value) -> i64 {
    item["state"].as_i64().unwrap_or_default()
}

fn name_of(story: &Value) -> &str {
    story["name"].as_str().unwrap_or_default()
}

/// A story as others refer to it.
pub(super) fn reference(story: &Value) -> Value {
    json!({ "class": "Story", "id": story["id"], "uid": story["uid"], "name": story["name"], "state": story["state"], "rank": story["rank"] })
}

pub(super) fn sprint_reference(sprint: &Value) -> Value {
    json!({ "class": "Sprint", "id": sprint["id"], "state": sprint["state"], "orderNumber": sprint["orderNumber"],
        "parentReleaseId": sprint["parentRelease"]["id"], "parentReleaseName": sprint["parentRelease"]["name"],
        "parentReleaseOrderNumber": sprint["parentRelease"]["orderNumber"].to_string() })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Stories, state_of};
    use crate::stand_in::account::USERS;
    use crate::stand_in::project::{Project, project, seed};
    use crate::stand_in::state::{State, id_of};

    fn with<T>(key: &str, test: impl FnOnce(&mut Stories<'_>, i64) -> T) -> T {
        let project: &'static Project = project(key).unwrap();
        let mut state = State::new("http://127.0.0.1:1").unwrap();
        seed(&mut state);
        let id = id_of(state.all("Story", project.number).next().unwrap());
        let mut stories = Stories { state: &mut state, project, user: &USERS[0], is_product_owner: true };
        test(&mut stories, id)
    }

    fn update(stories: &mut Stories<'_>, id: i64, fields: Value) -> Result<Value, super::Answer> {
        stories.update(id, fields.as_object().unwrap())
    }

    #[test]
    fn from_the_sandbox_to_done_and_back() {
        with("DEMO", |stories, id| {
            let story = stories.accept(id).unwrap();
            assert_eq!((state_of(&story), story["acceptedDate"].is_string()), (2, true));
            assert_eq!(stories.plan(id, 101).unwrap_err().status, 400);
            let story = update(stories, id, json!({ "effort": 5 })).unwrap();
            assert_eq!((state_of(&story), story["estimatedDate"].is_string()), (3, true));
            let sprint = id_of(stories.state.all("Sprint", 1).next().unwrap());
            let story = stories.plan(id, sprint).unwrap();
            assert_eq!(
                (state_of(&story), story["inProgressDate"].is_string(), story["plannedDate"].is_string()),
                (5, true, true)
            );
            let story = stories.finish(id).unwrap();
            assert_eq!((state_of(&story), story["doneDate"].is_string()), (7, true));
            assert_eq!(stories.state.get("Sprint", 1, sprint).unwrap()["velocity"], 5.0);
            let story = stories.reopen(id).unwrap();
            assert_eq!((state_of(&story), story["doneDate"].is_null()), (5, true));
            let story = stories.unplan(id).unwrap();
            assert_eq!((state_of(&story), story["parentSprint"].is_null()), (3, true));
            let story = stories.return_to_sandbox(id).unwrap();
            assert_eq!((state_of(&story), story["effort"].is_null()), (1, true));
        });
    }

    #[test]
    fn a_project_without_estimates_estimates_at_once() {
        let story = with("NOEST", |stories, id| stories.accept(id).unwrap());
        assert_eq!((state_of(&story), story["effort"].as_f64()), (3, Some(1.0)));
    }

    #[test]
    fn effort_only_where_it_may_be() {
        with("DEMO", |stories, id| {
            assert_eq!(update(stories, id, json!({ "effort": 3 })).unwrap_err().status, 400);
            stories.accept(id).unwrap();
            update(stories, id, json!({ "effort": 3 })).unwrap();
            let story = update(stories, id, json!({ "effort": "?" })).unwrap();
            assert_eq!((state_of(&story), story["effort"].is_null()), (2, true));
        });
    }

    #[test]
    fn what_it_depends_on_comes_first() {
        with("DEMO", |stories, first| {
            let sent = json!({ "name": "Second", "dependsOn": { "id": first } });
            let second = id_of(&stories.create(sent.as_object().unwrap()).unwrap());
            assert_eq!(stories.accept(second).unwrap_err().status, 400);
            stories.accept(first).unwrap();
            stories.accept(second).unwrap();
            assert_eq!(stories.return_to_sandbox(first).unwrap_err().status, 400);
        });
    }

    #[test]
    fn names_are_checked() {
        with("DEMO", |stories, _| {
            let refused = stories.create(json!({}).as_object().unwrap()).unwrap_err();
            assert_eq!((refused.status, refused.body[0]), (400, b'['));
            let long = json!({ "name": "x".repeat(101) });
            assert_eq!(stories.create(long.as_object().unwrap()).unwrap_err().status, 400);
        });
    }
}
