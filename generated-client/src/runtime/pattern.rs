//! Regular expressions of the description, compiled once each.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use regex::Regex;

/// A regular expression, or `None` if it is not valid.
type Compiled = Option<Arc<Regex>>;

static COMPILED: LazyLock<Mutex<HashMap<&'static str, Compiled>>> = LazyLock::new(Mutex::default);

/// Returns `true` if a text has the form of a regular expression. Its time is bounded by the length of the text.
#[doc(hidden)]
pub fn matches(text: &str, pattern: &'static str) -> bool {
    // The lock is free again, so that other threads can match.
    compiled(pattern).is_none_or(|expression| expression.is_match(text))
}

fn compiled(pattern: &'static str) -> Compiled {
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let expression = compiled
        .entry(pattern)
        .or_insert_with(|| Regex::new(pattern).ok().map(Arc::new));
    expression.clone()
}
