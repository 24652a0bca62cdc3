//! The order of the report: what stops compiling, what behaves differently, what is deprecated, what was added, and docs.

use indexmap::IndexMap;

use super::plain::line;
use super::summary::is_silent;
use crate::changes::{Change, ChangeKind, Changes, Verdict};

/// Maximum number of characters of a message.
const MAX_MESSAGE_LEN: usize = 600;

/// A section of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Section {
    /// Programs that use the item may stop compiling.
    StopsCompiling,
    /// Programs compile, and may fail or do something else.
    BehavesDifferently,
    /// Deprecated items.
    Deprecated,
    /// Everything that a program need not react to.
    Compatible,
    /// Comments.
    Docs,
}

impl Section {
    fn of_change(change: &Change) -> Self {
        match change.verdict {
            Verdict::Breaking if is_silent(change) => Self::BehavesDifferently,
            Verdict::Breaking => Self::StopsCompiling,
            _ if change.kind == ChangeKind::Deprecation => Self::Deprecated,
            Verdict::Compatible => Self::Compatible,
            Verdict::DocsOnly => Self::Docs,
        }
    }

    /// Returns its heading.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::StopsCompiling => "Stops compiling",
            Self::BehavesDifferently => "Compiles and behaves differently",
            Self::Deprecated => "Deprecated",
            Self::Compatible => "Additions and other compatible changes",
            Self::Docs => "Documentation only",
        }
    }

    /// Returns `true` if its entries are listed one by one.
    pub(super) fn lists_entries(self) -> bool {
        matches!(self, Self::StopsCompiling | Self::BehavesDifferently | Self::Deprecated)
    }
}

/// Changes that a reader sees as one: those of one item, and the same change of several items.
pub(super) struct Entry<'c> {
    /// A lower-case message without a full stop.
    pub(super) message: String,
    /// The changes, in the order of the report.
    pub(super) changes: Vec<&'c Change>,
}

/// Returns the sections that have changes, with their entries: removals first, then by resource.
pub(super) fn outline(changes: &Changes) -> Vec<(Section, Vec<Entry<'_>>)> {
    let mut sections: IndexMap<Section, Vec<&Change>> = IndexMap::new();
    for change in &changes.changes {
        sections.entry(Section::of_change(change)).or_default().push(change);
    }
    sections.sort_keys();
    for changes in sections.values_mut() {
        changes.sort_by_key(|change| !is_removal(change.kind));
    }
    sections.into_iter().map(|(section, changes)| (section, entries(&changes))).collect()
}

fn is_removal(kind: ChangeKind) -> bool {
    use ChangeKind as Kind;
    matches!(
        kind,
        Kind::OperationRemoved
            | Kind::TypeRemoved
            | Kind::EventRemoved
            | Kind::ParameterRemoved
            | Kind::FieldRemoved
            | Kind::ValueRemoved
            | Kind::AlternativeRemoved
    )
}

/// Joins the changes of the same item, then the same changes of items with the same name.
fn entries<'c>(changes: &[&'c Change]) -> Vec<Entry<'c>> {
    let mut items: IndexMap<(&str, [Option<&str>; 2], &str), Vec<&Change>> = IndexMap::new();
    for change in changes {
        let pointer = |excerpt: &'c Option<crate::changes::Excerpt>| excerpt.as_ref().map(|excerpt| &*excerpt.pointer);
        let pointers = [pointer(&change.old), pointer(&change.new)];
        // Without a location, every change is one of its own.
        let message = if pointers == [None, None] { change.message.as_str() } else { "" };
        items.entry((change.subject.trim(), pointers, message)).or_default().push(change);
    }
    let mut alike: IndexMap<(&str, String), Vec<(&str, Vec<&Change>)>> = IndexMap::new();
    for ((subject, ..), changes) in items {
        let message = joined_message(subject, &changes);
        // Changes that name other items differ from each other.
        let name = subject.rsplit(['.', ' ']).next().unwrap_or_default();
        let pattern = message.replace(&quoted(&line(subject, MAX_MESSAGE_LEN)), "");
        alike.entry((name, pattern)).or_default().push((subject, changes));
    }
    alike.into_values().map(entry).collect()
}

/// Returns the entry of items with the same change.
fn entry<'c>(items: Vec<(&str, Vec<&'c Change>)>) -> Entry<'c> {
    let first = items.first().map(|(subject, changes)| joined_message(subject, changes)).unwrap_or_default();
    let others: Vec<String> =
        items.iter().skip(1).map(|(subject, _)| quoted(&line(subject, MAX_MESSAGE_LEN))).collect();
    let message = if others.is_empty() { first } else { format!("{first}; the same for {}", others.join(", ")) };
    Entry { message, changes: items.into_iter().flat_map(|(_, changes)| changes).collect() }
}

/// Returns the messages of the changes of an item as one: ``the type of `a` changed; it is now required``.
fn joined_message(subject: &str, changes: &[&Change]) -> String {
    let subject = &*line(subject, MAX_MESSAGE_LEN);
    let name = quoted(subject);
    let mut messages: Vec<String> = Vec::new();
    for change in changes {
        let message = line(&change.message, MAX_MESSAGE_LEN);
        let is_unnamed = !subject.is_empty() && !message.contains(subject);
        let message = match messages.len() {
            0 if is_unnamed => format!("{name}: {message}"),
            0 => message,
            _ => message.replace(&name, "it"),
        };
        if !messages.contains(&message) {
            messages.push(message);
        }
    }
    messages.join("; ")
}

fn quoted(subject: &str) -> String {
    format!("`{subject}`")
}

/// Returns the compatible changes in a few lines: their number by kind, and the operations by name.
pub(super) fn summary_by_kind(entries: &[Entry<'_>]) -> Vec<String> {
    let mut kinds: IndexMap<ChangeKind, Vec<&Change>> = IndexMap::new();
    for change in entries.iter().flat_map(|entry| &entry.changes) {
        kinds.entry(change.kind).or_default().push(change);
    }
    let rows = kinds.into_iter().map(|(kind, changes)| {
        let name = kind.as_str().replace('-', " ");
        let subjects: Vec<String> =
            changes.iter().map(|change| quoted(&line(&change.subject, MAX_MESSAGE_LEN))).collect();
        if kind == ChangeKind::OperationAdded {
            format!("{name} ({}): {}", changes.len(), subjects.join(", "))
        } else {
            format!("{name} ({})", changes.len())
        }
    });
    rows.collect()
}
