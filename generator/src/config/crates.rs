//! The crates that a client depends on.

use std::collections::BTreeMap;
use std::path::Path;

use toml::{Table, Value};

use super::runtime::{RuntimeCrate, as_in_code};
use super::{Config, UsedEntries};
use crate::base::canonical_path::normalized;
use crate::base::diagnostic::{Diagnostic, Result};

/// The crates that are always available.
const BUILT_IN_CRATES: [&str; 3] = ["alloc", "core", "std"];

/// Returns the keys of a table as in TOML, with their values in one line each.
fn as_inline(table: &Table) -> BTreeMap<String, String> {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let key = |key: &String| {
        if !key.is_empty() && key.chars().all(is_bare) { key.clone() } else { Value::from(key.as_str()).to_string() }
    };
    table.iter().map(|(name, value)| (key(name), value.to_string())).collect()
}

impl Config {
    /// Returns the `[package]` keys of the manifest, with their values as inline TOML.
    pub(crate) fn own_package(&self) -> BTreeMap<String, String> {
        as_inline(&self.package)
    }

    /// Returns the user's dependencies as inline TOML.
    pub(crate) fn own_dependencies(&self) -> BTreeMap<String, String> {
        as_inline(&self.dependencies)
    }

    /// Checks that a separate crate depends on the crates of the user's types; `ours` is the dependency that it always has.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if a dependency is duplicate or missing.
    pub(crate) fn check_dependencies(&self, ours: &str, used: &UsedEntries) -> Result<()> {
        for (name, at) in self.types.crates(used).chain(self.crates_of_additions()) {
            if name == "crate" {
                let message = "a separate crate cannot use a path that begins with `crate`";
                let help = "write the name of another crate; `crate` is the generated crate itself";
                return Err(self.problem(at, message, help));
            }
            let is_there = |own: &String| as_in_code(own) == name;
            let is_known = BUILT_IN_CRATES.contains(&name) || as_in_code(ours) == name;
            if !is_known && !self.dependencies.keys().any(is_there) {
                let message = format!("the crate does not depend on `{name}`");
                let help = format!(
                    "add it to `[dependencies]`, such as `{name} = {{ version = \"1\", features = [\"serde\"] }}`"
                );
                return Err(self.problem(at, message, &help));
            }
        }
        Ok(())
    }

    /// Checks that a generated runtime crate and its client have different names.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if they have the same name.
    pub fn check_runtime(&self, client: &str) -> Result<()> {
        let RuntimeCrate::Generated(folder) = self.runtime() else { return Ok(()) };
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        if as_in_code(&name) != as_in_code(client) {
            return Ok(());
        }
        let message = format!("`{name}` is already the name of a client");
        Err(self.about_runtime(message, "choose another directory, such as `crates/api-runtime`"))
    }

    /// Returns the crate with the support code.
    pub fn runtime(&self) -> &RuntimeCrate {
        self.runtime.as_ref().map_or(&RuntimeCrate::Vendored, |runtime| &runtime.0)
    }

    /// Creates an error about that crate.
    fn about_runtime(&self, message: String, help: &str) -> Box<Diagnostic> {
        self.problem(self.runtime.as_ref().map(|runtime| runtime.at).unwrap_or_default(), message, help)
    }
}

/// Checks that no client has the directory of a generated runtime crate.
pub(super) fn check_apart(all: &[Config]) -> Result<()> {
    for config in all {
        let RuntimeCrate::Generated(path) = config.runtime() else { continue };
        let in_the_way = |out: &&Path| {
            let out = normalized(out);
            out.starts_with(path) || path.starts_with(&out)
        };
        if let Some(out) = all.iter().filter_map(|other| other.out.as_deref()).find(in_the_way) {
            let message = format!("the output directories `{}` and `{}` are nested", path.display(), out.display());
            return Err(config.about_runtime(message, "choose directories that do not contain each other"));
        }
    }
    Ok(())
}
