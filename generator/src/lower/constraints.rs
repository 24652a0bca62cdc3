//! `minLength`, `maximum`, `pattern` and similar: the constraints that are checked before a value is sent.

use openapiv3::{AdditionalProperties, AnySchema, ReferenceOr, Schema};

use super::schema::keywords;
use super::union::beside_null;
use super::{Lowering, Site, pattern};
use crate::diagnostic::Code;
use crate::model::{Bound, Constraints, Pattern};

impl Lowering<'_> {
    /// Returns the constraints of an inline schema; a referenced type has its own.
    pub(super) fn constraints(&mut self, any: &AnySchema, site: &Site) -> Constraints {
        let bound = |value: Option<f64>, exclusive: Option<bool>| {
            restricting(value, any).map(|value| Bound { value, exclusive: exclusive == Some(true) })
        };
        let pattern = any.pattern.as_ref().and_then(|written| match self.pattern(written) {
            Ok(pattern) => Some(pattern),
            Err(reason) => {
                let message = format!("the pattern is not checked: {reason}");
                let help = "rewrite it without look-around and backreferences; the server still checks the value";
                self.warn(Code::PatternUnsupported, message, &site.pointer.child("pattern"), help);
                None
            }
        });
        Constraints {
            min_length: any.min_length.filter(|least| *least > 0),
            max_length: any.max_length,
            pattern,
            minimum: bound(any.minimum, any.exclusive_minimum),
            maximum: bound(any.maximum, any.exclusive_maximum),
            multiple_of: any.multiple_of.filter(|step| step.is_finite() && *step > 0.0),
            min_count: any.min_items.or(any.min_properties).filter(|least| *least > 0),
            max_count: any.max_items.or(any.max_properties),
            unique: any.unique_items == Some(true),
            element: self.element_limits(any, site),
        }
    }

    /// Returns the constraints of a schema. A nullable schema has those of its other alternative.
    pub(super) fn own_limits(&mut self, schema: &Schema, site: &Site) -> Constraints {
        match beside_null(schema) {
            Some((keyword, index, inner)) => {
                self.constraints(keywords(inner), &site.below(&[keyword, &index.to_string()]))
            }
            None => self.constraints(keywords(schema), site),
        }
    }

    /// Translates a pattern. Patterns are cached, since the same one is often used in many places and compiling takes
    /// time.
    fn pattern(&mut self, written: &str) -> Result<Pattern, String> {
        let known = self.patterns.entry(written.to_owned());
        known.or_insert_with(|| pattern::translated(written)).clone()
    }

    fn element_limits(&mut self, any: &AnySchema, site: &Site) -> Option<Box<Constraints>> {
        let (schema, step): (&Schema, _) = match (&any.items, &any.additional_properties) {
            (Some(ReferenceOr::Item(items)), _) => (items, "items"),
            (_, Some(AdditionalProperties::Schema(values))) => (values.as_item()?, "additionalProperties"),
            _ => return None,
        };
        let constraints = self.constraints(keywords(schema), &site.below(&[step]));
        (constraints != Constraints::default()).then(|| Box::new(constraints))
    }
}

/// Returns a limit if it excludes any value: generators write the range of their own type, which the field's type has
/// too.
pub(super) fn restricting(limit: Option<f64>, any: &AnySchema) -> Option<f64> {
    // Beyond this, 64-bit floats cannot represent every integer, so the exact limit is unknown.
    const MAX_EXACT_INTEGER: f64 = 9_223_372_036_854_774_784.0;
    const MAX_NUMBER: f64 = 1e300;
    let largest = match (any.typ.as_deref(), any.format.as_deref()) {
        (Some("integer"), None | Some("int64")) => MAX_EXACT_INTEGER,
        (_, Some("float")) => f64::from(f32::MAX),
        _ => MAX_NUMBER,
    };
    limit.filter(|limit| limit.is_finite() && limit.abs() < largest)
}
