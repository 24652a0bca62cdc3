//! The compiler's result for each package of a workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use super::Fallible;
use super::workspace::{Side, package};
use crate::crates::cargo;

/// The packages that compiled, and those that did not.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    done: BTreeSet<String>,
    errors: BTreeMap<String, String>,
}

impl Compiled {
    /// Checks that a program compiled against the bindings of one side.
    ///
    /// # Errors
    ///
    /// Returns the compiler's errors if it did not.
    pub fn program(&self, name: &str, side: Side) -> Result<(), &str> {
        let package = package(name, side);
        if self.done.contains(&package) {
            Ok(())
        } else {
            Err(self.errors_of(&package).unwrap_or("it was not compiled at all"))
        }
    }

    /// Returns the compiler's errors for a package that does not compile.
    pub(super) fn errors_of(&self, package: &str) -> Option<&str> {
        self.errors.get(package).map(String::as_str)
    }
}

/// A line of `--message-format json`, limited to the library of a package.
#[derive(Deserialize)]
struct Line {
    reason: String,
    target: Option<Target>,
    message: Option<Message>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    rendered: Option<String>,
}

/// Checks all default members, even if one of them fails.
pub(super) fn compile(folder: &Path) -> Fallible<Compiled> {
    let output = cargo(folder, &["check", "--lib", "--keep-going", "--message-format", "json"])?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut compiled = Compiled::default();
    for line in text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()) {
        // Package names have dashes where library names have underscores.
        let Some(package) = line.target.map(|target| target.name.replace('_', "-")) else { continue };
        match (line.reason.as_str(), line.message) {
            ("compiler-artifact", _) => drop(compiled.done.insert(package)),
            ("compiler-message", Some(message)) if message.level == "error" => {
                compiled.errors.entry(package).or_default().push_str(&message.rendered.unwrap_or_default());
            }
            _ => {}
        }
    }
    if compiled.done.is_empty() {
        Err(format!("cargo compiled nothing:\n{}", String::from_utf8_lossy(&output.stderr)))
    } else {
        Ok(compiled)
    }
}
