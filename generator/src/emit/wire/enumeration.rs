//! How enumerations are read and written: a line for each value.

use crate::bindings::{IntegerEnum, StringEnum};
use crate::emit::literal;

/// `0 => UserStory "user story",`
pub(super) fn integer_rows(integers: &IntegerEnum<'_>) -> Vec<String> {
    let rows = integers.values.iter().map(|value| {
        let meaning = value.meaning.map(|meaning| format!(" {}", literal(meaning)));
        format!("{} => {}{},", value.wire, value.name, meaning.unwrap_or_default())
    });
    rows.collect()
}

/// `"asc" => Asc,`
pub(super) fn text_rows(texts: &StringEnum<'_>) -> Vec<String> {
    texts.values.iter().map(|value| format!("{} => {},", literal(value.wire), value.name)).collect()
}
