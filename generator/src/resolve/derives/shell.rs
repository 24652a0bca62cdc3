//! Text of a description that reaches a shell, by way of completions.
//!
//! The command line of a generated client applies the same rules (`cli/completion.rs` of the support code).

/// Returns `true` if every shell reads `text` as one literal word.
pub(crate) fn is_shell_word(text: &str) -> bool {
    let is_literal = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:/@+=-".contains(&byte);
    // zsh expands `=name` to the path of a command.
    !text.is_empty() && !text.starts_with('=') && text.bytes().all(is_literal)
}

/// Returns `text` without the characters that a shell may interpret, on one line.
pub(crate) fn plain_help(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_.,:/@+=-".contains(c);
    let text = text.replace(['\'', '’'], "");
    let words = text.split(|c| !is_plain(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
