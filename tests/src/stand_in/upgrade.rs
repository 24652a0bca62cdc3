//! The service after an upgrade: its complete description with the changes of `fixtures/service/upgraded/changes.json`
//! that affect the wire. The stand-in follows its description, so its behaviour changes as well.

use std::io;

use serde_json::{Value, json};

const ACCEPT: &str = "/paths/~1project~1{project_key}~1story~1{story_id}~1accept/put";
const STORIES: [&str; 3] = ["Story", "StoryCreate", "StoryUpdate"];

/// Returns the description of the service before the upgrade: the complete description without the parts that are not
/// published, which the upgrade added.
pub(super) fn published(full: &Value) -> io::Result<Value> {
    let mut description = full.clone();
    let features = at(&mut description, "/paths/~1project~1{project_key}~1feature/get")?;
    if let Some(parameters) = features["parameters"].as_array_mut() {
        parameters.retain(|parameter| parameter["$ref"] != "#/components/parameters/Term");
    }
    Ok(description)
}

/// Returns the description of the upgraded service.
pub(super) fn upgraded(full: &Value) -> io::Result<Value> {
    let mut description = full.clone();
    let it = &mut description;
    change_operations(it)?;
    change_stories(it)?;
    change_task(it)?;
    change_hooks(it)?;
    change_sprints(it)?;
    Ok(description)
}

fn change_operations(it: &mut Value) -> io::Result<()> {
    let mut freeze = at(it, ACCEPT)?.clone();
    freeze["operationId"] = json!("freezeStory");
    freeze["summary"] = json!("Puts the story aside");
    freeze["x-permissions"]["states"] = json!([1, 2, 3]);
    remove(&mut freeze, "", "requestBody")?;
    set(it, "/paths", "/project/{project_key}/story/{story_id}/freeze", json!({ "put": freeze }))?;
    remove(it, "/paths", "/project/{project_key}/story/sprint/{sprint_id}/printPostits")?;
    let replace = "/paths/~1user~1{user}~1replaceBy~1{substitute_id}/delete/parameters";
    let parameters = at(it, replace)?.as_array_mut().into_iter().flatten();
    for parameter in parameters.filter(|parameter| parameter["name"] == "deleteOwnedData") {
        parameter["required"] = json!(true);
    }
    let conflict = json!({ "description": "Conflict - A story of this project has the same name" });
    set(it, "/paths/~1project~1{project_key}~1story/post/responses", "409", conflict)
}

fn change_stories(it: &mut Value) -> io::Result<()> {
    for schema in STORIES {
        set(it, &property(schema, "name"), "maxLength", json!(200))?;
        set(it, &property(schema, "value"), "type", json!("number"))?;
        let hypothesis = json!({ "type": "string", "maxLength": 1000 });
        set(it, &format!("/components/schemas/{schema}/properties"), "hypothesis", hypothesis)?;
    }
    push(it, "/components/schemas/StoryState/enum", json!(8))?;
    push(it, "/components/schemas/StoryState/x-enum-varnames", json!("Archived"))
}

fn change_task(it: &mut Value) -> io::Result<()> {
    let own = "/components/schemas/Task/allOf/1";
    remove(it, &format!("{own}/properties"), "initial")?;
    let required = at(it, &format!("{own}/required"))?;
    *required = required.as_array().into_iter().flatten().filter(|name| **name != "initial").cloned().collect();
    Ok(())
}

fn change_hooks(it: &mut Value) -> io::Result<()> {
    let content_type = json!({ "type": "string", "enum": ["application/json", "application/x-www-form-urlencoded"] });
    for schema in ["Hook", "HookWrite"] {
        set(it, &format!("/components/schemas/{schema}/properties"), "contentType", content_type.clone())?;
        push(it, &format!("/components/schemas/{schema}/required"), json!("contentType"))?;
    }
    Ok(())
}

/// Releases share the fields of time boxes, but must still have an end.
fn change_sprints(it: &mut Value) -> io::Result<()> {
    let mut fields = at(it, "/components/schemas/TimeBoxFields")?.clone();
    set(&mut fields, "/properties/endDate", "nullable", json!(true))?;
    *at(it, "/components/schemas/Sprint/allOf/0")? = fields;
    for schema in ["SprintCreate", "SprintUpdate"] {
        set(it, &property(schema, "endDate"), "nullable", json!(true))?;
    }
    Ok(())
}

fn property(schema: &str, name: &str) -> String {
    format!("/components/schemas/{schema}/properties/{name}")
}

fn at<'v>(value: &'v mut Value, pointer: &str) -> io::Result<&'v mut Value> {
    value.pointer_mut(pointer).ok_or_else(|| io::Error::other(format!("the complete description has no {pointer}")))
}

fn set(value: &mut Value, pointer: &str, key: &str, member: Value) -> io::Result<()> {
    at(value, pointer)?[key] = member;
    Ok(())
}

fn push(value: &mut Value, pointer: &str, item: Value) -> io::Result<()> {
    let list = at(value, pointer)?.as_array_mut();
    list.ok_or_else(|| io::Error::other(format!("{pointer} is not a list")))?.push(item);
    Ok(())
}

fn remove(value: &mut Value, pointer: &str, key: &str) -> io::Result<()> {
    let removed = at(value, pointer)?.as_object_mut().and_then(|members| members.shift_remove(key));
    removed.map(drop).ok_or_else(|| io::Error::other(format!("the complete description has no {pointer}/{key}")))
}
