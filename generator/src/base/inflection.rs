//! The singular and the plural of words.

/// Plurals of at most three letters. Other words of three letters that end with `s` are mostly singular.
const SHORT_PLURALS: [&str; 6] = ["ads", "dbs", "ids", "ips", "ons", "vms"];
/// Plurals that end like the singulars `status` and `basis`.
const REGULAR_PLURALS: [&str; 7] = ["apis", "cpus", "emojis", "gpus", "menus", "skus", "uris"];
/// Words that have no other form.
const UNCHANGED: &str = "analytics cors data https kubernetes media metadata news redis series";

/// Returns a text with its last word in the singular: `orderIds` is `orderId`.
pub(crate) fn singular(text: &str) -> String {
    let (before, word) = text.split_at(last_word(text));
    let lower = word.to_lowercase();
    let is_short = word.len() <= 3 && !SHORT_PLURALS.contains(&lower.as_str());
    if REGULAR_PLURALS.contains(&lower.as_str()) {
        return text[..text.len() - 1].to_owned();
    }
    if is_short || is_unchanged(&lower) || lower.ends_with("us") || lower.ends_with("is") {
        return text.to_owned();
    }
    // `pluralizer` takes this for the plural of `cach`.
    if lower.ends_with("caches") {
        return text[..text.len() - 1].to_owned();
    }
    format!("{before}{}", pluralizer::pluralize(word, 1, false))
}

/// Returns a word in the plural.
pub(crate) fn plural(word: &str) -> String {
    if is_unchanged(word) { word.to_owned() } else { pluralizer::pluralize(word, 2, false) }
}

fn is_unchanged(word: &str) -> bool {
    UNCHANGED.split(' ').any(|unchanged| unchanged == word)
}

/// Returns the index at which the last word begins.
fn last_word(text: &str) -> usize {
    let mut start = 0;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        if letter.is_alphanumeric() && (!before.is_alphanumeric() || before.is_lowercase() && letter.is_uppercase()) {
            start = at;
        }
        before = letter;
    }
    start
}

/// Returns a number and a noun whose plural ends in `s`: `1 name`, `2 names`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Lists the first items, and the number of the others: `a, b and 3 more`.
pub fn short_list(items: &[impl AsRef<str>], max: usize) -> String {
    let shown = items.iter().take(max).map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    match items.len().saturating_sub(max) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::{short_list, singular};

    #[test]
    fn a_list_ends_with_the_number_of_the_others() {
        assert_eq!([1, 2, 3].map(|max| short_list(&["a", "b"], max)), ["a and 1 more", "a, b", "a, b"]);
    }

    #[test]
    fn the_last_word_is_in_the_singular() {
        let rows = [
            ("tags", "tag"),
            ("branches", "branch"),
            ("movies", "movie"),
            ("series", "series"),
            ("caches", "cache"),
            ("addresses", "address"),
            ("status", "status"),
            ("analysis", "analysis"),
            ("data", "data"),
            ("dns", "dns"),
            ("orderIds", "orderId"),
            ("SORT_KEYS", "SORT_KEY"),
            ("tree-entries", "tree-entry"),
        ];
        for (text, wanted) in rows {
            assert_eq!(singular(text), wanted);
        }
    }
}
