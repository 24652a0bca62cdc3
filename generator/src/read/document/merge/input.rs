//! The descriptions to be merged, and their components.

use std::sync::Arc;

use serde_json::Value;

use crate::base::diagnostic::{Code, Diagnostic, Location};
use crate::base::pointer::Pointer;
use crate::read::document::references::ComponentId;
use crate::read::locations::SourceMap;

/// A description to be merged with others.
#[derive(Clone, Debug)]
pub(crate) struct MergeInput {
    /// The description as one document.
    pub(crate) value: Value,
    /// The original locations of the moved values.
    pub(crate) source_map: Arc<SourceMap>,
    /// The name of the file, for diagnostics.
    pub(crate) source: String,
    /// The URL it was fetched from, if any.
    pub(crate) address: Option<String>,
    /// The prefix for names that conflict with those of other descriptions.
    pub(crate) prefix: Option<String>,
}

impl MergeInput {
    /// Creates an error at the original location of a value.
    pub(super) fn error_at(&self, pointer: &Pointer, message: String, help: &str) -> Box<Diagnostic> {
        let origin = self.source_map.trace(pointer.as_str());
        let source = origin.source.unwrap_or_else(|| self.source.clone());
        let location = Location::Pointer(origin.pointer.clone());
        Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).at(source, location).help(help))
    }
}

/// A component of a description to be merged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MergedComponent {
    /// The index of the description.
    pub(super) input: usize,
    pub(super) id: ComponentId,
}
