//! Two descriptions and their comparison.

use std::path::Path;

use bindery::internal::config::Config;
use bindery::internal::source::{Input, Request, SourceLocator, load};
use bindery_cli::changes::Changes;

use crate::changed::Fallible;

/// Two descriptions and their comparison.
pub(super) struct Pair {
    pub(super) name: String,
    pub(super) old: Input,
    pub(super) new: Input,
    pub(super) changes: Changes,
}

impl Pair {
    pub(super) fn read(old: &Path, new: &Path) -> Fallible<Self> {
        let name = format!("{} → {}", short(old), short(new));
        let [old, new] = [input(old)?, input(new)?];
        let changes = bindery_cli::changes::changes_between(&old, &new, &Config::default())
            .map_err(|problem| format!("{name} cannot be compared: {}", problem.message))?;
        Ok(Self { name, old, new, changes })
    }

    /// Returns `true` if the comparison reports a removed item, which cargo-semver-checks must detect too.
    pub(super) fn loses_items(&self) -> bool {
        let mut items = self.changes.changes.iter().flat_map(|change| &change.items);
        items.any(|item| item.breaks && item.after.is_none())
    }
}

fn input(path: &Path) -> Fallible<Input> {
    let request = Request::new(SourceLocator::File(path.to_owned()));
    load(&request).map_err(|problem| format!("{} cannot be read: {}", path.display(), problem.message))
}

/// Returns the last two segments of a path.
fn short(path: &Path) -> String {
    let steps: Vec<_> = path.components().map(|step| step.as_os_str().to_string_lossy()).collect();
    steps[steps.len().saturating_sub(2)..].join("/")
}
