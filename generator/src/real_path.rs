//! Where a path really leads.

use std::path::{Path, PathBuf};

/// The path of a folder that may not be there yet, without links and steps back: what is above it is what contains it.
pub(crate) fn real_path(folder: &Path) -> PathBuf {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let there = whole.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    there.map_or_else(|| whole.clone(), |(above, real)| real.join(whole.strip_prefix(above).unwrap_or(Path::new(""))))
}
