//! Regular expressions of the API description, each compiled when it is first used.

use std::sync::OnceLock;

use regex::Regex;

/// A regular expression of the API description.
#[doc(hidden)]
#[derive(Debug)]
pub struct LazyRegex {
    pattern: &'static str,
    /// The compiled expression, or `None` if it is invalid.
    compiled: OnceLock<Option<Regex>>,
}

impl LazyRegex {
    pub const fn new(pattern: &'static str) -> Self {
        Self {
            pattern,
            compiled: OnceLock::new(),
        }
    }

    /// Returns `true` if a string matches, in time linear in the length of the string.
    pub fn is_match(&self, text: &str) -> bool {
        let compiled = self.compiled.get_or_init(|| Regex::new(self.pattern).ok());
        compiled.as_ref().is_none_or(|regex| regex.is_match(text))
    }
}
