//! Staging a folder beside another and swapping the two in one step.
//!
//! The stage is complete before the swap: new files are written, all others are links to the same file, so that they keep
//! their time stamps. Where the system can exchange two folders (Linux), there is no moment without the crate; elsewhere
//! the old one is moved aside first, and the next run puts it back if it was killed in between.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::commit::Report;
use super::tree::Tree;
use crate::diagnostic::{Code, Diagnostic};

/// Folders that are moved over as a whole: cargo's and version control's, which may be large.
const MOVED: [&str; 2] = ["target", ".git"];

/// The folder that holds a folder.
pub(super) fn parent(folder: &Path) -> PathBuf {
    match folder.parent() {
        Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
        Some(parent) => parent.to_owned(),
        None => PathBuf::from("."),
    }
}

/// A name beside the folder that belongs to it.
fn beside(folder: &Path, what: &str) -> PathBuf {
    let name = folder.file_name().map_or_else(|| "crate".into(), |name| name.to_string_lossy().into_owned());
    parent(folder).join(format!(".bindery-{name}.{what}"))
}

/// Holds off other runs until it is dropped.
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is only a handle for the lock; should it stay, the next run takes it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Keeps two runs from writing to one folder at once.
pub(super) fn lock(folder: &Path) -> Result<Lock, Box<Diagnostic>> {
    let path = beside(folder, "lock");
    let file = File::create(&path).map_err(|error| unwritable(folder, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock { path, _file: file }),
        Err(TryLockError::WouldBlock) => {
            let message = format!("another run is writing to {}", folder.display());
            Err(Box::new(Diagnostic::error(Code::OutputUnwritable, message).help("wait for it to end, then run again")))
        }
        Err(TryLockError::Error(error)) => Err(unwritable(folder, &error)),
    }
}

/// Takes away what a run that was killed left, and puts the old crate back where it was moved aside.
pub(super) fn clean_up(folder: &Path) {
    let aside = beside(folder, "old");
    if aside.exists() && !folder.exists() {
        let _ = fs::rename(&aside, folder);
    }
    // After an exchange the old folder is the stage; cargo's output may not have been moved over yet.
    for left in [beside(folder, "stage"), aside] {
        if left.is_dir() && folder.exists() {
            let _ = move_over(&left, folder);
        }
        let _ = fs::remove_dir_all(left);
    }
}

/// Makes the folder hold the tree.
pub(super) fn replace(tree: &Tree, folder: &Path, report: &Report) -> io::Result<()> {
    let stage = beside(folder, "stage");
    fs::create_dir(&stage)?;
    let staged = fill(tree, folder, report, &stage);
    let swapped = staged.and_then(|()| swap(&stage, folder));
    if swapped.is_err() {
        let _ = fs::remove_dir_all(&stage);
        return swapped;
    }
    if stage.exists() {
        move_over(&stage, folder)?;
        fs::remove_dir_all(&stage)?;
    }
    Ok(())
}

fn fill(tree: &Tree, folder: &Path, report: &Report, stage: &Path) -> io::Result<()> {
    for (path, contents) in tree.iter().filter(|(path, _)| report.written.iter().any(|written| written == path)) {
        let target = stage.join(path);
        fs::create_dir_all(parent(&target))?;
        let mut file = File::create(&target)?;
        file.write_all(contents)?;
        file.sync_all()?;
    }
    if folder.exists() { keep(folder, stage, Path::new(""), report) } else { Ok(()) }
}

/// Links into the stage what is in the folder and neither written nor removed.
fn keep(folder: &Path, stage: &Path, below: &Path, report: &Report) -> io::Result<()> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        let name = path.to_string_lossy().replace('\\', "/");
        let (from, to) = (folder.join(&path), stage.join(&path));
        let kind = entry.file_type()?;
        if (below.as_os_str().is_empty() && MOVED.contains(&name.as_str())) || report.removed.contains(&name) {
            continue;
        }
        if kind.is_dir() {
            fs::create_dir_all(&to)?;
            keep(folder, stage, &path, report)?;
            // A folder that held nothing but removed files is gone with them.
            if fs::read_dir(&from)?.next().is_some() {
                let _ = fs::remove_dir(&to);
            }
        } else if to.symlink_metadata().is_err() {
            link(&from, &to, kind.is_symlink())?;
        }
    }
    Ok(())
}

fn link(from: &Path, to: &Path, symbolic: bool) -> io::Result<()> {
    if symbolic {
        return copy_link(from, to);
    }
    // Not every file system has hard links.
    fs::hard_link(from, to).or_else(|_| {
        fs::copy(from, to)?;
        let modified = fs::metadata(from)?.modified()?;
        File::options().write(true).open(to)?.set_modified(modified)
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

/// Puts the stage in the place of the folder; the old folder is then where the stage was.
fn swap(stage: &Path, folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        return fs::rename(stage, folder);
    }
    exchange(stage, folder).or_else(|_| {
        let aside = beside(folder, "old");
        fs::rename(folder, &aside)?;
        fs::rename(stage, folder)?;
        fs::rename(aside, stage)
    })
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

fn move_over(old: &Path, folder: &Path) -> io::Result<()> {
    for name in MOVED {
        let (from, to) = (old.join(name), folder.join(name));
        if from.exists() && !to.exists() {
            fs::rename(from, to)?;
        }
    }
    Ok(())
}

/// The message for a folder that cannot be written.
pub(super) fn unwritable(folder: &Path, error: &io::Error) -> Box<Diagnostic> {
    let message = format!("{} cannot be written: {error}", folder.display());
    let help = "choose another folder with --out, or mend the rights or the space of this one";
    Box::new(Diagnostic::error(Code::OutputUnwritable, message).help(help))
}
