//! Regular expressions of the description, compiled once each.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use regex::Regex;

static COMPILED: Mutex<Option<HashMap<&'static str, Option<Regex>>>> = Mutex::new(None);

/// Whether a text has the form of a regular expression. Its time is bounded by the length of the text.
#[doc(hidden)]
pub fn matches(text: &str, pattern: &'static str) -> bool {
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = compiled.get_or_insert_default();
    let expression = known
        .entry(pattern)
        .or_insert_with(|| Regex::new(pattern).ok());
    expression
        .as_ref()
        .is_none_or(|expression| expression.is_match(text))
}
