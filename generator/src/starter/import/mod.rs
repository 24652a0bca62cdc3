//! Moves in from another generator: reads its settings, and writes those that have an equivalent.
//!
//! ```text
//! files --> settings --> keys of the description --> bindery.toml
//!              |                                 |
//!         left out, with reasons           changes for the program
//! ```
//!
//! Each tool has a file. A setting is kept if the configuration accepts it and the description has what it names; all
//! others are reported.

mod folder;
mod manifest;
mod openapi_generator;
mod openapi_to_rust;
mod page;
mod progenitor;
mod program;
mod schemas;
mod settings;
mod stainless;
mod tokens;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use self::folder::{Folder, TextFile, problem};
pub use self::program::ProgramSources;
use self::settings::{NAME, Settings};
use crate::canonical_path::{canonical_path, normalized};
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Result, Sink};
use crate::document::{self, Document};
use crate::source::Source;

/// Maximum number of times that the client is generated to find settings that do not apply.
const MAX_ATTEMPTS: usize = 30;

/// Another generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// progenitor.
    Progenitor,
    /// OpenAPI Generator.
    OpenapiGenerator,
    /// openapi-to-rust.
    OpenapiToRust,
    /// Stainless.
    Stainless,
}

impl Tool {
    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Progenitor => "progenitor",
            Self::OpenapiGenerator => "OpenAPI Generator",
            Self::OpenapiToRust => "openapi-to-rust",
            Self::Stainless => "Stainless",
        }
    }
}

/// The description that the other generator reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundDescription {
    /// A file, relative to the current directory.
    File {
        /// Its path.
        path: String,
        /// `true` if it is not in the directory of the settings.
        is_outside: bool,
    },
    /// An address, which is not fetched unless the user passes it.
    Address(String),
    /// A file that does not exist.
    Missing(String),
}

impl FoundDescription {
    fn new(folder: &Folder, name: &str) -> Self {
        if name.starts_with("http://") || name.starts_with("https://") {
            return Self::Address(name.to_owned());
        }
        let path = folder.path.join(name);
        if !path.is_file() {
            return Self::Missing(name.to_owned());
        }
        let is_outside = !canonical_path(&path).starts_with(canonical_path(&folder.path));
        Self::File { path: simplified(&path).display().to_string(), is_outside }
    }

    /// Returns the description, if the file exists.
    fn existing(folder: &Folder, name: &str) -> Option<Self> {
        Some(Self::new(folder, name)).filter(|found| !matches!(found, Self::Missing(_)))
    }
}

/// Removes `.` and `..` from a path, unless links make that another file.
fn simplified(path: &Path) -> PathBuf {
    let short = normalized(path);
    if canonical_path(&short) == canonical_path(path) { short } else { path.to_owned() }
}

/// The settings of another generator.
#[derive(Clone, Debug)]
pub struct Import {
    tool: Tool,
    /// The files that were read.
    files: Vec<String>,
    description: Option<FoundDescription>,
    settings: Settings,
}

impl Import {
    fn new(tool: Tool) -> Self {
        Self { tool, files: Vec::new(), description: None, settings: Settings::default() }
    }

    /// Reads the settings in a directory or a file.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if there are none, or if a file cannot be read.
    pub fn read(path: &Path) -> Result<Self> {
        let found = if path.is_dir() {
            let folder = Folder { path: path.to_owned() };
            let found =
                stainless::read(&folder)?.map_or_else(|| openapi_to_rust::read(&folder), |found| Ok(Some(found)))?;
            let found = found.map_or_else(|| openapi_generator::read(&folder), |found| Ok(Some(found)))?;
            found.map_or_else(|| progenitor::read(&folder, None), |found| Ok(Some(found)))?
        } else {
            let Some(file) = folder::read(path)? else {
                return Err(problem(
                    path,
                    "the file or directory does not exist",
                    "pass the directory of the old client",
                ));
            };
            Self::read_file(&file)?
        };
        found.ok_or_else(|| {
            let help = "pass a directory or file with the settings of progenitor (build.rs, `generate_api!`), OpenAPI \
                        Generator (.openapi-generator, its configuration), openapi-to-rust (openapi-to-rust.toml) or \
                        Stainless (stainless.yml)";
            problem(path, "found no settings of a known generator", help)
        })
    }

    fn read_file(file: &TextFile) -> Result<Option<Self>> {
        let folder = Folder { path: file.path.parent().unwrap_or(Path::new("")).to_owned() };
        let extension = file.path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension {
            "rs" => progenitor::read(&progenitor::crate_folder(&file.path), Some(file)),
            "toml" if file.path.ends_with("Cargo.toml") => progenitor::read(&folder, None),
            "toml" => openapi_to_rust::read_file(file, &folder).map(Some),
            _ => match stainless::read_file(file, &folder)? {
                Some(found) => Ok(Some(found)),
                None => openapi_generator::read_file(file, &folder),
            },
        }
    }

    /// Returns the other generator.
    #[must_use]
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// Returns the description that the other generator reads.
    #[must_use]
    pub fn description(&self) -> Option<&FoundDescription> {
        self.description.as_ref()
    }

    /// Removes the settings that the description has nothing for, or that generating the client rejects, and returns the
    /// result of generating it.
    ///
    /// # Errors
    ///
    /// Returns the errors of reading the description and of `generate` that no setting causes.
    pub fn apply<T>(
        &mut self,
        source: &Source,
        is_module: bool,
        generate: impl Fn(&Config) -> Result<T>,
        diagnostics: impl Fn(&T) -> &[Diagnostic],
    ) -> Result<T> {
        let document = document::read(source, &Config::default(), &mut Sink::new())?;
        let components = document.openapi.components.as_ref();
        self.settings.find_schemas(components.into_iter().flat_map(|components| components.schemas.keys()));
        self.settings.find_operations(&selectors(&document));
        self.settings.keep_for_target(is_module);
        let mut attempts = 0;
        loop {
            attempts += 1;
            let result = Config::parse(NAME, &self.settings.text()).and_then(|config| generate(&config));
            let is_last = attempts > MAX_ATTEMPTS;
            match result {
                Ok(generated) => {
                    let unused = diagnostics(&generated).iter().filter(|one| one.code == Code::OverrideUnused);
                    if is_last || !self.settings.remove(&unused.collect::<Vec<_>>()) {
                        self.settings.keep_needed_dependencies();
                        return Ok(generated);
                    }
                }
                Err(problem) if attempts == MAX_ATTEMPTS => self.settings.remove_names(&problem),
                Err(problem) if is_last || !self.settings.remove(&[&*problem]) => return Err(problem),
                Err(_) => {}
            }
        }
    }

    /// Returns the key and the value of each setting.
    pub(super) fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.settings.iter().map(|setting| (setting.key.as_str(), setting.value.as_str()))
    }

    pub(super) fn files(&self) -> &[String] {
        &self.files
    }
}

/// Returns the selectors of single operations, and those of tags.
fn selectors(document: &Document) -> HashSet<String> {
    let items = document.openapi.paths.paths.iter().filter_map(|(path, item)| Some((path, item.as_item()?)));
    let mut known = HashSet::new();
    for (path, item) in items {
        let others = document.other_operations.get(path).into_iter().flatten();
        let others = others.map(|other| (other.method.as_str(), &other.operation));
        for (method, operation) in item.iter().chain(others) {
            known.insert(format!("{} {path}", method.to_uppercase()));
            known.extend(operation.operation_id.clone());
            known.extend(operation.tags.iter().map(|tag| format!("tag:{tag}")));
        }
    }
    known
}

#[cfg(test)]
mod tests;
