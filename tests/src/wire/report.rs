//! The report: the number of calls that passed, and each failure.

use std::fmt::Write as _;

use super::trial::{Fault, Outcome, Verdict};

/// The results of all descriptions.
#[derive(Debug, Default)]
pub(super) struct Report {
    descriptions: Vec<(String, Result<Vec<Outcome>, String>)>,
}

impl Report {
    pub(super) fn add(&mut self, name: &str, outcomes: Vec<Outcome>) {
        self.descriptions.push((name.to_owned(), Ok(outcomes)));
    }

    pub(super) fn fail(&mut self, name: &str, problem: String) {
        self.descriptions.push((name.to_owned(), Err(problem)));
    }

    /// Returns the number of calls that failed because of Bindery.
    pub(super) fn ours(&self) -> usize {
        let failed = self.descriptions.iter().map(|(_, outcomes)| match outcomes {
            Ok(outcomes) => outcomes.iter().filter(|outcome| fault(outcome) == Some(Fault::Ours)).count(),
            Err(_) => 1,
        });
        failed.sum()
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::from(
            "# Wire check\n\n| description | operations | passed | calls | passed | ours | description's | Prism's |\n|---|---|---|---|---|---|---|---|\n",
        );
        for (name, outcomes) in &self.descriptions {
            match outcomes {
                Ok(outcomes) => row(&mut text, name, outcomes),
                Err(problem) => drop(writeln!(text, "| {name} | {} |", problem.lines().next().unwrap_or_default())),
            }
        }
        for (name, outcomes) in &self.descriptions {
            for outcome in outcomes.iter().flatten() {
                if let Verdict::Failed { fault, evidence } = &outcome.verdict {
                    // Writing to a string cannot fail.
                    let _ = write!(
                        text,
                        "\n- {name} `{}` ({}), {fault:?}: {}\n",
                        outcome.operation,
                        outcome.label,
                        evidence.replace('\n', " ")
                    );
                }
            }
        }
        text
    }
}

fn fault(outcome: &Outcome) -> Option<Fault> {
    match &outcome.verdict {
        Verdict::Passed => None,
        Verdict::Failed { fault, .. } => Some(*fault),
    }
}

fn row(text: &mut String, name: &str, outcomes: &[Outcome]) {
    let mut operations: Vec<&str> = outcomes.iter().map(|outcome| outcome.operation.as_str()).collect();
    operations.dedup();
    let whole = operations.iter().filter(|name| {
        let own = outcomes.iter().filter(|outcome| outcome.operation == **name);
        own.into_iter().all(|outcome| fault(outcome).is_none())
    });
    let count = |wanted: Option<Fault>| outcomes.iter().filter(|outcome| fault(outcome) == wanted).count();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "| {name} | {} | {} | {} | {} | {} | {} | {} |",
        operations.len(),
        whole.count(),
        outcomes.len(),
        count(None),
        count(Some(Fault::Ours)),
        count(Some(Fault::Description)),
        count(Some(Fault::Prism)),
    );
}
