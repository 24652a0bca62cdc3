//! The existing crate in a directory: its inputs, regenerating it, and its status.

mod assemble;
mod beside;
mod changelog;
mod dependency;
mod host;
mod layouts;
mod manifest;
mod options;
mod rename;
mod rustfmt;
mod shared;
mod status;
mod surroundings;
mod version;

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

pub use changelog::{CHANGELOG, with_entry};
pub use dependency::Lack;
pub use host::Host;
pub use options::{Asked, CrateOptions};
pub use rename::{Renamed, rename};
pub use shared::SharedCrate;
pub use status::{CrateStatus, merged_that_differ, status};
pub use surroundings::Surroundings;
pub use version::bumped;

use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::digest::sha256;
use crate::emit::{DESCRIPTIONS, ORIGINALS};
use crate::names::NameHistory;
use crate::output::LockFile;
use crate::pipeline::{Emission, run, run_with};
use crate::source::{Request, Source, SourceLocator, load};

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// A crate that Bindery wrote.
#[derive(Clone, Debug)]
pub struct Vendored {
    /// Its directory.
    pub folder: PathBuf,
    /// Its lock file.
    pub lock_file: LockFile,
}

impl Vendored {
    /// Reads the crate in a directory, or returns `None` if there is none that Bindery wrote.
    ///
    /// # Errors
    ///
    /// Returns an error if the lock file is damaged or cannot be read.
    pub fn at(folder: &Path) -> Outcome<Option<Self>> {
        Ok(LockFile::read(folder)?.map(|lock_file| Self { folder: folder.to_owned(), lock_file }))
    }

    /// Returns the stored description that it was generated from.
    ///
    /// # Errors
    ///
    /// `source-unreadable` if it is missing, `output-edited` if it was changed.
    pub fn description(&self) -> Outcome<Source> {
        let path = self.stored();
        let source = load(&Request::new(SourceLocator::File(path.clone())))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if self.lock_file.files.get(&name) != Some(&sha256(source.text().as_bytes())) {
            let message = format!("{} is not the description that the crate was made from", path.display());
            let problem = Diagnostic::error(Code::OutputEdited, message);
            return Err(Box::new(
                problem.help("restore the file from version control, or regenerate everything with --force"),
            ));
        }
        let is_corrected = self.holds(ORIGINALS).is_some_and(|original| original != name);
        Ok(source.from_address(self.lock_file.description.address.as_deref()).corrected(is_corrected))
    }

    /// Returns the path of the stored description before corrections, which are applied again. A description that
    /// consists of several files is only stored as a whole, with its corrections.
    #[must_use]
    pub fn stored(&self) -> PathBuf {
        let original = self.holds(ORIGINALS).filter(|_| self.lock_file.description.files.is_empty());
        self.folder.join(original.or(self.holds(DESCRIPTIONS)).unwrap_or(DESCRIPTIONS[0]))
    }

    fn holds(&self, names: [&'static str; 2]) -> Option<&'static str> {
        names.into_iter().find(|name| self.lock_file.files.contains_key(*name))
    }

    /// Returns the surroundings of the crate with these options.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Surroundings::read`].
    pub fn surroundings(&self, choice: &CrateOptions) -> Outcome<Surroundings> {
        Surroundings::read(&self.folder, Some(&self.lock_file), choice.is_module)
    }

    /// Its version.
    #[must_use]
    pub fn version(&self) -> String {
        CrateOptions::from_config(self, &Config::default()).version
    }

    /// The names that its things have.
    #[must_use]
    pub fn memory(&self) -> NameHistory {
        let lock_file = &self.lock_file;
        NameHistory::of_lock_file(&lock_file.names, &lock_file.chosen)
            .with_removed(&lock_file.removed)
            .with_layouts(layouts::read(lock_file))
    }

    /// Generates the crate from its stored description, with its recorded names.
    ///
    /// # Errors
    ///
    /// Returns an error if its description is no longer valid.
    pub fn generate(&self, config: &Config) -> Outcome<GeneratedCrate> {
        make_with(&self.description()?, &self.memory(), config, &CrateOptions::from_config(self, config))
    }
}

/// A crate in memory, as a description makes it.
#[derive(Clone, Debug)]
pub struct GeneratedCrate {
    /// The result of the stages.
    pub emission: Emission,
    /// The existing crate.
    pub before: Before,
    /// Diagnostics about repaired or skipped parts.
    pub diagnostics: Vec<Diagnostic>,
    /// The diagnostics that the existing crate had, too.
    reported: Vec<Diagnostic>,
}

/// The existing crate in the output directory.
#[derive(Clone, Debug)]
pub enum Before {
    /// There is no crate.
    Nothing,
    /// A crate of the same description.
    Same,
    /// A crate of another description.
    Other(Box<Emission>),
    /// A crate whose description is no longer valid, for this reason.
    Unknown(Box<Diagnostic>),
}

/// Generates a crate from a description, with the recorded names of the existing crate.
///
/// # Errors
///
/// Returns an error if the description is invalid, and `configuration-invalid` if the crates of the user's types are
/// missing.
pub fn make(
    source: &Source,
    config: &Config,
    choice: &CrateOptions,
    vendored: Option<&Vendored>,
) -> Outcome<GeneratedCrate> {
    let mut sink = Sink::new();
    let settings = choice.settings(config);
    let (before, reported) = match vendored {
        None => (Before::Nothing, Vec::new()),
        Some(vendored) if status::is_same(vendored, source) => (Before::Same, Vec::new()),
        Some(vendored) => match vendored.generate(config) {
            Ok(made) => (Before::Other(Box::new(made.emission)), made.diagnostics),
            Err(problem) => (Before::Unknown(problem), Vec::new()),
        },
    };
    let emission = match (&before, vendored) {
        (Before::Other(before), _) => run_with(source, config, settings, &before.given, &mut sink)?,
        (_, Some(vendored)) => run_with(source, config, settings, &vendored.memory(), &mut sink)?,
        (_, None) => run(source, config, settings, &mut sink)?,
    };
    let diagnostics = sink.without_errors()?;
    emission.check_dependencies(config)?;
    Ok(GeneratedCrate { emission, before, diagnostics, reported })
}

/// Generates a crate from a description with the given names, as if it existed already.
///
/// # Errors
///
/// Returns an error if the description is invalid, and `configuration-invalid` if the crates of the user's types are
/// missing.
pub fn make_with(
    source: &Source,
    memory: &NameHistory,
    config: &Config,
    choice: &CrateOptions,
) -> Outcome<GeneratedCrate> {
    let mut sink = Sink::new();
    let emission = run_with(source, config, choice.settings(config), memory, &mut sink)?;
    let diagnostics = sink.without_errors()?;
    emission.check_dependencies(config)?;
    Ok(GeneratedCrate { emission, before: Before::Same, diagnostics, reported: Vec::new() })
}

impl GeneratedCrate {
    /// Returns the number of diagnostics that have an effect on the client.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.is_effective()).count()
    }

    /// Returns the diagnostics that the existing crate did not have.
    #[must_use]
    pub fn new_diagnostics(&self) -> Vec<Diagnostic> {
        let key = |diagnostic: &Diagnostic| {
            let location = diagnostic.place.as_ref().map(|place| format!("{:?}", place.location));
            (diagnostic.code.as_str(), diagnostic.message.clone(), location)
        };
        let reported: HashSet<_> = self.reported.iter().map(key).collect();
        self.diagnostics.iter().filter(|diagnostic| !reported.contains(&key(diagnostic))).cloned().collect()
    }

    /// Returns the recorded names of a lock file that are not assigned any more, by place.
    #[must_use]
    pub fn forgotten<'l>(&self, names: &'l BTreeMap<String, String>) -> Vec<(&'l str, &'l str)> {
        let Emission { api, given, .. } = &self.emission;
        let known = |place: &str| {
            let place = api.element_keys.place(place);
            let is_kept = given.removed().contains_key(&*place) || given.chosen().contains_key(&*place);
            is_kept || given.previous_name(&place).or_else(|| given.configured(&place)).is_some()
        };
        // Which error type an operation has is no name of its own.
        let entries = names.iter().filter(|(place, _)| !place.ends_with("#error"));
        entries.filter(|(place, _)| !known(place)).map(|(place, name)| (place.as_str(), name.as_str())).collect()
    }
}
