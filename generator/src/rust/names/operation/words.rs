//! Words of a text: splitting, verbs, prepositions and plurals.

use std::collections::HashSet;
use std::sync::LazyLock;

use heck::ToSnakeCase as _;

use crate::base::ident;
use crate::base::inflection;

/// Maximum number of words that are read from a text.
const MAX_WORDS: usize = 48;

/// Verbs that start an ID, a summary, or the last segment of a path.
const VERBS: &str = "accept acknowledge activate add analyze apply approve archive assign associate attach \
    authorize buy calculate cancel capture check clear close compare complete configure confirm connect convert \
    copy count create deactivate decline delete deliver demote deregister describe destroy detach detect \
    disable disassociate disconnect dismiss download edit enable evaluate execute expire export fetch finalize \
    find generate get impersonate import increment initiate insert invite join kick kill list lock login logout \
    mark merge migrate modify move notify patch pause pay post preview print promote publish put query read \
    reboot recover refresh register reject remove rename render replace resend reset resolve restart restore \
    resume retrieve retry revoke rotate run save search send set ship start stop submit subscribe suspend sync \
    terminate test toggle translate trigger unban unblock unlink unlock unmark unset unstar unsubscribe \
    unsuspend untag update upgrade upload upsert validate verify watch write";
/// Quantifiers and other words between a verb and its noun.
const QUANTIFIERS: [&str; 15] = [
    "all", "and", "any", "batch", "bulk", "current", "many", "more", "multiple", "my", "new", "or", "own", "partial",
    "single",
];
const PREPOSITIONS: [&str; 13] =
    ["as", "at", "by", "for", "from", "in", "into", "of", "on", "out", "to", "with", "without"];
const ARTICLES: [&str; 3] = ["a", "an", "the"];
/// Plurals that name one thing, such as the settings of an account.
const COLLECTIVE: &str = "basics details diagnostics options preferences settings statistics stats";

/// Returns the words of a text in lower case, without a possessive `s`: `Get User's Profile`, `get-user-s-profile`.
pub(in crate::rust::names) fn split_words(text: &str) -> Vec<String> {
    let spaced = separate_versions(&ident::words(&without_apostrophes(text)));
    let snake = spaced.to_snake_case();
    let all: Vec<&str> = snake.split('_').filter(|word| !word.is_empty()).take(MAX_WORDS).collect();
    let last = all.len().saturating_sub(1);
    let is_possessive = |at: usize, word: &str| word == "s" && at > 0 && at < last;
    all.iter().enumerate().filter(|(at, word)| !is_possessive(*at, word)).map(|(_, word)| (*word).to_owned()).collect()
}

/// Replaces separators by spaces, and removes apostrophes: `user's profile` is `user profile`, `don't` is `dont`.
pub(super) fn without_apostrophes(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_apostrophe = matches!(letter, '\'' | '’') && written.ends_with(char::is_alphabetic);
        if is_apostrophe {
            let mut after = letters.clone();
            let is_possessive = after.next().is_some_and(|next| matches!(next, 's' | 'S'))
                && after.next().is_none_or(|next| !next.is_lowercase());
            if is_possessive {
                letters.next();
                written.push(' ');
            }
        } else {
            written.push(if letter.is_alphanumeric() { letter } else { ' ' });
        }
    }
    written
}

/// Separates a version from the words around it: `V1APIResources` is three words, and so is `OpenAPIv3`.
fn separate_versions(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 4);
    let mut in_version = false;
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let starts_version = before.is_uppercase() && letter == 'v' && letters.peek().is_some_and(char::is_ascii_digit);
        if starts_version || (in_version && letter.is_uppercase()) {
            written.push(' ');
        }
        in_version = letter.is_ascii_digit() && (in_version || matches!(before, 'v' | 'V'));
        written.push(letter);
        before = letter;
    }
    written
}

pub(super) fn verbs() -> impl Iterator<Item = &'static str> {
    VERBS.split(' ')
}

pub(in crate::rust::names) fn is_verb(word: &str) -> bool {
    static ALL: LazyLock<HashSet<&str>> = LazyLock::new(|| verbs().collect());
    let rest = ["re", "un"].iter().find_map(|prefix| word.strip_prefix(prefix));
    ALL.contains(word) || rest.is_some_and(|rest| ALL.contains(rest))
}

pub(in crate::rust::names) fn is_preposition(word: &str) -> bool {
    PREPOSITIONS.contains(&word)
}

/// Returns `true` if a word after a verb can be used without a noun: `get_all`, `list_archived`.
pub(super) fn is_complete(word: &str) -> bool {
    is_verb(word) || QUANTIFIERS.contains(&word) || (word.len() > 4 && word.ends_with("ed"))
}

/// Returns `true` if a word can be before an article without being a verb: `all the posts`, `if the post`.
pub(super) fn is_function_word(word: &str) -> bool {
    const OTHERS: &str =
        "after are before contains does during given has if is like once than that this use used when whether";
    QUANTIFIERS.contains(&word) || is_preposition(word) || OTHERS.split(' ').any(|other| other == word)
}

/// Removes the articles between other words: `get_a_user`.
pub(super) fn without_articles(mut words: Vec<String>) -> Vec<String> {
    let last = words.last().cloned();
    let mut at = 0;
    words.retain(|word| {
        at += 1;
        at == 1 || !ARTICLES.contains(&word.as_str()) || Some(word) == last.as_ref()
    });
    words
}

/// Returns `true` if a word is a plural.
pub(super) fn is_plural(word: &str) -> bool {
    singular(word) != word
}

fn is_collective(word: &str) -> bool {
    COLLECTIVE.split(' ').any(|collective| collective == word)
}

pub(super) fn plural(word: &str) -> String {
    if is_collective(word) { word.to_owned() } else { inflection::plural(word) }
}

pub(in crate::rust::names) fn singular(word: &str) -> String {
    if is_collective(word) { word.to_owned() } else { inflection::singular(word) }
}

/// Returns the words with the last one in the singular.
pub(super) fn in_singular(mut words: Vec<String>) -> Vec<String> {
    if let Some(last) = words.last_mut() {
        *last = singular(last);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{is_plural, plural, singular, split_words};

    #[test]
    fn texts_are_split() {
        let rows = [
            ("listCoreV1NamespacedPod", "list core v1 namespaced pod"),
            ("getV1APIResources", "get v1 api resources"),
            ("events_v1alpha1", "events v1alpha1"),
            ("fetchOpenAPIv3", "fetch open api v3"),
            ("listVMs", "list vms"),
            ("Get User's Top Tracks", "get user top tracks"),
            ("Get a User’s Profile", "get a user profile"),
            ("List users' keys", "list users keys"),
            ("get-user-s-profile", "get user profile"),
            ("Don't cancel", "dont cancel"),
        ];
        for (text, expected) in rows {
            assert_eq!(split_words(text).join(" "), expected);
        }
    }

    #[test]
    fn nouns_are_inflected() {
        for (one, many) in
            [("story", "stories"), ("box", "boxes"), ("person", "people"), ("id", "ids"), ("alias", "aliases")]
        {
            assert_eq!((plural(one).as_str(), singular(many).as_str()), (many, one));
        }
        for word in ["status", "access", "analysis", "news", "settings", "dns", "alias", "data", "canvas"] {
            assert!(!is_plural(word), "{word}");
        }
    }
}
