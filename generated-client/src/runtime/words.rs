//! Compares strings by their words.

/// Returns `true` if a string consists of some of the expected words, which are separated by `_`: consecutive words
/// with any separators, or each of them alone. Ignores case and a trailing `s` of a word.
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

/// Returns `true` if a string starts a sequence of words.
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

/// Returns `true` if a string is a list of words, separated by other characters, and all of them are in `words`.
fn are_words(text: &str, words: &[&str]) -> bool {
    let mut words_of_text = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words_of_text.all(|word| {
        let word = word.to_lowercase();
        let without_s = word.strip_suffix('s').unwrap_or(&word);
        words
            .iter()
            .any(|known| *known == word || known.strip_suffix('s').unwrap_or(known) == without_s)
    })
}
