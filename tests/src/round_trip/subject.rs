//! Tests the types of a description: generates the crate, builds the program and checks its output.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::repository;
use bindery::internal::Emission;
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Code, Diagnostic, Sink};
use bindery::internal::document;
use bindery::internal::names::NameHistory;
use bindery::internal::source::Input;

use super::{Failure, Root, Trial, defaults, items, judge, program, roots, trials};

/// The trials of a description, and the emission with the types.
#[derive(Clone, Debug)]
pub struct Subject {
    emission: Emission,
    roots: Vec<Root>,
    trials: Vec<Trial>,
}

impl Subject {
    /// Returns the trials of a description, at most `most` of each type. Returns `None` if the
    /// description has no types that are sent as JSON.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`bindery::internal::run`].
    pub fn new(input: impl Into<Input>, most: usize) -> Result<Option<Self>, Box<Diagnostic>> {
        let input = input.into();
        let config = repository::config("name = \"round-trip\"\nfeatures = [\"all\"]");
        let emission = bindery::internal::run(&input, &config, &NameHistory::default(), &mut Sink::new())?;
        let items = items(&emission).map_err(|error| Diagnostic::error(Code::SyntaxInvalid, error.to_string()))?;
        let roots = roots(&emission, &items);
        let plain = document::plain(&input, &Config::default())?;
        let trials = trials(plain, &emission, &roots, &items, most);
        Ok((!trials.is_empty()).then_some(Self { emission, roots, trials }))
    }

    /// Returns the number of values.
    #[must_use]
    pub fn count(&self) -> usize {
        self.trials.len()
    }

    /// Returns the files of the program's package, by path.
    #[must_use]
    pub fn files(&self, package: &str) -> BTreeMap<String, String> {
        program::files(&self.emission, &self.roots, package)
    }

    /// Runs the program with all values, and returns those that changed or that `validate` rejects.
    ///
    /// # Errors
    ///
    /// Returns an error if the program cannot be run.
    pub fn judge(&self, program: &Path) -> io::Result<Vec<Failure>> {
        let answer = answer(program, &self.trials)?;
        Ok(judge(&self.roots, &self.trials, &defaults(&self.emission), &answer))
    }
}

fn answer(program: &Path, trials: &[Trial]) -> io::Result<String> {
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let lines: String = trials.iter().map(|trial| format!("{}\t{}\n", trial.root, trial.value)).collect();
    let input = child.stdin.take();
    // Written while the output is read: the program blocks if its pipe is full.
    let writer = std::thread::spawn(move || input.map(|mut input| input.write_all(lines.as_bytes())));
    let output = child.wait_with_output()?;
    // If the program ended early, output is missing, which is detected later.
    drop(writer.join());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
