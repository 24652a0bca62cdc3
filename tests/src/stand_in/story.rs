//! The life cycle of a story.

use serde_json::{Map, Value, json};

use super::acceptance_test;
use super::answer::{Answer, Outcome};
use super::call::Call;
use super::state::{id_of, merge, now, state_of};
use super::task;
use super::view::position;

pub(super) const SUGGESTED: i64 = 1;
pub(super) const ACCEPTED: i64 = 2;
pub(super) const ESTIMATED: i64 = 3;
pub(super) const PLANNED: i64 = 4;
pub(super) const IN_PROGRESS: i64 = 5;
pub(super) const IN_REVIEW: i64 = 6;
pub(super) const DONE: i64 = 7;
pub(super) const ARCHIVED: i64 = 8;

const LEADS: [&str; 2] = ["productOwner", "scrumMaster"];

/// Handles requests that are specific to stories.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Outcome<Value>> {
    let id = call.id();
    Some(match call.operation() {
        "createStory" => create(call),
        "updateStory" => update(call, id),
        "deleteStory" => delete(call, id),
        "acceptStory" => call.sent_fields().and_then(|sent| accept(call, id, &sent)),
        "returnStoryToSandbox" => return_to_sandbox(call, id),
        "planStory" => plan_as_sent(call, id),
        "finishStory" => finish(call, id),
        "reopenStory" => reopen(call, id),
        "turnStoryIntoFeature" => turn_into_feature(call, id),
        "listStories" => list(call, |_| true),
        _ => return None,
    })
}

/// Returns the stories that satisfy `keeps`, `context.type` and `context.id`. Archived ones are not listed.
fn list(call: &Call<'_>, keeps: impl Fn(&Value) -> bool) -> Outcome<Value> {
    call.list("Story", |story| state_of(story) != ARCHIVED && keeps(story) && in_context(call, story))
}

pub(super) fn in_context(call: &Call<'_>, item: &Value) -> bool {
    let (Some(kind), Some(id)) = (call.seen.query("context.type"), call.seen.query("context.id")) else { return true };
    match kind.as_str() {
        "tag" => item["tags"].as_array().is_some_and(|tags| tags.contains(&json!(id))),
        kind => item[kind]["id"].as_i64().is_some_and(|known| known.to_string() == id),
    }
}

fn create(call: &mut Call<'_>) -> Outcome<Value> {
    let mut sent = call.sent_fields()?;
    let lists = ["tasks", "acceptanceTests"].map(|key| sent.remove(key).unwrap_or_default());
    let accepted = sent.remove("state") == Some(json!(ACCEPTED)) && call.has_any(&["productOwner"]);
    check_references(call, 0, &sent)?;
    check_name(call, &sent["name"])?;
    drop_version(&mut sent, &Value::Null);
    let id = add(call, Value::Object(sent));
    for item in lists[0].as_array().into_iter().flatten() {
        task::add(call, item.clone(), Some(id));
    }
    for item in lists[1].as_array().into_iter().flatten() {
        acceptance_test::add(call, item.clone(), id);
    }
    // If the acceptance is rejected, the story stays in the sandbox.
    if accepted && check_dependency(call, id, ACCEPTED).is_ok() {
        accept(call, id, &Map::new())
    } else {
        call.render("Story", id)
    }
}

/// After the upgrade, the names of new stories must be unique in a project.
fn check_name(call: &Call<'_>, name: &Value) -> Outcome<()> {
    let is_documented = call.matched.route.statuses.contains(&409);
    if is_documented && call.state.all("Story", call.project).any(|story| story["name"] == *name) {
        Err(Answer::empty(409))
    } else {
        Ok(())
    }
}

/// Adds a story at the end of the sandbox.
pub(super) fn add(call: &mut Call<'_>, fields: Value) -> i64 {
    let rank = last_rank(call, SUGGESTED, &Value::Null);
    let mut story = json!({ "state": SUGGESTED, "rank": rank, "suggestedDate": now() });
    merge(&mut story, fields);
    call.state.add("Story", call.project, call.user, story)
}

fn update(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let story = call.get("Story", id)?;
    let mut sent = call.sent_fields()?;
    let (effort, sprint) = (sent.remove("effort"), sent.remove("parentSprint"));
    may_change(call, &story, &sent, effort.is_some(), sprint.is_some())?;
    check_references(call, id, &sent)?;
    drop_version(&mut sent, &story["type"]);
    let mut fields = Value::Object(sent);
    if let Some(effort) = effort {
        merge(&mut fields, estimate(&story, &effort)?);
    }
    if let Some(creator) = fields.get("creator") {
        fields["creator"] = user_reference(call, creator)?;
    }
    call.state.change("Story", id, fields);
    if let Some(sprint) = sprint
        && let Err(error_response) = move_to(call, id, &sprint)
    {
        call.state.change("Story", id, story);
        return Err(error_response);
    }
    call.render("Story", id)
}

/// Updates the sprint: a reference plans the story, the string `null` removes it from its sprint.
fn move_to(call: &mut Call<'_>, id: i64, sprint: &Value) -> Outcome<()> {
    let story = call.get("Story", id)?;
    if sprint.is_string() {
        in_states(&story, &[PLANNED, IN_PROGRESS, IN_REVIEW])?;
        return unplan(call, id).map(drop);
    }
    in_states(&story, &[ESTIMATED, PLANNED, IN_PROGRESS, IN_REVIEW])?;
    plan(call, id, sprint)
}

/// Checks permissions: members may estimate, leaders may change the sprint. Other fields are for product owners, or for
/// the author as long as the story is in the sandbox.
fn may_change(call: &Call<'_>, story: &Value, sent: &Map<String, Value>, effort: bool, sprint: bool) -> Outcome<()> {
    if effort {
        call.only(&["inProject"])?;
    }
    if sprint {
        call.only(&LEADS)?;
    }
    let own = is_creator(call, story) && state_of(story) <= SUGGESTED;
    if sent.is_empty() || own { Ok(()) } else { call.only(&["productOwner"]) }
}

fn is_creator(call: &Call<'_>, story: &Value) -> bool {
    story["creator"]["id"].as_i64() == Some(call.user.id)
}

/// Updates the effort: a number is an estimate, a question mark removes it.
fn estimate(story: &Value, effort: &Value) -> Outcome<Value> {
    match (effort.is_number(), state_of(story)) {
        (true, ACCEPTED) => Ok(json!({ "effort": effort, "state": ESTIMATED, "estimatedDate": now() })),
        (true, ESTIMATED..=IN_REVIEW) => Ok(json!({ "effort": effort })),
        (false, ACCEPTED | ESTIMATED) => Ok(json!({ "effort": null, "state": ACCEPTED, "estimatedDate": null })),
        _ => Err(wrong_state(story)),
    }
}

fn accept(call: &mut Call<'_>, id: i64, sent: &Map<String, Value>) -> Outcome<Value> {
    check_dependency(call, id, ACCEPTED)?;
    let project = call.state.get("Project", 0, call.project)?;
    let mut fields = json!({ "state": ACCEPTED, "acceptedDate": now(), "frozenDate": null });
    if project["preferences"]["noEstimation"] == true {
        merge(&mut fields, json!({ "state": ESTIMATED, "estimatedDate": now(), "effort": 1.0 }));
    }
    fields["rank"] = rank(call, sent, ACCEPTED, &Value::Null);
    call.change("Story", id, fields)
}

fn return_to_sandbox(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let sent = call.sent_fields()?;
    check_dependents(call, id, ACCEPTED)?;
    let rank = rank(call, &sent, SUGGESTED, &Value::Null);
    let fields =
        json!({ "state": SUGGESTED, "acceptedDate": null, "estimatedDate": null, "effort": null, "rank": rank });
    call.change("Story", id, fields)
}

fn plan_as_sent(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let sent = call.sent_fields()?;
    plan(call, id, &sent["parentSprint"])?;
    if let Some(rank) = sent.get("rank") {
        call.state.change("Story", id, json!({ "rank": rank }));
    }
    call.render("Story", id)
}

/// Moves a story to a sprint: planned, or in progress if the sprint runs.
pub(super) fn plan(call: &mut Call<'_>, id: i64, sprint: &Value) -> Outcome<()> {
    let story = call.get("Story", id)?;
    let sprint = call.target("Sprint", sprint)?;
    check_dependency(call, id, PLANNED)?;
    check_sprint_order(call, &story, &sprint)?;
    let planned = Some(&story["plannedDate"]).filter(|date| !date.is_null()).cloned();
    let mut fields = match state_of(&sprint) {
        1 => json!({ "state": PLANNED, "plannedDate": now(), "inProgressDate": null, "inReviewDate": null }),
        2 => json!({ "state": IN_PROGRESS, "plannedDate": planned.unwrap_or_else(now), "inProgressDate": now() }),
        _ => return Err(Answer::error(400, "The sprint is done")),
    };
    let reference = json!({ "id": sprint["id"] });
    fields["rank"] = json!(last_rank(call, state_of(&fields), &reference));
    fields["parentSprint"] = reference;
    call.state.change("Story", id, fields);
    Ok(())
}

fn unplan(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    check_dependents(call, id, PLANNED)?;
    take_out(call, id);
    call.render("Story", id)
}

/// Moves a story out of its sprint, to the end of the backlog.
pub(super) fn take_out(call: &mut Call<'_>, id: i64) {
    let rank = last_rank(call, ESTIMATED, &Value::Null);
    let fields = json!({ "state": ESTIMATED, "plannedDate": null, "inProgressDate": null, "inReviewDate": null,
        "parentSprint": null, "rank": rank });
    call.state.change("Story", id, fields);
}

/// Finishes a story and all items that belong to it.
fn finish(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    in_running_sprint(call, id)?;
    for (class, fields) in [("Task", task::done()), ("AcceptanceTest", json!({ "state": 10 }))] {
        for child in call.state.referring_ids(class, call.project, "parentStory", id) {
            call.state.change(class, child, fields.clone());
        }
    }
    call.change("Story", id, json!({ "state": DONE, "doneDate": now() }))
}

fn reopen(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    in_running_sprint(call, id)?;
    call.change("Story", id, json!({ "state": IN_PROGRESS, "inProgressDate": now(), "doneDate": null }))
}

fn turn_into_feature(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let story = call.get("Story", id)?;
    remove(call, id);
    let rank = call.state.all("Feature", call.project).count() + 1;
    call.add(
        "Feature",
        json!({ "name": story["name"], "description": story["description"], "notes": story["notes"],
        "tags": story["tags"], "type": 0, "state": 0, "rank": rank }),
    )
}

fn delete(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let story = call.get("Story", id)?;
    if !is_creator(call, &story) {
        call.only(&["productOwner"])?;
    }
    remove(call, id);
    Ok(Value::Null)
}

/// Removes a story and its items; dependent stories no longer depend on it.
fn remove(call: &mut Call<'_>, id: i64) {
    for class in ["Task", "AcceptanceTest"] {
        for child in call.state.referring_ids(class, call.project, "parentStory", id) {
            call.state.remove(class, child);
        }
    }
    for waiting in call.state.referring_ids("Story", call.project, "dependsOn", id) {
        call.state.change("Story", waiting, json!({ "dependsOn": null }));
    }
    call.state.remove("Story", id);
}

/// Only defects have an affected version.
fn drop_version(sent: &mut Map<String, Value>, known: &Value) {
    if sent.get("type").unwrap_or(known) != &json!(2) {
        sent.remove("affectVersion");
    }
}

/// Checks that the references of a story exist, and that it does not depend on itself.
fn check_references(call: &Call<'_>, id: i64, sent: &Map<String, Value>) -> Outcome<()> {
    if let Some(feature) = sent.get("feature") {
        call.target("Feature", feature)?;
    }
    let Some(first) = sent.get("dependsOn") else { return Ok(()) };
    let mut before = Some(call.target("Story", first)?);
    let behind = before
        .as_ref()
        .is_some_and(|first| call.get("Story", id).is_ok_and(|story| is_behind(first, state_of(&story))));
    while let Some(story) = before {
        if id_of(&story) == id {
            return Err(Answer::error(400, "A story cannot depend on itself"));
        }
        before = call.target("Story", &story["dependsOn"]).ok();
    }
    if behind { Err(Answer::error(400, "The story that it would depend on is behind it")) } else { Ok(()) }
}

fn user_reference(call: &Call<'_>, sent: &Value) -> Outcome<Value> {
    let user = call.state.get("User", 0, id_of(sent))?;
    Ok(json!({ "class": "User", "id": user["id"], "firstName": user["firstName"], "lastName": user["lastName"] }))
}

/// Returns `true` if a story has not reached the stage that another one requests: the backlog, or a sprint.
fn is_behind(first: &Value, wanted: i64) -> bool {
    let stage = |state: i64| [ACCEPTED, PLANNED].iter().filter(|least| state >= **least).count();
    stage(state_of(first)) < stage(wanted)
}

fn check_dependency(call: &Call<'_>, id: i64, wanted: i64) -> Outcome<()> {
    let story = call.get("Story", id)?;
    match call.target("Story", &story["dependsOn"]) {
        Ok(first) if is_behind(&first, wanted) => Err(Answer::error(400, "The story that it depends on comes first")),
        _ => Ok(()),
    }
}

/// Rejects the change if a dependent story is in a later stage than the story would be.
fn check_dependents(call: &Call<'_>, id: i64, left: i64) -> Outcome<()> {
    let mut waiting =
        call.state.all("Story", call.project).filter(|other| other["dependsOn"]["id"].as_i64() == Some(id));
    if waiting.any(|other| state_of(other) >= left) {
        Err(Answer::error(400, "A story that depends on it stays"))
    } else {
        Ok(())
    }
}

/// Checks that a story is planned after the one that it depends on, and before those that depend on it.
fn check_sprint_order(call: &Call<'_>, story: &Value, sprint: &Value) -> Outcome<()> {
    let place = |other: &Value| call.target("Sprint", &other["parentSprint"]).ok().map(|sprint| position(&sprint));
    let here = position(sprint);
    if call.target("Story", &story["dependsOn"]).ok().and_then(|first| place(&first)).is_some_and(|first| first > here)
    {
        return Err(Answer::error(400, "The story that it depends on comes first"));
    }
    let mut waiting = call.state.all("Story", call.project).filter(|other| other["dependsOn"]["id"] == story["id"]);
    if waiting.any(|other| place(other).is_some_and(|other| other < here)) {
        Err(Answer::error(400, "A story that depends on it stays"))
    } else {
        Ok(())
    }
}

fn in_running_sprint(call: &Call<'_>, id: i64) -> Outcome<()> {
    let story = call.get("Story", id)?;
    let sprint = call.target("Sprint", &story["parentSprint"]);
    if sprint.is_ok_and(|sprint| state_of(&sprint) == 2) {
        Ok(())
    } else {
        Err(Answer::error(400, "The sprint does not run"))
    }
}

/// Rejects an action that is not possible in the state of the item.
pub(super) fn in_states(item: &Value, states: &[i64]) -> Outcome<()> {
    if states.is_empty() || states.contains(&state_of(item)) { Ok(()) } else { Err(wrong_state(item)) }
}

fn wrong_state(item: &Value) -> Answer {
    let name = item["name"].as_str().or(item["fullName"].as_str()).unwrap_or_default();
    Answer::error(400, &format!("{} {name:?} is not in a state for this", item["class"].as_str().unwrap_or("The item")))
}

/// Returns the requested rank, or the last one of the target list.
fn rank(call: &Call<'_>, sent: &Map<String, Value>, state: i64, sprint: &Value) -> Value {
    sent.get("rank").cloned().unwrap_or_else(|| json!(last_rank(call, state, sprint)))
}

/// Returns the number of stories in the sandbox, the backlog or a sprint, plus one.
fn last_rank(call: &Call<'_>, state: i64, sprint: &Value) -> usize {
    let list = |state: i64| if state == ESTIMATED { ACCEPTED } else { state.min(PLANNED) };
    let same = |story: &&Value| list(state_of(story)) == list(state) && story["parentSprint"]["id"] == sprint["id"];
    call.state.all("Story", call.project).filter(same).count() + 1
}
