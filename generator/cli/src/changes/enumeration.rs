//! The values of enumerations in both versions.

use super::compare::Comparison;
use super::pairing::{matched, reordered};
use super::rule::Rule;
use super::rules;
use super::version::{Versions, type_node};
use bindery::internal::model::{IntegerEnum, StringEnum, TypeId};

/// A value of an integer or a string enumeration.
#[derive(PartialEq)]
struct EnumValue<'v> {
    wire: String,
    name: Option<&'v str>,
    meaning: Option<&'v str>,
}

impl Comparison<'_> {
    pub(super) fn compare_integer_enums(&mut self, id: Versions<TypeId>, enums: Versions<&IntegerEnum>) {
        self.compare_values(id, enums.map(integer_values), rules::INTEGER_MEANING);
    }

    pub(super) fn compare_string_enums(&mut self, id: Versions<TypeId>, enums: Versions<&StringEnum>) {
        self.compare_values(id, enums.map(string_values), rules::STRING_MEANING);
    }

    /// Compares the values of two enumerations. Another meaning is reported by the given rule unless the variant has another
    /// name.
    fn compare_values(&mut self, id: Versions<TypeId>, values: Versions<Vec<EnumValue<'_>>>, meaning: Rule) {
        let type_subject = self.type_subject(id);
        let mut positions = Vec::new();
        for (at, found) in matched(values.as_ref().map(Vec::as_slice), |value| &value.wire) {
            positions.extend(found.old.zip(at.new).map(|(value, at)| (at, value.wire.as_str())));
            if found.is_changed() {
                let variants = self.versions.zip(id).zip(at);
                let variants = variants.map(|((version, id), at)| Some(version.names.variant(id, at?)));
                let subject = type_subject
                    .part(id.zip(at).map(|(id, at)| Some(type_node(id).variant(at?))))
                    .detailed("value", found.newest().map(|value| value.wire.clone()).unwrap_or_default())
                    .with("variant", variants.old.unwrap_or_default())
                    .with("new variant", variants.new.unwrap_or_default());
                let texts = found.map_some(EnumValue::text);
                let meaning = if variants.is_changed() { rules::MEANING_AND_NAME } else { meaning };
                self.report(
                    Rule::choose([rules::VALUE_ADDED, rules::VALUE_REMOVED, meaning], &subject),
                    &subject,
                    texts,
                );
            }
        }
        if let Some(order) = reordered(positions.into_iter()) {
            self.report(rules::VALUE_ORDER, &type_subject, order);
        }
    }
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

    fn text(&self) -> String {
        match self.meaning.or(self.name) {
            Some(meaning) => format!("{} ({meaning})", self.wire),
            None => self.wire.clone(),
        }
    }
}
