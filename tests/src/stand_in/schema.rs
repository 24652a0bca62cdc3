//! The schemas of the description: validates values, and creates the smallest valid ones.

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::state::merge;

/// The named schemas of the description.
#[derive(Debug)]
pub(super) struct Schemas {
    named: Value,
}

/// A field and the rule that it violates.
pub(super) type Problem = (String, String);

impl Schemas {
    pub(super) fn new(description: &Value) -> Self {
        Self { named: description["components"]["schemas"].clone() }
    }

    pub(super) fn get(&self, name: &str) -> &Value {
        &self.named[name]
    }

    /// Returns the target of a reference.
    pub(super) fn resolve<'s>(&'s self, schema: &'s Value) -> &'s Value {
        name(schema).map_or(schema, |name| self.resolve(&self.named[name]))
    }

    /// Returns the members of an object, including those of its `allOf`.
    pub(super) fn properties(&self, schema: &Value) -> Map<String, Value> {
        let schema = self.resolve(schema);
        let own = schema["properties"].as_object().cloned().unwrap_or_default();
        let parts = schema["allOf"].as_array().into_iter().flatten();
        parts.flat_map(|part| self.properties(part)).chain(own).collect()
    }

    pub(super) fn is_nullable(&self, schema: &Value) -> bool {
        schema["nullable"] == true
            || self.resolve(schema)["nullable"] == true
            || schema["anyOf"].as_array().into_iter().flatten().any(|branch| self.is_nullable(branch))
    }

    /// Returns the rules that a value in a request violates.
    pub(super) fn problems(&self, value: &Value, schema: &Value) -> Vec<Problem> {
        let mut check = Check { schemas: self, problems: Vec::new() };
        check.value(value, schema, "");
        check.problems
    }

    /// Returns the smallest value of a schema: required members, and the first of each choice.
    pub(super) fn sample(&self, schema: &Value) -> Value {
        if self.is_nullable(schema) {
            return Value::Null;
        }
        let schema = self.resolve(schema);
        if let Some(first) = schema["oneOf"].get(0).or_else(|| schema["anyOf"].get(0)) {
            return self.sample(first);
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut whole = Value::Null;
            for part in parts.iter().map(|part| self.sample(part)) {
                if whole.is_object() { merge(&mut whole, part) } else { whole = part }
            }
            return whole;
        }
        match schema["type"].as_str() {
            _ if schema["enum"][0] != Value::Null => schema["enum"][0].clone(),
            Some("object") => self.sample_object(schema),
            Some("array") => json!([]),
            Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
            Some("boolean") => json!(false),
            Some("string") if schema["format"] == "date-time" => json!("2026-03-02T09:14:27Z"),
            Some("string") => json!("text"),
            _ => Value::Null,
        }
    }

    fn sample_object(&self, schema: &Value) -> Value {
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        required.map(|key| (key.to_owned(), self.sample(&schema["properties"][key]))).collect()
    }
}

/// Returns the last segment of a reference.
pub(super) fn name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next())
}

struct Check<'s> {
    schemas: &'s Schemas,
    problems: Vec<Problem>,
}

impl Check<'_> {
    fn broken(&mut self, field: &str, text: impl Into<String>) {
        self.problems.push((field.to_owned(), text.into()));
    }

    fn value(&mut self, value: &Value, schema: &Value, field: &str) {
        if value.is_null() && self.schemas.is_nullable(schema) {
            return;
        }
        let schema = self.schemas.resolve(schema);
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.value(value, part, field);
        }
        if let Some(choices) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array())
            && !choices.iter().any(|choice| self.schemas.problems(value, choice).is_empty())
        {
            return self.broken(field, "This value has none of the possible forms");
        }
        self.one_of_those_listed(value, schema, field);
        match (schema["type"].as_str(), value) {
            (Some("object"), Value::Object(members)) => self.object(members, schema, field),
            (Some("array"), Value::Array(items)) => self.array(items, schema, field),
            (Some("string"), Value::String(text)) => self.string(text, schema, field),
            (Some("integer"), Value::Number(number)) if number.is_i64() => self.number(value, schema, field),
            (Some("number"), Value::Number(_)) => self.number(value, schema, field),
            (Some("boolean"), Value::Bool(_)) | (None, _) => {}
            (Some(wanted), _) => self.broken(field, format!("This value is not of type {wanted}")),
        }
    }

    /// Codes from a client are not validated: it may know more of them.
    fn one_of_those_listed(&mut self, value: &Value, schema: &Value, field: &str) {
        if !value.is_number() && schema["enum"].as_array().is_some_and(|listed| !listed.contains(value)) {
            self.broken(field, "This value is not one of those that are known");
        }
    }

    fn object(&mut self, members: &Map<String, Value>, schema: &Value, field: &str) {
        let inside = |key: &str| if field.is_empty() { key.to_owned() } else { format!("{field}.{key}") };
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !members.contains_key(key) {
                self.broken(&inside(key), "This field may not be empty");
            }
        }
        for (key, value) in members {
            let blank = key == "name" && value.as_str().is_some_and(|text| text.trim().is_empty());
            if blank {
                self.broken(&inside(key), "This field may not be empty");
            } else if let Some(property) = schema["properties"].get(key) {
                self.value(value, property, &inside(key));
            }
        }
    }

    fn array(&mut self, items: &[Value], schema: &Value, field: &str) {
        if schema["minItems"].as_u64().is_some_and(|least| (items.len() as u64) < least) {
            self.broken(field, "This field may not be empty");
        }
        for (index, item) in items.iter().enumerate() {
            self.value(item, &schema["items"], &format!("{field}[{index}]"));
        }
    }

    fn string(&mut self, text: &str, schema: &Value, field: &str) {
        if let Some(limit) = schema["maxLength"].as_u64().filter(|limit| text.chars().count() as u64 > *limit) {
            self.broken(field, format!("This value goes past the limit of {limit} characters"));
        }
        // The only pattern of fields in requests.
        if schema["pattern"].as_str().is_some_and(|pattern| pattern.starts_with("^#")) && !is_colour(text) {
            self.broken(field, "This value is not a colour");
        }
        if schema["format"] == "date-time" && text.parse::<Timestamp>().is_err() {
            self.broken(field, "This value is not a date");
        }
    }

    fn number(&mut self, value: &Value, schema: &Value, field: &str) {
        let (number, bound) = (value.as_f64(), |key: &str| schema[key].as_f64());
        if bound("minimum").is_some_and(|least| number < Some(least)) {
            self.broken(field, format!("This value is below {}", schema["minimum"]));
        }
        if bound("maximum").is_some_and(|most| number > Some(most)) {
            self.broken(field, format!("This value is above {}", schema["maximum"]));
        }
    }
}

fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}
