//! The names of the other files of a description in the lock file, and their paths.
//!
//! Files of merged descriptions are named after the label of their description, which may be in another directory than
//! the first.

use std::path::{Path, PathBuf};

use crate::canonical_path::normalized;
use crate::source::{Source, SourceOrigin};

/// Returns the name of a file of one of several descriptions, or `None` if there is only one.
pub(super) fn merged_name(source: &Source, file: &Source) -> Option<String> {
    if let Some(one) = source.merged().iter().find(|one| one.source.name() == file.name()) {
        return Some(one.label.clone());
    }
    let SourceOrigin::File(file) = file.origin() else { return None };
    source.merged().iter().find_map(|one| {
        let rest = file.strip_prefix(folder(&one.source)?).ok()?;
        Some(folder_of_label(&one.label) + &rest.to_string_lossy().replace('\\', "/"))
    })
}

/// Returns the path of another file of a description, or of one of several.
pub(super) fn path(source: &Source, name: &str) -> Option<PathBuf> {
    if source.merged().is_empty() {
        return Some(folder(source)?.join(name));
    }
    source.merged().iter().find_map(|one| {
        let rest = name.strip_prefix(&folder_of_label(&one.label))?;
        Some(folder(&one.source)?.join(rest))
    })
}

fn folder(source: &Source) -> Option<PathBuf> {
    let SourceOrigin::File(path) = source.origin() else { return None };
    Some(normalized(path.parent().unwrap_or(Path::new(""))))
}

/// Returns the directory for a label, with a trailing slash.
fn folder_of_label(label: &str) -> String {
    let label = label.replace('\\', "/");
    label.rfind('/').map_or("", |end| &label[..=end]).to_owned()
}
