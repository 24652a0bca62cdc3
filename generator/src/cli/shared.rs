//! Generates and checks the crates with support code that clients share.

use super::{Outcome, render};
use crate::config::Config;
use crate::output::{commit, plan};
use crate::vendored::SharedCrate;

/// The crates that some clients share.
pub(super) struct Shared(Vec<SharedCrate>);

impl Shared {
    pub(super) fn new<'c>(clients: impl IntoIterator<Item = &'c Config>) -> Outcome<Self> {
        SharedCrate::all(clients).map(Self)
    }

    /// Checks that the crate can be written.
    pub(super) fn check_writable(&self, force: bool) -> Outcome<()> {
        self.0.iter().try_for_each(|shared| plan(&shared.tree, &shared.folder, force).map(drop))
    }

    pub(super) fn write(&self, dry_run: bool, force: bool) -> Outcome<()> {
        for SharedCrate { folder, tree } in &self.0 {
            let report = if dry_run { plan(tree, folder, force)? } else { commit(tree, folder, force)? };
            render::note(&if report.is_unchanged() {
                format!("{} is up to date (what the clients share)", folder.display())
            } else {
                format!("{} (what the clients share)", render::describe_commit(&report, folder, dry_run))
            });
        }
        Ok(())
    }

    pub(super) fn each(&self) -> &[SharedCrate] {
        &self.0
    }
}
