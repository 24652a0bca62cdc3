//! Compares the manifest around a module with what the module needs: the runtime crate, with features.

use std::collections::BTreeSet;

use toml_edit::{Item, TableLike, Value};

use bindery::internal::ir::RUNTIME;

/// The feature that the default features enable.
const BY_DEFAULT: &str = "client";

/// Returns the line that the dependencies of a crate lack; `location` are the keys that say where the runtime crate is.
/// Dependencies with `workspace = true` have their features in those of the workspace, too.
pub(super) fn missing_runtime(
    features: &BTreeSet<&str>,
    location: &str,
    own: Option<&dyn TableLike>,
    shared: Option<&dyn TableLike>,
) -> Option<String> {
    let list = |features: &[&str]| {
        let quoted: Vec<String> = features.iter().map(|feature| format!("{feature:?}")).collect();
        quoted.join(", ")
    };
    let Some(entry) = own.and_then(|own| own.get(RUNTIME)) else {
        let features: Vec<&str> = features.iter().copied().filter(|feature| *feature != BY_DEFAULT).collect();
        let features = if features.is_empty() { String::new() } else { format!(", features = [{}]", list(&features)) };
        return Some(format!("{RUNTIME} = {{ {location}{features} }}"));
    };
    let shared = shared.and_then(|shared| shared.get(RUNTIME));
    let is_shared = entry.get("workspace").and_then(Item::as_bool) == Some(true);
    let entries = [Some(entry), shared.filter(|_| is_shared)];
    let enabled: Vec<&str> = entries.into_iter().flatten().flat_map(enabled_features).collect();
    let has_defaults = entries.into_iter().flatten().any(has_default_features);
    let is_enabled = |feature: &str| {
        enabled.contains(&feature) || (feature == BY_DEFAULT && (has_defaults || enabled.contains(&"reqwest")))
    };
    let lacking: Vec<&str> = features.iter().copied().filter(|feature| !is_enabled(feature)).collect();
    (!lacking.is_empty()).then(|| format!("{RUNTIME} = {{ .., features = [{}] }}", list(&lacking)))
}

fn has_default_features(entry: &Item) -> bool {
    entry.get("default-features").and_then(Item::as_bool).unwrap_or(true)
}

fn enabled_features(entry: &Item) -> impl Iterator<Item = &str> {
    entry.get("features").and_then(Item::as_array).into_iter().flatten().filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use toml_edit::{DocumentMut, Item};

    use super::missing_runtime;

    #[test]
    fn only_what_is_missing_is_reported() {
        let missing = |manifest: &str| {
            let document: DocumentMut = manifest.parse().unwrap();
            let own = document.get("dependencies").and_then(Item::as_table_like);
            let shared = document.get("workspace").and_then(|workspace| workspace.get("dependencies")?.as_table_like());
            missing_runtime(&["client", "jiff", "patterns"].into(), "version = \"1\"", own, shared).unwrap_or_default()
        };
        for (manifest, line) in [
            ("", "bindery-runtime = { version = \"1\", features = [\"jiff\", \"patterns\"] }"),
            (
                "dependencies.bindery-runtime = { path = \"r\", features = [\"jiff\"] }",
                "bindery-runtime = { .., features = [\"patterns\"] }",
            ),
            (
                "dependencies.bindery-runtime = { version = \"1\", default-features = false, features = [\"jiff\", \"patterns\"] }",
                "bindery-runtime = { .., features = [\"client\"] }",
            ),
            (
                "workspace.dependencies.bindery-runtime = { version = \"1\", features = [\"jiff\"] }\n\
                 dependencies.bindery-runtime = { workspace = true, features = [\"patterns\"] }",
                "",
            ),
        ] {
            assert_eq!(missing(manifest), line, "{manifest}");
        }
    }
}
