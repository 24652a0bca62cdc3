//! Regular expressions of the API description, each compiled when it is first used.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use regex::Regex;

/// The compiled expressions by their text, or `None` for an invalid one.
static COMPILED: Mutex<BTreeMap<&str, Option<Arc<Regex>>>> = Mutex::new(BTreeMap::new());

/// Returns `true` if a string matches, in time linear in the length of the string. An invalid expression matches any.
pub(crate) fn is_match(regex: &'static str, text: &str) -> bool {
    compiled(regex).is_none_or(|regex| regex.is_match(text))
}

fn compiled(regex: &'static str) -> Option<Arc<Regex>> {
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let compile = || Regex::new(regex).ok().map(Arc::new);
    compiled.entry(regex).or_insert_with(compile).clone()
}
