//! The features of groups, and the modules of types that several groups reach.
//!
//! | group | feature |
//! |---|---|
//! | `time_box` | `time-box` |
//! | `events`, which is a feature of every crate | `events-group` |
//!
//! A feature is named after the function of its group, which the lock file keeps, and so stays as well.

use std::collections::BTreeSet;

use super::GroupNames;
use crate::analysis::GroupUse;
use crate::bindings::{ALL_GROUPS, DESERIALIZE_REQUESTS, UNUSED_TYPES};
use crate::config::{CrateFeature, Implementation, Tls};
use crate::ident::unraw;

/// Features that a crate has whatever its groups are.
const ALWAYS: [&str; 6] = ["client", "default", "reqwest", ALL_GROUPS, DESERIALIZE_REQUESTS, UNUSED_TYPES];

/// So long is what a group adds to the name of a module.
const LONGEST: usize = 40;

/// Names the features of the groups. What other features are called is taken whether or not this crate offers them, so that
/// a feature more takes no name away.
pub(super) fn name_features(groups: &mut [GroupNames]) {
    let mut taken: BTreeSet<String> = ALWAYS.into_iter().map(str::to_owned).collect();
    taken.extend(CrateFeature::ALL.map(|feature| feature.name().to_owned()));
    taken.extend(Tls::ALL.map(|tls| tls.feature().to_owned()));
    taken.extend(Implementation::ALL.map(|implemented| implemented.feature().to_owned()));
    // What another group is called is that group's.
    let plain: BTreeSet<String> = groups.iter().map(plain_feature).collect();
    for group in groups {
        let mut name = plain_feature(group);
        while taken.contains(&name) || (name != plain_feature(group) && plain.contains(&name)) {
            name.push_str("-group");
        }
        taken.insert(name.clone());
        group.feature = name;
    }
}

fn plain_feature(group: &GroupNames) -> String {
    unraw(&group.function).replace('_', "-")
}

/// The modules of the types that several groups reach: `issues_with_pulls`.
pub(super) fn set_modules(groups: &[GroupNames], group_use: &GroupUse) -> Vec<String> {
    let mut taken: BTreeSet<&str> = groups.iter().map(|group| group.function.as_str()).collect();
    taken.extend(["shared", "unused"]);
    let mut given = BTreeSet::new();
    let name = |index: &usize| {
        let name = groups.get(*index).map_or("unused", |group| unraw(&group.function));
        // What groups that begin alike are called ends otherwise.
        let end = name.get(name.len().saturating_sub(LONGEST)..).unwrap_or(name);
        let end = end.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).trim_end_matches('_');
        if end.is_empty() { "group" } else { end }
    };
    let modules = group_use.sets.iter().map(|set| {
        let mut names: Vec<&str> = set.iter().map(name).collect();
        names.sort_unstable();
        let plain = names.join("_with_");
        let mut module = plain.clone();
        // Only files are called so: users name types without their module.
        let mut others = 2..;
        while taken.contains(module.as_str()) || given.contains(&module) {
            module = format!("{plain}_{}", others.next().unwrap_or_default());
        }
        given.insert(module.clone());
        module
    });
    modules.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{name_features, set_modules};
    use crate::analysis::GroupUse;
    use crate::bindings::names::GroupNames;

    fn groups(functions: &[&str]) -> Vec<GroupNames> {
        let named = |function: &&str| GroupNames { function: (*function).to_owned(), ..GroupNames::default() };
        functions.iter().map(named).collect()
    }

    #[test]
    fn modules_of_several_groups_have_names_of_their_own() {
        let long = "a".repeat(39);
        let groups = groups(&[&format!("b_{long}"), &format!("c_{long}"), "r#type", "self_", "self_with_type"]);
        let sets = [[2, 3], [0, 2], [1, 2], [3, 5]].map(BTreeSet::from).to_vec();
        let modules = set_modules(&groups, &GroupUse { sets, ..GroupUse::default() });
        let shortened = format!("{long}_with_type");
        assert_eq!(modules, ["self_with_type_2", &shortened, &format!("{shortened}_2"), "self_with_unused"]);
    }

    #[test]
    fn a_group_takes_no_other_feature_away() {
        let mut groups = groups(&["events", "events_group", "time_box", "r#type", "full"]);
        name_features(&mut groups);
        let features: Vec<&str> = groups.iter().map(|group| group.feature.as_str()).collect();
        assert_eq!(features, ["events-group-group", "events-group", "time-box", "type", "full-group"]);
    }
}
