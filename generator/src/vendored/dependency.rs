//! Compares the dependencies of a module with the manifest of its crate.
//!
//! | in the manifest | reported as missing |
//! |---|---|
//! | no such dependency | the dependency |
//! | a compatible version | the features that are not enabled |
//! | an incompatible version, another crate, or an optional dependency | a change that only the user can make |

use std::fmt;

use toml_edit::{Array, Decor, InlineTable, Item, Table, TableLike, Value};

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
    /// A change that cannot be made automatically, and the reason.
    Incompatible(String),
}

impl MissingDependency {
    pub(super) fn name(&self) -> &'static str {
        self.needed.name
    }

    /// Returns `true` if it can be added to the manifest.
    #[must_use]
    pub fn can_be_added(&self) -> bool {
        self.conflict().is_none()
    }

    /// Returns the reason why it cannot be added.
    pub(super) fn conflict(&self) -> Option<&str> {
        match &self.state {
            DependencyState::Incompatible(reason) => Some(reason),
            DependencyState::Missing | DependencyState::LacksFeatures(_) => None,
        }
    }
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

/// Adds missing dependencies, and keeps the entries sorted if they were.
pub(super) fn add(dependencies: &mut Table, missing_dependencies: &[MissingDependency]) {
    let names: Vec<&str> = dependencies.iter().map(|(name, _)| name).collect();
    let in_order = names.is_sorted();
    for dependency in missing_dependencies {
        match (&dependency.state, dependencies.get_mut(dependency.needed.name)) {
            (DependencyState::Missing, _) => {
                drop(dependencies.insert(dependency.needed.name, Item::Value(value(&dependency.needed))))
            }
            (DependencyState::LacksFeatures(features), Some(entry)) => enable_features(entry, features),
            (DependencyState::LacksFeatures(_), None) | (DependencyState::Incompatible(_), _) => {}
        }
    }
    // Dotted keys are sorted separately, and a comment above the first one applies to all of them.
    let is_plain = |(_, entry): (&str, &Item)| entry.is_value();
    if in_order && dependencies.iter().all(is_plain) && !begins_with_a_comment(dependencies) {
        dependencies.sort_values();
    }
}

fn begins_with_a_comment(table: &Table) -> bool {
    let first = table.iter().next().and_then(|(name, _)| table.key(name));
    let before = first.and_then(|key| key.leaf_decor().prefix()?.as_str());
    before.is_some_and(|before| before.contains('#'))
}

/// Enables features of an existing dependency.
fn enable_features(entry: &mut Item, features: &[&str]) {
    if let Some(version) = entry.as_str().map(str::to_owned) {
        let decor = entry.as_value().map(|value| value.decor().clone());
        let mut table = InlineTable::new();
        table.insert("version", version.into());
        *entry = Item::Value(table.into());
        if let (Some(value), Some(decor)) = (entry.as_value_mut(), decor) {
            *value.decor_mut() = decor;
        }
    }
    if let Some(table) = entry.as_inline_table_mut().filter(|table| !table.contains_key("features")) {
        // The space before the bracket follows the new entry.
        let last = table.iter_mut().last().map(|(_, value)| value.decor_mut());
        last.into_iter().filter(|decor| is_blank(decor)).for_each(|decor| decor.set_suffix(""));
        let mut features = Value::from(features.iter().copied().collect::<Array>());
        features.decor_mut().set_suffix(" ");
        table.insert("features", features);
        return;
    }
    let Some(table) = entry.as_table_like_mut() else { return };
    let known = table.entry("features").or_insert(Item::Value(Array::new().into()));
    known.as_array_mut().into_iter().for_each(|known| extend(known, features));
}

/// Adds features to a list, each in a line if the last one is.
fn extend(list: &mut Array, features: &[&str]) {
    let prefix = list.iter().last().and_then(|last| last.decor().prefix()?.as_str().map(str::to_owned));
    for feature in features {
        list.push(*feature);
        let added = list.iter_mut().last().zip(prefix.as_ref().filter(|prefix| prefix.contains('\n')));
        if let Some((added, prefix)) = added {
            let indentation = prefix.rsplit('\n').next().unwrap_or_default();
            added.decor_mut().set_prefix(format!("\n{indentation}"));
        }
    }
}

fn is_blank(decor: &Decor) -> bool {
    decor.suffix().and_then(|suffix| suffix.as_str()).is_none_or(|suffix| suffix.trim().is_empty())
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

    use super::{add, are_compatible, check_dependency};
    use crate::ir::Dependency;

    fn needed(name: &'static str, version: &'static str, features: &'static [&'static str]) -> Dependency {
        Dependency { name, version, has_defaults: false, features, enabled_by: &[] }
    }

    /// Returns the manifest with the additions, and their descriptions.
    fn amended(manifest: &str, needed: Vec<Dependency>) -> (String, Vec<String>) {
        let mut document: DocumentMut = manifest.parse().unwrap();
        let own = document.get("dependencies").and_then(Item::as_table_like);
        let shared = document.get("workspace").and_then(|workspace| workspace.get("dependencies")?.as_table_like());
        let missing_dependencies: Vec<_> =
            needed.into_iter().filter_map(|needed| check_dependency(needed, own, shared)).collect();
        add(document["dependencies"].as_table_mut().unwrap(), &missing_dependencies);
        (document.to_string(), missing_dependencies.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn only_missing_dependencies_are_added() {
        let manifest = "[package]\nname = \"a\" # mine\n\n[dependencies]\nbytes = \"1.2\"\n# why\nserde = \"1\" # old\n\n[lints]\n";
        let needed =
            vec![needed("bytes", "1", &["std"]), needed("http", "1", &[]), needed("serde", "1", &["std", "derive"])];
        let (text, reported) = amended(manifest, needed);
        let new_name = "[package]\nname = \"a\" # mine\n\n[dependencies]\nbytes = \"1.2\"\n\
                      http = { version = \"1\", default-features = false }\n\
                      # why\n\
                      serde = { version = \"1\", features = [\"derive\"] } # old\n\n[lints]\n";
        assert_eq!(text, new_name);
        assert_eq!(
            reported,
            ["http = { version = \"1\", default-features = false }", "serde = [\"derive\"]  # add these features"]
        );
    }

    #[test]
    fn workspace_dependencies_are_respected() {
        let manifest = "[workspace.dependencies]\ntokio = { version = \"1.40\", features = [\"time\"] }\n\
                        url = \"1\"\n[dependencies]\ntokio.workspace = true\nurl.workspace = true\n";
        let (text, reported) = amended(manifest, vec![needed("tokio", "1", &["time"]), needed("url", "2.5", &[])]);
        assert_eq!(text, manifest);
        assert_eq!(
            reported,
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
