//! Enumerations: a named variant for each value, and one for values that are not known yet.

use std::collections::BTreeSet;

use super::Resolver;
use crate::analysis::{Direction, Module};
use crate::docs;
use crate::model::{self, Code, Shape, Type, TypeId, Word};

/// An enumeration of whole numbers.
#[derive(Clone, Debug)]
pub(crate) struct IntegerEnum<'a> {
    /// The values, in the order of the description.
    pub(crate) values: Vec<EnumValue<'a, i64>>,
}

/// An enumeration of texts.
#[derive(Clone, Debug)]
pub(crate) struct StringEnum<'a> {
    /// The values, in the order of the description.
    pub(crate) values: Vec<EnumValue<'a, &'a str>>,
    /// The enumerations of which it has all values, and can be made.
    pub(crate) parts: Vec<&'a str>,
}

/// A value of an enumeration.
#[derive(Clone, Debug)]
pub(crate) struct EnumValue<'a, V> {
    /// The name of its variant.
    pub(crate) name: &'a str,
    /// What stands on the wire.
    pub(crate) wire: V,
    /// What it means, where the description says so.
    pub(crate) meaning: Option<&'a str>,
    /// Its attributes besides.
    pub(crate) attributes: &'a [String],
    /// What is said of it, a text for each paragraph.
    texts: Vec<String>,
}

impl<V> EnumValue<'_, V> {
    /// Lines of Markdown in which nothing of a description runs.
    pub(crate) fn docs(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for text in &self.texts {
            docs::add_paragraph(&mut lines, docs::text_lines(text));
        }
        lines
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn integer_enum(&self, id: TypeId, codes: &'a model::IntegerEnum) -> IntegerEnum<'a> {
        let values = codes.codes.iter().enumerate().map(|(index, code)| {
            let name = self.names.variant(id, index);
            let meaning = code.meaning.as_ref().or(code.name.as_ref()).map(String::as_str);
            let attributes = self.variant_attributes(id, index);
            EnumValue { name, wire: code.code, meaning, attributes, texts: code_texts(code, name) }
        });
        IntegerEnum { values: values.collect() }
    }

    pub(super) fn string_enum(&self, id: TypeId, words: &'a model::StringEnum) -> StringEnum<'a> {
        let values = words.words.iter().enumerate().map(|(index, word)| {
            let name = self.names.variant(id, index);
            EnumValue {
                name,
                wire: word.wire.as_str(),
                meaning: word.meaning.as_deref(),
                attributes: self.variant_attributes(id, index),
                texts: word_texts(word, name),
            }
        });
        let parts = words.parts.iter().filter_map(|part| self.part(id, *part));
        let parts: BTreeSet<&'a str> = parts.collect();
        StringEnum { values: values.collect(), parts: parts.into_iter().collect() }
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

fn code_texts(code: &Code, name: &str) -> Vec<String> {
    vec![match &code.meaning {
        Some(meaning) => format!("`{}`: {meaning}.", code.code).replace("..", "."),
        // `Code7` says it already.
        None => docs::wire_name(name.trim_start_matches("Code"), &code.code.to_string()),
    }]
}

fn word_texts(word: &Word, name: &str) -> Vec<String> {
    let wire = match word.wire.is_empty() {
        true => "The empty text.".to_owned(),
        false => docs::wire_name(name, &word.wire),
    };
    word.meaning.iter().cloned().chain([wire]).collect()
}

/// Meanings of values that are not listed, as a text: a server may send them all the same.
pub(super) fn unlisted(unlisted: &[model::Unlisted]) -> Option<String> {
    let values: String = unlisted.iter().map(|value| format!("\n- `{}`: {}", value.code, value.meaning)).collect();
    let about = "The description also gives a meaning to values that it does not list:";
    (!unlisted.is_empty()).then(|| format!("{about}\n{values}"))
}
