//! Snapshots of the code emitted for small descriptions, one feature each. All of it is also compiled.
//!
//! `cargo insta review` accepts an intended change.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bindery::cli::{self, Status};
use bindery::config::Config;
use bindery::diagnostic::{Code, Positions, Sink, render_full};
use bindery::resolve::{DateLibrary, Settings};
use bindery::source::{Request, Source, SourceLocator, load};
use bindery_tests::crates;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the folders below `fixtures/<kind>`, each with its description.
fn fixtures(kind: &str) -> Vec<(String, PathBuf)> {
    let folder = root().join("fixtures").join(kind);
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> =
        entries.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path)).collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

fn source(name: &str, path: &Path) -> Source {
    let text = fs::read_to_string(path.join("openapi.yaml")).unwrap();
    Source::new(format!("{name}/openapi.yaml"), text)
}

fn settings() -> Settings {
    Settings { crate_name: "fixture".to_owned(), dates: DateLibrary::Jiff, ..Settings::default() }
}

/// Loads a description from its path, since it may consist of several files.
fn feature(path: &Path) -> Source {
    load(&Request::new(SourceLocator::File(path.join("openapi.yaml")))).unwrap()
}

/// Loads the configuration next to a description, if there is one.
fn configuration(name: &str, path: &Path) -> Config {
    match fs::read_to_string(path.join("bindery.toml")) {
        Ok(text) => Config::parse(&format!("{name}/bindery.toml"), &text).unwrap(),
        Err(_) => Config::default(),
    }
}

/// Returns the generated files of a description, concatenated. Files that are copied unchanged are in the templates.
fn emit(path: &Path) -> String {
    let mut sink = Sink::new();
    let config = configuration("fixture", path);
    let emission = bindery::run(&feature(path), &config, settings(), &mut sink).unwrap();
    assert!(sink.diagnostics().iter().all(|diagnostic| diagnostic.code != Code::PaginationInvalid));
    let fixed = [
        "Cargo.toml",
        "openapi.yaml",
        "openapi.json",
        "rustfmt.toml",
        "src/runtime/",
        "src/api/mod.rs",
        "src/wire/mod.rs",
        "src/types/mod.rs",
    ];
    let made = emission.texts().filter(|(path, _)| !fixed.iter().any(|fixed| path.starts_with(fixed)));
    let mut files: Vec<String> = made.map(|(path, text)| format!("==> {path}\n{text}")).collect();
    files.sort();
    files.join("\n")
}

#[test]
fn snapshots_of_each_feature() {
    for (name, path) in fixtures("valid") {
        insta::assert_snapshot!(name.clone(), emit(&path));
    }
}

#[test]
fn snapshots_of_each_diagnostic() {
    for (name, path) in fixtures("invalid") {
        let mut sink = Sink::new();
        let source = source(&name, &path);
        let config = configuration(&name, &path);
        let refused = bindery::run(&source, &config, settings(), &mut sink).err();
        let mut diagnostics = sink.into_diagnostics();
        diagnostics.extend(refused.map(|problem| *problem));
        assert!(
            diagnostics.iter().any(|problem| problem.code.as_str() == name),
            "{name} is not reported by its own fixture"
        );
        assert!(
            diagnostics.iter().all(|problem| problem.help.is_some() && problem.place.is_some()),
            "{name} lacks help or place"
        );
        let sources: Vec<Source> = config.sources().into_iter().chain([source]).collect();
        let places = Positions::new(&diagnostics, &sources);
        let texts: Vec<String> = diagnostics.iter().map(|problem| render_full(problem, &places)).collect();
        insta::assert_snapshot!(format!("invalid-{name}"), texts.join("\n"));
    }
}

/// Snapshots only parts of the service's code; all of it is in `generated-client`.
#[test]
fn the_codes_of_the_published_description() {
    let path = root().join("fixtures/service/published/openapi.json");
    let source = load(&Request::new(SourceLocator::File(path))).unwrap();
    let mut sink = Sink::new();
    let emission = bindery::run(&source, &Config::default(), settings(), &mut sink).unwrap();
    assert_eq!(emission.api.operations.len(), 145);
    let mut codes = Vec::new();
    for (id, definition) in emission.api.definitions() {
        if let bindery::model::Shape::IntegerEnum(found) = &definition.shape {
            let name = emission.names.of_type(id, bindery::analysis::Direction::Response);
            let variants = found
                .codes
                .iter()
                .enumerate()
                .map(|(index, code)| format!("{} = {}", emission.names.variant(id, index), code.code));
            codes.push(format!("{name}: {}", variants.collect::<Vec<_>>().join(", ")));
        }
    }
    insta::assert_snapshot!("published-codes", codes.join("\n"));
    let warnings: Vec<String> = sink
        .diagnostics()
        .iter()
        .map(|diagnostic| format!("{}: {}", diagnostic.code.as_str(), diagnostic.message))
        .collect();
    insta::assert_snapshot!("published-warnings", warnings.join("\n"));
}

#[test]
fn the_vendored_client_is_what_the_generator_emits() {
    let folder = root();
    let status = cli::run([
        "bindery".into(),
        "generate".into(),
        "--config".into(),
        folder.join("bindery.toml").into_os_string(),
        "--dry-run".into(),
        "--strict".into(),
    ]);
    assert_eq!(status, Status::Done);
    let config = Config::load(&folder.join("bindery.toml")).unwrap();
    let source = load(&Request::new(SourceLocator::parse(config.description.as_deref().unwrap()))).unwrap();
    let mut sink = Sink::new();
    let mut chosen = settings();
    chosen.crate_name = config.name.clone().unwrap();
    let emission = bindery::run(&source, &config, chosen, &mut sink).unwrap();
    let mut files = 0;
    for (path, text) in emission.texts() {
        let there = fs::read_to_string(folder.join("generated-client").join(&path)).unwrap_or_default();
        assert!(there == text, "generated-client/{path} is out of date: run `cargo run --release -- generate`");
        files += 1;
    }
    assert!(files > 60);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for (_, path) in fixtures("valid") {
        assert_eq!(emit(&path), emit(&path));
    }
}

/// Builds, lints, documents and packages every fixture and the three descriptions of the service in one workspace,
/// without warnings.
#[test]
fn emitted_crates_compile_without_warnings() {
    let place = tempfile::tempdir().unwrap();
    let workspace = crates::folder("emitted");
    let mut members = Vec::new();
    let mut beside = Vec::new();
    let mut generate = |name: &str, source: &Path, more: &[&str]| {
        let mut arguments: Vec<std::ffi::OsString> =
            vec!["bindery".into(), "generate".into(), source.into(), "--out".into()];
        arguments.extend([place.path().join(name).into_os_string(), "--name".into(), format!("fixture-{name}").into()]);
        arguments.extend(more.iter().map(Into::into));
        assert_eq!(cli::run(arguments), Status::Done, "{name}");
        crates::replace(&workspace.join(name), files(&place.path().join(name))).unwrap();
        members.push(name.to_owned());
    };
    for (name, path) in fixtures("valid") {
        let config = path.join("bindery.toml");
        let config = config.exists().then(|| config.display().to_string());
        let more: Vec<&str> = config.iter().flat_map(|config| ["--config", config]).collect();
        generate(&name, &path.join("openapi.yaml"), &more);
        // The crates that its configuration takes types from, and those that use them, are next to it.
        for entry in fs::read_dir(path.join("crates")).into_iter().flatten().map(Result::unwrap) {
            let name = format!("crates/{}", entry.file_name().into_string().unwrap());
            crates::write(&workspace.join(&name), files(&entry.path())).unwrap();
            beside.push(name);
        }
    }
    let dates = root().join("fixtures/valid/dates/openapi.yaml");
    generate("dates-chrono", &dates, &["--dates", "chrono"]);
    generate("dates-time", &dates, &["--dates", "time"]);
    for (name, features) in [("features-none", ""), ("features-some", "fixtures,mock")] {
        generate(name, &root().join("fixtures/service/published/openapi.json"), &["--features", features]);
    }
    for name in ["published", "upgraded"] {
        generate(name, &root().join(format!("fixtures/service/{name}/openapi.json")), &[]);
    }
    generate("full", &root().join("fixtures/service/full/openapi.yaml"), &[]);
    members.extend(beside);
    crates::workspace(&workspace, &members).unwrap();
    for user in ["derives-user", "own-types-user", "webhooks-user"] {
        cargo(&workspace, &["run", "--package", user, "--quiet"]);
    }
    cargo(&workspace, &["clippy", "--workspace", "--all-targets", "--all-features", "--quiet"]);
    cargo(&workspace, &["doc", "--workspace", "--all-features", "--no-deps", "--quiet"]);
    each_group_alone(&workspace);
    each_feature_alone(&workspace, "features");
    cargo(&workspace, &["package", "--package", "fixture-full", "--no-verify", "--allow-dirty", "--quiet"]);
}

/// Compiles a crate with each of its features alone, and with none.
fn each_feature_alone(workspace: &Path, name: &str) {
    let manifest = fs::read_to_string(workspace.join(name).join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let features = manifest["features"].as_table().unwrap().keys().map(String::as_str);
    for feature in features.chain([""]) {
        let package = format!("fixture-{name}");
        let chosen = ["--lib", "--quiet", "--no-default-features", "--features", feature];
        cargo(workspace, &[&["check", "--package", &package][..], &chosen].concat());
    }
}

/// Compiles each group that is a feature: its types alone, with a client, and with every feature that adds code to it.
/// Also compiles every pair of groups.
fn each_group_alone(workspace: &Path) {
    let groups = ["dns-records", "events-group", "keys", "other", "zones"];
    let pairs = groups.iter().enumerate().flat_map(|(at, one)| groups[at + 1..].iter().map(move |other| (one, other)));
    let pairs = pairs.map(|(one, other)| format!("client,{one},{other}"));
    let others = ["client", "fixtures,mock", "cli,fixtures,mock", "fixtures,mock,unused-types"];
    let alone = groups.iter().flat_map(|group| others.map(|others| format!("{others},{group}")));
    let alone = groups.map(str::to_owned).into_iter().chain(alone);
    let none = ["client", "cli,fixtures,mock"].map(str::to_owned);
    for features in alone.chain(pairs).chain(none) {
        let chosen = ["--no-default-features", "--features", &features];
        cargo(workspace, &[&["check", "--package", "fixture-groups", "--lib", "--quiet"][..], &chosen].concat());
    }
}

/// Returns the texts below a folder by path.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().is_file());
    let path = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
    files.map(|entry| (path(entry.path()), fs::read_to_string(entry.path()).unwrap())).collect()
}

fn cargo(workspace: &Path, arguments: &[&str]) {
    let output = crates::cargo(workspace, arguments).unwrap();
    assert!(output.status.success(), "cargo {}:\n{}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
}
