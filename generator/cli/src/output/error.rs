//! Diagnostics for failed writes.

use std::io::{self, ErrorKind};
use std::path::Path;

use bindery::internal::diagnostic::{Code, Diagnostic};

/// Creates an I/O error for a path with its own message.
pub(super) fn io_error(kind: ErrorKind, path: &Path, what: &str) -> io::Error {
    io::Error::new(kind, format!("{} {what}", path.display()))
}

/// Adds the path to an I/O error.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| match error.kind() {
        ErrorKind::NotFound => io_error(ErrorKind::NotFound, path, "was removed in the meantime"),
        kind => io::Error::new(kind, format!("{}: {error}", path.display())),
    }
}

/// Returns the diagnostic for a directory that cannot be written.
pub(super) fn unwritable(folder: &Path, error: &io::Error) -> Box<Diagnostic> {
    let message = format!("cannot write `{}`: {error}", folder.display());
    let help = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free disk space and try again, or choose another directory with `--out`"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "fix its permissions, or choose another directory with `--out`"
        }
        ErrorKind::NotFound => "another program is changing the directory; try again when it has finished",
        _ => "fix the problem and try again, or choose another directory with `--out`",
    };
    Box::new(Diagnostic::error(Code::OutputUnwritable, message).help(help))
}

/// Returns the diagnostic for a directory, or a file in it, that cannot be read.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> Box<Diagnostic> {
    let message = format!("cannot read `{}`: {error}", path.display());
    let help = "fix its permissions, or choose another directory with `--out`";
    Box::new(Diagnostic::error(Code::OutputUnwritable, message).help(help))
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};
    use std::path::Path;

    use super::{at, unwritable};

    #[test]
    fn help_depends_on_the_error_kind() {
        for (kind, help) in [
            (ErrorKind::StorageFull, "free disk space"),
            (ErrorKind::QuotaExceeded, "free disk space"),
            (ErrorKind::ReadOnlyFilesystem, "fix its permissions"),
            (ErrorKind::PermissionDenied, "fix its permissions"),
            (ErrorKind::NotFound, "try again"),
            (ErrorKind::ResourceBusy, "fix the problem"),
        ] {
            let problem = unwritable(Path::new("made"), &at(Path::new("made/a.rs"))(Error::from(kind)));
            assert!(problem.message.starts_with("cannot write `made`: made/a.rs"), "{}", problem.message);
            assert!(problem.help.as_ref().is_some_and(|reported| reported.contains(help)), "{:?}", problem.help);
        }
    }
}
