//! The order of the report: what stops compiling, what behaves differently, what is deprecated, what was added, and docs.

use std::collections::{BTreeSet, HashMap};

use indexmap::IndexMap;

use super::plain::line;
use super::summary::{is_silent, unnamed_subject};
use crate::changes::{Change, ChangeKind, Changes, Verdict};
use bindery::internal::inflection::short_list;

/// Maximum number of characters of a message.
const MAX_MESSAGE_LEN: usize = 600;
/// Maximum number of values in the message of several changes.
const MAX_SERIES: usize = 20;

/// A section of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Section {
    /// Programs that use the item may stop compiling.
    StopsCompiling,
    /// Programs compile, and may fail or do something else.
    BehavesDifferently,
    /// Deprecated items, and dates after which items may be removed.
    Deprecated,
    /// Changes that require no reaction.
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
            Self::Deprecated => "Deprecated or sunset",
            Self::Compatible => "Additions and other compatible changes",
            Self::Docs => "Documentation only",
        }
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
        Kind::OperationRemoved | Kind::TypeRemoved | Kind::ParameterRemoved | Kind::FieldRemoved | Kind::ValueRemoved
    )
}

/// The changes of one item.
struct ChangedItem<'c> {
    /// The item, such as `story.value`.
    subject: &'c str,
    /// The messages of the changes, as one.
    message: String,
    changes: Vec<&'c Change>,
}

impl<'c> ChangedItem<'c> {
    fn new(key: ItemKey<'_>, changes: Vec<&'c Change>) -> Self {
        let subject = changes.first().map_or("", |change| change.subject.trim());
        let message = match key {
            ItemKey::Series(before, after) => {
                let values: Vec<&str> = changes.iter().filter_map(|one| Some(&*one.series.as_ref()?.each)).collect();
                line(&format!("{before}{}{after}", short_list(&values, MAX_SERIES)), MAX_MESSAGE_LEN)
            }
            ItemKey::Item(_) => with_broken_items(joined_message(subject, &changes), &changes),
        };
        Self { subject, message, changes }
    }

    /// Returns the last part of the name and the message without the name, which are equal for the same change of several
    /// items.
    fn pattern(&self) -> (&'c str, String) {
        let name = self.subject.rsplit(['.', ' ']).next().unwrap_or_default();
        (name, self.message.replace(&quoted(self.subject), ""))
    }
}

/// The changes that are one item of the report.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ItemKey<'c> {
    /// Changes that differ in one value, by the text around it.
    Series(&'c str, &'c str),
    /// The changes of an item, by its name and its location.
    Item([&'c str; 4]),
}

impl<'c> ItemKey<'c> {
    fn of_series(change: &'c Change) -> Option<Self> {
        change.series.as_ref().map(|series| Self::Series(&series.before, &series.after))
    }
}

/// Joins the changes that differ in one value, then those of the same item, then the same changes of items with the same
/// name.
fn entries<'c>(changes: &[&'c Change]) -> Vec<Entry<'c>> {
    let mut series: HashMap<ItemKey<'_>, usize> = HashMap::new();
    changes.iter().filter_map(|change| ItemKey::of_series(change)).for_each(|key| *series.entry(key).or_default() += 1);
    let mut items: IndexMap<ItemKey<'_>, Vec<&Change>> = IndexMap::new();
    for change in changes {
        if let Some(key) = ItemKey::of_series(change).filter(|key| series[key] > 1) {
            items.entry(key).or_default().push(change);
            continue;
        }
        let [old, new] = [&change.old, &change.new].map(|excerpt| excerpt.as_ref().map_or("", |it| &*it.pointer));
        // Without a location, every change is one of its own.
        let message = if old.is_empty() && new.is_empty() { &*change.message } else { "" };
        items.entry(ItemKey::Item([change.subject.trim(), old, new, message])).or_default().push(change);
    }
    let mut alike: IndexMap<(&str, String), Vec<ChangedItem<'_>>> = IndexMap::new();
    for item in items.into_iter().map(|(key, changes)| ChangedItem::new(key, changes)) {
        alike.entry(item.pattern()).or_default().push(item);
    }
    alike.into_values().map(entry).collect()
}

/// Returns the entry of items with the same change.
fn entry(items: Vec<ChangedItem<'_>>) -> Entry<'_> {
    /// Maximum number of other items that are named.
    const MAX_NAMED: usize = 5;
    let others: Vec<String> = items.iter().skip(1).map(|item| quoted(item.subject)).collect();
    let mut message = items.first().map(|item| item.message.clone()).unwrap_or_default();
    if !others.is_empty() {
        message.push_str(&format!("; the same for {}", short_list(&others, MAX_NAMED)));
    }
    Entry { message, changes: items.into_iter().flat_map(|item| item.changes).collect() }
}

/// Returns the messages of the changes of an item as one: ``the type of `a` changed; it is now required``.
fn joined_message(subject: &str, changes: &[&Change]) -> String {
    let name = quoted(subject);
    let mut messages: Vec<String> = Vec::new();
    for change in changes {
        let message = line(&change.message, MAX_MESSAGE_LEN);
        let message = match messages.len() {
            0 if unnamed_subject(change).is_some() => format!("{name}: {message}"),
            0 => message,
            _ => message.replace(&name, "it"),
        };
        if !messages.contains(&message) {
            messages.push(message);
        }
    }
    messages.join("; ")
}

/// Returns a message with the items that an addition breaks first: an added operation may change the code of types.
fn with_broken_items(message: String, changes: &[&Change]) -> String {
    /// Maximum number of items that are named.
    const MAX_NAMED: usize = 3;
    let is_addition = |change: &&&Change| matches!(change.kind, ChangeKind::OperationAdded | ChangeKind::TypeAdded);
    let items = changes.iter().filter(is_addition).flat_map(|change| &change.items).filter(|item| item.breaks);
    let items: Vec<String> = items.map(|item| quoted(&item.item)).collect();
    match items.len() {
        0 => message,
        count => {
            let change = if count == 1 { "changes" } else { "change" };
            format!("{} {change} because {message}", short_list(&items, MAX_NAMED))
        }
    }
}

/// Returns an item as code in one line.
fn quoted(subject: &str) -> String {
    format!("`{}`", line(subject, MAX_MESSAGE_LEN))
}

pub(super) fn changes_of(entries: &[Entry<'_>]) -> usize {
    entries.iter().map(|entry| entry.changes.len()).sum()
}

/// Returns the number of changes, and the number of entries if it is another one.
pub(super) fn count(entries: &[Entry<'_>]) -> String {
    let changes = changes_of(entries);
    match entries.len() {
        count if count == changes => changes.to_string(),
        1 => format!("{changes}, in 1 entry"),
        count => format!("{changes}, in {count} entries"),
    }
}

/// Returns the compatible changes in a few lines: one for each entry if a kind has few, otherwise one for the kind with
/// the number of changes, and the names of the first operations.
pub(super) fn summary_by_kind(entries: &[Entry<'_>]) -> Vec<String> {
    /// Maximum number of entries of a kind that are listed one by one.
    const MAX_LISTED: usize = 3;
    /// Maximum number of operations that are named.
    const MAX_NAMED: usize = 5;
    let mut kinds: IndexMap<ChangeKind, Vec<&Entry<'_>>> = IndexMap::new();
    for entry in entries {
        let kind = entry.changes.first().map_or(ChangeKind::Interface, |change| change.kind);
        kinds.entry(kind).or_default().push(entry);
    }
    let mut lines = Vec::new();
    for (kind, entries) in kinds {
        if entries.len() <= MAX_LISTED {
            lines.extend(entries.iter().map(|entry| entry.message.clone()));
            continue;
        }
        let changes: Vec<&Change> = entries.iter().flat_map(|entry| &entry.changes).copied().collect();
        let mut text = format!("{} ({})", heading(kind), changes.len());
        if kind == ChangeKind::OperationAdded {
            let named: Vec<String> = changes.iter().map(|change| quoted(&change.subject)).collect();
            text.push_str(&format!(": {}", short_list(&named, MAX_NAMED)));
        }
        let effects: BTreeSet<&str> = changes.iter().filter_map(|change| change.at_run_time.as_deref()).collect();
        if let (Some(effect), 1) = (effects.first(), effects.len()) {
            text.push_str(&format!("; {}", line(effect, MAX_MESSAGE_LEN)));
        }
        lines.push(text);
    }
    lines
}

/// Returns the heading of the changes of a kind.
fn heading(kind: ChangeKind) -> String {
    match kind.as_str().split_once('-') {
        Some((item, effect)) => format!("{item}s {effect}"),
        None => format!("{}s changed", kind.as_str()),
    }
}
