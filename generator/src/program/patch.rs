//! The changes of a program: showing them, and writing them all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use similar::TextDiff;

use super::markers::Decision;
use super::packages::{Package, Program, problem};
use super::sources::Sources;
use crate::diagnostic::Result;
use crate::output::replace;

/// The changes of a program.
pub(crate) struct Patch {
    /// The path of the program as the user gave it.
    pub(crate) program: PathBuf,
    files: Vec<PatchedFile>,
    /// The places that the user has to decide about.
    pub(crate) decisions: Vec<Decision>,
}

struct PatchedFile {
    path: PathBuf,
    old: String,
    new: String,
}

impl Patch {
    /// Returns the changed files. Those that were formatted are formatted again.
    pub(super) fn new(sources: Sources, decisions: Vec<Decision>, program: &Program) -> Self {
        let changed = sources.files.into_iter().filter(|(_, file)| file.text != file.original);
        let files = changed.map(|(path, file)| {
            let new = match program.package(&path).filter(|_| path.extension().is_some_and(|end| end == "rs")) {
                Some(package) => formatted(&file.original, file.text, package),
                None => file.text,
            };
            PatchedFile { path, old: file.original, new }
        });
        Self { program: program.given.clone(), files: files.collect(), decisions }
    }

    /// Returns the number of changed files.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns the changes as a unified diff. `shown` returns the path of a file as the user knows it.
    pub(crate) fn diff(&self, shown: impl Fn(&Path) -> PathBuf) -> String {
        let diffs = self.files.iter().map(|file| {
            let path = shown(&file.path).display().to_string();
            TextDiff::from_lines(&file.old, &file.new).unified_diff().header(&path, &path).to_string()
        });
        diffs.collect()
    }

    /// Checks that all files can be written.
    pub(crate) fn check_writable(&self) -> Result<()> {
        let is_writable =
            |file: &&PatchedFile| fs::metadata(&file.path).is_ok_and(|data| !data.permissions().readonly());
        match self.files.iter().find(|file| !is_writable(file)) {
            Some(file) => Err(problem(
                format!("`{}` is read-only", file.path.display()),
                "make it writable, or change it yourself",
            )),
            None => Ok(()),
        }
    }

    /// Writes the files, each in one step.
    pub(crate) fn write(&self) -> Result<()> {
        for file in &self.files {
            replace(&file.path, file.new.as_bytes()).map_err(|error| {
                let message = format!("cannot write `{}`: {error}", file.path.display());
                problem(message, "restore the program from version control, and try again")
            })?;
        }
        Ok(())
    }
}

/// Rejects a program with uncommitted changes, which could not be distinguished from those of a migration.
pub(super) fn check_clean(program: &Program) -> Result<()> {
    for package in &program.packages {
        let mut git = Command::new("git");
        git.args(["status", "--porcelain", "--", "."]).current_dir(&package.folder).stdin(Stdio::null());
        let folder = package.folder.display();
        let help = "commit or stash the changes, or pass `--force`";
        match git.output() {
            Ok(output) if output.status.success() && output.stdout.is_empty() => {}
            Ok(output) if output.status.success() => {
                return Err(problem(format!("`{folder}` has uncommitted changes"), help));
            }
            _ => {
                let message = format!("`{folder}` is not in a git repository, so that changes could not be taken back");
                return Err(problem(message, "pass `--force` to change it anyway"));
            }
        }
    }
    Ok(())
}

/// Formats a text if the original was formatted.
fn formatted(original: &str, text: String, package: &Package) -> String {
    match rustfmt(original, package) {
        Some(same) if same == original => rustfmt(&text, package).unwrap_or(text),
        _ => text,
    }
}

/// Returns a text as the package's rustfmt formats it.
fn rustfmt(text: &str, package: &Package) -> Option<String> {
    let mut command = Command::new(std::env::var_os("RUSTFMT").unwrap_or_else(|| "rustfmt".into()));
    command.args(["--edition", &package.edition, "--emit", "stdout"]).current_dir(&package.folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    let written = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(written.as_bytes()));
    let output = child.wait_with_output().ok()?;
    let is_written = writer.join().is_ok_and(|result| result.is_ok());
    (is_written && output.status.success()).then(|| String::from_utf8(output.stdout).ok()).flatten()
}
