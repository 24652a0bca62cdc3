//! What the crate around a module still needs.

use super::{Outcome, render};
use crate::pipeline::Emission;
use crate::vendored::{Host, Lack, Surroundings};

/// What is lacking in the manifest of a crate for the code of a module.
pub(super) struct Needs<'h> {
    host: &'h Host,
    lacks: Vec<Lack>,
    /// The manifest with it, where it is to be added.
    amended: Option<String>,
}

impl<'h> Needs<'h> {
    /// Nothing for a crate; a refusal where something is to be added and cannot.
    pub(super) fn of(surroundings: &'h Surroundings, emission: &Emission, adds: bool) -> Outcome<Option<Self>> {
        let Some(host) = surroundings.host() else { return Ok(None) };
        let lacks = host.lacks(emission);
        if lacks.is_empty() {
            return Ok(None);
        }
        let amended = adds.then(|| host.amended(&lacks)).transpose()?;
        Ok(Some(Self { host, lacks, amended }))
    }

    /// Adds it, or tells of it.
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
