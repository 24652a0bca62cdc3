//! Shows manual edits as a diff between the file to be written and the existing file.
//!
//! The previous output is not stored, so the diff also contains changes of the description.

use std::path::Path;
use std::time::Duration;

use similar::TextDiff;

use super::paths::{FileEntry, read_entry};
use super::tree::Tree;

/// Maximum number of files that are shown.
const MAX_FILES: usize = 3;

/// Maximum number of lines of each file.
const MAX_LINES: usize = 20;

/// Maximum number of characters of a line.
const MAX_LINE_LEN: usize = 120;

/// Maximum size of a file that is shown.
const MAX_FILE_LEN: usize = 1024 * 1024;

/// Time limit for one file; the result so far is shown.
const TIME_LIMIT: Duration = Duration::from_millis(500);

/// Returns the first edited files as lines. They contain untrusted text of the files.
pub(super) fn local_edits(edited: &[&str], tree: &Tree, folder: &Path) -> Vec<String> {
    let mut lines: Vec<String> = edited.iter().take(MAX_FILES).flat_map(|path| file(path, tree, folder)).collect();
    match edited.len().saturating_sub(MAX_FILES) {
        0 => {}
        1 => lines.push("and 1 more file".to_owned()),
        more => lines.push(format!("and {more} more files")),
    }
    lines
}

fn file(path: &str, tree: &Tree, folder: &Path) -> Vec<String> {
    let Some(new) = tree.get(path) else {
        return vec![format!("{path} was edited, and is no longer generated")];
    };
    match read_entry(folder, path) {
        Ok(FileEntry::File(existing)) => match (text(new), text(&existing)) {
            (Some(new), Some(existing)) => difference(path, new, existing),
            _ => vec![format!("{path} is not text, or is too long to show")],
        },
        Ok(FileEntry::Other) => vec![format!("{path} is no longer a regular file, or is below a link")],
        Ok(FileEntry::Nothing) => vec![format!("{path} is missing")],
        Err(problem) => vec![problem.message],
    }
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_FILE_LEN)
}

fn difference(path: &str, new: &str, existing: &str) -> Vec<String> {
    // Version control may convert line endings in a whole directory.
    if existing.replace("\r\n", "\n") == new {
        return vec![format!("{path} differs only in its line endings (CRLF)")];
    }
    let difference = TextDiff::configure().timeout(TIME_LIMIT).diff_lines(new, existing);
    let headers = (format!("{path} (generated)"), format!("{path} (existing)"));
    let unified = difference.unified_diff().context_radius(2).header(&headers.0, &headers.1).to_string();
    let mut lines: Vec<String> = unified.lines().take(MAX_LINES).map(bounded).collect();
    match unified.lines().skip(MAX_LINES).count() {
        0 => {}
        1 => lines.push("(1 more line)".to_owned()),
        more => lines.push(format!("({more} more lines)")),
    }
    lines
}

fn bounded(line: &str) -> String {
    match line.char_indices().nth(MAX_LINE_LEN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::local_edits;
    use crate::output::Tree;

    /// Returns the lines for a file: `new` is to be written, `existing` exists.
    fn edits_of(new: &[u8], existing: &[u8]) -> Vec<String> {
        let place = tempfile::tempdir().unwrap();
        let mut tree = Tree::new();
        tree.insert("a.rs", new).unwrap();
        fs::write(place.path().join("a.rs"), existing).unwrap();
        local_edits(&["a.rs"], &tree, place.path())
    }

    #[test]
    fn edits_are_shown_with_context() {
        let lines = edits_of(b"1\n2\n3\n4\n5\n6\n", b"1\n2\n3\nmine\n5\n6\n");
        let expected =
            ["--- a.rs (generated)", "+++ a.rs (existing)", "@@ -2,5 +2,5 @@", " 2", " 3", "-4", "+mine", " 5", " 6"];
        assert_eq!(lines, expected);
    }

    #[test]
    fn long_edits_are_cut() {
        let existing: String = (0..100).map(|line| format!("{line}{}\n", "é".repeat(200))).collect();
        let lines = edits_of(b"a\n", existing.as_bytes());
        assert_eq!((lines.len(), lines[20].as_str()), (21, "(84 more lines)"));
        assert!(lines.iter().all(|line| line.chars().count() <= 121));
    }

    #[test]
    fn unprintable_files_are_reported() {
        assert_eq!(edits_of(b"a\n", &[0xff]), ["a.rs is not text, or is too long to show"]);
        assert_eq!(edits_of(b"a\n", &vec![b'a'; 2_000_000]), ["a.rs is not text, or is too long to show"]);
        let ends = "a.rs differs only in its line endings (CRLF)";
        assert_eq!(edits_of(b"a\nb\n", b"a\r\nb\r\n"), [ends]);
    }

    #[test]
    fn remaining_files_are_counted() {
        let place = tempfile::tempdir().unwrap();
        let mut tree = Tree::new();
        tree.insert("b.rs", "").unwrap();
        fs::create_dir(place.path().join("b.rs")).unwrap();
        tree.insert("c.rs", "").unwrap();
        let expected = [
            "a.rs was edited, and is no longer generated",
            "b.rs is no longer a regular file, or is below a link",
            "c.rs is missing",
            "and 2 more files",
        ];
        assert_eq!(local_edits(&["a.rs", "b.rs", "c.rs", "d.rs", "e.rs"], &tree, place.path()), expected);
    }
}
