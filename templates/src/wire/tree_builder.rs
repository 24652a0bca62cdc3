//! Builds trees from any deserializer. From JSON text, numbers keep all their digits.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::value::RawValue;
use serde_json::{Number, Value};

use crate::wire::lenient::NUMBER;
use crate::wire::tree::{Nodes, Tree};

impl Tree {
    /// Builds the tree of the value of a deserializer.
    pub(crate) fn build<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut nodes = Nodes::default();
        add(&mut nodes, String::new(), deserializer)?;
        Ok(Self::of_nodes(nodes))
    }

    /// Builds the tree of an object whose members are read one by one.
    pub(crate) fn build_object<'de, A: MapAccess<'de>>(members: A) -> Result<Self, A::Error> {
        let mut nodes = Nodes::default();
        Grow::new(&mut nodes, String::new()).visit_map(members)?;
        Ok(Self::of_nodes(nodes))
    }

    /// Builds the tree of an array whose elements are read one by one.
    pub(crate) fn build_array<'de, A: SeqAccess<'de>>(elements: A) -> Result<Self, A::Error> {
        let mut nodes = Nodes::default();
        Grow::new(&mut nodes, String::new()).visit_seq(elements)?;
        Ok(Self::of_nodes(nodes))
    }
}

/// A buffered value.
impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer)
    }
}

/// Adds the value of a deserializer to the nodes of a tree.
fn add<'de, D: Deserializer<'de>>(
    nodes: &mut Nodes,
    key: String,
    deserializer: D,
) -> Result<(), D::Error> {
    let mut is_plain = false;
    let asked = RawOrPlain {
        value: deserializer,
        nodes: &mut *nodes,
        key: &key,
        is_plain: &mut is_plain,
    };
    let raw = Box::<RawValue>::deserialize(asked);
    if is_plain {
        return Ok(());
    }
    let raw = raw?;
    let grow = Grow {
        digits: Some(&mut Digits(raw.get())),
        ..Grow::new(nodes, key)
    };
    let mut json = serde_json::Deserializer::from_str(raw.get());
    grow.deserialize(&mut json).map_err(D::Error::custom)
}

/// Requests JSON text. A deserializer of another format adds its value to the nodes instead, and fails.
struct RawOrPlain<'n, T> {
    value: T,
    nodes: &'n mut Nodes,
    key: &'n str,
    /// Set if the deserializer is of another format.
    is_plain: &'n mut bool,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for RawOrPlain<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.value.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let Self {
            value,
            nodes,
            key,
            is_plain,
        } = self;
        let visitor = RawOrPlain {
            value: visitor,
            nodes,
            key,
            is_plain,
        };
        value.deserialize_newtype_struct(name, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for RawOrPlain<'_, V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, raw: A) -> Result<V::Value, A::Error> {
        self.value.visit_map(raw)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<V::Value, D::Error> {
        deserializer.deserialize_any(Grow::new(self.nodes, self.key.to_owned()))?;
        *self.is_plain = true;
        Err(D::Error::custom("not JSON text"))
    }
}

/// Adds a value to the nodes of a tree.
struct Grow<'n, 't> {
    nodes: &'n mut Nodes,
    key: String,
    /// The numbers that follow in the JSON text; `None` if the value is not read from text that is at hand.
    digits: Option<&'n mut Digits<'t>>,
}

impl<'n> Grow<'n, '_> {
    fn new(nodes: &'n mut Nodes, key: String) -> Self {
        Self {
            nodes,
            key,
            digits: None,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Grow<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.digits.is_some() {
            deserializer.deserialize_any(self)
        } else {
            Tree::ask(deserializer, self)
        }
    }
}

impl Grow<'_, '_> {
    fn add<E>(self, value: impl Into<Value>) -> Result<(), E> {
        self.nodes.value(self.key, value.into());
        Ok(())
    }

    fn add_number<E>(self, number: impl Into<Value>) -> Result<(), E> {
        match self.digits.and_then(Iterator::next) {
            Some(digits) => self.nodes.number(self.key, number.into(), digits),
            None => self.nodes.value(self.key, number.into()),
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Grow<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        let mut next = members.next_key::<String>()?;
        if next.as_deref() == Some(NUMBER) {
            let number: Number = members
                .next_value::<String>()?
                .parse()
                .map_err(A::Error::custom)?;
            return self.add_number(number);
        }
        let at = self.nodes.object(self.key);
        while let Some(key) = next {
            members.next_value_seed(Grow {
                nodes: &mut *self.nodes,
                key,
                digits: self.digits.as_deref_mut(),
            })?;
            next = members.next_key()?;
        }
        self.nodes.end(at);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        let at = self.nodes.array(self.key);
        loop {
            let element = elements.next_element_seed(Grow {
                nodes: &mut *self.nodes,
                key: String::new(),
                digits: self.digits.as_deref_mut(),
            })?;
            if element.is_none() {
                self.nodes.end(at);
                return Ok(());
            }
        }
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<(), E> {
        self.add(flag)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.add_number(number)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.add_number(number)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        self.add_number(number)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.add(text)
    }

    fn visit_string<E: Error>(self, text: String) -> Result<(), E> {
        self.add(text)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        match Tree::handed() {
            Some(tree) => self.nodes.tree(self.key, &tree),
            None => self.nodes.value(self.key, Value::Null),
        }
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.add(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        add(self.nodes, self.key, value)
    }
}

/// The numbers of valid JSON text, in order.
struct Digits<'t>(&'t str);

impl<'t> Iterator for Digits<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.0;
        let mut bytes = text.bytes().enumerate();
        let mut in_string = false;
        let start = loop {
            let (at, byte) = bytes.next()?;
            match byte {
                b'"' => in_string = !in_string,
                b'\\' => drop(bytes.next()),
                b'-' | b'0'..=b'9' if !in_string => break at,
                _ => {}
            }
        };
        let number = &text[start..];
        let is_end = |c: char| !matches!(c, '+' | '-' | '.' | '0'..='9' | 'E' | 'e');
        let (number, rest) = number.split_at(number.find(is_end).unwrap_or(number.len()));
        self.0 = rest;
        Some(number)
    }
}
