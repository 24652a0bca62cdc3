//! A copy of a program's directories with another client, made of links.
//!
//! Cargo resolves `..` in paths lexically. The common parent of the workspace, the client and the directories to which
//! their manifests refer is therefore mirrored: directories on the path to a changed file are real, and everything else
//! is a link to the original. Cargo writes `Cargo.lock`, which is copied.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::packages::{Program, problem};
use bindery::internal::diagnostic::{Diagnostic, Result};
use bindery::internal::digest::sha256;

/// The directory of overlays in the target directory of a program.
const FOLDER: &str = "bindery";

/// The digits of the digest of a workspace's path in the path of its mirror: paths are limited on Windows.
const DIGEST_DIGITS: usize = 16;

/// Files by their original paths. A file without contents is removed.
pub(super) type Files = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// An overlay of the directories of a program.
pub(super) struct Overlay {
    /// The mirrored directory.
    base: PathBuf,
    /// Its mirror.
    mirror: PathBuf,
    /// The files that were written or removed.
    filled: RefCell<BTreeSet<PathBuf>>,
    /// Kept open while the overlay exists, so that another run waits.
    _lock: File,
}

impl Overlay {
    /// Creates an overlay of the directories of a program and a client.
    pub(super) fn new(program: &Program, client: &Path) -> Result<Self> {
        let dependencies = program.dependencies.iter().map(PathBuf::as_path);
        let base = std::iter::once(client).chain(dependencies).fold(program.root.clone(), common_parent);
        let folder = program.target.join(FOLDER);
        let mirrors = folder.join("overlay");
        let lock = lock(&folder).and_then(|lock| remove(&mirrors).map(|()| lock));
        let lock = lock.map_err(|error| failure(&folder, &error))?;
        // Workspaces can share a target directory, and cargo tells their packages apart by relative paths only. It
        // compares the times of the files that it compiled before, so that two mirrors must not have a file at the same path.
        let digest = sha256(program.root.as_os_str().as_encoded_bytes());
        let mirror = mirrors.join(digest.get(..DIGEST_DIGITS).unwrap_or(&digest));
        Ok(Self { base, mirror, filled: RefCell::default(), _lock: lock })
    }

    /// Mirrors the directories with these contents of files instead of the original ones. A file without contents is
    /// removed. Files with the same contents as before are not touched, so that cargo does not compile them again.
    pub(super) fn fill(&self, files: &Files, program: &Program) -> Result<()> {
        let lock_file = program.root.join("Cargo.lock");
        let changed = files.keys().map(PathBuf::as_path).chain([lock_file.as_path()]);
        let real: BTreeSet<&Path> = changed.flat_map(|path| path.ancestors().skip(1)).collect();
        let mirror = Mirror { overlay: self, files, real, target: &program.target, lock_file: &lock_file };
        let before = self.filled.replace(files.keys().cloned().collect());
        let mut left = before.iter().filter(|path| !files.contains_key(*path));
        let filled = left.try_for_each(|path| remove_file(&self.path(path)));
        let filled = filled.and_then(|()| mirror.folder(&self.base)).and_then(|()| {
            files.iter().try_for_each(|(path, contents)| match contents {
                Some(contents) => self.write(path, contents),
                None => remove_file(&self.path(path)),
            })
        });
        filled.map_err(|error| failure(&self.mirror, &error))
    }

    /// Changes the contents of a file.
    pub(super) fn write(&self, original: &Path, contents: &[u8]) -> io::Result<()> {
        let path = self.path(original);
        let is_link = path.is_symlink();
        if !is_link && fs::read(&path).is_ok_and(|old| old == contents) {
            return Ok(());
        }
        if is_link {
            fs::remove_file(&path)?;
        }
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, contents)
    }

    /// Returns the path in the overlay for an original path.
    pub(super) fn path(&self, original: &Path) -> PathBuf {
        original.strip_prefix(&self.base).map_or_else(|_| original.to_owned(), |rest| self.mirror.join(rest))
    }

    /// Replaces the paths in a message.
    pub(super) fn with_original_paths(&self, text: &str) -> String {
        text.replace(&*self.mirror.to_string_lossy(), self.base.to_string_lossy().trim_end_matches('/'))
    }

    /// Returns the original path for a path in the overlay.
    pub(super) fn original(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.mirror).map_or_else(|_| path.to_owned(), |rest| self.base.join(rest))
    }
}

fn common_parent(one: PathBuf, other: &Path) -> PathBuf {
    let same = one.components().zip(other.components()).take_while(|(one, other)| one == other);
    same.map(|(component, _)| component).collect()
}

impl Drop for Overlay {
    fn drop(&mut self) {
        // The next run removes what is left.
        let _ = remove(&self.mirror);
    }
}

/// The mirroring of directories.
struct Mirror<'m> {
    overlay: &'m Overlay,
    files: &'m Files,
    /// The directories that are not links.
    real: BTreeSet<&'m Path>,
    target: &'m Path,
    lock_file: &'m Path,
}

impl Mirror<'_> {
    fn folder(&self, folder: &Path) -> io::Result<()> {
        let mirrored = self.overlay.path(folder);
        if mirrored.is_symlink() {
            fs::remove_file(&mirrored)?;
        }
        fs::create_dir_all(&mirrored)?;
        let entries = match fs::read_dir(folder) {
            // A directory of a new file.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default();
            if self.files.contains_key(&path) || path == self.target || name == ".git" {
                continue;
            }
            let mirrored = mirrored.join(name);
            if self.real.contains(path.as_path()) {
                self.folder(&path)?;
            } else if mirrored.symlink_metadata().is_err() {
                // Cargo may change the lock file.
                if path == self.lock_file { fs::copy(&path, mirrored).map(drop)? } else { link(&path, &mirrored)? }
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn link(original: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(original, link)
}

/// Copies what cannot be linked: on Windows, links require a privilege.
#[cfg(not(unix))]
fn link(original: &Path, link: &Path) -> io::Result<()> {
    #[cfg(windows)]
    {
        use std::os::windows::fs::{symlink_dir, symlink_file};
        let linked = if original.is_dir() { symlink_dir(original, link) } else { symlink_file(original, link) };
        if linked.is_ok() {
            return Ok(());
        }
    }
    if !original.is_dir() {
        return fs::copy(original, link).map(|_| ());
    }
    fs::create_dir_all(link)?;
    for entry in fs::read_dir(original)? {
        let entry = entry?;
        // Target directories are large.
        if entry.file_name() != ".git" && !entry.path().join("CACHEDIR.TAG").exists() {
            self::link(&entry.path(), &link.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn remove_file(path: &Path) -> io::Result<()> {
    unless_missing(fs::remove_file(path))
}

fn remove(folder: &Path) -> io::Result<()> {
    unless_missing(fs::remove_dir_all(folder))
}

/// Returns success if the file to remove is missing.
fn unless_missing(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// Waits until no other run uses the overlay.
fn lock(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let lock = File::create(folder.join("lock"))?;
    lock.lock()?;
    Ok(lock)
}

fn failure(path: &Path, error: &io::Error) -> Box<Diagnostic> {
    problem(format!("cannot write `{}`: {error}", path.display()), "make the target directory of the program writable")
}
