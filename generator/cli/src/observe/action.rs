//! Actions of an overlay that change the description of a response or a member.

use serde_json::{Map, Value, json};

use super::model::Model;
use bindery::internal::model::covers;
use bindery::internal::pointer::Pointer;

/// An action of an overlay.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Action {
    pub(super) target: String,
    /// The update; the target is removed without one.
    pub(super) update: Option<Value>,
}

impl Model {
    /// Replaces a member of an object.
    pub(super) fn replaced_value(&self, element: &Pointer, value: Value) -> Option<Vec<Action>> {
        let (parent, step) = element.split_last()?;
        let remove = Action { target: path(self, element)?, update: None };
        let update = Value::Object(Map::from_iter([(step, value)]));
        Some(vec![remove, Action { target: path(self, &parent)?, update: Some(update) }])
    }

    /// Replaces the schema of the body of a response.
    pub(super) fn replaced_schema(&self, (operation, status): (usize, u16), schema: &Value) -> Option<Vec<Action>> {
        let (_, at) = self.described(&self.api.operations[operation], status)?;
        let inner = self.schema_of_response(operation, status)?.0;
        if self.written.pointer(at.as_str())?.get("$ref").is_none() {
            return self.replaced_value(&inner, schema.clone());
        }
        let mut response = self.resolved(self.written.pointer(at.as_str())?).clone();
        *response.pointer_mut(inner.as_str().strip_prefix(at.as_str())?)? = schema.clone();
        self.replaced_value(&at, response)
    }

    /// Returns the member of a response that describes its body.
    pub(super) fn body_key(&self) -> &'static str {
        if self.is_swagger() { "schema" } else { "content" }
    }

    /// Changes a member of a response; a response that others may refer to is copied.
    pub(super) fn changed_response(&self, at: &Pointer, name: &str, value: Option<Value>) -> Option<Vec<Action>> {
        let written = self.written.pointer(at.as_str())?;
        if written.get("$ref").is_none() {
            let remove = written.get(name).and(path(self, &at.child(name)));
            let mut actions: Vec<Action> = remove.map(|target| Action { target, update: None }).into_iter().collect();
            let target = path(self, at)?;
            actions.extend(value.map(|value| Action { target, update: Some(json!({ name: value })) }));
            return Some(actions);
        }
        let mut response = self.resolved(written).clone();
        let members = response.as_object_mut()?;
        match value {
            Some(value) => members.insert(name.to_owned(), value),
            None => members.shift_remove(name),
        };
        self.replaced_value(at, response)
    }

    pub(super) fn other_media_type(
        &self,
        (operation, _): (usize, u16),
        at: &Pointer,
        media_type: &str,
        schema: &Value,
    ) -> Option<Vec<Action>> {
        if !self.is_swagger() {
            return self.changed_response(at, "content", Some(json!({ media_type: { "schema": schema } })));
        }
        let operation = self.written_at(&self.api.operations[operation].origin);
        let produces = operation.child("produces");
        let remove = self.written.pointer(produces.as_str()).and(path(self, &produces));
        let mut actions: Vec<Action> = remove.map(|target| Action { target, update: None }).into_iter().collect();
        let update = Some(json!({ "produces": [media_type] }));
        actions.push(Action { target: path(self, &operation)?, update });
        actions.extend(self.changed_response(at, "schema", Some(schema.clone()))?);
        Some(actions)
    }

    /// Returns the schema of the body of a response, and its location; below a reference, that it would have there.
    pub(super) fn schema_of_response(&self, operation: usize, status: u16) -> Option<(Pointer, Value)> {
        let (_, at) = self.described(&self.api.operations[operation], status)?;
        let response = self.resolved(self.written.pointer(at.as_str())?);
        if self.is_swagger() {
            return Some((at.child("schema"), response.get("schema")?.clone()));
        }
        let content = response.get("content")?.as_object()?;
        let is_json = |name: &&String| name.contains("json");
        let media_type =
            content.keys().find(is_json).or_else(|| content.keys().find(|name| covers(name, "application/json")));
        let media_type = media_type.or_else(|| content.keys().next())?;
        let schema = content[media_type].get("schema").cloned().unwrap_or(json!({}));
        Some((at.child("content").child(media_type).child("schema"), schema))
    }
}

/// Returns the JSONPath of a value that is written in the description.
pub(super) fn path(model: &Model, pointer: &Pointer) -> Option<String> {
    let mut path = "$".to_owned();
    let mut value = &model.written;
    for step in pointer.as_str().split('/').skip(1) {
        let step = bindery::internal::pointer::unescaped(step);
        value = match value {
            Value::Array(elements) => {
                path.push_str(&format!("[{step}]"));
                elements.get(step.parse::<usize>().ok()?)?
            }
            other => {
                let is_plain = step.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                    && step.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                let quoted = || format!("['{}']", step.replace('\\', "\\\\").replace('\'', "\\'"));
                path.push_str(&if is_plain { format!(".{step}") } else { quoted() });
                other.get(&step)?
            }
        };
    }
    Some(path)
}
