//! The round trips of one document: its program, and the judgement of what the program answers.

use std::path::Path;

use bindery::source::{Request, SourceLocator, load};

use super::one::write as write_files;
use super::outcome::{Trip, Unequal};
use super::{Fallible, at};
use crate::round_trip::Subject;

/// How many values of each type are tried.
const MOST: usize = 40;

/// Writes the program's package to a folder that is named like it; nothing where there is nothing to try.
pub(super) fn write(path: &Path, folder: &Path) -> Fallible<()> {
    let Some(subject) = subject(path)? else { return Ok(()) };
    let package = folder.file_name().unwrap_or_default().to_string_lossy();
    write_files(folder, &subject.files(&package).into_iter().collect::<Vec<_>>())
}

/// Lets the program answer.
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
    source.and_then(|source| Subject::of(&source, MOST)).map_err(|problem| problem.message)
}
