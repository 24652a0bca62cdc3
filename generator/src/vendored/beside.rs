//! What the lock file calls the other files of a description, and where these are.
//!
//! Files of descriptions that are merged are called after the label of their own description, since that may stand in another
//! folder than the first.

use std::path::{Path, PathBuf};

use crate::source::{Source, SourceOrigin, plain};

/// The name of a file of one of several descriptions: itself, or what stands beside it. Nothing where there is but one.
pub(super) fn called(source: &Source, file: &Source) -> Option<String> {
    if let Some(one) = source.merged().iter().find(|one| one.source.name() == file.name()) {
        return Some(one.label.clone());
    }
    let SourceOrigin::File(file) = file.origin() else { return None };
    source.merged().iter().find_map(|one| {
        let rest = file.strip_prefix(folder(&one.source)?).ok()?;
        Some(folder_of_label(&one.label) + &rest.to_string_lossy().replace('\\', "/"))
    })
}

/// Where a file of a description is that stands beside it, or beside one of several.
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
    Some(plain(path.parent().unwrap_or(Path::new(""))))
}

/// The folder of a label, as it is written, with the stroke at its end.
fn folder_of_label(label: &str) -> String {
    let label = label.replace('\\', "/");
    label.rfind('/').map_or("", |end| &label[..=end]).to_owned()
}
