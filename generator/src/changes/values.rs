//! Enumerations: their values, before and after.

use std::collections::HashSet;

use super::ChangeKind;
use super::compare::{Comparison, Part, definition_place};
use super::finding::Finding;
use super::object::no_longer;
use super::pairing::{added, pair};
use crate::model::{IntegerEnum, StringEnum, TypeId};
use crate::pointer::Pointer;

/// A value of an integer or a string enumeration.
struct Listed<'v> {
    wire: String,
    name: Option<&'v str>,
    meaning: Option<&'v str>,
}

impl Listed<'_> {
    fn label(&self) -> String {
        match self.meaning.or(self.name) {
            Some(meaning) => format!("{} ({meaning})", self.wire),
            None => self.wire.clone(),
        }
    }

    fn excerpt(&self) -> String {
        match self.meaning.or(self.name) {
            Some(meaning) => format!("{}: {meaning}", self.wire),
            None => self.wire.clone(),
        }
    }
}

impl Comparison<'_> {
    pub(super) fn codes(&mut self, before: TypeId, after: TypeId, one: &IntegerEnum, other: &IntegerEnum) {
        self.values((before, after), &listed_codes(one), &listed_codes(other), "code");
    }

    pub(super) fn words(&mut self, before: TypeId, after: TypeId, one: &StringEnum, other: &StringEnum) {
        self.values((before, after), &listed_words(one), &listed_words(other), "text");
    }

    fn values(&mut self, (before, after): (TypeId, TypeId), one: &[Listed], other: &[Listed], what: &str) {
        let (old, new) = (self.old, self.new);
        let (resource, subject) = (new.resource(after), new.path(after));
        let part = Part { resource: &resource, subject: &subject };
        let (place, now) = (definition_place(old, before), definition_place(new, after));
        let pairs = pair(wires(one), wires(other));
        for (index, value) in one.iter().enumerate() {
            let variant = |index| new.names.variant(after, index).to_owned();
            let found = match pairs[index] {
                None => part
                    .finding(
                        ChangeKind::ValueRemoved,
                        format!("the {what} {} of {} is gone", value.label(), part.quoted()),
                    )
                    .before(&place, value.excerpt())
                    .breaks(no_longer(old.is_sent(before), old.is_received(before)))
                    .migrate(format!("take `{}` out of the code", old.names.variant(before, index)))
                    .claims(old.variant(before, index)),
                Some(at) if !other[at].means_what(value) => self
                    .meaning(&part, value, &other[at], what, old.names.variant(before, index) == variant(at))
                    .before(&place, value.excerpt())
                    .after(&now, other[at].excerpt())
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
        self.value_order(&part, (&place, &now), one, other);
        for index in added(&pairs, other.len()) {
            let value = &other[index];
            let found = part
                .finding(ChangeKind::ValueAdded, format!("{} has the new {what} {}", part.quoted(), value.label()))
                .after(&now, value.excerpt())
                .at_run_time("the old bindings keep it as an unknown value")
                .claims(new.variant(after, index));
            self.found.push(found);
        }
    }

    /// Reports a different order of common values.
    fn value_order(&mut self, part: &Part<'_>, places: (&Pointer, &Pointer), one: &[Listed], other: &[Listed]) {
        let kept = |own: &[Listed], others: &[Listed]| -> Vec<String> {
            let others: HashSet<&str> = wires(others).collect();
            wires(own).filter(|wire| others.contains(wire)).map(str::to_owned).collect()
        };
        let (was, is) = (kept(one, other), kept(other, one));
        if was != is {
            let found = part
                .finding(ChangeKind::Order, format!("the values of {} stand in another order", part.quoted()))
                .before(places.0, was.join(", "))
                .after(places.1, is.join(", "))
                .at_run_time("they compare, and are listed, in the new order");
            self.found.push(found);
        }
    }

    /// Reports a different meaning. The meaning of an integer is part of the interface; that of a string is only in the
    /// docs.
    fn meaning(&self, part: &Part<'_>, old: &Listed, new: &Listed, what: &str, same_name: bool) -> Finding {
        let sentence = format!("the {what} {} of {} means something else", old.wire, part.quoted());
        let found = part.finding(ChangeKind::ValueMeaning, sentence);
        match (same_name, what) {
            (true, "text") => found.docs(),
            (true, _) => found.at_run_time("`meaning()` says otherwise"),
            (false, _) => found.at_run_time(format!("{} is what was {}", new.excerpt(), old.excerpt())),
        }
    }
}

/// Returns the values on the wire.
fn wires<'v>(listed: &'v [Listed<'_>]) -> impl Iterator<Item = &'v str> {
    listed.iter().map(|value| value.wire.as_str())
}

fn listed_codes(codes: &IntegerEnum) -> Vec<Listed<'_>> {
    codes.codes.iter().map(|code| Listed::new(code.code.to_string(), &code.name, &code.meaning)).collect()
}

fn listed_words(words: &StringEnum) -> Vec<Listed<'_>> {
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
