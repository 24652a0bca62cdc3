//! The crate that stands in a folder: what it was made from, making it again, and what is different about it.

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

use crate::bindings::names::NameHistory;
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::digest::sha256;
use crate::emit::{DESCRIPTIONS, ORIGINALS};
use crate::output::LockFile;
use crate::pipeline::{Emission, run, run_with};
use crate::source::{Request, Source, SourceLocator, load};

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// A crate that Bindery wrote.
#[derive(Clone, Debug)]
pub struct Vendored {
    /// Where it stands.
    pub folder: PathBuf,
    /// What was written, and from what.
    pub lock_file: LockFile,
}

impl Vendored {
    /// The crate in a folder; `None` where there is none that Bindery wrote.
    ///
    /// # Errors
    ///
    /// Returns an error if the lock file is damaged or cannot be read.
    pub fn at(folder: &Path) -> Outcome<Option<Self>> {
        Ok(LockFile::of(folder)?.map(|lock_file| Self { folder: folder.to_owned(), lock_file }))
    }

    /// The description that it was made from, which it holds.
    ///
    /// # Errors
    ///
    /// `source-unreadable` where it was taken away, `output-edited` where it is another one than was written.
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

    /// Where its description is, as it was before corrections, which are made again. One that came from several files is
    /// there only as a whole, with its corrections.
    #[must_use]
    pub fn stored(&self) -> PathBuf {
        let original = self.holds(ORIGINALS).filter(|_| self.lock_file.description.files.is_empty());
        self.folder.join(original.or(self.holds(DESCRIPTIONS)).unwrap_or(DESCRIPTIONS[0]))
    }

    fn holds(&self, names: [&'static str; 2]) -> Option<&'static str> {
        names.into_iter().find(|name| self.lock_file.files.contains_key(*name))
    }

    /// What stands around it, where it is made as these options say.
    ///
    /// # Errors
    ///
    /// Those of [`Surroundings::of`].
    pub fn surroundings(&self, choice: &CrateOptions) -> Outcome<Surroundings> {
        Surroundings::of(&self.folder, Some(&self.lock_file), choice.is_module)
    }

    /// Its version.
    #[must_use]
    pub fn version(&self) -> String {
        CrateOptions::of(self, &Config::default()).version
    }

    /// The names that its things have.
    #[must_use]
    pub fn memory(&self) -> NameHistory {
        let lock_file = &self.lock_file;
        NameHistory::of_lock_file(&lock_file.names, &lock_file.chosen)
            .with_removed(&lock_file.removed)
            .with_layouts(layouts::read(lock_file))
    }

    /// The crate as its description makes it, with the names that it has.
    ///
    /// # Errors
    ///
    /// Returns an error if its description cannot be used any more.
    pub fn generate(&self, config: &Config) -> Outcome<GeneratedCrate> {
        make_with(&self.description()?, &self.memory(), config, &CrateOptions::of(self, config))
    }
}

/// A crate in memory, as a description makes it.
#[derive(Clone, Debug)]
pub struct GeneratedCrate {
    /// What came out of the stages.
    pub emission: Emission,
    /// What was there.
    pub before: Before,
    /// What was repaired or left out.
    pub diagnostics: Vec<Diagnostic>,
    /// What of this was told of the crate that is there, too.
    told: Vec<Diagnostic>,
}

/// What stood where a crate is made.
#[derive(Clone, Debug)]
pub enum Before {
    /// Nothing.
    Nothing,
    /// A crate of the same description.
    Same,
    /// A crate of another description.
    Other(Box<Emission>),
    /// A crate whose description cannot be used any more, for this reason.
    Unknown(Box<Diagnostic>),
}

/// Makes a crate from a description. What stands there already keeps its names.
///
/// # Errors
///
/// Returns an error if the description cannot be used, and `configuration-invalid` where types of the user's come from nowhere.
pub fn make(
    source: &Source,
    config: &Config,
    choice: &CrateOptions,
    vendored: Option<&Vendored>,
) -> Outcome<GeneratedCrate> {
    let mut sink = Sink::new();
    let settings = choice.settings(config);
    let (before, told) = match vendored {
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
    Ok(GeneratedCrate { emission, before, diagnostics, told })
}

/// Makes a crate from a description with these names, as if it stood there already.
///
/// # Errors
///
/// Returns an error if the description cannot be used, and `configuration-invalid` where types of the user's come from nowhere.
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
    Ok(GeneratedCrate { emission, before: Before::Same, diagnostics, told: Vec::new() })
}

impl GeneratedCrate {
    /// The diagnostics that were not told of the crate that is there.
    #[must_use]
    pub fn new_diagnostics(&self) -> Vec<Diagnostic> {
        let key = |diagnostic: &Diagnostic| {
            let spot = diagnostic.place.as_ref().map(|place| format!("{:?}", place.spot));
            (diagnostic.code.as_str(), diagnostic.message.clone(), spot)
        };
        let told: HashSet<_> = self.told.iter().map(key).collect();
        self.diagnostics.iter().filter(|diagnostic| !told.contains(&key(diagnostic))).cloned().collect()
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
