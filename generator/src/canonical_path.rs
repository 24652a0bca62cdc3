//! Canonical paths.

use std::path::{Path, PathBuf};

/// Returns the canonical path of a directory that may not exist yet, by resolving its closest existing parent.
pub(crate) fn canonical_path(folder: &Path) -> PathBuf {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let there = whole.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    there.map_or_else(|| whole.clone(), |(above, real)| real.join(whole.strip_prefix(above).unwrap_or(Path::new(""))))
}
