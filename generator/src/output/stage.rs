//! The new folder, complete, beside the old one.
//!
//! What changed is written; all else is a link to the same file, so that it keeps its time stamps and costs no space.

use std::fs;
use std::io;
use std::path::Path;

use super::commit::Report;
use super::place::{is_there, parent};
use super::tree::{NEVER_OURS, Tree};

/// Fills the stage with what the folder shall hold, but for what is moved over as a whole.
pub(super) fn fill(stage: &Path, tree: &Tree, folder: &Path, report: &Report) -> io::Result<()> {
    for path in &report.written {
        let target = stage.join(path);
        fs::create_dir_all(parent(&target))?;
        // Not synchronised with the disk: after a power failure the ledger's hashes tell, and it is made again.
        fs::write(&target, tree.get(path).unwrap_or_default())?;
    }
    if folder.exists() { keep(folder, stage, Path::new(""), &report.removed) } else { Ok(()) }
}

/// Links into the stage what is in the folder and neither written nor removed.
fn keep(folder: &Path, stage: &Path, below: &Path, removed: &[String]) -> io::Result<()> {
    let rights = fs::metadata(folder.join(below))?.permissions();
    if cfg!(unix) && rights.readonly() {
        // The new folder could be made all the same, but the old one could not be taken away.
        return Err(told(io::ErrorKind::PermissionDenied, &folder.join(below), "is read-only"));
    }
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        let (from, to, kind) = (folder.join(&path), stage.join(&path), entry.file_type()?);
        let moved = NEVER_OURS.iter().any(|name| path == Path::new(name));
        if kind.is_dir() && !moved {
            keep_folder(folder, stage, &path, removed)?;
        } else if !moved && !removed.iter().any(|gone| path == Path::new(gone)) && !is_there(&to) {
            link(&from, &to, kind.is_symlink())?;
        }
    }
    fs::set_permissions(stage.join(below), rights)
}

fn keep_folder(folder: &Path, stage: &Path, path: &Path, removed: &[String]) -> io::Result<()> {
    let (from, to) = (folder.join(path), stage.join(path));
    if is_there(&to) && !to.is_dir() {
        return Err(told(io::ErrorKind::AlreadyExists, &from, "is a folder where a file belongs"));
    }
    fs::create_dir_all(&to)?;
    keep(folder, stage, path, removed)?;
    // A folder that held nothing but removed files goes with them; one that is empty on purpose stays.
    if fs::read_dir(&to)?.next().is_none() && fs::read_dir(&from)?.next().is_some() {
        fs::remove_dir(&to)?;
    }
    Ok(())
}

fn told(kind: io::ErrorKind, path: &Path, what: &str) -> io::Error {
    io::Error::new(kind, format!("{} {what}", path.display()))
}

fn link(from: &Path, to: &Path, symbolic: bool) -> io::Result<()> {
    if symbolic {
        return copy_link(from, to);
    }
    // Not every file system has hard links.
    fs::hard_link(from, to).or_else(|_| {
        fs::copy(from, to)?;
        let modified = fs::metadata(from)?.modified()?;
        fs::File::options().read(true).write(cfg!(windows)).open(to)?.set_modified(modified)
    })
}

#[cfg(unix)]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(fs::read_link(from)?, to)
}

#[cfg(not(unix))]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to).map(|_| ())
}
