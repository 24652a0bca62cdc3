//! Names of groups.
//!
//! | rule | tags, or first segments of paths | groups |
//! |---|---|---|
//! | its own name | `acceptanceTest` | `acceptance_test` |
//! | the name that documentation shows, if it has one | `Container` with `x-displayName: Containers` | `containers` |
//! | no first words that all have, if there are at least three | `Flex V1 Channel`, `Flex V1 Web Channel`, `Flex V1 Plugin` | `channel`, `web_channel`, `plugin` |
//! | no first words that three have and the title of the API begins with | `OpenMeter Events`, `OpenMeter Meters`, `OpenMeter Plans`, `Roles` | `events`, `meters`, `plans`, `roles` |
//! | no names of other functions or modules | `builder` | `builder_group` |

use std::collections::HashMap;

use super::group_features::name_features;
use super::history::NameAllocator;
use super::item_names::GroupNames;
use super::operation::words;
use super::places::group_place;
use super::reserved::CLIENT_FUNCTIONS;
use super::scope::{NameRequest, set, value_contender};
use crate::ident::{type_name, value_name, without_underscore};
use crate::model::{Api, is_general_segment};

/// Modules that have another meaning: the root of a folder, the folders themselves, and the types that belong to no group.
const MODULES: [&str; 8] = ["api", "cli", "mock", "r#mod", "shared", "types", "unreferenced", "wire"];
/// Names that some systems keep from files, as those of modules are; `com` and `lpt` with a digit besides.
const DEVICES: [&str; 4] = ["aux", "con", "nul", "prn"];
/// Crates that are there without being asked for: a module of that name would hide one from its neighbours.
const CRATES: [&str; 5] = ["alloc", "core", "proc_macro", "std", "test"];

/// Minimum number of groups whose shared first words say nothing.
const MIN_SHARING_GROUPS: usize = 3;
/// Maximum number of words of a title that are the name of a product.
const MAX_PRODUCT_WORDS: usize = 4;

pub(super) fn groups(api: &Api, allocator: &mut NameAllocator<'_>) -> Vec<GroupNames> {
    let recorded = recorded_groups(api, allocator);
    let short = short_names(api);
    let requests: Vec<NameRequest> =
        (0..api.groups.len()).map(|index| request(api, index, &short, &recorded)).collect();
    let mut taken = set(&CLIENT_FUNCTIONS);
    taken.extend(set(&MODULES));
    taken.extend(set(&DEVICES));
    taken.extend((0..=9).flat_map(|digit| [format!("com{digit}"), format!("lpt{digit}")]));
    taken.extend(set(&CRATES));
    let groups = allocator.allocate(&requests, &taken).into_iter().map(|function| {
        let type_name = format!("{}Api", type_name(without_underscore(&function)));
        GroupNames { function, type_name, feature: String::new() }
    });
    let mut groups: Vec<GroupNames> = groups.collect();
    name_features(&mut groups);
    groups
}

fn request(api: &Api, index: usize, short: &[Vec<String>], recorded: &HashMap<usize, String>) -> NameRequest {
    let (wire, title) = api.groups.get(index).map_or(("", ""), |group| (group.wire.as_str(), group.title()));
    // Names of files and modules consist of ASCII.
    let ascii: String = title.chars().map(|c| if c.is_ascii() { c } else { ' ' }).collect();
    let is_named = ascii.contains(|c: char| c.is_ascii_alphanumeric());
    let plain = value_contender(group_place(wire), if is_named { &ascii } else { "group" });
    let own = short.get(index).filter(|_| is_named).map(|words| value_name(&words.join("_")));
    // A name in the lock file stays, whatever the other groups share now.
    let all = words(&ascii);
    let names = (0..all.len()).filter_map(|from| all.get(from..)).map(|words| value_name(&words.join("_")));
    let kept =
        recorded.get(&index).and_then(|recorded| names.chain([plain.natural.clone()]).find(|name| name == recorded));
    let natural = kept.or(own).unwrap_or_else(|| plain.natural.clone());
    let is_short = natural != plain.natural;
    let whole = Some(plain.natural.clone()).filter(|_| is_short);
    let alternatives = whole.into_iter().chain([format!("{}_group", without_underscore(&natural))]).collect();
    NameRequest { alternatives, exact: plain.exact && !is_short, natural, ..plain }
}

/// Returns the recorded functions of groups, by index.
fn recorded_groups(api: &Api, allocator: &NameAllocator<'_>) -> HashMap<usize, String> {
    let recorded = api.operations.iter().filter_map(|operation| {
        let group = allocator.memory.recorded_group(&api.stored_at(&operation.origin))?;
        Some((operation.group, group.to_owned()))
    });
    recorded.collect()
}

/// Returns the words of each group without those that say nothing of it.
fn short_names(api: &Api) -> Vec<Vec<String>> {
    let all: Vec<Vec<String>> = api.groups.iter().map(|group| words(group.title())).collect();
    let product = product(&all, &api.title);
    let shared = shared_words(&all);
    let short = all.iter().map(|words| {
        let rest = words.get(shared..).unwrap_or_default();
        let rest = rest.strip_prefix(product.as_slice()).filter(|_| shared == 0).unwrap_or(rest);
        let starts_with_letter = rest.first().is_some_and(|first| first.starts_with(char::is_alphabetic));
        let is_name = starts_with_letter && !rest.iter().all(|word| is_general_segment(word));
        if is_name { rest.to_vec() } else { words.clone() }
    });
    short.collect()
}

/// Returns the first words of the title that several groups begin with, if no group consists of them.
fn product(all: &[Vec<String>], title: &str) -> Vec<String> {
    let is_product = |words: &Vec<String>| {
        all.iter().filter(|group| group.starts_with(words)).count() >= MIN_SHARING_GROUPS
            && !words.is_empty()
            && !all.iter().any(|group| group == words)
    };
    let ends = title.match_indices(char::is_whitespace).map(|(at, _)| at).chain([title.len()]);
    let starts = ends.filter_map(|end| title.get(..end)).map(words);
    starts.take(MAX_PRODUCT_WORDS).filter(is_product).last().unwrap_or_default()
}

/// Returns how many first words all groups share, of which each has another.
fn shared_words(all: &[Vec<String>]) -> usize {
    let Some(first) = all.first().filter(|_| all.len() >= MIN_SHARING_GROUPS) else { return 0 };
    let most = all.iter().map(Vec::len).min().unwrap_or(0).saturating_sub(1);
    (0..most).take_while(|at| all.iter().all(|words| words.get(*at) == first.get(*at))).count()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{product, shared_words};
    use crate::names::NameHistory;
    use crate::names::operation::words;
    use crate::pipeline::Emission;

    /// Returns the names of the operations that `POST` to these paths, with the IDs and tags.
    fn functions(operations: &[(&str, &str, &str)], history: &NameHistory) -> Vec<String> {
        let operations: Vec<String> = operations
            .iter()
            .map(|(path, id, tag)| {
                let tags = if tag.is_empty() { String::new() } else { format!("tags: [{tag}], ") };
                format!("  '{path}': {{ post: {{ {tags}operationId: {id}, responses: {{}} }} }}\n")
            })
            .collect();
        let text =
            format!("openapi: 3.0.3\ninfo: {{ title: Acme Cloud, version: '' }}\npaths:\n{}", operations.concat());
        let emission = Emission::with_history(text, history);
        emission.names.by_pointer(&emission.api).into_values().collect()
    }

    fn recorded(names: &[(&str, &str)]) -> NameHistory {
        let names = names.iter().map(|(path, name)| (format!("/paths/~1{path}/post"), (*name).to_owned()));
        NameHistory::of_lock_file(&names.collect(), &BTreeMap::new())
    }

    #[test]
    fn display_names_of_tags_name_groups() {
        let text = r#"
openapi: 3.0.3
info: { title: T, version: "1" }
tags:
- { name: Container, x-displayName: Containers }
- { name: security one, x-displayName: Security }
- { name: security two, x-displayName: security }
- { name: song, x-displayName: All songs of all artists in one list }
paths:
  /a: { get: { tags: [Container], responses: {} } }
  /b: { get: { tags: [security one], responses: {} } }
  /c: { get: { tags: [security two], responses: {} } }
  /d: { get: { tags: [song], responses: {} } }
"#;
        let emission = Emission::from_text(text);
        let groups = (0..4).map(|index| emission.names.group(index).function.as_str());
        assert_eq!(groups.collect::<Vec<_>>(), ["containers", "security_one", "security_two", "song"]);
    }

    #[test]
    fn a_group_does_not_repeat_its_only_operation() {
        let operations = [
            ("/generate", "generate", ""),
            ("/#X-Amz-Target=Store.GetItem", "GetItem", ""),
            ("/#X-Amz-Target=Store.PutItem", "PutItem", ""),
        ];
        assert_eq!(
            functions(&operations, &NameHistory::default()),
            ["store.get_item", "store.put_item", "root.generate"]
        );
        let history = recorded(&[("generate", "generate.generate")]);
        assert_eq!(functions(&operations[..1], &history), ["generate.generate"]);
        // A second operation below the segment does not move the first.
        let more = [("/generate", "generate", ""), ("/generate/{id}", "retry", "")];
        let history = recorded(&[("generate", "root.generate")]);
        assert_eq!(functions(&more, &history), ["root.generate", "generate.retry"]);
    }

    #[test]
    fn a_recorded_group_does_not_depend_on_the_others() {
        let operations = [("/a", "listEvents", "Acme Events"), ("/b", "b", "Acme Meters"), ("/c", "c", "Acme Plans")];
        assert_eq!(functions(&operations, &NameHistory::default()), ["events.list", "meters.b", "plans.c"]);
        assert_eq!(functions(&operations[..1], &NameHistory::default()), ["acme_events.list"]);
        assert_eq!(functions(&operations[..1], &recorded(&[("a", "events.list")])), ["events.list"]);
        assert_eq!(
            functions(&operations, &recorded(&[("a", "acme_events.list_events")]))[0],
            "acme_events.list_events"
        );
    }

    #[test]
    fn words_that_all_groups_share() {
        let shared = |groups: &[&str]| shared_words(&groups.iter().map(|group| words(group)).collect::<Vec<_>>());
        assert_eq!(shared(&["FlexV1Channel", "FlexV1WebChannel", "FlexV1Plugin"]), 2);
        assert_eq!(shared(&["user", "user_keys", "user_roles"]), 0);
        assert_eq!(shared(&["user_keys", "user_roles"]), 0);
    }

    #[test]
    fn the_product_is_in_the_title() {
        let of = |groups: &[&str], title: &str| {
            product(&groups.iter().map(|group| words(group)).collect::<Vec<_>>(), title).join(" ")
        };
        assert_eq!(
            of(&["OpenMeter Events", "OpenMeter Meters", "OpenMeter Plans", "Roles"], "OpenMeter Cloud"),
            "open meter"
        );
        assert_eq!(of(&["pet", "pet owners", "pet toys"], "Pet Store"), "");
    }
}
