//! Checks that the crate around a module has the dependencies of the module.

use super::render;
use crate::diagnostic::Result;
use crate::pipeline::Emission;
use crate::vendored::{Host, MissingDependency, Surroundings};

/// The missing dependencies and features in the manifest around a module.
pub(super) struct MissingDependencies<'h> {
    host: &'h Host,
    missing: Vec<MissingDependency>,
    /// The manifest with the additions, if they were requested.
    amended: Option<String>,
}

impl<'h> MissingDependencies<'h> {
    /// Returns `None` for a crate, and an error if an addition was requested but is not possible.
    pub(super) fn new(surroundings: &'h Surroundings, emission: &Emission, adds: bool) -> Result<Option<Self>> {
        let Some(host) = surroundings.host() else { return Ok(None) };
        let missing = host.missing_dependencies(emission);
        if missing.is_empty() {
            return Ok(None);
        }
        let amended = adds.then(|| host.amended(&missing)).transpose()?;
        Ok(Some(Self { host, missing, amended }))
    }

    /// Writes the additions, or reports them.
    pub(super) fn apply(self) -> Result<()> {
        let Self { host, missing, amended } = self;
        let manifest = host.manifest().display().to_string();
        if let Some(text) = amended {
            host.write(&text)?;
            render::note(&format!("added the missing dependencies of the module to {manifest}"));
            return Ok(());
        }
        let rows: String = missing.iter().map(|dependency| format!("\n    {dependency}")).collect();
        render::note(&format!("the module needs these entries in `[dependencies]` of {manifest}:{rows}"));
        if missing.iter().any(MissingDependency::can_be_added) {
            render::note("run `bindery generate --add-dependencies` to add them");
        }
        Ok(())
    }
}
