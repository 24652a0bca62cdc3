//! Handwritten programs that use the emitted clients of their descriptions.
//!
//! A case is a folder with an `openapi.yaml` and a `main.rs`, which uses the client as a crate called `client`, with
//! its default features and those on its second line: `//! Features: mock, fixtures`. Each is compiled and run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::repository;
use bindery::internal::diagnostic::Sink;
use bindery::internal::names::NameHistory;
use bindery::internal::source::{Request, SourceLocator, load};

use crate::changed::Fallible;
use crate::crates::{self, cargo, write};
use crate::sample::Coverage;

/// Emits, compiles and runs the programs of the folders with these names. Returns the result of each case.
///
/// # Errors
///
/// Returns an error if the workspace cannot be written.
pub fn run(cases: &Path, names: &[String]) -> Fallible<Vec<(String, Result<(), String>)>> {
    let workspace = &crates::folder("wanted");
    let emitted = names.iter().map(|name| emit(&cases.join(name), name, workspace));
    let emitted: Vec<Fallible<()>> = emitted.collect();
    let written = names.iter().zip(&emitted).filter(|(_, emitted)| emitted.is_ok());
    let members = written.flat_map(|(name, _)| [name.clone(), client_package(name)]);
    crates::workspace(workspace, &members.collect::<Vec<_>>())?;
    // Building all at once leaves only the errors of the cases that fail.
    let built = cargo(workspace, &["build", "--workspace", "--keep-going", "--quiet"])?.status.success();
    let results = names.iter().zip(emitted).map(|(name, emitted)| {
        let result = emitted.and_then(|()| if built { Ok(()) } else { build(name, workspace) });
        (name.clone(), result.and_then(|()| crates::run_program(name)))
    });
    Ok(results.collect())
}

/// Returns the names of the cases in a folder.
///
/// # Errors
///
/// Returns an error if the folder cannot be read.
pub fn cases(cases: &Path) -> Fallible<Vec<String>> {
    let entries = fs::read_dir(cases).map_err(|error| format!("{}: {error}", cases.display()))?;
    let is_case = |path: &Path| path.join("main.rs").exists();
    let paths = entries.flatten().map(|entry| entry.path()).filter(|path| is_case(path));
    let mut names: Vec<String> = paths.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// Returns the items of the runtime crate that a case names and the features that its program enables.
///
/// # Errors
///
/// Returns an error if a file cannot be read, or the description is invalid.
pub fn coverage(case: &Path) -> Fallible<Coverage> {
    let mut coverage = Coverage::of_crate(&client(case, "client")?);
    coverage.features.extend(features(&program(case)?).map(str::to_owned));
    Ok(coverage)
}

fn client(case: &Path, package: &str) -> Fallible<BTreeMap<String, String>> {
    let input =
        load(&Request::new(SourceLocator::File(case.join("openapi.yaml")))).map_err(|problem| problem.message)?;
    let config = repository::config(&format!("name = {package:?}\nversion = \"1.0.0\"\nfeatures = [\"all\"]"));
    let emission = bindery::internal::run(&input, &config, &NameHistory::default(), &mut Sink::new());
    Ok(emission
        .map_err(|problem| format!("{} is refused: {}", input.source.name(), problem.message))?
        .texts()
        .collect())
}

fn client_package(name: &str) -> String {
    format!("client-{name}")
}

fn program(case: &Path) -> Fallible<String> {
    let program = case.join("main.rs");
    fs::read_to_string(&program).map_err(|error| format!("{}: {error}", program.display()))
}

/// Returns the features of the client that a program requires.
fn features(program: &str) -> impl Iterator<Item = &str> {
    program.lines().find_map(|line| line.strip_prefix("//! Features: ")).unwrap_or_default().split_terminator(", ")
}

fn emit(case: &Path, name: &str, workspace: &Path) -> Fallible<()> {
    let package = client_package(name);
    crates::replace(&workspace.join(&package), client(case, &package)?)?;
    let program = program(case)?;
    let files = [("Cargo.toml".to_owned(), manifest(name, &program)), ("src/main.rs".to_owned(), program)];
    write(&workspace.join(name), files)
}

fn manifest(name: &str, program: &str) -> String {
    let features = features(program).map(|feature| format!("{feature:?}")).collect::<Vec<_>>().join(", ");
    format!(
        r#"[package]
name = "{name}"
version = "0.1.0"
edition = "2024"

[dependencies]
client = {{ package = "client-{name}", path = "../client-{name}", features = [{features}] }}
http = "1"
serde_json = "1"
tokio = {{ version = "1", features = ["macros", "rt", "time"] }}
"#
    )
}

fn build(name: &str, workspace: &Path) -> Fallible<()> {
    crates::succeed(&cargo(workspace, &["build", "--quiet", "--package", name])?)
}
