//! Checks the crates that a configuration names.

use std::collections::BTreeMap;
use std::path::Path;

use super::Config;
use super::own_types::{OF_THE_LANGUAGE, as_in_code};
use super::shared::RuntimeCrate;
use super::used::UsedEntries;
use crate::canonical_path::normalized;
use crate::diagnostic::{Code, Diagnostic, Location, Result};

impl Config {
    /// Returns the user's dependencies as inline TOML.
    pub(crate) fn own_dependencies(&self) -> BTreeMap<String, String> {
        self.dependencies.clone()
    }

    /// Checks that a separate crate depends on the crates of the user's types; `ours` is the dependency that it always has.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if a dependency is duplicate or missing.
    pub(crate) fn check_dependencies(&self, ours: &str, used: &UsedEntries) -> Result<()> {
        let problem = |location: &Location, message: String, help: String| {
            let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
            Err(Box::new(problem.at(self.source(), location.clone()).help(help)))
        };
        for (name, location) in self.own_types.crates(used).chain(self.crates_of_additions()) {
            if name == "crate" {
                let message = "a separate crate cannot use a path that begins with `crate`".to_owned();
                let help = "write the name of another crate; `crate` is the generated crate itself".to_owned();
                return problem(location, message, help);
            }
            let is_there = |own: &String| as_in_code(own) == name;
            let is_known = OF_THE_LANGUAGE.contains(&name) || as_in_code(ours) == name;
            if !is_known && !self.dependencies.keys().any(is_there) {
                let message = format!("the crate does not depend on `{name}`");
                let help = format!(
                    "add it to `[dependencies]`, such as `{name} = {{ version = \"1\", features = [\"serde\"] }}`"
                );
                return problem(location, message, help);
            }
        }
        Ok(())
    }

    /// Checks that a generated runtime crate and its client have different names.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if they have the same name.
    pub(crate) fn check_runtime(&self, client: &str) -> Result<()> {
        let Some(RuntimeCrate::Generated(folder)) = self.runtime() else { return Ok(()) };
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        if as_in_code(&name) != as_in_code(client) {
            return Ok(());
        }
        let problem = self.about_runtime(format!("`{name}` is already the name of a client"));
        Err(Box::new(problem.help("choose another directory, such as `crates/api-runtime`")))
    }

    /// Returns the crate with the support code, if it is not the client itself.
    #[must_use]
    pub fn runtime(&self) -> Option<&RuntimeCrate> {
        self.runtime.as_ref().map(|runtime| &runtime.source)
    }

    /// Creates a diagnostic about that crate.
    pub(crate) fn about_runtime(&self, message: impl Into<String>) -> Diagnostic {
        let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
        match &self.runtime {
            Some(runtime) => problem.at(&self.source, runtime.location.clone()),
            None => problem,
        }
    }
}

/// Checks that no client has the directory of a generated runtime crate.
pub(super) fn check_apart(all: &[Config]) -> Result<()> {
    for config in all {
        let Some(RuntimeCrate::Generated(path)) = config.runtime() else { continue };
        let in_the_way = |out: &&Path| {
            let out = normalized(out);
            out.starts_with(path) || path.starts_with(&out)
        };
        if let Some(out) = all.iter().filter_map(|other| other.out.as_deref()).find(in_the_way) {
            let message = format!("the output directories `{}` and `{}` are nested", path.display(), out.display());
            return Err(Box::new(
                config.about_runtime(message).help("choose directories that do not contain each other"),
            ));
        }
    }
    Ok(())
}
