//! How enumerations are read and written: a line for each value.

use crate::emit::literal;
use crate::resolve::{IntegerEnum, StringEnum};

/// `0 => UserStory,`
pub(super) fn integer_rows(integers: &IntegerEnum<'_>) -> Vec<String> {
    integers.values.iter().map(|value| format!("{} => {},", value.wire, value.name)).collect()
}

/// `"asc" => Asc,`
pub(super) fn text_rows(texts: &StringEnum<'_>) -> Vec<String> {
    texts.values.iter().map(|value| format!("{} => {},", literal(value.wire), value.name)).collect()
}
