//! Formats tokens as people write them.

/// Removes the spaces between tokens that `rustfmt` would remove on one line.
pub(crate) fn tidy(spaced: &str) -> String {
    let mut text = String::with_capacity(spaced.len());
    let mut before = "";
    for token in spaced.split(' ') {
        if !before.is_empty() && !joins(before, token) {
            text.push(' ');
        }
        text.push_str(token);
        before = token;
    }
    // A trailing comma without a further argument.
    text.replace("self,)", "self)")
}

/// Returns `true` if two tokens are adjacent.
fn joins(before: &str, token: &str) -> bool {
    let opens = before.ends_with(['(', '[', '&']) || before.ends_with('<') || before.ends_with("::");
    let closes = token.starts_with([',', ';', ')', ']', '.', '?', '<']) || matches!(token, ">" | ":" | "::");
    let calls = token.starts_with('(') && before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let generic = token.starts_with('>') && token != "->";
    opens || (closes && before != "->") || calls || generic
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn spaces_are_removed_as_by_rustfmt() {
        let lines = [
            "pub fn list(&self, project: impl Into<String>, at: Option<&'c str>) -> Call<'c, ListStories>",
            "pub value: std::collections::BTreeMap<String, Vec<(i64, bool)>>",
            "type Output = Vec<types::Story>",
            "Custom(Box<serde_json::Value>)",
            "pub fn new() -> Self",
            "pub fn trailing_(&self) -> Self",
            "pub fn pair() -> (i64, [u8; 4])",
        ];
        for line in lines {
            let tokens: proc_macro2::TokenStream = line.parse().unwrap();
            assert_eq!(tidy(&tokens.to_string()), line);
        }
    }
}
