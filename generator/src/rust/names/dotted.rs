//! Short type names of components whose names contain a package.
//!
//! | components | types |
//! |---|---|
//! | `io.k8s.api.apps.v1.Deployment` | `Deployment` |
//! | `io.k8s.api.core.v1.Event`, `io.k8s.api.events.v1.Event` | `CoreV1Event`, `EventsV1Event` |
//! | `io.api.autoscaling.v1.Scale`, `io.api.autoscaling.v2.Scale` | `V1Scale`, `V2Scale` |
//! | `google.rpc.Status.Code` | `StatusCode` |
//! | `Contoso.Catalog.Items.Item`, if most names begin with `Contoso.` | `Item` |
//! | `Event.order.line.added`, if most names begin with `Event.` | `OrderLineAdded` |
//! | `Order.Item` | `OrderItem` |
//! | `Fireteam.FireteamSummary` | `FireteamSummary` |

use std::collections::{HashMap, HashSet};

use super::compound::joined;
use crate::api::model::Api;
use crate::base::ident::type_name;

/// Maximum number of segments of a name that is shortened.
const MAX_SEGMENTS: usize = 16;
/// Minimum number of segments of a name whose package starts with a capital letter.
const MIN_SEGMENTS: usize = 3;

/// Returns the shortest unique names of the components whose names contain a package, by component.
pub(super) fn short_component_names(api: &Api, taken: &HashSet<String>) -> HashMap<String, String> {
    let names: Vec<&str> = api.types.iter().filter_map(|definition| definition.naming.schema()).collect();
    let roots = shared_roots(&names);
    let suffixes_by_name: HashMap<&str, Vec<String>> =
        names.iter().filter_map(|name| Some((*name, suffixes(name, &roots)?))).collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for name in &names {
        match suffixes_by_name.get(name) {
            Some(suffixes) => suffixes.iter().for_each(|suffix| *counts.entry(suffix.clone()).or_default() += 1),
            None => *counts.entry(type_name(name)).or_default() += 1,
        }
    }
    let is_unique = |name: &String| counts.get(name) == Some(&1) && !taken.contains(name);
    let short = suffixes_by_name.into_iter().map(|(name, mut all)| {
        let shortest = all.iter().position(is_unique).unwrap_or(all.len() - 1);
        (name.to_owned(), all.swap_remove(shortest))
    });
    short.collect()
}

/// Returns the first segment that most dotted names share, such as the name of a company.
fn shared_roots<'n>(names: &[&'n str]) -> HashSet<&'n str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let dotted = names.iter().filter(|name| name.split('.').count() >= MIN_SEGMENTS);
    let first: Vec<&str> = dotted.filter_map(|name| name.split('.').next()).collect();
    first.iter().for_each(|first| *counts.entry(first).or_default() += 1);
    counts.into_iter().filter(|(_, count)| *count > 1 && count * 2 > first.len()).map(|(root, _)| root).collect()
}

/// Returns the type names of the suffixes of a name, shortest first. Returns `None` if the name has no package.
fn suffixes(name: &str, roots: &HashSet<&str>) -> Option<Vec<String>> {
    let parts: Vec<&str> = name.split('.').collect();
    let is_segment = |part: &&str| {
        part.starts_with(char::is_alphabetic) && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    if parts.len() < 2 || parts.len() > MAX_SEGMENTS || !parts.iter().all(is_segment) {
        return None;
    }
    let is_package = |part: &&&str| part.starts_with(char::is_lowercase);
    let packages = parts.iter().take(parts.len() - 1).take_while(is_package).count();
    let own = match packages {
        0 if parts.len() >= MIN_SEGMENTS && parts.first().is_some_and(|first| roots.contains(first)) => {
            // Segments in lower case are words of one name.
            if parts.last().is_some_and(|last| last.starts_with(char::is_lowercase)) { 1 } else { parts.len() - 1 }
        }
        0 => return without_repeated_words(name),
        packages => packages,
    };
    let suffix = |from: usize| type_name(&parts.get(from..).unwrap_or_default().join("."));
    let mut suffixes: Vec<String> = (0..=own).rev().map(suffix).collect();
    suffixes.dedup();
    Some(suffixes)
}

/// Joins segments that repeat a word: `Fireteam.FireteamSummary` is `FireteamSummary`.
fn without_repeated_words(name: &str) -> Option<Vec<String>> {
    let short = name.split('.').map(type_name).reduce(|before, next| joined(&before, &next, &next))?;
    let whole = type_name(name);
    (short.len() < whole.len()).then(|| vec![short, whole])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{shared_roots, suffixes};

    #[test]
    fn packages_are_left_out() {
        let shortest = |name: &str| suffixes(name, &HashSet::from(["Contoso"])).map(|suffixes| suffixes[0].clone());
        assert_eq!(shortest("io.k8s.api.apps.v1.Deployment").as_deref(), Some("Deployment"));
        assert_eq!(shortest("google.rpc.Status.Code").as_deref(), Some("StatusCode"));
        assert_eq!(shortest("Contoso.Catalog.Items.Item").as_deref(), Some("Item"));
        assert_eq!(shortest("Contoso.order.line.added").as_deref(), Some("OrderLineAdded"));
        assert_eq!(shortest("Order.Item"), None);
        assert_eq!(shortest("Fireteam.FireteamSummary").as_deref(), Some("FireteamSummary"));
        assert_eq!(shortest("Config.ClanBanner.ClanBannerDecal").as_deref(), Some("ConfigClanBannerDecal"));
        assert_eq!(shortest("a..b"), None);
        let all = suffixes("io.core.v1.Event", &HashSet::new()).unwrap_or_default();
        assert_eq!(all, ["Event", "V1Event", "CoreV1Event", "IoCoreV1Event"]);
    }

    #[test]
    fn the_first_segment_of_most_names_is_the_root() {
        assert_eq!(shared_roots(&["A.b.C", "A.b.D", "B.b.E"]), HashSet::from(["A"]));
        assert_eq!(shared_roots(&["A.b.C"]), HashSet::new());
    }
}
