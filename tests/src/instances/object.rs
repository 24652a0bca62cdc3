//! Objects.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::choice::choices;
use super::maker::{Maker, Nesting};
use super::shape::{Shape, Type};
use super::text;
use super::variant::{Variant, VariantKind, by_turns, size};

/// The keys of members that match only `additionalProperties`.
const KEYS: [&str; 2] = ["additional", "another key"];

/// A possible member of an object.
struct Member<'d> {
    name: String,
    shape: Rc<Shape<'d>>,
    is_required: bool,
}

impl<'d> Maker<'_, 'd> {
    /// Returns an object with all members, or with the required ones.
    pub(super) fn object_base(&self, shape: &Shape<'d>, here: &Nesting<'_>, all: bool) -> Option<Value> {
        let members = self.members(shape);
        let least = shape.size("minProperties").unwrap_or(0);
        let most = shape.size("maxProperties").unwrap_or(usize::MAX);
        let mut open = members.iter().filter(|member| member.is_required).count();
        let mut object = Map::new();
        for member in &members {
            let rest = if member.is_required { usize::MAX } else { most.saturating_sub(open) };
            let is_filled = all && !(self.is_deep(here) && member.shape.is_compound()) || open < least;
            if !member.is_required && (!is_filled || rest == 0) {
                continue;
            }
            match self.base(&member.shape, here) {
                Some(value) => {
                    object.insert(member.name.clone(), value);
                    open += usize::from(!member.is_required);
                }
                None if member.is_required => return None,
                None => {}
            }
        }
        Some(Value::Object(object))
    }

    /// Returns all possible members in this direction.
    fn members(&self, shape: &Shape<'d>) -> Vec<Member<'d>> {
        let described = shape.properties.iter().map(|(name, schemas)| Member {
            name: (*name).to_owned(),
            shape: self.shape(schemas),
            is_required: shape.required.contains(name),
        });
        let mut members: Vec<Member<'d>> = described.filter(|member| self.has_member(&member.shape)).collect();
        let other = shape.additional.filter(|schema| is_specific(schema)).map(|schema| self.shape(&[schema]));
        let undescribed = shape.required.iter().filter(|name| !shape.properties.contains_key(*name));
        members.extend(undescribed.map(|name| {
            let shape = other.clone().unwrap_or_else(|| Rc::new(Shape::default().with_type(Type::String)));
            Member { name: (*name).to_owned(), shape, is_required: true }
        }));
        members.extend(self.pattern_members(shape));
        let keys =
            other.into_iter().flat_map(|other| self.keys(shape).into_iter().map(move |key| (key, other.clone())));
        members.extend(keys.map(|(name, shape)| Member { name, shape, is_required: false }));
        members
    }

    /// Returns one member for each of `patternProperties` for which a name can be generated.
    fn pattern_members(&self, shape: &Shape<'d>) -> Vec<Member<'d>> {
        let patterns = shape.patterns.iter().filter_map(|(pattern, schema)| {
            let name = text::matching_texts(pattern, 1).into_iter().find(|name| !name.is_empty())?;
            // The name may already belong to a described member.
            let is_free = !shape.properties.contains_key(name.as_str());
            is_free.then(|| Member { name, shape: self.shape(&[*schema]), is_required: false })
        });
        patterns.collect()
    }

    fn keys(&self, shape: &Shape<'d>) -> Vec<String> {
        let names = shape.keyword("propertyNames").map(|schema| self.shape(&[schema]));
        let generated = names.filter(|names| !names.never).map(|names| {
            let choices = names.choices.iter().flatten().filter_map(|value| value.as_str()).map(str::to_owned);
            let choices: Vec<String> = choices.collect();
            let matching = || names.text("pattern").map(|pattern| text::matching_texts(pattern, 1)).unwrap_or_default();
            if choices.is_empty() { matching() } else { choices }
        });
        let keys = generated.filter(|keys| !keys.is_empty()).unwrap_or_else(|| KEYS.map(str::to_owned).to_vec());
        keys.into_iter().filter(|key| !shape.properties.contains_key(key.as_str())).take(KEYS.len()).collect()
    }

    /// Returns the base, its required members only, and the base with each other value of each member.
    pub(super) fn object_variants(
        &self,
        shape: &Shape<'d>,
        here: &Nesting<'_>,
        base: &Value,
        limit: usize,
    ) -> Vec<Variant> {
        let mut variants = vec![Variant::new(VariantKind::Base, "all fields", base.clone())];
        let required = self.object_base(shape, here, false);
        variants.extend(required.map(|value| Variant::new(VariantKind::Required, "required only", value)));
        if shape.properties.is_empty() && shape.patterns.is_empty() && is_free(shape) {
            let value = json!({"any member": {"any": ["value", 1, null]}, "other": 1.5});
            variants.push(Variant::new(VariantKind::Count, "free members", value));
        }
        variants.extend(self.member_variants(shape, here, base, limit));
        variants
    }

    fn member_variants(&self, shape: &Shape<'d>, here: &Nesting<'_>, base: &Value, limit: usize) -> Vec<Variant> {
        let mut changes = Vec::new();
        for member in self.members(shape) {
            // Members missing in the base are too deep for variants.
            let Some(usual) = base.get(&member.name) else { continue };
            // A required member with one value is a constant of the type: another value would be read as that constant.
            let is_constant = member.is_required && choices(&member.shape).len() == 1;
            let values = self.variants(&member.shape, here, limit / 4).into_iter();
            let values = values.filter(|it| it.value != *usual && !(is_constant && it.kind == VariantKind::Unknown));
            changes.extend(values.map(|it| (member.name.clone(), it)));
        }
        let size = size(base);
        let selected = by_turns(changes, |(_, variant)| variant.kind).into_iter().take(limit);
        let changed = selected.map_while(|(name, variant)| {
            self.spend(size)?;
            let mut value = base.clone();
            *value.get_mut(&name)? = variant.value.clone();
            Some(variant.inside(&name, value))
        });
        changed.collect()
    }
}

/// Returns `true` if additional members have a schema; `{}` is equivalent to `true`.
fn is_specific(additional: &Value) -> bool {
    additional.as_object().is_some_and(|schema| !schema.is_empty())
}

/// Returns `true` if undescribed members may have any value.
fn is_free(shape: &Shape<'_>) -> bool {
    shape.size("maxProperties").is_none_or(|most| most > 1)
        && shape.keyword("propertyNames").is_none()
        && shape.additional.is_none_or(|additional| *additional == json!(true) || *additional == json!({}))
}
