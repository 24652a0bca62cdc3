//! Checks the crates that a configuration names.

use std::collections::{BTreeMap, BTreeSet};
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
        self.dependencies.iter().map(|(name, dependency)| (name.clone(), dependency.text.clone())).collect()
    }

    /// Returns `true` if the configuration names any crates of types.
    pub(crate) fn names_crates(&self) -> bool {
        !self.own_types.is_empty() || !self.additions.is_empty() || !self.dependencies.is_empty()
    }

    /// Checks that a separate crate depends on the crates of the user's types; `ours` are its regular dependencies.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if a dependency is duplicate or missing.
    pub(crate) fn check_dependencies(&self, ours: &BTreeSet<String>, used: &UsedEntries) -> Result<()> {
        let problem = |location: &Location, message: String, help: String| {
            let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
            Err(Box::new(problem.at(self.source(), location.clone()).help(help)))
        };
        for (name, dependency) in &self.dependencies {
            if ours.contains(&as_in_code(name)) {
                let message = format!("the crate already depends on `{name}`");
                return problem(
                    &dependency.location,
                    message,
                    "remove it; its types can be used without it".to_owned(),
                );
            }
        }
        for (name, location) in self.own_types.crates(used).chain(self.crates_of_additions()) {
            if name == "crate" {
                let message = "a separate crate cannot use a path that begins with `crate`".to_owned();
                let help = "write the name of another crate; `crate` is the generated crate itself".to_owned();
                return problem(location, message, help);
            }
            let is_there = |own: &String| as_in_code(own) == name;
            if !OF_THE_LANGUAGE.contains(&name) && !ours.contains(name) && !self.dependencies.keys().any(is_there) {
                let message = format!("the crate does not depend on `{name}`");
                let help = format!(
                    "add it to `[dependencies]`, such as `{name} = {{ version = \"1\", features = [\"serde\"] }}`"
                );
                return problem(location, message, help);
            }
        }
        Ok(())
    }

    /// Checks that the name of the runtime crate differs from the client and its dependencies.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if another crate has this name; `-` and `_` are equivalent.
    pub(crate) fn check_runtime(&self, client: &str, needed: &BTreeSet<String>) -> Result<()> {
        let Some(name) = self.runtime().map(RuntimeCrate::name) else { return Ok(()) };
        let code = as_in_code(&name);
        let own = self.own_dependencies();
        let taken_by = if as_in_code(client) == code {
            "of a client".to_owned()
        } else if own.keys().any(|own| as_in_code(own) == code) {
            "of one of `[dependencies]`".to_owned()
        } else if needed.contains(&code) {
            "of another dependency of the clients".to_owned()
        } else {
            return Ok(());
        };
        let problem = self.about_runtime(format!("`{name}` is already the name {taken_by}"));
        Err(Box::new(problem.help("choose another name, or a directory such as `crates/api-runtime`")))
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
