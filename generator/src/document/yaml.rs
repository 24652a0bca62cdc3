//! YAML to a plain JSON value.
//!
//! JSON has text keys only: `200:` of a response and `true:` become text. Tags are dropped, merge keys are followed, and
//! numbers that JSON's reader cannot hold are kept as near as can be.

use std::fmt;

use serde::de::{Deserialize, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde_json::{Map, Number, Value};

/// A JSON value that is read from YAML.
pub(super) struct Yaml(pub(super) Value);

impl<'de> Deserialize<'de> for Yaml {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(YamlVisitor)
    }
}

struct YamlVisitor;

impl<'de> Visitor<'de> for YamlVisitor {
    type Value = Yaml;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value of YAML")
    }

    fn visit_unit<E: Error>(self) -> Result<Yaml, E> {
        Ok(Yaml(Value::Null))
    }

    fn visit_none<E: Error>(self) -> Result<Yaml, E> {
        Ok(Yaml(Value::Null))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Yaml, D::Error> {
        Yaml::deserialize(deserializer)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Yaml, E> {
        Ok(Yaml(flag.into()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Yaml, E> {
        Ok(Yaml(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Yaml, E> {
        Ok(Yaml(number.into()))
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<Yaml, E> {
        self.visit_f64(number as f64)
    }

    fn visit_u128<E: Error>(self, number: u128) -> Result<Yaml, E> {
        self.visit_f64(number as f64)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Yaml, E> {
        Ok(Yaml(Number::from_f64(number).map_or(Value::Null, Value::Number)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Yaml, E> {
        Ok(Yaml(text.into()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Yaml, E> {
        Ok(Yaml(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Yaml, A::Error> {
        let mut list = Vec::new();
        while let Some(Yaml(element)) = elements.next_element()? {
            list.push(element);
        }
        Ok(Yaml(Value::Array(list)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Yaml, A::Error> {
        let mut object = Map::new();
        let mut merged = Vec::new();
        while let Some(Yaml(key)) = members.next_key()? {
            let key = key_of(&key).ok_or_else(|| A::Error::custom("a key is no text, number or boolean"))?;
            let Yaml(value) = members.next_value()?;
            if key == "<<" {
                merged.push(value);
            } else {
                object.insert(key, value);
            }
        }
        merged.into_iter().for_each(|defaults| merge(&mut object, defaults));
        Ok(Yaml(Value::Object(object)))
    }

    /// A value with a tag.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Yaml, A::Error> {
        let (Yaml(_), value) = tagged.variant()?;
        value.newtype_variant()
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

    fn read(text: &str) -> Value {
        serde_yaml::from_str::<super::Yaml>(text).unwrap().0
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
