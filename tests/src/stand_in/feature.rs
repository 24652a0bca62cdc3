//! Features, which are done when all of their stories are.

use serde_json::{Value, json};

use super::answer::{Answer, Outcome};
use super::call::Call;
use super::state::{merge, now, state_of};
use super::story;

const IN_PROGRESS: i64 = 1;
const DONE: i64 = 2;

/// Handles requests that are specific to features.
pub(super) fn answer(call: &mut Call<'_>) -> Option<Outcome<Value>> {
    let id = call.id();
    Some(match call.operation() {
        "createFeature" => create(call),
        "updateFeature" => update(call, id),
        "deleteFeature" => delete(call, id),
        "copyFeature" => copy(call, id),
        "listFeatures" => list(call),
        _ => return None,
    })
}

fn create(call: &mut Call<'_>) -> Outcome<Value> {
    let fields = Value::Object(call.sent_fields()?);
    add(call, fields)
}

/// Adds a feature at the end.
fn add(call: &mut Call<'_>, fields: Value) -> Outcome<Value> {
    let rank = call.state.all("Feature", call.project).count() + 1;
    let mut feature = json!({ "state": 0, "rank": rank });
    merge(&mut feature, fields);
    call.add("Feature", feature)
}

fn update(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    call.get("Feature", id)?;
    let mut fields = Value::Object(call.sent_fields()?);
    let dates = match fields["state"].as_i64() {
        Some(DONE) => {
            let mut stories =
                call.state.all("Story", call.project).filter(|story| story["feature"]["id"].as_i64() == Some(id));
            if stories.any(|story| state_of(story) < story::DONE) {
                return Err(Answer::error(400, "A story of the feature is not done"));
            }
            json!({ "doneDate": now() })
        }
        Some(IN_PROGRESS) => json!({ "inProgressDate": now(), "doneDate": null }),
        Some(_) => json!({ "inProgressDate": null, "doneDate": null }),
        None => json!({}),
    };
    merge(&mut fields, dates);
    call.change("Feature", id, fields)
}

fn delete(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    call.get("Feature", id)?;
    for story in call.state.referring_ids("Story", call.project, "feature", id) {
        call.state.change("Story", story, json!({ "feature": null }));
    }
    super::comment::remove_about(call, "Feature", id);
    call.state.remove("Feature", id);
    Ok(Value::Null)
}

fn copy(call: &mut Call<'_>, id: i64) -> Outcome<Value> {
    let feature = call.get("Feature", id)?;
    let kept = ["description", "notes", "color", "type", "value", "tags"];
    let mut fields: Value = kept.iter().map(|key| ((*key).to_owned(), feature[key].clone())).collect();
    fields["name"] = json!(format!("{}_1", feature["name"].as_str().unwrap_or_default()));
    add(call, fields)
}

/// Features are listed by rank, unlike other items.
fn list(call: &Call<'_>) -> Outcome<Value> {
    let searches = call.matched.route.takes("term");
    let mut features = call.list("Feature", |feature| !searches || super::collection::is_named(call, feature))?;
    if let Some(features) = features.as_array_mut() {
        features.sort_by_key(|feature| feature["rank"].as_i64());
    }
    Ok(features)
}
