//! Cargo workspaces of emitted crates and of programs that use them.
//!
//! All workspaces share one target directory and one environment, so each dependency is compiled once. The folders
//! persist, so a later run only builds what changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::changed::{Fallible, at};
use crate::repository;

/// A member of each workspace, with the features of the dependencies that emitted crates use. Building a whole workspace
/// therefore builds each dependency with the same features as in other workspaces.
const DEPENDENCIES: &str = r#"[package]
name = "dependencies"
version = "0.1.0"
edition = "2024"

[dependencies]
clap = { version = "4.5", features = ["string"] }
http = "1"
reqwest = { version = "0.13", default-features = false, features = ["brotli", "gzip", "rustls", "zstd"] }
serde = { version = "1", features = ["alloc", "derive"] }
serde_json = { version = "1", features = ["alloc", "float_roundtrip", "raw_value"] }
tokio = { version = "1", features = ["fs", "macros", "net", "rt-multi-thread", "sync", "time"] }
"#;

/// Returns the folder of the workspace with this name.
#[must_use]
pub fn folder(name: &str) -> PathBuf {
    let ours = repository::path("target");
    std::env::var_os("CARGO_TARGET_DIR").map_or(ours, PathBuf::from).join("generated").join(name)
}

/// Returns the target directory of all workspaces.
///
/// # Errors
///
/// Returns an error if there is no current directory.
pub fn target() -> Fallible<PathBuf> {
    let target = folder("target");
    std::path::absolute(&target).map_err(at("found", &target))
}

/// Returns the path of the program that [`cargo`] built for a package.
///
/// # Errors
///
/// Returns an error if there is no current directory.
pub fn program(package: &str) -> Fallible<PathBuf> {
    Ok(target()?.join("debug").join(format!("{package}{}", std::env::consts::EXE_SUFFIX)))
}

/// Writes the manifest of a workspace with these members. It uses the versions of our own lock file.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
pub fn workspace(folder: &Path, members: &[String]) -> Fallible<()> {
    let members = members.iter().map(String::as_str).chain(["dependencies"]).map(|member| format!("{member:?}"));
    let members = members.collect::<Vec<_>>().join(", ");
    let files = [
        ("Cargo.toml", format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n")),
        ("dependencies/Cargo.toml", DEPENDENCIES.to_owned()),
        ("dependencies/src/lib.rs", "//! Only has dependencies.\n".to_owned()),
    ];
    write(folder, files.map(|(path, text)| (path.to_owned(), text)))?;
    let lock = repository::path("Cargo.lock");
    fs::copy(&lock, folder.join("Cargo.lock")).map_err(at("copied", &lock))?;
    Ok(())
}

/// Writes the files that changed, so that cargo rebuilds nothing else.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
pub fn write(folder: &Path, files: impl IntoIterator<Item = (String, String)>) -> Fallible<()> {
    for (path, text) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(at("made", parent))?;
        if fs::read_to_string(&path).ok().is_none_or(|there| there != text) {
            fs::write(&path, text).map_err(at("written", &path))?;
        }
    }
    Ok(())
}

/// Writes the files and removes all others: cargo would take leftovers of an earlier run, such as `src/main.rs`, for a
/// part of the crate.
///
/// # Errors
///
/// Returns an error if a file cannot be written or removed.
pub fn replace(folder: &Path, files: impl IntoIterator<Item = (String, String)>) -> Fallible<()> {
    let files: BTreeMap<String, String> = files.into_iter().collect();
    let there = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
    for entry in there.filter(|entry| entry.file_type().is_file()) {
        let path = entry.path().strip_prefix(folder).ok().and_then(Path::to_str);
        if path.is_some_and(|path| !files.contains_key(path)) {
            fs::remove_file(entry.path()).map_err(at("removed", entry.path()))?;
        }
    }
    write(folder, files)
}

/// Builds the programs of packages and runs them, until one fails.
///
/// # Errors
///
/// Returns an error if cargo or a program cannot be started, and the messages of what fails.
pub fn run(workspace: &Path, packages: &[&str]) -> Fallible<()> {
    let selected = packages.iter().chain(&["dependencies"]).flat_map(|package| ["--package", package]);
    succeed(&cargo(workspace, &["build", "--quiet"].into_iter().chain(selected).collect::<Vec<_>>())?)?;
    for package in packages {
        run_program(package)?;
    }
    Ok(())
}

/// Runs the program that [`cargo`] built for a package.
///
/// # Errors
///
/// Returns an error if the program cannot be started, and its messages if it fails.
pub fn run_program(package: &str) -> Fallible<()> {
    let program = program(package)?;
    succeed(&Command::new(&program).output().map_err(at("run", &program))?)
}

/// Checks that a command succeeded.
///
/// # Errors
///
/// Returns the messages of the command if it failed.
pub fn succeed(output: &Output) -> Fallible<()> {
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Returns a command that runs cargo in a workspace with warnings denied, without data that only a debugger or an
/// incremental build would need. Other flags would compile the dependencies again.
///
/// # Errors
///
/// Returns an error if there is no current directory.
pub fn command(workspace: &Path) -> Fallible<Command> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(workspace)
        .env("CARGO_TARGET_DIR", target()?)
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_TERM_COLOR", "never")
        .env("RUSTFLAGS", "-D warnings")
        .env("RUSTDOCFLAGS", "-D warnings")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    Ok(command)
}

/// Runs cargo in a workspace.
///
/// # Errors
///
/// Returns an error if cargo cannot be started. A failed build is part of the output.
pub fn cargo(workspace: &Path, arguments: &[&str]) -> Fallible<Output> {
    command(workspace)?.args(arguments).output().map_err(|error| format!("cargo cannot be run: {error}"))
}
