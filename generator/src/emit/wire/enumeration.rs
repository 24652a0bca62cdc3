//! How enumerations are read and written: a line for each value.

use crate::emit::{Emitter, literal};
use crate::facts::Form;
use crate::model::{Codes, TypeId, Words};

impl Emitter<'_> {
    /// `code_enumeration!(StoryType { 0 => UserStory "user story", });`
    pub(super) fn code_table(&self, id: TypeId, codes: &Codes) -> String {
        let rows = codes.codes.iter().enumerate().map(|(index, code)| {
            let meaning = code.meaning.as_ref().or(code.name.as_ref()).map(|meaning| format!(" {}", literal(meaning)));
            format!("{} => {}{}", code.code, self.names.variant(id, index), meaning.unwrap_or_default())
        });
        table("code_enumeration", self.names.of_type(id, Form::Received), rows)
    }

    /// `text_enumeration!(Direction { "asc" => Asc, });`
    pub(super) fn text_table(&self, id: TypeId, words: &Words) -> String {
        let rows = words.words.iter().enumerate();
        let rows = rows.map(|(index, word)| format!("{} => {}", literal(&word.wire), self.names.variant(id, index)));
        table("text_enumeration", self.names.of_type(id, Form::Received), rows)
    }
}

fn table(macro_name: &str, name: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.map(|row| format!("    {row},\n")).collect();
    let start = if rows.is_empty() { "" } else { "\n" };
    format!("{macro_name}!({name} {{{start}{rows}}});\n")
}
