//! Reads the other files of a description, which its references name.
//!
//! A description is untrusted, so references are followed only within the root directory (that of the description
//! unless the user sets another one), or below the same directory of the same server, and all of them share the budget
//! of the run.

use std::path::{Path, PathBuf};

use super::file::unread;
use super::referenced_files::{Unread, refusal};
use super::text::{Source, SourceOrigin};
use super::{file, load_address};
use crate::canonical_path::normalized;

/// Reads the file that a reference in `from` names. `first` is the description itself, whose directory must not be
/// left.
///
/// # Errors
///
/// Returns the reason why the file is not read, or the diagnostic that ends the run.
pub(crate) fn load_referenced(first: &Source, from: &Source, reference: &str) -> Result<Source, Unread> {
    match (first.origin(), from.origin()) {
        (SourceOrigin::File(path), SourceOrigin::File(from)) => load_file(first, path, from, reference),
        (SourceOrigin::Address { url, .. }, SourceOrigin::Address { url: from, .. }) => {
            load_address(first, url, from, reference)
        }
        _ => Err(refusal("the description is not in a directory")),
    }
}

fn load_file(description: &Source, first: &Path, from: &Path, reference: &str) -> Result<Source, Unread> {
    let relative = percent_encoding::percent_decode_str(reference).decode_utf8_lossy();
    if relative.contains("://") || Path::new(relative.as_ref()).is_absolute() {
        return Err(refusal("it is not relative to the description"));
    }
    let path = normalized(&from.parent().unwrap_or(Path::new("")).join(relative.as_ref()));
    let folder = first.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let root = description.root.as_deref().unwrap_or(folder);
    // A file outside is not accessed, not even to check whether it exists.
    if let Some(widened) = widened(root, &path) {
        return Err(Unread::Outside(widened));
    }
    let Ok(real) = path.canonicalize() else { return Err(refusal("the file does not exist")) };
    // The description is one file, regardless of how its path is written.
    if first.canonicalize().is_ok_and(|first| first == real) {
        return Ok(description.clone());
    }
    if !root.canonicalize().is_ok_and(|root| real.starts_with(root)) {
        return Err(refusal("it is a symbolic link to a file outside the root directory"));
    }
    // Opening a named pipe would block.
    if !path.is_dir() && !path.is_file() {
        return Err(refusal("it is not a regular file"));
    }
    description.referenced_files.get(&path.display().to_string(), |budget| {
        file::read(&path, budget.bytes).map_err(|problem| unread(problem, budget))
    })
}

/// Returns the root directory that would contain a path, if this one does not according to its name.
fn widened(root: &Path, path: &Path) -> Option<PathBuf> {
    let absolute = |path: &Path| std::path::absolute(path).map(|path| normalized(&path)).unwrap_or_default();
    let (mut outer, target) = (absolute(root), absolute(path));
    let mut widened = root.to_owned();
    while !target.starts_with(&outer) && outer.pop() {
        widened = normalized(&widened.join(".."));
    }
    if widened.as_os_str().is_empty() {
        widened = PathBuf::from(".");
    }
    (!target.starts_with(absolute(root))).then_some(widened)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Unread, load_referenced};
    use crate::diagnostic::Code;
    use crate::source::{Request, Source, SourceLocator, load};

    #[test]
    fn files_count_with_the_description() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("o.json", "{}"), ("a.json", "12345"), ("b.json", "12345")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let location = SourceLocator::File(folder.path().join("o.json"));
        let first = load(&Request { max_bytes: 10, ..Request::new(location) }).unwrap();
        assert_eq!(load_referenced(&first, &first, "%61.json").unwrap().text(), "12345");
        let Err(Unread::Exhausted(problem)) = load_referenced(&first, &first, "b.json") else {
            panic!("it is too large")
        };
        assert_eq!(problem.code, Code::SourceTooLarge);
        assert!(matches!(load_referenced(&first, &first, "c.json"), Err(Unread::Refused(_))));
    }

    #[test]
    fn the_root_directory_is_not_left() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("api/v1")).unwrap();
        for name in ["api/v1/o.json", "common.json", "api/near.json"] {
            fs::write(folder.path().join(name), "{}").unwrap();
        }
        let location = SourceLocator::File(folder.path().join("api/v1/o.json"));
        let first = load(&Request::new(location)).unwrap();
        let outside = |first: &Source, reference: &str| match load_referenced(first, first, reference) {
            Err(Unread::Outside(root)) => Some(root),
            _ => None,
        };
        assert_eq!(outside(&first, "../near.json"), Some(folder.path().join("api")));
        assert_eq!(outside(&first, "../../common.json"), Some(folder.path().to_owned()));
        assert_eq!(outside(&first, "../../missing.json"), Some(folder.path().to_owned()));
        let wider = first.clone().with_root(Some(&folder.path().join("api")));
        assert!(load_referenced(&wider, &wider, "../near.json").is_ok());
        assert_eq!(outside(&wider, "../../common.json"), Some(folder.path().to_owned()));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("common.json"), folder.path().join("api/v1/link.json"))
                .unwrap();
            assert!(matches!(load_referenced(&wider, &wider, "link.json"), Err(Unread::Refused(_))));
        }
    }

    /// To open it would wait until somebody writes to it, which is never.
    #[cfg(unix)]
    #[test]
    fn pipes_are_no_files() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("o.json"), "{}").unwrap();
        let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap();
        assert!(made.success());
        let first = load(&Request::new(SourceLocator::File(folder.path().join("o.json")))).unwrap();
        let Err(Unread::Refused(reason)) = load_referenced(&first, &first, "pipe") else {
            panic!("it is not a regular file")
        };
        assert_eq!(reason, "it is not a regular file");
    }
}
