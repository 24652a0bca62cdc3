//! Writes a tree to a directory.

use std::path::Path;
use std::{fs, io};

use super::compare::{FileState, OutputComparison};
use super::error::{io_error, unwritable};
use super::journal::{JOURNAL, Journal};
use super::lock_file::LOCK_FILE;
use super::paths;
use super::tree::Tree;
use super::write::{Writer, lock};
use bindery::internal::diagnostic::{Code, Diagnostic, Result};
use bindery::internal::inflection::short_list;

/// Maximum number of files that a message lists.
const MAX_LISTED: usize = 5;

/// The effects of a commit, or of a planned one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The files that were written.
    pub written: Vec<String>,
    /// The files that were removed.
    pub removed: Vec<String>,
    /// Number of files that were unchanged, and keep their timestamps.
    pub unchanged: usize,
}

impl Report {
    /// Returns `true` if nothing had to be done.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.written.is_empty() && self.removed.is_empty()
    }
}

/// Returns what a commit would do.
///
/// # Errors
///
/// Returns the errors of [`commit`], except for errors that occur only when writing.
pub fn plan(tree: &Tree, folder: &Path, force: bool) -> Result<Report> {
    let _lock = lock(folder);
    planned(tree, folder, force)
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
            FileState::New | FileState::Changed => report.written.push(path),
            FileState::Edited if tree.get(&path).is_none() => report.removed.push(path),
            FileState::Foreign | FileState::Edited => {
                check_replaceable(&folder.join(&path), folder)?;
                report.written.push(path);
            }
            FileState::Stale => report.removed.push(path),
        }
    }
    Ok(report)
}

/// Writes the tree to the directory. Unchanged files are not touched, and files of the user are kept. Each file is
/// replaced in one step, the lock file last: a run that is killed is completed by the next, or replaced by one of another
/// description.
///
/// # Errors
///
/// `output-unwritable` if the directory cannot be written, `output-foreign` if it contains files that Bindery did not
/// write, `output-edited` if a generated file was edited by hand; `force` overrides the latter two.
pub fn commit(tree: &Tree, folder: &Path, force: bool) -> Result<Report> {
    check_directory(folder)?;
    let failed = |error| unwritable(folder, &error);
    let mut writer = Writer::new(folder).map_err(failed)?;
    let report = planned(tree, folder, force)?;
    if !report.is_unchanged() {
        write(&mut writer, tree, &report, Journal::read(folder)?).map_err(failed)?;
    }
    Ok(report)
}

fn write(writer: &mut Writer<'_>, tree: &Tree, report: &Report, killed: Journal) -> io::Result<()> {
    writer.clean_up(killed.files.keys().map(String::as_str))?;
    writer.write(JOURNAL, &killed.for_tree(tree))?;
    // First, since the name of a removed file may differ from that of a new one only in case.
    report.removed.iter().try_for_each(|path| writer.remove(path))?;
    let mut written: Vec<&String> = report.written.iter().collect();
    // The next run compares with the stored description, and adds to the files of the user.
    written.sort_by_key(|path| (*path == LOCK_FILE, tree.is_amended(path), !path.contains('/')));
    written.into_iter().try_for_each(|path| writer.write(path, tree.get(path).unwrap_or_default()))?;
    writer.remove(JOURNAL)
}

/// Checks that there is no directory in place of a file. A link to one is replaced.
fn check_replaceable(path: &Path, folder: &Path) -> Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_dir()) {
        let error = io_error(io::ErrorKind::AlreadyExists, path, "is a directory in place of a file");
        return Err(unwritable(folder, &error));
    }
    Ok(())
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

fn check_foreign_files(comparison: &OutputComparison, folder: &Path) -> Result<()> {
    let in_the_way: Vec<&str> = comparison.in_state(FileState::Foreign).collect();
    let names: Vec<&str> = match (comparison.foreign_files.is_empty(), in_the_way.is_empty()) {
        (true, true) => return Ok(()),
        (false, _) => comparison.foreign_files.iter().map(String::as_str).collect(),
        (true, false) => in_the_way,
    };
    let message =
        format!("`{}` contains files that Bindery did not write: {}", folder.display(), short_list(&names, MAX_LISTED));
    let help = "choose an empty directory with `--out`, or pass `--force` to write anyway";
    Err(Box::new(Diagnostic::error(Code::OutputForeign, message).help(help)))
}

fn check_edited_files(comparison: &OutputComparison, folder: &Path) -> Result<()> {
    let edited: Vec<&str> = comparison.in_state(FileState::Edited).collect();
    if edited.is_empty() {
        return Ok(());
    }
    let message = format!("files in `{}` were edited by hand: {}", folder.display(), short_list(&edited, MAX_LISTED));
    let help = "see them with your version control and revert them, or pass `--force` to discard them";
    let problem = Diagnostic::error(Code::OutputEdited, message);
    Err(Box::new(problem.help(help)))
}

#[cfg(test)]
mod tests;
