//! The loader of the other files of a description: their server, the budget, and the files that were read.
//!
//! A run has one budget: the time, the bytes and the number of files that the request allows, minus those of the
//! description itself. A run that generates a crate twice reads each file once.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Fetcher, Request};
use crate::base::diagnostic::{Code, Diagnostic, Location};
use crate::base::text::Source;

/// Reads the other files of a description.
#[derive(Debug)]
pub struct Loader {
    /// The connection to the server of the description, with the credentials of the user.
    pub(super) fetcher: Option<Fetcher>,
    /// The root directory of references; that of the description unless the user sets another one.
    pub(super) root: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    budget: Budget,
    /// The files that were read, or the reason why not, by path or address.
    known: HashMap<String, Result<Source, Unread>>,
    /// Why nothing more is read.
    exhausted: Option<Unread>,
}

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

impl Loader {
    /// Creates the loader for a description of a size, which began to be loaded at a time.
    pub(super) fn new(request: &Request, fetcher: Option<Fetcher>, bytes: usize, begun: Instant) -> Self {
        let budget = Budget {
            bytes: request.max_bytes,
            time: request.timeout,
            files: request.max_files,
            max_bytes: request.max_bytes,
            max_files: request.max_files,
        };
        let budget = budget.less(bytes, begun.elapsed());
        let state = State { budget, known: HashMap::new(), exhausted: None };
        Self { fetcher, root: request.root.clone(), state: Mutex::new(state) }
    }

    /// Returns the file with this name: a file that was read before, or the result of `read` within the budget.
    pub(super) fn get(
        &self,
        name: &str,
        read: impl FnOnce(&Budget) -> Result<Source, Unread>,
    ) -> Result<Source, Unread> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = state.known.get(name) {
            return known.clone();
        }
        if let Some(exhausted) = &state.exhausted {
            return Err(exhausted.clone());
        }
        let found = state.read(name, read);
        if let Err(exhausted @ Unread::Exhausted(_)) = &found {
            state.exhausted = Some(exhausted.clone());
        }
        state.known.insert(name.to_owned(), found.clone());
        found
    }
}

impl Budget {
    /// Returns the rest after a text of the given size and time.
    pub(super) fn less(self, bytes: usize, time: Duration) -> Self {
        let bytes = self.bytes.saturating_sub(u64::try_from(bytes).unwrap_or(u64::MAX));
        Self { bytes, time: self.time.saturating_sub(time), ..self }
    }
}

impl State {
    fn read(&mut self, name: &str, read: impl FnOnce(&Budget) -> Result<Source, Unread>) -> Result<Source, Unread> {
        let Some(files) = self.budget.files.checked_sub(1) else {
            return Err(Unread::Exhausted(too_many_files(name, self.budget.max_files)));
        };
        self.budget.files = files;
        let begun = Instant::now();
        let found = read(&self.budget);
        self.budget = self.budget.less(found.as_ref().map_or(0, |source| source.text().len()), begun.elapsed());
        found
    }
}

/// Returns the diagnostic for a description with too many files.
fn too_many_files(name: &str, limit: usize) -> Box<Diagnostic> {
    let message = format!("the description refers to more than {limit} other files");
    let problem = Diagnostic::error(Code::SourceTooLarge, message).at(name, Location::Whole);
    Box::new(problem.help("bundle the files into one, such as with `redocly bundle`"))
}

/// Returns the diagnostic for a description that exceeds the limit because of one of its other files.
fn too_large_with_others(problem: &Diagnostic, max_bytes: u64) -> Box<Diagnostic> {
    let message = format!("the description and its referenced files have more than {max_bytes} bytes");
    let diagnostic = Diagnostic { message, ..problem.clone() };
    Box::new(diagnostic.help("raise the limit with `--max-bytes`, or remove the reference to this file"))
}

/// A file that exceeds the remaining budget ends the run; other errors concern this file only.
pub(super) fn unread(problem: Box<Diagnostic>, budget: &Budget) -> Unread {
    match problem.code {
        Code::SourceTooLarge => Unread::Exhausted(too_large_with_others(&problem, budget.max_bytes)),
        _ => Unread::Refused(problem.message),
    }
}

pub(super) fn refusal(reason: &str) -> Unread {
    Unread::Refused(reason.to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{Budget, Loader, Unread};
    use crate::base::diagnostic::Code;
    use crate::base::text::Source;
    use crate::read::source::{Request, SourceLocator};

    #[test]
    fn each_file_is_read_once_and_counts() {
        let request = Request { max_bytes: 10, max_files: 2, ..Request::new(SourceLocator::StandardInput) };
        let loader = Loader::new(&request, None, 3, Instant::now());
        let read = |budget: &Budget| Ok(Source::new("a", "x".repeat(usize::try_from(budget.bytes - 1).unwrap())));
        assert_eq!(loader.get("a", read).unwrap().text().len(), 6);
        assert_eq!(loader.get("a", |_| panic!("it is known")).unwrap().text().len(), 6);
        assert_eq!(loader.get("b", read).unwrap().text().len(), 0);
        let Err(Unread::Exhausted(problem)) = loader.get("c", read) else { panic!("two files are allowed") };
        assert_eq!(problem.code, Code::SourceTooLarge);
    }
}
