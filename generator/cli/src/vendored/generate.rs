//! Generates a crate, and again from its stored description.

use std::collections::{BTreeMap, HashSet};

use super::session::Session;
use super::status::is_same;
use bindery::internal::diagnostic::{Diagnostic, Result, Sink};
use bindery::internal::names::NameHistory;
use bindery::internal::source::Input;
use bindery::internal::{Emission, run};

/// The crate of a description, and the existing one if its description is another one.
#[derive(Clone, Debug)]
pub struct Upgrade {
    /// The existing crate, generated again, or the reason why its description is no longer valid.
    pub previous: Option<Result<GeneratedCrate>>,
    /// The crate of the description.
    pub next: GeneratedCrate,
}

/// A crate in memory, generated from a description.
#[derive(Clone, Debug)]
pub struct GeneratedCrate {
    /// The result of the stages.
    pub emission: Emission,
    /// Diagnostics about repaired or skipped parts.
    pub diagnostics: Vec<Diagnostic>,
}

impl From<GeneratedCrate> for Upgrade {
    fn from(next: GeneratedCrate) -> Self {
        Self { previous: None, next }
    }
}

impl Upgrade {
    /// Returns the existing crate, if it is of another description that is still valid.
    #[must_use]
    pub fn previous(&self) -> Option<&GeneratedCrate> {
        self.previous.as_ref()?.as_ref().ok()
    }

    /// Returns the diagnostics that the existing crate did not have.
    #[must_use]
    pub fn new_diagnostics(&self) -> Vec<Diagnostic> {
        let key = |diagnostic: &Diagnostic| {
            let location = diagnostic.place.as_ref().map(|place| format!("{:?}", place.location));
            (diagnostic.code.as_str(), diagnostic.message.clone(), location)
        };
        let reported: HashSet<_> = self.previous().iter().flat_map(|previous| &previous.diagnostics).map(key).collect();
        self.next.diagnostics.iter().filter(|diagnostic| !reported.contains(&key(diagnostic))).cloned().collect()
    }
}

impl GeneratedCrate {
    /// Returns the number of warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.diagnostics.len()
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
    pub fn generate(&self, input: &Input) -> Result<Upgrade> {
        let Some(vendored) = &self.existing else {
            return self.generate_with(input, &NameHistory::default()).map(Upgrade::from);
        };
        if is_same(vendored, input) {
            return self.generate_with(input, &vendored.history()).map(Upgrade::from);
        }
        let previous = self.generate_again();
        let history = previous.as_ref().map_or_else(|_| vendored.history(), |old| old.emission.recorded_names.clone());
        Ok(Upgrade { previous: Some(previous), next: self.generate_with(input, &history)? })
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
        Ok(GeneratedCrate { emission, diagnostics })
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
