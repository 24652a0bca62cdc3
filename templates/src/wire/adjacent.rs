//! Unions with adjacent tags: the tag is in one member and the value in another.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Error, Value};

use crate::wire::trail::{self, Step};
use crate::wire::tree::Tree;
use crate::wire::union_visitor::{self, Members, Union};

/// Implements an adjacently tagged union: first the tags without a value and their variants, then the tags with a
/// value.
#[doc(hidden)]
#[macro_export]
macro_rules! adjacent_union {
    ($(#[$reading:meta])? $name:ident by $tag:literal content $content:literal {
        $(= $alone:literal => $unit:ident,)*
        $($value:literal => $variant:ident,)*
    }) => {
        $(#[$reading])?
        impl $crate::generated::Adjacent for types::$name {
            const TAG: &'static str = $tag;
            const CONTENT: &'static str = $content;
            const TAGS: &'static [&'static str] = &[$($value),*];

            fn read_as<'de, D: $crate::serde::de::Deserializer<'de>>(tag: &str, value: D) -> Result<Self, D::Error> {
                match tag {
                    $($value => $crate::serde::de::Deserialize::deserialize($crate::generated::LenientDeserializer::new(value))
                        .map(Self::$variant),)*
                    _ => $crate::serde::de::Deserialize::deserialize(value).map(Self::Unlisted),
                }
            }

            fn unit(tag: &str) -> Option<Self> {
                match tag {
                    $($alone => Some(Self::$unit),)*
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
                $crate::generated::read_adjacent(deserializer)
            }
        }

        impl $crate::serde::ser::Serialize for types::$name {
            fn serialize<S: $crate::serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$unit => serializer.collect_map([($tag, $alone)]),)*
                    $(Self::$variant(value) => {
                        $crate::generated::write_adjacent(serializer, [$tag, $value, $content], value)
                    })*
                    Self::Unlisted(value) => value.serialize(serializer),
                }
            }
        }
    };
}

/// A union whose tag is in the member next to the value.
#[doc(hidden)]
pub trait Adjacent: Sized {
    /// The property that selects the alternative.
    const TAG: &'static str;
    /// The member that holds the value.
    const CONTENT: &'static str;
    /// The tags that come with a value.
    const TAGS: &'static [&'static str];

    /// Reads the value that belongs to `tag`.
    fn read_as<'de, D: Deserializer<'de>>(tag: &str, value: D) -> Result<Self, D::Error>;

    /// Returns the alternative for a tag without a value.
    fn unit(tag: &str) -> Option<Self>;

    /// Returns the alternative for an unknown value.
    fn unlisted(value: Value) -> Self;
}

/// Reads a union in one pass. Members before the tag are buffered until the tag is read.
pub fn read_adjacent<'de, T: Adjacent, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    union_visitor::read::<ByTagAndContent<T>, D>(deserializer)
}

/// Writes a value next to its tag.
pub fn write_adjacent<T: Serialize, S: Serializer>(
    serializer: S,
    [tag, name, content]: [&'static str; 3],
    value: &T,
) -> Result<S::Ok, S::Error> {
    let mut members = serializer.serialize_map(Some(2))?;
    members.serialize_entry(tag, name)?;
    members.serialize_entry(content, value)?;
    members.end()
}

struct ByTagAndContent<T>(PhantomData<T>);

impl<T: Adjacent> Union for ByTagAndContent<T> {
    type Read = T;

    fn expecting(formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "an object with the members `{}` and `{}`",
            T::TAG,
            T::CONTENT
        )
    }

    fn read_members<'de, A: MapAccess<'de>>(mut members: A) -> Result<T, A::Error> {
        let mut before = Members::default();
        while let Some(key) = members.next_key::<String>()? {
            let tag = (key == T::CONTENT).then(|| member(&before, T::TAG));
            let tag = tag.flatten().and_then(Tree::scalar);
            if let Some(tag) = tag.and_then(known_tag::<T>) {
                let read = members.next_value_seed(Content::<T>(tag, PhantomData))?;
                while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                return Ok(read);
            }
            before.0.push((key, members.next_value()?));
        }
        let tag = member(&before, T::TAG).and_then(Tree::scalar);
        if let Some(tag) = tag.and_then(known_tag::<T>) {
            let missing = || A::Error::missing_field(T::CONTENT);
            let value = member(&before, T::CONTENT).ok_or_else(missing)?;
            let read = T::read_as(tag, value.clone()).map_err(A::Error::custom);
            return read.inspect_err(|_| trail::add(|| Step::Named(T::CONTENT.into())));
        }
        let unit = tag.and_then(Value::as_str).and_then(T::unit);
        Ok(unit.unwrap_or_else(|| T::unlisted(before.to_value())))
    }

    fn read_tree(tree: Tree) -> Result<T, Error> {
        let tag = tree.first_member(T::TAG);
        let tag = tag.as_ref().and_then(Tree::scalar);
        if let Some(tag) = tag.and_then(known_tag::<T>) {
            let missing = || Error::missing_field(T::CONTENT);
            let read = T::read_as(tag, tree.first_member(T::CONTENT).ok_or_else(missing)?);
            return read.inspect_err(|_| trail::add(|| Step::Named(T::CONTENT.into())));
        }
        match tag.and_then(Value::as_str).and_then(T::unit) {
            Some(unit) => Ok(unit),
            None => Ok(Self::unlisted_tree(&tree)),
        }
    }

    fn unlisted(value: Value) -> T {
        T::unlisted(value)
    }
}

/// Returns the value of a member. Of several, the first one counts, since it is read before the others are known.
fn member<'m>(members: &'m Members, key: &str) -> Option<&'m Tree> {
    let member = members.0.iter().find(|(known, _)| known == key);
    member.map(|(_, value)| value)
}

/// Returns the tag if it comes with a value.
fn known_tag<T: Adjacent>(tag: &Value) -> Option<&'static str> {
    let tag = tag.as_str()?;
    T::TAGS.iter().copied().find(|known| *known == tag)
}

/// Reads the value that belongs to a tag.
struct Content<T>(&'static str, PhantomData<T>);

impl<'de, T: Adjacent> DeserializeSeed<'de> for Content<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<T, D::Error> {
        let read = T::read_as(self.0, value);
        read.inspect_err(|_| trail::add(|| Step::Named(T::CONTENT.into())))
    }
}
