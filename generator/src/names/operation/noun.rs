//! The words of an id without the group's own name. The table stands in the module above.

use super::words::{in_singular, is_plural, is_preposition, is_verb, plural, singular, stands_alone};

/// Verbs at the end of an id that begins with its things: `admin_api_keys_create`.
const LAST_VERBS: [&str; 7] = ["create", "delete", "destroy", "get", "list", "retrieve", "update"];
/// Verbs that begin a thing whose name ends with a verb: `watch_endpoints_list`.
const STREAMS: [&str; 2] = ["connect", "watch"];
/// After these, the group's name at the end says nothing: `add_followers_for_task`.
const BEFORE_GROUP: [&str; 7] = ["for", "from", "in", "into", "of", "on", "to"];
/// A group may stand before the verb and after it.
const MOST_TIMES: usize = 3;

/// What remains without the group's name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rest {
    pub(super) words: Vec<String>,
    /// `true` if what is asked for is several things of the group: `get_tasks`.
    pub(super) plural: bool,
    /// The words with more of the group's name in them, the shortest first.
    pub(super) longer: Vec<Vec<String>>,
}

pub(super) fn without_noun(all: &[String], noun: &[String], divided: bool) -> Rest {
    let mut rest = Rest { words: all.to_vec(), plural: false, longer: Vec::new() };
    let joined = noun.concat();
    if joined.is_empty() {
        return rest;
    }
    let one = in_singular(noun.to_vec());
    let mut many = one.clone();
    many.iter_mut().last().into_iter().for_each(|last| *last = plural(last));
    // `createUserAdmin` in the group `users admin`.
    let each: String = noun.iter().map(|word| singular(word)).collect();
    let directions = [joined, one.concat(), many.concat(), each];
    for _ in 0..MOST_TIMES {
        let found = occurrences(&rest.words, &directions).find_map(|(at, end)| removed(&rest, at, end, divided));
        match found {
            Some(next) => {
                let before = std::mem::replace(&mut rest, next);
                rest.longer = [vec![before.words], before.longer].concat();
            }
            None => break,
        }
    }
    rest
}

/// Where the group's name stands, in singular or plural, its words written together or not.
fn occurrences<'w>(words: &'w [String], directions: &'w [String; 4]) -> impl Iterator<Item = (usize, usize)> + 'w {
    (0..words.len()).filter_map(move |at| {
        let mut joined = String::new();
        let longest = directions.iter().map(String::len).max().unwrap_or(0);
        for (index, word) in words.iter().enumerate().skip(at) {
            joined.push_str(word);
            if joined.len() > longest {
                return None;
            }
            if directions.contains(&joined) {
                return Some((at, index + 1));
            }
        }
        None
    })
}

/// The words without those of one place, where what remains still reads.
fn removed(rest: &Rest, at: usize, end: usize, divided: bool) -> Option<Rest> {
    let (before, after) = (rest.words.get(..at)?, rest.words.get(end..)?);
    let next = after.first().map(String::as_str);
    let ends = next.is_none_or(is_preposition);
    let shorter = |before: &[String]| before.iter().chain(after).cloned().collect::<Vec<_>>();
    let (verb, between) = match before.split_first() {
        // `issues/list_for_repo`: the group, then what is asked for.
        None => {
            let is_group = divided || !rest.words.first().is_some_and(|word| is_verb(word));
            let reads = next.is_some_and(|word| !is_preposition(word) && word.starts_with(char::is_alphabetic));
            return (is_group && reads).then(|| Rest {
                words: after.to_vec(),
                plural: rest.plural,
                longer: Vec::new(),
            });
        }
        Some(split) => split,
    };
    if between.iter().all(|word| stands_alone(word)) && next.is_none_or(|word| word.starts_with(char::is_alphabetic)) {
        // `get_tasks_for_project`, `list_core_v1_namespaced_pod`.
        let several = ends && rest.words.get(end - 1).is_some_and(|word| is_plural(word));
        return Some(Rest { words: shorter(before), plural: rest.plural || several, longer: Vec::new() });
    }
    let (last, phrase) = between.split_last()?;
    // `add_followers_for_task`; what is left needs a thing of its own.
    let is_owner = after.is_empty() && BEFORE_GROUP.contains(&last.as_str()) && !is_preposition(verb);
    (is_owner && !phrase.is_empty()).then(|| {
        let words = before.get(..before.len() - 1).unwrap_or_default().to_vec();
        Rest { words, plural: rest.plural, longer: Vec::new() }
    })
}

/// Moves the verb at the end of a name to its beginning: `admin_api_keys_create` is `create_admin_api_key`.
pub(super) fn verb_first(function: &[String]) -> Option<Vec<String>> {
    let (verb, things) = function.split_last()?;
    let begins = things.first().is_some_and(|first| is_verb(first) || STREAMS.contains(&first.as_str()));
    let several = things.last().is_some_and(|last| is_plural(last)) && !begins;
    let turns = several && LAST_VERBS.contains(&verb.as_str());
    let things = if verb == "list" { things.to_vec() } else { in_singular(things.to_vec()) };
    turns.then(|| [&[verb.clone()][..], &things].concat())
}

#[cfg(test)]
mod tests {
    use super::{verb_first, without_noun};
    use crate::names::operation::words::words;

    #[test]
    fn the_group_is_left_out() {
        let rows = [
            ("story", "createStory", "create"),
            ("story", "getStoryByUid", "get_by_uid"),
            ("story", "listStories", "list"),
            ("story", "turnStoryIntoFeature", "turn_into_feature"),
            ("task", "listStoryTasks", "list_story_tasks"),
            ("acceptanceTest", "listAcceptanceTests", "list"),
            ("project", "getProjectBurndown", "get_burndown"),
            ("story", "story", "story"),
            ("issues", "issues/list-for-repo", "list_for_repo"),
            ("search", "search/code", "code"),
            ("search", "searchUsers", "search_users"),
            ("core_v1", "listCoreV1NamespacedPod", "list_namespaced_pod"),
            ("tasks", "addFollowersForTask", "add_followers"),
            ("tasks", "getTasksForProject", "get_for_project"),
            ("tasks", "getUserTaskList", "get_user_task_list"),
            ("XCom", "get_xcom_entry", "get_entry"),
            ("users", "users_list_users", "list"),
            ("users", "getAllUsers", "get_all"),
            ("users", "createOrUpdateUser", "create_or_update"),
            ("TaskService", "TaskService_ListTasks", "list_tasks"),
            ("task", "getTask2", "get_task2"),
            ("Users (admin)", "createUserAdmin", "create"),
            ("Project statuses", "getProjectStatus", "get"),
        ];
        for (group, id, wanted) in rows {
            let divided = id.contains(['/', '.']) || id.contains("Service_");
            assert_eq!(without_noun(&words(id), &words(group), divided).words.join("_"), wanted, "{id}");
        }
    }

    #[test]
    fn verbs_come_first() {
        let turned = |id: &str| verb_first(&words(id)).map(|words| words.join("_"));
        assert_eq!(turned("admin_api_keys_create").as_deref(), Some("create_admin_api_key"));
        assert_eq!(turned("admin_api_keys_list").as_deref(), Some("list_admin_api_keys"));
        for id in ["confirm_email_update", "delete_spend_limit", "watch_endpoints_list", "list"] {
            assert_eq!(turned(id), None, "{id}");
        }
    }
}
