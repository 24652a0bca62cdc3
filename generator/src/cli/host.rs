//! Checks that the crate around a module meets the module's requirements.

use super::{Outcome, render};
use crate::pipeline::Emission;
use crate::vendored::{Host, Lack, Surroundings};

/// The missing dependencies and features in the manifest around a module.
pub(super) struct Needs<'h> {
    host: &'h Host,
    lacks: Vec<Lack>,
    /// The manifest with the additions, if they were requested.
    amended: Option<String>,
}

impl<'h> Needs<'h> {
    /// Returns `None` for a crate, and an error if an addition was requested but is not possible.
    pub(super) fn new(surroundings: &'h Surroundings, emission: &Emission, adds: bool) -> Outcome<Option<Self>> {
        let Some(host) = surroundings.host() else { return Ok(None) };
        let lacks = host.lacks(emission);
        if lacks.is_empty() {
            return Ok(None);
        }
        let amended = adds.then(|| host.amended(&lacks)).transpose()?;
        Ok(Some(Self { host, lacks, amended }))
    }

    /// Writes the additions, or reports them.
    pub(super) fn settle(self) -> Outcome<()> {
        let Self { host, lacks, amended } = self;
        let manifest = host.manifest().display().to_string();
        if let Some(text) = amended {
            host.write(&text)?;
            render::note(&format!("{manifest} has what the module depends on"));
            return Ok(());
        }
        let rows: String = lacks.iter().map(|lack| format!("\n    {lack}")).collect();
        render::note(&format!("the module needs this in `[dependencies]` of {manifest}:{rows}"));
        if lacks.iter().any(Lack::can_be_added) {
            render::note("with --add-dependencies `bindery generate` adds it");
        }
        Ok(())
    }
}
