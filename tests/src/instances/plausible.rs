//! Checks the examples of a description: many are invalid.
//!
//! This is not a validator: it finds frequent mistakes. It is stricter than JSON Schema in one respect: undescribed
//! members are a mistake, unless the schema allows them explicitly.

use serde_json::{Map, Value};

use super::choice::is_of;
use super::equal::equal;
use super::maker::Maker;
use super::number::range;
use super::object::is_free;
use super::shape::{Shape, Type};
use super::text;
use super::union::Union;

/// Maximum depth of checked values; deeper ones are rejected.
const MAX_DEPTH: usize = 24;

impl<'d> Maker<'_, 'd> {
    /// Returns `true` if a value seems to match a schema.
    pub(super) fn is_plausible(&self, shape: &Shape<'d>, value: &Value, depth: usize) -> bool {
        if shape.never || depth > MAX_DEPTH || self.spend(1).is_none() {
            return false;
        }
        if value.is_null() && shape.is_nullable() {
            return true;
        }
        if shape.choices.is_some() {
            return self.choices(shape).iter().any(|choice| equal(choice, value));
        }
        if let Some(union) = shape.unions.first() {
            return self.fits_union(shape, union, value, depth);
        }
        shape.types().into_iter().any(|ty| is_of(value, ty) && self.fits_type(shape, ty, value, depth))
    }

    fn fits_union(&self, shape: &Shape<'d>, union: &Union<'d>, value: &Value, depth: usize) -> bool {
        // The alternatives that list the tag determine its meaning; without a tag, a client has to guess.
        if union.tag().is_some_and(|tag| value.is_object() && value.get(tag).is_none_or(|tag| !tag.is_string())) {
            return false;
        }
        union.cases(self.document()).iter().any(|case| {
            let found_tag = union.tag().and_then(|tag| value.get(tag)).and_then(Value::as_str);
            let is_case = case.tag.is_none() || found_tag.is_none() || case.tag == found_tag;
            is_case && self.is_plausible(&shape.with(self.document(), 0, case.branch), value, depth + 1)
        })
    }

    fn fits_type(&self, shape: &Shape<'d>, ty: Type, value: &Value, depth: usize) -> bool {
        match (ty, value) {
            (Type::Any, _) | (Type::Boolean, _) => true,
            (Type::Text, text) => text::is_plausible(shape, text),
            (Type::Integer, number) => fits_width(shape, number),
            (Type::Number, number) => shape.word("format") != Some("float") || is_short(number),
            (_, Value::Array(values)) => self.fits_elements(shape, values, depth),
            (_, Value::Object(members)) => self.fits_members(shape, members, depth),
            _ => false,
        }
    }

    fn fits_elements(&self, shape: &Shape<'d>, values: &[Value], depth: usize) -> bool {
        let least = shape.size("minItems").unwrap_or(0);
        let most = shape.size("maxItems").unwrap_or(usize::MAX);
        let fixed: Vec<&Value> = shape.prefix.into_iter().flatten().collect();
        (least.max(fixed.len())..=most).contains(&values.len())
            && values.iter().enumerate().all(|(index, value)| {
                let schema = fixed.get(index).copied().or(shape.items);
                schema.is_none_or(|schema| self.is_plausible(&self.shape(&[schema]), value, depth + 1))
            })
    }

    fn fits_members(&self, shape: &Shape<'d>, members: &Map<String, Value>, depth: usize) -> bool {
        let is_missing = |name: &&&str| {
            let schemas = shape.properties.get(**name);
            !members.contains_key(**name) && schemas.is_none_or(|schemas| self.has_member(&self.shape(schemas)))
        };
        let other = shape.additional.filter(|additional| additional.is_object());
        let is_free = is_free(shape) && (shape.additional.is_some() || shape.properties.is_empty());
        shape.required.iter().find(is_missing).is_none()
            && members.iter().all(|(name, value)| match (shape.properties.get(name.as_str()), other) {
                (Some(schemas), _) => {
                    let member = self.shape(schemas);
                    self.has_member(&member) && self.is_plausible(&member, value, depth + 1)
                }
                (None, Some(schema)) => self.is_plausible(&self.shape(&[schema]), value, depth + 1),
                (None, None) => is_free && shape.patterns.is_empty(),
            })
    }
}

fn fits_width(shape: &Shape<'_>, number: &Value) -> bool {
    let (least, most) = range(shape.word("format"));
    let number = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    number.is_some_and(|number| (least..=most).contains(&number))
}

/// Returns `true` if a number keeps its digits as an `f32`.
fn is_short(number: &Value) -> bool {
    number.as_f64().is_some_and(|number| number.to_string() == (number as f32).to_string())
}
