//! The verb of an operation without a usable ID.
//!
//! | method | summary | end of the path | verb |
//! |---|---|---|---|
//! | any | Unlock the post | | `unlock` |
//! | `GET` | Returns all posts | | `list` for a list, else `get` |
//! | `POST`; `PUT` and `PATCH` without a verb in the summary | | `/posts/{id}/archive` | `archive` |
//! | `GET` with a verb of reading | | `/posts/search` | `search` |
//! | `GET`, `POST`, `PUT` and `PATCH`, `DELETE` | | | `get` or `list`, `create`, `update`, `delete` |
//!
//! Synonyms of the five general verbs are replaced by them. A general verb has to fit the method: a `GET` is never `create`,
//! even if its summary starts with "Updates".

use heck::ToSnakeCase as _;

use super::context::summary_words;
use super::words::{is_function_word, is_verb, split_words};
use crate::api::model::Operation;

/// Verbs of reading, which start the summary of a `GET`. Other verbs are more often nouns there: "Export history".
const READINGS: &str = "check count describe display download export fetch find get list lookup obtain preview print \
    provide query read render retrieve return search see show stream validate verify view watch";
/// Verbs of summaries and of the last segments of paths. In an ID, these words are more often nouns.
const ACTIONS: &str = "abort adjust advance anonymize authenticate autocomplete backup ban begin bind block bookmark break bypass change \
    claim clone collect commit compile compress compute decode decrypt deny deploy discover duplicate encrypt enqueue \
    enrich enroll exchange execute extend extract favorite favourite finish flag flush follow fork forward fulfill geocode \
    grant hide hold ignore initialize install instantiate invalidate invoke launch leave link load make mute onboard open \
    optimize parse perform pin ping play poll prepare process propose provision pull purchase purge push raise recall recognize \
    reconstruct recycle redeem refund refuse repair reroute reserve return reveal revert reverse rollback scan share show shuffle shutdown sign \
    simulate split star suggest swap switch synchronize train transfer transform translate truncate view void vote wipe \
    withdraw";
const CREATES: [&str; 5] = ["add", "create", "insert", "post", "register"];
const READS: [&str; 12] =
    ["display", "fetch", "find", "get", "obtain", "provide", "read", "retrieve", "return", "see", "show", "view"];
const REMOVES: [&str; 3] = ["delete", "destroy", "remove"];
const UPDATES: [&str; 8] = ["change", "edit", "modify", "patch", "put", "replace", "set", "update"];

/// Returns the verb that starts the summary of an operation, if it fits the method.
pub(super) fn summary_verb(operation: &Operation) -> Option<String> {
    let word = first_verb(operation)?;
    let verb = general_verb(&word, &operation.method).map_or(word, str::to_owned);
    fits_method(&verb, &operation.method).then_some(verb)
}

/// Returns `true` if a verb does not say the opposite of a method: a `GET` creates nothing, and a `DELETE` gets nothing. The
/// other methods can do anything.
pub(super) fn fits_method(verb: &str, method: &str) -> bool {
    !matches!(method, "GET" | "HEAD" | "DELETE") || is_of_method(general_verb(verb, method).unwrap_or(verb), method)
}

/// Returns `true` unless a general verb belongs to other methods: a `POST` that gets something.
pub(super) fn is_of_method(verb: &str, method: &str) -> bool {
    match verb {
        "get" | "list" => matches!(method, "GET" | "HEAD"),
        "create" => matches!(method, "POST" | "PUT"),
        "update" => matches!(method, "PATCH" | "POST" | "PUT"),
        removes if REMOVES.contains(&removes) => method == "DELETE",
        _ => true,
    }
}

/// Returns the general verb that a verb is a synonym of. Only a `DELETE` that removes something deletes it.
pub(super) fn general_verb(word: &str, method: &str) -> Option<&'static str> {
    match word {
        word if CREATES.contains(&word) => Some("create"),
        word if READS.contains(&word) => Some("get"),
        word if REMOVES.contains(&word) && method == "DELETE" => Some("delete"),
        word if UPDATES.contains(&word) => Some("update"),
        _ => None,
    }
}

/// Returns the verb for the method of an operation.
pub(super) fn method_verb(operation: &Operation) -> String {
    match operation.method.as_str() {
        "GET" => "get".to_owned(),
        "POST" => "create".to_owned(),
        "PUT" | "PATCH" => "update".to_owned(),
        "DELETE" => "delete".to_owned(),
        other => other.to_snake_case(),
    }
}

/// Returns the verb that starts the summary, in its base form. A word before an article is one: "Unlock the post".
fn first_verb(operation: &Operation) -> Option<String> {
    let mut summary = summary_words(operation).into_iter();
    let [first] = split_words(&summary.next()?).try_into().ok()?;
    // A single word can be a noun.
    let next = summary.next()?;
    let reads = matches!(operation.method.as_str(), "GET" | "HEAD");
    let is_known = |word: &String| if reads { is_reading(word) } else { is_action(word) };
    // "Refunds of an order" is a noun.
    let is_verb = |verb: &String| *verb == first || next != "of";
    if let Some(verb) = base_forms(&first).find(is_known).filter(is_verb) {
        return Some(verb);
    }
    let is_before_article = matches!(next.as_str(), "a" | "an" | "the") && !is_function_word(&first);
    is_before_article.then(|| {
        let known = base_forms(&first).find(|word| is_action(word));
        let stem = first.strip_suffix('s').filter(|stem| !stem.ends_with('s'));
        known.or(stem.map(str::to_owned)).unwrap_or(first)
    })
}

/// Returns `true` for a verb of reading.
pub(super) fn is_reading(word: &str) -> bool {
    READINGS.split(' ').any(|verb| verb == word)
}

/// Returns `true` if a word that starts a summary, or the last segment of a path, is a verb.
pub(super) fn is_action(word: &str) -> bool {
    let stem = ["re", "un"].iter().find_map(|prefix| word.strip_prefix(prefix));
    is_verb(word) || [Some(word), stem].into_iter().flatten().any(|word| ACTIONS.split(' ').any(|verb| verb == word))
}

/// Returns a word, and the words of which it can be the third person: `retries` is of `retry`.
fn base_forms(word: &str) -> impl Iterator<Item = String> + use<> {
    let without = |end: &str, new: &str| word.strip_suffix(end).map(|stem| format!("{stem}{new}"));
    [Some(word.to_owned()), without("s", ""), without("es", ""), without("ies", "y")].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::summary_verb;
    use crate::rust::names::operation::tests::operation;

    #[test]
    fn the_summary_starts_with_the_verb() {
        let rows = [
            ("DELETE", "Unlock the post", Some("unlock")),
            ("DELETE", "Removes a member", Some("delete")),
            ("DELETE", "Updates the subscription", None),
            ("GET", "Returns all posts", Some("get")),
            ("GET", "Updates of a project", None),
            ("GET", "Searches posts", Some("search")),
            ("POST", "<p>Updates a webhook endpoint.</p>", Some("update")),
            ("POST", "Compares a < b", Some("compare")),
            ("PATCH", "List up every coupon", Some("list")),
            ("POST", "Retries the job", Some("retry")),
            ("POST", "Refund the order", Some("refund")),
            ("POST", "Refunds of the order", None),
            ("POST", "For a user", None),
            ("POST", "Search", None),
            ("PUT", "Change the password", Some("update")),
        ];
        for (method, summary, expected) in rows {
            let mut operation = operation(None, method, "/", false);
            operation.docs.title = Some(summary.to_owned());
            assert_eq!(summary_verb(&operation).as_deref(), expected, "{summary}");
        }
    }
}
