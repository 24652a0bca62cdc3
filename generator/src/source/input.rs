//! The input of a run.

use std::sync::Arc;

use super::loader::Loader;
use super::text::{Source, SourceOrigin};

/// A description, or several to be merged, and what reads their other files. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Input {
    /// The description; the first one if there are several.
    pub source: Source,
    /// Reads the other files of the description; only for one that was loaded.
    pub(crate) loader: Option<Arc<Loader>>,
    /// The address that the text came from, even if it was stored in a file since.
    pub(crate) address: Option<String>,
    /// `true` if the text was corrected before it was stored.
    pub(crate) is_corrected: bool,
    /// All descriptions to be merged, of which this is the first; empty for a single description.
    pub(crate) merged: Arc<[MergedInput]>,
}

/// One of several descriptions to be merged.
#[derive(Clone, Debug)]
pub(crate) struct MergedInput {
    /// The description.
    pub(crate) input: Input,
    /// Its name in the configuration.
    pub(crate) label: String,
    /// The prefix of names that conflict with those of the others.
    pub(crate) prefix: Option<String>,
    /// Its corrections, in order.
    pub(crate) corrections: Vec<Source>,
}

impl Input {
    /// Returns the text of each description.
    pub(crate) fn sources(&self) -> Vec<Source> {
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
