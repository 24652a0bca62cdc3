//! The changes between two descriptions, and their consequences for Rust code that uses the bindings.
//!
//! Changes are found in two ways, which have to agree. Comparing the models finds changes in terms of the API: a field
//! is required, a path parameter has another name. Comparing the emitted Rust interfaces item by item finds the effects
//! on code. Both are about elements of the API, such as a field: an item of the interface knows the elements that it is
//! made for, and a difference of the item belongs to the changes of these elements. The differences and the effect on the
//! wire determine the verdict of a change. A differing item without a change becomes a separate change, so that the report
//! is never incomplete.

mod affected;
mod base;
mod body;
mod change;
mod classify;
mod compare;
mod constant;
mod constraints;
mod elements;
mod enumeration;
mod equivalence;
mod event;
mod excerpt;
mod field;
mod finding;
mod input;
mod interface;
mod kind;
mod matching;
mod object;
mod operation;
mod pairing;
mod phrase;
mod response;
mod rule;
mod rules;
mod server;
mod service;
mod subject;
mod union;
mod verdict;
mod version;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

pub use change::{AffectedItem, Change, Changes, ComparedDescription, Excerpt, ItemChange, ItemEffect};
use classify::Classifier;
pub(crate) use elements::Elements;
use excerpt::Locations;
pub(crate) use interface::Interface;
pub use interface::Key;
pub use kind::ChangeKind;
pub use rule::Rule;
pub use rules::RULES;
pub use verdict::{Bump, Verdict};
pub(crate) use version::{ApiVersion, Versions};

/// Compares two descriptions.
pub(crate) fn changes(versions: Versions<ApiVersion<'_>>) -> Changes {
    let compare::Compared { found, renamed, matching } = compare::compare(versions);
    let differences = versions.old.interface.differences(versions.new.interface, &renamed);
    let locations = Locations::of_findings(versions, &found);
    let classifier = Classifier { versions, matching: &matching, locations: locations.as_ref() };
    let mut changes = classifier.classify(&found, &differences);
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
    Changes { old, new, changes, excluded }
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
