//! `Cargo.toml` of the emitted crate.

use super::EmittedFile;
use super::file::{Target, filled};
use crate::ir::{Crate, Dependency, Feature, Manifest, PackageValue};

/// Its path in the crate.
pub(crate) const MANIFEST: &str = "Cargo.toml";

/// The program of the command line.
const PROGRAM: &str = "\n[[bin]]\nname = \"{name}\"\npath = \"src/main.rs\"\nrequired-features = [\"cli\"]\n";

const EXAMPLE: &str = "\n[[example]]\nname = \"first\"\nrequired-features = [{features}]\n";

/// The development dependencies of the example and of the user's tests.
const DEVELOPMENT: &str = "[dev-dependencies]\ntokio = { version = \"1\", features = [\"macros\", \"rt\"] }\n";

/// The settings of docs.rs, with which the docs show the feature of each item.
const DOCS: &str = "\n[package.metadata.docs.rs]\nall-features = true\n";

/// `Cargo.toml`.
pub(super) struct Package;

impl Target for Package {
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        vec![file(package)]
    }
}

fn file(package: &Crate) -> EmittedFile<'_> {
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
            ("example", &example(manifest)),
            ("dependencies", &dependencies(manifest)),
            ("browser", &browser(&manifest.browser_dependencies)),
            ("development", if package.client.is_some() { DEVELOPMENT } else { "" }),
        ],
    );
    EmittedFile::text(MANIFEST, text)
}

/// The example, if there is one.
fn example(manifest: &Manifest) -> String {
    let features = manifest.example_features.as_deref().map(|features| quoted(features).join(", "));
    features.map(|features| filled(EXAMPLE, &[("features", &features)])).unwrap_or_default()
}

/// Returns the table of dependencies for browsers.
fn browser(dependencies: &[Dependency]) -> String {
    if dependencies.is_empty() {
        return String::new();
    }
    let rows: String = dependencies.iter().map(dependency).collect();
    format!("[target.'cfg(target_arch = \"wasm32\")'.dependencies]\n{rows}\n")
}

fn package_row((key, value): &(String, PackageValue)) -> String {
    match value {
        PackageValue::Text(text) => format!("{key} = {}\n", toml_text(text)),
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

/// Returns the generated dependencies and those of the user, by name.
fn dependencies(manifest: &Manifest) -> String {
    let ours = manifest.dependencies.iter().map(|ours| (ours.name, dependency(ours)));
    let own = manifest.own_dependencies.iter().map(|(name, written)| (name.as_str(), format!("{name} = {written}\n")));
    let mut rows: Vec<(&str, String)> = ours.chain(own).collect();
    rows.sort_by_key(|(name, _)| *name);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn dependency(dependency: &Dependency) -> String {
    let mut fields = vec![format!("version = \"{}\"", dependency.version)];
    if !dependency.has_defaults {
        fields.push("default-features = false".to_owned());
    }
    if !dependency.features.is_empty() {
        fields.push(format!("features = [{}]", quoted(dependency.features).join(", ")));
    }
    if dependency.is_optional() {
        fields.push("optional = true".to_owned());
    }
    format!("{} = {{ {} }}\n", dependency.name, fields.join(", "))
}

/// A basic string of TOML: quotes and backslashes escaped, so that it cannot end early.
fn toml_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
