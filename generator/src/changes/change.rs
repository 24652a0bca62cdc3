//! One change, as a person would tell it, and what it means.

use indexmap::IndexMap;
use serde::Serialize;

use super::{Bump, ChangeKind, Verdict};

/// What changed from one description to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// The description before.
    pub old: ComparedDescription,
    /// The description after.
    pub new: ComparedDescription,
    /// The changes by resource, those with the gravest changes first; of one resource again the gravest first, and otherwise in
    /// the order of the description.
    pub changes: Vec<Change>,
    /// The operations that are new in the description and that the configuration does not take, such as `GET /pets`.
    pub outside: Vec<String>,
}

/// A description that was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ComparedDescription {
    /// The name the user knows it by: a path, or an address without secrets.
    pub source: String,
    /// `info.title`.
    pub title: String,
    /// `info.version`.
    pub version: String,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What sort of change it is.
    pub kind: ChangeKind,
    /// What it belongs to: the tag of an operation, or the schema or type.
    pub resource: String,
    /// What changed: the operation, the parameter or the member, such as `story.value`.
    pub subject: String,
    /// What happened to it, as one sentence without a full stop.
    pub told: String,
    /// What it means for a program that uses the bindings.
    pub verdict: Verdict,
    /// `true` if a program that uses what changed still compiles against the new bindings.
    pub compiles: bool,
    /// How it stood in the description before.
    pub old: Option<Excerpt>,
    /// How it stands in the description now.
    pub new: Option<Excerpt>,
    /// The items of the Rust interface that differ on account of it.
    pub items: Vec<ItemChange>,
    /// What is different when the program runs, whether or not it is compiled anew.
    pub at_run_time: Option<String>,
    /// What to do about it.
    pub migration: Option<String>,
}

/// How something stands in a description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    /// Where: `openapi.json:12:3`, or the name of the source where the line is not known.
    pub place: String,
    /// The JSON pointer (RFC 6901).
    pub pointer: String,
    /// What it says, in few words; several lines for a text.
    pub says: String,
}

/// An item of the Rust interface that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ItemChange {
    /// The item: `Story::value`, `StoryApi::freeze`, `StoryState::OnHold`.
    pub item: String,
    /// Its code before; `None` if it is new.
    pub before: Option<String>,
    /// Its code now; `None` if it is gone.
    pub after: Option<String>,
    /// `true` if code that uses the item may stop compiling.
    pub breaks: bool,
}

impl Changes {
    /// The gravest verdict; `None` where nothing changed.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.changes.iter().map(|change| change.verdict).max()
    }

    /// What the changes ask of the crate's version.
    #[must_use]
    pub fn bump(&self) -> Bump {
        self.verdict().into()
    }

    /// How many changes have a verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.changes.iter().filter(|change| change.verdict == verdict).count()
    }

    /// The resources that have changes, in their order, with these.
    #[must_use]
    pub fn by_resource(&self) -> Vec<(&str, Vec<&Change>)> {
        let mut resources: IndexMap<&str, Vec<&Change>> = IndexMap::new();
        for change in &self.changes {
            resources.entry(&change.resource).or_default().push(change);
        }
        resources.into_iter().collect()
    }
}
