//! Snapshots of small descriptions, one feature each: the intermediate representation of all, and the code of some that
//! show what the printers do with it. The code of all is also compiled, and that of the vendored client is compared.
//!
//! `cargo insta review` accepts an intended change.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use bindery::internal::Emission;
use bindery::internal::config::{Config, CrateFeatures};
use bindery::internal::diagnostic::{Code, Colors, Positions, Sink, render_full};
use bindery::internal::names::NameHistory;
use bindery::internal::source::{Input, Request, SourceLocator, load};
use bindery::internal::text::Source;
use bindery_cli::Status;
use bindery_tests::crates;
use bindery_tests::outline::outline;
use bindery_tests::repository::{self, files, fixtures};
use bindery_tests::sample::{self, Coverage};

fn source(name: &str, path: &Path) -> Source {
    let text = fs::read_to_string(path.join("openapi.yaml")).unwrap();
    Source::new(format!("{name}/openapi.yaml"), text)
}

/// Loads a description from its path, since it may consist of several files.
fn feature(path: &Path) -> Input {
    load(&Request::new(SourceLocator::File(path.join("openapi.yaml")))).unwrap()
}

/// Loads the configuration next to a description, if there is one.
fn configuration(name: &str, path: &Path) -> Config {
    let file = fs::read_to_string(path.join("bindery.toml"));
    with_all_features(
        file.map_or_else(|_| Config::default(), |text| Config::parse(&format!("{name}/bindery.toml"), &text).unwrap()),
    )
}

fn with_all_features(mut config: Config) -> Config {
    config.name = Some("fixture".to_owned());
    config.features = Some(CrateFeatures::all());
    config
}

fn emission(path: &Path) -> Emission {
    let mut sink = Sink::new();
    let config = configuration("fixture", path);
    let emission = bindery::internal::run(feature(path), &config, &NameHistory::default(), &mut sink).unwrap();
    assert!(sink.diagnostics().iter().all(|diagnostic| diagnostic.code != Code::PaginationInvalid));
    emission
}

/// Returns the generated files below some paths, concatenated. Files that are copied unchanged are in the templates.
fn code_text(path: &Path, shown: &[&str]) -> String {
    let fixed = ["src/api/mod.rs", "src/wire/mod.rs", "src/types/mod.rs"];
    let starts = |path: &str, starts: &[&str]| starts.iter().any(|start| path.starts_with(start));
    let emission = emission(path);
    let files = emission.texts().filter(|(path, _)| starts(path, shown) && !starts(path, &fixed));
    let mut files: Vec<String> = files.map(|(path, text)| format!("==> {path}\n{text}")).collect();
    files.sort();
    files.join("\n")
}

/// The generated files that differ from description to description.
const ALL_CODE: &[&str] = &["README.md", "examples/", "src/"];

/// The files that depend on the feature of a fixture. The others have the same form in all crates; `features` shows them.
const CODE: &[&str] = &["src/api/", "src/client.rs", "src/events.rs", "src/types", "src/wire"];

/// The fixtures whose code is in a snapshot, and the files that are: together, most forms that the printers write.
const CODE_SNAPSHOTS: [(&str, &[&str]); 14] = [
    ("bodies", &["src/api/album.rs"]),
    ("defaults", CODE),
    ("derives", &["src/derives", "src/wire/event.rs"]),
    ("features", ALL_CODE),
    ("lines", &["src/api/log.rs"]),
    ("objects", CODE),
    ("pagination", &["src/api/told.rs"]),
    ("parameters", &["src/types/color.rs"]),
    ("parts", CODE),
    ("rules", CODE),
    ("servers", CODE),
    ("streams", CODE),
    ("unions", CODE),
    ("webhooks-by-member", CODE),
];

#[test]
fn snapshots_of_each_feature() {
    for (name, path) in fixtures("valid") {
        let representation = serde_json::to_value(emission(&path).intermediate_representation()).unwrap();
        insta::assert_snapshot!(format!("ir-{name}"), outline(representation));
    }
}

#[test]
fn snapshots_of_code() {
    for (name, files) in CODE_SNAPSHOTS {
        insta::assert_snapshot!(name, code_text(&repository::path("fixtures/valid").join(name), files));
    }
}

#[test]
fn snapshots_of_each_diagnostic() {
    for (name, path) in fixtures("invalid") {
        let mut sink = Sink::new();
        let source = source(&name, &path);
        let config = configuration(&name, &path);
        let refused = bindery::internal::run(&source, &config, &NameHistory::default(), &mut sink).err();
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
        let texts: Vec<String> =
            diagnostics.iter().map(|problem| render_full(problem, &places, Colors::None)).collect();
        insta::assert_snapshot!(format!("invalid-{name}"), texts.join("\n"));
    }
}

/// Snapshots only parts of the service's code; all of it is in `generated-client`.
#[test]
fn the_codes_of_the_published_description() {
    let path = repository::path("fixtures/service/published/openapi.json");
    let input = load(&Request::new(SourceLocator::File(path))).unwrap();
    let mut sink = Sink::new();
    let config = with_all_features(Config::default());
    let emission = bindery::internal::run(&input, &config, &NameHistory::default(), &mut sink).unwrap();
    assert_eq!(emission.api.operations.len(), 145);
    let mut codes = Vec::new();
    for (id, definition) in emission.api.definitions() {
        if let bindery::internal::model::Shape::IntegerEnum(found) = &definition.shape {
            let name = emission.names.of_type(id, bindery::internal::analysis::Direction::Response);
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
    let folder = repository::path("");
    let status = bindery_cli::run([
        "bindery".into(),
        "generate".into(),
        "--config".into(),
        folder.join("bindery.toml").into_os_string(),
        "--dry-run".into(),
        "--strict".into(),
    ]);
    assert_eq!(status, Status::Done);
    let config = Config::load(&folder.join("bindery.toml")).unwrap();
    let input = load(&Request::new(SourceLocator::parse(config.description.as_deref().unwrap()))).unwrap();
    let mut sink = Sink::new();
    let emission = bindery::internal::run(&input, &config, &NameHistory::default(), &mut sink).unwrap();
    let mut files = 0;
    for (path, text) in emission.texts() {
        let there = fs::read_to_string(folder.join("generated-client").join(&path)).unwrap_or_default();
        assert!(there == text, "generated-client/{path} is out of date: run `cargo run -- generate`");
        files += 1;
    }
    assert!(files > 60);
}

#[test]
fn the_type_in_the_readme_is_what_is_emitted() {
    let readme = fs::read_to_string(repository::path("README.md")).unwrap();
    let block = |language: &str| {
        let (_, rest) = readme.split_once(&format!("```{language}\n")).unwrap();
        rest.split_once("```").unwrap().0
    };
    let schema: serde_json::Value = serde_yaml::from_str(block("yaml")).unwrap();
    let description = serde_json::json!({
        "openapi": "3.0.3",
        "info": { "title": "Readme", "version": "1" },
        "paths": {},
        "components": { "schemas": schema },
    });
    let source = Source::new("readme.json", description.to_string());
    let emission = bindery::internal::run(&source, &Config::default(), &NameHistory::default(), &mut Sink::new());
    let types: Vec<String> = emission.unwrap().texts().map(|(_, text)| text).collect();
    let shown = block("rust,ignore");
    assert!(types.iter().any(|text| text.contains(shown)), "{shown} is in none of {types:#?}");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for (_, path) in fixtures("valid") {
        assert_eq!(code_text(&path, &[""]), code_text(&path, &[""]));
    }
}

/// A crate to compile.
struct Fixture {
    name: String,
    description: PathBuf,
    options: Vec<String>,
    /// The folder with the crates that its configuration refers to, and those that use it.
    crates: PathBuf,
}

impl Fixture {
    fn new(name: &str, description: &str, options: &[&str]) -> Self {
        let description = repository::path("fixtures").join(description);
        let folder = description.parent().unwrap();
        Self {
            name: name.to_owned(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            crates: folder.join("crates"),
            description,
        }
    }

    /// Returns every fixture and the three descriptions of the service.
    fn all() -> Vec<Self> {
        let valid = fixtures("valid");
        let valid = valid.iter().map(|(name, _)| Self::new(name, &format!("valid/{name}/openapi.yaml"), ALL_FEATURES));
        let published = "service/published/openapi.json";
        let more = [
            ("dates-chrono", "valid/dates/openapi.yaml", &["--features", "all", "--dates", "chrono"][..]),
            ("dates-time", "valid/dates/openapi.yaml", &["--features", "all", "--dates", "time"]),
            ("features-none", published, &["--features", ""]),
            ("features-some", published, &["--features", "fixtures,mock"]),
            ("published", published, &[]),
            ("upgraded", "service/upgraded/openapi.json", ALL_FEATURES),
            ("full", "service/full/openapi.yaml", ALL_FEATURES),
        ];
        valid.chain(more.map(|(name, description, options)| Self::new(name, description, options))).collect()
    }

    fn package(&self) -> String {
        format!("fixture-{}", self.name)
    }

    /// Generates the crate below a workspace and returns its files. All crates compile the runtime crate of this repository,
    /// once.
    fn generate(&self, workspace: &Path) -> BTreeMap<String, String> {
        // As deep as the crate will be, since its manifest has a relative path.
        let (place, other) = (tempfile::tempdir_in(workspace).unwrap(), tempfile::tempdir().unwrap());
        let config = other.path().join("bindery.toml");
        let own = fs::read_to_string(self.description.with_file_name("bindery.toml")).unwrap_or_default();
        fs::write(&config, format!("runtime = {{ path = {:?} }}\n{own}", repository::path("templates"))).unwrap();
        let mut arguments: Vec<OsString> = vec!["bindery".into(), "generate".into(), self.description.clone().into()];
        arguments.extend(["--config".into(), config.into(), "--out".into(), place.path().into()]);
        arguments.extend(["--name".into(), self.package().into()]);
        arguments.extend(self.options.iter().map(Into::into));
        assert_eq!(bindery_cli::run(arguments), Status::Done, "{}", self.name);
        files(place.path())
    }
}

/// The options for a crate with all features.
const ALL_FEATURES: &[&str] = &["--features", "all"];

/// The crates that are in every sample: more is checked about them.
const ALWAYS: [&str; 3] = ["features", "groups", "own-types"];

/// Builds, lints, documents and packages crates in one workspace, without warnings. If the tests are exhaustive, these
/// are all fixtures.
#[test]
fn emitted_crates_compile_without_warnings() {
    let workspace = crates::folder("emitted");
    fs::create_dir_all(&workspace).unwrap();
    let all = Fixture::all().into_iter().map(|fixture| (fixture.generate(&workspace), fixture)).collect();
    let chosen = sample::select(all, |(files, fixture)| {
        let mut coverage = Coverage::of_crate(files);
        coverage.features.extend(ALWAYS.contains(&fixture.name.as_str()).then(|| fixture.name.clone()));
        coverage
    });
    let mut members: Vec<String> = chosen.iter().map(|(_, fixture)| fixture.name.clone()).collect();
    let mut programs = Vec::new();
    for (files, fixture) in chosen {
        crates::replace(&workspace.join(&fixture.name), files).unwrap();
        for name in crates_next_to(&fixture, &workspace, &members) {
            programs.extend(name.ends_with("-user").then(|| name.clone()));
            members.push(format!("crates/{name}"));
        }
    }
    crates::workspace(&workspace, &members).unwrap();
    crates::run(&workspace, &programs.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
    cargo(&workspace, &["clippy", "--workspace", "--lib", "--bins", "--examples", "--all-features", "--quiet"]);
    cargo(&workspace, &["doc", "--workspace", "--all-features", "--no-deps", "--quiet"]);
    // The programs of the README.
    let packages = ["--package", "fixture-features", "--package", "fixture-groups"];
    cargo(&workspace, &[&["test", "--doc", "--all-features", "--quiet"], &packages[..]].concat());
    each_group_alone(&workspace);
    each_feature_alone(&workspace, "features");
}

/// Writes the crates next to a fixture whose dependencies are members. Returns their names.
fn crates_next_to(fixture: &Fixture, workspace: &Path, members: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(&fixture.crates).into_iter().flatten().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let files = files(&entry.path());
        let dependencies =
            files["Cargo.toml"].split("path = \"../../").skip(1).filter_map(|rest| rest.split('"').next());
        if dependencies.into_iter().all(|dependency| members.iter().any(|member| member == dependency)) {
            crates::replace(&workspace.join("crates").join(&name), files).unwrap();
            names.push(name);
        }
    }
    names
}

/// Compiles a crate with each of its features alone, and with none. A sample has the features that add code to it.
fn each_feature_alone(workspace: &Path, name: &str) {
    let files = files(&workspace.join(name));
    let manifest: toml::Table = files["Cargo.toml"].parse().unwrap();
    let features = manifest["features"].as_table().unwrap().keys();
    let chosen = sample::select(features.collect(), |feature| {
        let gate = format!("#[cfg(feature = {feature:?})]");
        let adds_code = files.iter().any(|(path, text)| path.starts_with("src/") && text.contains(&gate));
        Coverage { cost: 1, features: adds_code.then(|| (*feature).clone()).into_iter().collect() }
    });
    for feature in chosen.into_iter().map(String::as_str).chain([""]) {
        check(workspace, &format!("fixture-{name}"), feature);
    }
}

/// Compiles each group that is a feature: its types alone, with a client, and with every feature that adds code to it.
/// Also compiles every pair of groups. A sample has each feature once.
fn each_group_alone(workspace: &Path) {
    let groups = ["dns-records", "events", "keys", "status", "zones"];
    let pairs = groups.iter().enumerate().flat_map(|(at, one)| groups[at + 1..].iter().map(move |other| (one, other)));
    let pairs = pairs.map(|(one, other)| format!("client,{one},{other}"));
    let others = ["client", "fixtures,mock", "cli,fixtures,mock", "fixtures,mock,unreferenced-types"];
    let alone = groups.iter().flat_map(|group| others.map(|others| format!("{others},{group}")));
    let alone = groups.map(str::to_owned).into_iter().chain(alone);
    let none = ["client", "cli,fixtures,mock"].map(str::to_owned);
    let chosen = sample::select(alone.chain(pairs).chain(none).collect(), |features| Coverage {
        features: features.split(',').map(str::to_owned).collect(),
        cost: 1,
    });
    for features in chosen {
        check(workspace, "fixture-groups", &features);
    }
}

/// Compiles the library of a package with only these features.
fn check(workspace: &Path, package: &str, features: &str) {
    let chosen = ["--lib", "--quiet", "--no-default-features", "--features", features];
    cargo(workspace, &[&["check", "--package", package][..], &chosen].concat());
}

fn cargo(workspace: &Path, arguments: &[&str]) {
    let output = crates::cargo(workspace, arguments).unwrap();
    assert!(output.status.success(), "cargo {}:\n{}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
}
