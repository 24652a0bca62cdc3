//! A workspace with the clients of many descriptions and the programs that use them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use crate::repository;
use bindery::internal::text::Source;

use super::client::Client;
use super::{Compiled, Fallible, at, compiled};
use crate::crates::{self, replace, write};

/// The bindings that a program is compiled against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The bindings that it was written for.
    Old,
    /// The bindings of the new description.
    New,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Self::Old => "old",
            Self::New => "new",
        }
    }
}

/// A workspace that is being written.
#[derive(Debug)]
pub struct Workspace {
    folder: PathBuf,
    /// The package and the client of each old description, by text, so that each is compiled once.
    olds: BTreeMap<String, (String, Client)>,
    clients: BTreeSet<String>,
    programs: BTreeSet<String>,
}

impl Workspace {
    /// Creates a workspace. Unchanged files of an earlier run are reused.
    ///
    /// # Errors
    ///
    /// Returns an error if its folder cannot be created.
    pub fn new(name: &str) -> Fallible<Self> {
        let folder = crates::folder("changed").join(name);
        fs::create_dir_all(&folder).map_err(at("made", &folder))?;
        Ok(Self { folder, olds: BTreeMap::new(), clients: BTreeSet::new(), programs: BTreeSet::new() })
    }

    /// Adds a program twice: with the bindings of the old description and of the new one.
    ///
    /// # Errors
    ///
    /// Returns an error if a description is invalid, or a file cannot be written.
    pub fn add(&mut self, name: &str, old: &Source, new: &Source, program: &str) -> Fallible<()> {
        let package = format!("client-{}", name.to_lowercase());
        if !self.olds.contains_key(old.text()) {
            let package = format!("{package}-old");
            let client = Client::first(old, &package)?;
            replace(&self.folder.join(&package), client.files.clone())?;
            self.clients.insert(package.clone());
            self.olds.insert(old.text().to_owned(), (package, client));
        }
        let Some((before, client)) = self.olds.get(old.text()).cloned() else { return Ok(()) };
        let after = format!("{package}-new");
        replace(&self.folder.join(&after), client.next(new, &after)?.files)?;
        self.program(name, Side::Old, &before, program)?;
        self.program(name, Side::New, &after, program)?;
        self.clients.insert(after);
        Ok(())
    }

    fn program(&mut self, name: &str, side: Side, client: &str, program: &str) -> Fallible<()> {
        let package = package(name, side);
        let files = [
            ("Cargo.toml".to_owned(), manifest(&package, client, program)),
            // Whether a program has warnings does not depend on the change.
            ("src/lib.rs".to_owned(), format!("#![allow(warnings)] {program}")),
        ];
        write(&self.folder.join(&package), files)?;
        self.programs.insert(package);
        Ok(())
    }

    /// Compiles all programs in one run of cargo.
    ///
    /// # Errors
    ///
    /// Returns an error if cargo fails, or if the bindings do not compile.
    pub fn compile(&self) -> Fallible<Compiled> {
        let listed =
            |names: &BTreeSet<String>| names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
        let members = self.programs.union(&self.clients).cloned().collect();
        // Only the programs are default members, so that only the client features that they request are built.
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [{}]\ndefault-members = [{}]\n",
            listed(&members),
            listed(&self.programs)
        );
        write(&self.folder, [("Cargo.toml".to_owned(), manifest)])?;
        let ours = repository::path("Cargo.lock");
        let lock = self.folder.join("Cargo.lock");
        if !lock.exists() {
            fs::copy(&ours, &lock).map_err(at("written", &lock))?;
        }
        let compiled = compiled::compile(&self.folder)?;
        match self.clients.iter().find_map(|client| compiled.errors_of(client)) {
            Some(errors) => Err(format!("bindings do not compile:\n{errors}")),
            None => Ok(compiled),
        }
    }
}

/// Returns the manifest of a program, with the features that its text requires.
fn manifest(package: &str, client: &str, program: &str) -> String {
    // A program without calls only needs the types, which compile faster.
    let features =
        [("Client", "client"), ("events::", "webhook-events"), ("`unreferenced-types`", "unreferenced-types")];
    let features =
        features.iter().filter(|(word, _)| program.contains(word)).map(|(_, feature)| format!("{feature:?}"));
    let features = features.collect::<Vec<_>>().join(", ");
    format!(
        r#"[package]
name = "{package}"
version = "0.1.0"
edition = "2024"

[dependencies]
changed_client = {{ package = "{client}", path = "../{client}", default-features = false, features = [{features}] }}
serde_json = "1"
"#
    )
}

/// Returns the package name of a program.
pub(super) fn package(name: &str, side: Side) -> String {
    format!("{}-{}", name.to_lowercase(), side.name())
}
