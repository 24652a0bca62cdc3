//! The only place that prints. Problems and progress go to standard error, what was asked for to standard output.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is what this module is for")]

use super::args::MessageFormat;
use crate::diagnostic::{Diagnostic, Places, render_concise, render_full, render_json};
use crate::source::Source;

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
    println!("{text}");
}
