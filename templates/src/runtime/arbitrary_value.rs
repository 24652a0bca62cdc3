//! `arbitrary::Arbitrary`: generates values that the API description allows. Values are generated as JSON and then
//! deserialized into their types.

use std::collections::HashSet;

use ::arbitrary::{Arbitrary, Error, Result, Unstructured};
use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value};

use super::described::{Described, Description};

/// Implements `Arbitrary` for a type.
#[doc(hidden)]
#[macro_export]
macro_rules! arbitrary {
    ($name:ident) => {
        impl<'a> ::arbitrary::Arbitrary<'a> for types::$name {
            fn arbitrary(bytes: &mut ::arbitrary::Unstructured<'a>) -> ::arbitrary::Result<Self> {
                runtime::arbitrary_value(bytes)
            }
        }
    };
}
pub(crate) use arbitrary;

/// Maximum nesting depth at which optional and repeated values are still generated.
const MAX_DEPTH: usize = 5;

/// Maximum number of JSON values generated for one value.
const MAX_VALUES: usize = 5_000;

/// Maximum number of elements, members or characters beyond the required minimum.
const MAX_EXTRA: usize = 4;

/// Generates a value of a type.
///
/// # Errors
///
/// Returns an error if there are not enough bytes, or if a string is described only by a pattern.
#[doc(hidden)]
pub fn arbitrary_value<T: Described + DeserializeOwned>(bytes: &mut Unstructured<'_>) -> Result<T> {
    let description = T::description();
    let mut maker = Maker {
        bytes,
        held: &description.held,
        depth: 0,
        room: MAX_VALUES,
    };
    let value = maker.value(&description.schema)?;
    // Goes through JSON text, because some numbers are deserialized from their digits.
    serde_json::from_str(&value.to_string()).map_err(|_| Error::IncorrectFormat)
}

struct Maker<'m, 'b> {
    bytes: &'m mut Unstructured<'b>,
    held: &'m [fn() -> &'static Description],
    depth: usize,
    room: usize,
}

impl Maker<'_, '_> {
    fn value(&mut self, schema: &Value) -> Result<Value> {
        self.room = self.room.checked_sub(1).ok_or(Error::NotEnoughData)?;
        let Some(schema) = schema.as_object() else {
            return Ok(Value::Bool(bool::arbitrary(self.bytes)?));
        };
        let listed = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
        if let Some(values) = listed("$samples").or_else(|| listed("enum")) {
            return Ok(self
                .bytes
                .choose(values)
                .map_err(|_| Error::IncorrectFormat)?
                .clone());
        }
        if let Some(value) = schema.get("const") {
            return Ok(value.clone());
        }
        if let Some(index) = schema.get("$ref").and_then(Value::as_u64) {
            return self.referenced_value(index, schema);
        }
        if let Some(alternatives) = listed("anyOf") {
            return self.any_of(alternatives);
        }
        match (schema.get("type"), listed("allOf")) {
            (Some(Value::Array(types)), _) => {
                let ty = self
                    .bytes
                    .choose(types)?
                    .as_str()
                    .unwrap_or_default()
                    .to_owned();
                self.of_type(&ty, schema)
            }
            (Some(ty), _) => self.of_type(ty.as_str().unwrap_or_default(), schema),
            (None, Some(parts)) => self.all_of(parts),
            (None, None) => self.text(&Map::new()),
        }
    }

    /// Generates a value of a referenced type. It also follows the keywords next to the reference.
    fn referenced_value(&mut self, index: u64, beside: &Map<String, Value>) -> Result<Value> {
        let held = usize::try_from(index)
            .ok()
            .and_then(|index| self.held.get(index));
        let description = held.ok_or(Error::IncorrectFormat)?();
        let mut inner = Maker {
            bytes: &mut *self.bytes,
            held: &description.held,
            depth: self.depth + 1,
            room: self.room,
        };
        let value = match with_rules(&description.schema, beside) {
            Some(schema) => inner.value(&schema),
            None => inner.value(&description.schema),
        };
        self.room = inner.room;
        value
    }

    /// Generates a value of the chosen alternative, or of the next one for which a value can be generated.
    fn any_of(&mut self, alternatives: &[Value]) -> Result<Value> {
        let first = self.bytes.choose_index(alternatives.len())?;
        let (before, after) = alternatives.split_at(first);
        let mut last = Err(Error::NotEnoughData);
        for alternative in after.iter().chain(before) {
            last = self.value(alternative);
            if last.is_ok() || self.room == 0 {
                break;
            }
        }
        last
    }

    /// Generates an object with the members of all parts. If several parts define a tag, the last one wins.
    fn all_of(&mut self, parts: &[Value]) -> Result<Value> {
        let mut members = Map::new();
        for part in parts {
            match self.value(part)? {
                Value::Object(more) => members.extend(more),
                other => return Ok(other),
            }
        }
        Ok(Value::Object(members))
    }

    fn of_type(&mut self, ty: &str, schema: &Map<String, Value>) -> Result<Value> {
        match ty {
            "null" => Ok(Value::Null),
            "boolean" => Ok(Value::Bool(bool::arbitrary(self.bytes)?)),
            "integer" => self.integer(schema),
            "number" => self.number(schema),
            "array" => self.array(schema),
            "object" => self.object(schema),
            _ => self.text(schema),
        }
    }

    fn integer(&mut self, schema: &Map<String, Value>) -> Result<Value> {
        let format = schema
            .get("format")
            .and_then(Value::as_str)
            .unwrap_or("int64");
        let (lowest, highest) = width(format);
        let least =
            least(schema, "minimum").map_or(lowest, |limit| (limit.ceil() as i128).max(lowest));
        let least = least_above(schema).map_or(least, |limit| {
            (limit.floor() as i128).saturating_add(1).max(least)
        });
        let most =
            most(schema, "maximum").map_or(highest, |limit| (limit.floor() as i128).min(highest));
        let most = most_below(schema).map_or(most, |limit| {
            (limit.ceil() as i128).saturating_sub(1).min(most)
        });
        // Integers must be multiples of the scale as well.
        let step = match step(schema)? {
            Some((step, scale)) => common(step, scale).ok_or(Error::IncorrectFormat)? / scale,
            None => 1,
        };
        let (first, last) = (
            least.saturating_add(step - 1).div_euclid(step),
            most.div_euclid(step),
        );
        if first > last {
            return Err(Error::IncorrectFormat);
        }
        let number = self.bytes.int_in_range(first..=last)? * step;
        Number::from_i128(number)
            .map(Value::Number)
            .ok_or(Error::IncorrectFormat)
    }

    /// Generates one of a few numbers that have an exact binary representation.
    fn number(&mut self, schema: &Map<String, Value>) -> Result<Value> {
        let lower = least(schema, "minimum")
            .into_iter()
            .chain(least_above(schema))
            .reduce(f64::max);
        let upper = most(schema, "maximum")
            .into_iter()
            .chain(most_below(schema))
            .reduce(f64::min);
        let (lower, upper) = match (lower, upper) {
            (Some(lower), Some(upper)) => (lower, upper),
            (Some(lower), None) => (lower, lower + 64.0),
            (None, Some(upper)) => (upper - 64.0, upper),
            (None, None) => (-64.0, 64.0),
        };
        let number = match step(schema)? {
            Some((step, scale)) => self.multiple(step, scale, lower, upper, schema)?,
            None if lower >= upper => lower,
            // The bounds themselves may be excluded.
            None => lower + (upper - lower) * f64::from(self.bytes.int_in_range(1..=15u8)?) / 16.0,
        };
        Ok(Value::from(number))
    }

    /// Generates a multiple of a fraction between two bounds, which may be exclusive.
    fn multiple(
        &mut self,
        step: i128,
        scale: i128,
        lower: f64,
        upper: f64,
        schema: &Map<String, Value>,
    ) -> Result<f64> {
        let number = |count: i64| (i128::from(count).saturating_mul(step)) as f64 / scale as f64;
        let size = step as f64 / scale as f64;
        let (mut first, mut last) = ((lower / size).ceil() as i64, (upper / size).floor() as i64);
        if least_above(schema).is_some_and(|limit| number(first) <= limit) {
            first = first.saturating_add(1);
        }
        if most_below(schema).is_some_and(|limit| number(last) >= limit) {
            last = last.saturating_sub(1);
        }
        if first > last {
            return Err(Error::IncorrectFormat);
        }
        Ok(number(self.bytes.int_in_range(first..=last)?))
    }

    fn text(&mut self, schema: &Map<String, Value>) -> Result<Value> {
        let format = schema
            .get("format")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let text = match format {
            _ if schema.contains_key("pattern") => return Err(Error::IncorrectFormat),
            "date" => self.date()?,
            "date-time" => {
                let (hour, minute) = (
                    self.bytes.int_in_range(0..=23u8)?,
                    self.bytes.int_in_range(0..=59u8)?,
                );
                format!("{}T{hour:02}:{minute:02}:00Z", self.date()?)
            }
            "uuid" => {
                let digits = format!("{:032x}", u128::arbitrary(self.bytes)?);
                let parts = [
                    &digits[..8],
                    &digits[8..12],
                    &digits[12..16],
                    &digits[16..20],
                    &digits[20..],
                ];
                parts.join("-")
            }
            "ipv4" => std::net::Ipv4Addr::from(u32::arbitrary(self.bytes)?).to_string(),
            "ipv6" => std::net::Ipv6Addr::from(u128::arbitrary(self.bytes)?).to_string(),
            "decimal" => format!("{}.5", i32::arbitrary(self.bytes)?),
            "byte" => self.base64(schema)?,
            width if width.starts_with("int") || width.starts_with("uint") => {
                let (lowest, highest) = self::width(width);
                self.bytes.int_in_range(lowest..=highest)?.to_string()
            }
            _ => {
                let (least, most) = count(schema, "minLength", "maxLength")?;
                self.letters(least, most)?
            }
        };
        Ok(Value::String(text))
    }

    fn date(&mut self) -> Result<String> {
        let year = self.bytes.int_in_range(1970..=2099u16)?;
        let (month, day) = (
            self.bytes.int_in_range(1..=12u8)?,
            self.bytes.int_in_range(1..=28u8)?,
        );
        Ok(format!("{year:04}-{month:02}-{day:02}"))
    }

    fn letters(&mut self, least: usize, most: usize) -> Result<String> {
        const LETTERS: [char; 12] = [
            'a',
            'B',
            '0',
            ' ',
            '-',
            '_',
            '/',
            '"',
            '\\',
            '\u{e4}',
            '\u{4e2d}',
            '\u{1f600}',
        ];
        let length = self.bytes.int_in_range(least..=most)?;
        (0..length)
            .map(|_| self.bytes.choose(&LETTERS).copied())
            .collect()
    }

    /// Four characters encode three bytes.
    fn base64(&mut self, schema: &Map<String, Value>) -> Result<String> {
        const WORDS: [&str; 4] = ["dGV4", "AAAA", "/+/+", "0000"];
        let (least, most) = count(schema, "minLength", "maxLength")?;
        let words = self
            .bytes
            .int_in_range(least.div_ceil(4)..=(most / 4).max(least.div_ceil(4)))?;
        (0..words)
            .map(|_| self.bytes.choose(&WORDS).copied())
            .collect()
    }

    fn array(&mut self, schema: &Map<String, Value>) -> Result<Value> {
        if let Some(elements) = schema.get("prefixItems").and_then(Value::as_array) {
            return elements
                .iter()
                .map(|element| self.value(element))
                .collect::<Result<Vec<_>>>()
                .map(Value::Array);
        }
        let (least, most) = count(schema, "minItems", "maxItems")?;
        let wanted = if self.depth >= MAX_DEPTH {
            least
        } else {
            self.bytes.int_in_range(least..=most)?
        };
        let unique = keyword_values(schema, "uniqueItems").any(|rule| *rule == Value::Bool(true));
        let open = Value::Bool(true);
        let items = schema.get("items").unwrap_or(&open);
        let mut elements: Vec<Value> = Vec::new();
        let mut seen = HashSet::new();
        for _ in 0..4 * wanted {
            if elements.len() == wanted {
                break;
            }
            match self.value(items) {
                Ok(element) if unique && !seen.insert(element.to_string()) => {}
                Ok(element) => elements.push(element),
                Err(_) if elements.len() >= least => break,
                Err(problem) => return Err(problem),
            }
        }
        if elements.len() < least {
            Err(Error::NotEnoughData)
        } else {
            Ok(Value::Array(elements))
        }
    }

    fn object(&mut self, schema: &Map<String, Value>) -> Result<Value> {
        let mut members = Map::new();
        let required = schema
            .get("required")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        let is_required = |name: &str| {
            required
                .iter()
                .any(|required| required.as_str() == Some(name))
        };
        let (least, most) = count(schema, "minProperties", "maxProperties")?;
        let largest =
            self::most(schema, "maxProperties").map_or(usize::MAX, |limit| limit as usize);
        let listed = schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten();
        let (needed, optional): (Vec<_>, Vec<_>) = listed.partition(|(name, _)| is_required(name));
        for (name, member) in needed {
            members.insert(name.clone(), self.value(member)?);
        }
        let mut left = optional.len();
        for (name, member) in optional {
            let is_needed = members.len() + left <= least;
            left -= 1;
            let may_be = members.len() < largest && self.depth < MAX_DEPTH;
            let is_wanted = is_needed || (may_be && bool::arbitrary(self.bytes)?);
            if let Some(Ok(value)) = is_wanted.then(|| self.value(member)) {
                members.insert(name.clone(), value);
            }
        }
        let open = Value::Bool(true);
        let others = schema
            .get("additionalProperties")
            .or_else(|| (!schema.contains_key("properties")).then_some(&open));
        if let Some(others) = others {
            let wanted = if self.depth >= MAX_DEPTH {
                least
            } else {
                self.bytes.int_in_range(least..=most)?
            };
            for index in members.len()..wanted {
                match self.value(others) {
                    Ok(value) => drop(members.insert(format!("key {index}"), value)),
                    Err(_) if members.len() >= least => break,
                    Err(problem) => return Err(problem),
                }
            }
        }
        if members.len() < least || members.len() > largest {
            Err(Error::IncorrectFormat)
        } else {
            Ok(Value::Object(members))
        }
    }
}

/// Returns the smallest and the largest number of an integer format.
fn width(format: &str) -> (i128, i128) {
    match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" => (0, u64::MAX.into()),
        _ => (i64::MIN.into(), i64::MAX.into()),
    }
}

/// Returns the minimum and maximum count.
fn count(schema: &Map<String, Value>, minimum: &str, maximum: &str) -> Result<(usize, usize)> {
    let least = least(schema, minimum).map_or(0, |limit| limit as usize);
    let most = most(schema, maximum).map_or(usize::MAX, |limit| limit as usize);
    // Large values are not worth the time.
    if least > most || least > MAX_VALUES {
        Err(Error::IncorrectFormat)
    } else {
        Ok((least, most.min(least + MAX_EXTRA)))
    }
}

/// Returns the values of a keyword, in the schema itself and in its `allOf`.
fn keyword_values<'s>(
    schema: &'s Map<String, Value>,
    keyword: &'s str,
) -> impl Iterator<Item = &'s Value> {
    let others = schema
        .get("allOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let others = others.filter_map(move |other| other.get(keyword));
    schema.get(keyword).into_iter().chain(others)
}

fn limits<'s>(schema: &'s Map<String, Value>, keyword: &'s str) -> impl Iterator<Item = f64> + 's {
    keyword_values(schema, keyword).filter_map(Value::as_f64)
}

/// Returns the schema combined with the keywords next to a reference to it, or `None` if there are none.
fn with_rules(schema: &Value, beside: &Map<String, Value>) -> Option<Value> {
    const RULES: [&str; 5] = [
        "maxItems",
        "maxProperties",
        "minItems",
        "minProperties",
        "uniqueItems",
    ];
    let rules = RULES
        .into_iter()
        .flat_map(|keyword| keyword_values(beside, keyword).map(move |rule| (keyword, rule)));
    let rules: Vec<Value> = rules
        .map(|(keyword, rule)| Value::from(Map::from_iter([(keyword.to_owned(), rule.clone())])))
        .collect();
    let mut schema = schema.as_object().filter(|_| !rules.is_empty())?.clone();
    let others = schema
        .entry("allOf")
        .or_insert_with(|| Value::Array(Vec::new()));
    others.as_array_mut()?.extend(rules);
    Some(Value::Object(schema))
}

fn least(schema: &Map<String, Value>, keyword: &str) -> Option<f64> {
    limits(schema, keyword).reduce(f64::max)
}

fn most(schema: &Map<String, Value>, keyword: &str) -> Option<f64> {
    limits(schema, keyword).reduce(f64::min)
}

fn least_above(schema: &Map<String, Value>) -> Option<f64> {
    least(schema, "exclusiveMinimum")
}

fn most_below(schema: &Map<String, Value>) -> Option<f64> {
    most(schema, "exclusiveMaximum")
}

/// Returns the step that numbers must be multiples of, as a fraction.
fn step(schema: &Map<String, Value>) -> Result<Option<(i128, i128)>> {
    let steps: Vec<f64> = limits(schema, "multipleOf")
        .filter(|step| *step > 0.0)
        .collect();
    if steps.is_empty() {
        return Ok(None);
    }
    let is_whole = |scaled: f64| {
        (1.0..1e15).contains(&scaled) && (scaled - scaled.round()).abs() <= scaled * 1e-12
    };
    let scale = (0..=9)
        .map(|digits| 10_i128.pow(digits))
        .find(|scale| steps.iter().all(|step| is_whole(step * *scale as f64)))
        .ok_or(Error::IncorrectFormat)?;
    let steps = steps
        .iter()
        .map(|step| (step * scale as f64).round() as i128);
    let step = steps.into_iter().try_fold(1, common);
    step.map(|step| Some((step, scale)))
        .ok_or(Error::IncorrectFormat)
}

/// Returns the least common multiple of two positive numbers.
fn common(one: i128, other: i128) -> Option<i128> {
    let (mut divisor, mut rest) = (one, other);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor).checked_mul(other)
}
