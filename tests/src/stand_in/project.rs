//! Projects and their initial content.

use serde_json::{Value, json};

use super::account::{USERS, User};
use super::answer::Outcome;
use super::call::Call;
use super::routes::{Matched, Route};
use super::schema::Schemas;
use super::state::{State, id_of, merge, now};
use super::{Seen, collection, view};

/// Number of initial projects, numbered from 1.
pub(super) const SEEDED: i64 = 3;

/// Returns the number of the project with this key or number.
pub(super) fn number(state: &State, key: &str) -> Option<i64> {
    let mut projects = state.all("Project", 0);
    projects.find(|project| project["pkey"] == key || key.parse() == Ok(id_of(project))).map(id_of)
}

/// Creates the users, and projects with estimates, without estimates, and archived.
pub(super) fn seed(state: &mut State, schemas: &Schemas) {
    let [owner, ..] = &USERS;
    for user in &USERS {
        let fields = json!({ "id": user.id, "username": user.name,
            "firstName": user.first_name, "lastName": user.last_name, "admin": user.has("admin", None),
            "email": format!("{}@mail.example", user.name) });
        state.add("User", 0, user, fields);
    }
    for (number, key, name) in
        [(1, "DEMO", "Orchard logistics"), (2, "NOEST", "Without estimates"), (3, "OLD", "Archive")]
    {
        add(state, owner, json!({ "id": number, "pkey": key, "name": name }));
        let preferences =
            &mut state.target("Project", &json!({ "id": number })).cloned().unwrap_or_default()["preferences"];
        merge(preferences, json!({ "noEstimation": key == "NOEST", "archived": key == "OLD" }));
        state.change("Project", number, json!({ "preferences": preferences }));
        fill(state, schemas, owner, number);
    }
}

/// Adds a project with its team and default backlogs.
fn add(state: &mut State, owner: &User, fields: Value) -> i64 {
    let user = |state: &State, id: i64| state.target("User", &json!({ "id": id })).cloned();
    let [_, master, member, stakeholder, ..] = &USERS;
    let of_team = |state: &State| [user(state, master.id), user(state, member.id)];
    let owning = user(state, owner.id);
    let team = json!({ "name": "Gate team", "owner": owning, "members": of_team(state), "projects_count": 1,
        "scrumMasters": [user(state, master.id)], "invitedMembers": [], "velocity": 0 });
    let team = state.add("Team", 0, owner, team);
    let mut project = json!({ "owner": owning, "productOwners": [owning], "stakeHolders": [user(state, stakeholder.id)],
        "team": state.target("Team", &json!({ "id": team })) });
    merge(&mut project, fields);
    let number = state.add("Project", 0, owner, project);
    state.change("Project", number, json!({ "preferences": preferences(state, number) }));
    for (name, code, states) in
        [("All", "all", ""), ("Sandbox", "sandbox", "\"state\":[1]"), ("Backlog", "backlog", "\"state\":[2,3]")]
    {
        let filter = format!("{{\"story\":{{{states}}}}}");
        let fields =
            json!({ "name": name, "code": code, "filter": filter, "isDefault": true, "shared": true, "owner": null });
        state.add("Backlog", number, owner, fields);
    }
    number
}

/// Returns the preferences of the example for a project.
fn preferences(state: &State, number: i64) -> Value {
    let mut preferences =
        state.target("Project", &json!({ "id": number })).cloned().unwrap_or_default()["preferences"].take();
    merge(&mut preferences, json!({ "id": number }));
    preferences
}

/// Adds a release with a running sprint and a next one, a feature and a story.
fn fill(state: &mut State, schemas: &Schemas, owner: &'static User, number: i64) {
    let (route, seen) = (Route::default(), Seen::default());
    let matched = Matched::without_parameters(&route);
    let call = &mut Call { state, schemas, matched: &matched, seen: &seen, user: owner, project: number };
    let release = json!({ "name": "R1", "state": 2, "inProgressDate": now() });
    let release = call.state.add("Release", number, owner, release);
    let release = call.state.target("Release", &json!({ "id": release })).cloned().unwrap_or_default();
    let running = json!({ "state": 2, "goal": "One crate through the gate", "inProgressDate": now() });
    add_sprint(call, &release, running);
    let next = json!({ "startDate": "2026-03-16T00:00:00Z", "endDate": "2026-03-27T00:00:00Z" });
    add_sprint(call, &release, next);
    call.state.add("Feature", number, owner, json!({ "name": "Gate station", "state": 0, "rank": 1 }));
    super::story::add(call, json!({ "name": "Weigh a crate at the gate" }));
}

/// Adds a sprint at the end of its release.
fn add_sprint(call: &mut Call<'_>, release: &Value, fields: Value) -> i64 {
    let number = call.state.referring_ids("Sprint", call.project, "parentRelease", id_of(release)).len() as i64 + 1;
    let mut sprint = json!({ "state": 1, "orderNumber": number, "index": number, "dailyWorkTime": 8.0,
        "totalRemaining": 0.0, "fullName": format!("{}S{number}", release["name"].as_str().unwrap_or_default()) });
    merge(&mut sprint, fields);
    sprint["parentRelease"] = json!({ "id": release["id"] });
    call.state.add("Sprint", call.project, call.user, sprint)
}

/// Handles requests about projects themselves.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Outcome<Value>> {
    let number = call.project;
    Some(match call.operation() {
        "listProjects" => list(call, |_| true),
        "listMyProjects" => list(call, |project| is_member(project, call.user.id)),
        "getProject" => render(call, number),
        "updateProject" => update(call, number),
        _ => return None,
    })
}

fn render(call: &Call<'_>, number: i64) -> Outcome<Value> {
    Ok(view::render(call.state, "Project", 0, call.state.get("Project", 0, number)?))
}

fn update(call: &mut Call<'_>, number: i64) -> Outcome<Value> {
    let mut sent = Value::Object(call.sent_fields()?);
    let mut preferences = call.state.get("Project", 0, number)?["preferences"].clone();
    merge(&mut preferences, sent["preferences"].take());
    sent["preferences"] = preferences;
    call.state.change("Project", number, sent);
    render(call, number)
}

fn is_member(project: &Value, user: i64) -> bool {
    let user = USERS.iter().find(|known| known.id == user);
    user.is_some_and(|user| user.has("stakeHolder", Some(project)))
}

/// Returns the projects as an array, or a page of it.
fn list(call: &Call<'_>, keeps: impl Fn(&Value) -> bool) -> Outcome<Value> {
    let projects = call.state.all("Project", 0).filter(|project| keeps(project) && collection::is_named(call, project));
    let projects: Vec<Value> = projects.map(|project| view::render(call.state, "Project", 0, project)).collect();
    Ok(page(call, "projects", projects))
}

/// Returns the whole list, or the requested page with the total size.
pub(super) fn page(call: &Call<'_>, key: &str, items: Vec<Value>) -> Value {
    if !call.flag("paginate") {
        return Value::Array(items);
    }
    let number = |name: &str, otherwise| call.seen.query(name).and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (page, size): (usize, usize) = (number("page", 1).max(1), number("count", 10).max(1));
    let count = items.len();
    let chosen: Vec<Value> = items.into_iter().skip((page - 1) * size).take(size).collect();
    json!({ key: chosen, "count": count })
}
