//! `Cargo.toml` of the emitted crate.

use std::collections::BTreeSet;

use super::EmittedFile;
use super::file::filled;
use crate::base::unicode::toml_string;
use crate::rust::ir::{Crate, Feature, Manifest, PackageValue, RUNTIME};

/// Its path in the crate.
pub const MANIFEST: &str = "Cargo.toml";

/// The program of the command line.
const PROGRAM: &str = "\n[[bin]]\nname = \"{name}\"\npath = \"src/main.rs\"\nrequired-features = [\"cli\"]\n";

const EXAMPLE: &str = "\n[[example]]\nname = \"first\"\nrequired-features = [{features}]\n";

/// The development dependencies of the example and of the user's tests.
const DEVELOPMENT: &str = "[dev-dependencies]\ntokio = { version = \"1\", features = [\"macros\", \"rt\"] }\n";

/// The settings of docs.rs, with which the docs show the feature of each item.
const DOCS: &str = "\n[package.metadata.docs.rs]\nall-features = true\n";

/// Returns `Cargo.toml` of a crate whose types and operations need these features of the runtime crate.
pub(super) fn file<'a>(package: &'a Crate, runtime_features: &BTreeSet<&str>) -> EmittedFile<'a> {
    let manifest = &package.manifest;
    let text = filled(
        bindery_runtime::texts::MANIFEST,
        &[
            ("name", &manifest.name),
            ("package", &manifest.package.iter().map(package_row).collect::<String>()),
            ("docs", if manifest.documents_features { DOCS } else { "" }),
            ("default", &quoted(&manifest.default_features).join(", ")),
            ("features", &features(&manifest.features)),
            (
                "program",
                &if manifest.has_program { filled(PROGRAM, &[("name", &manifest.name)]) } else { String::new() },
            ),
            ("example", &example(package)),
            ("dependencies", &dependencies(manifest, runtime_features)),
            ("development", if package.client.is_some() { DEVELOPMENT } else { "" }),
        ],
    );
    EmittedFile::text(MANIFEST, text)
}

/// The example, if there is one.
fn example(package: &Crate) -> String {
    let Some(call) = &package.overview.call else { return String::new() };
    let features: Vec<String> = ["reqwest".to_owned()].into_iter().chain(call.group_feature.clone()).collect();
    filled(EXAMPLE, &[("features", &quoted(&features).join(", "))])
}

fn package_row((key, value): &(String, PackageValue)) -> String {
    match value {
        PackageValue::Text(text) => format!("{key} = {}\n", toml_string(text)),
        PackageValue::Written(value) => format!("{key} = {value}\n"),
    }
}

/// Features that give the same have one comment.
fn features(features: &[Feature]) -> String {
    let same = features.chunk_by(|one, other| one.about == other.about);
    let rows = same.map(|features| {
        let about = features.first().map_or("", |feature| feature.about);
        format!("# {about}\n{}", features.iter().map(feature).collect::<String>())
    });
    rows.collect()
}

fn feature(feature: &Feature) -> String {
    const WIDTH: usize = 100;
    let enables = quoted(&feature.enables);
    let line = format!("{} = [{}]", feature.name, enables.join(", "));
    if line.len() <= WIDTH {
        return format!("{line}\n");
    }
    let rows: String = enables.iter().map(|enabled| format!("    {enabled},\n")).collect();
    format!("{} = [\n{rows}]\n", feature.name)
}

fn quoted(names: &[impl AsRef<str>]) -> Vec<String> {
    names.iter().map(|name| format!("\"{}\"", name.as_ref())).collect()
}

/// Returns the runtime crate with these features and the dependencies of the user, by name.
fn dependencies(manifest: &Manifest, runtime_features: &BTreeSet<&str>) -> String {
    let features: Vec<&str> = runtime_features.iter().copied().collect();
    let features = match features.as_slice() {
        [] => String::new(),
        features => format!(", features = [{}]", quoted(features).join(", ")),
    };
    let runtime = format!("{{ {}, default-features = false{features} }}", manifest.runtime);
    let own = manifest.own_dependencies.iter().map(|(name, written)| (name.as_str(), written.as_str()));
    let mut rows: Vec<(&str, &str)> = own.chain([(RUNTIME, runtime.as_str())]).collect();
    rows.sort_unstable();
    rows.into_iter().map(|(name, written)| format!("{name} = {written}\n")).collect()
}
