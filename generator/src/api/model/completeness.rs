//! The operations and schemas that lack content, because a reference cannot be followed or a schema is not supported.
//!
//! An operation lacks content if it is omitted, or if its body or a success response is omitted or untyped. A component
//! schema lacks content if it becomes any JSON value. A lost parameter, header, field or error response is only a
//! warning.

use crate::base::diagnostic::{Code, Diagnostic};

/// The shares of operations and component schemas that lack content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completeness {
    /// The operations.
    pub operations: Share,
    /// The component schemas.
    pub schemas: Share,
}

/// A share of all items of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The number of incomplete items.
    pub incomplete: usize,
    /// The number of all items.
    pub all: usize,
}

impl Share {
    pub(crate) fn count(&mut self, is_incomplete: bool) {
        self.all += 1;
        self.incomplete += usize::from(is_incomplete);
    }

    /// Returns `true` if more than a tenth is incomplete.
    fn is_large(self) -> bool {
        self.incomplete * 10 > self.all
    }
}

impl Completeness {
    /// Returns the problem of a description of which more than a tenth is missing.
    #[must_use]
    pub fn problem(&self) -> Option<Diagnostic> {
        if !self.operations.is_large() && !self.schemas.is_large() {
            return None;
        }
        let shares = [(self.operations, "operations"), (self.schemas, "schemas")].into_iter();
        let shares = shares.filter(|(share, _)| share.incomplete > 0);
        let shares: Vec<String> =
            shares.map(|(share, noun)| format!("{} of {} {noun}", share.incomplete, share.all)).collect();
        let message = format!("missing content in {}", shares.join(" and "));
        let help = "fix what the warnings report, or set `allow-partial` (`--allow-partial`) to generate the client without it";
        Some(Diagnostic::error(Code::ContentMissing, message).help(help))
    }
}
