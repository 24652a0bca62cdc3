//! The round trips of one document: writes its program, and judges the program's output.

use std::path::Path;

use bindery::internal::source::{Request, SourceLocator, load};

use super::one::write as write_files;
use super::outcome::{Trip, Unequal};
use super::{Fallible, at};
use crate::round_trip::Subject;

/// Maximum number of values of each type.
const MAX_VALUES: usize = 40;

/// Writes the program's package to a folder with the same name. Does nothing without values.
pub(super) fn write(path: &Path, folder: &Path) -> Fallible<()> {
    let Some(subject) = subject(path)? else { return Ok(()) };
    let package = folder.file_name().unwrap_or_default().to_string_lossy();
    write_files(folder, &subject.files(&package).into_iter().collect::<Vec<_>>())
}

/// Runs the program.
pub(super) fn trip(path: &Path, program: &Path) -> Fallible<Trip> {
    let Some(subject) = subject(path)? else { return Ok(Trip::default()) };
    let failures = subject.judge(program).map_err(at("run", program))?;
    let unequal = failures.into_iter().map(|failure| Unequal {
        pointer: failure.root.pointer,
        label: failure.label,
        reason: failure.reason,
    });
    Ok(Trip { instances: subject.count(), unequal: unequal.collect() })
}

fn subject(path: &Path) -> Fallible<Option<Subject>> {
    let source = load(&Request::new(SourceLocator::File(path.to_owned())));
    source.and_then(|source| Subject::new(&source, MAX_VALUES)).map_err(|problem| problem.message)
}
