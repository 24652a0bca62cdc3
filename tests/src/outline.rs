//! The intermediate representation of a crate as compact text, for snapshots.
//!
//! Short members of an object share lines; others are indented below their key. An object with a single member is written
//! as a path, such as `kind.Alias: String`.

use serde_json::{Map, Value, json};

/// Maximum length of a line with several values.
const MAX_WIDTH: usize = 120;

/// Returns the text of a crate, without what is the same in nearly every crate and what follows from other members.
#[must_use]
pub fn outline(mut representation: Value) -> String {
    for (parent, keys) in [
        ("/crate", &["about", "overview", "support", "type_modules"][..]),
        ("/crate/manifest", &["name", "package", "dependencies", "browser_dependencies", "has_program"]),
        ("/crate/client", &["address_docs", "groups"]),
    ] {
        let object = representation.pointer_mut(parent).and_then(Value::as_object_mut);
        object.into_iter().for_each(|object| object.retain(|key, _| !keys.contains(&key.as_str())));
    }
    representation.pointer_mut("/crate/manifest/features").into_iter().for_each(|list| list_by_name(list, "name"));
    remove_redundant(&mut representation);
    let mut lines = lines(&representation, 0);
    lines.push(String::new());
    lines.join("\n")
}

/// Replaces the objects of an array by one of their members.
fn list_by_name(list: &mut Value, name: &str) {
    for object in list.as_array_mut().into_iter().flatten() {
        *object = object[name].take();
    }
}

/// Removes members that have the usual value for the other members.
fn remove_redundant(value: &mut Value) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(remove_redundant),
        Value::Object(members) => {
            let name = members.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            let usual = [
                ("wire", json!(name)),
                ("setter", json!(name)),
                ("argument", json!({ "Exact": members.get("value") })),
                ("conversion", json!("Same")),
            ];
            for (key, usual) in usual {
                if members.get(key) == Some(&usual) {
                    members.shift_remove(key);
                }
            }
            if members.contains_key("json") && members.contains_key("setters") {
                list_by_name(&mut members["setters"], "name");
            }
            members.values_mut().for_each(remove_redundant);
        }
        _ => {}
    }
}

fn lines(value: &Value, indent: usize) -> Vec<String> {
    let mut lines = Lines { indent, finished: Vec::new(), current: String::new() };
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| lines.add_member(key, value)),
        Value::Array(elements) if elements.iter().any(|element| element.is_object() || element.is_array()) => {
            elements.iter().for_each(|element| lines.add_element(element));
        }
        Value::Array(elements) => elements.iter().for_each(|element| lines.fill(&inline(element))),
        scalar => lines.fill(&inline(scalar)),
    }
    lines.finish_line("");
    lines.finished
}

/// The lines of a value, the last of which is still filled.
struct Lines {
    indent: usize,
    finished: Vec<String>,
    current: String,
}

impl Lines {
    fn fill(&mut self, text: &str) {
        if !self.current.is_empty() && self.indent + self.current.len() + text.len() + 2 > MAX_WIDTH {
            self.finish_line(",");
        }
        if !self.current.is_empty() {
            self.current.push_str(", ");
        }
        self.current.push_str(text);
    }

    fn finish_line(&mut self, end: &str) {
        if !self.current.is_empty() {
            self.finished.push(format!("{}{}{end}", " ".repeat(self.indent), self.current));
            self.current.clear();
        }
    }

    fn add_member(&mut self, key: &str, value: &Value) {
        let (path, value) = path(key, value);
        let text = format!("{path}: {}", inline(value));
        if self.is_short(&text) || !(value.is_object() || value.is_array()) {
            return self.fill(&text);
        }
        self.finish_line("");
        self.finished.push(format!("{}{path}:", " ".repeat(self.indent)));
        self.finished.extend(lines(value, self.indent + 2));
    }

    fn add_element(&mut self, element: &Value) {
        let text = inline(element);
        let mut own = if self.is_short(&text) { Vec::new() } else { lines(element, self.indent + 2) };
        match own.first_mut() {
            Some(first) => *first = format!("{}- {}", " ".repeat(self.indent), first.trim_start()),
            None => own.push(format!("{}- {text}", " ".repeat(self.indent))),
        }
        self.finished.extend(own);
    }

    fn is_short(&self, text: &str) -> bool {
        self.indent + text.len() + 2 <= MAX_WIDTH
    }
}

/// Returns the path through objects with a single member, and the value at its end.
fn path<'v>(key: &str, mut value: &'v Value) -> (String, &'v Value) {
    let mut path = key.to_owned();
    while let Some((key, only)) = value.as_object().and_then(only_member) {
        path = format!("{path}.{key}");
        value = only;
    }
    (path, value)
}

fn only_member(members: &Map<String, Value>) -> Option<(&String, &Value)> {
    members.iter().next().filter(|_| members.len() == 1)
}

fn inline(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(key, value)| path(key, value));
            let members: Vec<String> = members.map(|(path, value)| format!("{path}: {}", inline(value))).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Array(elements) => format!("[{}]", elements.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::String(text) if is_plain(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Returns `true` if a string cannot be taken for another value without quotes.
fn is_plain(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_:/<>-.".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(is_word)
        && !["true", "false", "null"].contains(&text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::outline;

    #[test]
    fn short_members_share_lines_and_usual_values_are_omitted() {
        let field = |name: &str, wire: &str| json!({ "name": name, "wire": wire, "kind": { "Field": "Vec<String>" } });
        let long = "word".repeat(30);
        let value = json!({
            "crate": {
                "support": [{ "file": "json", "exports": ["A"] }],
                "manifest": { "features": [{ "name": "cli", "about": "the command line" }] },
            },
            "types": [field("name", "name"), field("kind", "type"), { "name": "true", "json": long, "setters": [{ "name": "a" }] }],
        });
        let expected = format!(
            "crate.manifest.features: [cli]\ntypes:\n  \
             - {{name: name, kind.Field: Vec<String>}}\n  - {{name: kind, wire: type, kind.Field: Vec<String>}}\n  \
             - name: \"true\",\n    json: {long},\n    setters: [a]\n"
        );
        assert_eq!(outline(value), expected);
    }
}
