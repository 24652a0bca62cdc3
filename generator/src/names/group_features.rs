//! The features of groups, and the modules of types that several groups reach.
//!
//! | group | feature |
//! |---|---|
//! | `time_box` | `time-box` |
//! | `files` | `files` |
//! | `client`, which is a feature of Bindery | `client-group` |
//! | `client_group` | `client-group-group` |
//!
//! A feature is named after the function of its group, which the lock file keeps, so it does not change either.

use std::collections::BTreeSet;

use super::item_names::GroupNames;
use crate::analysis::GroupUse;
use crate::config::{ALL_GROUPS, CrateFeature, Implementation, Tls, UNREFERENCED_TYPES};
use crate::ident::without_underscore;

/// Features that every crate may have.
const RESERVED_FEATURES: [&str; 5] = ["client", "default", "reqwest", ALL_GROUPS, UNREFERENCED_TYPES];

/// Maximum length of the name of a module with the types of several groups.
const MAX_MODULE_LEN: usize = 28;

/// The end of the name of such a module if the names of all groups would be longer.
const SHARED_SUFFIX: &str = "_with_others";

/// The suffix of a group's feature if its name is taken by another feature.
const GROUP_SUFFIX: &str = "-group";

/// Names the features of the groups. Names of other features are reserved, even if this crate does not have them. The name of a
/// group does not depend on other groups.
pub(super) fn name_features(groups: &mut [GroupNames]) {
    let mut taken: BTreeSet<&str> = BTreeSet::from(RESERVED_FEATURES);
    taken.extend(CrateFeature::ALL.map(CrateFeature::name));
    taken.extend(Tls::ALL.map(Tls::feature));
    taken.extend(Implementation::ALL.map(Implementation::feature));
    for group in groups {
        let plain = plain_feature(group);
        // A group whose name already ends in the suffix gets another one.
        let ends = plain.trim_end_matches(GROUP_SUFFIX);
        group.feature = if taken.contains(ends) { format!("{plain}{GROUP_SUFFIX}") } else { plain };
    }
}

fn plain_feature(group: &GroupNames) -> String {
    without_underscore(&group.function).replace('_', "-")
}

/// The modules of the types that several groups reach: `issues_with_pulls`.
pub(super) fn set_modules(groups: &[GroupNames], group_use: &GroupUse) -> Vec<String> {
    let mut taken: BTreeSet<&str> = groups.iter().map(|group| group.function.as_str()).collect();
    taken.extend(["shared", "unreferenced"]);
    let mut assigned = BTreeSet::new();
    let name = |index: &usize| groups.get(*index).map_or("unreferenced", |group| without_underscore(&group.function));
    let modules = group_use.sets.iter().map(|set| {
        let mut names: Vec<&str> = set.iter().map(name).collect();
        names.sort_unstable();
        let all = names.join("_with_");
        let plain = if all.len() > MAX_MODULE_LEN { shortened(names.first().unwrap_or(&"group")) } else { all };
        let mut module = plain.clone();
        // Only files have these names: users name types without their module.
        let mut others = 2..;
        while taken.contains(module.as_str()) || assigned.contains(&module) {
            module = format!("{plain}_{}", others.next().unwrap_or_default());
        }
        assigned.insert(module.clone());
        module
    });
    modules.collect()
}

/// `authentication_v1_with_others`
fn shortened(first: &str) -> String {
    let start = first.get(..MAX_MODULE_LEN - SHARED_SUFFIX.len()).unwrap_or(first);
    let words = start.rsplit_once('_').map_or(start, |(words, _)| words);
    format!("{}{SHARED_SUFFIX}", if start.len() < first.len() { words } else { first })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{name_features, set_modules};
    use crate::analysis::GroupUse;
    use crate::names::GroupNames;

    fn groups(functions: &[&str]) -> Vec<GroupNames> {
        let named = |function: &&str| GroupNames { function: (*function).to_owned(), ..GroupNames::default() };
        functions.iter().map(named).collect()
    }

    #[test]
    fn modules_of_several_groups_have_names_of_their_own() {
        let long = "a".repeat(39);
        let groups = groups(&[&format!("b_{long}"), &format!("c_{long}"), "type_", "self_", "self_with_type"]);
        let sets = [[2, 3], [0, 2], [1, 2], [3, 5]].map(BTreeSet::from).to_vec();
        let modules = set_modules(&groups, &GroupUse { sets, ..GroupUse::default() });
        assert_eq!(modules, ["self_with_type_2", "b_with_others", "c_with_others", "self_with_unreferenced"]);
    }

    #[test]
    fn features_of_groups_do_not_collide() {
        let mut groups = groups(&["client", "client_group", "events", "files", "oauth", "time_box", "type_", "full"]);
        name_features(&mut groups);
        let features: Vec<&str> = groups.iter().map(|group| group.feature.as_str()).collect();
        assert_eq!(
            features,
            ["client-group", "client-group-group", "events", "files", "oauth", "time-box", "type", "full-group"]
        );
        // Each name is independent of the other groups.
        for (group, feature) in groups.clone().iter().zip(&features) {
            let mut alone = [group.clone()];
            name_features(&mut alone);
            assert_eq!(alone[0].feature, *feature);
        }
    }
}
