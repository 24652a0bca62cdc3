//! Counts lines that differ between two editions of a crate.

use std::collections::{BTreeMap, BTreeSet};

use similar::{Algorithm, ChangeTag, TextDiff};

/// Numbers of lines added and removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) added: usize,
    pub(super) removed: usize,
}

impl Lines {
    /// Returns the sum.
    pub(super) fn all(self) -> usize {
        self.added + self.removed
    }
}

/// Compares the lines of all files, each with the file of the same path.
pub(super) fn lines(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> Lines {
    let paths: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut lines = Lines::default();
    for path in paths {
        let text = |files: &BTreeMap<String, String>| files.get(path).cloned().unwrap_or_default();
        let (before, after) = (text(old), text(new));
        if before == after {
            continue;
        }
        let difference = TextDiff::configure().algorithm(Algorithm::Patience).diff_lines(&before, &after);
        for change in difference.iter_all_changes() {
            match change.tag() {
                ChangeTag::Insert => lines.added += 1,
                ChangeTag::Delete => lines.removed += 1,
                ChangeTag::Equal => {}
            }
        }
    }
    lines
}
