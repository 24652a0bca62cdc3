//! Lines of TOML: settings, commented settings, and remarks.

use bindery::internal::unicode::{first_line, toml_string};

/// The width of remarks, in characters.
const MAX_WIDTH: usize = 100;
/// Maximum number of characters of a text of the description in a remark.
const MAX_EXCERPT_LEN: usize = 60;

/// A file that grows line by line.
#[derive(Debug, Default)]
pub(super) struct Page {
    text: String,
}

impl Page {
    /// Adds a setting.
    pub(super) fn set(&mut self, key: &str, value: &str) {
        self.text.push_str(&format!("{key} = {value}\n"));
    }

    /// Adds a setting that is commented out.
    pub(super) fn suggest(&mut self, key: &str, value: &str) {
        self.text.push_str(&format!("#{key} = {value}\n"));
    }

    /// Adds a remark after an empty line.
    pub(super) fn remark(&mut self, text: &str) {
        let mut line = String::from("#");
        let separator = if self.text.is_empty() { "" } else { "\n" };
        self.text.push_str(separator);
        for word in first_line(text, usize::MAX).split_whitespace() {
            if line.chars().count() + word.chars().count() >= MAX_WIDTH && line != "#" {
                self.text.push_str(&format!("{line}\n"));
                line.truncate(1);
            }
            line.push_str(&format!(" {word}"));
        }
        self.text.push_str(&format!("{line}\n"));
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// Renders a list in TOML.
pub(super) fn list<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    format!("[{}]", texts.map(toml_string).collect::<Vec<_>>().join(", "))
}

/// Prepares a text of the description for a remark.
pub(super) fn excerpt(text: &str) -> String {
    first_line(text, MAX_EXCERPT_LEN)
}

/// Returns `pet 8, store 4 and 3 others`. Names are not shortened, since they are selectors.
pub(super) fn in_words(entries: &[(String, String)], max_count: usize) -> String {
    let entry = |(name, detail): &(String, String)| format!("{} {detail}", first_line(name, usize::MAX));
    let words: Vec<String> = entries.iter().take(max_count).map(entry).collect();
    match entries.len().saturating_sub(max_count) {
        0 => words.join(", "),
        1 => format!("{} and 1 other", words.join(", ")),
        more => format!("{} and {more} others", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn remarks_stay_on_one_line() {
        let mut page = Page::default();
        page.remark("a\u{0}b\nout = \"x\"");
        assert_eq!(page.into_text(), "# ab\n");
    }

    #[test]
    fn remarks_are_wrapped() {
        let mut page = Page::default();
        page.remark(&"word ".repeat(50));
        assert!(page.into_text().lines().all(|line| line.starts_with("# word") && line.len() <= 100));
    }
}
