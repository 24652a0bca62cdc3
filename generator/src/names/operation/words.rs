//! Texts to words, and what words are: nouns in singular and plural, verbs, versions.

use heck::ToSnakeCase as _;

use crate::ident;

/// More words than any name has: what follows them is not read.
const MOST_WORDS: usize = 48;

/// Words that ask for something; an id begins with one, or it begins with a group.
const VERBS: [&str; 66] = [
    "accept",
    "activate",
    "add",
    "apply",
    "approve",
    "archive",
    "assign",
    "batch",
    "bulk",
    "cancel",
    "check",
    "clear",
    "close",
    "connect",
    "convert",
    "copy",
    "count",
    "create",
    "deactivate",
    "delete",
    "describe",
    "destroy",
    "disable",
    "download",
    "edit",
    "enable",
    "execute",
    "export",
    "fetch",
    "find",
    "generate",
    "get",
    "head",
    "import",
    "insert",
    "invite",
    "list",
    "lock",
    "merge",
    "modify",
    "move",
    "patch",
    "post",
    "preview",
    "publish",
    "put",
    "query",
    "read",
    "remove",
    "replace",
    "reset",
    "restore",
    "retrieve",
    "retry",
    "revoke",
    "run",
    "search",
    "send",
    "set",
    "start",
    "stop",
    "test",
    "unset",
    "update",
    "upload",
    "upsert",
];
/// Those that are nouns as well where they stand in the name of a thing.
const NOUNS_TOO: [&str; 11] =
    ["batch", "check", "count", "export", "import", "invite", "query", "run", "search", "test", "upload"];
/// Words between a verb and its noun that say how many or which.
const QUANTIFIERS: [&str; 14] =
    ["all", "and", "any", "current", "many", "more", "multiple", "my", "new", "one", "or", "own", "partial", "single"];
const PREPOSITIONS: [&str; 14] =
    ["as", "at", "by", "for", "from", "in", "into", "of", "on", "out", "to", "with", "without", "like"];

/// The words of a text, in small letters.
pub(in crate::names) fn words(text: &str) -> Vec<String> {
    let spaced: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let spaced = after_versions(&ident::words(&spaced));
    let snake = spaced.to_snake_case();
    snake.split('_').filter(|word| !word.is_empty()).take(MOST_WORDS).map(str::to_owned).collect()
}

/// `V1APIResources` is three words: a version ends where another word begins.
fn after_versions(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 4);
    let mut in_version = false;
    let mut before = ' ';
    for letter in text.chars() {
        if in_version && letter.is_uppercase() {
            written.push(' ');
        }
        in_version = letter.is_ascii_digit() && (in_version || matches!(before, 'v' | 'V'));
        written.push(letter);
        before = letter;
    }
    written
}

pub(in crate::names) fn is_verb(word: &str) -> bool {
    VERBS.binary_search(&word).is_ok()
}

pub(super) fn is_preposition(word: &str) -> bool {
    PREPOSITIONS.contains(&word)
}

/// Returns `true` if a word only leads to another.
pub(in crate::names) fn is_link(word: &str) -> bool {
    is_preposition(word) || matches!(word, "and" | "or")
}

/// Nouns that say nothing of what is meant beside others.
const GENERAL: [&str; 15] = [
    "api",
    "body",
    "data",
    "dto",
    "error",
    "input",
    "item",
    "object",
    "output",
    "param",
    "parameter",
    "payload",
    "request",
    "response",
    "result",
];

/// Returns `true` if a verb is a noun as well.
pub(in crate::names) fn is_noun_too(word: &str) -> bool {
    NOUNS_TOO.contains(&word)
}

/// Returns `true` if a word is a noun that says nothing of what is meant beside others.
pub(in crate::names) fn is_general(word: &str) -> bool {
    GENERAL.contains(&word)
}

/// Returns `true` if a word says nothing of the thing that is meant; the word is in small letters and in singular.
pub(in crate::names) fn is_noise(word: &str) -> bool {
    let says_little = word.len() < 3 || word.contains(|c: char| c.is_ascii_digit());
    says_little || is_verb(word) || is_preposition(word) || QUANTIFIERS.contains(&word) || GENERAL.contains(&word)
}

/// A word of a name in small letters and in singular.
pub(in crate::names) fn word_of(word: &str) -> String {
    singular(&word.to_lowercase())
}

/// Words that name no thing: `get_a_user`.
const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// Words without the articles between others.
pub(super) fn without_articles(words: Vec<String>) -> Vec<String> {
    let asks = |before: Option<&String>| before.is_some_and(|word| is_verb(word) || is_preposition(word));
    let last = words.len().saturating_sub(1);
    let is_article = |at: usize, word: &str| {
        ARTICLES.contains(&word) && at < last && asks(at.checked_sub(1).and_then(|at| words.get(at)))
    };
    let kept = words.iter().enumerate().filter(|(at, word)| !is_article(*at, word));
    kept.map(|(_, word)| word.clone()).collect()
}

/// Returns `true` if a word between a verb and its noun can stay without the noun: `get_all`, `list_archived`.
pub(super) fn stands_alone(word: &str) -> bool {
    is_verb(word) || QUANTIFIERS.contains(&word) || (word.len() > 4 && word.ends_with("ed"))
}

/// Plurals that are one thing.
const ONE_THING: [&str; 12] = [
    "analytics",
    "basics",
    "details",
    "diagnostics",
    "news",
    "options",
    "preferences",
    "series",
    "settings",
    "species",
    "statistics",
    "stats",
];
const IRREGULAR: [(&str, &str); 14] = [
    ("alias", "aliases"),
    ("analysis", "analyses"),
    ("bonus", "bonuses"),
    ("bus", "buses"),
    ("campus", "campuses"),
    ("canvas", "canvases"),
    ("child", "children"),
    ("criterion", "criteria"),
    ("index", "indices"),
    ("person", "people"),
    ("quiz", "quizzes"),
    ("sms", "smses"),
    ("status", "statuses"),
    ("virus", "viruses"),
];
/// Plurals of abbreviations: other words of three letters are mostly none.
const SHORT_PLURALS: [&str; 5] = ["ads", "dbs", "ids", "ips", "vms"];

/// Returns `true` if a word is written as a plural, as far as its letters tell.
pub(super) fn is_plural(word: &str) -> bool {
    let long = word.len() > 3 || SHORT_PLURALS.contains(&word);
    let regular = long && word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    let is_one = ONE_THING.contains(&word) || IRREGULAR.iter().any(|(one, _)| *one == word);
    (regular && !is_one) || IRREGULAR.iter().any(|(_, many)| *many == word)
}

pub(super) fn plural(word: &str) -> String {
    if let Some((_, many)) = IRREGULAR.iter().find(|(one, _)| *one == word) {
        return (*many).to_owned();
    }
    let before_y = word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    match before_y {
        Some(stem) => format!("{stem}ies"),
        None if word.ends_with(['s', 'x']) || word.ends_with("ch") || word.ends_with("sh") => format!("{word}es"),
        None => format!("{word}s"),
    }
}

pub(super) fn singular(word: &str) -> String {
    if let Some((one, _)) = IRREGULAR.iter().find(|(_, many)| *many == word) {
        return (*one).to_owned();
    }
    if !is_plural(word) {
        return word.to_owned();
    }
    let es = ["sses", "xes", "ches", "shes"].iter().any(|ending| word.ends_with(ending));
    match word.strip_suffix("ies") {
        Some(stem) if stem.len() > 2 => format!("{stem}y"),
        _ => word[..word.len() - if es { 2 } else { 1 }].to_owned(),
    }
}

/// Words with the last one in singular.
pub(super) fn in_singular(mut words: Vec<String>) -> Vec<String> {
    if let Some(last) = words.last_mut() {
        *last = singular(last);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{VERBS, is_plural, plural, singular, words};

    #[test]
    fn verbs_are_in_order() {
        assert!(VERBS.is_sorted());
    }

    #[test]
    fn texts_are_split() {
        assert_eq!(words("listCoreV1NamespacedPod"), ["list", "core", "v1", "namespaced", "pod"]);
        assert_eq!(words("getV1APIResources"), ["get", "v1", "api", "resources"]);
        assert_eq!(words("events_v1alpha1"), ["events", "v1alpha1"]);
        assert_eq!(words("listVMs"), ["list", "vms"]);
    }

    #[test]
    fn nouns_have_a_plural() {
        for (one, many) in [
            ("story", "stories"),
            ("box", "boxes"),
            ("day", "days"),
            ("task", "tasks"),
            ("person", "people"),
            ("status", "statuses"),
            ("id", "ids"),
            ("alias", "aliases"),
        ] {
            assert_eq!((plural(one).as_str(), singular(many).as_str()), (many, one));
        }
        for word in ["status", "access", "analysis", "news", "story", "settings", "dns", "alias"] {
            assert!(!is_plural(word), "{word}");
        }
    }
}
