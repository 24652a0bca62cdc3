//! The features of groups.
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
use super::reserved::FEATURES;
use crate::config::{CrateFeature, Implementation, Tls};
use crate::ident::without_underscore;

/// The suffix of a group's feature if its name is taken by another feature.
const GROUP_SUFFIX: &str = "-group";

/// Names the features of the groups. Names of other features are reserved, even if this crate does not have them. The name of a
/// group does not depend on other groups.
pub(super) fn name_features(groups: &mut [GroupNames]) {
    let mut taken: BTreeSet<&str> = BTreeSet::from(FEATURES);
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

#[cfg(test)]
mod tests {
    use super::name_features;
    use crate::names::GroupNames;

    fn groups(functions: &[&str]) -> Vec<GroupNames> {
        let named = |function: &&str| GroupNames { function: (*function).to_owned(), ..GroupNames::default() };
        functions.iter().map(named).collect()
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
