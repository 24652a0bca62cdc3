//! The workspace of the crates, in which they share a lock file and the build of their dependencies.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::corpus::{Fallible, at};
use crate::repository;

/// The start of the dependencies in an emitted manifest; they are the last table.
const DEPENDENCIES: &str = "[dependencies]";

/// Removes the crates that will be written again, and no other folder, whatever `--out` is.
pub(super) fn clear(crates: &Path, names: &BTreeSet<String>) -> Fallible<()> {
    fs::create_dir_all(crates).map_err(at("made", crates))?;
    for folder in names.iter().map(|name| crates.join(name)).filter(|folder| folder.exists()) {
        fs::remove_dir_all(&folder).map_err(at("removed", &folder))?;
    }
    Ok(())
}

/// Creates a workspace of the crates. Returns the names of additional empty crates that together have all sets of
/// dependencies. Compiling these first keeps the dependencies out of the other measurements.
pub(super) fn prepare(crates: &Path, names: &[&str]) -> Fallible<Vec<String>> {
    let mut sets = BTreeSet::new();
    for name in names {
        let path = crates.join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(&path).map_err(at("read", &path))?;
        sets.extend(manifest.find(DEPENDENCIES).map(|start| manifest[start..].to_owned()));
    }
    let mut warm_up = Vec::new();
    for (index, set) in sets.iter().enumerate() {
        let name = format!("warm-up-{index}");
        warm_up_crate(&crates.join(&name), &name, set)?;
        warm_up.push(name);
    }
    let members: Vec<String> =
        names.iter().copied().chain(warm_up.iter().map(String::as_str)).map(|name| format!("{name:?}")).collect();
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", members.join(", "));
    let path = crates.join("Cargo.toml");
    fs::write(&path, manifest).map_err(at("written", &path))?;
    take_lock(crates)?;
    Ok(warm_up)
}

/// Returns the features of a crate without `default`, which combines others.
pub(super) fn features(folder: &Path) -> Fallible<Vec<String>> {
    let path = folder.join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(at("read", &path))?;
    let manifest: toml::Table =
        toml::from_str(&text).map_err(|error| format!("{} is not valid: {error}", path.display()))?;
    let features = manifest.get("features").and_then(toml::Value::as_table);
    let names = features.into_iter().flat_map(toml::Table::keys).filter(|name| *name != "default");
    Ok(names.cloned().collect())
}

/// Writes a crate with an example, since the dependencies of examples must be compiled too.
fn warm_up_crate(folder: &Path, name: &str, dependencies: &str) -> Fallible<()> {
    for part in ["src", "examples"] {
        let part = folder.join(part);
        fs::create_dir_all(&part).map_err(at("made", &part))?;
    }
    let package = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{dependencies}");
    let texts = [("Cargo.toml", package.as_str()), ("src/lib.rs", ""), ("examples/empty.rs", "fn main() {}\n")];
    for (path, text) in texts {
        let path = folder.join(path);
        fs::write(&path, text).map_err(at("written", &path))?;
    }
    Ok(())
}

/// Copies the lock file of Bindery's own workspace: its versions are available, and the same in each run.
fn take_lock(crates: &Path) -> Fallible<()> {
    let ours = repository::path("Cargo.lock");
    let theirs = crates.join("Cargo.lock");
    if ours.exists() {
        fs::copy(&ours, &theirs).map_err(at("written", &theirs))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{clear, prepare};

    #[test]
    fn crates_with_the_same_dependencies_share_a_warm_up() {
        let place = tempfile::tempdir().unwrap();
        for (name, dependencies) in [("a", "url = \"2\""), ("b", "http = \"1\""), ("c", "url = \"2\"")] {
            fs::create_dir(place.path().join(name)).unwrap();
            let manifest = format!("[package]\nname = \"{name}\"\n\n[dependencies]\n{dependencies}\n");
            fs::write(place.path().join(name).join("Cargo.toml"), manifest).unwrap();
        }
        assert_eq!(prepare(place.path(), &["a", "b", "c"]).unwrap(), ["warm-up-0", "warm-up-1"]);
        let manifest = fs::read_to_string(place.path().join("Cargo.toml")).unwrap();
        assert!(manifest.contains(r#"members = ["a", "b", "c", "warm-up-0", "warm-up-1"]"#));
        let warm_up = fs::read_to_string(place.path().join("warm-up-1/Cargo.toml")).unwrap();
        assert!(warm_up.contains("[dependencies]\nurl = \"2\"\n"));
        clear(place.path(), &["a".to_owned()].into()).unwrap();
        assert!(!place.path().join("a").exists() && place.path().join("b").exists());
    }
}
