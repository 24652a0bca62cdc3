//! Compares the dependencies of a module with the manifest of its crate.
//!
//! | in the manifest | reported as missing |
//! |---|---|
//! | no such dependency | the dependency |
//! | a compatible version | the features that are not enabled |
//! | an incompatible version, another crate, or an optional dependency | a change that only the user can make |

use std::fmt;

use toml_edit::{Array, InlineTable, Item, TableLike, Value};

use crate::ir::Dependency;

/// Features that are enabled by default in all required crates.
const DEFAULTS: [&str; 3] = ["alloc", "std", "unicode"];

/// A dependency that is missing or incomplete in a manifest.
#[derive(Clone, Debug)]
pub struct MissingDependency {
    needed: Dependency,
    state: DependencyState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum DependencyState {
    Missing,
    /// The dependency lacks these features.
    LacksFeatures(Vec<&'static str>),
    /// A change that only the user can make, and the reason.
    Incompatible(String),
}

/// Formats it as a line of a manifest with an explanation.
impl fmt::Display for MissingDependency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |value: Value| format!("{} = {}", self.needed.name, value.to_string().trim());
        match &self.state {
            DependencyState::Missing => formatter.write_str(&row(value(&self.needed))),
            DependencyState::LacksFeatures(features) => {
                let features: Array = features.iter().copied().collect();
                write!(formatter, "{}  # add these features", row(features.into()))
            }
            DependencyState::Incompatible(reason) => write!(formatter, "{}  # {reason}", row(value(&self.needed))),
        }
    }
}

/// Returns what is missing for a dependency in the dependencies of a crate and those of its workspace.
pub(super) fn check_dependency(
    needed: Dependency,
    own: Option<&dyn TableLike>,
    shared: Option<&dyn TableLike>,
) -> Option<MissingDependency> {
    let Some(entry) = own.and_then(|own| own.get(needed.name)) else {
        return Some(MissingDependency { needed, state: DependencyState::Missing });
    };
    let of_workspace = entry.get("workspace").and_then(Item::as_bool) == Some(true);
    let shared = shared.filter(|_| of_workspace).and_then(|shared| shared.get(needed.name));
    let package = entry.get("package").and_then(Item::as_str);
    if package.is_some_and(|package| package != needed.name) {
        return Some(MissingDependency {
            needed,
            state: DependencyState::Incompatible("is the name of another crate in the manifest".to_owned()),
        });
    }
    if entry.get("optional").and_then(Item::as_bool) == Some(true) {
        let reason = "is optional in the manifest, but the module always requires it".to_owned();
        return Some(MissingDependency { needed, state: DependencyState::Incompatible(reason) });
    }
    let version = shared.unwrap_or(entry);
    let version = version.as_str().or_else(|| version.get("version")?.as_str());
    if let Some(version) = version.filter(|version| !are_compatible(version, needed.version)) {
        let reason = format!("has version {version} in the manifest, but the module requires {}", needed.version);
        return Some(MissingDependency { needed, state: DependencyState::Incompatible(reason) });
    }
    let entries = [Some(entry), shared];
    let features: Vec<&str> = entries.iter().flatten().flat_map(|entry| features(entry)).collect();
    let has_defaults =
        entries.iter().flatten().all(|entry| entry.get("default-features").and_then(Item::as_bool).unwrap_or(true));
    let is_on = |feature: &str| features.contains(&feature) || (has_defaults && DEFAULTS.contains(&feature));
    let without: Vec<&'static str> = needed.features.iter().copied().filter(|feature| !is_on(feature)).collect();
    (!without.is_empty()).then_some(MissingDependency { needed, state: DependencyState::LacksFeatures(without) })
}

fn features(entry: &Item) -> impl Iterator<Item = &str> {
    entry.get("features").and_then(Item::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// Returns `true` if two versions are compatible, so that cargo can use one for both (the Cargo Book, "Default
/// requirements"). Other version requirements are left to the user.
fn are_compatible(theirs: &str, ours: &str) -> bool {
    let compatible_prefix = |version: &str| -> Option<Vec<u64>> {
        let parts: Option<Vec<u64>> =
            version.trim_start_matches(['^', '=', '~', ' ']).split('.').map(|part| part.parse().ok()).collect();
        let parts = parts?;
        // `0` is any version below 1.
        let first = parts.iter().position(|part| *part != 0)?;
        Some(parts.into_iter().take(first + 1).collect())
    };
    match (compatible_prefix(theirs), compatible_prefix(ours)) {
        (Some(theirs), Some(ours)) => theirs == ours,
        _ => true,
    }
}

/// Renders a dependency as a TOML value.
fn value(needed: &Dependency) -> Value {
    if needed.has_defaults && needed.features.is_empty() {
        return needed.version.into();
    }
    let mut table = InlineTable::new();
    table.insert("version", needed.version.into());
    if !needed.has_defaults {
        table.insert("default-features", false.into());
    }
    if !needed.features.is_empty() {
        table.insert("features", needed.features.iter().copied().collect::<Array>().into());
    }
    table.into()
}

#[cfg(test)]
mod tests {
    use toml_edit::{DocumentMut, Item};

    use super::{are_compatible, check_dependency};
    use crate::ir::Dependency;

    fn needed(name: &'static str, version: &'static str, features: &'static [&'static str]) -> Dependency {
        Dependency { name, version, has_defaults: false, features, enabled_by: &[] }
    }

    /// Returns the missing entries.
    fn missing(manifest: &str, needed: Vec<Dependency>) -> Vec<String> {
        let document: DocumentMut = manifest.parse().unwrap();
        let own = document.get("dependencies").and_then(Item::as_table_like);
        let shared = document.get("workspace").and_then(|workspace| workspace.get("dependencies")?.as_table_like());
        let missing = needed.into_iter().filter_map(|needed| check_dependency(needed, own, shared));
        missing.map(|missing| missing.to_string()).collect()
    }

    #[test]
    fn only_missing_dependencies_are_reported() {
        let manifest = "[dependencies]\nbytes = \"1.2\"\nserde = \"1\"\n";
        let mut url = needed("url", "2.5", &[]);
        url.has_defaults = true;
        let needed = vec![
            needed("bytes", "1", &["std"]),
            needed("http", "1", &[]),
            needed("serde", "1", &["std", "derive"]),
            needed("tokio", "1", &["time"]),
            url,
        ];
        assert_eq!(
            missing(manifest, needed),
            [
                "http = { version = \"1\", default-features = false }",
                "serde = [\"derive\"]  # add these features",
                "tokio = { version = \"1\", default-features = false, features = [\"time\"] }",
                "url = \"2.5\"",
            ]
        );
    }

    #[test]
    fn workspace_dependencies_are_respected() {
        let manifest = "[workspace.dependencies]\ntokio = { version = \"1.40\", features = [\"time\"] }\n\
                        url = \"1\"\n[dependencies]\ntokio.workspace = true\nurl.workspace = true\n";
        assert_eq!(
            missing(manifest, vec![needed("tokio", "1", &["time"]), needed("url", "2.5", &[])]),
            [
                "url = { version = \"2.5\", default-features = false }  # has version 1 in the manifest, but the module requires 2.5"
            ]
        );
    }

    #[test]
    fn compatible_versions_are_recognized() {
        for (theirs, ours, together) in [
            ("1.0.200", "1", true),
            ("^1", "1.5", true),
            ("0.12", "0.13", false),
            ("0.2.4", "0.2", true),
            ("2", "1", false),
            (">=1, <3", "1", true),
            ("*", "1", true),
            ("0", "0.13", true),
        ] {
            assert_eq!(are_compatible(theirs, ours), together, "{theirs} {ours}");
        }
    }
}
