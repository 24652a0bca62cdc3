//! Parses text into a plain JSON value.
//!
//! A duplicate key of an object is recorded with its location, and the last value is used. YAML keys become strings
//! (`200:` of a response, `true:`), tags are dropped, merge keys are applied, and numbers that JSON cannot represent
//! are approximated.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as ReadError, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

use crate::pointer::Pointer;

/// A value and its duplicate keys.
pub(super) struct Plain {
    pub(super) value: Value,
    /// The locations of duplicate keys.
    pub(super) repeated: Vec<Pointer>,
}

/// The reason why a text cannot be read.
pub(super) enum Error<E> {
    /// Aliases expand the text beyond the limit.
    Expanded,
    /// The locations of the values exceed the limit, since they contain long keys.
    LongPlaces,
    /// The text is malformed.
    Invalid(E),
}

/// Approximate size of a value in addition to its text: a value is written with at least two characters.
const OF_VALUE: usize = 2;

/// Approximate size of the index of an element in a location.
const OF_INDEX: usize = 4;

/// Length of a location that is free of charge. All stages store the locations of what they report; those of real
/// descriptions are shorter.
const OF_PLACE: usize = 512;

/// Reads JSON whose values take fewer than the allowed number of bytes.
pub(super) fn read_json(text: &str, allowance: usize) -> Result<Plain, Error<serde_json::Error>> {
    read(false, allowance, |value| {
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = value.deserialize(&mut reader)?;
        reader.end().map(|()| value)
    })
}

/// Reads YAML whose values take fewer than the allowed number of bytes. The target of an alias counts each time.
pub(super) fn read_yaml(text: &str, allowance: usize) -> Result<Plain, Error<serde_yaml::Error>> {
    let read = read(true, allowance, |value| value.deserialize(serde_yaml::Deserializer::from_str(text)));
    read.map_err(|error| match error {
        // The parser has a limit of its own, but it counts events and not their content.
        Error::Invalid(error) if error.to_string().starts_with("repetition limit exceeded") => Error::Expanded,
        error => error,
    })
}

fn read<E>(
    merges: bool,
    allowance: usize,
    value: impl FnOnce(ValueReader<'_>) -> Result<Value, E>,
) -> Result<Plain, Error<E>> {
    let left = || Cell::new(allowance);
    let seen = ExpansionBudget { merges, room: left(), places: left(), repeated: RefCell::default() };
    match value(ValueReader { seen: &seen, place: 0 }) {
        Ok(value) => Ok(Plain { value, repeated: places(seen.repeated.into_inner()) }),
        Err(_) if seen.room.get() == 0 => Err(Error::Expanded),
        Err(_) if seen.places.get() == 0 => Err(Error::LongPlaces),
        Err(error) => Err(Error::Invalid(error)),
    }
}

/// State that is shared by the readers of all values.
struct ExpansionBudget {
    /// `true` if `<<` is the merge key, and not an ordinary key.
    merges: bool,
    /// Remaining number of bytes for values, or zero once exhausted.
    room: Cell<usize>,
    /// Remaining number of bytes for locations.
    places: Cell<usize>,
    /// The segments of the locations of duplicate keys, last one first.
    repeated: RefCell<Vec<Vec<String>>>,
}

fn places(repeated: Vec<Vec<String>>) -> Vec<Pointer> {
    let place = |steps: Vec<String>| steps.iter().rev().fold(Pointer::root(), |place, step| place.child(step));
    repeated.into_iter().map(place).collect()
}

/// Reads one value.
#[derive(Clone, Copy)]
struct ValueReader<'s> {
    seen: &'s ExpansionBudget,
    /// The length of the location of the value.
    place: usize,
}

impl<'s> ValueReader<'s> {
    /// Charges a value with a text of the given length.
    fn take<E: ReadError>(self, bytes: usize) -> Result<(), E> {
        let take = |room: &Cell<usize>, bytes: usize| {
            room.set(room.get().saturating_sub(bytes));
            if room.get() == 0 { Err(E::custom("the values are too large")) } else { Ok(()) }
        };
        take(&self.seen.room, bytes.saturating_add(OF_VALUE))?;
        take(&self.seen.places, self.place.saturating_sub(OF_PLACE))
    }

    fn value<E: ReadError>(self, value: impl Into<Value>) -> Result<Value, E> {
        self.take(0).map(|()| value.into())
    }

    /// Returns a reader for a value below a segment of the given length.
    fn below(self, step: usize) -> Self {
        Self { place: self.place + 1 + step, ..self }
    }

    /// Adds a segment to the locations of the duplicate keys found since there were `known`.
    fn step(self, known: usize, step: impl Fn() -> String) {
        self.seen.repeated.borrow_mut()[known..].iter_mut().for_each(|steps| steps.push(step()));
    }

    fn repeated(self) -> usize {
        self.seen.repeated.borrow().len()
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

    fn visit_unit<E: ReadError>(self) -> Result<Value, E> {
        self.value(Value::Null)
    }

    fn visit_none<E: ReadError>(self) -> Result<Value, E> {
        self.value(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: ReadError>(self, flag: bool) -> Result<Value, E> {
        self.value(flag)
    }

    fn visit_i64<E: ReadError>(self, number: i64) -> Result<Value, E> {
        self.value(number)
    }

    fn visit_u64<E: ReadError>(self, number: u64) -> Result<Value, E> {
        self.value(number)
    }

    fn visit_i128<E: ReadError>(self, number: i128) -> Result<Value, E> {
        self.visit_f64(number as f64)
    }

    fn visit_u128<E: ReadError>(self, number: u128) -> Result<Value, E> {
        self.visit_f64(number as f64)
    }

    fn visit_f64<E: ReadError>(self, number: f64) -> Result<Value, E> {
        self.value(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: ReadError>(self, text: &str) -> Result<Value, E> {
        self.take(text.len())?;
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        self.take(0)?;
        let mut list = Vec::new();
        let mut known = self.repeated();
        while let Some(element) = elements.next_element_seed(self.below(OF_INDEX))? {
            self.step(known, || list.len().to_string());
            known = self.repeated();
            list.push(element);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        self.take(0)?;
        let mut object = Map::new();
        let mut merged = Vec::new();
        while let Some(key) = members.next_key_seed(self)? {
            let key = key_of(key).ok_or_else(|| A::Error::custom(NOT_A_KEY))?;
            let known = self.repeated();
            let value = members.next_value_seed(self.below(key.len()))?;
            self.step(known, || key.clone());
            match object.entry(key) {
                entry if self.seen.merges && entry.key() == "<<" => merged.push(value),
                Entry::Vacant(entry) => drop(entry.insert(value)),
                Entry::Occupied(mut entry) => {
                    self.seen.repeated.borrow_mut().push(vec![entry.key().clone()]);
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

/// Applies the merge key `<<` of YAML 1.1, which hand-written descriptions still use. Members of the mapping win.
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

    use super::{Error, NOT_A_KEY, read_json, read_yaml};

    fn read(text: &str) -> Value {
        read_yaml(text, 1_000).ok().unwrap().value
    }

    #[test]
    fn what_an_alias_stands_for_counts_each_time() {
        let text = |times: usize| format!("a: &a {}\nb: [{}]", "x".repeat(100), vec!["*a"; times].join(", "));
        assert_eq!(read(&text(8))["b"].as_array().unwrap().len(), 8);
        assert!(matches!(read_yaml(&text(10), 1_000), Err(Error::Expanded)));
        let maps = format!("a: &a {{x: 1, y: 2}}\nb: [{}]", vec!["*a"; 100].join(", "));
        assert!(matches!(read_yaml(&maps, 1_000), Err(Error::Expanded)));
        let bomb: String = (1..30).map(|i| format!("a{i}: &a{i} [*a{0}, *a{0}]\n", i - 1)).collect();
        assert!(matches!(read_yaml(&format!("a0: &a0 x\n{bomb}"), 1_000_000), Err(Error::Expanded)));
    }

    #[test]
    fn values_below_long_keys_are_bounded() {
        let text = |key: usize| format!("{{\"{}\": [{}]}}", "x".repeat(key), ["1"; 100].join(","));
        assert!(read_json(&text(500), 10_000).is_ok());
        assert!(read_json(&text(600), 10_000).is_ok_and(|read| read.repeated.is_empty()));
        assert!(matches!(read_json(&text(700), 10_000), Err(Error::LongPlaces)));
        assert!(matches!(read_yaml(&text(700), 10_000), Err(Error::LongPlaces)));
    }

    #[test]
    fn keys_that_stand_twice_are_reported() {
        let places = |text: &str| -> Vec<String> {
            read_json(text, 1_000).ok().unwrap().repeated.iter().map(ToString::to_string).collect()
        };
        let text = r#"{"a": 1, "b": [{"c/d": 1, "c/d": 2, "c/d": 3}], "a": {"a": 2}, "e": {"b": 1}}"#;
        assert_eq!(places(text), ["/b/0/c~1d", "/b/0/c~1d", "/a"]);
        assert_eq!(read_json(text, 1_000).ok().unwrap().value, serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(places("{}"), [""; 0]);
        assert_eq!(read_yaml("a: {x: 1, x: 2}", 1_000).ok().unwrap().repeated[0].as_str(), "/a/x");
    }

    #[test]
    fn yaml_becomes_json() {
        assert_eq!(read("200: {a: yes, b: null, true: ~}"), json!({"200": {"a": "yes", "b": null, "true": null}}));
        assert_eq!(
            read("[!tag 1, -1, 1.5, .nan, 'x', !t [2], !u {a: 1}]"),
            json!([1, -1, 1.5, null, "x", [2], {"a": 1}])
        );
        let Err(Error::Invalid(error)) = read_yaml("? [a]\n: b", 1_000) else { panic!("a list is no key") };
        assert!(error.to_string().starts_with(NOT_A_KEY), "{error}");
        assert_eq!(read("-9223372036854775809"), json!(-9_223_372_036_854_775_809_f64));
        assert_eq!(read("18446744073709551615"), json!(u64::MAX));
    }

    #[test]
    fn merge_keys_are_followed() {
        let text = "a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\nc: {<<: [*a, {z: 4}]}";
        assert_eq!(read(text)["b"], json!({"y": 3, "x": 1}));
        assert_eq!(read(text)["c"], json!({"x": 1, "y": 2, "z": 4}));
    }
}
