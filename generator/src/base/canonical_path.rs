//! Canonical and normalized paths.

use std::path::{Component, Path, PathBuf};

/// Returns the canonical path of a directory that may not exist yet, by resolving its closest existing parent.
pub fn canonical_path(folder: &Path) -> PathBuf {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let there = whole.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    there.map_or_else(|| whole.clone(), |(above, real)| real.join(whole.strip_prefix(above).unwrap_or(Path::new(""))))
}

/// Normalizes `.` and `..` in a path without accessing the file system.
pub fn normalized(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for component in path.components() {
        let named = matches!(normalized.components().next_back(), Some(Component::Normal(_)));
        match component {
            Component::CurDir => {}
            Component::ParentDir if named => drop(normalized.pop()),
            other => normalized.push(other),
        }
    }
    normalized
}
