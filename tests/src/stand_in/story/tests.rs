use serde_json::{Value, json};

use crate::stand_in::service::tests::Asked;

/// Returns the state of a story, and the dates that are set.
fn stage(story: &Value) -> (i64, Vec<&'static str>) {
    let dates = ["acceptedDate", "estimatedDate", "plannedDate", "inProgressDate", "doneDate"];
    (story["state"].as_i64().unwrap(), dates.into_iter().filter(|date| story[date].is_string()).collect())
}

fn act(asked: &mut Asked, id: i64, action: &str) -> (i64, Vec<&'static str>) {
    let (status, story) = asked.act(id, action);
    assert_eq!(status, 200, "{action}: {story}");
    stage(&story)
}

#[test]
fn from_the_sandbox_to_done_and_back() {
    let mut asked = Asked::new();
    let (running, next) = asked.sprints();
    let id = asked.create(json!({ "name": "A life" }));
    assert_eq!(stage(&asked.story_of("DEMO", id)), (1, vec![]));
    assert_eq!(act(&mut asked, id, "accept"), (2, vec!["acceptedDate"]));
    assert_eq!(asked.plan(id, running).0, 400, "not estimated yet");
    let (_, story) = asked.update("member", id, json!({ "effort": 5 }));
    assert_eq!(stage(&story), (3, vec!["acceptedDate", "estimatedDate"]));
    let waiting = asked.plan(id, next).1;
    assert_eq!(stage(&waiting), (4, vec!["acceptedDate", "estimatedDate", "plannedDate"]));
    let all = vec!["acceptedDate", "estimatedDate", "plannedDate", "inProgressDate"];
    assert_eq!(stage(&asked.plan(id, running).1), (5, all.clone()));
    assert_eq!(act(&mut asked, id, "done"), (7, [all.clone(), vec!["doneDate"]].concat()));
    assert_eq!(asked.done("owner", "GET", &format!("project/DEMO/sprint/{running}"), json!(null))["velocity"], 5.0);
    for action in ["accept", "unPlan", "done", "returnToSandbox", "shiftToNextSprint", "turnIntoFeature"] {
        assert_eq!(asked.act(id, action).0, 400, "{action}");
    }
    assert_eq!(act(&mut asked, id, "unDone"), (5, all));
    assert_eq!(act(&mut asked, id, "shiftToNextSprint").0, 4);
    assert_eq!(asked.act(id, "shiftToNextSprint").0, 400, "there is none after it");
    assert_eq!(act(&mut asked, id, "unPlan"), (3, vec!["acceptedDate", "estimatedDate"]));
    assert_eq!(act(&mut asked, id, "returnToSandbox"), (1, vec![]));
    assert_eq!(asked.story_of("DEMO", id)["effort"], json!(null));
}

#[test]
fn a_project_without_estimates_estimates_at_once() {
    let mut asked = Asked::new();
    let id = asked.story("NOEST");
    let story = asked.done("owner", "PUT", &format!("project/NOEST/story/{id}/accept"), json!(null));
    assert_eq!((stage(&story), &story["effort"]), ((3, vec!["acceptedDate", "estimatedDate"]), &json!(1.0)));
}

#[test]
fn efforts_are_limited_to_some_states() {
    let mut asked = Asked::new();
    let id = asked.create(json!({ "name": "x" }));
    assert_eq!(asked.update("member", id, json!({ "effort": 3 })).0, 400);
    asked.act(id, "accept");
    assert_eq!(asked.update("stakeholder", id, json!({ "effort": 3 })).0, 403);
    assert_eq!(stage(&asked.update("member", id, json!({ "effort": 3 })).1).0, 3);
    let (_, unsure) = asked.update("member", id, json!({ "effort": "?" }));
    assert_eq!((stage(&unsure), &unsure["effort"]), ((2, vec!["acceptedDate"]), &json!(null)));
    asked.update("member", id, json!({ "effort": 3 }));
    let (running, _) = asked.sprints();
    asked.plan(id, running);
    let (_, more) = asked.update("member", id, json!({ "effort": 8 }));
    assert_eq!((&more["state"], &more["effort"]), (&json!(5), &json!(8)));
    assert_eq!(asked.update("member", id, json!({ "effort": "?" })).0, 400);
    asked.act(id, "done");
    assert_eq!(asked.update("member", id, json!({ "effort": 3 })).0, 400);
}

#[test]
fn dependencies_come_before_the_story() {
    let mut asked = Asked::new();
    let (running, next) = asked.sprints();
    let first = asked.create(json!({ "name": "first" }));
    let second = asked.create(json!({ "name": "second", "dependsOn": { "id": first } }));
    assert_eq!(asked.act(second, "accept").0, 400);
    for id in [first, second] {
        assert_eq!(asked.act(id, "accept").0, 200);
        asked.update("member", id, json!({ "effort": 1 }));
    }
    assert_eq!(asked.act(first, "returnToSandbox").0, 400);
    assert_eq!(asked.plan(second, next).0, 400);
    assert_eq!(asked.plan(first, next).0, 200);
    assert_eq!(asked.plan(second, running).0, 400, "its sprint would be the earlier one");
    assert_eq!(asked.plan(second, next).0, 200);
    assert_eq!(asked.act(first, "unPlan").0, 400);
    assert_eq!(asked.story_of("DEMO", first)["dependences"][0]["name"], "second");
    assert_eq!(asked.update("owner", first, json!({ "dependsOn": { "id": second } })).0, 400, "round in a circle");
}

#[test]
fn tests_follow_the_story_and_it_follows_them() {
    let mut asked = Asked::new();
    let id = asked.create_estimated("x");
    let sent = json!({ "acceptanceTest": { "name": "It weighs", "parentStory": { "id": id } } });
    let test = asked.done("member", "POST", "project/DEMO/acceptanceTest", sent.clone());
    let path = format!("project/DEMO/acceptanceTest/{}", test["id"]);
    let state = |state: i64| json!({ "acceptanceTest": { "state": state } });
    assert_eq!(asked.ask("member", "PUT", &path, state(5)).0, 400);
    assert_eq!(asked.story_of("DEMO", id)["testState"], 1);
    let (running, _) = asked.sprints();
    asked.plan(id, running);
    assert_eq!(asked.ask("member", "PUT", &path, state(5)).0, 200);
    assert_eq!(asked.story_of("DEMO", id)["testState"], 5);
    assert_eq!(asked.act(id, "done").1["testState"], 10);
    assert_eq!(asked.ask("member", "POST", "project/DEMO/acceptanceTest", sent).0, 400);
}

#[test]
fn a_story_turns_into_something_else() {
    let mut asked = Asked::new();
    let id = asked.create(json!({ "name": "Feature" }));
    assert_eq!(asked.act(id, "turnIntoFeature").1["class"], "Feature");
    assert_eq!(asked.ask("owner", "GET", &format!("project/DEMO/story/{id}"), json!(null)).0, 404);
    let id = asked.create(json!({ "name": "Task" }));
    let (running, _) = asked.sprints();
    let task = asked.act(id, "turnIntoTask").1;
    assert_eq!((&task["class"], &task["type"], &task["sprint"]["id"]), (&json!("Task"), &json!(11), &json!(running)));
    let id = asked.create(json!({ "name": "Nothing" }));
    asked.ask("owner", "PUT", &format!("project/DEMO/sprint/{running}/close"), json!(null));
    assert_eq!(asked.act(id, "turnIntoTask").0, 400, "no sprint runs");
}

#[test]
fn who_may_change_and_delete() {
    let mut asked = Asked::new();
    let sent = json!({ "story": { "name": "Mine", "state": 2 } });
    let story = asked.done("stakeholder", "POST", "project/DEMO/story", sent);
    assert_eq!(story["state"], 1, "only a product owner accepts at once");
    let id = story["id"].as_i64().unwrap();
    let path = format!("project/DEMO/story/{id}");
    let name = json!({ "name": "Ours" });
    assert_eq!(asked.update("member", id, name.clone()).0, 403);
    assert_eq!(asked.update("stakeholder", id, name.clone()).0, 200);
    assert_eq!(asked.ask("member", "DELETE", &path, json!(null)).0, 403);
    asked.act(id, "accept");
    assert_eq!(asked.update("stakeholder", id, name).0, 403, "it has left the sandbox");
    assert_eq!(asked.ask("stakeholder", "DELETE", &path, json!(null)).0, 204);
    let planned = asked.create_estimated("x");
    let (running, _) = asked.sprints();
    asked.plan(planned, running);
    assert_eq!(asked.ask("owner", "DELETE", &format!("project/DEMO/story/{planned}"), json!(null)).0, 400);
}
