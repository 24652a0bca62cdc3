//! The changes between two descriptions, and their consequences for Rust code that uses the bindings.
//!
//! Changes are found in two ways, which have to agree. Comparing the models finds changes in terms of the API: a field
//! is required, a path parameter has another name. The elements of both versions are matched, the facts about them are
//! joined, and the rules judge the differences. Comparing the emitted Rust interfaces item by item finds the effects
//! on code. Both are about elements of the API, such as a field: an item of the interface knows the elements that it is
//! made for, and a difference of the item belongs to the changes of these elements. The differences and the effect on the
//! wire determine the verdict of a change. A differing item without a change becomes a separate change, so that the report
//! is never incomplete.

mod affected;
mod base;
mod change;
mod classify;
mod constant;
mod constraints;
mod context;
mod delta;
mod elements;
mod emission;
mod equivalence;
mod excerpt;
mod fact;
mod finding;
mod guard;
mod hole;
mod interface;
mod judge;
mod kind;
mod matching;
mod operations;
mod pairing;
mod phrase;
mod rule;
mod rules;
mod subject;
mod texts;
mod verdict;
mod version;

use std::cmp::Reverse;
use std::collections::HashMap;

use classify::Classifier;
use context::Context;
use delta::join;
use excerpt::Locations;
use fact::facts;
use finding::findings;
use judge::judge;
use matching::match_versions;
use version::{ApiVersion, Versions};

pub use change::{AffectedItem, Change, Changes, ComparedDescription, Excerpt, ItemChange, ItemEffect, Series};
pub use emission::{changes_between, compared};
pub use interface::Key;
pub use kind::ChangeKind;
pub use rule::Rule;
pub use rules::RULES;
pub use verdict::{Bump, Verdict};

/// Returns the changes by resource, the most severe first, then in the order of the description.
fn changes(versions: Versions<ApiVersion<'_>>) -> Vec<Change> {
    let matching = match_versions(versions);
    let context = Context::new(versions, &matching);
    let deltas = join(&context, facts);
    let found = findings(deltas.into_iter().filter_map(judge).collect());
    let differences = versions.old.interface.differences(versions.new.interface, &matching.renamed_types(versions));
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
    changes
}
