//! Names of servers: those in the description, or else the words that distinguish their addresses.
//!
//! | server | name |
//! |---|---|
//! | `name: staging` | `STAGING` |
//! | `description: Sandbox server` | `SANDBOX` |
//! | `https://eu.api.example.com` and `https://api.example.com` | `EU`, `MAIN` |

use std::collections::{BTreeSet, HashSet};

use super::allocator::NameAllocator;
use super::items::ItemId;
use super::scope::NameRequest;
use crate::api::model::Api;
use crate::base::ident::{value_name, without_underscore};

/// Maximum number of words of a description that is used as a name.
const MAX_NAME_WORDS: usize = 3;

/// Assigns the names of the servers with an absolute address, if the user can choose one.
pub(super) fn servers(api: &Api, allocator: &mut NameAllocator<'_>) {
    let absolute = api.named_servers();
    let words: Vec<Vec<String>> = absolute.iter().map(|(_, server)| address_words(&server.template())).collect();
    let common: BTreeSet<&String> =
        words.iter().flatten().filter(|word| words.iter().all(|other| other.contains(*word))).collect();
    let requests = absolute.iter().zip(&words).map(|((index, server), words)| {
        let distinct: Vec<&str> = words.iter().filter(|word| !common.contains(word)).map(String::as_str).collect();
        let by_address = if distinct.is_empty() { "main".to_owned() } else { distinct.join(" ") };
        let declared = server.name.clone().or_else(|| name_in_description(server.description.as_deref()?));
        let natural = constant(declared.as_deref().unwrap_or(&by_address));
        let request = NameRequest::new(ItemId::Server(*index), natural).or([constant(&by_address)]);
        NameRequest { basis: declared.unwrap_or_default(), ..request }
    });
    allocator.allocate(&requests.collect::<Vec<_>>(), &HashSet::new());
}

/// Returns the name in a description that is not a sentence: `Sandbox server`.
fn name_in_description(description: &str) -> Option<String> {
    let words: Vec<&str> = description.trim().trim_end_matches('.').split_whitespace().collect();
    let is_kind = |word: &&str| matches!(word.to_ascii_lowercase().as_str(), "server" | "environment" | "the");
    let is_plain = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    let named: Vec<&str> = words.iter().copied().filter(|word| !is_kind(word)).collect();
    let fits = !named.is_empty() && words.len() <= MAX_NAME_WORDS && named.iter().all(is_plain);
    fits.then(|| named.join(" "))
}

fn address_words(address: &str) -> Vec<String> {
    let words = address.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect()
}

fn constant(text: &str) -> String {
    without_underscore(&value_name(text)).to_uppercase()
}
