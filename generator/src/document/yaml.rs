//! YAML to a plain JSON value.
//!
//! JSON has text keys only: `200:` of a response and `true:` become text. Tags are dropped, merge keys are followed, and
//! numbers that JSON's reader cannot hold are kept as near as can be.

use std::cell::Cell;
use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as ReadError, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde_json::{Map, Number, Value};

/// Why there is no value.
pub(super) enum Error {
    /// Aliases make more of the text than is allowed.
    Expanded,
    /// The text is no YAML.
    Invalid(serde_yaml::Error),
}

/// About how many bytes a value takes besides its text: two characters are the least that one is written with.
const OF_VALUE: usize = 2;

/// Reads a text, of which the values come to so many bytes at most: what an alias stands for counts each time.
pub(super) fn read(text: &str, allowance: usize) -> Result<Value, Error> {
    let room = Room { left: Cell::new(allowance), is_used_up: Cell::new(false) };
    Yaml(&room).deserialize(serde_yaml::Deserializer::from_str(text)).map_err(|error| {
        // The reader counts too, but events only, and not what they hold.
        let is_expanded = room.is_used_up.get() || error.to_string().starts_with("repetition limit exceeded");
        if is_expanded { Error::Expanded } else { Error::Invalid(error) }
    })
}

/// How much may still be read.
struct Room {
    left: Cell<usize>,
    is_used_up: Cell<bool>,
}

/// Reads one value.
#[derive(Clone, Copy)]
struct Yaml<'r>(&'r Room);

impl Yaml<'_> {
    /// Takes room for a value with so many bytes of text.
    fn take<E: ReadError>(self, bytes: usize) -> Result<(), E> {
        let left = self.0.left.get().checked_sub(bytes.saturating_add(OF_VALUE));
        self.0.left.set(left.unwrap_or(0));
        left.map(drop).ok_or_else(|| {
            self.0.is_used_up.set(true);
            E::custom("aliases repeat too much")
        })
    }

    fn value<E: ReadError>(self, value: impl Into<Value>) -> Result<Value, E> {
        self.take(0).map(|()| value.into())
    }
}

impl<'de> DeserializeSeed<'de> for Yaml<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Yaml<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value of YAML")
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
        while let Some(element) = elements.next_element_seed(self)? {
            list.push(element);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        self.take(0)?;
        let mut object = Map::new();
        let mut merged = Vec::new();
        while let Some(key) = members.next_key_seed(self)? {
            let key = key_of(&key).ok_or_else(|| A::Error::custom("a key is no text, number or boolean"))?;
            let value = members.next_value_seed(self)?;
            if key == "<<" {
                merged.push(value);
            } else {
                object.insert(key, value);
            }
        }
        merged.into_iter().for_each(|defaults| merge(&mut object, defaults));
        Ok(Value::Object(object))
    }

    /// A value with a tag.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Value, A::Error> {
        let (_, value) = tagged.variant_seed(self)?;
        value.newtype_variant_seed(self)
    }
}

/// The merge key `<<` of YAML 1.1, which hand-written descriptions still use: what stands in the mapping wins.
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

fn key_of(key: &Value) -> Option<String> {
    match key {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) | Value::Null => Some(key.to_string()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Error;

    fn read(text: &str) -> Value {
        super::read(text, 1_000).ok().unwrap()
    }

    #[test]
    fn what_an_alias_stands_for_counts_each_time() {
        let text = |times: usize| format!("a: &a {}\nb: [{}]", "x".repeat(100), vec!["*a"; times].join(", "));
        assert_eq!(read(&text(8))["b"].as_array().unwrap().len(), 8);
        assert!(matches!(super::read(&text(10), 1_000), Err(Error::Expanded)));
        let maps = format!("a: &a {{x: 1, y: 2}}\nb: [{}]", vec!["*a"; 100].join(", "));
        assert!(matches!(super::read(&maps, 1_000), Err(Error::Expanded)));
        let bomb: String = (1..30).map(|i| format!("a{i}: &a{i} [*a{0}, *a{0}]\n", i - 1)).collect();
        assert!(matches!(super::read(&format!("a0: &a0 x\n{bomb}"), 1_000_000), Err(Error::Expanded)));
    }

    #[test]
    fn yaml_becomes_json() {
        assert_eq!(read("200: {a: yes, b: null, true: ~}"), json!({"200": {"a": "yes", "b": null, "true": null}}));
        assert_eq!(
            read("[!tag 1, -1, 1.5, .nan, 'x', !t [2], !u {a: 1}]"),
            json!([1, -1, 1.5, null, "x", [2], {"a": 1}])
        );
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
