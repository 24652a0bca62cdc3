//! Handwritten programs that use the emitted clients of their descriptions.
//!
//! A case is a folder with an `openapi.yaml` and a `main.rs`, which uses the client as a crate called `client`, with
//! its default features and those on its second line: `//! Features: mock, fixtures`. Each is compiled and run.

use std::fs;
use std::path::Path;

use bindery::source::{Request, SourceLocator, load};

use crate::changed::{Client, Fallible};
use crate::crates::{self, cargo, write};

/// Emits, compiles and runs the programs of the folders with these names, or of all folders without names.
/// Returns the result of each case.
///
/// # Errors
///
/// Returns an error if a folder cannot be read, or the workspace cannot be written.
pub fn run(cases: &Path, names: &[String]) -> Fallible<Vec<(String, Result<(), String>)>> {
    let workspace = &crates::folder("wanted");
    let mut found: Vec<String> = folders(cases)?;
    found.retain(|name| names.is_empty() || names.contains(name));
    let mut written = Vec::new();
    for name in &found {
        let done = emit(&cases.join(name), name, workspace);
        if done.is_ok() {
            written.extend([name.clone(), format!("client-{name}")]);
        }
    }
    crates::workspace(workspace, &written)?;
    // Building all at once leaves only the cases themselves to compile.
    let _ = cargo(workspace, &["build", "--workspace", "--keep-going", "--quiet"]);
    Ok(found.into_iter().map(|name| (name.clone(), try_case(&cases.join(&name), &name, workspace))).collect())
}

fn folders(cases: &Path) -> Fallible<Vec<String>> {
    let entries = fs::read_dir(cases).map_err(|error| format!("{}: {error}", cases.display()))?;
    let is_case = |path: &Path| path.join("main.rs").exists();
    let paths = entries.flatten().map(|entry| entry.path()).filter(|path| is_case(path));
    let mut names: Vec<String> = paths.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

fn emit(case: &Path, name: &str, workspace: &Path) -> Fallible<()> {
    let source =
        load(&Request::new(SourceLocator::File(case.join("openapi.yaml")))).map_err(|problem| problem.message)?;
    let package = format!("client-{name}");
    write(&workspace.join(&package), Client::first(&source, &package)?.files)?;
    let program = case.join("main.rs");
    let program = fs::read_to_string(&program).map_err(|error| format!("{}: {error}", program.display()))?;
    let files = [("Cargo.toml".to_owned(), manifest(name, &program)), ("src/main.rs".to_owned(), program)];
    write(&workspace.join(name), files)
}

fn manifest(name: &str, program: &str) -> String {
    let features = program.lines().find_map(|line| line.strip_prefix("//! Features: ")).unwrap_or_default();
    let features: Vec<String> = features.split_terminator(", ").map(|feature| format!("{feature:?}")).collect();
    let features = features.join(", ");
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

fn try_case(case: &Path, name: &str, workspace: &Path) -> Result<(), String> {
    emit(case, name, workspace)?;
    let output = cargo(workspace, &["run", "--quiet", "--package", name])?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}
