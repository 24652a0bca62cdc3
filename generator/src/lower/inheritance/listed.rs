//! The values that a discriminator lists.

use std::collections::{HashMap, HashSet};

use openapiv3::Schema;
use serde_json::Value;

use crate::ident::folded;
use crate::lower::keywords::keywords;

/// The strings that a schema lists.
#[derive(Default)]
pub(super) struct ListedStrings<'d> {
    written: &'d [Value],
    exact: HashSet<&'d str>,
    /// The strings by their letters and digits.
    folded: HashMap<String, &'d str>,
}

impl<'d> ListedStrings<'d> {
    pub(super) fn from_schema(schema: &'d Schema) -> Self {
        let written = keywords(schema).enumeration.as_slice();
        let texts = || written.iter().filter_map(Value::as_str);
        let folded = texts().map(|text| (folded(text), text)).collect();
        Self { written, exact: texts().collect(), folded }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }

    pub(super) fn has(&self, text: &str) -> bool {
        self.exact.contains(text)
    }

    /// Returns a listed string that matches exactly, or otherwise up to case and punctuation.
    pub(super) fn like(&self, text: &str) -> Option<&'d str> {
        self.exact.get(text).or_else(|| self.folded.get(&folded(text))).copied()
    }

    /// Returns `true` if the other values are the same.
    pub(super) fn are(&self, others: &[Value]) -> bool {
        self.written == others
    }
}
