//! What the generator tells its user: one value for each problem, collected and rendered later.
//!
//! A [`Diagnostic`] has a stable [`Code`], a severity, one lower-case phrase, a place and a help line that says what
//! to write. Stages push into a [`Sink`] and carry on, so that one run tells everything.

mod code;
mod github;
mod json;
mod positions;
mod render;
mod sink;

pub use code::Code;
pub use github::render_github;
pub use json::render_json;
pub use positions::Positions;
pub(crate) use positions::missing_source;
pub use render::{render_concise, render_full};
pub use sink::Sink;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The run goes on; something was repaired or left out.
    Warning,
    /// Nothing useful could be written.
    Error,
}

impl Severity {
    /// The word shown to users.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Where in a source a problem is. A pointer becomes a line and a column only when it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// The source as a whole.
    Whole,
    /// A JSON pointer (RFC 6901) into the document, such as `/paths/~1pets/get`.
    Pointer(String),
    /// A position in the text; both count from 1.
    Position {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
    },
}

/// A source and a spot in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceLocation {
    /// The name of the source as the user knows it: a path or an address without secrets.
    pub source: String,
    /// Where in it.
    pub spot: Location,
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The stable code, such as `unresolved-reference`.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// One lower-case phrase without a full stop.
    pub message: String,
    /// Where it is, if it is anywhere.
    pub place: Option<SourceLocation>,
    /// Lines that show it, such as those of a difference; they may hold the text of anybody.
    pub detail: Vec<String>,
    /// What the user can write or do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error: nothing useful could be written.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message.into())
    }

    /// A warning: something was repaired or left out.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message.into())
    }

    fn new(code: Code, severity: Severity, message: String) -> Self {
        Self { code, severity, message, place: None, detail: Vec::new(), help: None }
    }

    /// Says where the problem is.
    #[must_use]
    pub fn at(mut self, source: impl Into<String>, spot: Location) -> Self {
        self.place = Some(SourceLocation { source: source.into(), spot });
        self
    }

    /// Shows it.
    #[must_use]
    pub fn detail(mut self, lines: Vec<String>) -> Self {
        self.detail = lines;
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
