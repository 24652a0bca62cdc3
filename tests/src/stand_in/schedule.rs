//! Sprints and releases, which are waiting, in progress or done.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::answer::{Answer, Outcome};
use super::call::Call;
use super::state::{Class, id_of, merge, now, state_of};
use super::story;
use super::view::position;

const TO_DO: i64 = 1;
const RUNNING: i64 = 2;
const DONE: i64 = 3;

/// The length of a generated sprint.
const SPRINT: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Handles requests that are specific to sprints and releases.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Outcome<Value>> {
    let id = call.id();
    Some(match call.operation() {
        "createSprint" => create_sprint(call),
        "createRelease" => create_release(call),
        "updateSprint" => update(call, "Sprint", id),
        "updateRelease" => update(call, "Release", id),
        "deleteSprint" => delete(call, "Sprint", id),
        "deleteRelease" => delete(call, "Release", id),
        "activateSprint" => activate_sprint(call, id),
        "activateRelease" => activate(call, "Release", id),
        "closeSprint" => close_sprint(call, id),
        "closeRelease" => close_release(call, id),
        "reactivateSprint" => reactivate(call, "Sprint", id),
        "reactivateRelease" => reactivate(call, "Release", id),
        "unplanSprint" => call.get("Sprint", id).and_then(|_| {
            take_stories_out(call, id);
            call.render("Sprint", id)
        }),
        "unplanRelease" => unplan_release(call, id),
        "autoPlanSprint" => auto_plan(call, &[id]).and_then(|_| call.render("Sprint", id)),
        "autoPlanRelease" => waiting_sprints(call, id).and_then(|sprints| auto_plan(call, &sprints)),
        "generateSprints" => generate(call, id),
        "listReleaseSprints" => call
            .get("Release", id)
            .and_then(|_| call.list("Sprint", |sprint| sprint["parentRelease"]["id"].as_i64() == Some(id))),
        "getCurrentSprint" => current(call),
        _ => return None,
    })
}

fn create_sprint(call: &mut Call<'_>) -> Outcome<Value> {
    let sent = Value::Object(call.sent_fields()?);
    check_dates(&sent)?;
    let release = call.target("Release", &sent["parentRelease"])?;
    if state_of(&release) == DONE {
        return Err(Answer::error(400, "The release is done"));
    }
    let sprint = add_sprint(call, &release, sent);
    call.render("Sprint", sprint)
}

/// Adds a sprint at the end of its release.
pub(super) fn add_sprint(call: &mut Call<'_>, release: &Value, fields: Value) -> i64 {
    let number = call.state.referring_ids("Sprint", call.project, "parentRelease", id_of(release)).len() as i64 + 1;
    let mut sprint = json!({ "state": TO_DO, "orderNumber": number, "index": number, "dailyWorkTime": 8.0,
        "totalRemaining": 0.0, "fullName": format!("{}S{number}", release["name"].as_str().unwrap_or_default()) });
    merge(&mut sprint, fields);
    sprint["parentRelease"] = json!({ "id": release["id"] });
    call.state.add("Sprint", call.project, call.user, sprint)
}

fn create_release(call: &mut Call<'_>) -> Outcome<Value> {
    let sent = Value::Object(call.sent_fields()?);
    check_dates(&sent)?;
    let number = call.state.all("Release", call.project).count() + 1;
    let mut release = json!({ "state": TO_DO, "orderNumber": number, "firstSprintIndex": 1 });
    merge(&mut release, sent);
    call.add("Release", release)
}

fn update(call: &mut Call<'_>, class: Class, id: i64) -> Outcome<Value> {
    let sent = Value::Object(call.sent_fields()?);
    let mut dates = call.get(class, id)?;
    merge(&mut dates, sent.clone());
    check_dates(&dates)?;
    call.change(class, id, sent)
}

fn check_dates(item: &Value) -> Outcome<()> {
    match (date(&item["startDate"]), date(&item["endDate"])) {
        (Some(start), Some(end)) if start > end => {
            Err(Answer::invalid(&[("endDate".to_owned(), "The end comes before the start".to_owned())]))
        }
        _ => Ok(()),
    }
}

fn date(value: &Value) -> Option<Timestamp> {
    value.as_str()?.parse().ok()
}

/// Activates a sprint or a release. Only one is active at a time, and those before it must be done.
fn activate(call: &mut Call<'_>, class: Class, id: i64) -> Outcome<Value> {
    let item = call.get(class, id)?;
    let before = |other: &&Value| place(class, other) < place(class, &item) && state_of(other) != DONE;
    let running = |other: &&Value| state_of(other) == RUNNING;
    if call.state.all(class, call.project).any(|other| before(&other) || running(&other)) {
        return Err(Answer::error(400, "The one before is not done"));
    }
    call.change(class, id, json!({ "state": RUNNING, "inProgressDate": now() }))
}

/// Activates a sprint with its stories, and its release if that is still waiting.
fn activate_sprint(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let release = call.get("Sprint", id)?["parentRelease"].clone();
    let release = call.target("Release", &release)?;
    match state_of(&release) {
        TO_DO => drop(activate(call, "Release", id_of(&release))?),
        DONE => return Err(Answer::error(400, "The release is done")),
        _ => {}
    }
    if let Err(error_response) = activate(call, "Sprint", id) {
        call.state.change("Release", id_of(&release), release);
        return Err(error_response);
    }
    for story in stories_in(call, id, &[story::PLANNED]) {
        call.state.change("Story", story, json!({ "state": story::IN_PROGRESS, "inProgressDate": now() }));
    }
    call.render("Sprint", id)
}

/// Closes a sprint. Unfinished stories move to the next sprint, or out of any sprint.
fn close_sprint(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let sprint = call.get("Sprint", id)?;
    call.state.change("Sprint", id, json!({ "state": DONE, "doneDate": now() }));
    let later = call.state.all("Sprint", call.project).filter(|other| position(other) > position(&sprint));
    let next = later.min_by_key(|other| position(other)).map(id_of);
    for story in stories_in(call, id, &[story::PLANNED, story::IN_PROGRESS, story::IN_REVIEW]) {
        match next {
            Some(next) => {
                let fields = json!({ "state": story::PLANNED, "inProgressDate": null, "inReviewDate": null,
                    "parentSprint": { "id": next } });
                call.state.change("Story", story, fields);
            }
            None => story::take_out(call, story),
        }
    }
    call.render("Sprint", id)
}

fn close_release(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    for sprint in call.state.referring_ids("Sprint", call.project, "parentRelease", id) {
        if state_of(&call.get("Sprint", sprint)?) == RUNNING {
            return Err(Answer::error(400, "A sprint of the release runs"));
        }
    }
    archive_stories(call, id);
    call.change("Release", id, json!({ "state": DONE, "doneDate": now() }))
}

/// After the upgrade, archives the stories of a release that is done.
fn archive_stories(call: &mut Call<'_>, release: i64) {
    if !story::can_be_archived(call) {
        return;
    }
    for sprint in call.state.referring_ids("Sprint", call.project, "parentRelease", release) {
        for story in stories_in(call, sprint, &[story::DONE]) {
            call.state.change("Story", story, json!({ "state": story::ARCHIVED }));
        }
    }
}

/// Reopens a closed item, as long as the next one is waiting.
fn reactivate(call: &mut Call<'_>, class: Class, id: i64) -> Outcome<Value> {
    let item = call.get(class, id)?;
    let begun = |other: &&Value| place(class, other) > place(class, &item) && state_of(other) != TO_DO;
    if call.state.all(class, call.project).any(|other| begun(&other)) {
        return Err(Answer::error(400, "The next one has begun"));
    }
    call.change(class, id, json!({ "state": RUNNING, "inProgressDate": now(), "doneDate": null }))
}

/// Deletes a waiting item. A sprint is deleted with those after it in its release, a release with all of its sprints.
fn delete(call: &mut Call<'_>, class: Class, id: i64) -> Outcome<Value> {
    let item = call.get(class, id)?;
    story::in_states(&item, &[TO_DO])?;
    let goes = |sprint: &&Value| match class {
        "Sprint" => sprint["parentRelease"] == item["parentRelease"] && position(sprint) >= position(&item),
        _ => sprint["parentRelease"]["id"].as_i64() == Some(id),
    };
    let removed: Vec<i64> = call.state.all("Sprint", call.project).filter(goes).map(id_of).collect();
    for sprint in removed {
        take_stories_out(call, sprint);
        for task in call.state.referring_ids("Task", call.project, "sprint", sprint) {
            call.state.remove("Task", task);
        }
        call.state.remove("Sprint", sprint);
    }
    call.state.remove(class, id);
    Ok(Value::Null)
}

fn unplan_release(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let sprints = waiting_sprints(call, id)?;
    let stories: Vec<i64> = sprints.iter().flat_map(|sprint| take_stories_out(call, *sprint)).collect();
    Ok(json!({ "stories": call.list("Story", |story| stories.contains(&id_of(story)))?,
        "sprints": call.list("Sprint", |sprint| sprints.contains(&id_of(sprint)))? }))
}

fn take_stories_out(call: &mut Call<'_>, sprint: i64) -> Vec<i64> {
    let stories = stories_in(call, sprint, &[story::PLANNED, story::IN_PROGRESS, story::IN_REVIEW]);
    for story in &stories {
        story::take_out(call, *story);
    }
    stories
}

/// Assigns estimated stories to sprints by rank, up to the planned velocity. Returns those stories.
fn auto_plan(call: &mut Call<'_>, sprints: &[i64]) -> Outcome<Value> {
    let velocity =
        call.matched.parameter("plannedVelocity").and_then(|text| text.parse::<f64>().ok()).unwrap_or_default();
    let mut open: Vec<Value> =
        call.state.all("Story", call.project).filter(|story| state_of(story) == story::ESTIMATED).cloned().collect();
    open.sort_by_key(|story| story["rank"].as_i64());
    let mut planned = Vec::new();
    for sprint in sprints {
        story::in_states(&call.get("Sprint", *sprint)?, &[TO_DO, RUNNING])?;
        let mut room = velocity - call.render("Sprint", *sprint)?["capacity"].as_f64().unwrap_or_default();
        open.retain(|story| {
            let effort = story["effort"].as_f64().unwrap_or_default();
            let goes = effort <= room && story::plan(call, id_of(story), &json!({ "id": sprint })).is_ok();
            if goes {
                room -= effort;
                planned.push(id_of(story));
            }
            !goes
        });
    }
    call.list("Story", |story| planned.contains(&id_of(story)))
}

/// Generates sprints of two weeks from the end of the last one to the end of the release.
fn generate(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let release = call.get("Release", id)?;
    story::in_states(&release, &[TO_DO, RUNNING])?;
    let ends = call.state.all("Sprint", call.project).filter(|sprint| sprint["parentRelease"]["id"] == release["id"]);
    let last = ends.filter_map(|sprint| date(&sprint["endDate"])).max();
    let (Some(mut start), Some(end)) = (last.or(date(&release["startDate"])), date(&release["endDate"])) else {
        return Err(Answer::error(400, "The release has no dates"));
    };
    let mut made = Vec::new();
    while start + SPRINT <= end {
        let dates = json!({ "startDate": start.to_string(), "endDate": (start + SPRINT).to_string() });
        made.push(add_sprint(call, &release, dates));
        start += SPRINT;
    }
    call.list("Sprint", |sprint| made.contains(&id_of(sprint)))
}

/// Returns the running sprint, otherwise the next, otherwise the last.
fn current(call: &Call<'_>) -> Outcome<Value> {
    let sprints = || call.state.all("Sprint", call.project);
    let first = |state| sprints().filter(move |sprint| state_of(sprint) == state).min_by_key(|sprint| position(sprint));
    let found = first(RUNNING).or_else(|| first(TO_DO)).or_else(|| sprints().max_by_key(|sprint| position(sprint)));
    found.map_or(Ok(Value::Null), |sprint| call.render("Sprint", id_of(sprint)))
}

/// Returns the item before a sprint or a release.
pub(super) fn before(call: &Call<'_>, class: Class, id: i64) -> Outcome<Option<i64>> {
    let item = call.get(class, id)?;
    let earlier = call.state.all(class, call.project).filter(|other| place(class, other) < place(class, &item));
    Ok(earlier.max_by_key(|other| place(class, other)).map(id_of))
}

/// Returns the position of an item: releases by order, sprints by their release first.
fn place(class: Class, item: &Value) -> (i64, i64) {
    if class == "Sprint" { position(item) } else { (item["orderNumber"].as_i64().unwrap_or_default(), 0) }
}

fn waiting_sprints(call: &Call<'_>, release: i64) -> Outcome<Vec<i64>> {
    call.get("Release", release)?;
    let sprints = call.state.all("Sprint", call.project).filter(|sprint| state_of(sprint) == TO_DO);
    Ok(sprints.filter(|sprint| sprint["parentRelease"]["id"].as_i64() == Some(release)).map(id_of).collect())
}

/// Returns the stories of a sprint in one of these states.
fn stories_in(call: &Call<'_>, sprint: i64, states: &[i64]) -> Vec<i64> {
    let stories = call.state.all("Story", call.project).filter(|story| states.contains(&state_of(story)));
    stories.filter(|story| story["parentSprint"]["id"].as_i64() == Some(sprint)).map(id_of).collect()
}
