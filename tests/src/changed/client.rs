//! The client of a description, as the files of a crate.

use crate::repository;
use bindery::internal::diagnostic::Sink;
use bindery::internal::names::NameHistory;
use bindery::internal::source::Input;

use super::Fallible;

/// The client of a description.
#[derive(Clone, Debug)]
pub struct Client {
    /// The files of its crate: path and text.
    pub files: Vec<(String, String)>,
    /// The assigned names, for the next version of the client.
    names: NameHistory,
}

impl Client {
    /// Generates the first client of a description.
    ///
    /// # Errors
    ///
    /// Returns an error if the description is invalid.
    pub fn first(input: impl Into<Input>, crate_name: &str) -> Fallible<Self> {
        Self::with(input.into(), crate_name, &NameHistory::default())
    }

    /// Generates the client of a new version of the description. Existing items keep their names.
    ///
    /// # Errors
    ///
    /// Returns an error if the description is invalid.
    pub fn next(&self, input: impl Into<Input>, crate_name: &str) -> Fallible<Self> {
        Self::with(input.into(), crate_name, &self.names)
    }

    fn with(input: Input, crate_name: &str, names: &NameHistory) -> Fallible<Self> {
        let config = repository::config(&format!("name = {crate_name:?}\nversion = \"1.0.0\""));
        let emission = bindery::internal::run(&input, &config, names, &mut Sink::new())
            .map_err(|problem| format!("{} is refused: {}", input.source.name(), problem.message))?;
        Ok(Self { files: emission.texts().collect(), names: emission.recorded_names })
    }

    /// Returns the code without comments, which programs cannot observe.
    #[must_use]
    pub fn without_comments(&self) -> Vec<(&str, String)> {
        // The command line prints the comments, so they are strings there. Test values are built from examples.
        let said = |path: &str| path.starts_with("src/cli/") || path.starts_with("src/fixtures");
        let code = self.files.iter().filter(|(path, _)| path.ends_with(".rs") && !said(path));
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        code.map(|(path, text)| (path.as_str(), text.lines().filter(is_code).collect::<Vec<_>>().join("\n"))).collect()
    }
}
