//! Loads the description of a configuration, or those that it merges into one API.

use super::input::{Input, MergedInput};
use crate::base::diagnostic::Result;
use crate::config::Config;

impl Input {
    /// Loads the description at a location, or those that a configuration merges, each from its file or address.
    ///
    /// # Errors
    ///
    /// Returns the errors of `load`, and `configuration-invalid` if a file is named twice.
    pub fn from_config(config: &Config, location: &str, mut load: impl FnMut(&str) -> Result<Self>) -> Result<Self> {
        let mut all: Vec<MergedInput> = Vec::new();
        for (own, at) in config.merged_descriptions() {
            let input = load(&own.resolved)?;
            // Locations are given by the name of their source.
            if let Some(other) = all.iter().find(|other| other.input.source.name() == input.source.name()) {
                let message = format!("`{}` and `{}` are the same file", other.label, own.description);
                return Err(config.problem(at, message, "remove one of them"));
            }
            let label = own.description.clone();
            all.push(MergedInput { input, label, prefix: own.prefix(), corrections: own.corrections() });
        }
        match all.first() {
            Some(first) => Ok(Self { merged: all.clone().into(), ..first.input.clone() }),
            None => load(location),
        }
    }
}
