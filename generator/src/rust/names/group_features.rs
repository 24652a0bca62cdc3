//! Names of the cargo features of groups. The lock file keeps them, because it keeps the functions of groups.
//!
//! | group | feature |
//! |---|---|
//! | `time_box` | `time-box` |
//! | `files` | `files` |
//! | `client`, which is another feature | `client-group` |
//! | `client_group` | `client-group-group` |

use std::collections::BTreeSet;

use super::item_names::GroupNames;
use super::reserved::FEATURES;
use crate::base::ident::without_underscore;
use crate::config::{CrateFeature, Implementation, Tls};

/// The suffix of a group's feature if its name is taken by another feature.
const GROUP_SUFFIX: &str = "-group";

/// Assigns the features of groups. A name does not depend on other groups or on the features of this crate.
pub(super) fn name_features(groups: &mut [GroupNames]) {
    let mut taken: BTreeSet<&str> = BTreeSet::from(FEATURES);
    taken.extend(CrateFeature::ALL.map(CrateFeature::name));
    taken.extend(Tls::ALL.map(Tls::feature));
    taken.extend(Implementation::ALL.map(Implementation::feature));
    for group in groups {
        let plain = plain_feature(group);
        // `client-group` is the feature of `client`, so `client_group` gets the suffix again.
        let stem = plain.trim_end_matches(GROUP_SUFFIX);
        group.feature = if taken.contains(stem) { format!("{plain}{GROUP_SUFFIX}") } else { plain };
    }
}

fn plain_feature(group: &GroupNames) -> String {
    without_underscore(&group.function).replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::name_features;
    use crate::rust::names::GroupNames;

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
        for (group, feature) in groups.clone().iter().zip(&features) {
            let mut alone = [group.clone()];
            name_features(&mut alone);
            assert_eq!(alone[0].feature, *feature);
        }
    }
}
