//! The input of a run.

use std::sync::Arc;

use super::loader::Loader;
use crate::base::digest::sha256;
use crate::base::text::{Source, SourceOrigin};

/// A description, or several to be merged, and what reads their other files. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Input {
    /// The description; the first one if there are several.
    pub source: Source,
    /// Reads the other files of the description; only for one that was loaded.
    pub loader: Option<Arc<Loader>>,
    /// The address that the text came from, even if it was stored in a file since.
    pub address: Option<String>,
    /// `true` if the text was corrected before it was stored.
    pub is_corrected: bool,
    /// All descriptions to be merged, of which this is the first; empty for a single description.
    pub merged: Arc<[MergedInput]>,
}

/// One of several descriptions to be merged.
#[derive(Clone, Debug)]
pub struct MergedInput {
    /// The description.
    pub input: Input,
    /// Its name in the configuration.
    pub label: String,
    /// The prefix of names that conflict with those of the others.
    pub(crate) prefix: Option<String>,
    /// Its corrections, in order.
    pub(crate) corrections: Vec<Source>,
}

impl MergedInput {
    /// Returns the SHA-256 of its text, and of its prefix and corrections if it has any.
    pub fn digest(&self) -> String {
        let corrections = self.corrections.iter().map(Source::text);
        let text = [self.input.source.text()].into_iter().chain(self.prefix.as_deref()).chain(corrections);
        sha256(text.collect::<Vec<_>>().join("\0").as_bytes())
    }
}

impl Input {
    /// Returns the SHA-256 of its text, or of the descriptions to be merged with their names.
    pub fn digest(&self) -> String {
        if self.merged.is_empty() {
            return sha256(self.source.text().as_bytes());
        }
        let merged: Vec<String> = self.merged.iter().map(|one| format!("{} {}", one.digest(), one.label)).collect();
        sha256(merged.join("\0").as_bytes())
    }

    /// Returns the text of each description.
    pub fn sources(&self) -> Vec<Source> {
        if self.merged.is_empty() {
            vec![self.source.clone()]
        } else {
            self.merged.iter().map(|one| one.input.source.clone()).collect()
        }
    }
}

#[cfg(test)]
impl Input {
    /// Reads the file that a reference in the description names.
    pub(super) fn load(&self, reference: &str) -> Result<Source, super::Unread> {
        self.loader.as_ref().unwrap().load(&self.source, &self.source, reference)
    }
}

/// A text that refers to no other files.
impl From<Source> for Input {
    fn from(source: Source) -> Self {
        let address = match source.origin() {
            SourceOrigin::Address { address, .. } => Some(address.clone()),
            _ => None,
        };
        Self { source, loader: None, address, is_corrected: false, merged: Arc::new([]) }
    }
}

impl From<&Source> for Input {
    fn from(source: &Source) -> Self {
        source.clone().into()
    }
}

impl From<&Self> for Input {
    fn from(input: &Self) -> Self {
        input.clone()
    }
}
