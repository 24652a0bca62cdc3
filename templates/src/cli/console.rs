//! The console: standard output and standard error. A closed pipe is not an error, as in `program .. | head`.

use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::sync::{Arc, Mutex, PoisonError};

use super::escape;

/// A writer that several owners share.
pub(crate) type Shared = Arc<Mutex<dyn Write + Send>>;

/// Standard output and standard error, or their replacements in tests.
#[derive(Clone)]
pub struct Console {
    output: Shared,
    errors: Shared,
    /// `true` if the output is a terminal.
    pub(super) terminal: bool,
    /// The reason why the output could not be written.
    failure: Arc<Mutex<Option<String>>>,
}

impl Console {
    /// Returns the console of the process.
    pub(super) fn standard() -> Self {
        let (output, errors) = (
            Arc::new(Mutex::new(stdout())),
            Arc::new(Mutex::new(stderr())),
        );
        Self::new(output, errors, stdout().is_terminal())
    }

    /// Creates a console with other writers.
    pub(crate) fn new(output: Shared, errors: Shared, terminal: bool) -> Self {
        Self {
            output,
            errors,
            terminal,
            failure: Arc::default(),
        }
    }

    /// Writes bytes to the output. A closed pipe is not a failure.
    pub(super) fn write(&self, bytes: &[u8]) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let written = output.write_all(bytes).and_then(|()| output.flush());
        if let Err(error) = written
            && error.kind() != ErrorKind::BrokenPipe
        {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            *failure = Some(format!("the output cannot be written: {error}"));
        }
    }

    /// Writes a line to the output.
    pub(super) fn line(&self, text: &str) {
        self.write(format!("{text}\n").as_bytes());
    }

    /// Writes a message to standard error. The message may contain text from a server, which is escaped. Failures are
    /// ignored, because they cannot be reported.
    pub(super) fn log(&self, text: &str) {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        drop(errors.write_all(format!("{}\n", escape::lines(text)).as_bytes()));
    }

    /// Returns the reason why the output could not be written.
    pub(super) fn failure(&self) -> Option<String> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.clone()
    }
}
