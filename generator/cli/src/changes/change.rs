//! A change with its description and its consequences.

use indexmap::IndexMap;
use serde::Serialize;

use super::{Bump, ChangeKind, Key, Verdict};

/// The changes between two descriptions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// The description before.
    pub old: ComparedDescription,
    /// The description after.
    pub new: ComparedDescription,
    /// The changes by resource, the most severe first, then in the order of the description.
    pub changes: Vec<Change>,
    /// The operations that are new in the description and excluded by the configuration, such as `GET /pets`.
    pub excluded: Vec<String>,
}

/// A compared description.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ComparedDescription {
    /// The display name of the source: a path, or an address without secrets.
    pub source: String,
    /// `info.title`.
    pub title: String,
    /// `info.version`.
    pub version: String,
}

/// A change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The owner: the tag of an operation, or the schema or type.
    pub resource: String,
    /// The changed item: the operation, the parameter or the member, such as `story.value`.
    pub subject: String,
    /// A lower-case message without a full stop.
    pub message: String,
    /// The message of several such changes.
    #[serde(skip)]
    pub series: Option<Series>,
    /// The consequence for a program that uses the bindings.
    pub verdict: Verdict,
    /// `true` if a program that uses the changed item still compiles with the new bindings.
    pub compiles: bool,
    /// The excerpt of the description before.
    pub old: Option<Excerpt>,
    /// The excerpt of the description after.
    pub new: Option<Excerpt>,
    /// The affected items of the Rust interface.
    pub items: Vec<ItemChange>,
    /// The old items that programs may use, including those that the other list implies.
    #[serde(skip)]
    pub affected: Vec<AffectedItem>,
    /// The difference at run time, whether or not the program is recompiled.
    pub at_run_time: Option<String>,
    /// The migration.
    pub migration: Option<String>,
}

/// The message of several changes that differ in one value: `the values `, `1`, ` of `state` were removed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The text before the values.
    pub before: String,
    /// The value of this change.
    pub each: String,
    /// The text after the values.
    pub after: String,
}

/// An excerpt of a description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    /// The location: `openapi.json:12:3`, or the name of the source if the line is unknown.
    pub location: String,
    /// The JSON pointer (RFC 6901).
    pub pointer: String,
    /// The content in a few words; several lines for a text.
    pub text: String,
}

/// A changed item of the Rust interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ItemChange {
    /// The item: `Story::value`, `StoryApi::freeze`, `StoryState::OnHold`.
    pub item: String,
    /// Its code before; `None` if it was added.
    pub before: Option<String>,
    /// Its code after; `None` if it was removed.
    pub after: Option<String>,
    /// `true` if code that uses the item may stop compiling.
    pub breaks: bool,
}

/// An item of the old Rust interface that a change affects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffectedItem {
    /// The item.
    pub key: Key,
    /// The effect on it.
    pub effect: ItemEffect,
}

/// The effect of a change on an old item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemEffect {
    /// The new bindings do not have it.
    Removed,
    /// It is declared differently, or means something else.
    Changed,
    /// It cannot read what the server now sends.
    Unreadable,
}

impl Changes {
    /// Returns the most severe verdict, or `None` if nothing changed.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.changes.iter().map(|change| change.verdict).max()
    }

    /// Returns the version bump that the changes require.
    #[must_use]
    pub fn bump(&self) -> Bump {
        self.verdict().into()
    }

    /// Returns the number of changes with a verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.changes.iter().filter(|change| change.verdict == verdict).count()
    }

    /// Returns the resources with their changes, in order.
    #[must_use]
    pub fn by_resource(&self) -> Vec<(&str, Vec<&Change>)> {
        let mut resources: IndexMap<&str, Vec<&Change>> = IndexMap::new();
        for change in &self.changes {
            resources.entry(&change.resource).or_default().push(change);
        }
        resources.into_iter().collect()
    }
}
