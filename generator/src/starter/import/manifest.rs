//! The manifest of the crate that used another generator.

use toml::{Table, Value};

use super::folder::{Folder, TextFile};
use super::settings::Settings;
use crate::diagnostic::Result;

/// The keys of `[package]` that also describe the new crate.
const PACKAGE_KEYS: [&str; 9] = [
    "authors",
    "categories",
    "description",
    "homepage",
    "keywords",
    "license",
    "publish",
    "repository",
    "rust-version",
];
/// The keys of a dependency that mean the same in another directory.
const DEPENDENCY_KEYS: [&str; 8] =
    ["branch", "default-features", "features", "git", "package", "rev", "tag", "version"];
/// Crates that need no dependency.
const OF_THE_LANGUAGE: [&str; 4] = ["alloc", "core", "crate", "std"];

pub(super) struct Manifest {
    pub(super) file: TextFile,
    table: Table,
}

impl Manifest {
    /// Reads the manifest in a directory.
    pub(super) fn read(folder: &Folder) -> Result<Option<Self>> {
        let Some(file) = folder.read("Cargo.toml")? else { return Ok(None) };
        let table = file.text.parse().map_err(|error: toml::de::Error| file.invalid(&error.message()))?;
        Ok(Some(Self { file, table }))
    }

    /// Returns `true` if the crate depends on one of these.
    pub(super) fn uses(&self, crates: &[&str]) -> bool {
        crates.iter().any(|name| self.dependency(name).is_some())
    }

    fn dependency(&self, name: &str) -> Option<&Value> {
        let tables = ["dependencies", "build-dependencies"].into_iter();
        tables.filter_map(|table| self.table.get(table)).find_map(|table| table.get(name))
    }

    /// Adds the name, the version and the other keys of a library. A program keeps its name.
    pub(super) fn package(&self, folder: &Folder, settings: &mut Settings) {
        let Some(package) = self.table.get("package").and_then(Value::as_table) else { return };
        if folder.has("src/main.rs") {
            let reason = "it is the name of the program; the new client is a crate of its own";
            return settings.leave("package.name", reason);
        }
        for key in ["name", "version"] {
            let text = package.get(key).and_then(Value::as_str);
            if let Some(text) = text.filter(|_| !settings.is_set(key)) {
                settings.set_text(&[key], text, &format!("package.{key}"));
            }
        }
        for key in PACKAGE_KEYS {
            // A workspace that the new crate may not belong to.
            let value = package.get(key).filter(|value| !value.is_table());
            if let Some(value) = value {
                settings.set(&["package", key], value.to_string(), &format!("package.{key}"));
            }
        }
    }

    /// Adds the dependencies that the types and derives of the settings need.
    pub(super) fn dependencies(&self, settings: &mut Settings) {
        let crates: Vec<String> = settings.crates().into_iter().collect();
        for name in crates.iter().filter(|name| !OF_THE_LANGUAGE.contains(&name.as_str())) {
            let hyphenated = name.replace('_', "-");
            let found = [name, &hyphenated].into_iter().find_map(|name| Some((name, self.dependency(name)?)));
            let Some((name, value)) = found else { continue };
            let origin = format!("dependencies.{name}");
            match value {
                Value::String(version) => settings.set_text(&["dependencies", name], version, &origin),
                Value::Table(table) if !table.contains_key("path") && !table.contains_key("workspace") => {
                    let known = table.iter().filter(|(key, _)| DEPENDENCY_KEYS.contains(&key.as_str()));
                    let known: Table = known.map(|(key, value)| (key.clone(), value.clone())).collect();
                    settings.set(&["dependencies", name], Value::Table(known).to_string(), &origin);
                }
                _ => settings.leave(&origin, "its location depends on the directory; add it to `[dependencies]`"),
            }
        }
    }
}
