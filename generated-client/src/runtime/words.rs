//! `true` if a text says what is expected of it.

/// Returns `true` if a text is some of the words that are expected, which `_` separates: one after the other and however they are
/// separated, or each by itself. Case says nothing, and neither does an `s` at the end of a word.
pub(super) fn says(text: &str, expected: &str) -> bool {
    if text.len() > 2 * expected.len() {
        return false;
    }
    let words: Vec<&str> = expected.split('_').collect();
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    let folded: String = letters.flat_map(char::to_lowercase).collect();
    !folded.is_empty()
        && ((0..words.len()).any(|first| is_run(&folded, &words[first..]))
            || are_words(text, &words))
}

/// Returns `true` if a text is the first ones of some words.
fn is_run(text: &str, words: &[&str]) -> bool {
    let mut rest = text;
    for word in words {
        match rest.strip_prefix(word) {
            Some("") => return true,
            Some(more) => rest = more,
            None => return false,
        }
    }
    false
}

/// Returns `true` if each word of a text, apart from the others by a sign, is one of some words.
fn are_words(text: &str, words: &[&str]) -> bool {
    let mut said = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    said.all(|word| {
        let word = word.to_lowercase();
        let without_s = word.strip_suffix('s').unwrap_or(&word);
        words
            .iter()
            .any(|known| *known == word || known.strip_suffix('s').unwrap_or(known) == without_s)
    })
}
