//! Names of the values of enumerations.

use super::compound::words_of;
use super::places::value_place;
use super::scope::{NameRequest, type_contender};
use crate::ident::type_name;
use crate::model::{IntegerEnum, StringEnum};

/// The variant for values that are not listed: a value that is called so yields to it.
pub(super) const UNLISTED: &str = "Unlisted";

/// The name of a value instead of one that something else has.
pub(super) fn yielding(name: &str) -> String {
    format!("{name}Value")
}

/// Strings are named by themselves. In front of a number is what the enumeration is of: `Size1024x1024`.
pub(super) fn word_contenders(places: &[String], words: &StringEnum, owner: &str) -> Vec<NameRequest> {
    let kind = words_of(owner).into_iter().rfind(|word| word.starts_with(char::is_alphabetic));
    let names = words.words.iter().map(|word| word.name.as_deref().unwrap_or(&word.wire)).map(type_name);
    let repeated = repeated_words(&names.collect::<Vec<_>>(), owner);
    let requests = words.words.iter().map(|word| {
        let name = word.name.as_deref().unwrap_or(&word.wire);
        let plain = type_contender(places.iter().map(|place| value_place(place, &word.wire)), name);
        let (basis, value) = (plain.natural.clone(), yielding(&plain.natural));
        let plain = plain.or([value]).based_on(basis);
        match &kind {
            Some(kind) if name.trim_start().starts_with(char::is_numeric) => {
                NameRequest { natural: type_name(&format!("{kind} {name}")), exact: false, ..plain }
            }
            _ => NameRequest { natural: without_repetition(&plain.natural, &repeated), ..plain },
        }
    });
    requests.collect()
}

/// Returns the last words of an enumeration that all its values begin with: `JobStatus`, or `Status`.
fn repeated_words(names: &[String], owner: &str) -> String {
    let owner = words_of(owner);
    let mut endings = (0..owner.len()).map(|start| owner[start..].concat());
    let is_repeated = |ending: &String| names.iter().all(|name| without_repetition(name, ending) != *name);
    endings.find(is_repeated).filter(|_| names.len() > 1).unwrap_or_default()
}

/// Returns the name of a value without these first words, if a name is left.
fn without_repetition(name: &str, repeated: &str) -> String {
    let rest = name.strip_prefix(repeated).filter(|rest| rest.starts_with(char::is_uppercase) && *rest != "Self");
    rest.unwrap_or(name).to_owned()
}

/// Codes are named by what they mean; where two mean the same, by their number as well.
pub(super) fn code_contenders(places: &[String], codes: &IntegerEnum, owner: &str) -> Vec<NameRequest> {
    let names: Vec<String> = codes.codes.iter().filter_map(|code| code.name.as_deref()).map(type_name).collect();
    let repeated = repeated_words(&names, owner);
    let requests = codes.codes.iter().map(|code| {
        let number = match code.code {
            negative if negative < 0 => format!("Minus{}", negative.unsigned_abs()),
            other => other.to_string(),
        };
        let named = code.name.as_deref().map(type_name);
        let meant = code.meaning.as_deref().and_then(name_in_meaning);
        let basis = named.or(meant).unwrap_or_else(|| format!("Code{number}"));
        let natural = without_repetition(&basis, &repeated);
        let spelled = format!("{natural}Code{number}");
        let key = code.code.to_string();
        NameRequest::new(places.iter().map(|place| value_place(place, &key)), natural).or([spelled]).based_on(basis)
    });
    requests.collect()
}

/// Returns the name in a meaning: at most six words, up to the first parenthesis or full stop.
fn name_in_meaning(meaning: &str) -> Option<String> {
    let end = meaning.find(['(', '.', ';', '[', '{']).filter(|end| *end > 0).unwrap_or(meaning.len());
    let words: Vec<&str> = meaning[..end].split_whitespace().take(6).collect();
    let text = words.join(" ");
    text.chars().any(char::is_alphanumeric).then(|| type_name(&text))
}
