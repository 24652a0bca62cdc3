//! `minLength`, `maximum`, `pattern` and similar: the constraints that are checked before a value is sent.

use openapiv3::AdditionalProperties;

use super::input::Site;
use super::node::{Node, inline};
use super::schemas::Schemas;
use super::{enumeration, format};
use crate::api::model::{Bound, Constraints, Integer, Pattern};
use crate::api::pattern;
use crate::base::diagnostic::Code;

impl Schemas<'_> {
    /// Returns the constraints of an inline schema; a referenced type has its own.
    pub(super) fn constraints(&mut self, schema: Node<'_>, site: &Site) -> Constraints {
        let any = schema.any;
        let bound = |value: Option<f64>, exclusive: Option<bool>| {
            restricting(value, schema).map(|value| Bound { value, exclusive: exclusive == Some(true) })
        };
        let by_format = is_format_syntax(schema);
        let pattern = any.pattern.as_ref().filter(|_| !by_format).and_then(|written| match self.pattern(written) {
            Ok(pattern) => Some(pattern),
            Err(reason) => {
                let message = format!("the pattern is not checked: {reason}");
                let help = "rewrite it without look-around and backreferences; the server still checks the value";
                self.log.warn(Code::PatternUnsupported, message, &site.pointer.child("pattern"), help);
                None
            }
        });
        Constraints {
            min_length: any.min_length.filter(|least| *least > 0 && !by_format),
            max_length: any.max_length.filter(|_| !by_format),
            pattern,
            minimum: bound(any.minimum, any.exclusive_minimum),
            maximum: bound(any.maximum, any.exclusive_maximum),
            multiple_of: any.multiple_of.filter(|step| step.is_finite() && *step > 0.0),
            values: enumeration::listed_values(schema),
            min_count: any.min_items.or(any.min_properties).filter(|least| *least > 0),
            max_count: any.max_items.or(any.max_properties),
            unique: any.unique_items == Some(true),
            element: self.element_limits(schema, site),
        }
    }

    /// Returns the constraints of a schema, including those of its only alternative besides null and of its inline
    /// parts. A referenced type has its own.
    pub(super) fn own_limits(&mut self, schema: Node<'_>, site: &Site) -> Constraints {
        let parts = schema.inline_parts().map(|(index, part)| ("allOf", index, part));
        parts.chain(schema.beside_null()).fold(self.constraints(schema, site), |limits, (keyword, index, inner)| {
            limits.and(self.own_limits(inner, &site.below(&[keyword, &index.to_string()])))
        })
    }

    /// Translates a pattern. Patterns are cached, since the same one is often used in many places and compiling takes
    /// time.
    fn pattern(&mut self, written: &str) -> Result<Pattern, String> {
        let known = self.patterns.entry(written.to_owned());
        let translate = || Ok(Pattern { written: written.to_owned(), expression: pattern::translated(written)? });
        known.or_insert_with(translate).clone()
    }

    fn element_limits(&mut self, schema: Node<'_>, site: &Site) -> Option<Box<Constraints>> {
        let any = schema.any;
        let values = match &any.additional_properties {
            Some(AdditionalProperties::Schema(values)) => inline(values),
            _ => None,
        };
        let items = any.items.as_ref().and_then(inline).map(|items| (items, "items"));
        let (inner, step) = items.or(values.map(|values| (values, schema.others_keyword())))?;
        let constraints = self.own_limits(inner, &site.below(&[step]));
        (constraints != Constraints::default()).then(|| Box::new(constraints))
    }
}

/// Returns a limit if it excludes any value: generators write the range of their own type, which the field's type has
/// too.
pub(super) fn restricting(limit: Option<f64>, schema: Node<'_>) -> Option<f64> {
    // Beyond this, 64-bit floats cannot represent every integer, so the exact limit is unknown.
    const MAX_EXACT_INTEGER: f64 = 9_223_372_036_854_774_784.0;
    const MAX_NUMBER: f64 = 1e300;
    let both = |largest: f64| (-largest, largest);
    let format = schema.any.format.as_deref();
    let is_integer = schema.typ() == Some("integer");
    let width = format.map_or(is_integer.then_some(Integer::I64), Integer::from_format);
    let (least, most) = match width {
        Some(Integer::I64) if is_integer => both(MAX_EXACT_INTEGER),
        Some(Integer::I64) => both(MAX_NUMBER),
        Some(width) => format::limits(width),
        None if format == Some("float") => both(f32::MAX.into()),
        None => both(MAX_NUMBER),
    };
    limit.filter(|limit| *limit > least && *limit < most)
}

/// Returns `true` if the length and the pattern of a string describe the syntax of its format, which its type has too.
pub(super) fn is_format_syntax(schema: Node<'_>) -> bool {
    let any = schema.any;
    let Some(values) = format::typical_values(schema) else { return false };
    let fits = |value: &&str| {
        any.min_length.is_none_or(|least| value.len() >= least) && any.max_length.is_none_or(|most| value.len() <= most)
    };
    if any.pattern.is_none() {
        return values.iter().all(&fits);
    }
    let Some(expression) = any.pattern.as_ref().and_then(|written| pattern::compiled(written)) else { return false };
    let has_syntax = |value: &&str| fits(value) && expression.is_match(value);
    // A pattern of UUIDs often allows one version only.
    if values == format::UUIDS { values.iter().any(has_syntax) } else { values.iter().all(has_syntax) }
}
