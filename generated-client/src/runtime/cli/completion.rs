//! Text of the API description in shell completions.
//!
//! `clap_complete` copies values into its scripts without escaping them, and shells expand the words of a completion
//! list. A value therefore reaches a script only if no shell interprets any of its characters.

/// Returns `true` if every shell reads `text` as one literal word.
pub(super) fn is_shell_word(text: &str) -> bool {
    let is_literal = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:/@+=-".contains(&byte);
    // zsh expands `=name` to the path of a command.
    !text.is_empty() && !text.starts_with('=') && text.bytes().all(is_literal)
}

/// Returns `text` without the characters that a shell may interpret, on one line.
pub(super) fn plain_help(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_.,:/@+=-".contains(c);
    let text = text.replace(['\'', '’'], "");
    let words = text.split(|c| !is_plain(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
