//! The existing crate in a directory: its inputs, regenerating it, and its status.

mod assemble;
mod changelog;
mod dependency;
mod file_names;
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

pub use changelog::{CHANGELOG, add_entry};
pub use dependency::MissingDependency;
pub use host::Host;
pub use options::{CrateOptions, RequestedOptions};
pub use rename::{Renamed, rename};
pub use shared::SharedCrate;
pub use status::{CrateStatus, changed_merged_descriptions, status};
pub use surroundings::Surroundings;
pub use version::bump_version;

use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::digest::sha256;
use crate::emit::{DESCRIPTIONS, ORIGINALS};
use crate::names::NameHistory;
use crate::output::LockFile;
use crate::pipeline::{Emission, run, run_with};
use crate::source::{Request, Source, SourceLocator, load};

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

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
    pub fn at(folder: &Path) -> Result<Option<Self>> {
        Ok(LockFile::read(folder)?.map(|lock_file| Self { folder: folder.to_owned(), lock_file }))
    }

    /// Returns the stored description that it was generated from.
    ///
    /// # Errors
    ///
    /// `source-unreadable` if it is missing, `output-edited` if it was changed.
    pub fn description(&self) -> Result<Source> {
        let path = self.stored();
        let source = load(&Request::new(SourceLocator::File(path.clone())))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if self.lock_file.files.get(&name) != Some(&sha256(source.text().as_bytes())) {
            let message = format!("`{}` is not the description that the crate was generated from", path.display());
            let problem = Diagnostic::error(Code::OutputEdited, message);
            return Err(Box::new(
                problem.help("restore the file from version control, or regenerate everything with `--force`"),
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
    pub fn surroundings(&self, crate_options: &CrateOptions) -> Result<Surroundings> {
        Surroundings::read(&self.folder, Some(&self.lock_file), crate_options.is_module)
    }

    /// Returns its version.
    #[must_use]
    pub fn version(&self) -> String {
        CrateOptions::from_config(self, &Config::default()).version
    }

    /// Returns the names of its items.
    #[must_use]
    pub fn history(&self) -> NameHistory {
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
    pub fn generate(&self, config: &Config) -> Result<GeneratedCrate> {
        generate_with_history(&self.description()?, &self.history(), config, &CrateOptions::from_config(self, config))
    }
}

/// A crate in memory, generated from a description.
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
    /// No crate exists.
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
pub fn generate_crate(
    source: &Source,
    config: &Config,
    crate_options: &CrateOptions,
    vendored: Option<&Vendored>,
) -> Result<GeneratedCrate> {
    let mut sink = Sink::new();
    let settings = crate_options.settings(config);
    let (before, reported) = match vendored {
        None => (Before::Nothing, Vec::new()),
        Some(vendored) if status::is_same(vendored, source) => (Before::Same, Vec::new()),
        Some(vendored) => match vendored.generate(config) {
            Ok(generated) => (Before::Other(Box::new(generated.emission)), generated.diagnostics),
            Err(problem) => (Before::Unknown(problem), Vec::new()),
        },
    };
    let emission = match (&before, vendored) {
        (Before::Other(before), _) => run_with(source, config, settings, &before.recorded_names, &mut sink)?,
        (_, Some(vendored)) => run_with(source, config, settings, &vendored.history(), &mut sink)?,
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
pub fn generate_with_history(
    source: &Source,
    history: &NameHistory,
    config: &Config,
    crate_options: &CrateOptions,
) -> Result<GeneratedCrate> {
    let mut sink = Sink::new();
    let emission = run_with(source, config, crate_options.settings(config), history, &mut sink)?;
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

    /// Returns the recorded names of a lock file that are no longer assigned, by location.
    #[must_use]
    pub fn stale_names<'l>(&self, names: &'l BTreeMap<String, String>) -> Vec<(&'l str, &'l str)> {
        let Emission { api, recorded_names, .. } = &self.emission;
        let known = |place: &str| {
            let place = api.element_keys.place(place);
            let is_kept =
                recorded_names.removed().contains_key(&*place) || recorded_names.chosen_names().contains_key(&*place);
            is_kept || recorded_names.previous_name(&place).or_else(|| recorded_names.configured(&place)).is_some()
        };
        // The error type of an operation is not an own name.
        let entries = names.iter().filter(|(place, _)| !place.ends_with("#error"));
        entries.filter(|(place, _)| !known(place)).map(|(place, name)| (place.as_str(), name.as_str())).collect()
    }
}
