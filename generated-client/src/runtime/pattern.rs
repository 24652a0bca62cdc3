//! Regular expressions of the API description, each compiled once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use regex::Regex;

/// A regular expression, or `None` if it is invalid.
type Compiled = Option<Arc<Regex>>;

static COMPILED: LazyLock<Mutex<HashMap<&'static str, Compiled>>> = LazyLock::new(Mutex::default);

/// Returns `true` if a string matches a regular expression, in time linear in the length of the string.
#[doc(hidden)]
pub fn matches(text: &str, pattern: &'static str) -> bool {
    // The lock is released, so that other threads can match.
    compiled(pattern).is_none_or(|expression| expression.is_match(text))
}

fn compiled(pattern: &'static str) -> Compiled {
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let expression = compiled
        .entry(pattern)
        .or_insert_with(|| Regex::new(pattern).ok().map(Arc::new));
    expression.clone()
}
