//! What a change means for a program that uses the bindings.

use std::fmt;

use serde::Serialize;

/// What a change means for a Rust program that uses the bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Only comments differ.
    DocsOnly,
    /// What compiled and worked still does.
    Compatible,
    /// It stops compiling, or stops working on the wire.
    Breaking,
}

impl Verdict {
    /// All, the gravest first.
    pub const ALL: [Self; 3] = [Self::Breaking, Self::Compatible, Self::DocsOnly];

    /// Its name, as it is shown.
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

/// What all changes together ask of the crate's version (Semantic Versioning 2.0.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bump {
    /// Nothing changed.
    None,
    /// Only comments.
    Patch,
    /// What there was stays.
    Minor,
    /// What there was may break.
    Major,
}

impl Bump {
    /// Its name.
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
    fn from(gravest: Option<Verdict>) -> Self {
        match gravest {
            None => Self::None,
            Some(Verdict::DocsOnly) => Self::Patch,
            Some(Verdict::Compatible) => Self::Minor,
            Some(Verdict::Breaking) => Self::Major,
        }
    }
}
