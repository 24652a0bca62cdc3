//! Helpers for JSON values: all pointers, and members by index.

use fastrand::Rng;
use serde_json::Value;

/// Returns the JSON pointers of all values, starting with the root.
pub(super) fn pointers(value: &Value) -> Vec<String> {
    let mut pointers = Vec::new();
    collect(value, String::new(), &mut pointers);
    pointers
}

fn collect(value: &Value, pointer: String, pointers: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(key, value)| (escape(key), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    let inner: Vec<_> = inner.into_iter().map(|(key, value)| (format!("{pointer}/{key}"), value)).collect();
    pointers.push(pointer);
    inner.into_iter().for_each(|(pointer, value)| collect(value, pointer, pointers));
}

fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Returns the pointer of a random value that satisfies `fits`. The root counts as well.
pub(super) fn any(value: &Value, random: &mut Rng, fits: impl Fn(&Value) -> bool) -> Option<String> {
    let fitting = |pointer: &String| value.pointer(pointer).is_some_and(&fits);
    let pointers: Vec<_> = pointers(value).into_iter().filter(fitting).collect();
    random.choice(pointers)
}

/// Returns a copy of a random value inside `value`.
pub(super) fn part(value: &Value, random: &mut Rng) -> Value {
    any(value, random, |_| true).and_then(|pointer| value.pointer(&pointer).cloned()).unwrap_or_default()
}

/// Removes a random member or element of an object or an array.
pub(super) fn take(container: &mut Value, random: &mut Rng) -> Option<(String, Value)> {
    match container {
        Value::Object(members) => {
            let key = random.choice(members.keys().cloned().collect::<Vec<_>>())?;
            members.shift_remove_entry(&key)
        }
        Value::Array(items) if !items.is_empty() => {
            Some((String::from("item"), items.remove(random.usize(..items.len()))))
        }
        _ => None,
    }
}

/// Inserts a value into an object or an array.
pub(super) fn insert_into(container: &mut Value, key: String, value: Value, random: &mut Rng) {
    match container {
        Value::Object(members) => {
            members.insert(key, value);
        }
        Value::Array(items) => items.insert(random.usize(..=items.len()), value),
        other => *other = value,
    }
}

/// Returns `true` if a value has members or elements.
pub(super) fn is_filled(value: &Value) -> bool {
    match value {
        Value::Object(members) => !members.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => false,
    }
}

/// Returns `true` if a value may have members or elements.
pub(super) fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}
