//! Compares two runs.

use std::collections::{BTreeMap, BTreeSet};

use super::numbers::percent;
use super::totals::Totals;
use crate::corpus::outcome::{Compiled, Document, Run};

/// Returns the differences as lines of text.
pub(in crate::corpus) fn compare(old: &Run, new: &Run) -> String {
    let documents = (by_path(&old.documents, |document| &document.path), by_path(&new.documents, |d| &d.path));
    let compiled = (by_path(&old.compiled, |compiled| &compiled.path), by_path(&new.compiled, |c| &c.path));
    let mut lines = totals(&Totals::for_run(old), &Totals::for_run(new));
    lines.extend(cpu(&documents.0, &documents.1));
    lines.extend(turned("document", &documents.0, &documents.1, |document: &Document| document.outcome.failure()));
    lines.extend(turned("crate", &compiled.0, &compiled.1, failure));
    lines.extend(left_out(&documents.0, &documents.1));
    if lines.is_empty() {
        lines.push("nothing changed".to_owned());
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

type ByPath<'a, T> = BTreeMap<&'a str, &'a T>;

fn by_path<T>(all: &[T], path: impl Fn(&T) -> &String) -> ByPath<'_, T> {
    all.iter().map(|one| (path(one).as_str(), one)).collect()
}

/// Returns the first line of the error of a crate that does not compile.
fn failure(compiled: &Compiled) -> Option<String> {
    let failure = compiled.failed_step()?.failure.as_ref()?;
    failure.lines().next().map(str::to_owned)
}

fn totals(old: &Totals, new: &Totals) -> Vec<String> {
    let mut pairs = vec![
        ("documents".to_owned(), old.documents, new.documents),
        ("operations described".to_owned(), old.described, new.described),
        ("operations emitted".to_owned(), old.emitted, new.emitted),
        ("operations left out".to_owned(), old.left_out, new.left_out),
        ("schemas".to_owned(), old.schemas, new.schemas),
        ("types".to_owned(), old.types, new.types),
        ("crates compiled".to_owned(), old.compiled, new.compiled),
        ("crates that do not compile".to_owned(), old.not_compiling, new.not_compiling),
    ];
    let outcomes: BTreeSet<&str> = old.outcomes.keys().chain(new.outcomes.keys()).copied().collect();
    pairs.extend(outcomes.iter().map(|name| ((*name).to_owned(), old.outcome(name), new.outcome(name))));
    let codes: BTreeSet<&String> = old.warnings.keys().chain(new.warnings.keys()).collect();
    let count = |totals: &Totals, code: &String| totals.warnings.get(code).copied().unwrap_or_default();
    pairs.extend(codes.iter().map(|code| (format!("warnings {code}"), count(old, code), count(new, code))));
    let changed = pairs.into_iter().filter(|(_, old, new)| old != new);
    changed.map(|(what, old, new)| format!("{what}: {old} -> {new}")).collect()
}

/// Compares documents that both runs generated, so that additional documents do not look like a slowdown.
fn cpu(old: &ByPath<'_, Document>, new: &ByPath<'_, Document>) -> Option<String> {
    let time = |document: &Document| document.outcome.generated().map(|generated| generated.generation_ms);
    let both = old.iter().filter_map(|(path, old)| Some((time(old)?, time(new.get(path)?)?)));
    let (before, after) = both.fold((0.0, 0.0), |(before, after), (old, new)| (before + old, after + new));
    // A difference below one percent is noise.
    let ratio = after / before;
    (before > 0.0 && (ratio - 1.0).abs() >= 0.01)
        .then(|| format!("CPU time of the documents in both: {before:.0} ms -> {after:.0} ms ({ratio:.2} times)"))
}

/// Lists new failures, fixed failures, and added or removed documents.
fn turned<T>(
    what: &str,
    old: &ByPath<'_, T>,
    new: &ByPath<'_, T>,
    failure: impl Fn(&T) -> Option<String>,
) -> Vec<String> {
    let paths: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    let line = |path: &str| match (old.get(path), new.get(path)) {
        (Some(old), Some(new)) => match (failure(old), failure(new)) {
            (None, Some(why)) => Some(format!("{what} newly failing: {path}: {why}")),
            (Some(_), None) => Some(format!("{what} newly passing: {path}")),
            (Some(before), Some(now)) if before != now => {
                Some(format!("{what} failing otherwise: {path}: {before} -> {now}"))
            }
            _ => None,
        },
        (None, Some(new)) => failure(new).map(|why| format!("{what} added and failing: {path}: {why}")),
        (Some(old), None) => failure(old).map(|_| format!("{what} no longer there, and failing before: {path}")),
        (None, None) => None,
    };
    paths.into_iter().filter_map(line).collect()
}

fn left_out(old: &ByPath<'_, Document>, new: &ByPath<'_, Document>) -> Vec<String> {
    let count = |document: &Document| {
        let generated = document.outcome.generated()?;
        let left_out = generated.operations_described.saturating_sub(generated.operations);
        Some((left_out, generated.operations_described))
    };
    let both = old.iter().filter_map(|(path, old)| Some((path, count(old)?, count(new.get(path)?)?)));
    let changed = both.filter(|(_, old, new)| old.0 != new.0);
    changed
        .map(|(path, old, new)| {
            let share = percent(new.0, new.1);
            format!("operations left out of {path}: {} -> {} ({share})", old.0, new.0)
        })
        .collect()
}
