//! Enumerations: a named variant for each value, and one for values that are not known yet.

use std::collections::BTreeSet;

use super::Resolver;
use crate::analysis::{Direction, Module};
use crate::docs;
use crate::ir::{Docs, EnumValue, IntegerEnum, StringEnum};
use crate::model::{self, IntegerValue, Shape, Type, TypeId, Word};

impl<'a> Resolver<'a> {
    pub(super) fn integer_enum(&self, id: TypeId, codes: &'a model::IntegerEnum) -> IntegerEnum {
        let values = codes.codes.iter().enumerate().map(|(index, code)| {
            let name = self.names.variant(id, index);
            let meaning = code.meaning.as_ref().or(code.name.as_ref()).cloned();
            let attributes = self.variant_attributes(id, index);
            EnumValue {
                name: name.to_owned(),
                wire: code.code,
                meaning,
                attributes: attributes.to_owned(),
                docs: paragraphs(&code_texts(code, name)),
            }
        });
        IntegerEnum { values: values.collect() }
    }

    pub(super) fn string_enum(&self, id: TypeId, words: &'a model::StringEnum) -> StringEnum {
        let values = words.words.iter().enumerate().map(|(index, word)| {
            let name = self.names.variant(id, index);
            EnumValue {
                name: name.to_owned(),
                wire: word.wire.clone(),
                meaning: word.meaning.clone(),
                attributes: self.variant_attributes(id, index).to_owned(),
                docs: paragraphs(&word_texts(word, name)),
            }
        });
        let parts = words.parts.iter().filter_map(|part| self.part(id, *part));
        let parts: BTreeSet<&'a str> = parts.collect();
        StringEnum { values: values.collect(), parts: parts.into_iter().map(str::to_owned).collect() }
    }

    /// The name of an enumeration that is a part of another one, where it is there whenever that is.
    fn part(&self, whole: TypeId, part: TypeId) -> Option<&'a str> {
        let part = Type::Named(part);
        let Type::Named(part) = *self.api.unaliased(&part) else { return None };
        let module = |id: TypeId| self.module_of(id);
        let is_there = module(part) == module(whole) || module(part) == Module::Shared;
        let is_emitted = self.analysis.unneeded.get(part.index()) == Some(&false);
        let is_part = part != whole && matches!(self.api.definition(part).shape, Shape::StringEnum(_));
        (is_there && is_emitted && is_part).then(|| self.names.of_type(part, Direction::Response))
    }
}

fn paragraphs(texts: &[String]) -> Docs {
    texts.iter().fold(Docs::default(), |docs, text| docs.text(text))
}

fn code_texts(code: &IntegerValue, name: &str) -> Vec<String> {
    vec![match &code.meaning {
        Some(meaning) => format!("`{}`: {meaning}.", code.code).replace("..", "."),
        // `Code7` says it already.
        None => docs::wire_name(name.trim_start_matches("Code"), &code.code.to_string()),
    }]
}

fn word_texts(word: &Word, name: &str) -> Vec<String> {
    let wire = if word.wire.is_empty() { "The empty text.".to_owned() } else { docs::wire_name(name, &word.wire) };
    word.meaning.iter().cloned().chain([wire]).collect()
}

/// Meanings of values that are not listed, as a text: a server may send them all the same.
pub(super) fn unlisted(unlisted: &[model::Unlisted]) -> Option<String> {
    let values: String = unlisted.iter().map(|value| format!("\n- `{}`: {}", value.code, value.meaning)).collect();
    let about = "The description also explains values that it does not list:";
    (!unlisted.is_empty()).then(|| format!("{about}\n{values}"))
}
