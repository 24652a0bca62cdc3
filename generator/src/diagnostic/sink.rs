//! Where the stages put what they have to tell.

use indexmap::IndexSet;

use super::{Diagnostic, Place, Severity};

/// Collects diagnostics; a stage pushes and carries on.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    collected: IndexSet<Diagnostic>,
}

impl Sink {
    /// An empty sink.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes one diagnostic; the same one twice is kept once.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.collected.insert(diagnostic);
    }

    /// Changes the places of all that was told.
    pub(crate) fn relocate(&mut self, moved: impl Fn(&mut Place)) {
        let told = std::mem::take(&mut self.collected);
        self.collected = told
            .into_iter()
            .map(|mut diagnostic| {
                diagnostic.place.iter_mut().for_each(&moved);
                diagnostic
            })
            .collect();
    }

    /// Whether an error was told.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.collected.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// What was told so far, in order.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.collected.iter().cloned().collect()
    }

    /// Gives up the collection.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.collected.into_iter().collect()
    }
}
