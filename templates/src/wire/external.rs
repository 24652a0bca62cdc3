//! Externally tagged unions: the name of the only member, or a string, selects the alternative.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess};
use serde_json::{Error, Value};

use crate::wire::trail::{self, Step};
use crate::wire::tree::Tree;
use crate::wire::union_visitor::{self, Members, Union};

/// Implements an externally tagged union: first the strings with their variants, then the member names with theirs.
#[doc(hidden)]
#[macro_export]
macro_rules! external_union {
    ($(#[$reading:meta])? $name:ident {
        $(= $word:literal => $unit:ident,)*
        $($key:literal => $variant:ident,)*
    }) => {
        $(#[$reading])?
        impl $crate::generated::External for types::$name {
            const KEYS: &'static [&'static str] = &[$($key),*];

            fn read_as<'de, D: $crate::serde::de::Deserializer<'de>>(key: &str, value: D) -> Result<Self, D::Error> {
                match key {
                    $($key => $crate::serde::de::Deserialize::deserialize($crate::generated::LenientDeserializer::new(value))
                        .map(Self::$variant),)*
                    _ => $crate::serde::de::Deserialize::deserialize(value).map(Self::Unlisted),
                }
            }

            fn word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$unit),)*
                    _ => None,
                }
            }

            fn unlisted(value: $crate::serde_json::Value) -> Self {
                Self::Unlisted(value)
            }
        }

        $(#[$reading])?
        impl<'de> $crate::serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: $crate::serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::generated::read_external(deserializer)
            }
        }

        impl $crate::serde::ser::Serialize for types::$name {
            fn serialize<S: $crate::serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$unit => serializer.serialize_str($word),)*
                    $(Self::$variant(value) => serializer.collect_map([($key, value)]),)*
                    Self::Unlisted(value) => value.serialize(serializer),
                }
            }
        }
    };
}

/// A union that is selected by the name of its only member.
#[doc(hidden)]
pub trait External: Sized {
    /// The names of the alternatives that hold a value.
    const KEYS: &'static [&'static str];

    /// Reads the alternative with this name.
    fn read_as<'de, D: Deserializer<'de>>(key: &str, value: D) -> Result<Self, D::Error>;

    /// Returns the alternative for a string.
    fn word(word: &str) -> Option<Self>;

    /// Returns the alternative for an unknown value.
    fn unlisted(value: Value) -> Self;
}

/// Reads a union in one pass.
pub fn read_external<'de, T: External, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    union_visitor::read::<ByKey<T>, D>(deserializer)
}

struct ByKey<T>(PhantomData<T>);

impl<T: External> Union for ByKey<T> {
    type Read = T;

    fn expecting(formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "an object with one of the members {}",
            T::KEYS.join(", ")
        )
    }

    fn read_members<'de, A: MapAccess<'de>>(mut members: A) -> Result<T, A::Error> {
        let mut before = Members::default();
        while let Some(key) = members.next_key::<String>()? {
            if T::KEYS.contains(&key.as_str()) {
                let read = members.next_value_seed(Named::<T>(&key, PhantomData))?;
                while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                return Ok(read);
            }
            before.0.push((key, members.next_value()?));
        }
        Ok(T::unlisted(before.to_value()))
    }

    fn read_tree(tree: Tree) -> Result<T, Error> {
        if let Some(Value::String(text)) = tree.scalar() {
            return Ok(Self::read_text(text));
        }
        let known = tree
            .keys()
            .find_map(|key| T::KEYS.iter().find(|known| **known == key));
        match known.and_then(|key| Some((key, tree.member(key)?))) {
            Some((key, value)) => {
                let read = T::read_as(key, value);
                read.inspect_err(|_| trail::add(|| Step::Named((*key).into())))
            }
            None => Ok(Self::unlisted_tree(&tree)),
        }
    }

    fn read_text(text: &str) -> T {
        T::word(text).unwrap_or_else(|| T::unlisted(text.into()))
    }

    fn unlisted(value: Value) -> T {
        T::unlisted(value)
    }
}

/// Reads the value of the member with a name.
struct Named<'k, T>(&'k str, PhantomData<T>);

impl<'de, T: External> DeserializeSeed<'de> for Named<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<T, D::Error> {
        let read = T::read_as(self.0, value);
        read.inspect_err(|_| trail::add(|| Step::Named(self.0.into())))
    }
}
