//! Deserializes from a tree. Unions request the tree itself by a special name; other types read it like any JSON.

use std::cell::Cell;
use std::fmt;

use serde::de::value::MapDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Error, Value};

use crate::wire::tagged::read_key;
use crate::wire::tree::Tree;

/// The name by which a union requests a tree. Other deserializers ignore it.
const NAME: &str = "$tree";

thread_local! {
    /// The tree that is being handed to a union. A visitor sees only the `Deserializer` trait, so the tree cannot be
    /// passed through `serde`.
    static HANDED: Cell<Option<Tree>> = const { Cell::new(None) };
}

impl Tree {
    /// Returns the tree of a deserializer: a part of an existing tree, or a new one.
    pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::ask(deserializer, TreeVisitor)
    }

    /// Lets a visitor read from a deserializer. For a part of a tree it is called without a value and gets the part
    /// from `handed`.
    pub fn ask<'de, D: Deserializer<'de>, V: Visitor<'de>>(
        deserializer: D,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        deserializer.deserialize_newtype_struct(NAME, visitor)
    }

    /// Takes the tree that was handed over, if any.
    pub fn handed() -> Option<Self> {
        HANDED.take()
    }

    fn content(self) -> Children {
        let (next, end) = self.span();
        Children {
            tree: self,
            next,
            end,
            value: None,
        }
    }
}

/// Takes the tree that was handed over, or builds one.
struct TreeVisitor;

macro_rules! visit_scalars {
    ($($visit:ident: $scalar:ty,)*) => {
        $(fn $visit<E: $crate::serde::de::Error>(self, scalar: $scalar) -> Result<Tree, E> {
            Ok(Tree::new(scalar.into()))
        })*
    };
}

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        Tree::build(deserializer)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Tree, A::Error> {
        Tree::build_object(members)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<Tree, A::Error> {
        Tree::build_array(elements)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Tree, E> {
        Ok(Tree::handed().unwrap_or_else(|| Tree::new(Value::Null)))
    }

    visit_scalars! {
        visit_bool: bool,
        visit_i64: i64,
        visit_u64: u64,
        visit_f64: f64,
        visit_str: &str,
    }
}

/// Scalars are deserialized by `serde_json`.
macro_rules! scalars {
    ($($deserialize:ident)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.scalar() {
                Some(value) => value.clone().$deserialize(visitor),
                None => self.deserialize_any(visitor),
            }
        })*
    };
}

/// Only the text of a large number holds all its digits.
macro_rules! large {
    ($($deserialize:ident: $number:ty => $visit:ident,)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.digits().and_then(|digits| digits.parse::<$number>().ok()) {
                Some(number) => visitor.$visit(number),
                None => self.deserialize_any(visitor),
            }
        })*
    };
}

/// Nothing is borrowed: the values own their data.
impl<'de> Deserializer<'de> for Tree {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if let Some(value) = self.scalar() {
            return value.clone().deserialize_any(visitor);
        }
        if self.is_array() {
            visitor.visit_seq(self.content())
        } else {
            visitor.visit_map(self.content())
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.scalar() {
            Some(Value::Null) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == NAME {
            HANDED.set(Some(self));
            return visitor.visit_unit();
        }
        if !name.starts_with('$') {
            return visitor.visit_newtype_struct(self);
        }
        // This is how `serde_json` passes on raw JSON text.
        let text = match self.digits() {
            Some(digits) => digits.to_owned(),
            None => self.to_value().to_string(),
        };
        visitor.visit_map(MapDeserializer::new(std::iter::once((name, text))))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.to_value().deserialize_enum(name, variants, visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    large! {
        deserialize_i128: i128 => visit_i128,
        deserialize_u128: u128 => visit_u128,
    }

    scalars! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit
        deserialize_seq deserialize_map deserialize_identifier
    }
}

/// Reads the members or elements of a value one by one.
struct Children {
    tree: Tree,
    /// The index of the next child.
    next: usize,
    end: usize,
    /// The index of the member whose name was read last.
    value: Option<usize>,
}

impl Children {
    fn advance(&mut self) -> Option<usize> {
        let at = self.next;
        (at < self.end).then(|| {
            self.next = self.tree.head(at).1;
            at
        })
    }
}

impl<'de> SeqAccess<'de> for Children {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let Some(at) = self.advance() else {
            return Ok(None);
        };
        seed.deserialize(self.tree.visit(at)?).map(Some)
    }
}

impl<'de> MapAccess<'de> for Children {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let at = loop {
            match self.advance() {
                Some(at) if self.tree.repeats_tag(at) => {}
                Some(at) => break at,
                None => return Ok(None),
            }
        };
        self.value = Some(at);
        let (key, _) = self.tree.head(at);
        read_key(seed, key, self.tree.tag()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let Some(at) = self.value.take() else {
            return Err(Error::custom("a value was read before its name"));
        };
        seed.deserialize(self.tree.visit(at)?)
    }
}
