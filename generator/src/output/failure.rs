//! Diagnostics for failed writes.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};

/// Creates an I/O error for a path with its own message.
pub(super) fn io_error(kind: ErrorKind, path: &Path, what: &str) -> io::Error {
    io::Error::new(kind, format!("{} {what}", path.display()))
}

/// Adds the path to an I/O error.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| match error.kind() {
        ErrorKind::NotFound => io_error(ErrorKind::NotFound, path, "vanished meanwhile"),
        kind => io::Error::new(kind, format!("{}: {error}", path.display())),
    }
}

/// Returns the diagnostic for a directory that cannot be written.
pub(super) fn unwritable(folder: &Path, error: &io::Error) -> Box<Diagnostic> {
    let message = format!("{} cannot be written: {error}", folder.display());
    let help = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "make room for it, then run again, or choose another folder with --out"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "fix the permissions of that place, or choose another folder with --out"
        }
        ErrorKind::NotFound => "something else changes the folder: run again when it is done",
        _ => "fix that, then run again, or choose another folder with --out",
    };
    Box::new(Diagnostic::error(Code::OutputUnwritable, message).help(help))
}

/// Returns the diagnostic for a directory, or a file in it, that cannot be read.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> Box<Diagnostic> {
    let message = format!("{} cannot be read: {error}", path.display());
    let help = "choose another folder with --out, or fix its permissions";
    Box::new(Diagnostic::error(Code::OutputUnwritable, message).help(help))
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};
    use std::path::Path;

    use super::{at, unwritable};

    #[test]
    fn each_kind_has_its_help() {
        for (kind, help) in [
            (ErrorKind::StorageFull, "make room"),
            (ErrorKind::QuotaExceeded, "make room"),
            (ErrorKind::ReadOnlyFilesystem, "fix the permissions"),
            (ErrorKind::PermissionDenied, "fix the permissions"),
            (ErrorKind::NotFound, "run again"),
            (ErrorKind::ResourceBusy, "fix that"),
        ] {
            let problem = unwritable(Path::new("made"), &at(Path::new("made/a.rs"))(Error::from(kind)));
            assert!(problem.message.starts_with("made cannot be written: made/a.rs"), "{}", problem.message);
            assert!(problem.help.as_ref().is_some_and(|reported| reported.contains(help)), "{:?}", problem.help);
        }
    }
}
