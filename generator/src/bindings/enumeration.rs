//! Enumerations: a named variant for each value, and one for values that are not known yet.

use super::Bindings;
use crate::docs;
use crate::model::{self, Code, Codes, TypeId, Word, Words};

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
    /// Lines of Markdown.
    pub(crate) docs: Vec<String>,
}

impl<'a> Bindings<'a> {
    pub(super) fn integer_enum(&self, id: TypeId, codes: &'a Codes) -> IntegerEnum<'a> {
        let values = codes.codes.iter().enumerate().map(|(index, code)| {
            let name = self.names.variant(id, index);
            let meaning = code.meaning.as_ref().or(code.name.as_ref()).map(String::as_str);
            EnumValue { name, wire: code.code, meaning, docs: code_docs(code, name) }
        });
        IntegerEnum { values: values.collect() }
    }

    pub(super) fn string_enum(&self, id: TypeId, words: &'a Words) -> StringEnum<'a> {
        let values = words.words.iter().enumerate().map(|(index, word)| {
            let name = self.names.variant(id, index);
            EnumValue { name, wire: word.wire.as_str(), meaning: word.meaning.as_deref(), docs: word_docs(word, name) }
        });
        StringEnum { values: values.collect() }
    }
}

fn code_docs(code: &Code, name: &str) -> Vec<String> {
    match &code.meaning {
        Some(meaning) => docs::text_lines(&format!("`{}`: {meaning}.", code.code).replace("..", ".")),
        // `Code7` says it already.
        None => docs::text_lines(&docs::wire_name(name.trim_start_matches("Code"), &code.code.to_string())),
    }
}

fn word_docs(word: &Word, name: &str) -> Vec<String> {
    let wire = match word.wire.is_empty() {
        true => "The empty text.".to_owned(),
        false => docs::wire_name(name, &word.wire),
    };
    let mut lines = word.meaning.as_deref().map(docs::text_lines).unwrap_or_default();
    docs::add_paragraph(&mut lines, docs::text_lines(&wire));
    lines
}

/// Meanings of values that are not listed, as a paragraph of Markdown: a server may send them all the same.
pub(super) fn unlisted(unlisted: &[model::Unlisted]) -> Vec<String> {
    if unlisted.is_empty() {
        return Vec::new();
    }
    let mut lines =
        vec!["The description also gives a meaning to values that it does not list:".to_owned(), String::new()];
    for value in unlisted {
        lines.extend(docs::text_lines(&format!("- `{}`: {}", value.code, value.meaning)));
    }
    lines
}
