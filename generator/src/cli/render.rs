//! The only module that prints. Diagnostics and progress go to stderr, requested output to stdout.
#![expect(clippy::print_stdout, reason = "printing is what this module is for")]

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use super::args::{MessageFormat, MessageOptions};
use super::{Outcome, Status};
use crate::diagnostic::{
    Code, Diagnostic, Positions, missing_source, render_concise, render_full, render_github, render_json,
};
use crate::output::Report;
use crate::signs::printable;
use crate::source::Source;

/// Maximum number of diagnostics of one code that are shown in full.
const SHOWN_OF_EACH: usize = 50;

/// Does the work of a command, and shows the problem that ends it. The work adds the sources that problems may be in.
pub(super) fn attempt(options: &MessageOptions, work: impl FnOnce(&mut Vec<Source>) -> Outcome<Status>) -> Status {
    let mut sources = Vec::new();
    work(&mut sources).unwrap_or_else(|problem| {
        sources.extend(missing_source(&problem, &sources));
        problems(std::slice::from_ref(&problem), &sources, options);
        Status::for_error(&problem)
    })
}

/// Shows problems: in full the first of each kind, in the other formats all. Those without effect on the client are
/// shown with `--verbose` only.
pub(super) fn problems(diagnostics: &[Diagnostic], sources: &[Source], options: &MessageOptions) {
    let format = options.message_format;
    let requested = diagnostics.iter().filter(|diagnostic| options.verbose || diagnostic.is_effective());
    let requested: Vec<Diagnostic> = requested.cloned().collect();
    let (shown, more) = match format {
        MessageFormat::Full => first_of_each(&one_of_each_cause(&requested)),
        MessageFormat::Github => first_of_each(&requested),
        MessageFormat::Concise | MessageFormat::Json => (requested, IndexMap::new()),
    };
    let places = Positions::new(&shown, sources);
    let workspace = std::env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
    for diagnostic in &shown {
        match format {
            MessageFormat::Full => write_stderr(&format!("{}\n", render_full(diagnostic, &places))),
            MessageFormat::Concise => write_stderr(&render_concise(diagnostic, &places)),
            MessageFormat::Github => write_stderr(&render_github(diagnostic, &places, workspace.as_deref())),
            MessageFormat::Json => print!("{}", render_json(diagnostic, &places)),
        }
    }
    for (code, count) in more {
        note(&format!("{count} more `{}`: `--message-format concise` lists all, one a line", code.as_str()));
    }
}

/// Keeps the first of the diagnostics with the same message, and adds the number of the others.
fn one_of_each_cause(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut causes: IndexMap<Diagnostic, (&Diagnostic, usize)> = IndexMap::new();
    for diagnostic in diagnostics {
        let cause = Diagnostic { place: None, ..diagnostic.clone() };
        causes.entry(cause).or_insert((diagnostic, 0)).1 += 1;
    }
    let shown = causes.into_values().map(|(first, count)| {
        let mut shown = first.clone();
        if count > 1 {
            let others = counted(count - 1, "other place");
            shown.detail.push(format!("and in {others}, which `--message-format concise` lists"));
        }
        shown
    });
    shown.collect()
}

/// Returns the first diagnostics of each code, and the number of the others.
fn first_of_each(diagnostics: &[Diagnostic]) -> (Vec<Diagnostic>, IndexMap<Code, usize>) {
    let mut counts: IndexMap<Code, usize> = IndexMap::new();
    let is_shown = |diagnostic: &&Diagnostic| {
        let count = counts.entry(diagnostic.code).or_default();
        *count += 1;
        *count <= SHOWN_OF_EACH
    };
    let shown = diagnostics.iter().filter(is_shown).cloned().collect();
    counts.retain(|_, count| *count > SHOWN_OF_EACH);
    counts.values_mut().for_each(|count| *count -= SHOWN_OF_EACH);
    (shown, counts)
}

/// Prints a status message.
pub(super) fn note(text: &str) {
    write_stderr(&format!("{}\n", printable(text)));
}

/// Ignores errors, since the reader may have closed the pipe.
fn write_stderr(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Warns a user whose shell is in a directory that was replaced.
pub(super) fn note_folder(folder: &Path) {
    if folder == Path::new(".") {
        note("this folder was exchanged for the new one: `cd .` leads into it");
    }
}

/// Prints requested output.
pub(super) fn answer(text: &str) {
    // The reader may have closed the pipe.
    let _ = writeln!(io::stdout(), "{}", printable(text.trim_end_matches('\n')));
}

/// Returns `true` if the user can be prompted.
pub(super) fn can_prompt() -> bool {
    io::stdin().is_terminal()
}

/// Prompts the user.
pub(super) fn is_confirmed(question: &str) -> bool {
    write_stderr(&format!("{} [y/N] ", printable(question)));
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}

/// Describes what a commit did, or would do.
pub(super) fn describe_commit(report: &Report, folder: &Path, dry: bool) -> String {
    let did = if dry { "would write" } else { "wrote" };
    let files = counted(report.written.len(), "file");
    let (removed, unchanged) = (report.removed.len(), report.unchanged);
    format!("{did} {files} to {}, {removed} removed, {unchanged} unchanged", folder.display())
}

pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
