//! Unions: their alternatives, before and after.

use super::ChangeKind;
use super::compare::{Comparison, Part, definition_place};
use super::phrase;
use super::side::Side;
use crate::model::{Payload, Shape, TagPlace, Type, TypeId, Union, Variant};

impl Comparison<'_> {
    pub(super) fn unions(&mut self, before: TypeId, after: TypeId, one: &Union, other: &Union) {
        let (resource, subject) = (self.new.resource(after), self.new.path(after));
        let part = Part { resource: &resource, subject: &subject };
        let pairs = self.matched(before, after, one, other);
        for (index, variant) in one.variants.iter().enumerate() {
            match pairs[index] {
                Some(at) => self.alternatives(&part, (before, index, variant), (after, at, &other.variants[at])),
                None => self.alternative_removed(&part, before, index, variant),
            }
        }
        for (index, variant) in other.variants.iter().enumerate() {
            if !pairs.contains(&Some(index)) {
                self.alternative_added(&part, after, index, variant);
            }
        }
        self.tags(&part, (before, one), (after, other), &pairs);
        self.alternative_order(&part, (before, one), (after, other), &pairs);
    }

    /// Reports a different order of indistinguishable objects: they are tried in order, so that a response may be read
    /// as another one.
    fn alternative_order(
        &mut self,
        part: &Part<'_>,
        (before, one): (TypeId, &Union),
        (after, other): (TypeId, &Union),
        pairs: &[Option<usize>],
    ) {
        let is_object = |variant: &Variant| match &variant.payload {
            Payload::Type(ty) => match self.old.api.unaliased(ty) {
                Type::Named(id) => matches!(self.old.api.definition(*id).shape, Shape::Object(_)),
                _ => false,
            },
            Payload::Constant(_) | Payload::Unit => false,
        };
        let objects = one.variants.iter().enumerate().filter(|(_, variant)| is_object(variant));
        let now: Vec<(usize, usize)> = objects.filter_map(|(index, _)| Some((pairs[index]?, index))).collect();
        if one.tag.is_some() || other.tag.is_some() || now.is_sorted() {
            return;
        }
        let mut then = now.clone();
        then.sort_unstable();
        let names = |order: &[(usize, usize)]| {
            let names = order.iter().map(|(_, index)| self.old.names.variant(before, *index));
            names.collect::<Vec<_>>().join(", ")
        };
        let found = part
            .finding(ChangeKind::Order, format!("the alternatives of {} are tried in another order", part.quoted()))
            .before(&definition_place(self.old, before), names(&now))
            .after(&definition_place(self.new, after), names(&then))
            .breaks("compiled anew, an answer that fits several alternatives is read as another one")
            .migrate("look at what is done with each alternative");
        self.found.push(found);
    }

    /// Matches the alternatives of both sides: by their names in the code, otherwise by their names in the description.
    fn matched(&self, before: TypeId, after: TypeId, one: &Union, other: &Union) -> Vec<Option<usize>> {
        let (old, new) = (self.old.names, self.new.names);
        let named = |name: &str| (0..other.variants.len()).find(|at| new.variant(after, *at) == name);
        let mut pairs: Vec<Option<usize>> =
            (0..one.variants.len()).map(|index| named(old.variant(before, index))).collect();
        for (index, variant) in one.variants.iter().enumerate().filter(|(_, variant)| !variant.hint.is_empty()) {
            let free = |at: &usize| !pairs.contains(&Some(*at)) && other.variants[*at].hint == variant.hint;
            if pairs[index].is_none() {
                pairs[index] = (0..other.variants.len()).find(free);
            }
        }
        pairs
    }

    fn alternative_removed(&mut self, part: &Part<'_>, before: TypeId, index: usize, variant: &Variant) {
        let old = self.old;
        let (says, name) = (excerpt(old, variant), old.names.variant(before, index));
        let sentence = format!("{} is never {} any more", part.quoted(), alternative_phrase(&says, name));
        let found = part
            .finding(ChangeKind::AlternativeRemoved, sentence)
            .before(&variant.origin, says)
            .breaks("values of this alternative are not taken, or do not come, any more")
            .migrate(format!("take `{name}` out of the code"))
            .claims(old.variant(before, index));
        self.found.push(found);
    }

    fn alternative_added(&mut self, part: &Part<'_>, after: TypeId, index: usize, variant: &Variant) {
        let new = self.new;
        let says = excerpt(new, variant);
        let sentence =
            format!("{} may be {} as well", part.quoted(), alternative_phrase(&says, new.names.variant(after, index)));
        let found = part
            .finding(ChangeKind::AlternativeAdded, sentence)
            .after(&variant.origin, says)
            .at_run_time("the old bindings keep it as an unknown value")
            .claims(new.variant(after, index))
            .claims(new.types_below(&variant.origin));
        self.found.push(found);
    }

    fn alternatives(
        &mut self,
        part: &Part<'_>,
        (before, index, variant): (TypeId, usize, &Variant),
        (after, at, now): (TypeId, usize, &Variant),
    ) {
        let same = match (&variant.payload, &now.payload) {
            (Payload::Type(old), Payload::Type(new)) => self.same(old, new),
            (old, new) => old == new,
        };
        if same {
            return;
        }
        let (old, new) = (self.old, self.new);
        let (was, is) = (excerpt(old, variant), excerpt(new, now));
        let found = part
            .finding(ChangeKind::AlternativeChanged, format!("{} may be {is} instead of {was}", part.quoted()))
            .before(&variant.origin, was)
            .after(&now.origin, is)
            .breaks("values of the old form are not understood any more")
            .migrate(format!("use what `{}` holds now", new.names.variant(after, at)))
            .claims(old.variant(before, index))
            .claims(new.variant(after, at));
        self.found.push(found);
    }

    /// Reports differences in tags; added and removed alternatives are reported separately.
    fn tags(
        &mut self,
        part: &Part<'_>,
        (before, one): (TypeId, &Union),
        (after, other): (TypeId, &Union),
        pairs: &[Option<usize>],
    ) {
        let kept = |index: usize| pairs[index].map(|_| index);
        let came_from = |index: usize| pairs.iter().position(|now| *now == Some(index));
        let says = |union: &Union, old: &dyn Fn(usize) -> Option<usize>| match &union.tag {
            None => "distinguished by their content".to_owned(),
            Some(tag) => {
                let values = tag.values.iter().filter_map(|(value, index)| {
                    Some(format!("`{value}` {}", self.old.names.variant(before, old(*index)?)))
                });
                let mut values: Vec<String> = values.collect();
                values.sort();
                format!("distinguished by {}: {}", place(&tag.place), values.join(", "))
            }
        };
        let (was, is) = (says(one, &kept), says(other, &came_from));
        if was != is {
            let sentence = format!("the alternatives of {} are distinguished differently", part.quoted());
            let found = part
                .finding(ChangeKind::AlternativeChanged, sentence)
                .before(&definition_place(self.old, before), was)
                .after(&definition_place(self.new, after), is)
                .breaks("the old bindings take an alternative for another one, or for none");
            self.found.push(found);
        }
    }
}

fn place(place: &TagPlace) -> String {
    match place {
        TagPlace::Internal { property } => format!("`{property}`"),
        TagPlace::Adjacent { property, content } => format!("`{property}`, beside the value in `{content}`"),
        TagPlace::External => "the name of their only member".to_owned(),
    }
}

/// Returns the phrase of an alternative with the name of its variant, unless it is a component schema.
fn alternative_phrase(says: &str, variant: &str) -> String {
    if says.starts_with('`') { says.to_owned() } else { format!("{says} (`{variant}`)") }
}

fn excerpt(side: Side<'_>, variant: &Variant) -> String {
    match &variant.payload {
        Payload::Type(ty) => phrase::ty(side.api, ty),
        Payload::Constant(value) => phrase::value(value),
        Payload::Unit => "nothing but the tag".to_owned(),
    }
}
