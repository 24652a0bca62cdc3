//! Replaces a directory by a staged one in one step.
//!
//! If the system can exchange two directories (Linux), the crate exists at any time. Otherwise the old one is moved
//! aside first, and the next run restores it if this one is killed in between. After either, `target` and `.git` are
//! still in the old directory until they are moved; the next run completes that too.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::error::{at, io_error};
use super::paths::{exists, hidden_sibling};
use super::stage;
use super::stage::Report;
use super::tree::Tree;

/// Returns the path of the stage, which is that of the old directory after an exchange.
fn stage_path(folder: &Path) -> PathBuf {
    hidden_sibling(folder, "stage")
}

/// Returns the path of the old directory on systems without an exchange.
fn aside_path(folder: &Path) -> PathBuf {
    hidden_sibling(folder, "old")
}

/// Returns `true` if a run was killed, or is at work.
pub(super) fn is_interrupted(folder: &Path) -> bool {
    exists(&stage_path(folder)) || exists(&aside_path(folder))
}

/// Completes or reverts a killed run: the old crate before the swap, the new one after it.
pub(super) fn clean_up(folder: &Path) -> io::Result<()> {
    let aside = aside_path(folder);
    if exists(&aside) && !exists(folder) {
        fs::rename(&aside, folder).map_err(at(&aside))?;
    }
    for left in [stage_path(folder), aside] {
        if exists(&left) {
            finish_swap(&left, folder)?;
        }
    }
    Ok(())
}

/// Replaces the directory by the tree.
pub(super) fn replace(tree: &Tree, folder: &Path, report: &Report) -> io::Result<()> {
    let stage = stage_path(folder);
    fs::create_dir(&stage).map_err(at(&stage))?;
    let swapped = stage::fill(&stage, tree, folder, report).and_then(|()| swap(&stage, folder));
    match swapped {
        Ok(Some(old)) => finish_swap(&old, folder),
        Ok(None) => Ok(()),
        Err(error) => {
            // Leftovers are removed by the next run.
            let _ = fs::remove_dir_all(&stage);
            Err(error)
        }
    }
}

/// Swaps the stage and the directory. Returns the new path of the old directory.
fn swap(stage: &Path, folder: &Path) -> io::Result<Option<PathBuf>> {
    if !exists(folder) {
        return fs::rename(stage, folder).map_err(at(stage)).map(|()| None);
    }
    if exchange(stage, folder).is_ok() {
        return Ok(Some(stage.to_owned()));
    }
    let aside = aside_path(folder);
    fs::rename(folder, &aside).map_err(at(folder))?;
    if let Err(error) = fs::rename(stage, folder) {
        fs::rename(&aside, folder).map_err(at(&aside))?;
        return Err(at(stage)(error));
    }
    Ok(Some(aside))
}

#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).map_err(io::Error::from)
}

#[cfg(not(target_os = "linux"))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Moves directories that are never ours, and may be large, from the old directory to the new one; then removes the old
/// one.
fn finish_swap(old: &Path, folder: &Path) -> io::Result<()> {
    if old.is_symlink() {
        // No run leaves a link, and its target is not ours.
        return fs::remove_file(old).map_err(at(old));
    }
    move_unless_present(&old.join("target"), &folder.join("target"))?;
    if !move_unless_present(&old.join(".git"), &folder.join(".git"))? {
        // Only cargo's output can be rebuilt.
        let both = format!("`{}` and `{}` both contain `.git`; move one of them away", old.display(), folder.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, both));
    }
    fs::remove_dir_all(old).map_err(|error| io_error(error.kind(), old, &format!("cannot be removed: {error}")))
}

/// Moves a directory unless the target exists. Returns `true` if nothing is left behind.
fn move_unless_present(from: &Path, to: &Path) -> io::Result<bool> {
    match (exists(from), exists(to)) {
        (false, _) => Ok(true),
        (true, true) => Ok(false),
        (true, false) => fs::rename(from, to).map_err(at(from)).map(|()| true),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{aside_path, clean_up, is_interrupted, stage_path};

    fn make(folder: &Path, files: &[&str]) {
        for file in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, *file).unwrap();
        }
    }

    #[test]
    fn killed_before_the_swap() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        make(&stage_path(&folder), &["src/lib.rs"]);
        assert!(is_interrupted(&folder));
        clean_up(&folder).unwrap();
        assert!(!is_interrupted(&folder) && !folder.exists());
        make(&folder, &["old.rs", ".git/HEAD"]);
        make(&stage_path(&folder), &["new.rs"]);
        clean_up(&folder).unwrap();
        assert!(!is_interrupted(&folder) && folder.join("old.rs").exists() && folder.join(".git/HEAD").exists());
    }

    #[test]
    fn killed_after_the_swap() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        for old in [stage_path(&folder), aside_path(&folder)] {
            make(&folder, &["new.rs", "target/new"]);
            make(&old, &["old.rs", "target/old", ".git/HEAD"]);
            clean_up(&folder).unwrap();
            assert!(!is_interrupted(&folder) && !folder.join("old.rs").exists());
            assert!(folder.join(".git/HEAD").exists() && folder.join("target/new").exists());
            fs::remove_dir_all(&folder).unwrap();
        }
    }

    #[test]
    fn killed_while_the_old_one_was_aside() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        make(&aside_path(&folder), &["old.rs", ".git/HEAD"]);
        make(&stage_path(&folder), &["new.rs"]);
        clean_up(&folder).unwrap();
        assert!(!is_interrupted(&folder) && folder.join("old.rs").exists() && folder.join(".git/HEAD").exists());
    }

    #[test]
    fn a_repository_is_never_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        make(&folder, &["new.rs", ".git/HEAD"]);
        make(&stage_path(&folder), &["old.rs", ".git/HEAD"]);
        assert!(clean_up(&folder).unwrap_err().to_string().contains("both contain `.git`"));
        assert!(stage_path(&folder).join(".git/HEAD").exists() && folder.join(".git/HEAD").exists());
    }
}
