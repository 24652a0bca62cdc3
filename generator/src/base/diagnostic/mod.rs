//! Diagnostics: one value for each problem, collected and rendered later.
//!
//! A [`Diagnostic`] has a stable [`Code`], a severity, a lower-case message, a location and a help text. Stages push
//! into a [`Sink`] and continue, so that one run reports all problems.

mod code;
mod positions;
mod render;
mod sink;

use std::path::Path;

use crate::base::pointer::Pointer;

pub use code::Code;
pub use positions::Positions;
pub use positions::missing_source;
pub use render::{Colors, render_concise, render_full, render_github, render_json};
pub use sink::Sink;
pub(crate) use sink::Trace;

/// A result that fails with a diagnostic.
pub type Result<T, E = Box<Diagnostic>> = std::result::Result<T, E>;

/// Creates an error about arguments or a configuration.
pub fn usage_error(message: impl Into<String>, help: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help))
}

/// Creates an error about a file or a directory.
pub fn file_error(code: Code, path: &Path, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, message).at(path.display().to_string(), Location::Whole).help(help))
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The run continues; something was repaired or skipped.
    Warning,
    /// Nothing useful could be written.
    Error,
}

impl Severity {
    /// Returns the name shown to users.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The location of a problem in a source. A pointer is converted to a line and a column only when it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// The source as a whole.
    Whole,
    /// A JSON pointer (RFC 6901) into the document, such as `/paths/~1pets/get`.
    Pointer(Pointer),
    /// A position in the text; lines and columns are one-based.
    Position {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
    },
}

/// A source and a location in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceLocation {
    /// The display name of the source: a path, or an address without secrets.
    pub source: String,
    /// The location in the source.
    pub location: Location,
}

/// A problem in the input, the configuration or the output.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The stable code, such as `reference-unresolved`.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// A lower-case message without a full stop.
    pub message: String,
    /// The location of the problem, if known.
    pub place: Option<SourceLocation>,
    /// Additional lines, such as those of a diff; they may contain untrusted text.
    pub detail: Vec<String>,
    /// A suggestion for the user.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Creates an error: nothing useful could be written.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message.into())
    }

    /// Creates a warning: something was repaired or skipped.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message.into())
    }

    fn new(code: Code, severity: Severity, message: String) -> Self {
        Self { code, severity, message, place: None, detail: Vec::new(), help: None }
    }

    /// Sets the location of the problem.
    #[must_use]
    pub fn at(mut self, source: impl Into<String>, location: Location) -> Self {
        self.place = Some(SourceLocation { source: source.into(), location });
        self
    }

    /// Sets additional lines, such as those of a diff.
    #[must_use]
    pub fn detail(mut self, lines: Vec<String>) -> Self {
        self.detail = lines;
        self
    }

    /// Sets the help text.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
