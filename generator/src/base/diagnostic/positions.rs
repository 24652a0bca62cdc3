//! Looks up the positions of several diagnostics together.

use std::collections::HashMap;

use super::{Diagnostic, Location, SourceLocation};
use crate::base::text::{Position, Source, read_file};

/// The positions of some diagnostics, and their sources.
#[derive(Clone, Debug)]
pub struct Positions<'s> {
    sources: &'s [Source],
    positions: HashMap<(String, String), Position>,
}

impl<'s> Positions<'s> {
    /// Looks up the positions of the diagnostics, with one pass over each source.
    #[must_use]
    pub fn new(diagnostics: &[Diagnostic], sources: &'s [Source]) -> Self {
        let mut positions = HashMap::new();
        let mut by_source: HashMap<&str, Vec<&str>> = HashMap::new();
        for (source, pointer) in diagnostics.iter().filter_map(pointer) {
            by_source.entry(source).or_default().push(pointer);
        }
        for source in sources {
            let Some(pointers) = by_source.remove(source.name()) else { continue };
            for (pointer, position) in pointers.iter().zip(source.positions_of(&pointers)) {
                if let Some(position) = position {
                    positions.insert((source.name().to_owned(), (*pointer).to_owned()), position);
                }
            }
        }
        Self { sources, positions }
    }

    pub(super) fn source(&self, place: &SourceLocation) -> Option<&'s Source> {
        self.sources.iter().find(|source| source.name() == place.source)
    }

    pub(super) fn position(&self, place: &SourceLocation) -> Option<Position> {
        match &place.location {
            Location::Whole => None,
            Location::Pointer(pointer) => self.positions.get(&(place.source.clone(), pointer.to_string())).copied(),
            Location::Position { line, column } => {
                let byte = self.source(place).map_or(0, |source| source.byte_of(*line, *column));
                Some(Position { line: *line, column: *column, byte })
            }
        }
    }
}

/// Returns the file that a problem is in if it is not among the sources, such as a configuration that cannot be parsed.
pub fn missing_source(problem: &Diagnostic, sources: &[Source]) -> Option<Source> {
    let SourceLocation { source, location: Location::Position { .. } } = problem.place.as_ref()? else { return None };
    let is_missing = sources.iter().all(|known| known.name() != source);
    is_missing.then(|| read_file(source.as_ref()).ok()).flatten()
}

/// Returns the source of a diagnostic and the pointer into it.
fn pointer(diagnostic: &Diagnostic) -> Option<(&str, &str)> {
    match &diagnostic.place {
        Some(SourceLocation { source, location: Location::Pointer(pointer) }) => Some((source, pointer.as_str())),
        _ => None,
    }
}
