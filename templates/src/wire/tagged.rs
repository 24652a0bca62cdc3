//! Internally tagged unions: a member of the object selects the alternative.

use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use crate::wire::find_member::lacks_member;
use crate::wire::inject::Inject;
use crate::wire::lenient::LenientDeserializer;
use crate::wire::sightings;
use crate::wire::tree::Tree;
use crate::wire::union_visitor::{self, Members, Union};

/// Implements an internally tagged union: first the tags without further members and their variants, then for each
/// other alternative its tags, its variant, and how it is written.
#[doc(hidden)]
#[macro_export]
macro_rules! tagged_union {
    ($(#[$reading:meta])? $name:ident by $tag:literal {
        $(= $alone:literal => $unit:ident,)*
        $($($value:literal)|+ => $variant:ident: $alternative:ident,)*
    }) => {
        $(#[$reading])?
        impl $crate::generated::Tagged for types::$name {
            const TAG: &'static str = $tag;

            fn read_as<'de, D: $crate::serde::de::Deserializer<'de>>(tag: &str, value: D) -> Result<Self, D::Error> {
                match tag {
                    $($alone => $crate::serde::de::Deserialize::deserialize(value).map(|$crate::serde::de::IgnoredAny| Self::$unit),)*
                    $($($value)|+ => {
                        $crate::generated::Alternative::read(&$crate::generated::$alternative, value)
                            .map(Self::$variant)
                    })*
                    _ => $crate::serde::de::Deserialize::deserialize(value).map(Self::Unlisted),
                }
            }

            fn unlisted(value: $crate::serde_json::Value) -> Self {
                Self::Unlisted(value)
            }
        }

        $(#[$reading])?
        impl<'de> $crate::serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: $crate::serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::generated::read_tagged(deserializer)
            }
        }

        impl $crate::serde::ser::Serialize for types::$name {
            fn serialize<S: $crate::serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$unit => serializer.collect_map([($tag, $alone)]),)*
                    $(Self::$variant(value) => $crate::generated::Alternative::write(
                        &$crate::generated::$alternative,
                        $tag,
                        [$($value),+][0],
                        value,
                        serializer,
                    ),)*
                    Self::Unlisted(value) => value.serialize(serializer),
                }
            }
        }
    };
}

/// Reads and writes an alternative of a tagged union.
#[doc(hidden)]
pub trait Alternative {
    /// Reads the alternative.
    fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        &self,
        value: D,
    ) -> Result<T, D::Error> {
        T::deserialize(LenientDeserializer::new(value))
    }

    /// Writes the alternative.
    fn write<T: Serialize, S: Serializer>(
        &self,
        tag: &'static str,
        name: &'static str,
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error>;
}

/// An object that declares the tag as its own member.
pub struct OwnTag;

impl Alternative for OwnTag {
    fn write<T: Serialize, S: Serializer>(
        &self,
        _: &'static str,
        _: &'static str,
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }
}

/// An object that does not have the tag. It is written before the members.
pub struct InjectedTag;

impl Alternative for InjectedTag {
    fn write<T: Serialize, S: Serializer>(
        &self,
        tag: &'static str,
        name: &'static str,
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(Inject {
            serializer,
            name: tag,
            value: name,
        })
    }
}

/// A value that does not declare the tag. It is inserted when the value is written.
pub struct InsertedTag;

impl Alternative for InsertedTag {
    fn write<T: Serialize, S: Serializer>(
        &self,
        tag: &'static str,
        name: &'static str,
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        // Its own tag, if it has one, is more specific.
        if lacks_member(value, tag) {
            InjectedTag.write(tag, name, value, serializer)
        } else {
            value.serialize(serializer)
        }
    }
}

/// A union that is selected by its tag.
#[doc(hidden)]
pub trait Tagged: Sized {
    /// The property that selects the alternative.
    const TAG: &'static str;

    /// Reads the alternative with this tag.
    fn read_as<'de, D: Deserializer<'de>>(tag: &str, value: D) -> Result<Self, D::Error>;

    /// Returns the alternative for a value without a known tag.
    fn unlisted(value: Value) -> Self;
}

/// Reads a union in one pass. Members before the tag are buffered until the tag is read.
pub fn read_tagged<'de, T: Tagged, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    union_visitor::read::<ByTag<T>, D>(deserializer)
}

struct ByTag<T>(PhantomData<T>);

impl<T: Tagged> Union for ByTag<T> {
    type Read = T;

    fn expecting(formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object with the member `{}`", T::TAG)
    }

    fn read_members<'de, A: MapAccess<'de>>(mut map: A) -> Result<T, A::Error> {
        let mut before = Members::default();
        while let Some(key) = map.next_key::<String>()? {
            let value: Tree = map.next_value()?;
            let tag = (key == T::TAG).then(|| tag(&value.to_value()));
            before.0.push((key, value));
            if let Some(tag) = tag {
                let replay = Replay {
                    tag: T::TAG,
                    before: before.0.into_iter(),
                    value: None,
                    rest: map,
                };
                return T::read_as(&tag, ObjectDeserializer(replay));
            }
        }
        Ok(T::unlisted(before.to_value()))
    }

    fn read_tree(tree: Tree) -> Result<T, serde_json::Error> {
        let tree = tree.enter(type_name::<T>())?;
        let value = tree.first_member(T::TAG);
        match value.as_ref().and_then(Tree::scalar).map(tag) {
            Some(tag) => T::read_as(&tag, tree.selected_by(T::TAG)),
            None => Ok(Self::unlisted_tree(&tree)),
        }
    }

    fn unlisted(value: Value) -> T {
        T::unlisted(value)
    }
}

/// Returns the tag in the form in which it is compared.
fn tag(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A deserializer for an object whose members are read one by one. It becomes a tree if a union requests one.
struct ObjectDeserializer<A>(A);

impl<'de, A: MapAccess<'de>> Deserializer<'de> for ObjectDeserializer<A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_map(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        // Any request by name gets a tree. Otherwise, unions with unions as alternatives would be instantiated without
        // end.
        Tree::build_object(self.0)?
            .deserialize_newtype_struct(name, visitor)
            .map_err(A::Error::custom)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_enum(MapAccessDeserializer::new(self.0))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// Yields the buffered members first, then the remaining ones without repeated tags: the first one has decided.
struct Replay<A> {
    tag: &'static str,
    before: std::vec::IntoIter<(String, Tree)>,
    value: Option<Tree>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Replay<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        mut seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        if let Some((key, value)) = self.before.next() {
            self.value = Some(value);
            return read_key(seed, &key, Some(self.tag)).map(Some);
        }
        let tag = self.tag;
        while let Some(key) = self.rest.next_key_seed(OtherKey { seed, tag })? {
            match key {
                Ok(key) => return Ok(Some(key)),
                Err(unused) => seed = unused,
            }
            let IgnoredAny = self.rest.next_value()?;
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(value).map_err(A::Error::custom),
            None => self.rest.next_value_seed(seed),
        }
    }
}

/// Reads a key. The union declares its tag, although its alternative may not.
pub(crate) fn read_key<'de, K: DeserializeSeed<'de>, E: Error>(
    seed: K,
    key: &str,
    tag: Option<&str>,
) -> Result<K::Value, E> {
    let sightings = sightings::len();
    let read = seed.deserialize(StrDeserializer::new(key));
    if Some(key) == tag {
        sightings::forget(sightings);
    }
    read
}

/// Reads a key with a seed, or returns the seed if the key is the tag.
struct OtherKey<K> {
    seed: K,
    tag: &'static str,
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for OtherKey<K> {
    type Value = Result<K::Value, K>;

    fn deserialize<D: Deserializer<'de>>(self, key: D) -> Result<Self::Value, D::Error> {
        key.deserialize_identifier(self)
    }
}

impl<'de, K: DeserializeSeed<'de>> Visitor<'de> for OtherKey<K> {
    type Value = Result<K::Value, K>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the name of a member")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        if key == self.tag {
            return Ok(Err(self.seed));
        }
        self.seed.deserialize(StrDeserializer::new(key)).map(Ok)
    }
}
