//! The summary of a run, which is printed, and `report.json` with everything else.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::clusters::clusters;
use super::outcome::{Outcome, Run};
use super::{Fallible, at};

/// Maximum number of clusters of messages that are printed.
const MAX_CLUSTERS: usize = 40;

/// Writes `report.json`.
pub(super) fn write(run: &Run, out: &Path) -> Fallible<()> {
    fs::create_dir_all(out).map_err(at("made", out))?;
    let json = serde_json::to_string(run).map_err(|error| format!("the report cannot be serialized: {error}"))?;
    let path = out.join("report.json");
    fs::write(&path, json + "\n").map_err(at("written", &path))
}

/// Returns the counts, and the messages of a run with the first place of each kind.
pub(super) fn summary(run: &Run) -> String {
    let mut lines = counts(run);
    for document in &run.documents {
        let failure = document.outcome.failure();
        lines.extend(failure.map(|why| format!("{} {}: {why}", document.path, document.outcome.name())));
    }
    let losses = run.generated().flat_map(|(document, generated)| {
        let at = |pointer: &str| format!("{}#{pointer}", document.path);
        generated.losses.iter().map(move |loss| (loss.message.as_str(), at(&loss.pointer)))
    });
    lines.extend(clustered(losses));
    let differences = run.generated().flat_map(|(document, generated)| {
        let changes = generated.self_diff.iter().flatten();
        changes.map(|change| (change.message.as_str(), format!("{} (names of the {})", document.path, change.names)))
    });
    lines.extend(clustered(differences));
    let unequal = run.compiled.iter().flat_map(|compiled| {
        compiled.unequal().iter().map(|one| (one.reason.as_str(), format!("{}#{}", compiled.path, one.pointer)))
    });
    lines.extend(clustered(unequal));
    for compiled in &run.compiled {
        let failure = compiled.failed_step().and_then(|step| step.failure.as_deref());
        lines.extend(failure.map(|failure| format!("{} ({}):\n{failure}", compiled.path, compiled.name)));
    }
    lines.join("\n") + "\n"
}

fn counts(run: &Run) -> Vec<String> {
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut warnings: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut described, mut emitted, mut left_out, mut lines) = (0, 0, 0, 0);
    for document in &run.documents {
        *outcomes.entry(document.outcome.name()).or_default() += 1;
        match &document.outcome {
            Outcome::Generated(generated) => {
                described += generated.operations_described;
                emitted += generated.operations;
                left_out += generated.operations_described.saturating_sub(generated.operations);
                lines += generated.emitted_lines;
                for (code, count) in &generated.warnings {
                    *warnings.entry(code.as_str()).or_default() += count;
                }
            }
            Outcome::Refused { operations_described, .. } => {
                described += operations_described;
                left_out += operations_described;
            }
            _ => {}
        }
    }
    let milliseconds: f64 = run.generated().map(|(_, generated)| generated.generation_ms).sum();
    let failing = run.compiled.iter().filter(|compiled| compiled.failed_step().is_some()).count();
    let trips = run.compiled.iter().filter_map(|compiled| compiled.trip.as_ref());
    let (instances, unequal) =
        trips.fold((0, 0), |(all, unequal), trip| (all + trip.instances, unequal + trip.unequal.len()));
    let differing = run.generated().filter(|(_, generated)| generated.self_diff.iter().flatten().next().is_some());
    vec![
        format!("documents: {} ({})", run.documents.len(), in_words(&outcomes)),
        format!("operations: {described} described, {emitted} emitted, {left_out} left out"),
        format!("emitted: {lines} lines; CPU time: {:.1} s", milliseconds / 1e3),
        format!("compiled: {}; failing: {failing}", run.compiled.len()),
        format!("instances: {instances}; not equal after a round trip: {unequal}"),
        format!("documents that differ from themselves: {}", differing.count()),
        format!("warnings: {} ({})", warnings.values().sum::<usize>(), in_words(&warnings)),
    ]
}

fn in_words(counts: &BTreeMap<&str, usize>) -> String {
    counts.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

fn clustered<'a>(messages: impl Iterator<Item = (&'a str, String)>) -> Vec<String> {
    let shown = clusters(messages).into_iter().take(MAX_CLUSTERS);
    shown.map(|cluster| format!("{} × {}, first in {}", cluster.count, cluster.form, cluster.example)).collect()
}

#[cfg(test)]
mod tests {
    use super::summary;
    use crate::corpus::outcome::{CheckStep, Compiled, Document, Generated, Loss, Outcome, Run};

    #[test]
    fn a_summary_names_counts_and_failures() {
        let loss = |name: &str| Loss {
            code: "operation-left-out".to_owned(),
            message: format!("cannot resolve the path item `{name}`"),
            pointer: format!("/paths/{name}"),
        };
        let generated = Generated {
            operations_described: 6,
            operations: 4,
            losses: vec![loss("a"), loss("b")],
            warnings: [("name-collision".to_owned(), 1)].into(),
            generation_ms: 150.5,
            ..Generated::default()
        };
        let document = |path: &str, outcome| Document { path: path.to_owned(), bytes: 7, outcome };
        let step = CheckStep {
            name: "check".to_owned(),
            seconds: 1.5,
            peak_bytes: None,
            failure: Some("error[E0308]: mismatched types".to_owned()),
        };
        let compiled = Compiled { path: "a.json".to_owned(), name: "api-x".to_owned(), steps: vec![step], trip: None };
        let mut run = Run {
            seed: 1,
            documents: vec![
                document("a.json", Outcome::Generated(Box::new(generated))),
                document("b.json", Outcome::TimedOut { seconds: 60 }),
            ],
            compiled: vec![compiled],
        };
        insta::assert_snapshot!(summary(&run), @r"
        documents: 2 (1 generated, 1 timed out)
        operations: 6 described, 4 emitted, 2 left out
        emitted: 0 lines; CPU time: 0.2 s
        compiled: 1; failing: 1
        instances: 0; not equal after a round trip: 0
        documents that differ from themselves: 0
        warnings: 1 (1 name-collision)
        b.json timed out: took longer than 60 s
        2 × cannot resolve the path item `…`, first in a.json#/paths/a
        a.json (api-x):
        error[E0308]: mismatched types
        ");
        assert!(!run.is_sound());
        run.documents.pop();
        assert!(!run.is_sound());
        run.compiled.pop();
        assert!(run.is_sound());
    }
}
