//! The crates that a command writes. Nothing is written before the plan is committed.

use std::path::Path;

use super::args::{FetchOptions, MessageOptions};
use super::fetch::save_copy;
use super::render;
use super::used_by::Impact;
use crate::changes::Changes;
use crate::changes::compared;
use crate::output::{DescriptionRecord, Report, Tree, commit, plan};
use crate::vendored::{GeneratedCrate, Session, SharedCrate, Surroundings, Upgrade};
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Diagnostic, Result};
use bindery::internal::text::Source;

/// The crates that a command writes.
pub(super) struct Plan {
    pub(super) clients: Vec<PlannedClient>,
    /// The crates with support code that the clients share.
    pub(super) shared: Vec<SharedCrate>,
    /// `true` if `strict` rejected a client.
    pub(super) is_rejected: bool,
    /// `true` to overwrite files that were edited by hand or not written by Bindery.
    force: bool,
}

/// A client that was generated in memory.
pub(super) struct PlannedClient {
    pub(super) session: Session,
    /// The existing crate, if its description is another one that is still valid.
    pub(super) previous: Option<GeneratedCrate>,
    pub(super) generated: GeneratedCrate,
    /// The changes of the description since the existing crate was generated.
    pub(super) changes: Option<Changes>,
    /// The consequences of the changes, if they are reported.
    pub(super) impact: Option<Impact>,
    pub(super) surroundings: Surroundings,
    pub(super) tree: Tree,
    /// The description, if a copy of it may be stored.
    pub(super) source: Option<Source>,
}

impl Plan {
    /// Creates a plan for clients with these configurations.
    pub(super) fn new<'c>(clients: impl IntoIterator<Item = &'c Config>, force: bool) -> Result<Self> {
        let shared = SharedCrate::folders(clients)?.into_iter().map(|folder| SharedCrate::new(&folder));
        Ok(Self { clients: Vec::new(), shared: shared.collect::<Result<_>>()?, is_rejected: false, force })
    }

    /// Reports the diagnostics of a client. Returns `false` if it is rejected because of them.
    pub(super) fn admits(
        &mut self,
        session: &Session,
        generated: &GeneratedCrate,
        diagnostics: &[Diagnostic],
        sources: &mut Vec<Source>,
        messages: &MessageOptions,
    ) -> bool {
        sources.extend(generated.emission.others.iter().cloned());
        render::problems(diagnostics, sources, messages);
        let is_rejected = session.config.is_strict() && generated.warnings() > 0;
        if is_rejected {
            self.reject(generated.warnings());
        }
        !is_rejected
    }

    /// Rejects everything because of warnings.
    pub(super) fn reject(&mut self, warnings: usize) {
        render::note(&format!("nothing was written: {} with `strict`", render::counted(warnings, "warning")));
        self.is_rejected = true;
    }

    /// Adds a client that was generated from a description.
    pub(super) fn add(
        &mut self,
        session: Session,
        upgrade: Upgrade,
        description: DescriptionRecord,
        source: Option<Source>,
    ) -> Result<()> {
        let mut client = PlannedClient { source, ..PlannedClient::new(session, upgrade)? };
        client.assemble(description)?;
        self.clients.push(client);
        Ok(())
    }

    /// Checks that everything can be written: no foreign files are overwritten.
    pub(super) fn check(&self) -> Result<()> {
        let clients = self.clients.iter().map(|client| (&client.tree, client.folder()));
        let shared = self.shared.iter().map(|shared| (&shared.tree, shared.folder.as_path()));
        clients.chain(shared).try_for_each(|(tree, folder)| plan(tree, folder, self.force).map(drop))
    }

    /// Writes everything, the shared crates first, or determines what would be written. `describe` reports each client.
    pub(super) fn commit(
        &self,
        dry_run: bool,
        fetching: Option<&FetchOptions>,
        describe: impl Fn(&PlannedClient, &Report),
    ) -> Result<()> {
        let write = if dry_run { plan } else { commit };
        for SharedCrate { folder, tree } in &self.shared {
            let report = write(tree, folder, self.force)?;
            render::note(&if report.is_unchanged() {
                format!("{} is up to date (shared support code)", folder.display())
            } else {
                format!("{} (shared support code)", render::describe_commit(&report, folder, dry_run))
            });
        }
        for client in &self.clients {
            let report = write(&client.tree, client.folder(), self.force)?;
            describe(client, &report);
            client.note_surroundings(&report);
            if !dry_run {
                if let (Some(source), Some(fetching)) = (&client.source, fetching) {
                    save_copy(source, fetching)?;
                }
                client.note_stale_names();
            }
        }
        Ok(())
    }
}

impl PlannedClient {
    /// Creates a client without files.
    pub(super) fn new(session: Session, upgrade: Upgrade) -> Result<Self> {
        let changes = upgrade.previous().map(|previous| compared(&previous.emission, &upgrade.next.emission));
        let Upgrade { previous, next: generated } = upgrade;
        let previous = previous.and_then(Result::ok);
        let surroundings = session.surroundings()?;
        Ok(Self { session, previous, generated, changes, impact: None, surroundings, tree: Tree::new(), source: None })
    }

    /// Adds the files of the client, generated from this description.
    pub(super) fn assemble(&mut self, description: DescriptionRecord) -> Result<()> {
        self.tree = self.session.tree(&self.generated, description, &self.surroundings)?;
        Ok(())
    }

    /// Returns the directory of the client.
    pub(super) fn folder(&self) -> &Path {
        self.session.folder().unwrap_or(Path::new(self.generated.emission.crate_name()))
    }

    /// Reports what the surrounding crate lacks for a module.
    fn note_surroundings(&self, report: &Report) {
        let Some(host) = self.surroundings.host() else { return };
        if let Some(path) = host.module_outside_targets().filter(|_| !report.is_unchanged()) {
            note_outside_targets(path);
        }
        if let Some(line) = host.missing_dependency(&self.generated.emission) {
            let manifest = host.manifest();
            render::note(&format!(
                "the module needs this entry in `[dependencies]` of {}:\n    {line}",
                manifest.display()
            ));
        }
    }

    /// Reports the first of the names that are removed from the lock file.
    fn note_stale_names(&self) {
        let Some(existing) = &self.session.existing else { return };
        let stale = self.generated.stale_names(&existing.lock_file.recorded.names);
        for (place, name) in stale.iter().take(MAX_REPORTED_NAMES) {
            render::note(&format!("removed the stale name `{name}` from bindery.lock: {place} was removed"));
        }
        if let Some(more @ 1..) = stale.len().checked_sub(MAX_REPORTED_NAMES) {
            render::note(&format!("and {}", render::counted(more, "other name")));
        }
    }
}

/// Maximum number of removed names that are reported one by one.
const MAX_REPORTED_NAMES: usize = 5;

/// Reports how to declare a module that `mod name;` does not find.
fn note_outside_targets(path: &Path) {
    let steps: Vec<String> = path.iter().map(|step| step.to_string_lossy().into_owned()).collect();
    let (path, name) = (steps.join("/"), steps.last().map_or("", String::as_str));
    render::note(&format!(
        "warning: `{path}` is outside `src`; declare the module with `#[path = \"../{path}/mod.rs\"] mod {name};`"
    ));
}

/// Rejects a description with much missing content, or reports it if that is allowed.
pub(super) fn check_loss(session: &Session, generated: &GeneratedCrate) -> Result<()> {
    match generated.emission.api.completeness.problem() {
        Some(problem) if session.config.allows_partial() => render::note(&problem.message),
        Some(problem) => return Err(Box::new(problem)),
        None => {}
    }
    Ok(())
}
