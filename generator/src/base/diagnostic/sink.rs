//! Collects the diagnostics of all stages.

use std::collections::HashSet;
use std::fmt::Debug;
use std::sync::Arc;

use indexmap::IndexSet;

use super::{Diagnostic, Severity, SourceLocation};

/// Traces locations in a converted document back to the sources.
pub(crate) trait Trace: Debug + Send + Sync {
    /// Returns the original location of a location in the document; other locations are returned unchanged.
    fn trace(&self, place: SourceLocation) -> SourceLocation;
}

/// Collects diagnostics, so that a stage can continue after a problem.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    collected: IndexSet<Diagnostic>,
    origins: Option<Arc<dyn Trace>>,
    /// The original locations of references that are reported as unresolved.
    unresolved: HashSet<SourceLocation>,
}

impl Sink {
    /// Creates an empty sink.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic at its original location, unless it is a duplicate.
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.place = diagnostic.place.map(|place| self.original(place));
        self.collected.insert(diagnostic);
    }

    /// Sets how locations in the current document are traced from now on.
    pub(crate) fn trace_with(&mut self, origins: impl Trace + 'static) {
        self.origins = Some(Arc::new(origins));
    }

    /// Returns the original location of a location in the current document.
    pub(crate) fn original(&self, place: SourceLocation) -> SourceLocation {
        match &self.origins {
            Some(origins) => origins.trace(place),
            None => place,
        }
    }

    /// Records that a reference is reported as unresolved. One diagnostic may be about several references.
    /// Returns `false` if it was recorded before.
    pub(crate) fn mark_unresolved(&mut self, place: SourceLocation) -> bool {
        self.unresolved.insert(self.original(place))
    }

    /// Returns `true` if a reference is reported as unresolved.
    pub(crate) fn is_unresolved(&self, place: SourceLocation) -> bool {
        self.unresolved.contains(&self.original(place))
    }

    /// Keeps the diagnostics that pass a test.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.collected.retain(keep);
    }

    /// Returns the diagnostics unless one of them is an error.
    ///
    /// # Errors
    ///
    /// Returns the first error.
    pub fn without_errors(self) -> Result<Vec<Diagnostic>, Box<Diagnostic>> {
        match self.collected.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
            Some(error) => Err(Box::new(error.clone())),
            None => Ok(self.into_diagnostics()),
        }
    }

    /// Returns the diagnostics so far, in order.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.collected.iter().cloned().collect()
    }

    /// Returns the collected diagnostics.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.collected.into_iter().collect()
    }
}
