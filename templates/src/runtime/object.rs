//! Reading and writing JSON objects: one visitor and one key seed for all types, and a table for each type that says how
//! each member is written and when it may be absent.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor,
};

/// A type that is an object on the wire.
#[doc(hidden)]
pub trait Object: Sized {
    /// The name of the type, for messages.
    const NAME: &'static str;
    /// The names of its members on the wire.
    const KEYS: &'static [&'static str];
    /// Whether it keeps members that are not declared, so that their names are needed.
    const KEEPS_OTHERS: bool = false;

    /// Reads the members.
    fn read<'de, A: MapAccess<'de>>(entries: &mut Entries<'de, A>) -> Result<Self, A::Error>;
}

/// Makes types objects: for each member its name on the wire, its field, and what its absence means.
macro_rules! object {
    ($name:ident {}) => {
        object!(@impl $name [] []);
    };
    ($name:ident { $($wire:literal => $field:ident: $member:expr,)* }) => {
        object!(@impl $name [$($wire => $field: $member,)*] []);
    };
    ($name:ident { .. $others:ident }) => {
        object!(@impl $name [] [$others]);
    };
    ($name:ident { $($wire:literal => $field:ident: $member:expr,)* .. $others:ident }) => {
        object!(@impl $name [$($wire => $field: $member,)*] [$others]);
    };
    (@impl $name:ident [$($wire:literal => $field:ident: $member:expr,)*] [$($others:ident)?]) => {
        impl Object for types::$name {
            const NAME: &'static str = stringify!($name);
            const KEYS: &'static [&'static str] = &[$($wire),*];
            const KEEPS_OTHERS: bool = object!(@keeps $($others)?);

            fn read<'de, A: MapAccess<'de>>(entries: &mut Entries<'de, A>) -> Result<Self, A::Error> {
                object!(@read entries [$($wire => $field: $member,)*] [$($others)?])
            }
        }

        impl<'de> Deserialize<'de> for types::$name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                read_object(deserializer)
            }
        }

        impl Serialize for types::$name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                object!(@write self serializer [$($wire => $field: $member,)*] [$($others)?])
            }
        }
    };
    (@keeps) => { false };
    (@keeps $others:ident) => { true };
    (@read $entries:ident [] []) => {{
        while $entries.key()?.is_some() {
            $entries.skip()?;
        }
        Ok(Self {})
    }};
    (@read $entries:ident [] [$others:ident]) => {{
        let mut $others = std::collections::BTreeMap::new();
        while $entries.key()?.is_some() {
            $others.insert($entries.unknown_key(), $entries.value()?);
        }
        Ok(Self { $others })
    }};
    (@read $entries:ident [$($wire:literal => $field:ident: $member:expr,)+] [$($others:ident)?]) => {{
        #[allow(non_camel_case_types, reason = "the members are called what the fields are")]
        enum Key { $($field),+ }
        const ORDER: &[Key] = &[$(Key::$field),+];
        $(let mut $field = None;)+
        $(let mut $others = std::collections::BTreeMap::new();)?
        while let Some(index) = $entries.key()? {
            match ORDER.get(index) {
                $(Some(Key::$field) => $field = Some($member.read($entries)?),)+
                None => object!(@other $entries $($others)?),
            }
        }
        Ok(Self {
            $($field: match $field {
                Some(value) => value,
                None => $member.absent($wire)?,
            },)+
            $($others)?
        })
    }};
    (@other $entries:ident) => { $entries.skip()? };
    (@other $entries:ident $others:ident) => {{
        $others.insert($entries.unknown_key(), $entries.value()?);
    }};
    (@write $self:ident $serializer:ident [] []) => {
        $serializer.collect_map(std::iter::empty::<((), ())>())
    };
    (@write $self:ident $serializer:ident [$($wire:literal => $field:ident: $member:expr,)*] [$($others:ident)?]) => {{
        let mut map = $serializer.serialize_map(None)?;
        $($member.write(&mut map, $wire, &$self.$field)?;)*
        $(for (key, value) in &$self.$others {
            map.serialize_entry(key, value)?;
        })?
        map.end()
    }};
}
pub(crate) use object;

/// Reads an object.
#[doc(hidden)]
pub fn read_object<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(ObjectVisitor(PhantomData))
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object for {}", T::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        let keys = Keys {
            names: T::KEYS,
            expected: 0,
            keep: T::KEEPS_OTHERS,
            other: String::new(),
        };
        T::read(&mut Entries {
            map,
            keys,
            lifetime: PhantomData,
        })
    }
}

/// The members of an object, one after the other.
#[doc(hidden)]
pub struct Entries<'de, A> {
    map: A,
    keys: Keys,
    lifetime: PhantomData<&'de ()>,
}

impl<'de, A: MapAccess<'de>> Entries<'de, A> {
    /// The index of the next member's name; one past the last for a name that is not declared.
    pub fn key(&mut self) -> Result<Option<usize>, A::Error> {
        self.map.next_key_seed(&mut self.keys)
    }

    /// The value of the member whose name was read last.
    pub fn value<V: Deserialize<'de>>(&mut self) -> Result<V, A::Error> {
        self.map.next_value()
    }

    /// Passes over the value of the member whose name was read last.
    pub fn skip(&mut self) -> Result<(), A::Error> {
        self.map.next_value::<IgnoredAny>().map(|_| ())
    }

    /// The name that was read last, if it is not declared and the type keeps such members.
    pub fn unknown_key(&mut self) -> String {
        std::mem::take(&mut self.keys.other)
    }
}

/// Finds names among those that are declared. Servers send members in the order of the description, so the one after the
/// last is tried first.
struct Keys {
    names: &'static [&'static str],
    expected: usize,
    keep: bool,
    other: String,
}

impl<'de> DeserializeSeed<'de> for &mut Keys {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for &mut Keys {
    type Value = usize;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the name of a member")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        if self.names.get(self.expected) == Some(&name) {
            self.expected += 1;
            return Ok(self.expected - 1);
        }
        match self.names.iter().position(|known| *known == name) {
            Some(index) => {
                self.expected = index + 1;
                Ok(index)
            }
            None => {
                if self.keep {
                    name.clone_into(&mut self.other);
                }
                Ok(self.names.len())
            }
        }
    }
}
