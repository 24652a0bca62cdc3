//! One of several descriptions that are merged.

use std::sync::Arc;

use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic, Location};
use crate::locations::SourceMap;
use crate::pointer::Pointer;

/// One of the descriptions.
#[derive(Clone, Debug)]
pub(crate) struct MergedPart {
    /// The description as one document.
    pub(crate) value: Value,
    /// The original locations.
    pub(crate) source_map: Arc<SourceMap>,
    /// The name of the file, for diagnostics.
    pub(crate) source: String,
    /// The address that it was fetched from, if known.
    pub(crate) address: Option<String>,
    /// The prefix of its names in case of a conflict.
    pub(crate) prefix: Option<String>,
}

impl MergedPart {
    pub(super) fn problem(&self, place: &Pointer, message: String, help: &str) -> Box<Diagnostic> {
        let origin = self.source_map.trace(place.as_str());
        let source = origin.source.unwrap_or_else(|| self.source.clone());
        let location = Location::Pointer(origin.pointer.to_string());
        Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).at(source, location).help(help))
    }
}

/// A component: the index of its description, its section and its name.
pub(super) type ComponentId = (usize, String, String);
