//! Locates values in YAML text with `serde_yaml`, which also parses it.
//!
//! `serde_yaml` reports positions in errors only. So each key and scalar on the path to a value is rejected after it is
//! consumed, its position is taken from the error, and parsing continues. Aliases and merge keys are followed as they
//! are when the value is read.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as ReadError, IgnoredAny, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use serde_json::Value;

use super::pointer_tree::{Place, PointerTree, ROOT};

/// Returns the locations at the pointers, as far as the text is YAML.
pub(super) fn places(text: &str, pointers: &[&str]) -> Vec<Option<Place<usize>>> {
    let (wanted, nodes) = PointerTree::new(pointers);
    let walk = YamlWalk { wanted: RefCell::new(wanted), refused: Cell::new(None) };
    walk.wanted.borrow_mut().visit(ROOT, Place { key: None, value: None });
    let root = YamlNodeReader { walk: &walk, node: Some(ROOT), is_merged: false };
    let read = root.deserialize(serde_yaml::Deserializer::from_str(text)).map(Some);
    let mut wanted = walk.wanted.borrow_mut();
    if let Ok(Some(YamlNode { start: Some(start), .. })) = walk.complete(read) {
        wanted.set_value(ROOT, start);
    }
    let places: Vec<_> = nodes.into_iter().map(|node| wanted.nearest(node)).collect();
    offsets(text, &places)
}

/// A line and a column in characters, both from 1.
type Mark = (usize, usize);

struct YamlWalk {
    wanted: RefCell<PointerTree<Mark>>,
    /// The scalar that was refused to learn its position.
    refused: Cell<Option<Value>>,
}

/// A node that was read.
struct YamlNode {
    /// The first known position in it.
    start: Option<Mark>,
    scalar: Option<Value>,
}

impl YamlWalk {
    /// Turns the refusal of a scalar into the scalar and its position. Returns `None` at the end of a collection.
    fn complete<E: fmt::Display>(&self, read: Result<Option<Option<Mark>>, E>) -> Result<Option<YamlNode>, E> {
        match (read, self.refused.take()) {
            (Ok(read), _) => Ok(read.map(|start| YamlNode { start, scalar: None })),
            (Err(error), Some(scalar)) => Ok(Some(YamlNode { start: Some(mark_of(&error)), scalar: Some(scalar) })),
            (Err(error), None) => Err(error),
        }
    }
}

/// Returns the position that ends the message of an error. `serde_yaml` omits that of the first character.
fn mark_of(error: &impl fmt::Display) -> Mark {
    let message = error.to_string();
    let mark = message.rsplit_once(" at line ").and_then(|(_, mark)| mark.split_once(" column "));
    mark.and_then(|(line, column)| Some((line.parse().ok()?, column.parse().ok()?))).unwrap_or((1, 1))
}

/// Reads a node and records the requested locations in it. Its result is the first position in a collection.
#[derive(Clone, Copy)]
struct YamlNodeReader<'w> {
    walk: &'w YamlWalk,
    node: Option<usize>,
    /// `true` if the members are defaults, by a merge key.
    is_merged: bool,
}

impl YamlNodeReader<'_> {
    fn child(self, step: &str) -> Option<usize> {
        let wanted = self.walk.wanted.borrow();
        let child = wanted.child(self.node?, step)?;
        (!self.is_merged || !wanted.is_visited(child)).then_some(child)
    }

    fn at(self, node: Option<usize>) -> Self {
        Self { node, is_merged: false, ..self }
    }

    fn visit(self, child: usize, key: Option<Mark>) {
        self.walk.wanted.borrow_mut().visit(child, Place { key, value: None });
    }

    fn set_value(self, child: usize, value: Option<Mark>) {
        if let Some(value) = value {
            self.walk.wanted.borrow_mut().set_value(child, value);
        }
    }

    /// Returns `true` if nothing more can be found in a collection with this first position.
    fn is_done(self, start: Option<Mark>) -> bool {
        let is_wanted = self.node.is_some_and(|node| self.walk.wanted.borrow().has_children(node));
        start.is_some() && !is_wanted
    }

    fn refuse<E: ReadError>(self, scalar: impl Into<Value>) -> Result<Option<Mark>, E> {
        self.walk.refused.set(Some(scalar.into()));
        Err(E::custom(""))
    }

    /// Reads the value of a key, which is a scalar in all YAML that is accepted.
    fn read_value<'de, A: MapAccess<'de>>(self, key: &YamlNode, members: &mut A) -> Result<(), A::Error> {
        let name = match &key.scalar {
            Some(Value::String(name)) => name.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        };
        if name == "<<" {
            return self.walk.complete(members.next_value_seed(Self { is_merged: true, ..self }).map(Some)).map(drop);
        }
        let Some(child) = self.child(&name) else { return members.next_value::<IgnoredAny>().map(drop) };
        self.visit(child, key.start);
        let value = self.walk.complete(members.next_value_seed(self.at(Some(child))).map(Some))?;
        self.set_value(child, value.filter(|value| value.scalar.is_some()).and_then(|value| value.start));
        Ok(())
    }

    fn read_element<'de, A: SeqAccess<'de>>(
        self,
        index: usize,
        elements: &mut A,
    ) -> Result<Option<YamlNode>, A::Error> {
        if self.is_merged {
            return self.walk.complete(elements.next_element_seed(self));
        }
        let child = self.child(&index.to_string());
        child.into_iter().for_each(|child| self.visit(child, None));
        let element = self.walk.complete(elements.next_element_seed(self.at(child)))?;
        child.into_iter().for_each(|child| self.set_value(child, element.as_ref().and_then(|element| element.start)));
        Ok(element)
    }
}

impl<'de> DeserializeSeed<'de> for YamlNodeReader<'_> {
    type Value = Option<Mark>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<Mark>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for YamlNodeReader<'_> {
    type Value = Option<Mark>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a YAML node")
    }

    fn visit_unit<E: ReadError>(self) -> Result<Option<Mark>, E> {
        self.refuse(Value::Null)
    }

    fn visit_bool<E: ReadError>(self, flag: bool) -> Result<Option<Mark>, E> {
        self.refuse(flag)
    }

    fn visit_i64<E: ReadError>(self, number: i64) -> Result<Option<Mark>, E> {
        self.refuse(number)
    }

    fn visit_u64<E: ReadError>(self, number: u64) -> Result<Option<Mark>, E> {
        self.refuse(number)
    }

    fn visit_i128<E: ReadError>(self, number: i128) -> Result<Option<Mark>, E> {
        self.refuse(number as f64)
    }

    fn visit_u128<E: ReadError>(self, number: u128) -> Result<Option<Mark>, E> {
        self.refuse(number as f64)
    }

    fn visit_f64<E: ReadError>(self, number: f64) -> Result<Option<Mark>, E> {
        self.refuse(number)
    }

    fn visit_str<E: ReadError>(self, text: &str) -> Result<Option<Mark>, E> {
        self.refuse(text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Option<Mark>, A::Error> {
        let mut start = None;
        for index in 0.. {
            if self.is_done(start) {
                while elements.next_element::<IgnoredAny>()?.is_some() {}
                break;
            }
            let Some(element) = self.read_element(index, &mut elements)? else { break };
            start = start.or(element.start);
        }
        Ok(start)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Option<Mark>, A::Error> {
        let mut start = None;
        while let Some(key) = self.walk.complete(members.next_key_seed(self.at(None)))? {
            start = start.or(key.start);
            self.read_value(&key, &mut members)?;
            if self.is_done(start) {
                while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            }
        }
        Ok(start)
    }

    /// A node with a tag.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Option<Mark>, A::Error> {
        let (_, value) = tagged.variant::<IgnoredAny>()?;
        value.newtype_variant_seed(self)
    }
}

/// Converts marks to byte offsets, in one pass over the text.
fn offsets(text: &str, places: &[Option<Place<Mark>>]) -> Vec<Option<Place<usize>>> {
    let marks = places.iter().flatten().flat_map(|place| [place.key, place.value]).flatten();
    let mut offsets: std::collections::BTreeMap<Mark, usize> = marks.map(|mark| (mark, text.len())).collect();
    let mut left = offsets.iter_mut().peekable();
    let (mut line, mut column) = (1, 1);
    let mut characters = text.char_indices().peekable();
    while let Some((offset, character)) = characters.next() {
        while let Some((_, found)) = left.next_if(|(mark, _)| **mark <= (line, column)) {
            *found = offset;
        }
        // The line breaks of YAML 1.1.
        let is_break = match character {
            '\r' => characters.peek().is_none_or(|(_, next)| *next != '\n'),
            other => matches!(other, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}'),
        };
        (line, column) = if is_break { (line + 1, 1) } else { (line, column + 1) };
    }
    let offset = |mark: Option<Mark>| mark.and_then(|mark| offsets.get(&mark).copied());
    places
        .iter()
        .map(|place| place.map(|Place { key, value }| Place { key: offset(key), value: offset(value) }))
        .collect()
}
