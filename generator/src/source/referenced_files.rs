//! The budget for the other files of a description, and the files that were read.
//!
//! A run has one budget: the time, the bytes and the number of files that the request allows, minus those of the
//! description itself. A run that generates a crate twice reads each file once.

use std::path::PathBuf;
use std::time::Duration;

use super::Request;
use crate::diagnostic::{Code, Diagnostic, Location};

/// The reason why another file is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// A phrase with the reason; other files may be readable.
    Refused(String),
    /// The file is outside the root directory. The contained root would include both.
    Outside(PathBuf),
    /// The budget is used up: nothing more is read.
    Exhausted(Box<Diagnostic>),
}

/// The remaining budget of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) bytes: u64,
    pub(super) time: Duration,
    pub(super) files: usize,
    /// The limit of the request, to be shown when it is exceeded.
    pub(super) max_bytes: u64,
    pub(super) max_files: usize,
}

impl Budget {
    /// Returns the budget of a request.
    pub(super) fn for_request(request: &Request) -> Self {
        Self {
            bytes: request.max_bytes,
            time: request.timeout,
            files: request.max_files,
            max_bytes: request.max_bytes,
            max_files: request.max_files,
        }
    }

    /// Returns the rest after a text of the given size and time.
    pub(super) fn less(self, bytes: usize, time: Duration) -> Self {
        let bytes = self.bytes.saturating_sub(u64::try_from(bytes).unwrap_or(u64::MAX));
        Self { bytes, time: self.time.saturating_sub(time), ..self }
    }
}

/// Returns the diagnostic for a description with too many files.
pub(super) fn too_many_files(name: &str, limit: usize) -> Box<Diagnostic> {
    let message = format!("the description refers to more than {limit} other files");
    let problem = Diagnostic::error(Code::SourceTooLarge, message).at(name, Location::Whole);
    Box::new(problem.help("bundle the files into one, such as with `redocly bundle`"))
}

pub(super) fn refusal(reason: &str) -> Unread {
    Unread::Refused(reason.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Budget, Unread};
    use crate::diagnostic::Code;
    use crate::source::text::ReferencedFiles;
    use crate::source::{Request, Source, SourceLocator};

    #[test]
    fn each_file_is_read_once_and_counts() {
        let request = Request { max_bytes: 10, max_files: 2, ..Request::new(SourceLocator::StandardInput) };
        let referenced_files = {
            let budget = Budget::for_request(&request).less(3, std::time::Duration::ZERO);
            ReferencedFiles::new(request, budget)
        };
        let read = |budget: &Budget| Ok(Source::new("a", "x".repeat(usize::try_from(budget.bytes - 1).unwrap())));
        assert_eq!(referenced_files.get("a", read).unwrap().text().len(), 6);
        assert_eq!(referenced_files.get("a", |_| panic!("it is known")).unwrap().text().len(), 6);
        assert_eq!(referenced_files.get("b", read).unwrap().text().len(), 0);
        let Err(Unread::Exhausted(problem)) = referenced_files.get("c", read) else { panic!("two files are allowed") };
        assert_eq!(problem.code, Code::SourceTooLarge);
    }
}
