//! Regular expressions of the API description, each compiled when it is first used.

use std::sync::OnceLock;

use regex::Regex;

/// A regular expression of the API description.
#[derive(Debug)]
pub struct LazyRegex {
    pattern: &'static str,
    /// The compiled expression, or `None` if it is invalid.
    compiled: OnceLock<Option<Regex>>,
}

impl LazyRegex {
    /// Creates an expression that is compiled when it is first used.
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

/// Expands to the rule that a string matches a regular expression. The second literal is the expression as the API
/// description has it, if its syntax differs.
#[doc(hidden)]
#[macro_export]
#[allow(
    unused_macros,
    reason = "with some features of a client, none of its code has a pattern"
)]
macro_rules! pattern {
    ($regex:literal) => {
        pattern!($regex, $regex)
    };
    ($regex:literal, $described:literal) => {
        $crate::generated::Rule::Pattern(
            |text| {
                static REGEX: $crate::generated::LazyRegex =
                    $crate::generated::LazyRegex::new($regex);
                REGEX.is_match(text)
            },
            $described,
        )
    };
}
