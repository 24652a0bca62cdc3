//! The client of a description, as the files of a crate.

use bindery::bindings::names::NameHistory;
use bindery::bindings::{DateLibrary, Settings};
use bindery::config::Config;
use bindery::diagnostic::Sink;
use bindery::source::Source;

use super::Fallible;

/// The client of a description.
#[derive(Clone, Debug)]
pub struct Client {
    /// The files of its crate: path and text.
    pub files: Vec<(String, String)>,
    /// The names that were given, for the client that comes after it.
    names: NameHistory,
}

impl Client {
    /// The client of a description that has none yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the description is refused.
    pub fn first(source: &Source, crate_name: &str) -> Fallible<Self> {
        Self::with(source, crate_name, &NameHistory::default())
    }

    /// The client of a description that had this one: what there was keeps its name.
    ///
    /// # Errors
    ///
    /// Returns an error if the description is refused.
    pub fn next(&self, source: &Source, crate_name: &str) -> Fallible<Self> {
        Self::with(source, crate_name, &self.names)
    }

    fn with(source: &Source, crate_name: &str, names: &NameHistory) -> Fallible<Self> {
        let settings = Settings {
            crate_name: crate_name.to_owned(),
            crate_version: "1.0.0".to_owned(),
            dates: DateLibrary::Jiff,
            ..Settings::default()
        };
        let emission = bindery::run_with(source, &Config::default(), settings, names, &mut Sink::new())
            .map_err(|problem| format!("{} is refused: {}", source.name(), problem.message))?;
        Ok(Self { files: emission.texts().collect(), names: emission.given })
    }

    /// The code without its comments: what a program can tell apart.
    #[must_use]
    pub fn without_comments(&self) -> Vec<(&str, String)> {
        // The command line shows the comments, and so has them as texts; values for tests are made of examples.
        let said = |path: &str| path.starts_with("src/cli/") || path.starts_with("src/fixtures/");
        let code = self.files.iter().filter(|(path, _)| path.ends_with(".rs") && !said(path));
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        code.map(|(path, text)| (path.as_str(), text.lines().filter(is_code).collect::<Vec<_>>().join("\n"))).collect()
    }
}
