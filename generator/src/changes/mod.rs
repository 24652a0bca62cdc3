//! The changes between two descriptions, and their consequences for Rust code that uses the bindings.
//!
//! Changes are found in two ways, which have to agree. Comparing the models finds changes in terms of the API: a field
//! is required, a path parameter has another name. Comparing the emitted Rust interfaces item by item finds the effects
//! on code. Each change accounts for the items that it may affect; their differences, and the effect on the wire,
//! determine its verdict. A differing item without a change becomes a separate change, so that the report is never
//! incomplete.

mod affected;
mod cause;
mod change;
mod classify;
mod compare;
mod constant_parameter;
mod constraints;
mod enumeration;
mod event;
mod excerpt;
mod field;
mod finding;
mod index;
mod input;
mod interface;
mod kind;
mod media_type;
mod object;
mod operation;
mod pairing;
mod phrase;
mod response;
mod server;
mod service;
mod union;
mod verdict;
mod version;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use affected::Successors;
pub use affected::{AffectedItem, Successor};
pub use change::{Change, Changes, ComparedDescription, Excerpt, ItemChange};
pub(crate) use index::DefinitionIndex;
pub use interface::{Interface, Key};
pub use kind::ChangeKind;
pub use verdict::{Bump, Verdict};
pub(crate) use version::{ApiVersion, Versions};

/// Compares two descriptions.
pub(crate) fn changes(versions: Versions<ApiVersion<'_>>) -> Changes {
    let compare::Compared { found, types, renamed } = compare::compare(versions);
    let differences = versions.old.interface.differences(versions.new.interface, &renamed);
    let successors = Successors::new(versions, &types);
    let mut changes = classify::classify(&found, &differences, versions, &successors);
    let old: Vec<_> = found.iter().map(|found| found.excerpts.old.as_ref()).collect();
    let new: Vec<_> = found.iter().map(|found| found.excerpts.new.as_ref()).collect();
    let excerpts = excerpt::excerpts(versions.old, &old).into_iter().zip(excerpt::excerpts(versions.new, &new));
    for (change, (old, new)) in changes.iter_mut().zip(excerpts) {
        (change.old, change.new) = (old, new);
    }
    let mut most_severe: HashMap<String, Verdict> = HashMap::new();
    for change in &changes {
        let known = most_severe.entry(change.resource.clone()).or_insert(change.verdict);
        *known = change.verdict.max(*known);
    }
    let key =
        |change: &Change| (Reverse(most_severe[&change.resource]), change.resource.clone(), Reverse(change.verdict));
    changes.sort_by_cached_key(key);
    let Versions { old, new } = versions.map(describe);
    Changes { old, new, changes, excluded: newly_excluded(versions) }
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
