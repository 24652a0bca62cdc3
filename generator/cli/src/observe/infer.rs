//! The schema of values: their kinds and the names of their members, never a value.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::survey::is_name;
use bindery::internal::misfit::JsonKind;

/// Maximum depth of an inferred schema.
const MAX_DEPTH: usize = 4;
/// Maximum number of members of an object; one with more has data as names.
const MAX_MEMBERS: usize = 24;

/// The common schema of several values.
#[derive(Clone, Debug, Default)]
pub(super) struct Inferred {
    kinds: BTreeSet<JsonKind>,
    /// The number of objects.
    objects: usize,
    /// The members with the numbers of objects that have them.
    members: BTreeMap<String, (usize, Inferred)>,
    elements: Option<Box<Inferred>>,
    is_map: bool,
}

impl Inferred {
    pub(super) fn add(&mut self, value: &Value) {
        self.add_within(value, MAX_DEPTH);
    }

    fn add_within(&mut self, value: &Value, depth: usize) {
        self.kinds.insert(JsonKind::new(value));
        match value {
            Value::Array(elements) if depth > 0 => {
                let inner = self.elements.get_or_insert_default();
                elements.iter().for_each(|element| inner.add_within(element, depth - 1));
            }
            Value::Object(members) => {
                self.objects += 1;
                self.is_map |= depth == 0 || members.len() > MAX_MEMBERS || !members.keys().all(|name| is_name(name));
                for (name, member) in members.iter().filter(|_| !self.is_map) {
                    let (count, inner) = self.members.entry(name.clone()).or_default();
                    *count += 1;
                    inner.add_within(member, depth - 1);
                }
                self.is_map |= self.members.len() > MAX_MEMBERS;
            }
            _ => {}
        }
    }

    /// Returns the schema. Members that are not always there, or null, are optional; mixed values have no type.
    pub(super) fn schema(&self) -> Value {
        let kinds: Vec<JsonKind> = self.kinds.iter().copied().filter(|kind| *kind != JsonKind::Null).collect();
        match kinds[..] {
            [JsonKind::Object] => self.object(),
            [JsonKind::Array] => {
                let elements = self.elements.as_ref().filter(|elements| !elements.kinds.contains(&JsonKind::Null));
                json!({ "type": "array", "items": elements.map_or(json!({}), |elements| elements.schema()) })
            }
            [JsonKind::Integer, JsonKind::Number] => json!({ "type": "number" }),
            [only] => json!({ "type": only.name() }),
            _ => json!({}),
        }
    }

    fn object(&self) -> Value {
        if self.is_map || self.members.is_empty() {
            return json!({ "type": "object" });
        }
        let is_always =
            |(count, member): &(usize, Self)| *count == self.objects && !member.kinds.contains(&JsonKind::Null);
        let required: Vec<&String> =
            self.members.iter().filter(|(_, member)| is_always(member)).map(|(name, _)| name).collect();
        let members = self.members.iter().map(|(name, (_, member))| (name.clone(), member.schema()));
        let properties = Value::Object(members.collect::<Map<_, _>>());
        if required.is_empty() {
            return json!({ "type": "object", "properties": properties });
        }
        json!({ "type": "object", "required": required, "properties": properties })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Inferred;

    #[test]
    fn schemas_have_names_of_members_and_no_values() {
        let mut inferred = Inferred::default();
        inferred.add(&json!({ "error": "a", "code": 1, "more": null, "list": [{ "x": 1.5 }] }));
        inferred.add(&json!({ "error": "b", "code": 2, "list": [] , "by_id": { "e2507ab7-bd3a-4123": 1 },
            "users": { "alice@example.com": { "age": 1 }, "Alice Smith": {} } }));
        let list = json!({ "type": "array", "items": { "type": "object", "required": ["x"], "properties": { "x": { "type": "number" } } } });
        assert_eq!(
            inferred.schema(),
            json!({ "type": "object", "required": ["code", "error", "list"], "properties": {
                "by_id": { "type": "object" }, "code": { "type": "integer" }, "error": { "type": "string" },
                "users": { "type": "object" },
                "list": list, "more": {} } })
        );
    }
}
