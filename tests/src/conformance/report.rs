//! The report: the number of scenarios that pass by area, and each other scenario with the reason.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bindery::internal::inflection::counted;

use super::VERSIONS;
use super::suite::Scenario;
use super::table::Table;

/// The columns of the table: scenarios, expressible ones, those that pass in each version, and the others that are
/// explained.
const COLUMNS: usize = VERSIONS.len() + 3;

/// The results of a run.
#[derive(Debug)]
pub(super) struct Report {
    suite: String,
    /// The problems of calls, by version and name; empty if they passed.
    problems: BTreeMap<String, BTreeMap<String, String>>,
    /// The statuses of scenarios that the server reports, by version.
    coverage: BTreeMap<String, BTreeMap<String, String>>,
    /// The counts by area.
    areas: BTreeMap<String, [usize; COLUMNS]>,
    /// The scenarios that do not just pass, by the reason.
    reasons: BTreeMap<String, Vec<String>>,
}

/// Returns `true` if the message of a failed call has the part that the table expects.
fn explains(table: &Table, scenario: &str, problem: &str) -> bool {
    let part = table.line("explained", scenario).and_then(|line| line.get(1)?.as_str());
    part.is_some_and(|part| problem.contains(part))
}

/// Returns `true` if a scenario was called in 3.1 and 3.0, or as a stream in 3.2.
fn is_called(area: &str, results: &[Option<Result<(), String>>; 3]) -> bool {
    let [later, earlier, latest] = results;
    if area.starts_with("streaming") { latest.is_some() } else { later.is_some() && earlier.is_some() }
}

impl Report {
    pub(super) fn new(suite: String) -> Self {
        let (problems, coverage, areas, reasons) = Default::default();
        Self { suite, problems, coverage, areas, reasons }
    }

    /// Adds a call that cannot be written.
    pub(super) fn fail(&mut self, version: &str, call: String, problem: String) {
        self.problems.entry(version.to_owned()).or_default().insert(call, problem);
    }

    /// Adds the results of a version.
    pub(super) fn add(&mut self, version: &str, made: BTreeMap<String, String>, coverage: BTreeMap<String, String>) {
        self.problems.entry(version.to_owned()).or_default().extend(made);
        self.coverage.insert(version.to_owned(), coverage);
    }

    /// Counts the scenarios.
    pub(super) fn judge(&mut self, scenarios: &[Scenario], table: &Table) {
        for scenario in scenarios {
            let name = &scenario.name;
            let results = VERSIONS.map(|version| self.result(version, name));
            let problem = results.iter().flatten().find_map(|result| result.as_ref().err());
            let reason = |section| table.line(section, name).and_then(|line| line.get(0).unwrap_or(line).as_str());
            let verdict = match (reason("inexpressible"), reason("untyped"), reason("explained"), problem) {
                (Some(reason), ..) => Some(format!("not expressible: {reason}")),
                (_, Some(reason), _, None) => Some(format!("passes, untyped: {reason}")),
                (_, _, Some(reason), Some(problem)) if explains(table, name, problem) => {
                    Some(format!("explained: {reason}"))
                }
                (_, _, Some(_), None) => Some("FAILED: it passes, although it is explained".to_owned()),
                (.., Some(problem)) => Some(format!("FAILED: {problem}")),
                _ if is_called(&scenario.area, &results) => None,
                _ => Some("FAILED: it was not called in each version".to_owned()),
            };
            let text = verdict.as_deref().unwrap_or_default();
            let area = scenario.area.split('/').next().unwrap_or_default();
            let counts = self.areas.entry(area.to_owned()).or_default();
            counts[0] += 1;
            counts[1] += usize::from(!text.starts_with("not"));
            for (count, result) in counts[2..].iter_mut().zip(&results) {
                *count += usize::from(!text.starts_with("passes") && matches!(result, Some(Ok(()))));
            }
            counts[COLUMNS - 1] += usize::from(text.starts_with("passes") || text.starts_with("explained"));
            if let Some(verdict) = verdict {
                self.reasons.entry(verdict).or_default().push(name.clone());
            }
        }
    }

    /// Returns the result of a scenario; `None` if it was not called in this version.
    fn result(&self, version: &str, scenario: &str) -> Option<Result<(), String>> {
        let calls = self.problems.get(version)?.iter();
        let own = calls.filter(|(call, _)| call.split('#').next() == Some(scenario)).map(|(_, problem)| problem);
        let problem = own.max_by_key(|problem| problem.len())?;
        let status = self.coverage.get(version)?.get(scenario).map_or("unknown", String::as_str);
        Some(match (problem.as_str(), status) {
            ("", "pass") => Ok(()),
            ("", status) => Err(format!("the server reports `{status}` ({version})")),
            (problem, _) => Err(format!("{problem} ({version})")),
        })
    }

    pub(super) fn is_green(&self) -> bool {
        !self.reasons.keys().any(|reason| reason.starts_with("FAILED"))
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{}\n\n| area | scenarios | expressible |", self.suite);
        // Writing to a string cannot fail.
        let _ = writeln!(text, " {} | explained |\n|---{}|", VERSIONS.join(" | "), "|---".repeat(COLUMNS));
        let mut total = [0; COLUMNS];
        for counts in self.areas.values() {
            total.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        for (area, counts) in self.areas.iter().map(|(area, counts)| (area.as_str(), counts)).chain([("all", &total)]) {
            let counts = counts.map(|count| if count == 0 { String::new() } else { count.to_string() });
            let _ = writeln!(text, "| {area} | {} |", counts.join(" | "));
        }
        for (reason, names) in &self.reasons {
            let others = names.len() - 1;
            let others = if others > 0 { format!(" and {}", counted(others, "other")) } else { String::new() };
            let _ = write!(text, "\n- {}{others}: {reason}", names[0]);
        }
        text
    }
}
