//! Names of enum values.

use super::compound::words_of;
use super::items::ItemId;
use super::scope::{NameRequest, type_request};
use crate::api::model::{IntegerEnum, StringEnum, TypeId};
use crate::base::ident::type_name;

/// Last words of enum names that do not describe the values.
const GENERIC_WORDS: [&str; 7] = ["Code", "Enum", "Item", "Kind", "Parameter", "String", "Value"];

/// The variant for unknown values.
pub(super) const UNLISTED: &str = "Unlisted";

/// Returns the alternative name of a variant whose natural name is taken.
pub(super) fn with_value_suffix(name: &str) -> String {
    format!("{name}Value")
}

/// The value that represents all others.
const ALL: &str = "*";

/// Returns the requests for the values of a string enum. A number gets the name of the enum: `Size1024x1024`.
pub(super) fn string_enum_requests(ty: TypeId, strings: &StringEnum, owner: &str) -> Vec<NameRequest> {
    let kind = words_of(owner)
        .into_iter()
        .rfind(|word| word.starts_with(char::is_alphabetic) && !GENERIC_WORDS.contains(&word.as_str()));
    let names = strings.words.iter().map(|word| type_name(word.name.as_deref().unwrap_or(&word.wire)));
    let prefix = shared_prefix(&names.collect::<Vec<_>>(), owner);
    let has_all = strings.words.iter().any(|word| word.wire == ALL);
    let requests = strings.words.iter().enumerate().map(|(index, word)| {
        let name = word.name.as_deref().unwrap_or(&word.wire);
        let mut plain = type_request(ItemId::Member(ty, index), name);
        plain.alternatives.push(with_value_suffix(&plain.natural));
        let first = name.trim_start().chars().next();
        match &kind {
            _ if name == ALL => NameRequest { natural: "All".to_owned(), exact: false, ..plain },
            Some(kind) if first.is_some_and(char::is_numeric) => {
                let natural = type_name(&format!("{kind} {name}"));
                NameRequest { natural, exact: false, ..plain }
            }
            // The value `all` takes precedence over `*`.
            _ if has_all && plain.natural == "All" => NameRequest { exact: true, ..plain },
            _ => match without_prefix(&plain.natural, &prefix) {
                Some(natural) => NameRequest { natural, ..plain },
                None => plain,
            },
        }
    });
    requests.collect()
}

/// Returns the last words of the name of an enum that all its values start with. One value may be an exception, such as
/// `UNSPECIFIED`.
fn shared_prefix(names: &[String], owner: &str) -> String {
    let owner = words_of(owner);
    let suffixes = (0..owner.len()).map(|start| owner[start..].concat());
    let mut shared = suffixes.filter(|suffix| {
        let count = names.iter().filter(|name| rest_after(name, suffix).is_some()).count();
        count > 1 && names.len() - count <= 1
    });
    shared.next().unwrap_or_default()
}

/// Removes whole words from the start of a name.
fn rest_after<'n>(name: &'n str, words: &str) -> Option<&'n str> {
    name.strip_prefix(words).filter(|rest| !rest.is_empty() && !rest.starts_with(char::is_lowercase))
}

/// Removes the shared prefix from the name of a value, if the rest is a valid name.
fn without_prefix(name: &str, prefix: &str) -> Option<String> {
    let rest = rest_after(name, prefix).filter(|_| !prefix.is_empty())?;
    (rest.starts_with(char::is_alphabetic) && rest != "Self").then(|| rest.to_owned())
}

/// Returns the requests for the values of an integer enum, by their names or descriptions, with the number as an alternative.
pub(super) fn integer_enum_requests(ty: TypeId, integers: &IntegerEnum, owner: &str) -> Vec<NameRequest> {
    let names: Vec<String> = integers.codes.iter().filter_map(|code| code.name.as_deref()).map(type_name).collect();
    let prefix = shared_prefix(&names, owner);
    let requests = integers.codes.iter().enumerate().map(|(index, code)| {
        let number = match code.code {
            negative if negative < 0 => format!("Minus{}", negative.unsigned_abs()),
            other => other.to_string(),
        };
        let declared = code.name.as_deref().map(type_name);
        let described = code.meaning.as_deref().and_then(name_in_meaning);
        let shorter = declared.as_deref().and_then(|name| without_prefix(name, &prefix));
        let basis = declared.or(described).unwrap_or_else(|| format!("Code{number}"));
        let natural = shorter.unwrap_or_else(|| basis.clone());
        let with_number = format!("{natural}Code{number}");
        NameRequest { id: ItemId::Member(ty, index), alternatives: vec![with_number], exact: false, basis, natural }
    });
    requests.collect()
}

/// Returns a name from the description of a value: at most six words, up to the first parenthesis or full stop.
fn name_in_meaning(meaning: &str) -> Option<String> {
    let end = meaning.find(['(', '.', ';', '[', '{']).filter(|end| *end > 0).unwrap_or(meaning.len());
    let end = meaning[..end].find(" - ").filter(|end| *end > 0).unwrap_or(end);
    let words: Vec<&str> = meaning[..end].split_whitespace().take(6).collect();
    let text = words.join(" ");
    text.chars().any(char::is_alphanumeric).then(|| type_name(&text))
}
