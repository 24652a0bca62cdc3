//! Keys for the elements of arrays in the description, so that names are recorded by content instead of by position.
//!
//! | element | key |
//! |---|---|
//! | alternative or part that is a reference | `$ref=Cat` |
//! | alternative with a discriminator value, or with a constant that most alternatives have | `kind=cat` |
//! | alternative or part with a title | `title=Cat` |
//! | alternative with a single value | `const=cat` |
//! | parameter, in a path | `query=limit`, `path` |
//! | other alternative or part | `items=Cat`, `type=string`, `required=id`, `any` |
//! | another element with the same key | `type=string 2` |
//!
//! An element gets the first of its keys that is unique in its array, or else the last one.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use super::source_map::SourceMap;
use crate::base::pointer::escaped;

/// Members of the description whose elements have keys.
const KEYED: [&str; 5] = ["oneOf", "anyOf", "allOf", "parameters", "enum"];
/// Maximum length of a value in a key, in bytes.
const MAX_TEXT_LEN: usize = 100;
/// Maximum number of constant members that identify an alternative.
const MAX_CONSTANTS: usize = 8;
/// Maximum number of bytes of all pointers to arrays: elements of further arrays have no key.
const MAX_POINTER_BYTES: usize = 1 << 26;

/// The keys of elements, by the pointers that the stored description has for their arrays, and by position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ElementKeys(HashMap<String, BTreeMap<usize, String>>);

impl ElementKeys {
    /// Computes the keys of a document. The source map records which parts were moved. Elements of arrays with more than
    /// `max_elements` have no keys.
    pub(crate) fn new(document: &Value, source_map: &SourceMap, max_elements: usize) -> Self {
        let mut collector = KeyCollector {
            source_map,
            max_elements,
            pointer: String::new(),
            room: MAX_POINTER_BYTES,
            keys: HashMap::new(),
        };
        collector.value(document);
        Self(collector.keys)
    }

    /// Returns a location with keys instead of positions. An element without a key keeps its position; an existing key
    /// stays.
    #[must_use]
    pub fn place<'p>(&self, place: &'p str) -> Cow<'p, str> {
        let mut written = String::new();
        let (mut start, mut copied) = (0, 0);
        for (array, step) in positions(place) {
            // The included location follows the one that includes it.
            let pointer = place.get(start..array).unwrap_or_default();
            start += pointer.rfind("in /").map_or(0, |at| at + "in ".len());
            let position = step.split(['#', ' ']).next().unwrap_or_default();
            let elements = place.get(start..array).and_then(|array| self.0.get(array));
            if let Some(key) = elements.and_then(|elements| elements.get(&position.parse().ok()?)) {
                written.push_str(place.get(copied..=array).unwrap_or_default());
                written.push_str(key);
                copied = array + 1 + position.len();
            }
        }
        if copied == 0 {
            return Cow::Borrowed(place);
        }
        Cow::Owned(written + place.get(copied..).unwrap_or_default())
    }
}

/// Returns the segments of a location that begin with a position: the end of the pointer to the array, and the segment.
fn positions(place: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut end, mut before) = (0, "");
    place.split('/').filter_map(move |step| {
        let found =
            (KEYED.contains(&before) && step.starts_with(|sign: char| sign.is_ascii_digit())).then(|| (end - 1, step));
        end += step.len() + 1;
        before = step;
        found
    })
}

struct KeyCollector<'m> {
    source_map: &'m SourceMap,
    max_elements: usize,
    pointer: String,
    /// Remaining number of bytes for pointers.
    room: usize,
    keys: HashMap<String, BTreeMap<usize, String>>,
}

impl KeyCollector<'_> {
    fn below(&mut self, step: &str, visit: impl FnOnce(&mut Self)) {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(step);
        visit(self);
        self.pointer.truncate(length);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    self.below(&escaped(name), |collector| collector.member(name, member, members));
                }
            }
            Value::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    self.below(&index.to_string(), |collector| collector.value(element));
                }
            }
            _ => {}
        }
    }

    fn member(&mut self, name: &str, member: &Value, owner: &Map<String, Value>) {
        if let Some(elements) = member.as_array() {
            match name {
                "oneOf" | "anyOf" => {
                    let tag =
                        owner.get("discriminator").and_then(|tag| tag.get("propertyName")).and_then(Value::as_str);
                    let constants: Vec<Constants<'_>> = elements.iter().map(constants).collect();
                    let tags = tags(&constants, tag);
                    self.elements(
                        elements.iter().zip(&constants).map(|(element, own)| schema_keys(element, own, &tags)),
                    );
                    for (index, element) in elements.iter().enumerate() {
                        self.below(&format!("{index}/enum"), |collector| collector.values(element.get("enum")));
                    }
                }
                "allOf" => self.elements(elements.iter().map(|part| schema_keys(part, &[], &HashMap::new()))),
                "parameters" => self.elements(elements.iter().map(parameter_key)),
                _ => {}
            }
        }
        self.value(member);
    }

    /// Adds the values of an enumeration, each of which may become an alternative.
    fn values(&mut self, values: Option<&Value>) {
        let values = values.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default().iter();
        self.elements(values.map(|value| keyed("", &text(value)).into_iter().collect()));
    }

    fn elements(&mut self, elements: impl ExactSizeIterator<Item = Vec<String>>) {
        let count = elements.len();
        if count == 0 || count > self.max_elements || self.pointer.len() * count > self.room {
            return;
        }
        self.room -= self.pointer.len() * count;
        let all: Vec<Vec<String>> = elements.collect();
        let mut wanted: HashMap<&str, usize> = HashMap::new();
        all.iter().flatten().for_each(|key| *wanted.entry(key).or_default() += 1);
        let mut given: HashMap<&str, usize> = HashMap::new();
        for (index, keys) in all.iter().enumerate() {
            let own = keys.iter().find(|key| wanted.get(key.as_str()) == Some(&1)).or(keys.last());
            let Some(own) = own else { continue };
            let number = given.entry(own).and_modify(|number| *number += 1).or_insert(1);
            let key = if *number == 1 { own.clone() } else { format!("{own} {number}") };
            let stored = self.source_map.stored(&format!("{}/{index}", self.pointer));
            if let Some((array, position)) = stored.split_last()
                && let Ok(position) = position.parse()
            {
                self.keys.entry(array.to_string()).or_default().insert(position, escaped(&key));
            }
        }
    }
}

/// The constant members of an alternative, with their values.
type Constants<'v> = Vec<(&'v str, &'v Value)>;

fn constants(alternative: &Value) -> Constants<'_> {
    let members = alternative.get("properties").and_then(Value::as_object).into_iter().flatten();
    members.filter_map(|(name, member)| Some((name.as_str(), constant(member)?))).take(MAX_CONSTANTS).collect()
}

/// Returns the members that distinguish alternatives, with a rank. The property of the discriminator has the highest
/// rank, followed by members that are constant in most alternatives.
fn tags<'v>(constants: &[Constants<'v>], tag: Option<&str>) -> HashMap<&'v str, usize> {
    let mut ranks: HashMap<&str, usize> = HashMap::new();
    constants.iter().flatten().for_each(|(name, _)| *ranks.entry(name).or_default() += 1);
    ranks.retain(|name, count| *count > 1 || Some(*name) == tag);
    if let Some(rank) = tag.and_then(|tag| ranks.get_mut(tag)) {
        *rank = usize::MAX;
    }
    ranks
}

/// Returns the possible keys of an alternative or an `allOf` part, best first.
fn schema_keys(schema: &Value, constants: &[(&str, &Value)], tags: &HashMap<&str, usize>) -> Vec<String> {
    if let Some(name) = reference(schema) {
        return vec![format!("$ref={name}")];
    }
    let mut constants: Vec<&(&str, &Value)> = constants.iter().collect();
    constants.sort_unstable_by_key(|(name, _)| (Reverse(tags.get(name)), *name));
    let (tagged, others): (Vec<_>, Vec<_>) = constants.into_iter().partition(|(name, _)| tags.contains_key(name));
    let key = |(name, value): &(&str, &Value)| keyed(name, &text(value));
    let title = schema.get("title").and_then(Value::as_str).and_then(|title| keyed("title", title));
    let value = constant(schema).and_then(|value| keyed("const", &text(value)));
    let last = schema
        .get("items")
        .and_then(reference)
        .map(|name| format!("items={name}"))
        .or_else(|| Some(format!("type={}", schema.get("type")?.as_str()?)))
        .or_else(|| Some(format!("required={}", schema.get("required")?.as_array()?.first()?.as_str()?)));
    let keys = tagged.into_iter().filter_map(key).chain(title).chain(others.into_iter().filter_map(key));
    keys.chain(value).chain([last.unwrap_or_else(|| "any".to_owned())]).collect()
}

/// Returns the possible keys of a parameter. A path parameter is identified by its order only, since its name is not
/// sent. A referenced parameter is identified by its component.
fn parameter_key(parameter: &Value) -> Vec<String> {
    let member = |name: &str| parameter.get(name).and_then(Value::as_str);
    if member("in") == Some("path") {
        return vec!["path".to_owned()];
    }
    member("in").zip(member("name")).and_then(|(location, name)| keyed(location, name)).into_iter().collect()
}

/// Returns the name of the schema that a reference names.
fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

/// Returns the only value of a schema.
fn constant(schema: &Value) -> Option<&Value> {
    let only = || match schema.get("enum")?.as_array()?.as_slice() {
        [value] => Some(value),
        _ => None,
    };
    schema.get("const").or_else(only).filter(|value| value.is_string() || value.is_number() || value.is_boolean())
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn keyed(name: &str, text: &str) -> Option<String> {
    (name.len() + text.len() <= MAX_TEXT_LEN).then(|| format!("{name}={text}"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::ElementKeys;
    use crate::read::locations::SourceMap;

    fn places(document: &Value, places: &[&str]) -> Vec<String> {
        let keys = ElementKeys::new(document, &SourceMap::default(), 1_000);
        places.iter().map(|place| keys.place(place).into_owned()).collect()
    }

    #[test]
    fn elements_are_known_by_what_they_are() {
        let constant =
            |kind: &str| json!({ "properties": { "object": { "const": "it" }, "kind": { "enum": [kind] } } });
        let document = json!({ "a/b": { "oneOf": [
            { "$ref": "#/components/schemas/Cat" }, constant("cat"), constant("a/b"), { "title": "T", "type": "object" },
            { "enum": ["x", "y"] }, { "type": "string" }, { "type": "string" }
        ] }, "parameters": [{ "in": "query", "name": "limit" }] });
        let at = |index: usize| format!("/a~1b/oneOf/{index}");
        let written: Vec<String> = (0..8).map(at).collect();
        let written: Vec<&str> = written.iter().map(String::as_str).collect();
        let keys = ["$ref=Cat", "kind=cat", "kind=a~1b", "title=T", "any", "type=string", "type=string 2", "7"];
        assert_eq!(places(&document, &written), keys.map(|key| format!("/a~1b/oneOf/{key}")));
        assert_eq!(
            places(
                &document,
                &["/parameters/0/schema", "/a~1b/oneOf/4/enum/1#alternative", "/x#in /a~1b/oneOf/0 in /a~1b/oneOf/1#s"]
            ),
            [
                "/parameters/query=limit/schema",
                "/a~1b/oneOf/any/enum/=y#alternative",
                "/x#in /a~1b/oneOf/$ref=Cat in /a~1b/oneOf/kind=cat#s"
            ]
        );
    }

    #[test]
    fn keys_stay_as_they_are() {
        let document = json!({ "oneOf": [{ "const": 3 }], "components": { "parameters": { "0": {} } } });
        let written = ["/oneOf/const=3#alternative", "/components/parameters/0", "/other"];
        assert_eq!(places(&document, &written), written);
    }
}
