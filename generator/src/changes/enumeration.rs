//! The values of enumerations in both versions.

use std::collections::HashSet;

use super::compare::Comparison;
use super::pairing::{join, pair};
use super::rule::Rule;
use super::rules;
use super::subject::ChangeSubject;
use super::version::{Versions, type_node};
use crate::model::{IntegerEnum, StringEnum, TypeId};

/// A value of an integer or a string enumeration.
struct EnumValue<'v> {
    wire: String,
    name: Option<&'v str>,
    meaning: Option<&'v str>,
}

impl Comparison<'_> {
    pub(super) fn compare_integer_enums(&mut self, id: Versions<TypeId>, enums: Versions<&IntegerEnum>) {
        let rules = [rules::INTEGER_MEANING, rules::INTEGER_MEANING_AND_NAME];
        self.compare_values(id, enums.map(integer_values), rules);
    }

    pub(super) fn compare_string_enums(&mut self, id: Versions<TypeId>, enums: Versions<&StringEnum>) {
        let rules = [rules::STRING_MEANING, rules::STRING_MEANING_AND_NAME];
        self.compare_values(id, enums.map(string_values), rules);
    }

    /// Compares the values of two enumerations. Another meaning is reported by one of two rules: in general, or if the
    /// variant has another name.
    fn compare_values(
        &mut self,
        id: Versions<TypeId>,
        values: Versions<Vec<EnumValue<'_>>>,
        [meaning, meaning_and_name]: [Rule; 2],
    ) {
        let type_subject = self.type_subject(id);
        let pairs = pair(wires(&values.old), wires(&values.new));
        for at in join(&pairs, values.new.len()) {
            let found = values.as_ref().zip(at).map(|(values, at)| Some(&values[at?]));
            let variants = self.versions.zip(id).zip(at);
            let variants = variants.map(|((version, id), at)| version.names.variant(id, at.unwrap_or_default()));
            let rule = match (found.old, found.new) {
                (Some(old), Some(new)) if (old.name, old.meaning) == (new.name, new.meaning) => continue,
                (Some(_), Some(_)) => {
                    if variants.is_changed() {
                        &meaning_and_name
                    } else {
                        &meaning
                    }
                }
                (_, None) => &rules::VALUE_REMOVED,
                (None, Some(_)) => &rules::VALUE_ADDED,
            };
            let text =
                |value: Option<&EnumValue<'_>>| value.map(EnumValue::meaning_text).unwrap_or_default().to_owned();
            let subject = type_subject
                .part(id.zip(at).map(|(id, at)| at.map(|at| type_node(id).variant(at))))
                .with("value", found.old.map(|value| value.wire.as_str()).unwrap_or_default())
                .with("was", text(found.old))
                .with("is", text(found.new))
                .with("variant", variants.old)
                .with("new variant", variants.new);
            self.report(rule, &subject, found.map(|value| value.map(EnumValue::label)));
        }
        self.compare_value_order(&type_subject, values.as_ref().map(Vec::as_slice));
    }

    /// Reports a different order of common values.
    fn compare_value_order(&mut self, subject: &ChangeSubject, values: Versions<&[EnumValue<'_>]>) {
        let common = |own: &[EnumValue<'_>], others: &[EnumValue<'_>]| -> Vec<String> {
            let others: HashSet<&str> = wires(others).collect();
            wires(own).filter(|wire| others.contains(wire)).map(str::to_owned).collect()
        };
        let order = Versions::new(common(values.old, values.new), common(values.new, values.old));
        if order.is_changed() {
            self.report(&rules::VALUE_ORDER, subject, order.map(|wires| wires.join(", ")));
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

    fn meaning_text(&self) -> &str {
        self.meaning.or(self.name).unwrap_or("nothing")
    }
}
