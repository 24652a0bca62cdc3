//! Making a folder hold a tree: all of it or nothing.

use std::path::Path;

use super::compare::{Comparison, FileState};
use super::swap;
use super::tree::Tree;
use crate::diagnostic::{Code, Diagnostic};

/// What a commit did, or would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The files that were written.
    pub written: Vec<String>,
    /// The files that were removed.
    pub removed: Vec<String>,
    /// How many files were as they should be, and keep their time stamps.
    pub unchanged: usize,
}

impl Report {
    /// Whether nothing had to be done.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.written.is_empty() && self.removed.is_empty()
    }
}

/// What a commit would do.
///
/// # Errors
///
/// Those of [`commit`], but for what only writing can meet.
pub fn plan(tree: &Tree, folder: &Path, force: bool) -> Result<Report, Box<Diagnostic>> {
    check_place(folder)?;
    let comparison = Comparison::of(tree, folder)?;
    if !force {
        refuse_strangers(&comparison, folder)?;
        refuse_edited(&comparison, folder)?;
    }
    let of =
        |states: &[FileState]| states.iter().flat_map(|state| comparison.in_state(*state).map(str::to_owned)).collect();
    let edited = comparison.in_state(FileState::Edited);
    let (made, gone): (Vec<&str>, Vec<&str>) = edited.partition(|path| tree.get(path).is_some());
    let mut written: Vec<String> = of(&[FileState::New, FileState::Changed, FileState::Foreign]);
    written.extend(made.into_iter().map(str::to_owned));
    written.sort();
    let mut removed: Vec<String> = of(&[FileState::Stale]);
    removed.extend(gone.into_iter().map(str::to_owned));
    removed.sort();
    Ok(Report { written, removed, unchanged: comparison.in_state(FileState::Same).count() })
}

/// Makes the folder hold the tree. Files that are as they should be are not touched, files of the user are kept, and
/// either all is done or nothing.
///
/// # Errors
///
/// `output-unwritable` where the place cannot be written, `output-foreign` where files stand in the way that are not
/// Bindery's, `output-edited` where one of its own was edited by hand; `force` overrules the latter two.
pub fn commit(tree: &Tree, folder: &Path, force: bool) -> Result<Report, Box<Diagnostic>> {
    check_place(folder)?;
    let _lock = swap::lock(folder)?;
    swap::clean_up(folder);
    let report = plan(tree, folder, force)?;
    if !report.is_unchanged() {
        swap::replace(tree, folder, &report).map_err(|error| swap::unwritable(folder, &error))?;
    }
    Ok(report)
}

fn check_place(folder: &Path) -> Result<(), Box<Diagnostic>> {
    let refused =
        |message: String, help: String| Err(Box::new(Diagnostic::error(Code::OutputUnwritable, message).help(help)));
    let parent = swap::parent(folder);
    if !parent.is_dir() {
        let message = format!("the folder {} does not exist", parent.display());
        return refused(message, format!("create it first: mkdir -p {}", parent.display()));
    }
    if folder.exists() && !folder.is_dir() {
        return refused(format!("{} is a file", folder.display()), "choose a folder with --out".to_owned());
    }
    Ok(())
}

fn refuse_strangers(comparison: &Comparison, folder: &Path) -> Result<(), Box<Diagnostic>> {
    let in_the_way: Vec<&str> = comparison.in_state(FileState::Foreign).collect();
    let names: Vec<&str> = match (comparison.strangers.is_empty(), in_the_way.is_empty()) {
        (true, true) => return Ok(()),
        (false, _) => comparison.strangers.iter().map(String::as_str).collect(),
        (true, false) => in_the_way,
    };
    let shown = names.iter().take(5).copied().collect::<Vec<_>>().join(", ");
    let more = if names.len() > 5 { format!(" and {} more", names.len() - 5) } else { String::new() };
    let message = format!("{} holds files that are not Bindery's: {shown}{more}", folder.display());
    let help = "choose an empty folder with --out, or write all the same with --force";
    Err(Box::new(Diagnostic::error(Code::OutputForeign, message).help(help)))
}

fn refuse_edited(comparison: &Comparison, folder: &Path) -> Result<(), Box<Diagnostic>> {
    let edited: Vec<&str> = comparison.in_state(FileState::Edited).take(5).collect();
    if edited.is_empty() {
        return Ok(());
    }
    let message = format!("files in {} were edited by hand: {}", folder.display(), edited.join(", "));
    let help = "take the edits back, or lose them with --force";
    Err(Box::new(Diagnostic::error(Code::OutputEdited, message).help(help)))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{Report, commit};
    use crate::diagnostic::Code;
    use crate::output::{LEDGER, Ledger, Tree, sha256};

    fn tree(files: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::new();
        let hashes = files.iter().map(|(path, text)| ((*path).to_owned(), sha256(text.as_bytes()))).collect();
        for (path, text) in files {
            tree.insert(path, *text).unwrap();
        }
        tree.insert(LEDGER, Ledger { files: hashes, ..Ledger::default() }.render()).unwrap();
        tree
    }

    fn refused(tree: &Tree, folder: &Path) -> Code {
        commit(tree, folder, false).unwrap_err().code
    }

    #[test]
    fn an_unchanged_run_writes_nothing() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        let files = tree(&[("src/lib.rs", "a"), ("README.md", "b")]);
        assert_eq!(commit(&files, &folder, false).unwrap().written.len(), 3);
        let stamp = |path: &str| fs::metadata(folder.join(path)).unwrap().modified().unwrap();
        let (before, folder_before) = (stamp("src/lib.rs"), stamp("."));
        let report = commit(&files, &folder, false).unwrap();
        assert_eq!(report, Report { unchanged: 3, ..Report::default() });
        assert_eq!((before, folder_before), (stamp("src/lib.rs"), stamp(".")));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing is left beside the crate");
    }

    #[test]
    fn a_changed_run_keeps_what_is_the_same_and_what_is_the_users() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        commit(&tree(&[("src/lib.rs", "a"), ("src/old.rs", "b"), ("README.md", "c")]), &folder, false).unwrap();
        fs::create_dir_all(folder.join("target/debug")).unwrap();
        fs::write(folder.join("target/debug/x"), "built").unwrap();
        fs::write(folder.join("notes.txt"), "mine").unwrap();
        let before = fs::metadata(folder.join("README.md")).unwrap().modified().unwrap();
        let report = commit(&tree(&[("src/lib.rs", "new"), ("README.md", "c")]), &folder, false).unwrap();
        assert_eq!(report.written, [LEDGER, "src/lib.rs"]);
        assert_eq!(report.removed, ["src/old.rs"]);
        assert_eq!(fs::read_to_string(folder.join("src/lib.rs")).unwrap(), "new");
        assert!(!folder.join("src/old.rs").exists());
        assert_eq!(fs::read_to_string(folder.join("notes.txt")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(folder.join("target/debug/x")).unwrap(), "built");
        assert_eq!(fs::metadata(folder.join("README.md")).unwrap().modified().unwrap(), before);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing is left beside the crate");
    }

    #[test]
    fn foreign_and_edited_files_are_refused() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("thesis.txt"), "mine").unwrap();
        let files = tree(&[("src/lib.rs", "a")]);
        assert_eq!(refused(&files, &folder), Code::OutputForeign);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        commit(&files, &folder, true).unwrap();
        assert_eq!(fs::read_to_string(folder.join("thesis.txt")).unwrap(), "mine");
        fs::write(folder.join("src/lib.rs"), "edited").unwrap();
        assert_eq!(refused(&files, &folder), Code::OutputEdited);
        assert_eq!(fs::read_to_string(folder.join("src/lib.rs")).unwrap(), "edited");
        commit(&files, &folder, true).unwrap();
        assert_eq!(fs::read_to_string(folder.join("src/lib.rs")).unwrap(), "a");
        fs::write(folder.join("src/more.rs"), "mine").unwrap();
        assert_eq!(refused(&tree(&[("src/lib.rs", "a"), ("src/more.rs", "b")]), &folder), Code::OutputForeign);
    }

    #[test]
    fn places_that_cannot_be_written() {
        let place = tempfile::tempdir().unwrap();
        let files = tree(&[("src/lib.rs", "a")]);
        assert_eq!(refused(&files, &place.path().join("no/such/parent")), Code::OutputUnwritable);
        fs::write(place.path().join("file"), "").unwrap();
        assert_eq!(refused(&files, &place.path().join("file")), Code::OutputUnwritable);
        let folder = place.path().join("crate");
        commit(&files, &folder, false).unwrap();
        fs::write(folder.join(LEDGER), "damaged").unwrap();
        assert_eq!(refused(&files, &folder), Code::OutputEdited);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        commit(&tree(&[("src/lib.rs", "a")]), &folder, false).unwrap();
        let outside = place.path().join("outside.rs");
        fs::write(&outside, "a").unwrap();
        fs::remove_file(folder.join("src/lib.rs")).unwrap();
        std::os::unix::fs::symlink(&outside, folder.join("src/lib.rs")).unwrap();
        let files = tree(&[("src/lib.rs", "new")]);
        assert_eq!(refused(&files, &folder), Code::OutputEdited);
        commit(&files, &folder, true).unwrap();
        assert_eq!(fs::read_to_string(&outside).unwrap(), "a");
        assert_eq!(fs::read_to_string(folder.join("src/lib.rs")).unwrap(), "new");
    }
}
