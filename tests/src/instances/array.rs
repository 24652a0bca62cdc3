//! Arrays.

use std::rc::Rc;

use serde_json::Value;

use super::maker::{Maker, Nesting};
use super::shape::Shape;
use super::variant::{Variant, VariantKind, by_turns, size};

/// The default number of elements.
const USUAL_COUNT: usize = 2;

/// Maximum number of elements.
const MAX_ELEMENTS: usize = 64;

impl<'d> Maker<'_, 'd> {
    /// Returns an array of two elements, or as many as required.
    pub(super) fn array_base(&self, shape: &Shape<'d>, here: &Nesting<'_>) -> Option<Value> {
        let (least, most) = lengths(shape);
        let elements = self.elements(shape);
        let is_deep = self.is_deep(here) && elements.usual.as_ref().is_some_and(|usual| usual.is_compound());
        let usual = if is_deep { elements.fixed.len() } else { elements.fixed.len().max(USUAL_COUNT) };
        self.list(shape, &elements, here, usual.clamp(least, most.max(least)), least)
    }

    /// Returns an array of `count` elements, or of fewer if there are not enough distinct values but at least the
    /// minimum.
    fn list(
        &self,
        shape: &Shape<'d>,
        elements: &Elements<'d>,
        here: &Nesting<'_>,
        count: usize,
        least: usize,
    ) -> Option<Value> {
        let fixed = elements.fixed.iter().take(count).map_while(|element| self.base(element, here));
        let mut values: Vec<Value> = fixed.collect();
        let is_whole = values.len() == elements.fixed.len();
        if let Some(usual) = elements.usual.as_deref().filter(|_| is_whole && values.len() < count) {
            let missing = count - values.len();
            values.extend(self.usual(usual, here, missing, shape.flag("uniqueItems")));
        }
        (count <= MAX_ELEMENTS && values.len() >= least).then_some(Value::Array(values))
    }

    /// Returns `count` elements of the same schema, or fewer if they must be unique.
    fn usual(&self, element: &Shape<'d>, here: &Nesting<'_>, count: usize, unique: bool) -> Vec<Value> {
        if unique {
            let known = self.variants(element, here, 4 * count.min(MAX_ELEMENTS));
            let sound = known
                .into_iter()
                .filter(|variant| variant.kind != VariantKind::Unknown && variant.kind != VariantKind::Null);
            return sound.map(|variant| variant.value).take(count).collect();
        }
        let value = self.base(element, here);
        value.into_iter().flat_map(|value| std::iter::repeat_n(value, count.min(MAX_ELEMENTS))).collect()
    }

    /// Returns the base, an empty array, a full one, and the base with each other value of one element.
    pub(super) fn array_variants(
        &self,
        shape: &Shape<'d>,
        here: &Nesting<'_>,
        base: &Value,
        limit: usize,
    ) -> Vec<Variant> {
        let (least, longest) = lengths(shape);
        let elements = self.elements(shape);
        let count = base.as_array().map_or(0, Vec::len);
        let mut variants = vec![Variant::new(VariantKind::Base, count_label(count), base.clone())];
        if least == 0 {
            variants.push(Variant::new(VariantKind::Count, count_label(0), Value::Array(Vec::new())));
        }
        if longest > count && longest <= 8 {
            let longest = self.list(shape, &elements, here, longest, count + 1);
            variants.extend(longest.map(|value| {
                Variant::new(VariantKind::Count, count_label(value.as_array().map_or(0, Vec::len)), value)
            }));
        }
        variants.extend(self.element_variants(shape, &elements, here, base, limit));
        variants
    }

    fn element_variants(
        &self,
        shape: &Shape<'d>,
        elements: &Elements<'d>,
        here: &Nesting<'_>,
        base: &Value,
        limit: usize,
    ) -> Vec<Variant> {
        let Some(values) = base.as_array() else { return Vec::new() };
        let kinds = elements.fixed.iter().chain(&elements.usual);
        let mut changes = Vec::new();
        for (index, (element, usual)) in kinds.zip(values).enumerate() {
            let others = self.variants(element, here, limit / 2).into_iter().filter(|other| other.value != *usual);
            let allowed = others.filter(|other| !shape.flag("uniqueItems") || !values.contains(&other.value));
            changes.extend(allowed.map(|other| (index, other)));
        }
        let size = size(base);
        let selected = by_turns(changes, |(_, variant)| variant.kind).into_iter().take(limit);
        let changed = selected.map_while(|(index, variant)| {
            self.spend(size)?;
            let mut value = base.clone();
            *value.get_mut(index)? = variant.value.clone();
            Some(variant.inside(&format!("[{index}]"), value))
        });
        changed.collect()
    }

    /// Returns the schemas of the elements. If there are none, any value is allowed.
    fn elements(&self, shape: &Shape<'d>) -> Elements<'d> {
        let fixed: Vec<_> = shape.prefix.into_iter().flatten().map(|schema| self.shape(&[schema])).collect();
        // All elements are such as one of them must be.
        let schemas: Vec<&Value> = shape.items.into_iter().chain(shape.contained).collect();
        let usual = match schemas.as_slice() {
            [_, ..] => Some(self.shape(&schemas)).filter(|shape| !shape.never),
            [] => fixed.is_empty().then(|| Rc::new(Shape::default())),
        };
        Elements { fixed, usual }
    }
}

/// The schemas of the elements of an array.
struct Elements<'d> {
    /// The schemas of the first elements.
    fixed: Vec<Rc<Shape<'d>>>,
    /// The schema of all other elements, if they are allowed.
    usual: Option<Rc<Shape<'d>>>,
}

fn lengths(shape: &Shape<'_>) -> (usize, usize) {
    let least = usize::from(shape.contained.is_some());
    (shape.size("minItems").unwrap_or(least), shape.size("maxItems").unwrap_or(usize::MAX))
}

fn count_label(count: usize) -> String {
    match count {
        0 => "empty list".to_owned(),
        1 => "1 element".to_owned(),
        _ => format!("{count} elements"),
    }
}
