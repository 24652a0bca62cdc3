//! Reads numbers in the forms in which servers write them: `1.0` and `1.7e9` are integers, as JSON Schema says, and any
//! number may be in quotation marks. A point in time may lack its offset.

use std::fmt;
use std::str::FromStr;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde_json::value::RawValue;

use crate::wire::instant::InstantVisitor;
use crate::wire::json::without_mark;
use crate::wire::sightings;
use crate::wire::trail::{self, Step};

/// The only member of a number with serde_json's feature `arbitrary_precision`, which another crate may enable. It holds
/// the text of the number.
pub(crate) const NUMBER: &str = "$serde_json::private::Number";

/// A deserializer that reads numbers in all their forms.
pub struct LenientDeserializer<D> {
    inner: D,
    /// `true` if 0 and 1 are booleans.
    accepts_numbers: bool,
}

impl<D> LenientDeserializer<D> {
    /// Creates a deserializer for which numbers are not booleans.
    pub fn new(inner: D) -> Self {
        Self {
            inner,
            accepts_numbers: false,
        }
    }

    fn access<T>(&self, inner: T) -> LenientAccess<T> {
        LenientAccess::new(inner, self.accepts_numbers)
    }
}

/// Deserializes JSON.
///
/// # Errors
///
/// Returns an error if the text is not JSON or not of this type.
pub fn from_json<'de, T: Deserialize<'de>>(text: &'de [u8]) -> Result<T, serde_json::Error> {
    sightings::report(|| {
        let mut deserializer = serde_json::Deserializer::from_slice(without_mark(text));
        let value = T::deserialize(LenientDeserializer::new(&mut deserializer))?;
        deserializer.end()?;
        Ok(value)
    })
}

macro_rules! numbers {
    ($($deserialize:ident: $kind:ident,)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.inner.deserialize_any(NumberVisitor { visitor, kind: Kind::$kind })
        })*
    };
}

macro_rules! large_numbers {
    ($($deserialize:ident: $number:ty => $visit:ident,)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            // Only their text holds all digits.
            let raw = Box::<RawValue>::deserialize(self.inner)?;
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
            self.inner.$deserialize(visitor)
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

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let accepts_numbers = self.accepts_numbers;
        self.inner.deserialize_any(BooleanVisitor {
            visitor,
            accepts_numbers,
        })
    }

    large_numbers! {
        deserialize_i128: i128 => visit_i128,
        deserialize_u128: u128 => visit_u128,
    }

    unchanged! {
        deserialize_any deserialize_char deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_unit deserialize_identifier deserialize_ignored_any
    }

    /// Date libraries read text in this way, but strings that are kept are owned.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_str(InstantVisitor(visitor))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        // Unions request the deserializer itself.
        self.inner.deserialize_newtype_struct(name, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let visitor = self.access(visitor);
        self.inner.deserialize_option(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let visitor = self.access(visitor);
        self.inner.deserialize_seq(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let visitor = self.access(visitor);
        self.inner.deserialize_tuple(length, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let visitor = self.access(visitor);
        self.inner.deserialize_tuple_struct(name, length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let visitor = self.access(visitor);
        self.inner.deserialize_map(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        // An object reads its members leniently itself. Otherwise, each level would have another type.
        self.inner.deserialize_struct(name, fields, visitor)
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
        // JSON has neither infinity nor "not a number".
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => self.visit_f64(number),
            _ => self.visitor.visit_str(text),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut number: A) -> Result<V::Value, A::Error> {
        let text = number_text(&mut number);
        let text = text.ok_or_else(|| A::Error::invalid_type(Unexpected::Map, &self.visitor))?;
        self.visit_str(&text)
    }
}

struct BooleanVisitor<V> {
    visitor: V,
    accepts_numbers: bool,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for BooleanVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<V::Value, E> {
        self.visitor.visit_bool(value)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<V::Value, E> {
        match number {
            0 | 1 if self.accepts_numbers => self.visitor.visit_bool(number == 1),
            0 | 1 => {
                trail::add(|| Step::NumberForBoolean);
                Err(E::invalid_type(Unexpected::Unsigned(number), &self))
            }
            _ => self.visitor.visit_u64(number),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut number: A) -> Result<V::Value, A::Error> {
        let number = number_text(&mut number).and_then(|text| text.parse().ok());
        let number =
            number.ok_or_else(|| A::Error::invalid_type(Unexpected::Map, &self.visitor))?;
        self.visit_u64(number)
    }
}

/// Returns the text of a number that is read as an object.
fn number_text<'de, A: MapAccess<'de>>(number: &mut A) -> Option<String> {
    let entry = number.next_entry::<String, String>().ok()??;
    Some(entry.1).filter(|_| entry.0 == NUMBER)
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
pub(crate) struct LenientAccess<T> {
    inner: T,
    accepts_numbers: bool,
    /// The number of elements or entries that were read before, for the trail of an error.
    count: usize,
}

impl<T> LenientAccess<T> {
    pub(crate) fn new(inner: T, accepts_numbers: bool) -> Self {
        Self {
            inner,
            accepts_numbers,
            count: 0,
        }
    }

    fn access<U>(&self, inner: U) -> LenientAccess<U> {
        LenientAccess::new(inner, self.accepts_numbers)
    }

    /// Counts an element or entry, or adds it to the trail of its error.
    fn counted<V, E>(&mut self, value: Result<V, E>) -> Result<V, E> {
        if value.is_err() {
            trail::add(|| Step::Nth(self.count));
        }
        self.count += 1;
        value
    }

    fn deserializer<D>(&self, inner: D) -> LenientDeserializer<D> {
        LenientDeserializer {
            inner,
            accepts_numbers: self.accepts_numbers,
        }
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for LenientAccess<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(formatter)
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        let value = self.deserializer(value);
        self.inner.visit_some(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<V::Value, A::Error> {
        let elements = self.access(elements);
        self.inner.visit_seq(elements)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        let members = self.access(members);
        self.inner.visit_map(members)
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for LenientAccess<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let seed = self.access(seed);
        let element = self.inner.next_element_seed(seed);
        self.counted(element)
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for LenientAccess<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.inner.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let seed = self.access(seed);
        let value = self.inner.next_value_seed(seed);
        self.counted(value)
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for LenientAccess<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        let deserializer = self.deserializer(deserializer);
        self.inner.deserialize(deserializer)
    }
}
