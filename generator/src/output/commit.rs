//! Writes a tree to a directory, completely or not at all.

use std::path::Path;

use super::compare::{FileState, OutputComparison};
use super::error::unwritable;
use super::lock::{is_lock_present, lock};
use super::lock_file::LOCK_FILE;
use super::paths::{FileEntry, read_entry};
use super::stage::Report;
use super::tree::Tree;
use super::{paths, swap};
use crate::diagnostic::{Code, Diagnostic, Result};

/// Returns what a commit would do.
///
/// # Errors
///
/// Returns the errors of [`commit`], except for errors that occur only when writing.
pub fn plan(tree: &Tree, folder: &Path, force: bool) -> Result<Report> {
    let problem = match planned(tree, folder, force) {
        Err(problem) if matches!(problem.code, Code::OutputEdited | Code::OutputForeign) => problem,
        other => return other,
    };
    // Another run may have replaced files between the lock file and the others.
    match lock(&paths::resolved(folder)) {
        Ok(Some(_lock)) => planned(tree, folder, force),
        Ok(None) => Err(busy(folder)),
        Err(_) => Err(problem),
    }
}

/// Returns what a commit would do, while no other run writes to the directory.
fn planned(tree: &Tree, folder: &Path, force: bool) -> Result<Report> {
    check_directory(folder)?;
    let comparison = OutputComparison::new(tree, folder)?;
    if !force {
        check_foreign_files(&comparison, folder)?;
        check_edited_files(&comparison, folder)?;
    }
    let mut report = Report::default();
    for (path, state) in comparison.files {
        match state {
            FileState::Same => report.unchanged += 1,
            FileState::New | FileState::Changed | FileState::Foreign => report.written.push(path),
            FileState::Edited if tree.get(&path).is_some() => report.written.push(path),
            FileState::Edited | FileState::Stale => report.removed.push(path),
        }
    }
    Ok(report)
}

/// Writes the tree to the directory. Unchanged files are not touched, files of the user are kept, and either all files
/// are written or none. If nothing changed, nothing is written, not even next to the directory.
///
/// # Errors
///
/// `output-unwritable` if the directory cannot be written, `output-foreign` if it contains files that Bindery did not
/// write, `output-edited` if a generated file was edited by hand; `force` overrides the latter two.
pub fn commit(tree: &Tree, folder: &Path, force: bool) -> Result<Report> {
    let folder = &paths::resolved(folder);
    if is_idle(folder)
        && is_lock_file_current(tree, folder)
        && let Ok(report) = plan(tree, folder, force)
        && report.is_unchanged()
    {
        return Ok(report);
    }
    check_directory(folder)?;
    let lock = lock(folder).map_err(|error| unwritable(folder, &error))?;
    let _lock = lock.ok_or_else(|| busy(folder))?;
    swap::clean_up(folder).map_err(|error| unwritable(folder, &error))?;
    // Another run may have changed the directory meanwhile.
    let report = planned(tree, folder, force)?;
    if !report.is_unchanged() {
        swap::replace(tree, folder, &report).map_err(|error| unwritable(folder, &error))?;
    }
    Ok(report)
}

/// Returns `true` if no run is active in a directory, and no killed run has to be cleaned up.
#[must_use]
pub fn is_idle(folder: &Path) -> bool {
    let folder = &paths::resolved(folder);
    !swap::is_interrupted(folder) && !is_lock_present(folder)
}

/// Returns `true` if the lock file is current. If it is not, there is certainly something to write, and the files are
/// compared only once the lock is held.
fn is_lock_file_current(tree: &Tree, folder: &Path) -> bool {
    match read_entry(folder, LOCK_FILE) {
        Ok(FileEntry::File(existing)) => tree.get(LOCK_FILE) == Some(existing.as_slice()),
        _ => tree.get(LOCK_FILE).is_none(),
    }
}

fn check_directory(folder: &Path) -> Result<()> {
    let refused =
        |message: String, help: String| Err(Box::new(Diagnostic::error(Code::OutputUnwritable, message).help(help)));
    let parent = paths::parent(folder);
    if !parent.is_dir() {
        let message = format!("the directory `{}` does not exist", parent.display());
        return refused(message, format!("run `mkdir -p {}`", parent.display()));
    }
    if paths::exists(folder) && !folder.is_dir() {
        let what = if folder.is_symlink() { "a link that does not point to a directory" } else { "a file" };
        return refused(format!("`{}` is {what}", folder.display()), "choose a directory with `--out`".to_owned());
    }
    Ok(())
}

fn busy(folder: &Path) -> Box<Diagnostic> {
    let message = format!("another process is writing to {}", folder.display());
    Box::new(Diagnostic::error(Code::OutputUnwritable, message).help("wait until it has finished, then try again"))
}

fn check_foreign_files(comparison: &OutputComparison, folder: &Path) -> Result<()> {
    let in_the_way: Vec<&str> = comparison.in_state(FileState::Foreign).collect();
    let names: Vec<&str> = match (comparison.foreign_files.is_empty(), in_the_way.is_empty()) {
        (true, true) => return Ok(()),
        (false, _) => comparison.foreign_files.iter().map(String::as_str).collect(),
        (true, false) => in_the_way,
    };
    let message = format!("`{}` contains files that Bindery did not write: {}", folder.display(), quoted_list(&names));
    let help = "choose an empty directory with `--out`, or pass `--force` to write anyway";
    Err(Box::new(Diagnostic::error(Code::OutputForeign, message).help(help)))
}

fn check_edited_files(comparison: &OutputComparison, folder: &Path) -> Result<()> {
    let edited: Vec<&str> = comparison.in_state(FileState::Edited).collect();
    if edited.is_empty() {
        return Ok(());
    }
    let message = format!("files in `{}` were edited by hand: {}", folder.display(), quoted_list(&edited));
    let help = "see them with your version control and revert them, or pass `--force` to discard them";
    let problem = Diagnostic::error(Code::OutputEdited, message);
    Err(Box::new(problem.help(help)))
}

/// Lists at most five names.
fn quoted_list(names: &[&str]) -> String {
    let shown = names.iter().take(5).copied().collect::<Vec<_>>().join(", ");
    if names.len() > 5 { format!("{shown} and {} more", names.len() - 5) } else { shown }
}

#[cfg(test)]
mod tests;
