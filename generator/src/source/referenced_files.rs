//! The budget for the other files of a description, and the files that were read.
//!
//! A run has one budget: the time, the bytes and the number of files that the request allows, minus those of the
//! description itself. A run that generates a crate twice reads each file once.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Request, Source};
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

/// The other files of a description.
pub(super) struct ReferencedFiles(Mutex<State>);

struct State {
    budget: Budget,
    /// The files that were read, or the reason why not, by path or address.
    known: HashMap<String, Result<Source, Unread>>,
    /// Why nothing more is read.
    exhausted: Option<Unread>,
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

impl ReferencedFiles {
    pub(super) fn new(budget: Budget) -> Self {
        Self(Mutex::new(State { budget, known: HashMap::new(), exhausted: None }))
    }

    /// Returns the file with this name: a file that was read before, or the result of `read` within the budget.
    pub(super) fn get(
        &self,
        name: &str,
        read: impl FnOnce(&Budget) -> Result<Source, Unread>,
    ) -> Result<Source, Unread> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = state.known.get(name) {
            return known.clone();
        }
        if let Some(exhausted) = &state.exhausted {
            return Err(exhausted.clone());
        }
        let found = state.budget.read(name, read);
        if let Err(exhausted @ Unread::Exhausted(_)) = &found {
            state.exhausted = Some(exhausted.clone());
        }
        state.known.insert(name.to_owned(), found.clone());
        found
    }
}

impl Budget {
    fn read(&mut self, name: &str, read: impl FnOnce(&Self) -> Result<Source, Unread>) -> Result<Source, Unread> {
        let Some(files) = self.files.checked_sub(1) else {
            return Err(Unread::Exhausted(too_many_files(name, self.max_files)));
        };
        self.files = files;
        let begun = Instant::now();
        let found = read(self);
        *self = self.less(found.as_ref().map_or(0, |source| source.text().len()), begun.elapsed());
        found
    }
}

/// Returns the diagnostic for a description with too many files.
fn too_many_files(name: &str, limit: usize) -> Box<Diagnostic> {
    let message = format!("the description refers to more than {limit} other files");
    let problem = Diagnostic::error(Code::TooManyFiles, message).at(name, Location::Whole);
    Box::new(problem.help("bundle the files into one, such as with `redocly bundle`"))
}

/// The texts are long, and shown elsewhere.
impl fmt::Debug for ReferencedFiles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        formatter.debug_tuple("ReferencedFiles").field(&state.budget).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, ReferencedFiles, Unread};
    use crate::diagnostic::Code;
    use crate::source::{Request, Source, SourceLocator};

    #[test]
    fn each_file_is_read_once_and_counts() {
        let request = Request { max_bytes: 10, max_files: 2, ..Request::new(SourceLocator::StandardInput) };
        let referenced_files = ReferencedFiles::new(Budget::for_request(&request).less(3, std::time::Duration::ZERO));
        let read = |budget: &Budget| Ok(Source::new("a", "x".repeat(usize::try_from(budget.bytes - 1).unwrap())));
        assert_eq!(referenced_files.get("a", read).unwrap().text().len(), 6);
        assert_eq!(referenced_files.get("a", |_| panic!("it is known")).unwrap().text().len(), 6);
        assert_eq!(referenced_files.get("b", read).unwrap().text().len(), 0);
        let Err(Unread::Exhausted(problem)) = referenced_files.get("c", read) else { panic!("two files are allowed") };
        assert_eq!(problem.code, Code::TooManyFiles);
    }
}
