//! Summaries that all formats share.

use super::plain::line;
use crate::changes::{Bump, Change, ChangeKind, Changes, Verdict};
use bindery::internal::inflection::short_list;

/// Maximum length of a title, a version or an operation.
const MAX_NAME_LEN: usize = 80;
/// Maximum number of resources that are listed.
const MAX_RESOURCES: usize = 8;
/// Maximum number of excluded operations that are listed.
const MAX_EXCLUDED: usize = 5;

/// Returns `7.55 -> 7.60`, or only the version if it is unchanged.
pub(super) fn versions(changes: &Changes, arrow: &str) -> String {
    let [old, new] = [&changes.old.version, &changes.new.version].map(|version| line(version, MAX_NAME_LEN));
    match (old.as_str(), new.as_str()) {
        ("", new) | (new, "") => new.to_owned(),
        (old, new) if old == new => new.to_owned(),
        (old, new) => format!("{old} {arrow} {new}"),
    }
}

/// Returns the title of the API.
pub(super) fn title(changes: &Changes) -> String {
    let titles = [&changes.new.title, &changes.old.title, &changes.new.source];
    let title = titles.into_iter().find(|title| !title.trim().is_empty());
    title.map_or_else(|| "the description".to_owned(), |title| line(title, MAX_NAME_LEN))
}

/// Returns `Projects 7.55 -> 7.60`.
pub(super) fn subject(changes: &Changes, arrow: &str) -> String {
    [title(changes), versions(changes, arrow)].join(" ").trim_end().to_owned()
}

/// Returns `a major change`.
pub(super) fn conclusion(changes: &Changes) -> String {
    if changes.changes.is_empty() { "nothing changed".to_owned() } else { format!("a {} change", changes.bump()) }
}

/// Returns the resources with most breaking changes: `Search (22), Aliases (3) and 12 more`.
pub(super) fn breaking_resources(changes: &Changes) -> Option<String> {
    let breaking = |changes: &[&Change]| changes.iter().filter(|change| change.verdict == Verdict::Breaking).count();
    let counts = changes.by_resource().into_iter().map(|(resource, changes)| (resource, breaking(&changes)));
    let mut counts: Vec<(&str, usize)> = counts.filter(|(_, count)| *count > 0).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let named = counts.iter().map(|(resource, count)| format!("{} ({count})", line(resource, MAX_NAME_LEN)));
    let named: Vec<String> = named.collect();
    (named.len() > 1).then(|| format!("Breaking changes by resource: {}", short_list(&named, MAX_RESOURCES)))
}

/// Returns `8 breaking, 7 compatible, 1 docs only`, without zero counts.
pub(super) fn counts<'c>(changes: impl Iterator<Item = &'c Change> + Clone) -> String {
    let count = |verdict| changes.clone().filter(|change| change.verdict == verdict).count();
    let counts = Verdict::ALL.map(|verdict| (count(verdict), verdict));
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, verdict)| format!("{count} {verdict}"));
    counts.collect::<Vec<_>>().join(", ")
}

/// Summarizes the changes in one line: `major, 8 breaking, 7 compatible`.
#[must_use]
pub fn one_line(changes: &Changes) -> String {
    match changes.bump() {
        Bump::None => "no relevant changes".to_owned(),
        bump => format!("{bump}, {}", counts(changes.changes.iter())),
    }
}

/// Summarizes new operations that are excluded, in one line.
pub(super) fn excluded(changes: &Changes) -> Option<String> {
    let named = changes.excluded.iter().map(|operation| format!("`{}`", line(operation, MAX_NAME_LEN)));
    let named = short_list(&named.collect::<Vec<_>>(), MAX_EXCLUDED);
    let are = if changes.excluded.len() == 1 { "operation is" } else { "operations are" };
    let number = changes.excluded.len();
    (number > 0).then(|| format!("{number} new {are} excluded by the configuration: {named}"))
}

/// Describes a version bump as a sentence.
pub(super) fn meaning(bump: Bump) -> &'static str {
    match bump {
        Bump::None => "Nothing changed.",
        Bump::Patch => "Only comments differ.",
        Bump::Minor => "Existing code still compiles and works.",
        Bump::Major => "Existing code may stop compiling or working.",
    }
}

/// Returns `true` if a change is breaking but does not cause a compile error.
pub(super) fn is_silent(change: &Change) -> bool {
    change.verdict == Verdict::Breaking && change.compiles
}

/// Counts the breaking changes that the compiler does not find.
pub(super) fn silent(changes: &Changes) -> usize {
    changes.changes.iter().filter(|change| is_silent(change)).count()
}

/// Returns a warning about the changes that the compiler does not find, if there are any.
pub(super) fn warning(changes: &Changes) -> Option<String> {
    let breaking = changes.count(Verdict::Breaking);
    match silent(changes) {
        0 => None,
        1 if breaking == 1 => Some("The breaking change still compiles: the compiler will not find it.".to_owned()),
        1 => Some(format!("1 of the {breaking} breaking changes still compiles: the compiler will not find it.")),
        2 if breaking == 2 => Some("Both breaking changes still compile: the compiler will not find them.".to_owned()),
        silent if silent == breaking => {
            Some(format!("All {breaking} breaking changes still compile: the compiler will not find them."))
        }
        silent => {
            Some(format!("{silent} of the {breaking} breaking changes still compile: the compiler will not find them."))
        }
    }
}

/// Returns the subject of a change unless its message contains it, or is about the whole API.
pub(super) fn unnamed_subject(change: &Change) -> Option<&str> {
    let subject = change.subject.trim();
    let is_named = change.kind == ChangeKind::Service || change.message.contains(subject);
    (!subject.is_empty() && !is_named).then_some(subject)
}
