//! The table of what follows from no request of the suite: `tests/conformance/scenarios.toml`.

use crate::changed::Fallible;
use crate::repository;

/// The sections of the table. Each line is for a scenario or an area; `*` in its name represents any text.
#[derive(Debug)]
pub(super) struct Table(toml::Table);

impl Table {
    pub(super) fn read() -> Fallible<Self> {
        let files = repository::files(&repository::path("tests/conformance"));
        files["scenarios.toml"].parse().map(Self).map_err(|error| format!("scenarios.toml: {error}"))
    }

    /// Returns the line of a name.
    pub(super) fn line(&self, section: &str, name: &str) -> Option<&toml::Value> {
        let mut lines = self.0.get(section)?.as_table()?.iter();
        lines.find(|(pattern, _)| is_match(pattern, name)).map(|(_, line)| line)
    }

    /// Returns the line of a name as text; empty if there is none.
    pub(super) fn text(&self, section: &str, name: &str) -> &str {
        self.line(section, name).and_then(toml::Value::as_str).unwrap_or_default()
    }

    /// Returns a line that matches none of these names.
    pub(super) fn unused(&self, names: &[&str]) -> Option<&str> {
        let mut patterns = self.0.values().filter_map(toml::Value::as_table).flat_map(toml::Table::keys);
        patterns.find(|pattern| !names.iter().any(|name| is_match(pattern, name))).map(String::as_str)
    }
}

fn is_match(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            let ends = name.char_indices().map(|(end, _)| end).chain([name.len()]);
            ends.into_iter().any(|end| is_match(rest, &name[end..]))
        }),
    }
}
