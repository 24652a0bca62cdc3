//! Where the stages put what they have to tell.

use std::collections::HashSet;

use indexmap::IndexSet;

use super::{Code, Diagnostic, Location, Severity, SourceLocation};

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

    /// Takes diagnostics about places of which no other stage said anything: one cause is reported once. Where a part was left
    /// out, that accounts for its members too.
    pub(crate) fn push_others(&mut self, diagnostics: Vec<Diagnostic>) {
        let places = |with: fn(Code) -> bool| -> HashSet<SourceLocation> {
            self.collected.iter().filter(|known| with(known.code)).filter_map(|known| known.place.clone()).collect()
        };
        let known = places(|_| true);
        let left_out = places(|code| matches!(code, Code::PartInvalid | Code::SecurityUnsupported));
        let is_known = |place: &SourceLocation| known.contains(place) || left_out.contains(&parent(place));
        let others = diagnostics.into_iter().filter(|diagnostic| !diagnostic.place.as_ref().is_some_and(is_known));
        self.collected.extend(others);
    }

    /// The number of diagnostics of a code that are about something below a place.
    pub(crate) fn count(&self, code: Code, below: &str) -> usize {
        let is_below =
            |place: &SourceLocation| matches!(&place.spot, Location::Pointer(pointer) if pointer.starts_with(below));
        let of_code = self.collected.iter().filter(|diagnostic| diagnostic.code == code);
        of_code.filter(|diagnostic| diagnostic.place.as_ref().is_some_and(is_below)).count()
    }

    /// Changes the places of all that was told.
    pub(crate) fn relocate(&mut self, moved: impl Fn(&mut SourceLocation)) {
        let told = std::mem::take(&mut self.collected);
        self.collected = told
            .into_iter()
            .map(|mut diagnostic| {
                diagnostic.place.iter_mut().for_each(&moved);
                diagnostic
            })
            .collect();
    }

    /// What was told, if none of it is an error.
    ///
    /// # Errors
    ///
    /// The first error.
    pub fn without_errors(self) -> Result<Vec<Diagnostic>, Box<Diagnostic>> {
        match self.collected.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
            Some(error) => Err(Box::new(error.clone())),
            None => Ok(self.into_diagnostics()),
        }
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

/// The place of what holds the value at a place.
fn parent(place: &SourceLocation) -> SourceLocation {
    let spot = match &place.spot {
        Location::Pointer(pointer) => {
            Location::Pointer(pointer.rsplit_once('/').map_or("", |(above, _)| above).to_owned())
        }
        spot => spot.clone(),
    };
    SourceLocation { source: place.source.clone(), spot }
}
