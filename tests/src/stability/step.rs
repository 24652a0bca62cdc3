//! From one version of a description to the next.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::item::{Item, items};
use super::lines::{Lines, lines};
use super::upgraded::{Edition, upgrade};
use super::{Fallible, described};

/// What became of a crate from one version of its description to the next.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The versions, as their files are called.
    pub old: String,
    /// The version that came.
    pub new: String,
    /// How many things have the same description in both.
    pub unchanged: usize,
    /// Those of them that are called otherwise.
    pub renamed: Vec<Renamed>,
    pub(super) operations: usize,
    pub(super) changed_operations: usize,
    /// How many changes are told.
    pub(super) changes: usize,
    pub(super) lines: Lines,
    /// How many lines the crate has.
    pub(super) of_lines: usize,
}

/// A thing that is called otherwise although its description is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// Where it stands.
    pub place: String,
    /// What it was called.
    pub old: String,
    /// What it is called now.
    pub new: String,
}

/// Updates a crate in an empty folder from each description to the next one.
///
/// # Errors
///
/// Returns an error if a description is refused, or the crate cannot be written.
pub fn steps(folder: &Path, descriptions: &[PathBuf]) -> Fallible<Vec<Transition>> {
    let Some((first, others)) = descriptions.split_first() else { return Ok(Vec::new()) };
    let mut before = upgrade(folder, first)?;
    let mut steps = Vec::new();
    for description in others {
        let after = upgrade(folder, description)?;
        steps.push(Transition::between(&before, &after));
        before = after;
    }
    Ok(steps)
}

impl Transition {
    fn between(old: &Edition, new: &Edition) -> Self {
        let (before, after) = (items(old), items(new));
        let (unchanged, renamed) = compare(&before, &after);
        Self {
            old: old.name.clone(),
            new: new.name.clone(),
            unchanged,
            renamed,
            operations: described::count(&new.document),
            changed_operations: described::changed_operations(&old.interface, &new.interface),
            changes: new.changes.as_ref().map_or(0, |changes| changes.changes.len()),
            lines: lines(&old.files, &new.files),
            of_lines: new.files.values().map(|text| text.lines().count()).sum(),
        }
    }
}

type Items<'e> = BTreeMap<String, Vec<Item<'e>>>;

/// How many things have the same description, and which of them have another name.
fn compare(before: &Items<'_>, after: &Items<'_>) -> (usize, Vec<Renamed>) {
    let mut unchanged = 0;
    let mut renamed = Vec::new();
    for (place, old) in before {
        let new = after.get(place).map_or(&[][..], Vec::as_slice);
        // Where several things stand at one place, nothing but their number tells which is which.
        if old.len() != new.len() || !old.iter().zip(new).all(|(old, new)| old.is_described_as(new)) {
            continue;
        }
        unchanged += old.len();
        let others = old.iter().zip(new).filter(|(old, new)| old.name != new.name);
        renamed.extend(others.map(|(old, new)| Renamed {
            place: place.clone(),
            old: old.name.clone(),
            new: new.name.clone(),
        }));
    }
    (unchanged, renamed)
}
