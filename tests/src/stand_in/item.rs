//! Items without a life of their own: made, read, changed and removed; and answers for all that has no state at all.

use std::collections::BTreeMap;
use std::io;

use serde_json::{Map, Value, json};

use super::account::User;
use super::answer::{Answer, Outcome};
use super::body;
use super::description::fixture;
use super::project::{Project, reference};
use super::state::{State, merge};
use super::story;

/// The body of an operation whose state the stand-in does not keep.
#[derive(Debug)]
pub(super) struct Examples {
    by_operation: BTreeMap<String, Value>,
    description: Value,
}

impl Examples {
    pub(super) fn new(description: Value) -> io::Result<Self> {
        let index: Map<String, Value> =
            serde_json::from_str(&fixture("examples-index.json")?).map_err(io::Error::other)?;
        let mut by_operation = BTreeMap::new();
        for (file, about) in &index {
            let plain = about["status"].as_str().is_some_and(|status| status.starts_with('2'));
            let paged = file.contains("page") || file.contains("anonymous");
            if let (Some(operation), true, false) = (about["operationId"].as_str(), plain, paged) {
                let body = serde_json::from_str(&fixture(&format!("examples/{file}"))?).map_err(io::Error::other)?;
                by_operation.entry(operation.to_owned()).or_insert(body);
            }
        }
        Ok(Self { by_operation, description })
    }

    /// The example of an operation, or a body made from its schema.
    pub(super) fn body(&self, operation: &str, schema: &Value) -> Value {
        self.by_operation.get(operation).cloned().unwrap_or_else(|| self.made(schema, 0))
    }

    /// A value of a schema: what is required, the first of each choice.
    fn made(&self, schema: &Value, depth: usize) -> Value {
        if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
            let target = self.description["components"]["schemas"][name].clone();
            let example = self.by_operation.get(&format!("get{name}"));
            return example.cloned().unwrap_or_else(|| self.made(&target, depth + 1));
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(first) = schema[choice].get(0) {
                return self.made(first, depth + 1);
            }
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut whole = json!({});
            for part in parts {
                merge(&mut whole, self.made(part, depth + 1));
            }
            return whole;
        }
        if let Some(first) = schema["enum"].get(0) {
            return first.clone();
        }
        match schema["type"].as_str() {
            _ if schema["nullable"] == true => Value::Null,
            Some("object") => self.object(schema, depth),
            Some("array") => json!([]),
            Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
            Some("boolean") => json!(false),
            Some("string") if schema["format"] == "date-time" => json!("2026-03-02T09:14:27Z"),
            Some("string") => json!("text"),
            _ => Value::Null,
        }
    }

    fn object(&self, schema: &Value, depth: usize) -> Value {
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let members = required
            .filter(|_| depth < 16)
            .map(|key| (key.to_owned(), self.made(&schema["properties"][key], depth + 1)));
        Value::Object(members.collect())
    }
}

/// A new item of a kind that has a name.
pub(super) fn create(
    state: &mut State,
    project: &Project,
    user: &User,
    kind: &str,
    sent: &Map<String, Value>,
) -> Outcome<Value> {
    if matches!(kind, "Feature" | "Actor" | "AcceptanceTest") {
        body::named(sent, 255)?;
    }
    let mut fields = Value::Object(sent.clone());
    if kind == "AcceptanceTest" {
        let parent = body::reference_id(sent.get("parentStory").unwrap_or(&Value::Null), "parentStory")?;
        let parent = state.get("Story", project.number, parent)?;
        if story::state_of(&parent) == 7 {
            return Err(Answer::refused(400, "The story is done"));
        }
        fields["parentStory"] = story::reference(&parent);
        fields["state"] = json!(1);
    }
    if matches!(kind, "Sprint" | "Release") {
        merge(&mut fields, json!({ "state": 1, "inProgressDate": null, "doneDate": null }));
    }
    if kind == "Release" {
        fields["parentProject"] = reference(project);
    }
    if kind == "Sprint" {
        let release = body::reference_id(&fields["parentRelease"], "parentRelease")?;
        let release = state.get("Release", project.number, release)?;
        fields["parentRelease"] = super::project::parent_release(&release);
    }
    if kind == "Comment" {
        fields["poster"] = state_user(user);
    }
    Ok(state.add(kind, project.number, user, fields))
}

fn state_user(user: &User) -> Value {
    let text = fixture("examples/user.json").unwrap_or_default();
    let mut item: Value = serde_json::from_str(&text).unwrap_or_else(|_| json!({}));
    merge(
        &mut item,
        json!({ "id": user.id, "username": user.name, "firstName": user.first_name, "lastName": user.last_name }),
    );
    item
}
