//! Enumerations and unions: their values and alternatives, before and after.

use super::Kind;
use super::compare::{Comparison, Part, definition_place};
use super::found::Found;
use super::told;
use crate::model::{Codes, Payload, TypeId, Union, Variant, Words};

/// A value of an enumeration, of numbers or of texts.
struct Listed<'v> {
    wire: String,
    name: Option<&'v str>,
    meaning: Option<&'v str>,
}

impl Listed<'_> {
    fn says(&self) -> String {
        match self.meaning.or(self.name) {
            Some(meaning) => format!("{}: {meaning}", self.wire),
            None => self.wire.clone(),
        }
    }
}

impl Comparison<'_> {
    pub(super) fn codes(&mut self, before: TypeId, after: TypeId, one: &Codes, other: &Codes) {
        self.values((before, after), &listed_codes(one), &listed_codes(other), "code");
    }

    pub(super) fn words(&mut self, before: TypeId, after: TypeId, one: &Words, other: &Words) {
        self.values((before, after), &listed_words(one), &listed_words(other), "text");
    }

    fn values(&mut self, (before, after): (TypeId, TypeId), one: &[Listed], other: &[Listed], what: &str) {
        let (old, new) = (self.old, self.new);
        let (resource, subject) = (new.resource(after), new.path(after));
        let part = Part { resource: &resource, subject: &subject };
        let (place, now) = (definition_place(old, before), definition_place(new, after));
        for (index, value) in one.iter().enumerate() {
            let variant = |index| new.names.variant(after, index).to_owned();
            let found = match other.iter().position(|other| other.wire == value.wire) {
                None => part
                    .found(Kind::ValueRemoved, format!("{} has no {what} {} any more", part.quoted(), value.says()))
                    .before(&place, value.says())
                    .breaks(match old.is_sent(before) {
                        true => "the server does not take it any more",
                        false => "the server does not send it any more",
                    })
                    .migrate(format!("take `{}` out of the code", old.names.variant(before, index)))
                    .claims(old.variant(before, index)),
                Some(at) if !other[at].means_what(value) => self
                    .meaning(&part, value, &other[at], what, old.names.variant(before, index) == variant(at))
                    .before(&place, value.says())
                    .after(&now, other[at].says())
                    .migrate(format!(
                        "decide whether `{}` is what was meant by `{}`",
                        variant(at),
                        old.names.variant(before, index)
                    ))
                    .claims(old.variant(before, index))
                    .claims(new.variant(after, at)),
                Some(_) => continue,
            };
            self.found.push(found);
        }
        for (index, value) in other.iter().enumerate() {
            if one.iter().all(|other| other.wire != value.wire) {
                let found = part
                    .found(Kind::ValueAdded, format!("{} has a new {what}, {}", part.quoted(), value.says()))
                    .after(&now, value.says())
                    .at_run_time("the old bindings keep it as an unknown value")
                    .claims(new.variant(after, index));
                self.found.push(found);
            }
        }
    }

    /// Where the variant keeps its name, only its docs differ.
    fn meaning(&self, part: &Part<'_>, old: &Listed, new: &Listed, what: &str, same_name: bool) -> Found {
        let told = format!("the {what} {} of {} means something else", old.wire, part.quoted());
        let found = part.found(Kind::ValueMeaning, told);
        let text = old.name == new.name && same_name;
        if text { found.docs() } else { found.at_run_time(format!("{} is what was {}", new.says(), old.says())) }
    }

    pub(super) fn unions(&mut self, before: TypeId, after: TypeId, one: &Union, other: &Union) {
        let (old, new) = (self.old, self.new);
        let (resource, subject) = (new.resource(after), new.path(after));
        let part = Part { resource: &resource, subject: &subject };
        for (index, variant) in one.variants.iter().enumerate() {
            let says = self.alternative(old, variant);
            let Some(at) = other.variants.iter().position(|other| other.hint == variant.hint) else {
                let found = part
                    .found(Kind::AlternativeRemoved, format!("{} is never {says} any more", part.quoted()))
                    .before(&variant.origin, says)
                    .breaks("values of this alternative are not taken, or do not come, any more")
                    .migrate(format!("take `{}` out of the code", old.names.variant(before, index)))
                    .claims(old.variant(before, index));
                self.found.push(found);
                continue;
            };
            if !self.same_payload(&variant.payload, &other.variants[at].payload) {
                let is = self.alternative(new, &other.variants[at]);
                let found = part
                    .found(Kind::AlternativeChanged, format!("{} may be {is} instead of {says}", part.quoted()))
                    .before(&variant.origin, says)
                    .after(&other.variants[at].origin, is)
                    .breaks("values of the old form are not understood any more")
                    .migrate(format!("use what `{}` holds now", new.names.variant(after, at)))
                    .claims(old.variant(before, index))
                    .claims(new.variant(after, at));
                self.found.push(found);
            }
        }
        for (index, variant) in other.variants.iter().enumerate() {
            if one.variants.iter().all(|other| other.hint != variant.hint) {
                let says = self.alternative(new, variant);
                let found = part
                    .found(Kind::AlternativeAdded, format!("{} may be {says} as well", part.quoted()))
                    .after(&variant.origin, says)
                    .at_run_time("the old bindings keep it as an unknown value")
                    .claims(new.variant(after, index))
                    .claims(new.types_below(&variant.origin));
                self.found.push(found);
            }
        }
        self.tags(&part, (before, one), (after, other));
    }

    fn same_payload(&mut self, old: &Payload, new: &Payload) -> bool {
        match (old, new) {
            (Payload::Type(old), Payload::Type(new)) => self.same(old, new),
            (old, new) => old == new,
        }
    }

    fn alternative(&self, side: super::side::Side<'_>, variant: &Variant) -> String {
        match &variant.payload {
            Payload::Type(ty) => told::ty(side.api, ty),
            Payload::Constant(value) => told::value(value),
        }
    }

    /// How the alternatives are told apart.
    fn tags(&mut self, part: &Part<'_>, (before, one): (TypeId, &Union), (after, other): (TypeId, &Union)) {
        let says = |union: &Union| match &union.tag {
            None => "told apart by what is in them".to_owned(),
            Some(tag) => {
                // A new alternative is told of as such.
                let both = |index: usize| {
                    let hint = &union.variants[index].hint;
                    let has = |union: &Union| union.variants.iter().any(|variant| variant.hint == *hint);
                    has(one) && has(other)
                };
                let values = tag.values.iter().filter(|(_, index)| both(*index));
                let values = values.map(|(value, index)| format!("`{value}` {}", union.variants[*index].hint));
                let mut values: Vec<String> = values.collect();
                values.sort();
                format!("told apart by `{}`: {}", tag.property, values.join(", "))
            }
        };
        let (was, is) = (says(one), says(other));
        if was != is {
            let found = part
                .found(
                    Kind::AlternativeChanged,
                    format!("the alternatives of {} are told apart otherwise", part.quoted()),
                )
                .before(&definition_place(self.old, before), was)
                .after(&definition_place(self.new, after), is)
                .breaks("the old bindings take an alternative for another one, or for none");
            self.found.push(found);
        }
    }
}

fn listed_codes(codes: &Codes) -> Vec<Listed<'_>> {
    codes.codes.iter().map(|code| Listed::new(code.code.to_string(), &code.name, &code.meaning)).collect()
}

fn listed_words(words: &Words) -> Vec<Listed<'_>> {
    words.words.iter().map(|word| Listed::new(format!("`{}`", word.wire), &word.name, &word.meaning)).collect()
}

impl<'v> Listed<'v> {
    fn new(wire: String, name: &'v Option<String>, meaning: &'v Option<String>) -> Self {
        Self { wire, name: name.as_deref(), meaning: meaning.as_deref() }
    }

    fn means_what(&self, other: &Self) -> bool {
        (self.name, self.meaning) == (other.name, other.meaning)
    }
}
