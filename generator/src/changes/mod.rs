//! The changes between two descriptions, and their consequences for Rust code that uses the bindings.
//!
//! Changes are found in two ways, which have to agree. Comparing the models finds changes in terms of the API: a field
//! is required, a path parameter has another name. Comparing the emitted Rust interfaces item by item finds the effects
//! on code. Each change accounts for the items that it may affect; their differences, and the effect on the wire,
//! determine its verdict. A differing item without a change becomes a separate change, so that the report is never
//! incomplete.

mod answer;
mod cause;
mod change;
mod compare;
mod constant;
mod constraints;
mod event;
mod field;
mod finding;
mod index;
mod input;
mod judge;
mod kind;
mod media_type;
mod object;
mod operation;
mod own_type;
mod pairing;
mod phrase;
mod place;
mod server;
mod service;
mod side;
mod union;
mod values;
mod verdict;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

pub use change::{Change, Changes, ComparedDescription, Excerpt, ItemChange};
pub(crate) use index::Index;
pub use kind::ChangeKind;
pub(crate) use side::Side;
pub use verdict::{Bump, Verdict};

/// Compares two descriptions.
pub(crate) fn changes(old: Side<'_>, new: Side<'_>) -> Changes {
    let (found, renamed) = compare::compare(old, new);
    let differences = old.interface.differences(new.interface, &renamed);
    let mut changes = judge::judge(&found, &differences, old, new);
    let before: Vec<_> = found.iter().map(|found| found.old.clone()).collect();
    let after: Vec<_> = found.iter().map(|found| found.new.clone()).collect();
    let excerpts = place::excerpts(old, &before).into_iter().zip(place::excerpts(new, &after));
    for (change, (before, after)) in changes.iter_mut().zip(excerpts) {
        (change.old, change.new) = (before, after);
    }
    let mut gravest: HashMap<String, Verdict> = HashMap::new();
    for change in &changes {
        let known = gravest.entry(change.resource.clone()).or_insert(change.verdict);
        *known = change.verdict.max(*known);
    }
    let key = |change: &Change| (Reverse(gravest[&change.resource]), change.resource.clone(), Reverse(change.verdict));
    changes.sort_by_cached_key(key);
    Changes { old: describe(old), new: describe(new), changes, outside: outside(old, new) }
}

/// Returns the operations that the new configuration excludes, and that the old one neither includes nor excludes.
fn outside(old: Side<'_>, new: Side<'_>) -> Vec<String> {
    let taken = old.api.operations.iter().map(|operation| operation.route());
    let known: BTreeSet<String> = taken.chain(old.left_out.iter().cloned()).collect();
    new.left_out.difference(&known).cloned().collect()
}

fn describe(side: Side<'_>) -> ComparedDescription {
    let source = side.sources.first().map(|source| source.name().to_owned()).unwrap_or_default();
    ComparedDescription { source, title: side.api.title.clone(), version: side.api.version.clone() }
}
