//! The names of servers: what the description calls them, else what tells their addresses apart.
//!
//! | server | name |
//! |---|---|
//! | `name: staging` | `STAGING` |
//! | `description: Sandbox server` | `SANDBOX` |
//! | `https://eu.api.example.com` beside `https://api.example.com` | `EU`, `MAIN` |

use std::collections::{BTreeSet, HashSet};

use super::history::NameAllocator;
use super::scope::NameRequest;
use crate::ident::{unraw, value_name};
use crate::model::{Api, Server};

/// So many servers are named; a list that is longer is made by a program, and nobody chooses from it.
const MOST_SERVERS: usize = 24;

/// More words are a sentence.
const MOST_WORDS: usize = 3;

pub(super) fn servers(api: &Api, allocator: &mut NameAllocator<'_>) -> Vec<String> {
    let whole: Vec<&Server> = api.servers.iter().filter(|server| server.address().is_some()).collect();
    if whole.len() < 2 || whole.len() > MOST_SERVERS {
        return Vec::new();
    }
    let words: Vec<BTreeSet<String>> = whole.iter().map(|server| words_of(&server.template())).collect();
    let common: BTreeSet<&String> =
        words.iter().flatten().filter(|word| words.iter().all(|other| other.contains(*word))).collect();
    let requests = whole.iter().map(|server| {
        let template = server.template();
        let apart: Vec<String> = host_labels(&template).into_iter().filter(|word| !common.contains(word)).collect();
        let apart = if apart.is_empty() { "main".to_owned() } else { apart.join(" ") };
        let called = server.name.clone().or_else(|| short(server.description.as_deref()?));
        let natural = constant(called.as_deref().unwrap_or(&apart));
        NameRequest {
            place: format!("/servers#{template}"),
            exact: false,
            alternatives: vec![constant(&apart)],
            basis: called.unwrap_or_default(),
            natural,
        }
    });
    allocator.allocate(&requests.collect::<Vec<_>>(), &HashSet::new())
}

/// A description that is a name: `Sandbox server`, and no sentence.
fn short(description: &str) -> Option<String> {
    let words: Vec<&str> = description.trim().trim_end_matches('.').split_whitespace().collect();
    let is_kind = |word: &&str| matches!(word.to_ascii_lowercase().as_str(), "server" | "environment" | "the");
    let is_plain = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    let named: Vec<&str> = words.iter().copied().filter(|word| !is_kind(word)).collect();
    let fits = !named.is_empty() && words.len() <= MOST_WORDS && named.iter().all(is_plain);
    fits.then(|| named.join(" "))
}

fn words_of(address: &str) -> BTreeSet<String> {
    host_labels(address).into_iter().collect()
}

fn host_labels(address: &str) -> Vec<String> {
    let words = address.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect()
}

fn constant(text: &str) -> String {
    unraw(&value_name(text)).to_uppercase()
}
