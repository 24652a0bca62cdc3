//! Values of the alternatives of `oneOf` and `anyOf`.

use serde_json::{Value, json};

use super::alternatives::{Alternative, alternatives};
use super::maker::{Maker, Nesting};
use super::shape::{Shape, Union};
use super::variant::{Variant, VariantKind};

impl<'d> Maker<'_, 'd> {
    /// Returns a value of the first alternative that has one.
    pub(super) fn union_base(&self, shape: &Shape<'d>, outer: &Nesting<'_>) -> Option<Value> {
        let union = shape.unions.first()?;
        alternatives(&self.document, union).iter().find_map(|alternative| {
            self.spend(1)?;
            let value = self.base(&shape.with(&self.document, 0, alternative.schema), outer)?;
            Some(with_tag(union, alternative, value))
        })
    }

    /// Returns values of all alternatives of all unions, varying one union at a time.
    pub(super) fn union_variants(&self, shape: &Shape<'d>, outer: &Nesting<'_>, limit: usize) -> Vec<Variant> {
        let mut variants = Vec::new();
        for (position, union) in shape.unions.iter().enumerate() {
            for alternative in alternatives(&self.document, union) {
                if self.spend(1).is_none() {
                    break;
                }
                let branch = shape.with(&self.document, position, alternative.schema);
                variants.extend(self.alternative_variants(union, &alternative, &branch, outer, limit));
            }
        }
        variants.extend(unknown_tag(shape, &variants));
        variants
    }

    fn alternative_variants(
        &self,
        union: &Union<'d>,
        alternative: &Alternative<'d>,
        branch: &Shape<'d>,
        outer: &Nesting<'_>,
        limit: usize,
    ) -> Vec<Variant> {
        // An unknown tag value is not an instance of this alternative, but of none.
        let is_about_tag = |variant: &Variant| union.tag().is_some_and(|tag| variant.is_at(tag));
        let inside = self.variants(branch, outer, (limit / 4).max(1)).into_iter();
        let tagged = inside.filter(|variant| !is_about_tag(variant)).map(|mut variant| {
            variant.value = with_tag(union, alternative, variant.value);
            variant.in_branch(&alternative.label)
        });
        tagged.collect()
    }
}

/// Returns an object with an unknown tag.
fn unknown_tag(shape: &Shape<'_>, variants: &[Variant]) -> Option<Variant> {
    let tag = shape.unions.iter().find_map(Union::tag)?;
    let mut value = variants.iter().find(|variant| variant.value.is_object())?.value.clone();
    let is_number = value.get(tag).is_some_and(Value::is_number);
    let unknown = if is_number { json!(987_654) } else { json!("unknown-tag") };
    value.as_object_mut()?.insert(tag.to_owned(), unknown);
    Some(Variant::new(VariantKind::Unknown, "unknown tag", value))
}

/// Returns the value with the tag of its alternative.
fn with_tag(union: &Union<'_>, alternative: &Alternative<'_>, mut value: Value) -> Value {
    if let (Some(member), Some(tag), Some(members)) = (union.tag(), alternative.tag, value.as_object_mut()) {
        // Mapping keys are strings even if the member is a number.
        let number = members.get(member).filter(|value| value.is_number()).and_then(|_| tag.parse::<i64>().ok());
        members.insert(member.to_owned(), number.map_or_else(|| json!(tag), |number| json!(number)));
    }
    value
}
