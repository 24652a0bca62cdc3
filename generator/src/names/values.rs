//! Names of the values of enumerations.

use super::compound::words_of;
use super::items::ItemId;
use super::scope::{NameRequest, type_contender};
use crate::ident::type_name;
use crate::model::{IntegerEnum, StringEnum, TypeId};

/// Last words of enumerations that do not say what their values are.
const SAYS_NOTHING: [&str; 7] = ["Code", "Enum", "Item", "Kind", "Parameter", "String", "Value"];

/// The variant for values that are not listed: a value that is called so yields to it.
pub(super) const UNLISTED: &str = "Unlisted";

/// The name of a value instead of one that something else has.
pub(super) fn yielding(name: &str) -> String {
    format!("{name}Value")
}

/// The only value of all symbols that stands for others.
const ALL: &str = "*";

/// Words are named by themselves; a number is what the enumeration is of: `Size1024x1024`.
pub(super) fn word_contenders(ty: TypeId, words: &StringEnum, owner: &str) -> Vec<NameRequest> {
    let kind = words_of(owner)
        .into_iter()
        .rfind(|word| word.starts_with(char::is_alphabetic) && !SAYS_NOTHING.contains(&word.as_str()));
    let names = words.words.iter().map(|word| type_name(word.name.as_deref().unwrap_or(&word.wire)));
    let repeated = repeated_words(&names.collect::<Vec<_>>(), owner);
    let has_all = words.words.iter().any(|word| word.wire == ALL);
    let requests = words.words.iter().enumerate().map(|(index, word)| {
        let name = word.name.as_deref().unwrap_or(&word.wire);
        let mut plain = type_contender(ItemId::Member(ty, index), name);
        plain.alternatives.push(yielding(&plain.natural));
        let begins = name.trim_start().chars().next();
        match &kind {
            _ if name == ALL => NameRequest { natural: "All".to_owned(), exact: false, ..plain },
            Some(kind) if begins.is_some_and(char::is_numeric) => {
                let natural = type_name(&format!("{kind} {name}"));
                NameRequest { natural, exact: false, ..plain }
            }
            // What is written out comes before what stands for it.
            _ if has_all && plain.natural == "All" => NameRequest { exact: true, ..plain },
            _ => match without_repetition(&plain.natural, &repeated) {
                Some(natural) => NameRequest { natural, ..plain },
                None => plain,
            },
        }
    });
    requests.collect()
}

/// The words at the end of the name of an enumeration that all its values begin with, but for one at most, such as
/// `UNSPECIFIED`.
fn repeated_words(names: &[String], owner: &str) -> String {
    let owner = words_of(owner);
    let endings = (0..owner.len()).map(|start| owner[start..].concat());
    let mut repeated = endings.filter(|ending| {
        let repeat = names.iter().filter(|name| rest_after(name, ending).is_some()).count();
        repeat > 1 && names.len() - repeat <= 1
    });
    repeated.next().unwrap_or_default()
}

/// Returns the rest of a name after whole leading words.
fn rest_after<'n>(name: &'n str, words: &str) -> Option<&'n str> {
    name.strip_prefix(words).filter(|rest| !rest.is_empty() && !rest.starts_with(char::is_lowercase))
}

/// The name of a value without words that say nothing of it.
fn without_repetition(name: &str, repeated: &str) -> Option<String> {
    let rest = rest_after(name, repeated).filter(|_| !repeated.is_empty())?;
    (rest.starts_with(char::is_alphabetic) && rest != "Self").then(|| rest.to_owned())
}

/// Codes are named by what they mean; where two mean the same, by their number as well.
pub(super) fn code_contenders(ty: TypeId, codes: &IntegerEnum, owner: &str) -> Vec<NameRequest> {
    let names: Vec<String> = codes.codes.iter().filter_map(|code| code.name.as_deref()).map(type_name).collect();
    let repeated = repeated_words(&names, owner);
    let requests = codes.codes.iter().enumerate().map(|(index, code)| {
        let number = match code.code {
            negative if negative < 0 => format!("Minus{}", negative.unsigned_abs()),
            other => other.to_string(),
        };
        let named = code.name.as_deref().map(type_name);
        let meant = code.meaning.as_deref().and_then(name_in_meaning);
        let shorter = named.as_deref().and_then(|name| without_repetition(name, &repeated));
        let basis = named.or(meant).unwrap_or_else(|| format!("Code{number}"));
        let natural = shorter.unwrap_or_else(|| basis.clone());
        let spelled = format!("{natural}Code{number}");
        NameRequest { id: ItemId::Member(ty, index), alternatives: vec![spelled], exact: false, basis, natural }
    });
    requests.collect()
}

/// Returns the name in a meaning: at most six words, up to the first parenthesis or full stop.
fn name_in_meaning(meaning: &str) -> Option<String> {
    let end = meaning.find(['(', '.', ';', '[', '{']).filter(|end| *end > 0).unwrap_or(meaning.len());
    let end = meaning[..end].find(" - ").filter(|end| *end > 0).unwrap_or(end);
    let words: Vec<&str> = meaning[..end].split_whitespace().take(6).collect();
    let text = words.join(" ");
    text.chars().any(char::is_alphanumeric).then(|| type_name(&text))
}
