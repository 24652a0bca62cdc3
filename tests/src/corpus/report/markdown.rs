//! Writes `report.md`.

use std::fmt::Display;

use super::numbers::{megabytes, percent, speed, times_of_parsing, times_of_text, top};
use super::totals::Totals;
use crate::corpus::clusters::{Cluster, clusters};
use crate::corpus::outcome::{Document, Generated, Outcome, Run, SelfChange, Trip, Unequal};

/// Maximum number of clusters in the report.
const CLUSTERS: usize = 40;

/// Returns the whole report.
pub(super) fn markdown(run: &Run) -> String {
    let totals = Totals::for_run(run);
    let parts = [
        format!("# Corpus\n\n{}", counts(&totals)),
        section("Warnings", &warnings(&totals)),
        section("What did not become a client", &failures(run)),
        section("Compared with itself", &self_diffs(run)),
        section("Why operations were left out", &losses(run, "operation-left-out")),
        section("Why schemas accept any value", &losses(run, "schema-unsupported")),
        section("Time and memory", &measurements(run)),
        section("Slowest", &documents(&top(run, |generated| generated.generation_ms))),
        section("Most memory", &documents(&top(run, |generated| generated.peak_bytes.unwrap_or_default() as f64))),
        section("Largest", &documents(&top(run, |generated| generated.text_bytes as f64))),
        section("Round trips", &trips(run)),
        section("Compiled", &compilation(run, &totals)),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Returns the few lines that are printed at the end of a run.
pub(in crate::corpus) fn headline(run: &Run) -> String {
    counts(&Totals::for_run(run))
}

fn section(title: &str, body: &str) -> String {
    if body.is_empty() { String::new() } else { format!("## {title}\n\n{body}") }
}

fn counts(totals: &Totals) -> String {
    let outcomes = ["generated", "refused", "no description", "panicked", "timed out", "died"];
    let outcomes: Vec<String> = outcomes.iter().map(|name| format!("{} {name}", totals.outcome(name))).collect();
    let mut text = format!("- documents: {} ({})\n", totals.documents, outcomes.join(", "));
    text.push_str(&format!(
        "- operations: {} described, {} emitted, {} left out ({})\n",
        totals.described,
        totals.emitted,
        totals.left_out,
        percent(totals.left_out, totals.described)
    ));
    text.push_str(&format!("- schemas: {}; types: {}\n", totals.schemas, totals.types));
    text.push_str(&format!(
        "- text: {:.1} MB; emitted: {:.1} MB in {} lines; CPU time: {:.1} s\n",
        megabytes(totals.text_bytes),
        megabytes(totals.emitted_bytes),
        totals.emitted_lines,
        totals.generation_ms / 1e3
    ));
    text.push_str(&format!("- compiled: {}; failing: {}\n", totals.compiled, totals.not_compiling));
    text
}

fn warnings(totals: &Totals) -> String {
    table(&["code", "count"], totals.warnings.iter().map(|(code, count)| vec![code.clone(), count.to_string()]))
}

fn failures(run: &Run) -> String {
    let row = |document: &Document| {
        let failure = document.outcome.failure()?;
        Some(vec![document.path.clone(), document.outcome.name().to_owned(), failure])
    };
    let rows: Vec<Vec<String>> = run.documents.iter().filter_map(row).collect();
    let error_responses = run.documents.iter().filter_map(|document| match &document.outcome {
        Outcome::Refused { message, .. } | Outcome::Panicked { message } => {
            Some((message.as_str(), document.path.clone()))
        }
        _ => None,
    });
    let clustered = cluster_table(&clusters(error_responses));
    let gap = if rows.is_empty() { "" } else { "\n" };
    format!("{clustered}{gap}{}", table(&["document", "outcome", "why"], rows.into_iter()))
}

fn self_diffs(run: &Run) -> String {
    let compared: Vec<(&Document, &[SelfChange])> =
        run.generated().filter_map(|(document, generated)| Some((document, generated.self_diff.as_deref()?))).collect();
    if compared.is_empty() {
        return String::new();
    }
    let differ = compared.iter().filter(|(_, changes)| !changes.is_empty()).count();
    let messages = compared.iter().flat_map(|(document, changes)| {
        let at = |change: &SelfChange| format!("{} (names of the {}, {})", document.path, change.names, change.kind);
        changes.iter().map(move |change| (change.message.as_str(), at(change)))
    });
    format!("{differ} of {} differ from themselves.\n\n{}", compared.len(), cluster_table(&clusters(messages)))
}

fn losses(run: &Run, code: &str) -> String {
    let messages = run.generated().flat_map(|(document, generated)| {
        let losses = generated.losses.iter().filter(|loss| loss.code == code);
        losses.map(|loss| (loss.message.as_str(), format!("{} {}", document.path, loss.pointer)))
    });
    cluster_table(&clusters(messages))
}

fn cluster_table(clusters: &[Cluster]) -> String {
    let row = |cluster: &Cluster| vec![cluster.count.to_string(), cluster.form.clone(), cluster.example.clone()];
    table(&["count", "why", "first"], clusters.iter().take(CLUSTERS).map(row))
}

fn measurements(run: &Run) -> String {
    let mut text = String::new();
    if let Some(speed) = speed(run) {
        text.push_str(&format!(
            "- CPU ms for each MB of text: {:.0} in the smallest tenth, {:.0} in the median, {:.0} in the largest tenth\n",
            speed.smallest_tenth, speed.median, speed.largest_tenth
        ));
    }
    for (what, spread) in [
        ("CPU time as multiple of `serde_json` reading the same text", times_of_parsing(run)),
        ("peak memory as multiple of the text", times_of_text(run)),
    ] {
        if let Some(spread) = spread {
            text.push_str(&format!(
                "- {what}, for texts over 1 MB: {:.1} in the median, {:.1} at most\n",
                spread.median, spread.most
            ));
        }
    }
    text
}

fn documents(found: &[(&Document, &Generated)]) -> String {
    let rows = found.iter().map(|(document, generated)| {
        vec![
            document.path.clone(),
            format!("{:.2}", megabytes(generated.text_bytes)),
            format!("{:.0}", generated.generation_ms),
            generated.peak_bytes.map_or_else(String::new, |bytes| format!("{:.0}", megabytes(bytes))),
            generated.operations.to_string(),
            generated.types.to_string(),
            generated.emitted_lines.to_string(),
        ]
    });
    table(&["document", "MB", "CPU ms", "peak MB", "operations", "types", "lines"], rows)
}

fn trips(run: &Run) -> String {
    let tried: Vec<&Trip> = run.compiled.iter().filter_map(|compiled| compiled.trip.as_ref()).collect();
    if tried.is_empty() {
        return String::new();
    }
    let instances: usize = tried.iter().map(|trip| trip.instances).sum();
    let unequal: usize = tried.iter().map(|trip| trip.unequal.len()).sum();
    let messages = run.compiled.iter().flat_map(|compiled| {
        let at = |unequal: &Unequal| format!("{} {} ({})", compiled.path, unequal.pointer, unequal.label);
        compiled.unequal().iter().map(move |unequal| (unequal.reason.as_str(), at(unequal)))
    });
    format!(
        "{} of {instances} instances of {} documents came back equal.\n\n{}",
        instances - unequal,
        tried.len(),
        cluster_table(&clusters(messages))
    )
}

fn compilation(run: &Run, totals: &Totals) -> String {
    if run.compiled.is_empty() {
        return String::new();
    }
    let mut text =
        format!("{} of {} compile without a warning.\n\n", totals.compiled - totals.not_compiling, totals.compiled);
    let steps = run.compiled.iter().flat_map(|compiled| {
        compiled.steps.iter().map(|step| {
            let memory = step.peak_bytes.map_or_else(String::new, |bytes| format!("{:.0}", megabytes(bytes)));
            let result = if step.failure.is_some() { "failed" } else { "" };
            vec![compiled.path.clone(), step.name.clone(), format!("{:.1}", step.seconds), memory, result.to_owned()]
        })
    });
    text.push_str(&table(&["document", "step", "seconds", "peak MB", ""], steps));
    for compiled in &run.compiled {
        if let Some(failure) = compiled.failed_step().and_then(|step| step.failure.as_deref()) {
            text.push_str(&format!("\n### {} (`{}`)\n\n````text\n{failure}\n````\n", compiled.path, compiled.name));
        }
    }
    text
}

/// Returns a table, or an empty string without rows.
fn table(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | "));
    let body: String = rows.map(|row| line(&row)).collect();
    if body.is_empty() {
        return body;
    }
    let head: Vec<String> = columns.iter().map(|&column| column.to_owned()).collect();
    format!("{}|{}\n{body}", line(&head), "---|".repeat(columns.len()))
}

/// Escapes characters that would end the cell.
fn cell(text: impl Display) -> String {
    text.to_string().replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}
