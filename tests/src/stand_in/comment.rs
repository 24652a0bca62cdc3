//! Comments on stories, tasks and features, which only their author may change.

use serde_json::{Value, json};

use super::answer::{Answer, Outcome};
use super::call::Call;
use super::state::{Class, id_of};
use super::view::is_about;

/// The items that a comment can be about.
const TARGETS: [Class; 3] = ["Story", "Task", "Feature"];

/// Handles requests that are specific to comments.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Outcome<Value>> {
    let id = call.id();
    Some(match call.operation() {
        "createComment" => create(call),
        "updateComment" => update(call, id),
        "listRecentStoryComments" => recent(call, "Story"),
        "listRecentTaskComments" => recent(call, "Task"),
        "listRecentFeatureComments" => recent(call, "Feature"),
        "listStoryComments" => about(call, "Story", id),
        "listTaskComments" => about(call, "Task", id),
        "listFeatureComments" => about(call, "Feature", id),
        _ => return None,
    })
}

fn create(call: &mut Call<'_>) -> Outcome<Value> {
    let sent = call.sent_fields()?;
    let about = &sent["commentable"];
    let class = TARGETS.into_iter().find(|class| about["class"] == *class);
    let target = call.target(class.ok_or_else(|| Answer::error(400, "A comment is about something else"))?, about)?;
    let body = &sent["body"];
    let poster = call.state.get("User", 0, call.user.id)?.clone();
    call.add(
        "Comment",
        json!({ "body": body, "body_html": html(body), "poster": poster,
        "commentable": { "class": class, "id": target["id"] } }),
    )
}

fn update(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let body = call.sent_fields()?["body"].clone();
    call.change("Comment", id, json!({ "body": body, "body_html": html(&body) }))
}

fn html(text: &Value) -> String {
    format!("<p>{}</p>", text.as_str().unwrap_or_default())
}

fn recent(call: &Call<'_>, class: Class) -> Outcome<Value> {
    call.list("Comment", |comment| comment["commentable"]["class"] == class)
}

fn about(call: &Call<'_>, class: Class, id: i64) -> Outcome<Value> {
    call.get(class, id)?;
    call.list("Comment", |comment| is_about(comment, class, id))
}

/// Removes the comments on a removed item.
pub(super) fn remove_about(call: &mut Call<'_>, class: Class, id: i64) {
    let comments = call.state.all("Comment", call.project).filter(|comment| is_about(comment, class, id));
    for comment in comments.map(id_of).collect::<Vec<_>>() {
        call.state.remove("Comment", comment);
    }
}
