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
        "listUsers" => {
            let users = call.state.all("User", 0).filter(|user| is_named(call, user)).cloned().collect();
            Ok(page(call, "users", users))
        }
        "getUser" => call.state.get("User", 0, id).cloned(),
        "replaceUser" => replace(call),
        "listTeams" => teams(call),
        _ => return None,
    })
}

fn session(call: &Call<'_>) -> Outcome<Value> {
    let user = call.state.get("User", 0, call.user.id)?;
    Ok(json!({ "user": user, "roles": call.user.roles(None) }))
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

/// Returns the user information of a caller without a token.
pub(super) fn nobody() -> Value {
    let [.., outsider] = &USERS;
    json!({ "user": "null", "roles": outsider.roles(None) })
}
