//! Generates a crate, and again from its stored description.

use std::collections::{BTreeMap, HashSet};

use super::existing::Vendored;
use super::options::CrateOptions;
use super::status::is_same;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Result, Sink};
use crate::names::NameHistory;
use crate::pipeline::{Emission, run, run_with};
use crate::source::Input;

/// A crate in memory, generated from a description.
#[derive(Clone, Debug)]
pub struct GeneratedCrate {
    /// The result of the stages.
    pub emission: Emission,
    /// The existing crate.
    pub before: Before,
    /// Diagnostics about repaired or skipped parts.
    pub diagnostics: Vec<Diagnostic>,
    /// The diagnostics that the existing crate had, too.
    reported: Vec<Diagnostic>,
}

impl GeneratedCrate {
    /// Returns the number of warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.diagnostics.len()
    }

    /// Returns the diagnostics that the existing crate did not have.
    #[must_use]
    pub fn new_diagnostics(&self) -> Vec<Diagnostic> {
        let key = |diagnostic: &Diagnostic| {
            let location = diagnostic.place.as_ref().map(|place| format!("{:?}", place.location));
            (diagnostic.code.as_str(), diagnostic.message.clone(), location)
        };
        let reported: HashSet<_> = self.reported.iter().map(key).collect();
        self.diagnostics.iter().filter(|diagnostic| !reported.contains(&key(diagnostic))).cloned().collect()
    }

    /// Returns the recorded names of a lock file that are no longer assigned, by location.
    #[must_use]
    pub fn stale_names<'l>(&self, names: &'l BTreeMap<String, String>) -> Vec<(&'l str, &'l str)> {
        let Emission { api, recorded_names, .. } = &self.emission;
        let known = |place: &str| {
            let place = api.element_keys.place(place);
            let is_kept =
                recorded_names.removed().contains_key(&*place) || recorded_names.chosen_names().contains_key(&*place);
            is_kept || recorded_names.previous_name(&place).or_else(|| recorded_names.configured(&place)).is_some()
        };
        names.iter().filter(|(place, _)| !known(place)).map(|(place, name)| (place.as_str(), name.as_str())).collect()
    }
}

/// The existing crate in the output directory.
#[derive(Clone, Debug)]
pub enum Before {
    /// No crate exists.
    Nothing,
    /// A crate of the same description.
    Same,
    /// A crate of another description.
    Other(Box<Emission>),
    /// A crate whose description is no longer valid, for this reason.
    Unknown(Box<Diagnostic>),
}

/// Generates a crate from a description, with the recorded names of the existing crate.
///
/// # Errors
///
/// Returns an error if the description is invalid, and `configuration-invalid` if the crates of the user's types are
/// missing.
pub fn generate_crate(
    input: &Input,
    config: &Config,
    crate_options: &CrateOptions,
    vendored: Option<&Vendored>,
) -> Result<GeneratedCrate> {
    let mut sink = Sink::new();
    let settings = crate_options.settings(config);
    let (before, reported) = match vendored {
        None => (Before::Nothing, Vec::new()),
        Some(vendored) if is_same(vendored, input) => (Before::Same, Vec::new()),
        Some(vendored) => match generate_again(vendored, config) {
            Ok(generated) => (Before::Other(Box::new(generated.emission)), generated.diagnostics),
            Err(problem) => (Before::Unknown(problem), Vec::new()),
        },
    };
    let emission = match (&before, vendored) {
        (Before::Other(before), _) => run_with(input, config, settings, &before.recorded_names, &mut sink)?,
        (_, Some(vendored)) => run_with(input, config, settings, &vendored.history(), &mut sink)?,
        (_, None) => run(input, config, settings, &mut sink)?,
    };
    let diagnostics = sink.without_errors()?;
    emission.check_dependencies(config)?;
    Ok(GeneratedCrate { emission, before, diagnostics, reported })
}

/// Generates a crate from a description with the given names, as if it existed already.
///
/// # Errors
///
/// Returns an error if the description is invalid, and `configuration-invalid` if the crates of the user's types are
/// missing.
pub fn generate_with_history(
    input: &Input,
    history: &NameHistory,
    config: &Config,
    crate_options: &CrateOptions,
) -> Result<GeneratedCrate> {
    let mut sink = Sink::new();
    let emission = run_with(input, config, crate_options.settings(config), history, &mut sink)?;
    let diagnostics = sink.without_errors()?;
    emission.check_dependencies(config)?;
    Ok(GeneratedCrate { emission, before: Before::Same, diagnostics, reported: Vec::new() })
}

/// Generates an existing crate from its stored description, with its recorded names.
///
/// # Errors
///
/// Returns an error if its description is no longer valid.
fn generate_again(vendored: &Vendored, config: &Config) -> Result<GeneratedCrate> {
    let options = CrateOptions::from_config(vendored, config);
    generate_with_history(&vendored.description()?, &vendored.history(), config, &options)
}
