//! The original locations of the parts of the document.

use std::sync::Arc;

use super::corrections::Corrected;
use crate::diagnostic::{SourceLocation, Trace};
use crate::locations::SourceMap;

/// Traces locations in a document back to the descriptions and corrections that it was made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins {
    /// The name of the document in diagnostics.
    pub(super) document: String,
    pub(super) source_map: Arc<SourceMap>,
    /// The effects of corrections, by the names of the corrected files.
    pub(super) corrected: Vec<(String, Arc<Corrected>)>,
}

impl Trace for Origins {
    fn trace(&self, place: SourceLocation) -> SourceLocation {
        let mut place = self.source_map.original(place, &self.document);
        for (file, corrected) in &self.corrected {
            corrected.trace(&mut place, file);
        }
        place
    }
}
