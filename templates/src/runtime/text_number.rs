//! Numbers that some servers send as strings: both forms are read, and numbers are written.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::value::{F64Deserializer, I64Deserializer, I128Deserializer, U64Deserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// A number, or a type that contains numbers.
#[doc(hidden)]
pub trait ReadNumber: Sized {
    /// Reads a value from numbers or strings.
    fn read_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl ReadNumber for $number {
            fn read_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(NumberVisitor(PhantomData))
            }
        })*
    };
}

numbers!(i8, i16, i32, i64, i128, u8, u16, u32, u64, f32, f64);

struct NumberVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + FromStr<Err: fmt::Display>> Visitor<'de> for NumberVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number, or a text that is one")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        T::deserialize(I64Deserializer::new(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        T::deserialize(U64Deserializer::new(number))
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<T, E> {
        T::deserialize(I128Deserializer::new(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        T::deserialize(F64Deserializer::new(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

impl<T: ReadNumber> ReadNumber for Option<T> {
    fn read_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read: Option<OfNumbers<T>> = Option::deserialize(deserializer)?;
        Ok(read.map(|OfNumbers(value)| value))
    }
}

impl<T: ReadNumber> ReadNumber for Vec<T> {
    fn read_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: ReadNumber> Visitor<'de> for ListVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Vec<T>, A::Error> {
        let mut read = Vec::new();
        while let Some(OfNumbers(element)) = elements.next_element()? {
            read.push(element);
        }
        Ok(read)
    }
}

impl<T: ReadNumber> ReadNumber for BTreeMap<String, T> {
    fn read_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

struct MapVisitor<T>(PhantomData<T>);

impl<'de, T: ReadNumber> Visitor<'de> for MapVisitor<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object of numbers")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<BTreeMap<String, T>, A::Error> {
        let mut read = BTreeMap::new();
        while let Some((key, OfNumbers(member))) = members.next_entry()? {
            read.insert(key, member);
        }
        Ok(read)
    }
}

/// A wrapper that deserializes a type that contains numbers.
#[doc(hidden)]
pub struct OfNumbers<T>(pub(super) T);

impl<'de, T: ReadNumber> Deserialize<'de> for OfNumbers<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read_number(deserializer).map(Self)
    }
}

/// Returns the value of numbers that are also read from text.
#[doc(hidden)]
pub fn unquoted<T>(OfNumbers(value): OfNumbers<T>) -> T {
    value
}
