//! The values of enums.

use serde_json::{Value, json};

use super::maker::Maker;
use super::number::range;
use super::shape::{Shape, Type};
use super::variant::{Variant, VariantKind};

/// Maximum number of values that each get an instance; of larger enums, only the first and the last do.
const FEW: usize = 6;

impl<'d> Maker<'_, 'd> {
    /// Returns the values of `enum` or `const`. Values of another type than the schema's, a frequent mistake, only
    /// count if it has no others.
    pub(super) fn choices(&self, shape: &Shape<'d>) -> Vec<&'d Value> {
        let listed = shape.choices.clone().unwrap_or_default();
        let types = shape.types();
        let fits = |value: &&Value| value.is_null() || types.iter().any(|ty| is_of(value, *ty));
        let fitting: Vec<&Value> = listed.iter().copied().filter(fits).collect();
        if fitting.iter().all(|value| value.is_null()) { listed } else { fitting }
    }

    pub(super) fn choice_variants(&self, shape: &Shape<'d>) -> Vec<Variant> {
        let choices = self.choices(shape);
        let taken = match choices.as_slice() {
            [first, .., last] if choices.len() > FEW => vec![*first, *last],
            _ => choices.clone(),
        };
        let kind = |index: usize| if index == 0 { VariantKind::Base } else { VariantKind::Choice };
        let named = |(index, value): (usize, &Value)| Variant::new(kind(index), label(value), value.clone());
        let mut variants: Vec<Variant> = taken.into_iter().enumerate().map(named).collect();
        if !shape.is_constant {
            variants.extend(unknown(shape, &choices));
        }
        variants
    }
}

/// Returns `true` if a value has this type.
pub(super) fn is_of(value: &Value, ty: Type) -> bool {
    match ty {
        Type::Object => value.is_object(),
        Type::Array => value.is_array(),
        Type::Text => value.is_string(),
        Type::Integer => value.is_i64() || value.is_u64(),
        Type::Number => value.is_number(),
        Type::Boolean => value.is_boolean(),
        Type::Any => true,
    }
}

fn label(value: &Value) -> String {
    format!("value {}", value.to_string().chars().take(60).collect::<String>())
}

/// Returns an unlisted value with the type of the listed ones.
fn unknown(shape: &Shape<'_>, choices: &[&Value]) -> Option<Variant> {
    if choices.iter().any(|value| value.is_string()) {
        let mut texts = std::iter::once("unknown-text".to_owned()).chain((2..).map(|n| format!("unknown-text-{n}")));
        let text = texts.find(|text| !choices.iter().any(|value| *value == text))?;
        return Some(Variant::new(VariantKind::Unknown, "unknown text", json!(text)));
    }
    let codes: Vec<i64> = choices.iter().filter_map(|value| value.as_i64()).collect();
    let (least, most) = (*codes.iter().min()?, *codes.iter().max()?);
    // The value must fit into the type of the format, but may exceed the limits.
    let (lowest, highest) = range(shape.word("format"));
    let above = i128::from(most) + 1;
    let code = if above <= highest.min(i64::MAX.into()) { above } else { (i128::from(least) - 1).max(lowest) };
    let code = i64::try_from(code).ok().filter(|code| !codes.contains(code))?;
    Some(Variant::new(VariantKind::Unknown, "unknown code", json!(code)))
}
