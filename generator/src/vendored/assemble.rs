//! The files of a crate, and the ledger that lists them.

use super::{Choice, Made, Outcome};
use crate::config::Config;
use crate::digest::sha256;
use crate::output::{Described, Generator, LEDGER, Ledger, Package, Tree};
use crate::source::{Location, Origin, Source};

/// This generator.
pub(super) fn generator() -> Generator {
    Generator { version: env!("CARGO_PKG_VERSION").to_owned(), build: env!("BINDERY_BUILD").to_owned() }
}

impl Made {
    /// The files of the crate and the ledger that lists them.
    ///
    /// # Errors
    ///
    /// Where two files would have one place, which is a defect.
    pub fn tree(&self, description: Described, config: &Config, choice: &Choice) -> Outcome<Tree> {
        let emission = &self.emission;
        let mut tree = Tree::new();
        let mut ledger = Ledger {
            generator: generator(),
            package: Package {
                name: emission.crate_name.clone(),
                version: choice.version.clone(),
                dates: super::choice::library_name(choice.dates).to_owned(),
                features: (!choice.features.are_all()).then(|| choice.features.to_string()),
            },
            description,
            configuration: config.digest(),
            chosen: emission.given.chosen().clone(),
            names: emission.names.by_pointer(&emission.api),
            ..Ledger::default()
        };
        for (path, text) in emission.texts() {
            ledger.files.insert(path.clone(), sha256(text.as_bytes()));
            tree.insert(&path, text)?;
        }
        ledger.seal = ledger.digest();
        tree.insert(LEDGER, ledger.render())?;
        Ok(tree)
    }

    /// What the ledger says of the description; `asked` is where it was asked for.
    #[must_use]
    pub fn described(&self, source: &Source, asked: &str) -> Described {
        let emission = &self.emission;
        let (address, etag, last_modified) = match source.origin() {
            Origin::Address { address, etag, last_modified, .. } => {
                (Some(address.clone()), etag.clone(), last_modified.clone())
            }
            _ => (None, None, None),
        };
        let beside = |file: &Source| emission.api.origins.beside_description(file.name()).replace('\\', "/");
        Described {
            source: shown(source, asked),
            address,
            etag,
            last_modified,
            sha256: sha256(source.text().as_bytes()),
            title: emission.api.title.clone(),
            version: emission.api.version.clone(),
            warnings: self.diagnostics.len(),
            files: emission.others.iter().map(|file| (beside(file), sha256(file.text().as_bytes()))).collect(),
        }
    }
}

/// Where the description was asked for, without a folder of this machine.
fn shown(source: &Source, asked: &str) -> String {
    match source.origin() {
        Origin::File(path) if path.is_absolute() => {
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        }
        Origin::File(path) => path.to_string_lossy().replace('\\', "/"),
        Origin::Address { .. } => Location::parse(asked).shown(),
        _ => source.name().to_owned(),
    }
}
