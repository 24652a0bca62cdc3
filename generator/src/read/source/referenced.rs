//! Reads the other files of a description, which its references name.
//!
//! A description is untrusted, so references are followed only within the root directory (that of the description
//! unless the user sets another one), or below the same directory of the same server, and all of them share the budget
//! of the run.

use std::path::{Path, PathBuf};

use super::loader::{Loader, Unread, refusal, unread};
use crate::base::canonical_path::normalized;
use crate::base::text;
use crate::base::text::{Source, SourceOrigin};

impl Loader {
    /// Reads the file that a reference in `from` names. `first` is the description itself, whose directory must not be
    /// left.
    ///
    /// # Errors
    ///
    /// Returns the reason why the file is not read, or the diagnostic that ends the run.
    pub(crate) fn load(&self, first: &Source, from: &Source, reference: &str) -> Result<Source, Unread> {
        match (&self.fetcher, first.origin(), from.origin()) {
            (_, SourceOrigin::File(path), SourceOrigin::File(from)) => self.load_file(first, path, from, reference),
            #[cfg(feature = "fetch")]
            (Some(fetcher), SourceOrigin::Address { url, .. }, SourceOrigin::Address { url: from, .. }) => {
                self.load_address(fetcher, (first, url), from, reference)
            }
            _ => Err(refusal("the description is not in a directory")),
        }
    }

    fn load_file(&self, first: &Source, path_of_first: &Path, from: &Path, reference: &str) -> Result<Source, Unread> {
        let relative = percent_encoding::percent_decode_str(reference).decode_utf8_lossy();
        if relative.contains("://") || Path::new(relative.as_ref()).is_absolute() {
            return Err(refusal("it is not relative to the description"));
        }
        let path = normalized(&from.parent().unwrap_or(Path::new("")).join(relative.as_ref()));
        let folder = path_of_first.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let root = self.root.as_deref().unwrap_or(folder);
        // A file outside is not accessed, not even to check whether it exists.
        if let Some(widened) = widened(root, &path) {
            return Err(Unread::Outside(widened));
        }
        let Ok(real) = path.canonicalize() else { return Err(refusal("the file does not exist")) };
        // The description is one file, regardless of how its path is written.
        if path_of_first.canonicalize().is_ok_and(|path| path == real) {
            return Ok(first.clone());
        }
        if !root.canonicalize().is_ok_and(|root| real.starts_with(root)) {
            return Err(refusal("it is a symbolic link to a file outside the root directory"));
        }
        // Opening a named pipe would block.
        if !path.is_dir() && !path.is_file() {
            return Err(refusal("it is not a regular file"));
        }
        self.get(&path.display().to_string(), |budget| {
            text::read(&path, budget.bytes).map_err(|problem| unread(problem, budget))
        })
    }
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

    use super::Unread;
    use crate::base::diagnostic::Code;
    use crate::read::source::{Input, Request, SourceLocator, load};

    #[test]
    fn files_count_with_the_description() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("o.json", "{}"), ("a.json", "12345"), ("b.json", "12345")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let location = SourceLocator::File(folder.path().join("o.json"));
        let first = load(&Request { max_bytes: 10, ..Request::new(location) }).unwrap();
        assert_eq!(first.load("%61.json").unwrap().text(), "12345");
        let Err(Unread::Exhausted(problem)) = first.load("b.json") else { panic!("it is too large") };
        assert_eq!(problem.code, Code::SourceTooLarge);
        assert!(matches!(first.load("c.json"), Err(Unread::Refused(_))));
    }

    #[test]
    fn the_root_directory_is_not_left() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("api/v1")).unwrap();
        for name in ["api/v1/o.json", "common.json", "api/near.json"] {
            fs::write(folder.path().join(name), "{}").unwrap();
        }
        let location = SourceLocator::File(folder.path().join("api/v1/o.json"));
        let request = Request::new(location);
        let first = load(&request).unwrap();
        let outside = |first: &Input, reference: &str| match first.load(reference) {
            Err(Unread::Outside(root)) => Some(root),
            _ => None,
        };
        assert_eq!(outside(&first, "../near.json"), Some(folder.path().join("api")));
        assert_eq!(outside(&first, "../../common.json"), Some(folder.path().to_owned()));
        assert_eq!(outside(&first, "../../missing.json"), Some(folder.path().to_owned()));
        let wider = load(&Request { root: Some(folder.path().join("api")), ..request }).unwrap();
        assert!(wider.load("../near.json").is_ok());
        assert_eq!(outside(&wider, "../../common.json"), Some(folder.path().to_owned()));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("common.json"), folder.path().join("api/v1/link.json"))
                .unwrap();
            assert!(matches!(wider.load("link.json"), Err(Unread::Refused(_))));
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
        let Err(Unread::Refused(reason)) = first.load("pipe") else { panic!("it is not a regular file") };
        assert_eq!(reason, "it is not a regular file");
    }
}
