//! Generates clients for many documents, several at a time, each in a child process of this binary.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::arguments::RunOptions;
use super::outcome::Document;
use super::{Fallible, child};

/// Returns the result of each document, in the order of the paths.
pub(super) fn all(folder: &Path, paths: &[String], options: &RunOptions) -> Fallible<Vec<Document>> {
    eprintln!("generating {} documents", paths.len());
    each(paths, options.jobs(), |path| document(folder, path, Folders::default(), options)).into_iter().collect()
}

/// The output folders of a child. Nothing is written if there are none.
#[derive(Clone, Debug, Default)]
pub(super) struct Folders {
    pub(super) crate_out: Option<PathBuf>,
    pub(super) program_out: Option<PathBuf>,
}

/// Generates for one document.
pub(super) fn document(folder: &Path, path: &str, out: Folders, options: &RunOptions) -> Fallible<Document> {
    let file = folder.join(path);
    let mut command = this("one")?;
    if let Some(crate_out) = out.crate_out {
        command.arg("--crate-out").arg(crate_out);
    }
    if let Some(program_out) = out.program_out {
        command.arg("--program-out").arg(program_out);
    }
    if options.self_diff {
        command.arg("--self-diff");
    }
    // A file name may begin with a dash.
    command.arg("--").arg(&file);
    let bytes = fs::metadata(&file).map_or(0, |metadata| metadata.len());
    Ok(Document { path: path.to_owned(), bytes, outcome: child::outcome(&mut command, options.timeout()) })
}

/// Creates a command of this binary.
pub(super) fn this(command: &str) -> Fallible<Command> {
    let this = env::current_exe().map_err(|error| format!("the runner does not find itself: {error}"))?;
    let mut child = Command::new(this);
    // The message of a panic is enough; a backtrace takes longer than the generation.
    child.env("RUST_BACKTRACE", "0").arg(command);
    Ok(child)
}

/// Processes the items with `jobs` threads. The results are in the order of the items.
pub(super) fn each<T: Send>(items: &[String], jobs: usize, work: impl Fn(&str) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            scope.spawn(|| {
                while let Some((index, item)) = take(items, &next) {
                    let result = work(item);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

fn take<'a>(items: &'a [String], next: &AtomicUsize) -> Option<(usize, &'a str)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item.as_str()))
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<String> = (0..100).map(|index| index.to_string()).collect();
        assert_eq!(each(&items, 4, str::to_owned), items);
        assert!(each(&[], 4, str::to_owned).is_empty());
    }
}
