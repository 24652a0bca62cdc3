//! Settings about schemas: the names of the description instead of those of Rust types.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::settings::{SchemaSetting, Settings};
use crate::diagnostic::Diagnostic;
use crate::ident::type_name;
use crate::starter::page::{list, quoted};

/// Settings that only concern a crate.
const OF_CRATES: [&str; 5] = ["dependencies.", "name", "package.", "tls", "version"];

impl Settings {
    /// Adds the settings about schemas that the description has.
    pub(super) fn find_schemas<'n>(&mut self, schemas: impl Iterator<Item = &'n String>) {
        let mut by_name: HashMap<String, &str> = HashMap::new();
        for schema in schemas {
            by_name.entry(type_name(schema)).or_insert(schema);
            by_name.insert(schema.clone(), schema);
        }
        for (schema, paths) in std::mem::take(&mut self.derives) {
            let paths = list(paths.iter().map(String::as_str));
            if schema == "*" {
                self.set(&["derives", "*"], paths, "derives");
            } else {
                self.set_of_schema("derives", &schema, paths, &format!("derives of {schema}"));
            }
        }
        for SchemaSetting { table, schema, value, origin } in std::mem::take(&mut self.of_schemas) {
            let (name, field) = match schema.rsplit_once('.').filter(|_| table == "fields") {
                Some((name, field)) => (name, Some(field)),
                None => (schema.as_str(), None),
            };
            match by_name.get(name) {
                // Nothing is renamed.
                Some(known) if table == "names" && value == quoted(&type_name(known)) => {}
                Some(known) => {
                    let field = field.map(|field| format!("{known}.{field}"));
                    self.set(&[table, field.as_deref().unwrap_or(known)], value, &origin);
                }
                None => self.leave(&origin, &format!("the description has no schema `{name}`")),
            }
        }
    }

    /// Adds the selected operations that the description has.
    pub(super) fn find_operations(&mut self, known: &HashSet<String>) {
        let mut lists: BTreeMap<(&str, &str), (Vec<String>, String)> = BTreeMap::new();
        for (table, key, selector, origin) in std::mem::take(&mut self.selected) {
            let is_known = match key {
                "tags" => known.contains(&format!("tag:{selector}")),
                "operations" => known.contains(&selector),
                _ => true,
            };
            if is_known {
                lists.entry((table, key)).or_insert((Vec::new(), origin)).0.push(selector);
            } else {
                self.leave(&format!("{origin} {selector}"), "the description has no such operation");
            }
        }
        for ((table, key), (selectors, origin)) in lists {
            self.set(&[table, key], list(selectors.iter().map(String::as_str)), &origin);
        }
    }

    /// Removes the settings that a module, or a crate, cannot have.
    pub(super) fn keep_for_target(&mut self, is_module: bool) {
        let of_program = |value: &str| value.split('"').skip(1).step_by(2).any(|path| path.starts_with("crate::"));
        for setting in std::mem::take(&mut self.settings) {
            let is_of_crate = OF_CRATES.iter().any(|key| match key.strip_suffix('.') {
                Some(_) => setting.key.starts_with(key),
                None => setting.key == *key,
            });
            if is_module && is_of_crate {
                self.leave(&setting.origin, "a module has the manifest of its crate");
            } else if !is_module && of_program(&setting.value) {
                let reason = "a type of your program; pass `--module src/client` to generate a module that can use it";
                self.leave(&setting.origin, reason);
            } else {
                self.settings.push(setting);
            }
        }
    }

    /// Removes all names, because too many of them are rejected.
    pub(super) fn remove_names(&mut self, problem: &Diagnostic) {
        for setting in std::mem::take(&mut self.settings) {
            if setting.key.starts_with("names.") {
                self.leave(&setting.origin, &format!("too many names are rejected, such as: {}", problem.message));
            } else {
                self.settings.push(setting);
            }
        }
    }
}
