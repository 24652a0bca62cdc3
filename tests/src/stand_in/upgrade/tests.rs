use serde_json::{Value, json};

use super::{published, upgraded};
use crate::stand_in::description::{fixture, full};
use crate::stand_in::routes::{find_route, routes};
use crate::stand_in::service::tests::Asked;
use crate::stand_in::{Options, Published};

/// Creates the service before the upgrade, and after it.
fn both() -> [Asked; 2] {
    [Published::default(), Published::UPGRADED]
        .map(|published| Asked::with(Options { published, ..Options::default() }))
}

/// Returns the statuses of the same request before the upgrade, and after it.
fn statuses(user: &str, method: &str, path: &str, body: &Value) -> [u16; 2] {
    both().map(|mut asked| asked.ask(user, method, path, body.clone()).0)
}

/// Returns the paths that a file publishes but that are missing in a description.
fn missing(file: &str, description: &Value) -> Vec<String> {
    let routes = routes(description);
    let text: Value = serde_json::from_str(&fixture(file).unwrap()).unwrap();
    let paths = text["paths"].as_object().unwrap().iter();
    let published = paths.flat_map(|(path, item)| item.as_object().unwrap().keys().map(move |method| (method, path)));
    let is_known = |method: &str, path: &str| {
        ["story", "sprint"]
            .iter()
            .any(|kind| find_route(&routes, &method.to_uppercase(), &sample_path(path, kind)).is_ok())
    };
    published
        .filter(|(method, path)| !is_known(method, path))
        .map(|(method, path)| format!("{method} {path}"))
        .collect()
}

#[test]
fn published_operations_exist() {
    // It is missing in the complete description as well.
    let none = ["get /project/{project}/meeting/{subjectType}"];
    assert_eq!(missing("published/openapi.json", &published(full().unwrap()).unwrap()), none);
    assert_eq!(missing("upgraded/openapi.json", &upgraded(full().unwrap()).unwrap()), none);
}

/// Returns a path about item 1 of a kind.
fn sample_path(path: &str, kind: &str) -> String {
    let path = path.trim_start_matches('/').replace("{type}", kind).replace("{subjectType}", kind);
    let parts: Vec<_> = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
    parts.join("/")
}

#[test]
fn stories_are_frozen_since() {
    let [mut before, mut after] = both();
    let story = before.story("DEMO");
    assert_eq!(before.act(story, "freeze").0, 404);
    let (status, frozen) = after.act(story, "freeze");
    assert_eq!((status, &frozen["state"], frozen["frozenDate"].is_string()), (200, &json!(-1), true));
    assert_eq!(after.act(story, "freeze").0, 400);
    let (status, accepted) = after.act(story, "accept");
    assert_eq!((status, &accepted["state"], &accepted["frozenDate"]), (200, &json!(2), &json!(null)));
    let path = format!("project/DEMO/story/{story}/freeze");
    assert_eq!(after.ask("member", "PUT", &path, json!(null)).0, 403);
}

#[test]
fn cards_of_a_sprint_are_no_longer_printed() {
    let sprint = both()[0].sprints().0;
    let path = format!("project/DEMO/story/sprint/{sprint}/printPostits");
    assert_eq!(statuses("owner", "GET", &path, &json!(null)), [200, 404]);
}

#[test]
fn hooks_say_their_content_type_since() {
    let mut hook = json!({ "hook": { "url": "https://listener.example", "events": ["story.create"] } });
    assert_eq!(statuses("owner", "POST", "project/DEMO/hook", &hook), [201, 400]);
    assert_eq!(statuses("admin", "POST", "hook", &hook), [201, 400]);
    hook["hook"]["contentType"] = json!("text/plain");
    assert_eq!(statuses("owner", "POST", "project/DEMO/hook", &hook), [201, 400]);
    hook["hook"]["contentType"] = json!("application/json");
    let [before, after] = both().map(|mut asked| asked.done("owner", "POST", "project/DEMO/hook", hook.clone()));
    assert_eq!((before.get("contentType"), &after["contentType"]), (None, &json!("application/json")));
}

#[test]
fn first_estimates_are_no_longer_kept() {
    let kept = both().map(|mut asked| {
        let task = json!({ "task": { "name": "Count", "type": 11, "estimation": 4 } });
        let task = asked.done("member", "POST", "project/DEMO/task", task);
        let path = format!("project/DEMO/task/{}", task["id"]);
        let begun = asked.done("member", "PUT", &path, json!({ "task": { "state": 1 } }));
        (task.get("initial").cloned(), begun.get("initial").cloned())
    });
    assert_eq!(kept, [(Some(json!(null)), Some(json!(4))), (None, None)]);
}

#[test]
fn features_are_searched_since() {
    let found = both().map(|mut asked| {
        asked.done("owner", "POST", "project/DEMO/feature", json!({ "feature": { "name": "Scales" } }));
        let names = asked.done("owner", "GET", "project/DEMO/feature?term=SCALE", json!(null));
        names.as_array().unwrap().len()
    });
    assert_eq!(found, [2, 1]);
}

#[test]
fn what_is_replaced_says_what_becomes_of_its_data_since() {
    assert_eq!(statuses("admin", "DELETE", "user/17/replaceBy/14", &json!(null)), [204, 400]);
    assert_eq!(statuses("admin", "DELETE", "user/17/replaceBy/14?deleteOwnedData=false", &json!(null)), [204, 204]);
}

#[test]
fn stories_may_have_longer_names_and_finer_values_since() {
    let post = |story: Value| statuses("owner", "POST", "project/DEMO/story", &json!({ "story": story }));
    assert_eq!(post(json!({ "name": "x".repeat(200) })), [400, 201]);
    assert_eq!(post(json!({ "name": "x".repeat(201) })), [400, 400]);
    assert_eq!(post(json!({ "name": "x", "value": 2.5 })), [400, 201]);
    let story = json!({ "story": { "name": "x", "value": 2.5, "hypothesis": "It helps" } });
    let made = both()[1].done("owner", "POST", "project/DEMO/story", story);
    assert_eq!((&made["value"], &made["hypothesis"]), (&json!(2.5), &json!("It helps")));
}

#[test]
fn one_name_for_one_story_since() {
    let body = json!({ "story": { "name": "Weigh a crate at the gate" } });
    assert_eq!(statuses("owner", "POST", "project/DEMO/story", &body), [201, 409]);
}

#[test]
fn sprints_may_be_open_since() {
    let release = json!({ "id": both()[0].done("owner", "GET", "project/DEMO/release", json!(null))[0]["id"] });
    let fields = json!({ "startDate": "2026-04-01T00:00:00Z", "endDate": null, "parentRelease": release });
    assert_eq!(statuses("master", "POST", "project/DEMO/sprint", &json!({ "sprint": fields })), [400, 201]);
    let running = both().map(|mut asked| asked.done("owner", "GET", "project/DEMO/sprint", json!(null))[0].clone());
    assert!(running[0]["endDate"].is_string() && running[1]["endDate"].is_null());
}

#[test]
fn stories_of_a_release_that_is_closed_are_archived_since() {
    let seen = both().map(|mut asked| {
        let (running, _) = asked.sprints();
        let story = asked.create_estimated("Old");
        asked.plan(story, running);
        assert_eq!(asked.act(story, "done").0, 200);
        asked.done("master", "PUT", &format!("project/DEMO/sprint/{running}/close"), json!(null));
        let release = asked.done("owner", "GET", "project/DEMO/release", json!(null))[0]["id"].clone();
        asked.done("master", "PUT", &format!("project/DEMO/release/{release}/close"), json!(null));
        let listed = asked.done("owner", "GET", "project/DEMO/story", json!(null));
        (asked.story_of("DEMO", story)["state"].clone(), listed.as_array().unwrap().len())
    });
    assert_eq!(seen, [(json!(7), 2), (json!(8), 1)]);
}

#[test]
fn the_version_is_reported() {
    let versions =
        both().map(|mut asked| asked.done("owner", "GET", "version?verbose=true", json!(null))["version"].clone());
    assert_eq!(versions, ["7.55", "7.60"]);
}
