//! Removal of the group's name from the words of an ID.

use super::words::{is_complete, is_plural, is_preposition, is_verb, plural, singular};
use crate::api::model::is_general_segment;

/// Maximum number of times that the group's name is removed from an ID.
const MAX_REMOVALS: usize = 3;

/// The words of an ID without the group's name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rest {
    pub(super) words: Vec<String>,
    /// `true` if the ID names several members of the group: `get_tasks`.
    pub(super) is_plural: bool,
    /// The words with more of the group's name, shortest first.
    pub(super) longer: Vec<Vec<String>>,
}

/// Removes the group's name. After a verb, its last words are enough: `list_customers` in `OpenMeter Customers` is `list`.
pub(super) fn without_group(all: &[String], group: &[String], is_separated: bool) -> Rest {
    let mut rest = Rest { words: all.to_vec(), is_plural: false, longer: Vec::new() };
    let spellings = spellings(group);
    for _ in 0..MAX_REMOVALS {
        let ranges = occurrences(&rest.words, &spellings);
        let Some((words, is_plural)) = ranges.iter().find_map(|range| without_range(&rest.words, *range, is_separated))
        else {
            break;
        };
        rest.longer.insert(0, std::mem::replace(&mut rest.words, words));
        rest.is_plural |= is_plural;
    }
    rest
}

/// Returns the spellings of the group's name in lower case, without separators, in the singular and in the plural. The flag is
/// `false` if only the last words of the name are spelled.
fn spellings(group: &[String]) -> Vec<(String, bool)> {
    let versions = group.iter().rev().take_while(|word| is_general_segment(word)).count();
    let named = group.get(..group.len() - versions).filter(|named| !named.is_empty()).unwrap_or(group);
    let is_noun = !group.iter().any(|word| is_verb(word));
    let ends = (0..named.len()).filter_map(|from| named.get(from..)).filter(|_| is_noun).map(|end| (end, false));
    let spelled = std::iter::once((group, true)).chain(ends).flat_map(|(words, is_whole)| {
        let (last, before) = words.split_last().map_or(("", words), |(last, before)| (last.as_str(), before));
        let before = before.concat();
        let one = singular(last);
        let many = plural(&one);
        let singulars: String = words.iter().take(words.len().saturating_sub(1)).map(|word| singular(word)).collect();
        let befores = [before.as_str(), singulars.as_str()];
        let spell = |last: &str| befores.map(|before| format!("{before}{last}"));
        let all = [spell(last), spell(&one), spell(&many)].concat();
        all.into_iter().map(move |spelling| (spelling, is_whole))
    });
    spelled.filter(|(spelling, _)| !spelling.is_empty()).collect()
}

/// A range of words that spells the group's name.
#[derive(Clone, Copy)]
struct NameRange {
    at: usize,
    end: usize,
    is_whole: bool,
}

/// Returns the ranges of words that spell the group's name, by position, longest first.
fn occurrences(words: &[String], spellings: &[(String, bool)]) -> Vec<NameRange> {
    let longest = spellings.iter().map(|(spelling, _)| spelling.len()).max().unwrap_or(0);
    let mut ranges = Vec::new();
    for at in 0..words.len() {
        let mut joined = String::new();
        for (index, word) in words.iter().enumerate().skip(at) {
            joined.push_str(word);
            if joined.len() > longest {
                break;
            }
            let spelled = spellings.iter().find(|(spelling, _)| *spelling == joined);
            ranges.extend(spelled.map(|(_, is_whole)| NameRange { at, end: index + 1, is_whole: *is_whole }));
        }
    }
    ranges.sort_by_key(|range| (range.at, std::cmp::Reverse(range.end)));
    ranges
}

/// Removes the group's name if the other words are still a phrase. The flag is `true` if the name was a plural object.
fn without_range(
    words: &[String],
    NameRange { at, end, is_whole }: NameRange,
    is_separated: bool,
) -> Option<(Vec<String>, bool)> {
    let (before, after) = (words.get(..at)?, words.get(end..)?);
    let next = after.first().map(String::as_str);
    let starts_word = next.is_none_or(|word| word.starts_with(char::is_alphabetic));
    if !is_whole && !before.first().is_some_and(|first| is_verb(first)) {
        return None;
    }
    let Some((_, between)) = before.split_first() else {
        // `issues/list_for_repo`
        let is_group = is_separated || !words.first().is_some_and(|word| is_verb(word));
        let is_phrase = next.is_some_and(|word| !is_preposition(word)) && starts_word;
        return (is_group && is_phrase).then(|| (after.to_vec(), false));
    };
    if between.iter().all(|word| is_complete(word)) && starts_word {
        // `get_tasks_for_project`, `list_core_v1_namespaced_pod`
        let is_object = next.is_none_or(is_preposition);
        let is_several = is_object && words.get(end - 1).is_some_and(|word| is_plural(word));
        return Some(([before, after].concat(), is_several));
    }
    // `add_followers_for_task`
    let (last, phrase) = between.split_last()?;
    let names_owner = is_preposition(last) && !matches!(last.as_str(), "by" | "as");
    let is_owner = after.is_empty() && names_owner && !phrase.is_empty();
    is_owner.then(|| (before.get(..before.len() - 1).unwrap_or_default().to_vec(), false))
}

#[cfg(test)]
mod tests {
    use super::without_group;
    use crate::rust::names::operation::words::split_words;

    #[test]
    fn the_name_of_the_group_is_removed() {
        let rows = [
            ("story", "createStory", "create"),
            ("story", "getStoryByUid", "get_by_uid"),
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
            ("TaskService", "TaskService_ListTasks", "list_tasks"),
            ("task", "getTask2", "get_task2"),
            ("Users (admin)", "createUserAdmin", "create"),
            ("Project statuses", "getProjectStatus", "get"),
            ("OpenMeter Customers", "listCustomers", "list"),
            ("GroupV2", "GetGroup", "get"),
            ("artist events", "artistEvents", "artist_events"),
            ("injured players", "InjuredPlayers", "injured_players"),
            ("projects delete", "deletePhase", "delete_phase"),
            ("users", "Get User's Profile", "get_profile"),
        ];
        for (group, id, expected) in rows {
            let is_separated = id.contains(['/', '.']) || id.contains("Service_");
            assert_eq!(
                without_group(&split_words(id), &split_words(group), is_separated).words.join("_"),
                expected,
                "{id}"
            );
        }
    }
}
