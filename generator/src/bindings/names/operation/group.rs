//! The functions of one group, beside each other: all are named in one way.
//!
//! | group | functions | named |
//! |---|---|---|
//! | `organization` | `admin_api_keys_create` beside `delete_spend_limit` | `create_admin_api_key` |
//! | `keys` | `create_api_key`, `list_api_keys` and no other keys | `create`, `list` |
//! | `chatkit` | `list_threads_method`, and all others end so | `list_threads` |

use super::OperationWords;
use super::noun::without_noun;
use super::words::{in_singular, is_plural, is_verb, singular};

/// Last words that say nothing where all functions have them.
const SAYS_NOTHING: [&str; 4] = ["endpoint", "handler", "method", "operation"];
/// What stands at the end of an id where its things come first.
const DEEDS: [&str; 7] = ["create", "delete", "destroy", "get", "list", "retrieve", "update"];

/// Verbs whose things may end like one: `watch_endpoints_list`.
const STREAMS: [&str; 2] = ["connect", "watch"];

/// Names the functions of a group in one way.
pub(in crate::bindings::names) fn in_one_way(all: &mut [OperationWords], noun: &[String]) {
    without_common_end(all);
    without_qualifier(all, noun);
    let verbs_first =
        all.iter().any(|words| words.function.len() > 1 && words.function.first().is_some_and(|first| is_verb(first)));
    for words in all {
        if let Some(turned) = verb_first(&words.function) {
            replace(words, turned, verbs_first);
        }
    }
}

/// Gives a function another name, or remembers that it may have had that.
fn replace(words: &mut OperationWords, name: Vec<String>, now: bool) {
    if !now {
        words.others.push(name);
        return;
    }
    let before = std::mem::replace(&mut words.function, name);
    words.others.push(before.clone());
    words.alternatives.insert(usize::from(words.says_other_verb), before);
}

fn without_common_end(all: &mut [OperationWords]) {
    let ends = |words: &OperationWords| {
        words.function.len() > 1 && words.function.last().is_some_and(|last| SAYS_NOTHING.contains(&last.as_str()))
    };
    let now = all.len() > 1 && all.iter().all(ends);
    for words in all.iter_mut().filter(|words| ends(words)) {
        let shorter = words.function.get(..words.function.len() - 1).unwrap_or_default().to_vec();
        replace(words, shorter, now);
    }
}

/// Where all functions are about one kind of the group's things, the group is about that kind.
fn without_qualifier(all: &mut [OperationWords], noun: &[String]) {
    let one: Vec<String> = noun.iter().map(|word| singular(word)).collect();
    let qualifier = |words: &OperationWords| {
        let (_, after) = words.function.split_first().filter(|(verb, _)| is_verb(verb))?;
        let (qualifier, things) = after.split_first()?;
        let named: Vec<String> = things.iter().take(one.len()).map(|word| singular(word)).collect();
        (!one.is_empty() && named == one).then(|| qualifier.clone())
    };
    let mut qualifiers = all.iter().map(qualifier);
    let Some(Some(first)) = qualifiers.next() else { return };
    if all.len() < 2 || !qualifiers.all(|other| other.as_ref() == Some(&first)) {
        return;
    }
    let whole = [&[first][..], noun].concat();
    for words in all {
        let shorter = without_noun(&words.function, &whole, false).words;
        replace(words, shorter, true);
    }
}

/// `admin_api_keys_create`
fn verb_first(function: &[String]) -> Option<Vec<String>> {
    let (verb, things) = function.split_last()?;
    let begins = things.first().is_some_and(|first| is_verb(first) || STREAMS.contains(&first.as_str()));
    let several = things.last().is_some_and(|last| is_plural(last)) && !begins;
    let turns = several && DEEDS.contains(&verb.as_str());
    let things = if verb == "list" { things.to_vec() } else { in_singular(things.to_vec()) };
    turns.then(|| [&[verb.clone()][..], &things].concat())
}

#[cfg(test)]
mod tests {
    use super::in_one_way;
    use crate::bindings::names::operation::OperationWords;
    use crate::bindings::names::operation::words::words;

    fn name_functions(group: &str, functions: &[&str]) -> Vec<String> {
        let plain = |function: &&str| OperationWords {
            function: words(function),
            alternatives: Vec::new(),
            says_other_verb: false,
            others: Vec::new(),
            of_type: Vec::new(),
            rank: (0, 0),
        };
        let mut all: Vec<OperationWords> = functions.iter().map(plain).collect();
        in_one_way(&mut all, &words(group));
        all.iter().map(|words| words.function.join("_")).collect()
    }

    #[test]
    fn verbs_come_first_where_others_do() {
        let organization = ["admin_api_keys_create", "admin_api_keys_list", "delete_spend_limit"];
        assert_eq!(
            name_functions("organization", &organization),
            ["create_admin_api_key", "list_admin_api_keys", "delete_spend_limit"]
        );
        assert_eq!(name_functions("organization", &organization[..2]), organization[..2]);
        assert_eq!(name_functions("account", &["confirm_email_update", "get_email"])[0], "confirm_email_update");
    }

    #[test]
    fn what_all_say_is_left_out() {
        assert_eq!(name_functions("keys", &["create_api_key", "list_api_keys"]), ["create", "list"]);
        assert_eq!(name_functions("keys", &["create_api_key", "rotate_keys"]), ["create_api_key", "rotate_keys"]);
        assert_eq!(
            name_functions("kit", &["get_thread_method", "list_threads_method"]),
            ["get_thread", "list_threads"]
        );
        assert_eq!(name_functions("kit", &["get_method", "list_threads"]), ["get_method", "list_threads"]);
    }
}
