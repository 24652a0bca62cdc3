//! Generates and checks the crates with support code that clients share.

use super::render;
use crate::config::Config;
use crate::diagnostic::Result;
use crate::output::{commit, plan};
use crate::vendored::SharedCrate;

/// The support crates that clients share.
pub(super) struct SharedCrates(Vec<SharedCrate>);

impl SharedCrates {
    pub(super) fn new<'c>(clients: impl IntoIterator<Item = &'c Config>) -> Result<Self> {
        SharedCrate::all(clients).map(Self)
    }

    /// Checks that the crate can be written.
    pub(super) fn check_writable(&self, force: bool) -> Result<()> {
        self.0.iter().try_for_each(|shared_crates| plan(&shared_crates.tree, &shared_crates.folder, force).map(drop))
    }

    pub(super) fn write(&self, dry_run: bool, force: bool) -> Result<()> {
        for SharedCrate { folder, tree } in &self.0 {
            let report = if dry_run { plan(tree, folder, force)? } else { commit(tree, folder, force)? };
            render::note(&if report.is_unchanged() {
                format!("{} is up to date (shared support code)", folder.display())
            } else {
                format!("{} (shared support code)", render::describe_commit(&report, folder, dry_run))
            });
        }
        Ok(())
    }

    pub(super) fn each(&self) -> &[SharedCrate] {
        &self.0
    }
}
