//! Reads numbers in the forms in which servers write them: `1.0` and `1.7e9` are integers, as JSON Schema says, and any
//! number may be in quotation marks. A point in time may lack its offset.

use std::fmt;
use std::str::FromStr;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde_json::value::RawValue;

use super::instant::instant;

/// The only member of a number with serde_json's feature `arbitrary_precision`, which another crate may enable. It holds
/// the text of the number.
pub(super) const NUMBER: &str = "$serde_json::private::Number";

/// A deserializer that reads numbers in all their forms.
#[doc(hidden)]
pub struct LenientDeserializer<D>(pub D);

/// A value that is read by [`LenientDeserializer`].
#[doc(hidden)]
pub struct LenientValue<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for LenientValue<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(LenientDeserializer(deserializer)).map(Self)
    }
}

/// Deserializes JSON.
///
/// # Errors
///
/// Returns an error if the text is not JSON or not of this type.
#[doc(hidden)]
pub fn from_json<'de, T: Deserialize<'de>>(text: &'de [u8]) -> Result<T, serde_json::Error> {
    serde_json::from_slice(text).map(|LenientValue(value)| value)
}

macro_rules! numbers {
    ($($deserialize:ident: $kind:ident,)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.deserialize_any(NumberVisitor { visitor, kind: Kind::$kind })
        })*
    };
}

macro_rules! large_numbers {
    ($($deserialize:ident: $number:ty => $visit:ident,)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            // Only their text holds all digits.
            let raw = Box::<RawValue>::deserialize(self.0)?;
            let text = raw.get().trim_matches('"');
            let exact = exact_integer::<$number>(text);
            match exact.or_else(|| whole(text.parse().ok()?).map(|number| number as $number)) {
                Some(number) => visitor.$visit(number),
                None => Err(D::Error::invalid_value(Unexpected::Other(text), &visitor)),
            }
        })*
    };
}

macro_rules! unchanged {
    ($($deserialize:ident)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$deserialize(visitor)
        })*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for LenientDeserializer<D> {
    type Error = D::Error;

    numbers! {
        deserialize_i8: Integer,
        deserialize_i16: Integer,
        deserialize_i32: Integer,
        deserialize_i64: Integer,
        deserialize_u8: Integer,
        deserialize_u16: Integer,
        deserialize_u32: Integer,
        deserialize_u64: Integer,
        deserialize_f32: Number,
        deserialize_f64: Number,
    }

    large_numbers! {
        deserialize_i128: i128 => visit_i128,
        deserialize_u128: u128 => visit_u128,
    }

    unchanged! {
        deserialize_any deserialize_bool deserialize_char deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_unit deserialize_identifier deserialize_ignored_any
    }

    /// Date libraries read text in this way, but strings that are kept are owned.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_str(InstantVisitor(visitor))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        // Unions request the deserializer itself.
        self.0.deserialize_newtype_struct(name, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_option(LenientAccess(visitor))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_seq(LenientAccess(visitor))
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(length, LenientAccess(visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0
            .deserialize_tuple_struct(name, length, LenientAccess(visitor))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(LenientAccess(visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        // An object reads its members leniently itself. Otherwise, each level would have another type.
        self.0.deserialize_struct(name, fields, visitor)
    }
}

/// The numbers that a type accepts.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Integer,
    Number,
}

struct NumberVisitor<V> {
    visitor: V,
    kind: Kind,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for NumberVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<V::Value, E> {
        self.visitor.visit_i64(number)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<V::Value, E> {
        self.visitor.visit_u64(number)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<V::Value, E> {
        let whole = whole(number).filter(|_| self.kind == Kind::Integer);
        match whole.map(|whole| (i64::try_from(whole), u64::try_from(whole))) {
            Some((Ok(whole), _)) => self.visitor.visit_i64(whole),
            Some((_, Ok(whole))) => self.visitor.visit_u64(whole),
            _ => self.visitor.visit_f64(number),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        if let Some(number) = exact_integer(text) {
            return self.visit_i64(number);
        }
        if let Some(number) = exact_integer(text) {
            return self.visit_u64(number);
        }
        // Infinity and "not a number" are no JSON numbers.
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => self.visit_f64(number),
            _ => self.visitor.visit_str(text),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut number: A) -> Result<V::Value, A::Error> {
        match number.next_entry::<String, String>() {
            Ok(Some((name, text))) if name == NUMBER => self.visit_str(&text),
            _ => Err(A::Error::invalid_type(Unexpected::Map, &self.visitor)),
        }
    }
}

struct InstantVisitor<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for InstantVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(formatter)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        self.0.visit_str(&instant(text))
    }
}

/// Returns the integer of a text such as `7` or `7.0`.
fn exact_integer<T: FromStr>(text: &str) -> Option<T> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_whole = !fraction.is_empty() && fraction.bytes().all(|digit| digit == b'0');
    whole.parse().ok().filter(|_| is_whole)
}

/// Returns a number without a fraction as an integer.
fn whole(number: f64) -> Option<i128> {
    // Larger `f64` values are not exact.
    let is_whole = number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_991.0;
    is_whole.then_some(number as i128)
}

/// Passes on the parts of a value, to be read in the same way.
struct LenientAccess<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for LenientAccess<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(formatter)
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(LenientDeserializer(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(LenientAccess(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(LenientAccess(members))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for LenientAccess<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(LenientAccess(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for LenientAccess<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(LenientAccess(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for LenientAccess<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(LenientDeserializer(deserializer))
    }
}
