//! A step from one version of a description to the next.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::Fallible;
use super::item::{Item, items};
use super::upgraded::{Edition, upgrade};

/// The effect on a crate of a step from one version of its description to the next.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The file of the old version.
    pub old: String,
    /// The file of the new version.
    pub new: String,
    /// Number of items with the same description in both.
    pub unchanged: usize,
    /// The renamed items among them.
    pub renamed: Vec<Renamed>,
}

/// An item that was renamed although its description is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// Its location.
    pub place: String,
    /// The old name.
    pub old: String,
    /// The new name.
    pub new: String,
}

/// Updates a crate in an empty folder from each description to the next one.
///
/// # Errors
///
/// Returns an error if a description is invalid, or the crate cannot be written.
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
        Self { old: old.name.clone(), new: new.name.clone(), unchanged, renamed }
    }
}

type Items<'e> = BTreeMap<String, Vec<Item<'e>>>;

/// Returns the number of items with the same description, and those that were renamed.
fn compare(before: &Items<'_>, after: &Items<'_>) -> (usize, Vec<Renamed>) {
    let mut unchanged = 0;
    let mut renamed = Vec::new();
    for (place, old) in before {
        let new = after.get(place).map_or(&[][..], Vec::as_slice);
        // Items at the same location can only be matched by index.
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
