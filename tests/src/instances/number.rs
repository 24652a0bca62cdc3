//! Numbers, up to the limits of a schema.

use serde_json::{Value, json};

use super::maker::{Maker, leaves};
use super::shape::Shape;
use super::variant::{Variant, VariantKind};

/// Candidates between the limits; the first that fits is the default.
const USUAL: [i128; 5] = [42, 1, 0, -1, 7];

/// Returns the minimum and maximum integer of a format, by default those of 64 bits.
pub(super) fn range(format: Option<&str>) -> (i128, i128) {
    match format {
        Some("int8") => (i8::MIN.into(), i8::MAX.into()),
        Some("int16") => (i16::MIN.into(), i16::MAX.into()),
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        Some("uint8") => (0, u8::MAX.into()),
        Some("uint16") => (0, u16::MAX.into()),
        Some("uint32") => (0, u32::MAX.into()),
        Some("uint64" | "uint" | "usize") => (0, u64::MAX.into()),
        _ => (i64::MIN.into(), i64::MAX.into()),
    }
}

/// Returns `true` if the format is an integer.
pub(super) fn is_whole(format: Option<&str>) -> bool {
    let width = |format: &str| {
        format.trim_start_matches('u').strip_prefix("int").is_some_and(|bits| bits.parse::<u8>().is_ok())
    };
    format.is_some_and(|format| matches!(format, "integer" | "int" | "long" | "uint" | "usize") || width(format))
}

/// Returns the range for generated values. Formats such as `unix-time` are not about size, and their extremes may be
/// meaningless.
fn candidate_range(format: Option<&str>) -> (i128, i128) {
    let is_size = |format: &str| format.trim_start_matches('u').starts_with("int");
    if format.is_none_or(|format| is_size(format) || is_whole(Some(format))) {
        range(format)
    } else {
        (0, 4_102_444_800)
    }
}

impl Maker<'_, '_> {
    /// Returns integers: a default, the limits, and values around zero.
    pub(super) fn integers(shape: &Shape<'_>) -> Vec<Variant> {
        let step = bound(shape, "multipleOf").map_or(1, |step| step.whole(true)).max(1);
        let (least, most) = limits(shape);
        let least = least.div_euclid(step).saturating_mul(step).saturating_add(if least.rem_euclid(step) == 0 {
            0
        } else {
            step
        });
        let most = most.div_euclid(step).saturating_mul(step);
        let usual = USUAL.into_iter().flat_map(|value| [value, value.saturating_mul(step)]);
        let candidates = usual.chain([least, most]).filter(|value| (least..=most).contains(value) && value % step == 0);
        let mut values: Vec<i128> = Vec::new();
        for value in candidates {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        // The limits are worth more than values around zero.
        let rank = |value: &i128| usize::from(*value != least && *value != most);
        if values.len() > 1 {
            values[1..].sort_by_key(rank);
        }
        let named = |value| Some((format!("number {value}"), whole(value)?));
        leaves(VariantKind::Number, values.into_iter().filter_map(named))
    }

    /// Returns numbers with and without a fraction.
    pub(super) fn numbers(shape: &Shape<'_>) -> Vec<Variant> {
        let format = shape.word("format");
        if format.is_some_and(|format| format.trim_start_matches('u').starts_with("int")) {
            return Self::integers(shape);
        }
        let least = bound_of(shape, "minimum", "exclusiveMinimum");
        let most = bound_of(shape, "maximum", "exclusiveMaximum");
        let is_allowed = |value: &f64| {
            least.is_none_or(|(limit, out)| *value > limit || !out && *value >= limit)
                && most.is_none_or(|(limit, out)| *value < limit || !out && *value <= limit)
        };
        let limits = [least, most].into_iter().flatten().map(|(limit, _)| limit);
        let between = match (least, most) {
            (Some((least, _)), Some((most, _))) => Some(least + (most - least) / 2.0),
            (Some((limit, _)), None) => Some(limit + 1.0),
            (None, Some((limit, _))) => Some(limit - 1.0),
            (None, None) => None,
        };
        let usual = usual_numbers(format).iter().copied().chain(limits).chain(between);
        let stepped = usual.map(|value| bound(shape, "multipleOf").map_or(value, |step| multiple(value, step.near())));
        let values = stepped.filter(|value| value.is_finite() && is_allowed(value));
        leaves(VariantKind::Number, values.map(|value| (format!("number {}", json!(value)), json!(value))))
    }
}

/// Returns numbers that are exact in 32 bits if the format requires it: others would come back with different digits.
fn usual_numbers(format: Option<&str>) -> &'static [f64] {
    match format {
        Some("float") => &[1.5, 0.0, -0.25, 16_777_216.0, 100.0],
        Some("decimal" | "decimal128" | "bigdecimal") => &[12.34, 0.0, -0.05, 1_000_000.0],
        Some("double") => &[1.5, f64::MAX, 0.1, 0.0, -2.5e-7, 100.0],
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
    if step > 0.0 { (value / step).round() * step } else { value }
}

fn whole(value: i128) -> Option<Value> {
    i64::try_from(value).map(|value| json!(value)).or_else(|_| u64::try_from(value).map(|value| json!(value))).ok()
}

/// A number in the description.
#[derive(Clone, Copy)]
enum Bound {
    Whole(i128),
    Near(f64),
}

impl Bound {
    /// Returns the next integer from here, rounding up or down.
    fn whole(self, up: bool) -> i128 {
        match self {
            Self::Whole(value) => value,
            // Values out of range saturate.
            Self::Near(value) => (if up { value.ceil() } else { value.floor() }) as i128,
        }
    }

    fn near(self) -> f64 {
        match self {
            Self::Whole(value) => value as f64,
            Self::Near(value) => value,
        }
    }

    fn is_whole(self) -> bool {
        matches!(self, Self::Whole(_)) || self.near().fract() == 0.0
    }
}

fn bound(shape: &Shape<'_>, facet: &str) -> Option<Bound> {
    let value = shape.facet(facet)?;
    let whole = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    whole.map(Bound::Whole).or_else(|| value.as_f64().map(Bound::Near))
}

/// Returns a limit, and `true` if it is exclusive: a flag in OpenAPI 3.0, a separate number in 3.1.
fn limit(shape: &Shape<'_>, facet: &str, exclusive: &str) -> Option<(Bound, bool)> {
    let within = bound(shape, facet).map(|limit| (limit, shape.flag(exclusive)));
    bound(shape, exclusive).map(|limit| (limit, true)).or(within)
}

fn bound_of(shape: &Shape<'_>, facet: &str, exclusive: &str) -> Option<(f64, bool)> {
    limit(shape, facet, exclusive).map(|(limit, out)| (limit.near(), out))
}

/// Returns the minimum and maximum integer that a schema allows.
fn limits(shape: &Shape<'_>) -> (i128, i128) {
    let (lowest, highest) = candidate_range(shape.word("format"));
    // Limits may exceed 64 signed bits, but larger JSON numbers are not exact and are not generated.
    let least = limit(shape, "minimum", "exclusiveMinimum")
        .map(|(limit, out)| limit.whole(true).saturating_add(i128::from(out && limit.is_whole())));
    let most = limit(shape, "maximum", "exclusiveMaximum")
        .map(|(limit, out)| limit.whole(false).saturating_sub(i128::from(out && limit.is_whole())));
    let least = least.map_or(lowest, |least| least.clamp(lowest, u64::MAX.into()));
    let most = most.map_or(highest, |most| most.clamp(i64::MIN.into(), highest.max(u64::MAX.into())));
    (least, if shape.word("format").is_some() { most.min(highest.max(least)) } else { most })
}
