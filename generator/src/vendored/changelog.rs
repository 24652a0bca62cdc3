//! `CHANGELOG.md` of the crate: an entry for each update, which users may edit.

/// The name of the file.
pub const CHANGELOG: &str = "CHANGELOG.md";

const HEAD: &str =
    "# Changelog\n\nEach entry lists the changes of an update of the description for code that uses this crate.\n";

/// Returns the text with a new entry for a version in front of the others.
#[must_use]
pub fn add_entry(text: Option<&str>, version: &str, entry: &str) -> String {
    let text = text.filter(|text| !text.trim().is_empty()).unwrap_or(HEAD);
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let entry = format!("## {version}\n\n{}\n", entry.trim()).replace('\n', end);
    let mut headings = text.match_indices("## ").map(|(at, _)| at).filter(|at| *at == 0 || text[..*at].ends_with('\n'));
    // An unreleased section stays on top.
    let released = |at: &usize| !text[*at..].lines().next().unwrap_or_default().to_lowercase().contains("unreleased");
    match headings.find(released) {
        Some(at) => format!("{}{entry}{end}{}", &text[..at], &text[at..]),
        None => format!("{}{end}{end}{entry}", text.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::add_entry;

    #[test]
    fn the_newest_entry_is_first() {
        let first = add_entry(None, "0.2.0", "one\n");
        assert!(first.starts_with("# Changelog\n\n") && first.ends_with("\n\n## 0.2.0\n\none\n"), "{first}");
        let second = add_entry(Some(&first), "0.3.0", "two");
        assert!(second.ends_with("\n\n## 0.3.0\n\ntwo\n\n## 0.2.0\n\none\n"), "{second}");
    }

    #[test]
    fn text_of_the_user_is_kept() {
        let text = add_entry(Some("# Ours\n\nWords.\n\n## Unreleased\n\n- x\n"), "1.0.0", "y");
        assert_eq!(text, "# Ours\n\nWords.\n\n## Unreleased\n\n- x\n\n## 1.0.0\n\ny\n");
        let windows = add_entry(Some("# Ours\r\n\r\n## 0.1.0\r\n"), "1.0.0", "y");
        assert_eq!(windows, "# Ours\r\n\r\n## 1.0.0\r\n\r\ny\r\n\r\n## 0.1.0\r\n");
        assert_eq!(add_entry(Some("## 0.1.0\n"), "1.0.0", "y"), "## 1.0.0\n\ny\n\n## 0.1.0\n");
    }
}
