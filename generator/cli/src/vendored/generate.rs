//! Generates a crate, and again from its stored description.

use std::collections::{BTreeMap, HashSet};

use super::session::Session;
use super::status::is_same;
use bindery::internal::diagnostic::{Diagnostic, Result, Sink};
use bindery::internal::names::NameHistory;
use bindery::internal::source::Input;
use bindery::internal::{Emission, run};

/// A crate in memory, generated from a description.
#[derive(Clone, Debug)]
pub struct GeneratedCrate {
    /// The result of the stages.
    pub emission: Emission,
    /// The existing crate of another description, generated again, or the reason why that description is no longer valid.
    pub before: Option<Result<Box<Self>>>,
    /// Diagnostics about repaired or skipped parts.
    pub diagnostics: Vec<Diagnostic>,
}

impl GeneratedCrate {
    /// Returns the number of warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.diagnostics.len()
    }

    /// Returns the existing crate, if it is of another description that is still valid.
    #[must_use]
    pub fn other(&self) -> Option<&Self> {
        self.before.as_ref()?.as_deref().ok()
    }

    /// Returns the diagnostics that the existing crate did not have.
    #[must_use]
    pub fn new_diagnostics(&self) -> Vec<Diagnostic> {
        let key = |diagnostic: &Diagnostic| {
            let location = diagnostic.place.as_ref().map(|place| format!("{:?}", place.location));
            (diagnostic.code.as_str(), diagnostic.message.clone(), location)
        };
        let reported: HashSet<_> = self.other().iter().flat_map(|other| &other.diagnostics).map(key).collect();
        self.diagnostics.iter().filter(|diagnostic| !reported.contains(&key(diagnostic))).cloned().collect()
    }

    /// Returns the recorded names of a lock file that are no longer assigned, by location.
    #[must_use]
    pub fn stale_names<'l>(&self, names: &'l BTreeMap<String, String>) -> Vec<(&'l str, &'l str)> {
        let Emission { api, recorded_names, .. } = &self.emission;
        let known = |place: &str| {
            let place = api.element_keys.place(place);
            let is_kept = recorded_names.removed().contains_key(&*place);
            is_kept || recorded_names.previous_name(&place).or_else(|| recorded_names.configured(&place)).is_some()
        };
        names.iter().filter(|(place, _)| !known(place)).map(|(place, name)| (place.as_str(), name.as_str())).collect()
    }
}

impl Session {
    /// Generates the crate from a description, with the recorded names of the existing one.
    ///
    /// # Errors
    ///
    /// Returns an error if the description is invalid, and `configuration-invalid` if the crates of the user's types are
    /// missing.
    pub fn generate(&self, input: &Input) -> Result<GeneratedCrate> {
        let Some(vendored) = &self.existing else { return self.generate_with(input, &NameHistory::default()) };
        if is_same(vendored, input) {
            return self.generate_with(input, &vendored.history());
        }
        let before = self.generate_again().map(Box::new);
        let history = before.as_ref().map_or_else(|_| vendored.history(), |old| old.emission.recorded_names.clone());
        Ok(GeneratedCrate { before: Some(before), ..self.generate_with(input, &history)? })
    }

    /// Generates the crate from a description with the given names, as if it existed already.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Session::generate`].
    pub fn generate_with(&self, input: &Input, history: &NameHistory) -> Result<GeneratedCrate> {
        let mut sink = Sink::new();
        let emission = run(input, &self.config, history, &mut sink)?;
        let diagnostics = sink.without_errors()?;
        emission.check_dependencies(&self.config)?;
        Ok(GeneratedCrate { emission, before: None, diagnostics })
    }

    /// Generates the existing crate from its stored description, with its recorded names.
    ///
    /// # Errors
    ///
    /// Returns an error if its description is no longer valid.
    pub fn generate_again(&self) -> Result<GeneratedCrate> {
        let vendored = self.vendored()?;
        self.generate_with(&vendored.description()?, &vendored.history())
    }
}
