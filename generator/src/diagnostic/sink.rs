//! Collects the diagnostics of all stages.

use std::collections::HashSet;

use indexmap::IndexSet;

use super::{Code, Diagnostic, Location, Severity, SourceLocation};

/// Collects diagnostics, so that a stage can continue after a problem.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    collected: IndexSet<Diagnostic>,
}

impl Sink {
    /// Creates an empty sink.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic unless it is a duplicate.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.collected.insert(diagnostic);
    }

    /// Adds diagnostics about locations that no other stage reported, so that each cause is reported once. If a value
    /// was skipped, diagnostics about its members are dropped, too.
    pub(crate) fn push_others(&mut self, diagnostics: Vec<Diagnostic>) {
        let places = |with: fn(Code) -> bool| -> HashSet<SourceLocation> {
            self.collected.iter().filter(|known| with(known.code)).filter_map(|known| known.place.clone()).collect()
        };
        let known = places(|_| true);
        let skipped = places(|code| matches!(code, Code::PartInvalid | Code::SecurityUnsupported));
        let is_known = |place: &SourceLocation| known.contains(place) || skipped.contains(&parent(place));
        let others = diagnostics.into_iter().filter(|diagnostic| !diagnostic.place.as_ref().is_some_and(is_known));
        self.collected.extend(others);
    }

    /// Counts the diagnostics of a code below a location.
    pub(crate) fn count(&self, code: Code, below: &str) -> usize {
        let is_below = |place: &SourceLocation| matches!(&place.location, Location::Pointer(pointer) if pointer.starts_with(below));
        let of_code = self.collected.iter().filter(|diagnostic| diagnostic.code == code);
        of_code.filter(|diagnostic| diagnostic.place.as_ref().is_some_and(is_below)).count()
    }

    /// Keeps the diagnostics that pass a test.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.collected.retain(keep);
    }

    /// Changes the locations of all diagnostics.
    pub(crate) fn relocate(&mut self, relocate: impl Fn(&mut SourceLocation)) {
        let diagnostics = std::mem::take(&mut self.collected);
        self.collected = diagnostics
            .into_iter()
            .map(|mut diagnostic| {
                diagnostic.place.iter_mut().for_each(&relocate);
                diagnostic
            })
            .collect();
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

/// Returns the location of the parent of a value.
fn parent(place: &SourceLocation) -> SourceLocation {
    let location = match &place.location {
        Location::Pointer(pointer) => {
            Location::Pointer(pointer.rsplit_once('/').map_or("", |(above, _)| above).to_owned())
        }
        location => location.clone(),
    };
    SourceLocation { source: place.source.clone(), location }
}
