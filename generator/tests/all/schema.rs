//! Tests that the JSON Schema of `bindery.toml` agrees with its parser.

use std::fs;
use std::path::Path;

use bindery::internal::config::{Clients, Config, SCHEMA};
use jsonschema::Validator;
use serde_json::Value;

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

fn validator() -> Validator {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::draft7::new(&schema).unwrap()
}

fn value(toml: &str) -> Value {
    serde_json::to_value(toml::from_str::<toml::Table>(toml).unwrap()).unwrap()
}

/// First lines of TOML blocks that are not a configuration.
const OTHER_FILES: [&str; 6] = [
    "# Cargo.toml",
    "# .cargo",
    "# @generated",
    "[build-dependencies]",
    "[dev-dependencies]",
    "project-management-client",
];

/// Returns the configurations in the TOML blocks of a page.
fn examples(page: &str) -> Vec<String> {
    let blocks = page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned());
    blocks.filter(|block| !OTHER_FILES.iter().any(|start| block.starts_with(start))).collect()
}

/// Returns the pages of the guide.
fn guide() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("guide/src");
    let files = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.unwrap().into_path());
    let pages = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn accepted_configurations_are_valid() {
    let docs = text("generator/src/config/mod.rs").replace("//! ", "").replace("//!", "");
    let pages = guide().into_iter().chain([text("README.md"), docs]);
    let mut files: Vec<String> = pages.flat_map(|page| examples(&page)).collect();
    assert!(files.len() >= 20, "{} examples", files.len());
    files.push(text("bindery.toml"));
    files.push(text("tests/fuzz/seeds/configuration/all.toml"));
    files.extend(
        ["derives", "groups", "pagination", "own-types", "webhooks"]
            .map(|name| text(&format!("fixtures/valid/{name}/bindery.toml"))),
    );
    let validator = validator();
    for file in &files {
        Clients::parse("bindery.toml", file).unwrap();
        let problems: Vec<String> = validator.iter_errors(&value(file)).map(|problem| problem.to_string()).collect();
        assert!(problems.is_empty(), "{problems:?} in\n{file}");
    }
}

#[test]
fn malformed_configurations_are_invalid() {
    let validator = validator();
    for file in [
        "nonsense = 1",
        "strict = 1",
        "dates = \"other\"",
        "features = [\"other\"]",
        "tls = [\"other\"]",
        "[only]\nexcept = [\"a\"]",
        "[fields]\n\"A.b\" = { nullable = false }",
        "[pagination]\n\"GET /a\" = { page = \"p\" }",
        "[types]\nA = { traits = [\"Eq\"] }",
        "[types]\nA = { path = \"a::A\", traits = [\"Equal\"] }",
    ] {
        assert!(Config::parse("bindery.toml", file).is_err(), "{file}");
        assert!(!validator.is_valid(&value(file)), "{file}");
    }
}
