//! Reads and writes JSON objects. All types share one visitor and one key seed; a table for each type specifies how
//! each member is written and when it may be absent.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor,
};
use serde::ser::{Serialize, SerializeMap};

use serde_json::Value;

use crate::wire::lenient::LenientAccess;
use crate::wire::object_schema::ObjectSchema;
use crate::wire::sightings;
use crate::wire::trail::{self, Step};
use crate::wire::tree::Tree;

/// A type that is a JSON object.
#[doc(hidden)]
pub trait Object: Sized {
    /// The schema of the object. It is a single constant, because each constant costs compile time for every type.
    const SCHEMA: ObjectSchema;

    /// Reads the members. A type that is only sent has no reader.
    fn read<'de, A: MapAccess<'de>>(_: &mut ObjectReader<'de, A>) -> Result<Self, A::Error> {
        Err(A::Error::custom("this type is only sent"))
    }
}

/// Implements [`Object`] for types. The name of the schema follows that of the type if they differ. A member is `field`, or `"wire" => field` if the names differ, and then `: kind` unless
/// it is required; the kind determines what absence means. `| numbers` also reads numbers as booleans. `"wire" = CONSTANT`
/// is a constant. An attribute applies to reading only.
///
/// The expansion refers to all items by path, so a file does not need any imports for it.
#[doc(hidden)]
#[macro_export]
macro_rules! object {
    ($(#[$reading:meta])? $name:ident $($described:literal)? {
        $(
            $($field:ident $(: $kind:ident $(($default:expr))?)? $(| $numbers:ident)?)?
            $(
                $wire:literal
                $(=> $renamed:ident $(: $of_renamed:ident $(($default_of_renamed:expr))?)? $(| $numbers_of_renamed:ident)?)?
                $(= $constant:ident)?
            )?,
        )*
        $(.. $others:ident)?
    }) => {
        object!(@impl [$(#[$reading])?] $name [$($described)?] [$(
            $(stringify!($field) => $field: $($kind $(($default))?)? required $(| $numbers)?)?
            $(
                $wire =>
                $($renamed: $($of_renamed $(($default_of_renamed))?)? required $(| $numbers_of_renamed)?)?
                $(= $constant)?
            )?,
        )*] [$($others)?]);
    };
    // The last comma may be left out.
    ($(#[$reading:meta])? $name:ident $($described:literal)? { $($members:tt)+ }) => {
        object!($(#[$reading])? $name $($described)? { $($members)+, });
    };
    (@impl [$($reading:tt)*] $name:ident [$($described:literal)?] [
        $($wire:expr => $($field:ident: $kind:ident $(($default:expr))? $(required)? $(| $numbers:ident)?)? $(= $constant:ident)?,)*
    ] [$($others:ident)?]) => {
        impl $crate::generated::Object for types::$name {
            const SCHEMA: $crate::generated::ObjectSchema = $crate::generated::ObjectSchema {
                name: stringify!($name),
                described: object!(@described $name $($described)?),
                keys: &[$($wire),*],
                required: &[$(
                    $($crate::generated::IsRequired::$kind)?
                    $($crate::generated::IsRequired::constant(stringify!($constant)))?
                ),*],
                keeps_others: object!(@keeps $($others)?),
            };

            $($reading)*
            fn read<'de, A: $crate::serde::de::MapAccess<'de>>(
                reader: &mut $crate::generated::ObjectReader<'de, A>,
            ) -> Result<Self, A::Error> {
                object!(@read reader [$($wire => $($field: $kind $(($default))? $(| $numbers)?)? $(= $constant)?,)*] [$($others)?])
            }
        }

        $($reading)*
        impl<'de> $crate::serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: $crate::serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::generated::read_object(deserializer)
            }
        }

        impl $crate::serde::ser::Serialize for types::$name {
            fn serialize<S: $crate::serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                object!(@write self serializer [$($wire => $($field: $kind)? $(= $constant)?,)*] [$($others)?])
            }
        }
    };
    (@described $name:ident) => { stringify!($name) };
    (@described $name:ident $described:literal) => { $described };
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
            object!(@other $reader $others);
        }
        $reader.end()?;
        Ok(Self { $others })
    }};
    (@read $reader:ident [$($wire:expr => = $constant:ident,)+] [$($others:ident)?]) => {{
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
        $($wire:expr => $($field:ident: $kind:ident $(($default:expr))? $(| $numbers:ident)?)? $(= $constant:ident)?,)+
    ] [$($others:ident)?]) => {{
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the members are called what the fields are")]
        enum Key { $($($field)? $($constant)?),+ }
        $($(let mut $field = $crate::generated::Missing::$kind($($default)?);)?)+
        // Never true; lets the compiler infer the field types early. Inferring them at the end takes time quadratic in
        // the number of fields.
        if let Some(known) = None::<Self> {
            $($($field = Some(known.$field);)?)+
        }
        $(let mut $others = std::collections::BTreeMap::new();)?
        while let Some(index) = $reader.key() {
            match [$(Key::$($field)? $($constant)?),+].get(index) {
                $($(Some(Key::$field) => $reader$(.$numbers())?.$kind(&mut $field),)?)+
                $($(Some(Key::$constant) => $reader.constant($wire, &Self::$constant),)?)+
                None => object!(@other $reader $($others)?),
            }
        }
        $reader.end()?;
        let missing = 'missing: {
            $($(let Some($field) = $field else { break 'missing $wire };)?)+
            return Ok(Self { $($($field,)?)+ $($others)? });
        };
        Err($reader.missing(missing))
    }};
    (@other $reader:ident) => { $reader.skip() };
    (@other $reader:ident $others:ident) => { $reader.keep(&mut $others) };
    (@write $self:ident $serializer:ident [] []) => {
        $serializer.collect_map(std::iter::empty::<((), ())>())
    };
    (@write $self:ident $serializer:ident [
        $($wire:expr => $($field:ident: $kind:ident)? $(= $constant:ident)?,)*
    ] [$($others:ident)?]) => {{
        let mut members = $crate::generated::ObjectWriter::new($serializer.serialize_map(None));
        $($(members.$kind($wire, &$self.$field);)? $(members.write($wire, &Self::$constant);)?)*
        $(for (key, value) in &$self.$others {
            members.write(key, value);
        })?
        members.end()
    }};
}

/// Values of constants that are longer are not part of a message.
const MAX_CONSTANT_LEN: usize = 60;

/// Reads an object.
pub fn read_object<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let ObjectSchema { name, keys, .. } = T::SCHEMA;
    deserializer.deserialize_struct(name, keys, ObjectVisitor(PhantomData))
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object for {}", T::SCHEMA.name)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::read(&mut ObjectReader {
            map,
            keys: Keys {
                schema: const { &T::SCHEMA },
                expected: 0,
                other: String::new(),
            },
            problem: None,
            contradicted: None,
            accepts_numbers: false,
            lifetime: PhantomData,
        })
    }
}

/// Reads the members of an object one by one. The first error stops reading and is returned at the end. Otherwise a
/// type with many members would have as many exits, which is slow to compile.
pub struct ObjectReader<'de, A: MapAccess<'de>> {
    map: A,
    keys: Keys,
    problem: Option<A::Error>,
    /// A constant that has another value, and both values.
    contradicted: Option<String>,
    /// `true` if 0 and 1 are booleans in the next value.
    accepts_numbers: bool,
    lifetime: PhantomData<&'de ()>,
}

impl<'de, A: MapAccess<'de>> ObjectReader<'de, A> {
    /// Returns the index of the next member name, one past the last for an undeclared name, or `None` at the end.
    pub fn key(&mut self) -> Option<usize> {
        if self.problem.is_some() {
            return None;
        }
        let key = self.map.next_key_seed(&mut self.keys);
        if key.is_err() {
            self.keys.expected = 0;
        }
        self.sound(key).flatten()
    }

    /// Returns the value of the declared member whose name was read last.
    pub fn value<V: Deserialize<'de>>(&mut self) -> Option<V> {
        let value = self.any_value();
        self.keys.note_member();
        value
    }

    fn any_value<V: Deserialize<'de>>(&mut self) -> Option<V> {
        let accepts_numbers = std::mem::take(&mut self.accepts_numbers);
        let seed = LenientAccess::new(PhantomData::<V>, accepts_numbers);
        let value = self.map.next_value_seed(seed);
        self.sound(value)
    }

    /// Reads 0 and 1 for the booleans of the next value.
    pub fn numbers(&mut self) -> &mut Self {
        self.accepts_numbers = true;
        self
    }

    /// Skips the value of the member whose name was read last.
    pub fn skip(&mut self) {
        if self.any_value::<IgnoredAny>().is_none() {
            self.keys.expected = 0;
        }
    }

    /// Skips the value of a constant, which may be another one. An untagged union then looks for an alternative that
    /// has this value.
    pub fn constant<C: Serialize>(&mut self, name: &str, constant: &C) {
        let (Some(Buffered(tree)), Ok(constant)) = (self.value(), serde_json::to_value(constant))
        else {
            return;
        };
        let found = tree.scalar();
        if found.is_some_and(|found| is_same(found, &constant)) {
            return;
        }
        tree.mislead();
        let is_short = |found: &&Value| {
            found
                .as_str()
                .is_none_or(|text| text.len() <= MAX_CONSTANT_LEN)
        };
        if let Some(found) = found.filter(is_short) {
            self.contradicted = Some(format!("`{name}` is {found}, not {constant}"));
        }
    }

    /// Returns the error for a missing member. A constant with another value is usually the reason, and not the
    /// description of the member.
    pub fn missing(&self, name: &'static str) -> A::Error {
        match &self.contradicted {
            None => {
                trail::add(|| Step::Absent(self.keys.schema, name));
                Error::missing_field(name)
            }
            Some(contradicted) => {
                Error::custom(format_args!("missing field `{name}`, and {contradicted}"))
            }
        }
    }

    /// Keeps the undeclared member whose name was read last.
    pub fn keep<V: Deserialize<'de>>(&mut self, others: &mut BTreeMap<String, V>) {
        let key = std::mem::take(&mut self.keys.other);
        let value = self.any_value();
        sightings::in_member(self.keys.schema, &key);
        match value {
            Some(value) => drop(others.insert(key, value)),
            None => {
                self.keys.expected = 0;
                self.keys.other = key;
            }
        }
    }

    /// Finishes reading and returns the first error, if there was one.
    pub fn end(&mut self) -> Result<(), A::Error> {
        match self.problem.take() {
            None => Ok(()),
            Some(problem) => {
                self.keys.add_to_trail();
                Err(problem)
            }
        }
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

/// A value that is compared with a constant.
struct Buffered(Tree);

impl<'de> Deserialize<'de> for Buffered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Tree::read(deserializer).map(Self)
    }
}

/// Returns `true` if a value is a constant, which servers may write in quotation marks or with a fraction of 0.
fn is_same(found: &Value, constant: &Value) -> bool {
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let number = found.as_f64();
    text(found) == text(constant) || (number.is_some() && number == constant.as_f64())
}

/// Writes an object member by member. The first error is returned at the end.
pub struct ObjectWriter<M: SerializeMap>(Result<M, M::Error>);

impl<M: SerializeMap> ObjectWriter<M> {
    /// Continues an object that was started.
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

    /// Finishes the object.
    pub fn end(self) -> Result<M::Ok, M::Error> {
        self.0.and_then(M::end)
    }
}

/// Looks up declared names. Servers usually send members in the order of the API description, so the name after the
/// last one is tried first.
struct Keys {
    schema: &'static ObjectSchema,
    /// The index after that of the last declared name; 0 if a problem is in none of them.
    expected: usize,
    /// The last undeclared name, if it is kept.
    other: String,
}

impl Keys {
    /// Names the member that was read last for values in it that are not listed.
    fn note_member(&self) {
        let index = self.expected.checked_sub(1);
        if let Some(name) = index.and_then(|index| self.schema.keys.get(index)) {
            sightings::in_member(self.schema, name);
        }
    }

    /// Adds the member that was read last to the trail of an error.
    fn add_to_trail(&self) {
        if let Some(index) = self.expected.checked_sub(1) {
            trail::add(|| Step::Member(self.schema, index));
        } else if !self.other.is_empty() {
            trail::add(|| Step::Named(self.other.as_str().into()));
        }
    }
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
        let names = self.schema.keys;
        if names.get(self.expected) == Some(&name) {
            self.expected += 1;
            return Ok(self.expected - 1);
        }
        match names.iter().position(|known| *known == name) {
            Some(index) => {
                self.expected = index + 1;
                Ok(index)
            }
            None => {
                sightings::undeclared(self.schema, name);
                if self.schema.keeps_others {
                    name.clone_into(&mut self.other);
                }
                Ok(names.len())
            }
        }
    }
}
