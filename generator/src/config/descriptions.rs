//! The files that a configuration names: descriptions that are merged into one API (`merge`), corrections, and docs.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;

use super::place::{At, Checked, Expected, Placed, Refusal, Text, TextOrTable, text_check};
use crate::base::diagnostic::Result;
use crate::base::text::{Source, read_file};

/// A file next to the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Placed<PathBuf>")]
pub(super) struct UserFile {
    pub(super) path: PathBuf,
    pub(super) at: At,
    /// Its text, once it was read.
    pub(super) source: Option<Source>,
}

impl From<Placed<PathBuf>> for UserFile {
    fn from(path: Placed<PathBuf>) -> Self {
        Self { at: path.at, path: path.into_inner(), source: None }
    }
}

impl UserFile {
    /// Reads a file that no configuration names.
    pub(super) fn read(path: &Path) -> Result<Self> {
        Ok(Self { path: path.to_owned(), at: At::default(), source: Some(read_file(path)?) })
    }
}

/// One of several descriptions.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MergedDescription {
    /// A file, relative to this one, or an address.
    pub(crate) description: String,
    /// The prefix for colliding names.
    pub(super) prefix: Option<Text<Prefix>>,
    /// Correction files, in order.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<PathBuf>"))]
    pub(super) corrections: Vec<UserFile>,
    /// The file, relative to the working directory, or the address.
    #[serde(skip)]
    pub resolved: String,
}

impl MergedDescription {
    /// Returns the prefix for colliding names.
    pub(crate) fn prefix(&self) -> Option<String> {
        self.prefix.as_ref().map(|prefix| prefix.text.clone())
    }

    /// Returns its corrections, in order.
    pub(crate) fn corrections(&self) -> Vec<Source> {
        self.corrections.iter().filter_map(|file| file.source.clone()).collect()
    }
}

impl Expected for MergedDescription {
    const EXPECTED: &str = "a file, an address, or a table such as `{ description = \"..\", prefix = \"..\" }`";
}

impl FromStr for MergedDescription {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let (description, resolved) = (text.to_owned(), String::new());
        Ok(Self { description, prefix: None, corrections: Vec::new(), resolved })
    }
}

text_check! {
    /// A prefix for colliding names.
    pub(super) Prefix: is_prefix, "`{}` is not a valid prefix", "write letters, digits, `-` and `_`, such as `billing`"
}

fn is_prefix(text: &str) -> bool {
    text.len() <= 64
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Checks that the descriptions of `merge` differ.
pub(super) fn check(merge: &[Placed<TextOrTable<MergedDescription>>]) -> Checked {
    for (index, entry) in merge.iter().enumerate() {
        let (own, before) = (&entry.0, &merge[..index]);
        if let Some(prefix) = &own.prefix
            && before.iter().any(|other| other.0.prefix == own.prefix)
        {
            let message = format!("two descriptions have the same prefix `{}`", prefix.text);
            return Err((entry.at, Refusal::new(message, "give each description its own prefix")));
        }
        if before.iter().any(|other| other.0.description == own.description) {
            let message = format!("duplicate description `{}`", own.description);
            return Err((entry.at, Refusal::new(message, "remove one of them")));
        }
    }
    match merge {
        [only] => {
            let message = "`merge` requires at least two descriptions";
            let help = "use `description = \"..\"`, or add another description";
            Err((only.at, Refusal::new(message, help)))
        }
        _ => Ok(()),
    }
}
