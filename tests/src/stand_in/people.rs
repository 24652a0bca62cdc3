//! Users, teams and the caller.

use serde_json::{Value, json};

use super::account::USERS;
use super::answer::{Answer, Outcome};
use super::call::Call;
use super::collection::is_named;
use super::project::page;
use super::state::id_of;

/// Handles requests about people.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Outcome<Value>> {
    let id = call.id();
    Some(match call.operation() {
        "getCurrentUser" => session(call),
        "getProjectRoles" => Ok(call.user.roles(call.state.get("Project", 0, call.project).ok())),
        "listUsers" => {
            let users = call.state.all("User", 0).filter(|user| is_named(call, user)).cloned().collect();
            Ok(page(call, "users", users))
        }
        "createUser" => create(call),
        "getUser" => call.state.get("User", 0, id).cloned(),
        "updateUser" => update(call, id),
        "replaceUser" => replace(call),
        "listTeams" => teams(call),
        "getTeam" => team(call, id),
        "deleteTeam" => delete_team(call, id),
        "getProjectTeam" => call.state.get("Project", 0, call.project).map(|project| project["team"].clone()),
        _ => return None,
    })
}

fn session(call: &Call<'_>) -> Outcome<Value> {
    let user = call.state.get("User", 0, call.user.id)?;
    Ok(json!({ "user": user, "roles": call.user.roles(None) }))
}

fn create(call: &mut Call<'_>) -> Outcome<Value> {
    let sent = readable(call)?;
    if call.state.all("User", 0).any(|user| user["username"] == sent["username"]) {
        return Err(Answer::invalid(&[("username".to_owned(), "This value is taken".to_owned())]));
    }
    let id = call.state.add("User", 0, call.user, sent);
    call.state.get("User", 0, id).cloned()
}

/// Updates a user. Only administrators may change the login name.
fn update(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let mut sent = readable(call)?;
    if let Some(members) = sent.as_object_mut().filter(|_| !call.has_any(&["admin"])) {
        members.remove("username");
    }
    call.state.get("User", 0, id)?;
    call.state.change("User", id, sent);
    call.state.get("User", 0, id).cloned()
}

/// Returns the request without fields that are never displayed.
fn readable(call: &Call<'_>) -> Outcome<Value> {
    let shown = call.schemas.properties(call.schemas.get("User"));
    Ok(call.sent_fields()?.into_iter().filter(|(key, _)| shown.contains_key(key)).collect())
}

/// Returns the id of the user in the path, by number or login name.
pub(super) fn user_in_path(call: &Call<'_>) -> Outcome<i64> {
    let given = call.matched.parameter("user").unwrap_or_default();
    let mut users = call.state.all("User", 0);
    let user = users.find(|user| user["username"] == given || given.parse() == Ok(id_of(user)));
    user.map(id_of).ok_or_else(|| Answer::empty(404))
}

fn replace(call: &mut Call<'_>) -> Outcome<Value> {
    let user = user_in_path(call)?;
    call.state.get("User", 0, call.id())?;
    call.state.remove("User", user);
    Ok(Value::Null)
}

/// Returns the teams that the caller owns, or all of them for an administrator.
fn teams(call: &Call<'_>) -> Outcome<Value> {
    let all = call.has_any(&["admin"]);
    let own = |team: &&Value| all || team["owner"]["id"].as_i64() == Some(call.user.id);
    Ok(call.state.all("Team", 0).filter(own).filter(|team| is_named(call, team)).cloned().collect())
}

/// Updates a team. Its path has no project, so the team's own owner and scrum masters apply.
fn team(call: &Call<'_>, id: i64) -> Outcome<Value> {
    let team = call.state.get("Team", 0, id)?;
    let leads = team["scrumMasters"].as_array().into_iter().flatten().chain([&team["owner"]]);
    if leads.into_iter().any(|user| id_of(user) == call.user.id) { Ok(team.clone()) } else { Err(Answer::forbidden()) }
}

fn delete_team(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    if call.state.get("Team", 0, id)?["owner"]["id"].as_i64() != Some(call.user.id) {
        return Err(Answer::forbidden());
    }
    if call.state.all("Project", 0).any(|project| project["team"]["id"].as_i64() == Some(id)) {
        return Err(Answer::error(400, "The team has projects"));
    }
    call.state.remove("Team", id);
    Ok(Value::Null)
}

/// Returns the user information of a caller without a token.
pub(super) fn nobody() -> Value {
    let [.., outsider] = &USERS;
    json!({ "user": "null", "roles": outsider.roles(None) })
}
