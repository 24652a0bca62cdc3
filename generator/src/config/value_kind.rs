//! The kinds of values that are passed on to cargo.

use semver::VersionReq;
use toml::Value;

/// The kind of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    Text,
    Texts,
    Flag,
    True,
    TextOrFlag,
    TextsOrFlag,
    /// The version requirement of a dependency.
    Requirement,
    Table,
}

impl ValueKind {
    /// Returns `true` if a value is of this kind.
    pub(super) fn takes(self, value: &Value) -> bool {
        let texts = || value.as_array().is_some_and(|values| values.iter().all(Value::is_str));
        match self {
            Self::Text => value.is_str(),
            Self::Texts => texts(),
            Self::Flag => value.is_bool(),
            Self::True => value.as_bool() == Some(true),
            Self::TextOrFlag => value.is_str() || value.is_bool(),
            Self::TextsOrFlag => value.is_bool() || texts(),
            Self::Requirement => value.as_str().is_some_and(|version| VersionReq::parse(version).is_ok()),
            Self::Table => value.is_table(),
        }
    }

    /// Returns the phrase for the help.
    pub(super) fn phrase(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Texts => "a list of strings",
            Self::Flag => "`true` or `false`",
            Self::True => "`true`",
            Self::TextOrFlag => "a string, `true` or `false`",
            Self::TextsOrFlag => "a list of strings, `true` or `false`",
            Self::Requirement => "a version such as `1.2`",
            Self::Table => "a table",
        }
    }
}
