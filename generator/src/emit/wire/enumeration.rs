//! Wire tables of enumerations: a line for each value.

use crate::emit::literal;
use crate::ir::{IntegerEnum, StringEnum};

/// `0 => UserStory,`
pub(super) fn integer_rows(integers: &IntegerEnum) -> Vec<String> {
    integers.values.iter().map(|value| format!("{} => {},", value.wire, value.name)).collect()
}

/// `"asc" => Asc,`
pub(super) fn text_rows(texts: &StringEnum) -> Vec<String> {
    texts.values.iter().map(|value| format!("{} => {},", literal(&value.wire), value.name)).collect()
}
