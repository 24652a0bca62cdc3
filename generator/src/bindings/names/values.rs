//! Names of the values of enumerations.

use super::compound::words_of;
use super::scope::{NameRequest, type_contender};
use crate::ident::type_name;
use crate::model::{IntegerEnum, StringEnum};

/// Last words of enumerations that do not say what their values are.
const SAYS_NOTHING: [&str; 7] = ["Code", "Enum", "Item", "Kind", "Parameter", "String", "Value"];

/// What the name of a value of an enumeration is remembered by: its position among the others may change.
pub(super) fn value_place(enumeration: &str, wire: &str) -> String {
    format!("{enumeration}#value {wire}")
}

/// The only value of all symbols that stands for others.
const ALL: &str = "*";

/// Words are named by themselves; a number is what the enumeration is of: `Size1024x1024`.
pub(super) fn word_contenders(place: &str, words: &StringEnum, owner: &str) -> Vec<NameRequest> {
    let kind = words_of(owner)
        .into_iter()
        .rfind(|word| word.starts_with(char::is_alphabetic) && !SAYS_NOTHING.contains(&word.as_str()));
    let has_all = words.words.iter().any(|word| word.wire == ALL);
    let requests = words.words.iter().map(|word| {
        let name = word.name.as_deref().unwrap_or(&word.wire);
        let plain = type_contender(value_place(place, &word.wire), name);
        let begins = name.trim_start().chars().next();
        match &kind {
            _ if name == ALL => {
                NameRequest { natural: "All".to_owned(), others: vec![plain.natural], exact: false, ..plain }
            }
            Some(kind) if begins.is_some_and(char::is_numeric) => {
                let natural = type_name(&format!("{kind} {name}"));
                NameRequest { others: vec![plain.natural], natural, exact: false, ..plain }
            }
            // What is written out comes before what stands for it.
            _ => NameRequest { exact: plain.exact || (has_all && plain.natural == "All"), ..plain },
        }
    });
    requests.collect()
}

/// Codes are named by what they mean; where two mean the same, by their number as well.
pub(super) fn code_contenders(place: &str, codes: &IntegerEnum) -> Vec<NameRequest> {
    let requests = codes.codes.iter().map(|code| {
        let number = match code.code {
            negative if negative < 0 => format!("Minus{}", negative.unsigned_abs()),
            other => other.to_string(),
        };
        let named = code.name.as_deref().map(type_name);
        let meant = code.meaning.as_deref().and_then(meant);
        let natural = named.or(meant).unwrap_or_else(|| format!("Code{number}"));
        let spelled = format!("{natural}Code{number}");
        let key = code.code.to_string();
        NameRequest {
            place: value_place(place, &key),
            alternatives: vec![spelled],
            exact: false,
            natural,
            others: Vec::new(),
        }
    });
    requests.collect()
}

/// The name in a meaning: what stands before parentheses or a full stop, at most six words of it.
fn meant(meaning: &str) -> Option<String> {
    let end = meaning.find(['(', '.', ';', '[', '{']).filter(|end| *end > 0).unwrap_or(meaning.len());
    let end = meaning[..end].find(" - ").filter(|end| *end > 0).unwrap_or(end);
    let words: Vec<&str> = meaning[..end].split_whitespace().take(6).collect();
    let text = words.join(" ");
    text.chars().any(char::is_alphanumeric).then(|| type_name(&text))
}
