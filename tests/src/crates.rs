//! A cargo workspace of emitted crates and of programs that use them.
//!
//! The folder persists, so a later run only builds what changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::changed::{Fallible, at};

/// Returns the folder of the workspace with this name.
#[must_use]
pub fn folder(name: &str) -> PathBuf {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or(ours, PathBuf::from).join(name)
}

/// Writes the manifest of a workspace with these members. It uses the versions of our own lock file.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
pub fn workspace(folder: &Path, members: &[String]) -> Fallible<()> {
    let members: Vec<String> = members.iter().map(|member| format!("{member:?}")).collect();
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", members.join(", "));
    write(folder, [("Cargo.toml".to_owned(), manifest)])?;
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
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
pub fn replace(folder: &Path, files: BTreeMap<String, String>) -> Fallible<()> {
    let there = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
    for entry in there.filter(|entry| entry.file_type().is_file()) {
        let path = entry.path().strip_prefix(folder).ok().and_then(Path::to_str);
        if path.is_some_and(|path| !files.contains_key(path)) {
            fs::remove_file(entry.path()).map_err(at("removed", entry.path()))?;
        }
    }
    write(folder, files)
}

/// Runs cargo with warnings denied. The output is in the folder `target` of the workspace, without data that only a
/// debugger or an incremental build would need.
///
/// # Errors
///
/// Returns an error if cargo cannot be started. A failed build is part of the output.
pub fn cargo(workspace: &Path, arguments: &[&str]) -> Fallible<Output> {
    let folder = std::path::absolute(workspace).map_err(at("found", workspace))?;
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(arguments)
        .current_dir(workspace)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_TERM_COLOR", "never")
        .env("RUSTFLAGS", "-D warnings")
        .env("RUSTDOCFLAGS", "-D warnings")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))
}
