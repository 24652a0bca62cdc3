//! The changes between two descriptions, and their consequences for Rust code that uses the bindings.
//!
//! Changes are found in two ways, which have to agree. Comparing the models finds changes in terms of the API: a field
//! is required, a path parameter has another name. Comparing the emitted Rust interfaces item by item finds the effects
//! on code. Each change accounts for the items that it may affect; their differences, and the effect on the wire,
//! determine its verdict. A differing item without a change becomes a separate change, so that the report is never
//! incomplete.

mod affected;
mod change;
mod classify;
mod compare;
mod constant_parameter;
mod constraints;
mod enumeration;
mod event;
mod field;
mod finding;
mod index;
mod input;
mod interface;
mod kind;
mod object;
mod operation;
mod pairing;
mod phrase;
mod response;
mod selection;
mod server;
mod service;
mod union;
mod verdict;
mod version;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::source::Source;
use affected::AffectedItems;
pub use change::{Change, Changes, ComparedDescription, Excerpt, ItemChange};
use finding::LocatedText;
pub(crate) use index::DefinitionIndex;
pub use interface::{Interface, Key};
pub use kind::ChangeKind;
pub use verdict::{Bump, Verdict};
pub(crate) use version::{ApiVersion, Versions};

/// Compares two descriptions. If there are resources, only their changes are returned.
pub(crate) fn changes(versions: Versions<ApiVersion<'_>>, resources: &[String]) -> Changes {
    let compare::Compared { found, renamed } = compare::compare(versions);
    let differences = versions.old.interface.differences(versions.new.interface, &renamed);
    let affected = AffectedItems::new(versions);
    let mut changes = classify::classify(&found, &differences, versions, &affected);
    let old: Vec<_> = found.iter().map(|found| found.excerpts.old.as_ref()).collect();
    let new: Vec<_> = found.iter().map(|found| found.excerpts.new.as_ref()).collect();
    let excerpts = self::excerpts(versions.old, &old).into_iter().zip(self::excerpts(versions.new, &new));
    for (change, (old, new)) in changes.iter_mut().zip(excerpts) {
        (change.old, change.new) = (old, new);
    }
    let all = changes.len();
    let mut unknown_resources = Vec::new();
    if !resources.is_empty() {
        unknown_resources = selection::unknown_resources(resources, versions, &changes);
        changes.retain(|change| selection::is_of_resource(resources, change));
    }
    let unselected = all - changes.len();
    let mut most_severe: HashMap<String, Verdict> = HashMap::new();
    for change in &changes {
        let known = most_severe.entry(change.resource.clone()).or_insert(change.verdict);
        *known = change.verdict.max(*known);
    }
    let key =
        |change: &Change| (Reverse(most_severe[&change.resource]), change.resource.clone(), Reverse(change.verdict));
    changes.sort_by_cached_key(key);
    let Versions { old, new } = versions.map(describe);
    let excluded = newly_excluded(versions);
    Changes { old, new, changes, unselected, unknown_resources, excluded }
}

/// Returns the operations that the new configuration excludes, and that the old one neither includes nor excludes.
fn newly_excluded(versions: Versions<ApiVersion<'_>>) -> Vec<String> {
    let Versions { old, new } = versions;
    let included = old.api.operations.iter().map(|operation| operation.route());
    let known: BTreeSet<String> = included.chain(old.excluded.iter().cloned()).collect();
    new.excluded.difference(&known).cloned().collect()
}

fn describe(version: ApiVersion<'_>) -> ComparedDescription {
    let source = version.sources.first().map(|source| source.name().to_owned()).unwrap_or_default();
    ComparedDescription { source, title: version.api.title.clone(), version: version.api.version.clone() }
}

/// Maximum column that is reported. In a file of one long line, the pointer is more useful.
const MAX_COLUMN: usize = 400;

/// A file and a pointer into it.
type FileLocation = (String, String);

/// Creates the excerpts of one version. All lines are looked up in a single pass over each file.
fn excerpts(version: ApiVersion<'_>, found: &[Option<&LocatedText>]) -> Vec<Option<Excerpt>> {
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
