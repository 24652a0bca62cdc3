//! The locations of changes in the text of both descriptions.

use std::collections::{BTreeMap, HashMap};

use super::Excerpt;
use super::finding::LocatedText;
use super::version::ApiVersion;
use crate::source::Source;

/// Maximum column that is reported. In a file of one long line, the pointer is more useful.
const MAX_COLUMN: usize = 400;

/// A file and a pointer into it.
type FileLocation = (String, String);

/// Creates the excerpts of one version. All lines are looked up in a single pass over each file.
pub(super) fn excerpts(version: ApiVersion<'_>, found: &[Option<&LocatedText>]) -> Vec<Option<Excerpt>> {
    let Some(description) = version.sources.first() else { return vec![None; found.len()] };
    let locate = |found: &LocatedText| {
        let origin = version.api.source_map.trace(found.pointer.as_str());
        let source = origin.source.unwrap_or_else(|| description.name().to_owned());
        (source, origin.pointer.as_str().to_owned())
    };
    let locations: Vec<Option<FileLocation>> = found.iter().map(|found| found.map(locate)).collect();
    let lines = lines(version.sources, locations.iter().flatten());
    let excerpt = |(location, found): (FileLocation, &LocatedText)| {
        let shown = match lines.get(&location) {
            Some(line) => format!("{}:{line}", location.0),
            None => format!("{}#{}", location.0, location.1),
        };
        Excerpt { location: shown, pointer: location.1, text: found.text.clone() }
    };
    locations.into_iter().zip(found).map(|(location, found)| Some(excerpt((location?, (*found)?)))).collect()
}

/// Returns `12:3` for each pointer into each file.
fn lines<'l>(sources: &[Source], locations: impl Iterator<Item = &'l FileLocation>) -> HashMap<FileLocation, String> {
    let mut by_source: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (source, pointer) in locations {
        by_source.entry(source).or_default().push(pointer);
    }
    let mut lines = HashMap::new();
    for source in sources {
        let Some(pointers) = by_source.get(source.name()) else { continue };
        for (pointer, position) in pointers.iter().zip(source.positions_of(pointers)) {
            if let Some(position) = position.filter(|position| position.column <= MAX_COLUMN) {
                let key = (source.name().to_owned(), (*pointer).to_owned());
                lines.insert(key, format!("{}:{}", position.line, position.column));
            }
        }
    }
    lines
}
