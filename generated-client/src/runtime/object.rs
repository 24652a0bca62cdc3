//! Reading and writing JSON objects: one visitor and one key seed for all types, and a table for each type that says how
//! each member is written and when it may be absent.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor,
};
use serde::ser::{Serialize, SerializeMap};

/// A type that is an object on the wire.
#[doc(hidden)]
pub trait Object: Sized {
    /// What is to be known before it is read; one constant, since each costs the compiler time for every type.
    const SCHEMA: ObjectSchema;

    /// Reads the members.
    fn read<'de, A: MapAccess<'de>>(reader: &mut ObjectReader<'de, A>) -> Result<Self, A::Error>;
}

/// What is to be known of an object before it is read.
#[doc(hidden)]
pub struct ObjectSchema {
    /// The name of the type, for messages.
    pub name: &'static str,
    /// The names of its members on the wire.
    pub keys: &'static [&'static str],
    /// `true` if it keeps members that are not declared, so that their names are needed.
    pub keeps_others: bool,
}

/// Makes types objects: for each member its name on the wire, its field, and its kind, which says what its absence means;
/// or the constant that it always is. An attribute in front is for reading alone.
///
/// What it becomes names all by paths from where it stands, so that a file imports nothing for it.
macro_rules! object {
    ($(#[$reading:meta])? $name:ident {}) => {
        object!(@impl [$(#[$reading])?] $name [] []);
    };
    ($(#[$reading:meta])? $name:ident { .. $others:ident }) => {
        object!(@impl [$(#[$reading])?] $name [] [$others]);
    };
    ($(#[$reading:meta])? $name:ident { $($wire:literal = $constant:ident,)+ $(.. $others:ident)? }) => {
        object!(@impl [$(#[$reading])?] $name [$($wire = $constant,)+] [$($others)?]);
    };
    ($(#[$reading:meta])? $name:ident {
        $($wire:literal $(=> $field:ident: $kind:ident $(($default:expr))?)? $(= $constant:ident)?,)+
        $(.. $others:ident)?
    }) => {
        object!(@impl [$(#[$reading])?] $name [
            $($wire $(=> $field: $kind $(($default))?)? $(= $constant)?,)+
        ] [$($others)?]);
    };
    (@impl [$($reading:tt)*] $name:ident [
        $($wire:literal $(=> $field:ident: $kind:ident $(($default:expr))?)? $(= $constant:ident)?,)*
    ] [$($others:ident)?]) => {
        $($reading)*
        impl super::super::runtime::Object for types::$name {
            const SCHEMA: super::super::runtime::ObjectSchema = super::super::runtime::ObjectSchema {
                name: stringify!($name),
                keys: &[$($wire),*],
                keeps_others: object!(@keeps $($others)?),
            };

            fn read<'de, A: serde::de::MapAccess<'de>>(
                reader: &mut super::super::runtime::ObjectReader<'de, A>,
            ) -> Result<Self, A::Error> {
                object!(@read reader [$($wire $(=> $field: $kind $(($default))?)? $(= $constant)?,)*] [$($others)?])
            }
        }

        $($reading)*
        impl<'de> serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                super::super::runtime::read_object(deserializer)
            }
        }

        impl serde::ser::Serialize for types::$name {
            fn serialize<S: serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                object!(@write self serializer [
                    $($wire $(=> $field: $kind $(($default))?)? $(= $constant)?,)*
                ] [$($others)?])
            }
        }
    };
    (@keeps) => { false };
    (@keeps $others:ident) => { true };
    (@read $reader:ident [] []) => {{
        while $reader.key().is_some() {
            $reader.skip();
        }
        $reader.end()?;
        Ok(Self {})
    }};
    (@read $reader:ident [] [$others:ident]) => {{
        let mut $others = std::collections::BTreeMap::new();
        while $reader.key().is_some() {
            $reader.keep(&mut $others);
        }
        $reader.end()?;
        Ok(Self { $others })
    }};
    (@read $reader:ident [$($wire:literal = $constant:ident,)+] [$($others:ident)?]) => {{
        $(let mut $others = std::collections::BTreeMap::new();)?
        while let Some(index) = $reader.key() {
            if index < [$($wire),+].len() {
                $reader.skip();
            } else {
                object!(@other $reader $($others)?);
            }
        }
        $reader.end()?;
        Ok(Self { $($others)? })
    }};
    (@read $reader:ident [
        $($wire:literal $(=> $field:ident: $kind:ident $(($default:expr))?)? $(= $constant:ident)?,)+
    ] [$($others:ident)?]) => {{
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the members are called what the fields are")]
        enum Key { $($($field)? $($constant)?),+ }
        $($(let mut $field = super::super::runtime::Missing::$kind($($default)?);)?)+
        // Never so. It tells the types of the fields before they are used: to find them out at the end takes the compiler
        // time that grows with the square of their number.
        if let Some(known) = None::<Self> {
            $($($field = Some(known.$field);)?)+
        }
        $(let mut $others = std::collections::BTreeMap::new();)?
        while let Some(index) = $reader.key() {
            match [$(Key::$($field)? $($constant)?),+].get(index) {
                $($(Some(Key::$field) => $reader.$kind(&mut $field),)?)+
                $($(Some(Key::$constant) => $reader.skip(),)?)+
                None => object!(@other $reader $($others)?),
            }
        }
        $reader.end()?;
        let missing = 'missing: {
            $($(let Some($field) = $field else { break 'missing $wire };)?)+
            return Ok(Self { $($($field,)?)+ $($others)? });
        };
        Err(serde::de::Error::missing_field(missing))
    }};
    (@other $reader:ident) => { $reader.skip() };
    (@other $reader:ident $others:ident) => { $reader.keep(&mut $others) };
    (@write $self:ident $serializer:ident [] []) => {
        $serializer.collect_map(std::iter::empty::<((), ())>())
    };
    (@write $self:ident $serializer:ident [
        $($wire:literal $(=> $field:ident: $kind:ident $(($default:expr))?)? $(= $constant:ident)?,)*
    ] [$($others:ident)?]) => {{
        let mut members = super::super::runtime::ObjectWriter::new($serializer.serialize_map(None));
        $($(members.$kind($wire, &$self.$field);)? $(members.write($wire, &Self::$constant);)?)*
        $(for (key, value) in &$self.$others {
            members.write(key, value);
        })?
        members.end()
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
        write!(formatter, "an object for {}", T::SCHEMA.name)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        let ObjectSchema {
            keys, keeps_others, ..
        } = T::SCHEMA;
        T::read(&mut ObjectReader {
            map,
            keys: Keys {
                names: keys,
                expected: 0,
                keep: keeps_others,
                other: String::new(),
            },
            problem: None,
            lifetime: PhantomData,
        })
    }
}

/// The members of an object, one after the other. The first error stops reading and is returned at the end: a type with many
/// members would otherwise have as many ways out, which takes the compiler long.
#[doc(hidden)]
pub struct ObjectReader<'de, A: MapAccess<'de>> {
    map: A,
    keys: Keys,
    problem: Option<A::Error>,
    lifetime: PhantomData<&'de ()>,
}

impl<'de, A: MapAccess<'de>> ObjectReader<'de, A> {
    /// The index of the next member's name; one past the last for a name that is not declared. None at the end.
    pub fn key(&mut self) -> Option<usize> {
        if self.problem.is_some() {
            return None;
        }
        let key = self.map.next_key_seed(&mut self.keys);
        self.sound(key).flatten()
    }

    /// The value of the member whose name was read last.
    pub fn value<V: Deserialize<'de>>(&mut self) -> Option<V> {
        let value = self.map.next_value();
        self.sound(value)
    }

    /// Passes over the value of the member whose name was read last.
    pub fn skip(&mut self) {
        self.value::<IgnoredAny>();
    }

    /// Keeps the member whose name was read last and is not declared.
    pub fn keep<V: Deserialize<'de>>(&mut self, others: &mut BTreeMap<String, V>) {
        let key = std::mem::take(&mut self.keys.other);
        if let Some(value) = self.value() {
            others.insert(key, value);
        }
    }

    /// Ends the members, with the first problem if there was one.
    pub fn end(&mut self) -> Result<(), A::Error> {
        self.problem.take().map_or(Ok(()), Err)
    }

    fn sound<T>(&mut self, result: Result<T, A::Error>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problem) => {
                self.problem = Some(problem);
                None
            }
        }
    }
}

/// An object that is written, member by member; the first error is returned at the end.
#[doc(hidden)]
pub struct ObjectWriter<M: SerializeMap>(Result<M, M::Error>);

impl<M: SerializeMap> ObjectWriter<M> {
    /// An object that was begun.
    pub fn new(map: Result<M, M::Error>) -> Self {
        Self(map)
    }

    /// Writes a member.
    pub fn write<V: Serialize + ?Sized>(&mut self, key: &str, value: &V) {
        let Ok(map) = &mut self.0 else { return };
        if let Err(problem) = map.serialize_entry(key, value) {
            self.0 = Err(problem);
        }
    }

    /// Ends the object.
    pub fn end(self) -> Result<M::Ok, M::Error> {
        self.0.and_then(M::end)
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
