//! Numbers, up to the limits of a schema.

use serde_json::{Value, json};

use super::shape::Shape;
use super::variant::{Variant, VariantKind, leaves};

/// Integers between the limits; the first that is allowed is the default.
const USUAL_INTEGERS: [i128; 5] = [42, 1, 0, -1, 7];

/// Maximum of formats that are not about size, such as `unix-time`: the year 2100.
const MAX_TIMESTAMP: i128 = 4_102_444_800;

/// Returns the minimum and maximum of an integer format.
pub(super) fn integer_range(format: &str) -> Option<(i128, i128)> {
    Some(match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" => (i64::MIN.into(), i64::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" => (0, u64::MAX.into()),
        _ => return None,
    })
}

/// Returns the numbers of a schema: a default, the limits, and values around zero.
pub(super) fn numbers(shape: &Shape<'_>, is_integer: bool) -> Vec<Variant> {
    let format = shape.text("format").unwrap_or_default();
    let is_whole =
        is_integer || integer_range(format).is_some() || ["integer", "int", "long", "uint", "usize"].contains(&format);
    let values = if is_whole { integers(shape, format) } else { fractions(shape, format) };
    leaves(VariantKind::Number, values.into_iter().map(|value| (format!("number {value}"), value)))
}

fn integers(shape: &Shape<'_>, format: &str) -> Vec<Value> {
    let step = shape.steps.iter().fold(1, |all, step| common_multiple(all, integer_step(*step)));
    let (least, most) = integer_limits(shape, format);
    let (lowest, highest) = (least + (-least).rem_euclid(step), most - most.rem_euclid(step));
    let usual = USUAL_INTEGERS.into_iter().flat_map(|value| [value, value.saturating_mul(step)]);
    let is_allowed = |value: &i128| (least..=most).contains(value) && value % step == 0;
    let mut usual: Vec<i128> = usual.filter(is_allowed).collect();
    // The limits are worth more than values around zero.
    let limits = [lowest, highest].into_iter().filter(is_allowed);
    usual.splice(usual.len().min(1)..usual.len().min(1), limits);
    let mut known = Vec::new();
    usual.retain(|value| {
        !known.contains(value) && {
            known.push(*value);
            true
        }
    });
    let json =
        |value: i128| i64::try_from(value).map(Value::from).or_else(|_| u64::try_from(value).map(Value::from)).ok();
    usual.into_iter().filter_map(json).collect()
}

/// Returns the smallest integer that is a multiple of a step such as 2.5.
fn integer_step(step: f64) -> i128 {
    let mut multiples = (1..=1_000).map(|count| f64::from(count) * step);
    multiples.find(|multiple| multiple.fract() == 0.0).map_or(1, truncated)
}

fn common_multiple(a: i128, b: i128) -> i128 {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (a / divisor).saturating_mul(b)
}

/// Returns the minimum and maximum integer that a schema allows.
fn integer_limits(shape: &Shape<'_>, format: &str) -> (i128, i128) {
    let all = (i64::MIN.into(), i64::MAX.into());
    let (lowest, highest) = match integer_range(format) {
        Some(range) => range,
        None if format.is_empty() || format.contains("int") || format == "long" => all,
        None => (0, MAX_TIMESTAMP),
    };
    let exclusive =
        |limit: &Value, is_exclusive| i128::from(is_exclusive && limit.as_f64().is_some_and(|it| it.fract() == 0.0));
    let least = limit(shape, "minimum", "exclusiveMinimum")
        .map_or(lowest, |(limit, is_exclusive)| whole(limit, f64::ceil) + exclusive(limit, is_exclusive));
    let most = limit(shape, "maximum", "exclusiveMaximum")
        .map_or(highest, |(limit, is_exclusive)| whole(limit, f64::floor) - exclusive(limit, is_exclusive));
    // Larger numbers are not exact in JSON.
    let (least, most) = (least.clamp(i64::MIN.into(), u64::MAX.into()), most.clamp(i64::MIN.into(), u64::MAX.into()));
    if integer_range(format).is_some() { (least.max(lowest), most.min(highest)) } else { (least, most) }
}

fn fractions(shape: &Shape<'_>, format: &str) -> Vec<Value> {
    let near = |(limit, is_exclusive): (&Value, bool)| Some((limit.as_f64()?, is_exclusive));
    let least = limit(shape, "minimum", "exclusiveMinimum").and_then(near);
    let most = limit(shape, "maximum", "exclusiveMaximum").and_then(near);
    let is_allowed = |value: &f64| {
        least.is_none_or(|(limit, is_exclusive)| *value > limit || !is_exclusive && *value >= limit)
            && most.is_none_or(|(limit, is_exclusive)| *value < limit || !is_exclusive && *value <= limit)
    };
    let limits = [least, most].into_iter().flatten().map(|(limit, _)| limit);
    let between = match (least, most) {
        (Some((least, _)), Some((most, _))) => Some(f64::midpoint(least, most)),
        (Some((limit, _)), None) => Some(limit + 1.0),
        (None, Some((limit, _))) => Some(limit - 1.0),
        (None, None) => None,
    };
    let step = shape.steps.first().copied();
    let values = usual_fractions(format).iter().copied().chain(limits).chain(between);
    let stepped = values.map(|value| step.map_or(value, |step| multiple(value, step)));
    stepped.filter(|value| value.is_finite() && is_allowed(value)).map(|value| json!(value)).collect()
}

/// Returns numbers that are exact in 32 bits if the format requires it: others would come back with different digits.
fn usual_fractions(format: &str) -> &'static [f64] {
    match format {
        "float" => &[1.5, 0.0, -0.25, 16_777_216.0, 100.0],
        "decimal" | "decimal128" | "bigdecimal" => &[12.34, 0.0, -0.05, 1_000_000.0],
        "double" => &[1.5, f64::MAX, 0.1, 0.0, -2.5e-7, 100.0],
        _ => &[1.5, 0.1, 0.0, -2.5e-7, 1e21, 100.0],
    }
}

/// Returns the multiple closest to a value, with as few digits as possible.
fn multiple(value: f64, step: f64) -> f64 {
    let parts = (1.0 / step).round();
    // Steps such as 0.01 are only exact as a fraction.
    if step < 1.0 && (parts * step - 1.0).abs() < 1e-9 {
        return (value * parts).round() / parts;
    }
    (value / step).round() * step
}

/// Returns a limit, and `true` if it is exclusive: a flag in OpenAPI 3.0, a separate number in 3.1.
fn limit<'d>(shape: &Shape<'d>, inclusive: &str, exclusive: &str) -> Option<(&'d Value, bool)> {
    let number = |keyword| shape.keyword(keyword).filter(|limit| limit.is_number());
    let limit = number(inclusive).map(|limit| (limit, shape.flag(exclusive)));
    number(exclusive).map(|limit| (limit, true)).or(limit)
}

/// Returns a number as an integer, rounded if it has a fraction.
fn whole(number: &Value, round: fn(f64) -> f64) -> i128 {
    let exact = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    exact.or_else(|| number.as_f64().map(|number| truncated(round(number)))).unwrap_or_default()
}

fn truncated(number: f64) -> i128 {
    #[expect(clippy::cast_possible_truncation, reason = "no number is generated beyond 64 bits")]
    let truncated = number.clamp(-1e30, 1e30) as i128;
    truncated
}
