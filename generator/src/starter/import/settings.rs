//! The settings for `bindery.toml` that come from another generator, and those that have no equivalent.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::config::Config;
use crate::diagnostic::{Diagnostic, Location};
use crate::starter::page::quoted;
use crate::unicode::first_line;

/// Maximum number of settings; more would make a file that nobody reads.
const MAX_SETTINGS: usize = 5_000;
/// Maximum length of a text of another file that is shown.
const MAX_SHOWN_LEN: usize = 100;

/// The name of the configuration in diagnostics of single settings.
pub(super) const NAME: &str = "bindery.toml";

/// A setting: one line of the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The key, as TOML.
    pub(super) key: String,
    /// The value, as TOML.
    pub(super) value: String,
    /// The setting that it replaces.
    pub(super) origin: String,
}

/// A setting about a schema, by the name of its Rust type or its own name. Its key is known with the description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SchemaSetting {
    /// The table of the configuration.
    pub(super) table: &'static str,
    pub(super) schema: String,
    pub(super) value: String,
    pub(super) origin: String,
}

/// A setting without an equivalent, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// The setting of the other generator.
    pub(super) setting: String,
    /// The reason, and what to do instead.
    pub(super) reason: String,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) settings: Vec<Setting>,
    pub(super) of_schemas: Vec<SchemaSetting>,
    /// The selected operations: the table, the key, the selector and the setting that it replaces.
    pub(super) selected: Vec<(&'static str, &'static str, String, String)>,
    /// The derives of each schema, or of all with `*`.
    pub(super) derives: IndexMap<String, Vec<String>>,
    pub(super) left_out: Vec<LeftOut>,
}

impl Settings {
    /// Adds a setting, or reports why the configuration does not accept it.
    pub(super) fn set(&mut self, key: &[&str], value: String, origin: &str) {
        let setting = Setting { key: dotted(key), value, origin: first_line(origin, MAX_SHOWN_LEN) };
        let count = self.settings.len() + self.of_schemas.len();
        if let Some(other) = self.settings.iter().find(|other| other.key == setting.key) {
            if other.value != setting.value {
                let reason = format!("`{}` is already set to {}", other.key, first_line(&other.value, MAX_SHOWN_LEN));
                self.leave(&setting.origin, &reason);
            }
        } else if count >= MAX_SETTINGS {
            self.leave(&setting.origin, &format!("there are more than {MAX_SETTINGS} settings"));
        } else {
            match Config::parse(NAME, &setting.line()) {
                Ok(_) => self.settings.push(setting),
                Err(problem) => self.leave(&setting.origin, &reason(&problem)),
            }
        }
    }

    pub(super) fn set_text(&mut self, key: &[&str], text: &str, origin: &str) {
        self.set(key, quoted(text), origin);
    }

    /// Adds a setting about a schema.
    pub(super) fn set_of_schema(&mut self, table: &'static str, schema: &str, value: String, origin: &str) {
        let origin = first_line(origin, MAX_SHOWN_LEN);
        self.of_schemas.push(SchemaSetting { table, schema: schema.to_owned(), value, origin });
    }

    /// Adds selectors of operations to a list of `[only]` or `[skip]`.
    pub(super) fn select(
        &mut self,
        table: &'static str,
        key: &'static str,
        selectors: impl Iterator<Item = String>,
        origin: &str,
    ) {
        let entries = selectors.map(|selector| (table, key, selector, origin.to_owned()));
        self.selected.extend(entries.take(MAX_SETTINGS));
    }

    /// Returns `true` if a key is set.
    pub(super) fn is_set(&self, key: &str) -> bool {
        self.settings.iter().any(|setting| setting.key == key)
    }

    /// Adds the date library that a generator uses by default.
    pub(super) fn prefer_chrono(&mut self, generator: &str) {
        if !self.is_set("dates") {
            self.set_text(&["dates"], "chrono", &format!("the default of {generator}"));
        }
    }

    /// Removes the dependencies that no type or derive needs.
    pub(super) fn keep_needed_dependencies(&mut self) {
        let crates = self.crates();
        let is_needed = |key: &str| {
            let name = key.strip_prefix("dependencies.").map(|name| name.replace('-', "_"));
            name.is_none_or(|name| crates.contains(&name))
        };
        self.settings.retain(|setting| is_needed(&setting.key));
    }

    /// Adds a derive of a schema, or of all with `*`.
    pub(super) fn derive(&mut self, schema: &str, path: &str) {
        let origin = format!("derive {path}");
        match Config::parse(NAME, &format!("derives.\"*\" = [{}]", quoted(path))) {
            Ok(_) => {
                let paths = self.derives.entry(schema.to_owned()).or_default();
                if paths.len() < MAX_SETTINGS && !paths.iter().any(|known| known == path) {
                    paths.push(path.to_owned());
                }
            }
            Err(problem) => self.leave(&origin, &reason(&problem)),
        }
    }

    /// Returns the crates that the types and derives come from.
    pub(super) fn crates(&self) -> BTreeSet<String> {
        let of_schemas = self.of_schemas.iter().filter(|one| one.table == "types").map(|one| &one.value);
        let values = self
            .settings
            .iter()
            .filter(|one| one.key.starts_with("types.") || one.key.starts_with("derives."))
            .map(|one| &one.value);
        // The strings of a value are paths, traits, or names of crates.
        let strings = of_schemas.chain(values).flat_map(|value| value.split('"').skip(1).step_by(2));
        let paths = strings.chain(self.derives.values().flatten().map(String::as_str));
        let parts = paths.flat_map(|path| path.split(['<', '>', ',', ' '])).map(|part| part.trim_start_matches("::"));
        let crates = parts.filter_map(|part| Some(part.split_once("::")?.0.to_owned()));
        let followed = self.settings.iter().filter(|one| one.key == "types.x-rust-type");
        let followed =
            followed.flat_map(|one| one.value.split('"').skip(1).step_by(2)).map(|name| name.replace('-', "_"));
        crates.chain(followed).collect()
    }

    /// Reports a setting without an equivalent.
    pub(super) fn leave(&mut self, setting: &str, reason: &str) {
        if self.left_out.len() < MAX_SETTINGS {
            let setting = first_line(setting, MAX_SHOWN_LEN);
            self.left_out.push(LeftOut { setting, reason: first_line(reason, 4 * MAX_SHOWN_LEN) });
        }
    }

    /// Returns the text of the configuration: one line for each setting.
    pub(super) fn text(&self) -> String {
        self.settings.iter().map(Setting::line).collect()
    }

    /// Removes the settings that diagnostics are about. Returns `true` if there was any.
    pub(super) fn remove(&mut self, diagnostics: &[&Diagnostic]) -> bool {
        let mut lines: Vec<(usize, String)> =
            diagnostics.iter().filter_map(|one| Some((line(one)?, reason(one)))).collect();
        lines.sort();
        lines.dedup_by_key(|(line, _)| *line);
        lines.retain(|(line, _)| *line <= self.settings.len());
        let is_any = !lines.is_empty();
        for (line, reason) in lines.into_iter().rev() {
            let setting = self.settings.remove(line - 1);
            self.leave(&setting.origin, &reason);
        }
        is_any
    }
}

impl Setting {
    fn line(&self) -> String {
        format!("{} = {}\n", self.key, self.value)
    }
}

/// Returns the line of the configuration that a diagnostic is about.
fn line(diagnostic: &Diagnostic) -> Option<usize> {
    match diagnostic.place.as_ref().filter(|place| place.source == NAME)?.location {
        Location::Position { line, .. } if line > 0 => Some(line),
        _ => None,
    }
}

fn reason(problem: &Diagnostic) -> String {
    match &problem.help {
        Some(help) => format!("{}; {help}", problem.message),
        None => problem.message.clone(),
    }
}

/// Returns a key of TOML.
fn dotted(key: &[&str]) -> String {
    let is_bare = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    };
    let parts = key.iter().map(|part| if is_bare(part) { (*part).to_owned() } else { quoted(part) });
    parts.collect::<Vec<_>>().join(".")
}
