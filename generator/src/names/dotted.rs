//! Names with packages in them are as short as stays clear.
//!
//! | names | become |
//! |---|---|
//! | `io.k8s.api.apps.v1.Deployment` | `Deployment` |
//! | `io.k8s.api.core.v1.Event`, `io.k8s.api.events.v1.Event` | `CoreV1Event`, `EventsV1Event` |
//! | `io.api.autoscaling.v1.Scale`, `io.api.autoscaling.v2.Scale` | `V1Scale`, `V2Scale` |
//! | `google.rpc.Status.Code` | `StatusCode` |
//! | `Contoso.Catalog.Items.Item`, where most begin with `Contoso.` | `Item` |
//! | `Event.order.line.added`, where most begin with `Event.` | `OrderLineAdded` |
//! | `Order.Item` | `OrderItem` |
//! | `Fireteam.FireteamSummary` | `FireteamSummary` |

use std::collections::{HashMap, HashSet};

use super::compound::joined;
use crate::ident::type_name;
use crate::model::{Api, Owner};

/// Maximum number of segments; names with more are not shortened.
const MAX_SEGMENTS: usize = 16;
/// Minimum number of segments of a package, if all names start with a capital letter.
const MIN_SEGMENTS: usize = 3;

/// Returns the short names of the components that have packages in theirs, by the whole name.
pub(super) fn short_names(api: &Api, taken: &HashSet<String>) -> HashMap<String, String> {
    let names: Vec<&str> = api
        .types
        .iter()
        .filter(|definition| definition.naming.step.is_empty())
        .filter_map(|definition| match &definition.naming.owner {
            Owner::Schema(name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    let roots = roots(&names);
    let endings: HashMap<&str, Vec<String>> =
        names.iter().filter_map(|name| Some((*name, endings(name, &roots)?))).collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for name in &names {
        match endings.get(name) {
            Some(endings) => endings.iter().for_each(|ending| *counts.entry(ending.clone()).or_default() += 1),
            None => *counts.entry(type_name(name)).or_default() += 1,
        }
    }
    let is_clear = |name: &String| counts.get(name) == Some(&1) && !taken.contains(name);
    let short = endings.into_iter().map(|(name, mut all)| {
        let clear = all.iter().position(is_clear).unwrap_or(all.len() - 1);
        (name.to_owned(), all.swap_remove(clear))
    });
    short.collect()
}

/// First parts in capitals that most of such names share: the company's.
fn roots<'n>(names: &[&'n str]) -> HashSet<&'n str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let dotted = names.iter().filter(|name| name.split('.').count() >= MIN_SEGMENTS);
    let first: Vec<&str> = dotted.filter_map(|name| name.split('.').next()).collect();
    first.iter().for_each(|first| *counts.entry(first).or_default() += 1);
    counts.into_iter().filter(|(_, count)| *count > 1 && count * 2 > first.len()).map(|(root, _)| root).collect()
}

/// The ends of a name, the shortest first; nothing where it has no package.
fn endings(name: &str, roots: &HashSet<&str>) -> Option<Vec<String>> {
    let parts: Vec<&str> = name.split('.').collect();
    let is_part = |part: &&str| {
        part.starts_with(char::is_alphabetic) && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    if parts.len() < 2 || parts.len() > MAX_SEGMENTS || !parts.iter().all(is_part) {
        return None;
    }
    let is_package = |part: &&&str| part.starts_with(char::is_lowercase);
    let packages = parts.iter().take(parts.len() - 1).take_while(is_package).count();
    let own = match packages {
        0 if parts.len() >= MIN_SEGMENTS && parts.first().is_some_and(|first| roots.contains(first)) => {
            // The parts of what is written in small letters are words of one name.
            if parts.last().is_some_and(|last| last.starts_with(char::is_lowercase)) { 1 } else { parts.len() - 1 }
        }
        0 => return repeated(name),
        packages => packages,
    };
    let ending = |from: usize| type_name(&parts.get(from..).unwrap_or_default().join("."));
    let mut endings: Vec<String> = (0..=own).rev().map(ending).collect();
    endings.dedup();
    Some(endings)
}

/// `Fireteam.FireteamSummary` says its first word twice.
fn repeated(name: &str) -> Option<Vec<String>> {
    let short = name.split('.').map(type_name).reduce(|before, next| joined(&before, &next, &next))?;
    let whole = type_name(name);
    (short.len() < whole.len()).then(|| vec![short, whole])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{endings, roots};

    #[test]
    fn packages_are_left_out() {
        let shortest = |name: &str| endings(name, &HashSet::from(["Contoso"])).map(|endings| endings[0].clone());
        assert_eq!(shortest("io.k8s.api.apps.v1.Deployment").as_deref(), Some("Deployment"));
        assert_eq!(shortest("google.rpc.Status.Code").as_deref(), Some("StatusCode"));
        assert_eq!(shortest("Contoso.Catalog.Items.Item").as_deref(), Some("Item"));
        assert_eq!(shortest("Contoso.order.line.added").as_deref(), Some("OrderLineAdded"));
        assert_eq!(shortest("Order.Item"), None);
        assert_eq!(shortest("Fireteam.FireteamSummary").as_deref(), Some("FireteamSummary"));
        assert_eq!(shortest("Config.ClanBanner.ClanBannerDecal").as_deref(), Some("ConfigClanBannerDecal"));
        assert_eq!(shortest("a..b"), None);
        let all = endings("io.core.v1.Event", &HashSet::new()).unwrap_or_default();
        assert_eq!(all, ["Event", "V1Event", "CoreV1Event", "IoCoreV1Event"]);
    }

    #[test]
    fn what_most_begin_with_is_no_name() {
        assert_eq!(roots(&["A.b.C", "A.b.D", "B.b.E"]), HashSet::from(["A"]));
        assert_eq!(roots(&["A.b.C"]), HashSet::new());
    }
}
