//! The result of one step.

use std::fmt;
use std::time::Duration;

/// The result of migrating programs from one description to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    pub(super) name: String,
    pub(super) programs: usize,
    /// The programs that do not compile with the new client.
    pub(super) broken: usize,
    /// The broken programs that compile after the migration.
    pub(super) fixed: usize,
    /// The errors that remain, and the comments in programs that do not compile.
    pub(super) errors: usize,
    pub(super) comments: usize,
    /// The programs whose comments do not match their errors.
    pub(super) mismatched: Vec<String>,
    /// The programs that were changed although they compile with the new client.
    pub(super) needless: Vec<String>,
    /// The files that a second run changes.
    pub(super) again: usize,
    /// The changed items that the programs use, those that `--used-by` reports, and those in both.
    pub(super) used: usize,
    pub(super) reported: usize,
    pub(super) correct: usize,
    pub(super) check: Duration,
    pub(super) migrate: Duration,
    /// The lines of the report, and the breaking changes in it.
    pub(super) lines: usize,
    pub(super) breaking: usize,
    /// Each remaining error, with the program.
    pub(super) left: Vec<String>,
}

impl Measured {
    /// Returns `true` if nothing was changed without need, and each error has one comment.
    #[must_use]
    pub(super) fn is_right(&self) -> bool {
        self.mismatched.is_empty() && self.needless.is_empty() && self.again == 0
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for error in &self.left {
            writeln!(f, "{}: left: {error}", self.name)?;
        }
        for (what, programs) in [("comments do not match", &self.mismatched), ("changed without need", &self.needless)]
        {
            programs.iter().try_for_each(|program| writeln!(f, "{}: {what}: {program}", self.name))?;
        }
        write!(f, "{}", row(self))
    }
}

fn row(step: &Measured) -> String {
    let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
    let cells = [
        step.name.clone(),
        step.programs.to_string(),
        step.broken.to_string(),
        step.fixed.to_string(),
        step.errors.to_string(),
        step.comments.to_string(),
        step.mismatched.len().to_string(),
        step.needless.len().to_string(),
        step.again.to_string(),
        format!("{}/{}", step.correct, step.reported),
        format!("{}/{}", step.correct, step.used),
        seconds(step.check),
        seconds(step.migrate),
        format!("{} for {}", step.lines, step.breaking),
    ];
    format!("| {} |", cells.join(" | "))
}

/// Returns the results as a Markdown table, with their sum.
#[must_use]
pub(super) fn table(all: &[Measured]) -> String {
    let head = [
        "step",
        "programs",
        "broken",
        "fixed",
        "errors left",
        "comments",
        "mismatched",
        "changed without need",
        "changed again",
        "precision",
        "recall",
        "check",
        "migrate",
        "lines of report",
    ];
    let mut sum = Measured { name: "all".to_owned(), ..Measured::default() };
    for step in all {
        sum.programs += step.programs;
        sum.broken += step.broken;
        sum.fixed += step.fixed;
        sum.errors += step.errors;
        sum.comments += step.comments;
        sum.mismatched.extend(step.mismatched.iter().cloned());
        sum.needless.extend(step.needless.iter().cloned());
        sum.again += step.again;
        sum.used += step.used;
        sum.reported += step.reported;
        sum.correct += step.correct;
        sum.check += step.check;
        sum.migrate += step.migrate;
        sum.lines += step.lines;
        sum.breaking += step.breaking;
    }
    let rows = all.iter().chain([&sum]).map(|step| format!("{}\n", row(step))).collect::<String>();
    format!("\n| {} |\n|{}\n{rows}", head.join(" | "), "---|".repeat(head.len()))
}
