//! Modules of crates with an older edition and strict lints compile, at any depth.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use bindery::config::Config;
use bindery::source::{Request, SourceLocator, load};
use bindery::vendored::{CrateOptions, RequestedOptions, Surroundings, generate_crate};
use bindery_tests::crates;
use bindery_tests::repository;

/// Fixtures that use many features: unions, bodies, lines, dates, codes and pages.
const FIXTURES: [&str; 6] =
    ["service/full", "valid/bodies", "valid/dates", "valid/derives", "valid/lines", "valid/variants"];

/// The features of the first module.
const FEATURES: &str = "features = [\"fixtures\", \"mock\"]\n";

/// A test that uses them.
const TESTS: &str = r#"
#[cfg(test)]
mod tests {
    use super::service_full::runtime::{mock::Mock, Fixture};
    use super::service_full::{types::Story, Client};

    #[test]
    fn mocks_and_fixtures_compile() {
        let _ = Client::builder("https://example.com").transport(Mock::new());
        assert_eq!(Story::fixture(), Story::fixture());
    }
}
"#;

/// Additional derives of the types, without the user's crates.
const DERIVES: &str = "[derives]\n\"*\" = [\"clap::ValueEnum\", \"schemars::JsonSchema\"]\n\
                       Filter = [\"Eq\", \"Hash\"]\n[attributes]\nFilter = [\"#[doc(alias = \\\"x\\\")]\"]\n";

const MANIFEST: &str = "[package]\nname = \"module-host\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\n";

#[test]
fn modules_compile_in_a_crate_of_another_edition_with_strict_lints() {
    let folder = crates::folder("modules");
    let at = folder.join("host");
    let mut root = "//! A crate of a user.\n#![deny(warnings)]\n#![warn(missing_docs, unreachable_pub)]\n".to_owned();
    crates::workspace(&folder, &["host".to_owned()]).unwrap();
    let mut manifest: toml::Table = toml::from_str(MANIFEST).unwrap();
    for fixture in FIXTURES {
        let name = fixture.replace('/', "_");
        let module = at.join("src/clients").join(&name);
        crates::write(&at, [("Cargo.toml".to_owned(), manifest.to_string())]).unwrap();
        let surroundings = Surroundings::read(&module, None, true).unwrap();
        let path = repository::path("fixtures").join(fixture).join("openapi.yaml");
        let source = load(&Request::new(SourceLocator::File(path))).unwrap();
        let config = match fixture {
            "valid/derives" => DERIVES,
            "service/full" => FEATURES,
            _ => "",
        };
        let config = Config::parse("bindery.toml", config).unwrap();
        let options =
            CrateOptions::new(RequestedOptions { is_module: true, ..RequestedOptions::default() }, &config, None);
        let made = generate_crate(&source, &config, &options, None).unwrap();
        let described = made.description_record(&source, fixture);
        let tree = made.tree(described, &config, &options, &surroundings).unwrap();
        let texts = tree.iter().map(|(path, text)| (path.to_owned(), String::from_utf8(text.to_vec()).unwrap()));
        crates::replace(&module, texts).unwrap();
        let host = surroundings.host().unwrap();
        host.missing_dependencies(&made.emission).iter().for_each(|row| add(&row.to_string(), &mut manifest));
        root.push_str(&format!("#[path = \"clients/{name}/mod.rs\"]\nmod {name};\n"));
    }
    root.push_str(TESTS);
    let files = [("Cargo.toml".to_owned(), manifest.to_string()), ("src/lib.rs".to_owned(), root)];
    crates::write(&at, files).unwrap();
    let checked = crates::cargo(&folder, &["check", "--tests", "--quiet"]).unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let formatted = crates::cargo(&folder, &["fmt", "--check", "--", "--quiet"]).unwrap();
    let output = String::from_utf8_lossy(&formatted.stdout).into_owned();
    assert!(formatted.status.success() || !has_rustfmt(), "{output}");
}

/// Adds a line that the command prints to the dependencies: an entry, or the features that an entry lacks.
fn add(row: &str, manifest: &mut toml::Table) {
    let dependencies = manifest["dependencies"].as_table_mut().unwrap();
    for (name, value) in toml::from_str::<toml::Table>(row).unwrap() {
        let toml::Value::Array(features) = value else {
            dependencies.insert(name, value);
            continue;
        };
        let entry = dependencies.get_mut(&name).unwrap();
        if let Some(version) = entry.as_str().map(str::to_owned) {
            *entry = toml::Table::from_iter([("version".to_owned(), version.into())]).into();
        }
        let known = entry.as_table_mut().unwrap().entry("features").or_insert(toml::Value::Array(Vec::new()));
        known.as_array_mut().unwrap().extend(features);
    }
}

fn has_rustfmt() -> bool {
    std::process::Command::new("rustfmt").arg("--version").output().is_ok_and(|output| output.status.success())
}
