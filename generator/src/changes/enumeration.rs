//! The values of enumerations in both versions.

use std::collections::HashSet;

use super::ChangeKind;
use super::compare::Comparison;
use super::finding::Finding;
use super::pairing::{added, pair};
use super::subject::ChangeSubject;
use super::union::READ_AS_UNKNOWN;
use super::version::{Versions, type_node};
use crate::model::{IntegerEnum, StringEnum, TypeId};
use crate::pointer::Pointer;

/// A value of an integer or a string enumeration.
struct EnumValue<'v> {
    wire: String,
    name: Option<&'v str>,
    meaning: Option<&'v str>,
}

/// The effects of another meaning of a value.
struct MeaningEffects {
    /// The effect if the variant has the same name.
    same_variant: fn(Finding) -> Finding,
    /// The effect if the variant has another name.
    other_variant: fn(Finding, String) -> Finding,
}

impl Comparison<'_> {
    pub(super) fn compare_integer_enums(&mut self, id: Versions<TypeId>, old: &IntegerEnum, new: &IntegerEnum) {
        let (old, new) = (integer_values(old), integer_values(new));
        let effects = MeaningEffects {
            same_variant: |found| found.at_run_time("`meaning()` returns the new text"),
            // Variants may have swapped their names, so that the compiler does not notice.
            other_variant: Finding::breaks,
        };
        self.compare_values(id, Versions::new(&old, &new), &effects);
    }

    pub(super) fn compare_string_enums(&mut self, id: Versions<TypeId>, old: &StringEnum, new: &StringEnum) {
        let (old, new) = (string_values(old), string_values(new));
        let effects = MeaningEffects { same_variant: Finding::docs, other_variant: Finding::at_run_time };
        self.compare_values(id, Versions::new(&old, &new), &effects);
    }

    /// Compares the values of two enumerations.
    fn compare_values(&mut self, id: Versions<TypeId>, values: Versions<&[EnumValue<'_>]>, effects: &MeaningEffects) {
        let Versions { old, new } = self.versions;
        let subject = self.type_subject(id);
        let locations = self.definition_locations(id);
        let pairs = pair(wires(values.old), wires(values.new));
        for (index, value) in values.old.iter().enumerate() {
            let old_variant = old.names.variant(id.old, index);
            let variant = type_node(id.old).variant(index);
            let found = match pairs[index] {
                None => subject
                    .part(Versions::only_old(variant))
                    .finding(
                        ChangeKind::ValueRemoved,
                        format!("the value {} of {} was removed", value.label(), subject.quoted()),
                    )
                    .with_old(locations.old, value.excerpt())
                    .breaks(no_longer(old.is_sent(id.old), old.is_received(id.old)))
                    .migrate(format!("remove the uses of `{old_variant}`")),
                Some(at) if !values.new[at].has_meaning_of(value) => {
                    let now = &values.new[at];
                    let new_variant = new.names.variant(id.new, at);
                    let message = format!("the meaning of the value {} of {} changed", value.wire, subject.quoted());
                    let variants = Versions::new(Some(variant), Some(type_node(id.new).variant(at)));
                    let found = subject.part(variants).finding(ChangeKind::ValueChanged, message);
                    let texts = Versions::new(value.excerpt(), now.excerpt());
                    let found = if old_variant == new_variant {
                        (effects.same_variant)(found)
                    } else {
                        let (was, is) = (value.meaning_text(), now.meaning_text());
                        (effects.other_variant)(found, format!("the value now means {is} instead of {was}"))
                    };
                    found.with_both(locations, texts).migrate(format!(
                        "check the code that uses `{old_variant}`: the value is now called `{new_variant}`"
                    ))
                }
                Some(_) => continue,
            };
            self.found.push(found);
        }
        self.compare_value_order(&subject, locations, values);
        for index in added(&pairs, values.new.len()) {
            let value = &values.new[index];
            let found = subject
                .part(Versions::only_new(type_node(id.new).variant(index)))
                .finding(
                    ChangeKind::ValueAdded,
                    format!("the value {} was added to {}", value.label(), subject.quoted()),
                )
                .with_new(locations.new, value.excerpt());
            self.found.push(if new.is_received(id.new) { found.at_run_time(READ_AS_UNKNOWN) } else { found });
        }
    }

    /// Reports a different order of common values.
    fn compare_value_order(
        &mut self,
        subject: &ChangeSubject,
        locations: Versions<&Pointer>,
        values: Versions<&[EnumValue<'_>]>,
    ) {
        let common = |own: &[EnumValue<'_>], others: &[EnumValue<'_>]| -> Vec<String> {
            let others: HashSet<&str> = wires(others).collect();
            wires(own).filter(|wire| others.contains(wire)).map(str::to_owned).collect()
        };
        let order = Versions::new(common(values.old, values.new), common(values.new, values.old));
        if order.old != order.new {
            let found = subject
                .finding(ChangeKind::TypeChanged, format!("the order of the values of {} changed", subject.quoted()))
                .with_both(locations, order.map(|wires| wires.join(", ")))
                .at_run_time("values are compared and listed in the new order")
                .without_code();
            self.found.push(found);
        }
    }
}

/// Returns the values on the wire.
fn wires<'v>(values: &'v [EnumValue<'_>]) -> impl Iterator<Item = &'v str> {
    values.iter().map(|value| value.wire.as_str())
}

fn integer_values(codes: &IntegerEnum) -> Vec<EnumValue<'_>> {
    codes.codes.iter().map(|code| EnumValue::new(code.code.to_string(), &code.name, &code.meaning)).collect()
}

fn string_values(words: &StringEnum) -> Vec<EnumValue<'_>> {
    words.words.iter().map(|word| EnumValue::new(format!("`{}`", word.wire), &word.name, &word.meaning)).collect()
}

impl<'v> EnumValue<'v> {
    fn new(wire: String, name: &'v Option<String>, meaning: &'v Option<String>) -> Self {
        Self { wire, name: name.as_deref(), meaning: meaning.as_deref() }
    }

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

    fn meaning_text(&self) -> &str {
        self.meaning.or(self.name).unwrap_or("nothing")
    }

    fn has_meaning_of(&self, other: &Self) -> bool {
        (self.name, self.meaning) == (other.name, other.meaning)
    }
}

/// Returns the phrase for the removal of a sent or received item.
fn no_longer(sent: bool, received: bool) -> &'static str {
    match (sent, received) {
        (true, true) => "the server no longer accepts or sends it",
        (true, false) => "the server no longer accepts it",
        (false, _) => "the server no longer sends it",
    }
}
