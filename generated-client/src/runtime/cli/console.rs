//! Where is written to. A reader that went away ends nothing and needs no message: `program .. | head` is no mistake.

use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::sync::{Arc, Mutex, PoisonError};

use super::escape;

/// A place that several may write to.
pub type Shared = Arc<Mutex<dyn Write + Send>>;

/// Standard output and standard error, or what stands in for them.
#[derive(Clone)]
pub struct Console {
    output: Shared,
    errors: Shared,
    /// `true` if the output is read by a person.
    pub(super) terminal: bool,
    /// Why the output could not be written.
    failure: Arc<Mutex<Option<Failure>>>,
}

#[derive(Clone)]
enum Failure {
    Gone,
    Other(String),
}

impl Console {
    /// The console of the process.
    pub(super) fn standard() -> Self {
        let (output, errors) = (
            Arc::new(Mutex::new(stdout())),
            Arc::new(Mutex::new(stderr())),
        );
        Self::new(output, errors, stdout().is_terminal())
    }

    /// A console that writes elsewhere.
    pub(crate) fn new(output: Shared, errors: Shared, terminal: bool) -> Self {
        Self {
            output,
            errors,
            terminal,
            failure: Arc::default(),
        }
    }

    /// Writes bytes to the output. Returns whether the output is still open.
    pub(super) fn write(&self, bytes: &[u8]) -> bool {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let written = output.write_all(bytes).and_then(|()| output.flush());
        let Err(error) = written else { return true };
        let failure = match error.kind() {
            ErrorKind::BrokenPipe => Failure::Gone,
            _ => Failure::Other(error.to_string()),
        };
        let mut known = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_or_insert(failure);
        false
    }

    /// Writes a line to the output. Returns whether the output is still open.
    pub(super) fn line(&self, text: &str) -> bool {
        self.write(format!("{text}\n").as_bytes())
    }

    /// Writes a message to the errors, which may hold text of a server.
    pub(super) fn log(&self, text: &str) {
        self.log_rendered(&escape::lines(text));
    }

    /// Writes a message to the errors as it is; a failure cannot be reported.
    pub(super) fn log_rendered(&self, text: &str) {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        drop(errors.write_all(format!("{text}\n").as_bytes()));
    }

    /// Why the output could not be written, where that is worth a message.
    pub(super) fn failure(&self) -> Option<String> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        match failure.as_ref()? {
            Failure::Gone => None,
            Failure::Other(reason) => Some(format!("the output cannot be written: {reason}")),
        }
    }
}
