//! A crate that is updated from one version of a description to the next, with the names from its lock file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bindery::changes::Changes;
use bindery::config::Config;
use bindery::diagnostic::Diagnostic;
use bindery::output::{LOCK_FILE, commit};
use bindery::source::{Request, SourceLocator, load};
use bindery::vendored::{
    Before, CrateOptions, GeneratedCrate, RequestedOptions, Surroundings, Vendored, bump_version, generate_crate,
};
use bindery::{Emission, compared};
use serde_json::Value;

use super::Fallible;
use super::described::without_texts;

/// The crate for one version of the description.
#[derive(Debug)]
pub(super) struct Edition {
    /// The file of the version.
    pub(super) name: String,
    pub(super) emission: Emission,
    /// The description in the crate.
    pub(super) document: Value,
    /// The description without text for readers.
    pub(super) interface: Value,
    /// The files of the crate, without the description and the lock file, which add nothing.
    pub(super) files: BTreeMap<String, String>,
    /// The changes since the previous edition; `None` for the first.
    pub(super) changes: Option<Changes>,
}

/// Updates the crate in a folder to the next version of its description.
pub(super) fn upgrade(folder: &Path, description: &Path) -> Fallible<Edition> {
    let message = |problem: Box<Diagnostic>| format!("{}: {}", description.display(), problem.message);
    let config = Config::default();
    let source = load(&Request::new(SourceLocator::File(description.to_owned()))).map_err(message)?;
    let vendored = Vendored::at(folder).map_err(message)?;
    let lock_file = vendored.as_ref().map(|vendored| &vendored.lock_file);
    let surroundings = Surroundings::read(folder, lock_file, false).map_err(message)?;
    let mut choice = CrateOptions::new(
        RequestedOptions { name: Some("upgraded"), ..RequestedOptions::default() },
        &config,
        vendored.as_ref(),
    );
    let mut made = generate_crate(&source, &config, &choice, vendored.as_ref()).map_err(message)?;
    let changes = match &made.before {
        Before::Other(before) => Some(compared(before, &made.emission)),
        Before::Unknown(problem) => return Err(problem.message.clone()),
        Before::Nothing | Before::Same => None,
    };
    if let Some(changes) = &changes {
        choice.version = bump_version(&choice.version, changes.bump());
        made.emission.set_version(&choice.version);
    }
    let described = made.description_record(&source, &description.display().to_string());
    let tree = made.tree(described, &config, &choice, &surroundings).map_err(message)?;
    commit(&tree, folder, false).map_err(message)?;
    let GeneratedCrate { emission, .. } = made;
    let stored = Vendored::at(folder).map_err(message)?.ok_or("the crate that was written has no lock file")?;
    let document = stored.description().map_err(message)?;
    let document = read(document.text()).ok_or_else(|| format!("{} cannot be read", description.display()))?;
    Ok(Edition {
        name: description.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        emission,
        interface: without_texts(&document),
        document,
        files: files(folder, &stored)?,
        changes,
    })
}

fn read(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| serde_yaml::from_str(text).ok())
}

fn files(folder: &Path, stored: &Vendored) -> Fallible<BTreeMap<String, String>> {
    let message = |path: &PathBuf, problem: &std::io::Error| format!("{} cannot be read: {problem}", path.display());
    let counts = |path: &&String| !matches!(path.as_str(), LOCK_FILE | "openapi.json" | "openapi.yaml");
    let read = |path: &String| {
        let at = folder.join(path);
        let text = fs::read_to_string(&at).map_err(|problem| message(&at, &problem))?;
        Ok((path.clone(), text))
    };
    stored.lock_file.files.keys().filter(counts).map(read).collect()
}
