//! Names of groups.
//!
//! | rule | tags, or first segments of paths | groups |
//! |---|---|---|
//! | the name of the tag | `acceptanceTest` | `acceptance_test` |
//! | its display name, if any | `Container` with `x-displayName: Containers` | `containers` |
//! | no last word that all tags share | `Adapter API`, `Order API`, `User API` | `adapter`, `order`, `user` |
//! | no names of other functions or modules | `builder` | `builder_group` |

use std::collections::{BTreeSet, HashMap};

use super::allocator::NameAllocator;
use super::group_features::name_features;
use super::history::NameHistory;
use super::item_names::GroupNames;
use super::items::ItemId;
use super::operation::split_words;
use super::reserved::{CLIENT_FUNCTIONS, MODULES};
use super::scope::{NameRequest, set, value_request};
use crate::api::model::{Api, Group, ROOT_GROUP, first_segment};
use crate::base::ident::{group_key, type_name, value_name, without_underscore};

/// Minimum number of groups whose shared last word is left out.
const MIN_GROUPS: usize = 3;

/// Returns the API with the operations without a tag in their recorded groups. By the path alone, the group of an operation
/// would change with the other operations below the same segment.
pub(crate) fn restore_groups(mut api: Api, history: &NameHistory) -> Api {
    let mut known: HashMap<String, usize> = HashMap::new();
    for (index, group) in api.groups.iter().enumerate() {
        known.entry(group_key(&group.wire)).or_insert(index);
    }
    for index in 0..api.operations.len() {
        let operation = &api.operations[index];
        let recorded = history.group(&api.stored_at(&operation.origin)).filter(|_| operation.is_grouped_by_path);
        let candidates = [first_segment(&operation.path).unwrap_or(ROOT_GROUP), ROOT_GROUP];
        let is_recorded = |wire: &&str| {
            let own = value_name(wire);
            recorded.is_some_and(|name| name == own || name == fallback_name(&own))
        };
        let Some(wire) = candidates.into_iter().find(is_recorded).map(str::to_owned) else { continue };
        api.operations[index].group = *known.entry(group_key(&wire)).or_insert_with(|| {
            api.groups.push(Group { wire, display_name: None, description: None });
            api.groups.len() - 1
        });
    }
    without_unused_groups(api)
}

fn without_unused_groups(mut api: Api) -> Api {
    let used: BTreeSet<usize> = api.operations.iter().map(|operation| operation.group).collect();
    let indexes: Vec<usize> = used.iter().copied().collect();
    for operation in &mut api.operations {
        operation.group = indexes.binary_search(&operation.group).unwrap_or_default();
    }
    let mut index = 0..;
    api.groups.retain(|_| index.next().is_some_and(|index| used.contains(&index)));
    api
}

/// Returns the names of all groups.
pub(super) fn groups(api: &Api, allocator: &mut NameAllocator<'_>) -> Vec<GroupNames> {
    let suffix = shared_suffix(api);
    let requests = api.groups.iter().enumerate().map(|(index, group)| group_request(index, group, suffix.as_deref()));
    let requests: Vec<NameRequest> = requests.collect();
    let mut taken = set(&CLIENT_FUNCTIONS);
    taken.extend(set(&MODULES));
    taken.extend((0..=9).flat_map(|digit| [format!("com{digit}"), format!("lpt{digit}")]));
    let groups = allocator.allocate(&requests, &taken).into_iter().map(|function| {
        let type_name = format!("{}Api", type_name(without_underscore(&function)));
        GroupNames { function, type_name, feature: String::new() }
    });
    let mut groups: Vec<GroupNames> = groups.collect();
    name_features(&mut groups);
    groups
}

/// Returns the last word that all tags share: `Adapter API`, `Order API`.
fn shared_suffix(api: &Api) -> Option<String> {
    let mut titles = api.groups.iter().map(|group| split_words(group.title()));
    let last = titles.next().filter(|_| api.groups.len() >= MIN_GROUPS)?.pop()?;
    titles.all(|words| words.len() > 1 && words.last() == Some(&last)).then_some(last)
}

fn group_request(index: usize, group: &Group, suffix: Option<&str>) -> NameRequest {
    let words = split_words(group.title());
    let title = match (suffix, words.as_slice()) {
        (Some(_), [before @ .., _]) if !before.is_empty() => before.join(" "),
        _ => group.title().to_owned(),
    };
    // Names of files and modules must be ASCII.
    let ascii: String = title.chars().map(|c| if c.is_ascii() { c } else { ' ' }).collect();
    let is_named = ascii.contains(|c: char| c.is_ascii_alphanumeric());
    let plain = value_request(ItemId::Group(index), if is_named { &ascii } else { "group" });
    NameRequest { alternatives: vec![fallback_name(&plain.natural)], ..plain }
}

/// Returns the name of a group whose natural name is taken.
fn fallback_name(natural: &str) -> String {
    format!("{}_group", without_underscore(natural))
}

#[cfg(test)]
mod tests {

    use crate::pipeline::Emission;
    use crate::rust::names::NameHistory;

    /// Returns the names of the `POST` operations with these paths, IDs and tags.
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
        NameHistory::of_lock_file(&names.collect())
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
    fn the_shared_last_word_of_tags_is_left_out() {
        let operations = [("/a", "a", "Adapter API"), ("/b", "b", "Order API"), ("/c", "c", "API")];
        let names = |operations: &[(&str, &str, &str)]| functions(operations, &NameHistory::default());
        assert_eq!(names(&operations), ["adapter_api.a", "order_api.b", "api_group.c"]);
        let operations = [operations[0], operations[1], ("/c", "c", "User API")];
        assert_eq!(names(&operations), ["adapter.a", "order.b", "user.c"]);
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
        let history = recorded(&[("user_group", "user_group.list")]);
        assert_eq!(functions(&[("/user_group", "list", "")], &history), ["user_group.list"]);
        let more = [("/generate", "generate", ""), ("/generate/{id}", "retry", "")];
        let history = recorded(&[("generate", "root.generate")]);
        assert_eq!(functions(&more, &history), ["root.generate", "generate.retry"]);
    }
}
