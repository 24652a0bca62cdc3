//! Deserializes JSON and YAML into a JSON value, within a budget.
//!
//! Duplicate keys are recorded with their locations; the last value is used. YAML keys that are not strings are converted
//! (`200:`, `true:`), tags are dropped, merge keys are applied, and numbers that JSON cannot represent
//! are approximated.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as DeError, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

use crate::base::pointer::Pointer;

/// A value and its duplicate keys.
pub(super) struct Plain {
    pub(super) value: Value,
    /// The pointers of duplicate keys.
    pub(super) duplicates: Vec<Pointer>,
}

/// The reason why a text cannot be read.
pub(super) enum ReadError<E> {
    /// Aliases expand the text beyond the limit.
    Expanded,
    /// Long keys make the pointers to their values exceed the limit.
    LongLocations,
    /// The text is malformed.
    Invalid(E),
}

/// Approximate size of a value besides its string. Each value takes at least two bytes of the text.
const VALUE_OVERHEAD: usize = 2;

/// Approximate size of the index of an element in a location.
const INDEX_LEN: usize = 4;

/// Pointers up to this length do not count towards the limit. Real descriptions have no longer ones.
const FREE_LOCATION_LEN: usize = 512;

/// Reads JSON whose values take fewer than the allowed number of bytes.
pub(super) fn read_json(text: &str, allowance: usize) -> Result<Plain, ReadError<serde_json::Error>> {
    read(false, allowance, |value| {
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = value.deserialize(&mut reader)?;
        reader.end().map(|()| value)
    })
}

/// Reads YAML whose values take fewer than the allowed number of bytes. Each use of an
/// alias counts the size of its target.
pub(super) fn read_yaml(text: &str, allowance: usize) -> Result<Plain, ReadError<serde_yaml::Error>> {
    let result = read(true, allowance, |value| value.deserialize(serde_yaml::Deserializer::from_str(text)));
    result.map_err(|error| match error {
        // `serde_yaml` limits the number of events, not their size.
        ReadError::Invalid(error) if error.to_string().starts_with("repetition limit exceeded") => ReadError::Expanded,
        error => error,
    })
}

fn read<E>(
    has_merge_keys: bool,
    allowance: usize,
    read_value: impl FnOnce(ValueReader<'_>) -> Result<Value, E>,
) -> Result<Plain, ReadError<E>> {
    let (value_bytes, location_bytes) = (Cell::new(allowance), Cell::new(allowance));
    let state = ReadState { has_merge_keys, value_bytes, location_bytes, duplicates: RefCell::default() };
    match read_value(ValueReader { state: &state, location_len: 0 }) {
        Ok(value) => Ok(Plain { value, duplicates: to_pointers(state.duplicates.into_inner()) }),
        Err(_) if state.value_bytes.get() == 0 => Err(ReadError::Expanded),
        Err(_) if state.location_bytes.get() == 0 => Err(ReadError::LongLocations),
        Err(error) => Err(ReadError::Invalid(error)),
    }
}

/// State that is shared by the readers of all values.
struct ReadState {
    /// `true` if `<<` is the merge key, and not an ordinary key.
    has_merge_keys: bool,
    /// Remaining number of bytes for values, or zero once exhausted.
    value_bytes: Cell<usize>,
    /// Remaining number of bytes for locations, or zero once exhausted.
    location_bytes: Cell<usize>,
    /// The pointers of duplicate keys, each as its segments from the innermost to the outermost.
    duplicates: RefCell<Vec<Vec<String>>>,
}

fn to_pointers(duplicates: Vec<Vec<String>>) -> Vec<Pointer> {
    let pointer = |segments: Vec<String>| segments.iter().rev().fold(Pointer::root(), |above, name| above.child(name));
    duplicates.into_iter().map(pointer).collect()
}

/// Subtracts from a budget. An exhausted budget is zero.
fn charge<E: DeError>(budget: &Cell<usize>, bytes: usize) -> Result<(), E> {
    budget.set(budget.get().saturating_sub(bytes));
    if budget.get() == 0 { Err(E::custom("the values are too large")) } else { Ok(()) }
}

/// Reads one value.
#[derive(Clone, Copy)]
struct ValueReader<'s> {
    state: &'s ReadState,
    /// The length of the location of the value.
    location_len: usize,
}

impl<'s> ValueReader<'s> {
    /// Charges the budget for a value whose string has this length.
    fn charge<E: DeError>(self, len: usize) -> Result<(), E> {
        charge(&self.state.value_bytes, len.saturating_add(VALUE_OVERHEAD))?;
        charge(&self.state.location_bytes, self.location_len.saturating_sub(FREE_LOCATION_LEN))
    }

    fn value<E: DeError>(self, value: impl Into<Value>) -> Result<Value, E> {
        self.charge(0).map(|()| value.into())
    }

    /// Returns a reader for a value below a segment of the given length.
    fn child(self, len: usize) -> Self {
        Self { location_len: self.location_len + 1 + len, ..self }
    }

    /// Adds a segment to the pointers of all duplicate keys except the first `known`.
    fn add_segment(self, known: usize, segment: impl Fn() -> String) {
        self.state.duplicates.borrow_mut()[known..].iter_mut().for_each(|segments| segments.push(segment()));
    }

    fn duplicate_count(self) -> usize {
        self.state.duplicates.borrow().len()
    }
}

impl<'de> DeserializeSeed<'de> for ValueReader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueReader<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value of JSON or YAML")
    }

    fn visit_unit<E: DeError>(self) -> Result<Value, E> {
        self.value(Value::Null)
    }

    fn visit_none<E: DeError>(self) -> Result<Value, E> {
        self.value(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: DeError>(self, flag: bool) -> Result<Value, E> {
        self.value(flag)
    }

    fn visit_i64<E: DeError>(self, number: i64) -> Result<Value, E> {
        self.value(number)
    }

    fn visit_u64<E: DeError>(self, number: u64) -> Result<Value, E> {
        self.value(number)
    }

    fn visit_i128<E: DeError>(self, number: i128) -> Result<Value, E> {
        self.visit_f64(number as f64)
    }

    fn visit_u128<E: DeError>(self, number: u128) -> Result<Value, E> {
        self.visit_f64(number as f64)
    }

    fn visit_f64<E: DeError>(self, number: f64) -> Result<Value, E> {
        self.value(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: DeError>(self, text: &str) -> Result<Value, E> {
        self.charge(text.len())?;
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        self.charge(0)?;
        let mut list = Vec::new();
        let mut known = self.duplicate_count();
        while let Some(element) = elements.next_element_seed(self.child(INDEX_LEN))? {
            self.add_segment(known, || list.len().to_string());
            known = self.duplicate_count();
            list.push(element);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        self.charge(0)?;
        let mut object = Map::new();
        let mut merged = Vec::new();
        while let Some(key) = members.next_key_seed(self)? {
            let key = key_of(key).ok_or_else(|| A::Error::custom(NOT_A_KEY))?;
            let known = self.duplicate_count();
            let value = members.next_value_seed(self.child(key.len()))?;
            self.add_segment(known, || key.clone());
            match object.entry(key) {
                entry if self.state.has_merge_keys && entry.key() == "<<" => merged.push(value),
                Entry::Vacant(entry) => drop(entry.insert(value)),
                Entry::Occupied(mut entry) => {
                    self.state.duplicates.borrow_mut().push(vec![entry.key().clone()]);
                    entry.insert(value);
                }
            }
        }
        merged.into_iter().for_each(|defaults| merge(&mut object, defaults));
        Ok(Value::Object(object))
    }

    /// Reads a value with a tag.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Value, A::Error> {
        let (_, value) = tagged.variant_seed(self)?;
        value.newtype_variant_seed(self)
    }
}

/// Applies the merge key `<<` of YAML 1.1, which hand-written descriptions still use. The object's own
/// members take precedence over merged ones.
fn merge(object: &mut Map<String, Value>, defaults: Value) {
    match defaults {
        Value::Object(defaults) => {
            for (key, value) in defaults {
                object.entry(key).or_insert(value);
            }
        }
        Value::Array(several) => several.into_iter().for_each(|one| merge(object, one)),
        _ => {}
    }
}

const NOT_A_KEY: &str = "expected a string, a number, a boolean or null as a key, found an array or an object";

fn key_of(key: Value) -> Option<String> {
    match key {
        Value::String(text) => Some(text),
        Value::Number(_) | Value::Bool(_) | Value::Null => Some(key.to_string()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{NOT_A_KEY, ReadError, read_json, read_yaml};

    fn read(text: &str) -> Value {
        read_yaml(text, 1_000).ok().unwrap().value
    }

    #[test]
    fn each_use_of_an_alias_counts() {
        let text = |times: usize| format!("a: &a {}\nb: [{}]", "x".repeat(100), vec!["*a"; times].join(", "));
        assert_eq!(read(&text(8))["b"].as_array().unwrap().len(), 8);
        assert!(matches!(read_yaml(&text(10), 1_000), Err(ReadError::Expanded)));
        let maps = format!("a: &a {{x: 1, y: 2}}\nb: [{}]", vec!["*a"; 100].join(", "));
        assert!(matches!(read_yaml(&maps, 1_000), Err(ReadError::Expanded)));
        let bomb: String = (1..30).map(|i| format!("a{i}: &a{i} [*a{0}, *a{0}]\n", i - 1)).collect();
        assert!(matches!(read_yaml(&format!("a0: &a0 x\n{bomb}"), 1_000_000), Err(ReadError::Expanded)));
    }

    #[test]
    fn values_below_long_keys_are_bounded() {
        let text = |key: usize| format!("{{\"{}\": [{}]}}", "x".repeat(key), ["1"; 100].join(","));
        assert!(read_json(&text(500), 10_000).is_ok());
        assert!(read_json(&text(600), 10_000).is_ok_and(|read| read.duplicates.is_empty()));
        assert!(matches!(read_json(&text(700), 10_000), Err(ReadError::LongLocations)));
        assert!(matches!(read_yaml(&text(700), 10_000), Err(ReadError::LongLocations)));
    }

    #[test]
    fn duplicate_keys_are_reported() {
        let duplicates = |text: &str| -> Vec<String> {
            read_json(text, 1_000).ok().unwrap().duplicates.iter().map(ToString::to_string).collect()
        };
        let text = r#"{"a": 1, "b": [{"c/d": 1, "c/d": 2, "c/d": 3}], "a": {"a": 2}, "e": {"b": 1}}"#;
        assert_eq!(duplicates(text), ["/b/0/c~1d", "/b/0/c~1d", "/a"]);
        assert_eq!(read_json(text, 1_000).ok().unwrap().value, serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(duplicates("{}"), [""; 0]);
        assert_eq!(read_yaml("a: {x: 1, x: 2}", 1_000).ok().unwrap().duplicates[0].as_str(), "/a/x");
    }

    #[test]
    fn yaml_becomes_json() {
        assert_eq!(read("200: {a: yes, b: null, true: ~}"), json!({"200": {"a": "yes", "b": null, "true": null}}));
        assert_eq!(
            read("[!tag 1, -1, 1.5, .nan, 'x', !t [2], !u {a: 1}]"),
            json!([1, -1, 1.5, null, "x", [2], {"a": 1}])
        );
        let Err(ReadError::Invalid(error)) = read_yaml("? [a]\n: b", 1_000) else { panic!("a list is no key") };
        assert!(error.to_string().starts_with(NOT_A_KEY), "{error}");
        assert_eq!(read("-9223372036854775809"), json!(-9_223_372_036_854_775_809_f64));
        assert_eq!(read("18446744073709551615"), json!(u64::MAX));
    }

    #[test]
    fn merge_keys_are_applied() {
        let text = "a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\nc: {<<: [*a, {z: 4}]}";
        assert_eq!(read(text)["b"], json!({"y": 3, "x": 1}));
        assert_eq!(read(text)["c"], json!({"x": 1, "y": 2, "z": 4}));
    }
}
