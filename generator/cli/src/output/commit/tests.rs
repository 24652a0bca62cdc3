//! Tests each rule of a commit on a real directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;

use super::{Report, commit, plan};
use crate::output::journal::JOURNAL;
use crate::output::write::{TEMPORARY, Writer, lock};
use crate::output::{FileState, Journal, LOCK_FILE, LockFile, Tree, modified};
use bindery::internal::diagnostic::Code;
use bindery::internal::digest::sha256;

fn tree(files: &[(&str, &str)]) -> Tree {
    let mut tree = Tree::new();
    let hashes = files.iter().map(|(path, text)| ((*path).to_owned(), sha256(text.as_bytes()))).collect();
    for (path, text) in files {
        tree.insert(path, *text).unwrap();
    }
    tree.insert(LOCK_FILE, LockFile { files: hashes, ..LockFile::default() }.render()).unwrap();
    tree
}

/// Returns a temporary directory, and the directory of a crate in it.
fn sandbox() -> (TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("crate");
    (place, folder)
}

/// Returns a sandbox with a crate of these files.
fn crate_of(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let (place, folder) = sandbox();
    commit(&tree(files), &folder, false).unwrap();
    (place, folder)
}

fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap()
}

fn error_code(tree: &Tree, folder: &Path) -> Code {
    commit(tree, folder, false).unwrap_err().code
}

#[test]
fn unchanged_runs_write_nothing() {
    let (place, folder) = sandbox();
    let files = tree(&[("src/lib.rs", "a"), ("README.md", "b")]);
    assert_eq!(commit(&files, &folder, false).unwrap().written.len(), 3);
    let stamp = |path: &str| fs::metadata(folder.join(path)).unwrap().modified().unwrap();
    let (before, folder_before) = (stamp("src/lib.rs"), stamp("."));
    let report = commit(&files, &folder, false).unwrap();
    assert_eq!(report, Report { unchanged: 3, ..Report::default() });
    assert_eq!((before, folder_before), (stamp("src/lib.rs"), stamp(".")));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing is left next to the crate");
}

#[test]
fn changed_runs_keep_unchanged_files_and_files_of_the_user() {
    let (place, folder) = crate_of(&[("src/lib.rs", "a"), ("src/old.rs", "b"), ("README.md", "c")]);
    fs::create_dir_all(folder.join("target/debug")).unwrap();
    fs::write(folder.join("target/debug/x"), "built").unwrap();
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    let before = fs::metadata(folder.join("README.md")).unwrap().modified().unwrap();
    let report = commit(&tree(&[("src/lib.rs", "new"), ("README.md", "c")]), &folder, false).unwrap();
    assert_eq!(report.written, [LOCK_FILE, "src/lib.rs"]);
    assert_eq!(report.removed, ["src/old.rs"]);
    assert_eq!(read(&folder, "src/lib.rs"), "new");
    assert!(!folder.join("src/old.rs").exists());
    assert_eq!(read(&folder, "notes.txt"), "mine");
    assert_eq!(read(&folder, "target/debug/x"), "built");
    assert_eq!(fs::metadata(folder.join("README.md")).unwrap().modified().unwrap(), before);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing is left next to the crate");
}

#[test]
fn foreign_and_edited_files_are_rejected() {
    let (_place, folder) = sandbox();
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("thesis.txt"), "mine").unwrap();
    let files = tree(&[("src/lib.rs", "a")]);
    assert_eq!(error_code(&files, &folder), Code::OutputForeign);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    commit(&files, &folder, true).unwrap();
    assert_eq!(read(&folder, "thesis.txt"), "mine");
    fs::write(folder.join("src/lib.rs"), "edited").unwrap();
    assert_eq!(error_code(&files, &folder), Code::OutputEdited);
    assert_eq!(read(&folder, "src/lib.rs"), "edited");
    commit(&files, &folder, true).unwrap();
    assert_eq!(read(&folder, "src/lib.rs"), "a");
    fs::write(folder.join("src/more.rs"), "mine").unwrap();
    assert_eq!(error_code(&tree(&[("src/lib.rs", "a"), ("src/more.rs", "b")]), &folder), Code::OutputForeign);
}

#[test]
fn unwritable_directories_are_reported() {
    let place = tempfile::tempdir().unwrap();
    let files = tree(&[("src/lib.rs", "a")]);
    assert_eq!(error_code(&files, &place.path().join("no/such/parent")), Code::OutputUnwritable);
    fs::write(place.path().join("file"), "").unwrap();
    assert_eq!(error_code(&files, &place.path().join("file")), Code::OutputUnwritable);
    let folder = place.path().join("crate");
    commit(&files, &folder, false).unwrap();
    fs::write(folder.join(LOCK_FILE), "damaged").unwrap();
    assert_eq!(error_code(&files, &folder), Code::OutputEdited);
}

#[test]
fn edited_files_are_listed() {
    let (_place, folder) = sandbox();
    let names = ["a.rs", "b.rs", "c.rs", "d.rs", "e.rs", "f.rs"];
    let old: Vec<(&str, &str)> = names.iter().map(|name| (*name, "made\n")).collect();
    commit(&tree(&old), &folder, false).unwrap();
    names.iter().for_each(|name| fs::write(folder.join(name), "mine\n").unwrap());
    let problem = commit(&tree(&[("b.rs", "generated again\n")]), &folder, false).unwrap_err();
    assert!(problem.message.ends_with("were edited by hand: a.rs, b.rs, c.rs, d.rs, e.rs and 1 more"), "{problem:?}");
    assert!(problem.help.as_ref().is_some_and(|help| help.contains("--force")), "{problem:?}");
    assert_eq!(read(&folder, "a.rs"), "mine\n");
}

#[test]
fn lock_files_have_sorted_lines() {
    let files = tree(&[("src/z.rs", "z"), ("a.rs", "a"), ("src/b.rs", "b")]);
    let text = std::str::from_utf8(files.get(LOCK_FILE).unwrap()).unwrap();
    let (_, listed) = text.split_once("[files]\n").unwrap();
    let expected = [("a.rs", "a"), ("src/b.rs", "b"), ("src/z.rs", "z")]
        .map(|(path, text)| format!("\"{path}\" = \"{}\"", sha256(text.as_bytes())));
    assert_eq!(listed.lines().collect::<Vec<_>>(), expected);
}

#[cfg(unix)]
#[test]
fn runs_wait_for_each_other() {
    let (_place, folder) = crate_of(&[("a.rs", "a")]);
    let other = lock(&folder).unwrap();
    std::thread::scope(|scope| {
        let run = scope.spawn(|| commit(&tree(&[("a.rs", "b")]), &folder, false));
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(!run.is_finished() && read(&folder, "a.rs") == "a");
        drop(other);
        assert_eq!(run.join().unwrap().unwrap().written, ["a.rs", LOCK_FILE]);
    });
}

#[test]
fn killed_runs_are_reported_and_completed_by_the_next() {
    let (old, new) = ([("src/a.rs", "a"), ("src/b.rs", "b"), ("c.rs", "c")], [("src/a.rs", "1"), ("src/d.rs", "2")]);
    let (_place, folder) = crate_of(&old);
    // Killed after it removed one file, wrote another and began a third.
    let mut writer = Writer::new(&folder).unwrap();
    writer.remove("c.rs").unwrap();
    writer.write("src/a.rs", b"1").unwrap();
    drop(writer);
    fs::write(folder.join(TEMPORARY), "beg").unwrap();
    let lock_file = LockFile::read(&folder).unwrap().unwrap();
    let differences = [("c.rs", FileState::New), ("src/a.rs", FileState::Edited)];
    assert_eq!(
        modified(&folder, &lock_file).unwrap(),
        differences.map(|(path, state)| (path.to_owned(), state)).into()
    );
    let report = commit(&tree(&new), &folder, false).unwrap();
    assert_eq!((report.written.len(), report.removed.len(), report.unchanged), (2, 1, 1));
    assert_eq!((fs::read_dir(&folder).unwrap().count(), fs::read_dir(folder.join("src")).unwrap().count()), (2, 2));
}

#[test]
fn killed_first_runs_are_completed_by_the_next() {
    let (_place, folder) = sandbox();
    Writer::new(&folder).unwrap().write("src/a.rs", b"a").unwrap();
    fs::write(folder.join(TEMPORARY), "beg").unwrap();
    commit(&tree(&[("src/a.rs", "a"), ("src/b.rs", "b")]), &folder, false).unwrap();
    assert!(folder.join("src/b.rs").exists() && !folder.join(TEMPORARY).exists());
}

/// Begins to write a tree, and ends after a number of files.
fn write_partly(files: &Tree, folder: &Path, count: usize) {
    let mut writer = Writer::new(folder).unwrap();
    let killed = Journal::read(folder).unwrap();
    writer.clean_up(killed.files.keys().map(String::as_str)).unwrap();
    writer.write(JOURNAL, &killed.for_tree(files)).unwrap();
    for (path, text) in files.iter().filter(|(path, _)| *path != LOCK_FILE).take(count) {
        writer.write(path, text).unwrap();
    }
    let left = folder.join("src");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join(TEMPORARY), "beg").unwrap();
}

#[test]
fn killed_runs_are_replaced_by_runs_of_other_descriptions() {
    let versions = [
        tree(&[("src/a.rs", "1"), ("src/b.rs", "1"), ("src/c.rs", "1")]),
        tree(&[("src/a.rs", "2"), ("src/b.rs", "2"), ("src/d.rs", "2"), ("src/e/f.rs", "2")]),
        tree(&[("src/a.rs", "3"), ("src/c.rs", "3"), ("src/d.rs", "3")]),
    ];
    for (first, last) in [(false, 0), (false, 2), (true, 0), (true, 1), (true, 2)] {
        let (_place, folder) = sandbox();
        if first {
            commit(&versions[0], &folder, false).unwrap();
        }
        for count in 0..100 {
            write_partly(&versions[1 + count % 2], &folder, count % 5);
        }
        commit(&versions[last], &folder, false).unwrap();
        let count = versions[last].iter().count();
        assert_eq!(
            walkdir::WalkDir::new(&folder).into_iter().flatten().filter(|e| e.file_type().is_file()).count(),
            count
        );
        assert!(plan(&versions[last], &folder, false).unwrap().is_unchanged());
        // An edit is still an edit.
        write_partly(&versions[1], &folder, 1);
        fs::write(folder.join("src/a.rs"), "mine").unwrap();
        assert_eq!(error_code(&versions[2], &folder), Code::OutputEdited);
    }
}

#[test]
fn amended_files_belong_to_the_user_too() {
    let (_place, folder) = sandbox();
    let amended = |text: &str| {
        let mut tree = tree(&[("a.rs", "a")]);
        tree.insert_amended("CHANGELOG.md", text).unwrap();
        tree
    };
    let existing = || read(&folder, "CHANGELOG.md");
    // A file that existed before is kept.
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("CHANGELOG.md"), "mine").unwrap();
    let report = commit(&amended("0.1, mine"), &folder, false).unwrap();
    assert_eq!((report.written.len(), existing().as_str()), (3, "0.1, mine"));
    assert!(commit(&amended("0.1, mine"), &folder, false).unwrap().is_unchanged());
    fs::write(folder.join("CHANGELOG.md"), "edited").unwrap();
    let report = commit(&amended("0.2, edited"), &folder, false).unwrap();
    assert_eq!((report.written, existing().as_str()), (vec!["CHANGELOG.md".to_owned()], "0.2, edited"));
    assert!(!read(&folder, LOCK_FILE).contains("CHANGELOG.md"));
    // A file that is not generated any longer stays, edited or not.
    for text in ["0.2, edited", "mine again"] {
        fs::write(folder.join("CHANGELOG.md"), text).unwrap();
        let report = commit(&tree(&[("a.rs", text)]), &folder, false).unwrap();
        assert_eq!((report.removed.len(), existing().as_str()), (0, text));
    }
    fs::remove_file(folder.join("CHANGELOG.md")).unwrap();
    fs::create_dir(folder.join("CHANGELOG.md")).unwrap();
    assert_eq!(error_code(&amended("0.3"), &folder), Code::OutputForeign);
}

#[test]
fn generated_files_may_become_amended() {
    let (_place, folder) = crate_of(&[("a.rs", "a"), ("CHANGELOG.md", "0.1")]);
    fs::write(folder.join("CHANGELOG.md"), "0.1, edited").unwrap();
    let mut files = tree(&[("a.rs", "a")]);
    files.insert_amended("CHANGELOG.md", "0.2, 0.1, edited").unwrap();
    let report = commit(&files, &folder, false).unwrap();
    assert_eq!(report.written, ["CHANGELOG.md", LOCK_FILE]);
    assert!(report.removed.is_empty());
}

#[test]
fn files_may_be_removed_while_they_are_read() {
    let (_place, folder) = sandbox();
    let files = tree(&[("a.rs", "a")]);
    commit(&files, &folder, false).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                fs::rename(folder.join("a.rs"), folder.join("away")).unwrap();
                fs::rename(folder.join("away"), folder.join("a.rs")).unwrap();
            }
        });
        let reports: Vec<_> = (0..2000).map(|_| plan(&files, &folder, false)).collect();
        done.store(true, Ordering::Relaxed);
        for report in reports {
            assert!(report.unwrap().written.iter().all(|path| path == "a.rs"));
        }
    });
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let (place, folder) = crate_of(&[("src/lib.rs", "a")]);
    let outside = place.path().join("outside.rs");
    fs::write(&outside, "a").unwrap();
    fs::remove_file(folder.join("src/lib.rs")).unwrap();
    std::os::unix::fs::symlink(&outside, folder.join("src/lib.rs")).unwrap();
    let files = tree(&[("src/lib.rs", "new")]);
    assert_eq!(error_code(&files, &folder), Code::OutputEdited);
    commit(&files, &folder, true).unwrap();
    assert_eq!(fs::read_to_string(&outside).unwrap(), "a");
    assert_eq!(read(&folder, "src/lib.rs"), "new");
}

#[test]
fn conflicting_files_are_rejected() {
    let (place, folder) = crate_of(&[("a.rs", "a")]);
    fs::write(folder.join("src"), "mine").unwrap();
    assert_eq!(error_code(&tree(&[("a.rs", "a"), ("src/lib.rs", "b")]), &folder), Code::OutputForeign);
    fs::create_dir(folder.join("docs")).unwrap();
    fs::write(folder.join("docs/mine.md"), "mine").unwrap();
    let files = tree(&[("a.rs", "b"), ("docs", "a file")]);
    assert_eq!(error_code(&files, &folder), Code::OutputForeign);
    let problem = commit(&files, &folder, true).unwrap_err();
    assert!(problem.message.contains("docs is a directory in place of a file"), "{}", problem.message);
    assert_eq!(read(&folder, "a.rs"), "a");
    assert_eq!(read(&folder, "docs/mine.md"), "mine");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing is left next to the crate");
}

#[test]
fn at_most_five_foreign_files_are_listed() {
    let place = tempfile::tempdir().unwrap();
    for name in ["a", "b", "c", "d", "e", "f", "g", ".hidden", "Cargo.lock", "target"] {
        fs::write(place.path().join(name), "").unwrap();
    }
    let message = commit(&tree(&[("x.rs", "")]), place.path(), false).unwrap_err().message;
    assert!(message.ends_with("that Bindery did not write: .hidden, a, b, c, d and 3 more"), "{message}");
}

#[test]
fn hidden_files_except_those_of_tools_are_foreign() {
    let place = tempfile::tempdir().unwrap();
    for name in [".gitignore", ".editorconfig", ".gitlab-ci.yml"] {
        fs::write(place.path().join(name), "").unwrap();
    }
    fs::create_dir(place.path().join(".github")).unwrap();
    let files = tree(&[("x.rs", "")]);
    assert!(plan(&files, place.path(), false).is_ok());
    fs::write(place.path().join(".profile"), "").unwrap();
    assert_eq!(error_code(&files, place.path()), Code::OutputForeign);
}

#[test]
fn lock_files_cannot_list_files_outside_the_crate() {
    let (place, folder) = sandbox();
    let files = tree(&[("a.rs", "a")]);
    commit(&files, &folder, false).unwrap();
    let outside = LockFile { files: [("../mine".to_owned(), sha256(b""))].into(), ..LockFile::default() };
    fs::write(folder.join(LOCK_FILE), outside.render()).unwrap();
    fs::write(place.path().join("mine"), "").unwrap();
    for force in [false, true] {
        assert_eq!(commit(&files, &folder, force).unwrap_err().code, Code::OutputEdited);
    }
    assert!(place.path().join("mine").exists());
}

#[test]
fn replacements_of_stale_files_are_kept() {
    let (_place, folder) = crate_of(&[("a.rs", "a"), ("old", "b")]);
    fs::remove_file(folder.join("old")).unwrap();
    fs::create_dir(folder.join("old")).unwrap();
    fs::write(folder.join("old/mine"), "").unwrap();
    let report = commit(&tree(&[("a.rs", "a")]), &folder, true).unwrap();
    assert_eq!(report.removed, [""; 0]);
    assert!(folder.join("old/mine").exists());
}

#[test]
fn directories_without_files_are_removed() {
    let (_place, folder) = crate_of(&[("src/a/b/c.rs", "c"), ("src/d.rs", "d")]);
    fs::create_dir(folder.join("empty")).unwrap();
    commit(&tree(&[("src/d.rs", "d")]), &folder, false).unwrap();
    assert!(!folder.join("src/a").exists() && folder.join("src/d.rs").exists() && folder.join("empty").exists());
}

#[test]
fn plans_write_nothing() {
    let (place, folder) = sandbox();
    let report = plan(&tree(&[("a.rs", "a")]), &folder, false).unwrap();
    assert_eq!(report.written, ["a.rs", LOCK_FILE]);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn links_in_parent_directories_are_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let (folder, outside) = (place.path().join("crate"), place.path().join("outside"));
        commit(&tree(&[("src/a.rs", "a"), ("src/b.rs", "b")]), &folder, false).unwrap();
        fs::rename(folder.join("src"), &outside).unwrap();
        symlink(&outside, folder.join("src")).unwrap();
        let files = tree(&[("src/a.rs", "new"), ("src/b.rs", "b")]);
        assert_eq!(error_code(&files, &folder), Code::OutputEdited);
        commit(&files, &folder, true).unwrap();
        assert_eq!(read(&folder, "src/a.rs"), "new");
        assert_eq!(read(&folder, "src/b.rs"), "b");
        assert_eq!(read(&outside, "a.rs"), "a");
    }

    #[test]
    fn links_in_place_of_the_temporary_file_are_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let (folder, outside) = (place.path().join("crate"), place.path().join("outside"));
        commit(&tree(&[("a.rs", "a")]), &folder, false).unwrap();
        fs::write(&outside, "mine").unwrap();
        symlink(&outside, folder.join(TEMPORARY)).unwrap();
        commit(&tree(&[("a.rs", "b")]), &folder, false).unwrap();
        assert_eq!((read(&folder, "a.rs").as_str(), fs::read_to_string(&outside).unwrap().as_str()), ("b", "mine"));
    }

    #[test]
    fn stale_files_behind_links_are_kept() {
        let (place, folder) = crate_of(&[("src/a.rs", "a"), ("b.rs", "b")]);
        let outside = place.path().join("outside");
        fs::rename(folder.join("src"), &outside).unwrap();
        symlink(&outside, folder.join("src")).unwrap();
        commit(&tree(&[("b.rs", "b")]), &folder, true).unwrap();
        assert_eq!(read(&outside, "a.rs"), "a");
    }

    #[test]
    fn links_above_the_directory_are_followed() {
        let place = tempfile::tempdir().unwrap();
        let (real, link) = (place.path().join("real"), place.path().join("link"));
        fs::create_dir(&real).unwrap();
        symlink(&real, &link).unwrap();
        for text in ["a", "b"] {
            commit(&tree(&[("a.rs", text)]), &link.join("crate"), false).unwrap();
            assert_eq!(read(&real, "crate/a.rs"), text);
        }
        assert!(link.is_symlink());
        assert_eq!(fs::read_dir(&real).unwrap().count(), 1, "nothing is left next to the crate");
    }

    #[test]
    fn links_in_place_of_the_lock_file_are_rejected() {
        let place = tempfile::tempdir().unwrap();
        let (folder, outside) = (place.path().join("crate"), place.path().join("outside"));
        commit(&tree(&[("a.rs", "a")]), &folder, false).unwrap();
        fs::rename(folder.join(LOCK_FILE), &outside).unwrap();
        symlink(&outside, folder.join(LOCK_FILE)).unwrap();
        let problem = commit(&tree(&[("a.rs", "b")]), &folder, true).unwrap_err();
        assert!(
            problem.message.ends_with("bindery.lock` is damaged: it is a link or a directory"),
            "{}",
            problem.message
        );
        assert_eq!(read(&folder, "a.rs"), "a");
    }

    /// A volume of a container cannot be replaced, and the directory that contains it may be read-only.
    #[test]
    fn nothing_is_written_next_to_the_directory() {
        let (place, folder) = crate_of(&[("a.rs", "a")]);
        let modified = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
        let before = modified(place.path());
        set_mode(place.path(), 0o500);
        let report = commit(&tree(&[("a.rs", "b")]), &folder, false);
        set_mode(place.path(), 0o700);
        assert_eq!((report.unwrap().written.len(), modified(place.path())), (2, before));
    }

    #[test]
    fn unwritable_files_are_reported() {
        let (_place, folder) = crate_of(&[("src/a.rs", "a")]);
        // A superuser may write anyway, so something else has to be in the way.
        fs::create_dir(folder.join(TEMPORARY)).unwrap();
        let problem = commit(&tree(&[("src/a.rs", "b")]), &folder, false).unwrap_err();
        assert_eq!(problem.code, Code::OutputUnwritable);
        assert!(problem.message.contains(TEMPORARY), "{}", problem.message);
        assert_eq!(read(&folder, "src/a.rs"), "a");
    }

    #[test]
    fn links_of_the_user_are_kept() {
        let (_place, folder) = crate_of(&[("a.rs", "a")]);
        for (leads_to, name) in [("/no/such", "broken"), ("..", "up"), ("/tmp", "target")] {
            symlink(leads_to, folder.join(name)).unwrap();
        }
        commit(&tree(&[("a.rs", "b")]), &folder, false).unwrap();
        for (leads_to, name) in [("/no/such", "broken"), ("..", "up"), ("/tmp", "target")] {
            assert_eq!(fs::read_link(folder.join(name)).unwrap(), Path::new(leads_to));
        }
    }

    #[test]
    fn links_to_the_directory_are_kept() {
        let place = tempfile::tempdir().unwrap();
        let (folder, link) = (place.path().join("crate"), place.path().join("link"));
        commit(&tree(&[("a.rs", "a")]), &folder, false).unwrap();
        fs::create_dir(folder.join(".git")).unwrap();
        symlink(&folder, &link).unwrap();
        commit(&tree(&[("a.rs", "b")]), &link, false).unwrap();
        assert!(link.is_symlink() && folder.join(".git").exists());
        assert_eq!(read(&folder, "a.rs"), "b");
        symlink("/no/such", place.path().join("broken")).unwrap();
        assert_eq!(error_code(&tree(&[("a.rs", "b")]), &place.path().join("broken")), Code::OutputUnwritable);
    }
}
