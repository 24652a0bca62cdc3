//! Acceptance tests: they can be run while their story is in progress, and keep their state once it is done.

use serde_json::{Value, json};

use super::answer::{Answer, Outcome};
use super::call::Call;
use super::state::state_of;
use super::story::{ARCHIVED, DONE, IN_PROGRESS, IN_REVIEW};

const TO_CHECK: i64 = 1;

/// Handles requests that are specific to acceptance tests.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Outcome<Value>> {
    let id = call.id();
    Some(match call.operation() {
        "createAcceptanceTest" => create(call),
        "updateAcceptanceTest" => update(call, id),
        "deleteAcceptanceTest" => delete(call, id),
        "listAcceptanceTests" => list(call, |_| true),
        "listStoryAcceptanceTests" => of_story(call, id),
        _ => return None,
    })
}

fn create(call: &mut Call<'_>) -> Outcome<Value> {
    let sent = Value::Object(call.sent_fields()?);
    let story = call.target("Story", &sent["parentStory"])?;
    may_change(&story, sent["state"].as_i64())?;
    let id = add(call, sent, story["id"].as_i64().unwrap_or_default());
    call.render("AcceptanceTest", id)
}

/// Adds a test to a story.
pub(super) fn add(call: &mut Call<'_>, mut fields: Value, story: i64) -> i64 {
    let rank = call.state.referring_ids("AcceptanceTest", call.project, "parentStory", story).len() + 1;
    let state = fields.get("state").cloned().unwrap_or(json!(TO_CHECK));
    super::state::merge(&mut fields, json!({ "parentStory": { "id": story }, "state": state, "rank": rank }));
    call.state.add("AcceptanceTest", call.project, call.user, fields)
}

fn update(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let story = story_of(call, id)?;
    let sent = call.sent_fields()?;
    may_change(&story, sent.get("state").and_then(Value::as_i64))?;
    call.change("AcceptanceTest", id, Value::Object(sent))
}

fn delete(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    may_change(&story_of(call, id)?, None)?;
    call.state.remove("AcceptanceTest", id);
    Ok(Value::Null)
}

fn story_of(call: &Call<'_>, id: i64) -> Outcome<Value> {
    call.target("Story", &call.get("AcceptanceTest", id)?["parentStory"])
}

fn may_change(story: &Value, state: Option<i64>) -> Outcome<()> {
    let refused = |text| Err(Answer::error(400, text));
    match (state_of(story), state.unwrap_or(TO_CHECK)) {
        (DONE | ARCHIVED, _) => refused("The story is done"),
        (IN_PROGRESS | IN_REVIEW, 1 | 5 | 10) | (_, TO_CHECK) => Ok(()),
        (IN_PROGRESS | IN_REVIEW, _) => refused("There is no such state"),
        _ => refused("The story is not worked on"),
    }
}

fn of_story(call: &Call<'_>, story: i64) -> Outcome<Value> {
    call.get("Story", story)?;
    list(call, |test| test["parentStory"]["id"].as_i64() == Some(story))
}

/// Returns the tests that satisfy `keeps` and the query.
fn list(call: &Call<'_>, keeps: impl Fn(&Value) -> bool) -> Outcome<Value> {
    let number = |name: &str| call.seen.query(name).and_then(|value| value.parse::<i64>().ok());
    let (state, sprint) = (number("state"), number("parentSprint"));
    let in_sprint = |test: &Value| {
        let story = call.state.target("Story", &test["parentStory"]);
        sprint.is_none() || story.is_some_and(|story| story["parentSprint"]["id"].as_i64() == sprint)
    };
    let in_state = |test: &Value| state.is_none_or(|state| state_of(test) == state);
    call.list("AcceptanceTest", |test| {
        keeps(test) && in_state(test) && in_sprint(test) && super::collection::is_named(call, test)
    })
}
