//! The locations of changes in the text of both descriptions.

use std::collections::{BTreeMap, HashMap};

use super::Excerpt;
use super::side::Side;
use crate::pointer::Pointer;
use crate::source::Source;

/// Creates the excerpts of one side. All lines are looked up in a single pass over each file.
pub(super) fn excerpts(side: Side<'_>, found: &[Option<(Pointer, String)>]) -> Vec<Option<Excerpt>> {
    let Some(description) = side.sources.first() else { return vec![None; found.len()] };
    let mut wanted: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let placed: Vec<Option<(String, String, String)>> = found
        .iter()
        .map(|found| {
            let (pointer, says) = found.as_ref()?;
            let origin = side.api.source_map.trace(pointer.as_str());
            let source = origin.source.unwrap_or_else(|| description.name().to_owned());
            let pointer = origin.pointer.as_str().to_owned();
            wanted.entry(source.clone()).or_default().push(pointer.clone());
            Some((source, pointer, says.clone()))
        })
        .collect();
    let lines = lines(side.sources, &wanted);
    let excerpt = |(source, pointer, says): (String, String, String)| {
        let place = match lines.get(&(source.clone(), pointer.clone())) {
            Some(line) => format!("{source}:{line}"),
            // In a file of one long line, the pointer is more useful.
            None => format!("{source}#{pointer}"),
        };
        Excerpt { place, pointer, says }
    };
    placed.into_iter().map(|placed| placed.map(excerpt)).collect()
}

/// Columns beyond this are of no use.
const WIDE: usize = 400;

/// Returns `12:3` for each pointer into each file.
fn lines(sources: &[Source], wanted: &BTreeMap<String, Vec<String>>) -> HashMap<(String, String), String> {
    let mut lines = HashMap::new();
    for source in sources {
        let Some(pointers) = wanted.get(source.name()) else { continue };
        let pointers: Vec<&str> = pointers.iter().map(String::as_str).collect();
        for (pointer, position) in pointers.iter().zip(source.positions_of(&pointers)) {
            if let Some(position) = position.filter(|position| position.column <= WIDE) {
                let key = (source.name().to_owned(), (*pointer).to_owned());
                lines.insert(key, format!("{}:{}", position.line, position.column));
            }
        }
    }
    lines
}
