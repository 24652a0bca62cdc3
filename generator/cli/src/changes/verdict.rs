//! The consequences of a change for a program that uses the bindings.

use std::fmt;

use serde::Serialize;

/// The consequence of a change for a Rust program that uses the bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Only comments differ.
    DocsOnly,
    /// The program still compiles and works.
    Compatible,
    /// The program stops compiling, or stops working on the wire.
    Breaking,
}

impl Verdict {
    /// All verdicts, the most severe first.
    pub const ALL: [Self; 3] = [Self::Breaking, Self::Compatible, Self::DocsOnly];

    /// Returns its display name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Compatible => "compatible",
            Self::DocsOnly => "docs only",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The version bump that all changes together require (Semantic Versioning 2.0.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bump {
    /// Nothing changed.
    None,
    /// Only comments changed.
    Patch,
    /// The existing interface remains.
    Minor,
    /// The existing interface may break.
    Major,
}

impl Bump {
    /// Returns its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

impl fmt::Display for Bump {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl From<Option<Verdict>> for Bump {
    fn from(most_severe: Option<Verdict>) -> Self {
        match most_severe {
            None => Self::None,
            Some(Verdict::DocsOnly) => Self::Patch,
            Some(Verdict::Compatible) => Self::Minor,
            Some(Verdict::Breaking) => Self::Major,
        }
    }
}
