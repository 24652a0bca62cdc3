//! The values of `enum` and `const`.

use serde_json::{Value, json};

use super::number::integer_range;
use super::shape::Shape;
use super::variant::{Variant, VariantKind};

/// Maximum number of values that each get an instance; of larger enums, only the first and the last do.
const MAX_CHOICES: usize = 6;

/// Returns the listed values. Values of another type than the schema's, a frequent mistake, only count if it has no
/// others.
pub(super) fn choices<'d>(shape: &Shape<'d>) -> Vec<&'d Value> {
    let listed = shape.choices.clone().unwrap_or_default();
    let types = shape.types();
    let fits = |value: &&Value| value.is_null() || types.iter().any(|ty| ty.has(value));
    let fitting: Vec<&Value> = listed.iter().copied().filter(fits).collect();
    if fitting.iter().all(|value| value.is_null()) { listed } else { fitting }
}

/// Returns the listed values, and an unlisted one.
pub(super) fn choice_variants(shape: &Shape<'_>) -> Vec<Variant> {
    let choices = choices(shape);
    let selected = match choices.as_slice() {
        [first, .., last] if choices.len() > MAX_CHOICES => vec![*first, *last],
        _ => choices.clone(),
    };
    let mut variants: Vec<Variant> = Vec::new();
    for value in selected {
        let kind = if variants.is_empty() { VariantKind::Base } else { VariantKind::Choice };
        let label: String = value.to_string().chars().take(60).collect();
        variants.push(Variant::new(kind, format!("value {label}"), value.clone()));
    }
    variants.extend(unknown_value(shape, &choices).filter(|_| !shape.is_constant));
    variants
}

/// Returns an unlisted value with the type of the listed ones.
fn unknown_value(shape: &Shape<'_>, choices: &[&Value]) -> Option<Variant> {
    if choices.iter().any(|value| value.is_string()) {
        let mut texts = std::iter::once("unknown-text".to_owned()).chain((2..).map(|n| format!("unknown-text-{n}")));
        let text = texts.find(|text| !choices.iter().any(|value| *value == text))?;
        return Some(Variant::new(VariantKind::Unknown, "unknown text", json!(text)));
    }
    let codes: Vec<i64> = choices.iter().filter_map(|value| value.as_i64()).collect();
    let (least, most) = (*codes.iter().min()?, *codes.iter().max()?);
    // The value must fit into the type of the format, but may exceed the limits.
    let range = shape.text("format").and_then(integer_range);
    let fits = |code: &i64| range.is_none_or(|(lowest, highest)| (lowest..=highest).contains(&i128::from(*code)));
    let neighbors = [most.checked_add(1), least.checked_sub(1)];
    let code = neighbors.into_iter().flatten().find(fits)?;
    Some(Variant::new(VariantKind::Unknown, "unknown code", json!(code)))
}
