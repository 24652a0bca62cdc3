//! The arguments of an operation: all that it accepts, or only the required ones.

use std::collections::BTreeMap;

use bindery::internal::analysis::Direction;
use bindery::internal::pointer::Pointer;
use serde_json::{Value, json};

use super::client::Listed;
use crate::instances::{Instance, Instances, with_subtypes};

/// One call.
#[derive(Debug)]
pub(super) struct Trial {
    /// `all` or `required`.
    pub(super) label: &'static str,
    /// The values of the parameters, by their flags.
    pub(super) parameters: BTreeMap<String, Value>,
    pub(super) body: Option<Value>,
    /// `true` if the description has an example of the response, which may contradict its schema.
    pub(super) own_example: bool,
}

/// A value in the description, with its location.
#[derive(Clone)]
struct LocatedValue<'d> {
    value: &'d Value,
    pointer: String,
}

impl<'d> LocatedValue<'d> {
    fn member(&self, key: &str) -> Option<Self> {
        let step = Pointer::root().child(key);
        Some(Self { value: self.value.get(key)?, pointer: format!("{}{step}", self.pointer) })
    }

    fn elements(&self) -> Vec<Self> {
        let elements = self.value.as_array().into_iter().flatten().enumerate();
        elements.map(|(index, value)| Self { value, pointer: format!("{}/{index}", self.pointer) }).collect()
    }

    /// Follows a reference.
    fn resolve(self, document: &'d Value) -> Self {
        match self.value.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#')) {
            Some(pointer) => match document.pointer(pointer) {
                Some(value) => Self { value, pointer: pointer.to_owned() }.resolve(document),
                None => self,
            },
            None => self,
        }
    }
}

/// Returns the calls of an operation: one with all arguments, and one with the required ones if it differs.
pub(super) fn trials(document: &Value, listed: &Listed) -> Vec<Trial> {
    let document = &with_subtypes(document.clone());
    let instances = Instances::new(document);
    let all = trial(document, &instances, listed, "all");
    let required = trial(document, &instances, listed, "required");
    if all.parameters == required.parameters && all.body == required.body { vec![all] } else { vec![all, required] }
}

fn trial(document: &Value, instances: &Instances<'_>, listed: &Listed, label: &'static str) -> Trial {
    let root = LocatedValue { value: document, pointer: String::new() };
    let item = root.member("paths").and_then(|paths| paths.member(&listed.path)).map(|item| item.resolve(document));
    let operation = item.as_ref().and_then(|item| item.member(&listed.method.to_lowercase()));
    let declared: Vec<LocatedValue<'_>> = [operation.as_ref(), item.as_ref()]
        .into_iter()
        .flatten()
        .filter_map(|holder| holder.member("parameters"))
        .flat_map(|parameters| parameters.elements())
        .map(|parameter| parameter.resolve(document))
        .collect();
    let body =
        operation.as_ref().and_then(|operation| operation.member("requestBody")).map(|body| body.resolve(document));
    let all = label == "all";
    let own_example = operation.as_ref().is_some_and(|operation| has_example(document, operation));
    let mut trial = Trial { label, parameters: BTreeMap::new(), body: None, own_example };
    for parameter in listed.parameters.iter().filter(|parameter| parameter.place != "body") {
        let is =
            |found: &&LocatedValue<'_>| found.value["name"] == *parameter.wire && found.value["in"] == *parameter.place;
        let value = match declared.iter().find(is) {
            Some(found) => {
                let required = parameter.place == "path" || found.value["required"] == true;
                (all || required).then(|| value_of(instances, found)).flatten()
            }
            // A parameter that is only in the path.
            None => Some("undeclared".into()),
        };
        trial.parameters.extend(value.map(|value| (parameter.flag.clone(), value)));
    }
    if let (Some(media_type), Some(body)) = (&listed.body, body)
        && (all || body.value["required"] == true)
    {
        trial.body = body_of(instances, &body, media_type, all);
    }
    trial
}

/// Returns `true` if a response of the operation has its own example.
fn has_example(document: &Value, operation: &LocatedValue<'_>) -> bool {
    let Some(responses) = operation.member("responses") else { return false };
    let mut answers = responses.value.as_object().into_iter().flat_map(|answers| answers.keys());
    answers.any(|status| {
        let answer = responses.member(status).map(|answer| answer.resolve(document));
        let content = answer.and_then(|answer| answer.value.get("content")).and_then(Value::as_object);
        let mut types = content.into_iter().flat_map(|content| content.values());
        types.any(|media_type| media_type.get("example").is_some() || media_type.get("examples").is_some())
    })
}

/// Returns a value for a parameter that can be sent in every location.
fn value_of(instances: &Instances<'_>, parameter: &LocatedValue<'_>) -> Option<Value> {
    let schema = parameter.member("schema").or_else(|| {
        let content = parameter.member("content")?;
        let (media_type, _) = content.value.as_object()?.iter().next()?;
        content.member(media_type)?.member("schema")
    })?;
    let made = instances.for_schema(&schema.pointer, Direction::Request);
    let fits = |instance: &&Instance| !instance.is_unknown() && is_sendable(&instance.value);
    made.iter().find(fits).map(|instance| instance.value.clone())
}

/// Empty strings and lists cannot be sent in a path or a query.
fn is_sendable(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty() && text.is_ascii() && !text.contains(char::is_control),
        Value::Array(items) => !items.is_empty() && items.iter().all(is_sendable),
        Value::Object(members) => !members.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

fn body_of(instances: &Instances<'_>, body: &LocatedValue<'_>, sent: &str, all: bool) -> Option<Value> {
    let content = body.member("content")?;
    let names = content.value.as_object()?;
    let exact = names.keys().find(|name| *name == sent);
    let json = names.keys().find(|name| name.contains("json")).filter(|_| sent.contains("json"));
    let media_type = exact.or(json).or_else(|| names.keys().next())?;
    let typed = content.member(media_type)?;
    let Some(schema) = typed.member("schema") else { return Some("text".into()) };
    first_instance(instances, &schema.pointer, all)
}

/// Returns the instance with the most members, or the fewest.
fn first_instance(instances: &Instances<'_>, pointer: &str, all: bool) -> Option<Value> {
    let made = instances.for_schema(pointer, Direction::Request);
    let sound: Vec<&Instance> = made.iter().filter(|instance| !instance.is_unknown()).collect();
    // The emitted client cannot send an empty body: it fills in the object with all members.
    let is_bare = |instance: &&&Instance| instance.label == "required only" && instance.value != json!({});
    let bare = sound.iter().find(is_bare).filter(|_| !all);
    bare.or(sound.first()).map(|instance| instance.value.clone())
}
