//! The settings of another generator, and the description that it reads.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::settings::{NAME, Settings};
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
    pub(super) fn new(folder: &Folder, name: &str) -> Self {
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
    pub(super) fn existing(folder: &Folder, name: &str) -> Option<Self> {
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
    pub(super) tool: Tool,
    /// The files that were read.
    pub(super) files: Vec<String>,
    pub(super) description: Option<FoundDescription>,
    pub(super) settings: Settings,
}

impl Import {
    pub(super) fn new(tool: Tool) -> Self {
        Self { tool, files: Vec::new(), description: None, settings: Settings::default() }
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
    pub(in crate::starter) fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.settings.iter().map(|setting| (setting.key.as_str(), setting.value.as_str()))
    }

    pub(in crate::starter) fn files(&self) -> &[String] {
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
