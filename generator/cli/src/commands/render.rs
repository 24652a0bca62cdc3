//! The only module that prints. Diagnostics and progress go to stderr, requested output to stdout.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use indexmap::IndexMap;

use super::args::{MessageFormat, MessageOptions};
use super::status::Status;
use crate::output::Report;
use bindery::internal::diagnostic::{
    Code, Colors, Diagnostic, Positions, Result, missing_source, render_concise, render_full, render_github,
    render_json,
};
pub(super) use bindery::internal::inflection::counted;
use bindery::internal::text::Source;
use bindery::internal::unicode::printable;

/// Maximum number of diagnostics of one code that are shown in full.
const MAX_SHOWN_PER_CODE: usize = 50;

/// Runs a command and reports the error that ends it. The command adds the sources that diagnostics may refer to.
pub(super) fn attempt(options: &MessageOptions, work: impl FnOnce(&mut Vec<Source>) -> Result<Status>) -> Status {
    let mut sources = Vec::new();
    work(&mut sources).unwrap_or_else(|problem| {
        sources.extend(missing_source(&problem, &sources));
        problems(std::slice::from_ref(&problem), &sources, options);
        Status::for_error(&problem)
    })
}

/// The stream of a text.
#[derive(Clone, Copy)]
pub(super) enum Stream {
    Output,
    /// Stdout contains a document.
    Error,
}

/// Reports diagnostics.
pub(super) fn problems(diagnostics: &[Diagnostic], sources: &[Source], options: &MessageOptions) {
    problems_on(Stream::Output, diagnostics, sources, options);
}

/// Reports diagnostics: the first of each kind in full and on GitHub, all in the other formats. JSON goes to the
/// stream.
pub(super) fn problems_on(stream: Stream, diagnostics: &[Diagnostic], sources: &[Source], options: &MessageOptions) {
    let format = options.message_format;
    let mut requested = diagnostics.to_vec();
    // Its details are the addresses that were tried.
    let long = requested.iter_mut().filter(|one| one.code == Code::NoDescriptionFound && !options.verbose);
    long.for_each(|one| one.detail.clear());
    let (shown, more) = match format {
        MessageFormat::Full => first_of_each_code(&merge_same_messages(&requested)),
        MessageFormat::Github => first_of_each_code(&requested),
        MessageFormat::Concise | MessageFormat::Json => (requested, IndexMap::new()),
    };
    let places = Positions::new(&shown, sources);
    let colors = colors();
    let workspace = std::env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
    for diagnostic in &shown {
        match format {
            MessageFormat::Full => write_stderr(&format!("{}\n", render_full(diagnostic, &places, colors))),
            MessageFormat::Concise => write_stderr(&render_concise(diagnostic, &places, colors)),
            MessageFormat::Github => write_stderr(&render_github(diagnostic, &places, workspace.as_deref())),
            MessageFormat::Json => match stream {
                // The reader may have closed the pipe.
                Stream::Output => drop(write!(io::stdout(), "{}", render_json(diagnostic, &places))),
                Stream::Error => write_stderr(&render_json(diagnostic, &places)),
            },
        }
    }
    for (code, count) in more {
        note(&format!("{count} more `{}`; pass `--message-format concise` to list all", code.as_str()));
    }
}

/// Returns the colors for stderr: a terminal has them unless `NO_COLOR` is set.
fn colors() -> Colors {
    match AutoStream::choice(&io::stderr()) {
        ColorChoice::Never => Colors::None,
        ColorChoice::Auto | ColorChoice::Always | ColorChoice::AlwaysAnsi => Colors::Ansi,
    }
}

/// Keeps the first of the diagnostics with the same message, and adds the number of the others.
fn merge_same_messages(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut causes: IndexMap<Diagnostic, (&Diagnostic, usize)> = IndexMap::new();
    for diagnostic in diagnostics {
        let cause = Diagnostic { place: None, ..diagnostic.clone() };
        causes.entry(cause).or_insert((diagnostic, 0)).1 += 1;
    }
    let shown = causes.into_values().map(|(first, count)| {
        let mut shown = first.clone();
        if count > 1 {
            let others = counted(count - 1, "other location");
            shown.detail.push(format!("and at {others}; pass `--message-format concise` to list them"));
        }
        shown
    });
    shown.collect()
}

/// Returns the first diagnostics of each code, and the number of the others.
fn first_of_each_code(diagnostics: &[Diagnostic]) -> (Vec<Diagnostic>, IndexMap<Code, usize>) {
    let mut counts: IndexMap<Code, usize> = IndexMap::new();
    let is_shown = |diagnostic: &&Diagnostic| {
        let count = counts.entry(diagnostic.code).or_default();
        *count += 1;
        *count <= MAX_SHOWN_PER_CODE
    };
    let shown = diagnostics.iter().filter(is_shown).cloned().collect();
    counts.retain(|_, count| *count > MAX_SHOWN_PER_CODE);
    counts.values_mut().for_each(|count| *count -= MAX_SHOWN_PER_CODE);
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

/// Returns `true` if status messages are shown on a terminal.
pub(super) fn is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Replaces the current line of the terminal.
pub(super) fn progress(line: &str) {
    write_stderr(&format!("\r\x1b[K{}", printable(line)));
}

/// Prints requested output.
pub(super) fn print_output(text: &str) {
    // The reader may have closed the pipe.
    let _ = writeln!(io::stdout(), "{}", printable(text.trim_end_matches('\n')));
}

/// Returns `true` if the user can be prompted.
pub(super) fn can_prompt() -> bool {
    io::stdin().is_terminal()
}

/// Prompts the user.
pub(super) fn confirm(question: &str) -> bool {
    write_stderr(&format!("{} [y/N] ", printable(question)));
    let mut input = String::new();
    let read = io::stdin().lock().read_line(&mut input);
    read.is_ok() && matches!(input.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}

/// Describes what a commit did, or would do.
pub(super) fn describe_commit(report: &Report, folder: &Path, dry: bool) -> String {
    let did = if dry { "would write" } else { "wrote" };
    let files = counted(report.written.len(), "file");
    let (removed, unchanged) = (report.removed.len(), report.unchanged);
    format!("{did} {files} to {}, {removed} removed, {unchanged} unchanged", folder.display())
}
