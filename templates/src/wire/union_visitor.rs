//! The reading code that tagged unions share: each inspects the members of an object as they are read, or the tree that
//! it is handed.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::wire::tree::{Mode, Tree};

/// Buffered members of an object, in order.
#[derive(Default)]
pub(crate) struct Members(pub(crate) Vec<(String, Tree)>);

impl Members {
    /// Returns the object.
    pub(crate) fn to_value(&self) -> Value {
        let members = self.0.iter();
        Value::Object(
            members
                .map(|(key, value)| (key.clone(), value.to_value()))
                .collect(),
        )
    }
}

/// A union whose alternatives are selected by the members of an object.
pub(crate) trait Union: Sized {
    /// The type of the result.
    type Read;

    /// Formats the expected input, for messages.
    fn expecting(formatter: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Reads an object whose members are read one by one.
    fn read_members<'de, A: MapAccess<'de>>(members: A) -> Result<Self::Read, A::Error>;

    /// Reads an in-memory value.
    fn read_tree(tree: Tree) -> Result<Self::Read, serde_json::Error>;

    /// Reads a single string.
    fn read_text(text: &str) -> Self::Read {
        Self::unlisted(text.into())
    }

    /// Returns the result for a value that is none of the alternatives.
    fn unlisted(value: Value) -> Self::Read;

    /// Returns the result for such a value in memory. It is copied only if more is needed than to know that it can be
    /// read.
    fn unlisted_tree(tree: &Tree) -> Self::Read {
        Self::unlisted(match tree.mode() {
            Mode::Probe => Value::Null,
            _ => tree.to_value(),
        })
    }
}

/// Reads a union in one pass.
pub(crate) fn read<'de, T: Union, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T::Read, D::Error> {
    Tree::ask(deserializer, UnionVisitor::<T>(PhantomData))
}

struct UnionVisitor<T>(PhantomData<T>);

impl<'de, T: Union> Visitor<'de> for UnionVisitor<T> {
    type Value = T::Read;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::expecting(formatter)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<T::Read, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T::Read, A::Error> {
        T::read_members(members)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<T::Read, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            list.push(element);
        }
        Ok(T::unlisted(Value::Array(list)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T::Read, E> {
        Ok(T::read_text(text))
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<T::Read, E> {
        Ok(T::unlisted(flag.into()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T::Read, E> {
        Ok(T::unlisted(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T::Read, E> {
        Ok(T::unlisted(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T::Read, E> {
        Ok(T::unlisted(number.into()))
    }

    fn visit_unit<E: Error>(self) -> Result<T::Read, E> {
        match Tree::handed() {
            Some(tree) => T::read_tree(tree).map_err(E::custom),
            None => Ok(T::unlisted(Value::Null)),
        }
    }
}
