//! Other files of a description: those that its references lead to.
//!
//! A description is hostile until proven otherwise, so that a reference is followed only into the folder of the
//! description, or below the same folder of the same server.

use std::path::{Component, Path, PathBuf};

use url::Url;

use super::{Location, Origin, Request, Source, file, load};

/// Reads the file that a reference of `from` leads to. `first` is the description itself, whose folder is not left.
///
/// # Errors
///
/// A phrase that says why it is not read.
pub(crate) fn beside(first: &Source, from: &Source, reference: &str) -> Result<Source, String> {
    match (first.origin(), from.origin()) {
        (Origin::File(path), Origin::File(from)) => file_beside(first, path, from, reference),
        (Origin::Address { url: first, .. }, Origin::Address { url: from, .. }) => {
            address_beside(first, from, reference)
        }
        _ => Err("the description has no folder in which it could be".to_owned()),
    }
}

fn file_beside(description: &Source, first: &Path, from: &Path, reference: &str) -> Result<Source, String> {
    let relative = percent_encoding::percent_decode_str(reference).decode_utf8_lossy();
    if relative.contains("://") || Path::new(relative.as_ref()).is_absolute() {
        return Err("it is not in the folder of the description".to_owned());
    }
    let path = plain(&from.parent().unwrap_or(Path::new("")).join(relative.as_ref()));
    let folder = first.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let inside = match (folder.canonicalize(), path.canonicalize()) {
        (Ok(folder), Ok(real)) => real.starts_with(folder),
        (_, Err(_)) => return Err("there is no such file".to_owned()),
        (Err(_), _) => false,
    };
    // However its path is written, the description is one file.
    if path.canonicalize().ok() == first.canonicalize().ok() {
        return Ok(description.clone());
    }
    if !inside {
        return Err("it is not in the folder of the description".to_owned());
    }
    file::read(&path, Request::MAX_BYTES).map_err(|problem| problem.message)
}

/// A path without `.` and `..` as far as it says itself where it leads.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        let named = matches!(plain.components().next_back(), Some(Component::Normal(_)));
        match component {
            Component::CurDir => {}
            Component::ParentDir if named => drop(plain.pop()),
            other => plain.push(other),
        }
    }
    plain
}

fn address_beside(first: &str, from: &str, reference: &str) -> Result<Source, String> {
    let outside = || "it is not below the address of the description".to_owned();
    let first = Url::parse(first).map_err(|_| outside())?;
    let folder = first.join(".").map_err(|_| outside())?;
    let target = Url::parse(from).and_then(|from| from.join(reference)).map_err(|_| outside())?;
    if target.origin() != first.origin() || !target.path().starts_with(folder.path()) {
        return Err(outside());
    }
    load(&Request::new(Location::Address(target.into()))).map_err(|problem| problem.message)
}
