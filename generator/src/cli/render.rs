//! The only place that prints. Problems and progress go to standard error, what was asked for to standard output.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is what this module is for")]

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use super::Status;
use super::args::MessageFormat;
use crate::changes::{Bump, Changes, Verdict};
use crate::diagnostic::{Diagnostic, Places, render_concise, render_full, render_json};
use crate::output::Report;
use crate::source::Source;

/// Does the work of a command, and shows the problem that ends it. The work adds the sources that problems may be in.
pub(super) fn attempt(
    format: MessageFormat,
    work: impl FnOnce(&mut Vec<Source>) -> Result<Status, Box<Diagnostic>>,
) -> Status {
    let mut sources = Vec::new();
    work(&mut sources).unwrap_or_else(|problem| {
        problems(std::slice::from_ref(&problem), &sources, format);
        Status::of(&problem)
    })
}

/// Shows problems.
pub(super) fn problems(diagnostics: &[Diagnostic], sources: &[Source], format: MessageFormat) {
    let places = Places::of(diagnostics, sources);
    for diagnostic in diagnostics {
        match format {
            MessageFormat::Full => eprintln!("{}", render_full(diagnostic, &places)),
            MessageFormat::Concise => eprint!("{}", render_concise(diagnostic, &places)),
            MessageFormat::Json => print!("{}", render_json(diagnostic, &places)),
        }
    }
}

/// Says what was done.
pub(super) fn note(text: &str) {
    eprintln!("{text}");
}

/// Shows what was asked for.
pub(super) fn answer(text: &str) {
    // Whoever reads may have seen enough.
    let _ = writeln!(io::stdout(), "{}", text.trim_end_matches('\n'));
}

/// Asks a question; `None` where nobody is there to answer it.
pub(super) fn agreed(question: &str) -> Option<bool> {
    if !io::stdin().is_terminal() {
        return None;
    }
    eprint!("{question} [y/N] ");
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).ok()?;
    Some(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}

/// Changes in one line.
pub(super) fn summary(changes: &Changes) -> String {
    let counts = Verdict::ALL.map(|verdict| (verdict, changes.count(verdict)));
    let counts = counts.iter().filter(|(_, count)| *count > 0).map(|(verdict, count)| format!("{count} {verdict}"));
    match changes.bump() {
        Bump::None => "nothing that matters".to_owned(),
        bump => format!("{bump}, {}", counts.collect::<Vec<_>>().join(", ")),
    }
}

/// What a commit did, or would do.
pub(super) fn written(report: &Report, folder: &Path, dry: bool) -> String {
    let did = if dry { "would write" } else { "wrote" };
    let files = counted(report.written.len(), "file");
    let (removed, unchanged) = (report.removed.len(), report.unchanged);
    format!("{did} {files} to {}, {removed} removed, {unchanged} unchanged", folder.display())
}

pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
