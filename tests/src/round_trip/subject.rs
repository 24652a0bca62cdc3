//! A description whose types are tried: generate, build the program, let it answer.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use bindery::Emission;
use bindery::bindings::{DateLibrary, Settings};
use bindery::config::Config;
use bindery::diagnostic::{Diagnostic, Sink};
use bindery::source::Source;
use serde_json::Value;

use super::{Failure, Root, Trial, defaults, judge, program, roots, trials};

/// What is tried of a description, and the emission whose types are tried.
#[derive(Clone, Debug)]
pub struct Subject {
    emission: Emission,
    roots: Vec<Root>,
    trials: Vec<Trial>,
}

impl Subject {
    /// The trials of a description, so many of each type at most; none where no instance can be made: it has no types
    /// that travel as JSON, or is Swagger 2.0, of which no instances are made.
    ///
    /// # Errors
    ///
    /// As [`bindery::run`].
    pub fn of(source: &Source, most: usize) -> Result<Option<Self>, Box<Diagnostic>> {
        let settings = Settings {
            crate_name: "round-trip".to_owned(),
            dates: DateLibrary::Jiff,
            validate: false,
            ..Settings::default()
        };
        let emission = bindery::run(source, &Config::default(), settings, &mut Sink::new())?;
        let roots = roots(&emission);
        let document = document(source.text()).filter(|document| document.get("openapi").is_some());
        let trials = document.map(|document| trials(&document, &roots, most)).unwrap_or_default();
        Ok((!trials.is_empty()).then_some(Self { emission, roots, trials }))
    }

    /// How many values are tried.
    #[must_use]
    pub fn count(&self) -> usize {
        self.trials.len()
    }

    /// The files of the program's package, by path.
    #[must_use]
    pub fn files(&self, package: &str) -> BTreeMap<String, String> {
        program::files(&self.emission, &self.roots, package)
    }

    /// Gives all values to the program, and tells those that did not come back equal.
    ///
    /// # Errors
    ///
    /// Returns an error if the program cannot be run.
    pub fn judge(&self, program: &Path) -> io::Result<Vec<Failure>> {
        let answer = answer(program, &self.trials)?;
        Ok(judge(&self.roots, &self.trials, &defaults(&self.emission), &answer))
    }
}

fn document(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| serde_yaml::from_str(text).ok())
}

fn answer(program: &Path, trials: &[Trial]) -> io::Result<String> {
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let lines: String = trials.iter().map(|trial| format!("{}\t{}\n", trial.root, trial.value)).collect();
    let input = child.stdin.take();
    // Written while the answers are read: a program whose pipe is full waits for ever.
    let writer = std::thread::spawn(move || input.map(|mut input| input.write_all(lines.as_bytes())));
    let output = child.wait_with_output()?;
    // A program that ended before has told less, which is seen in its answers.
    drop(writer.join());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
