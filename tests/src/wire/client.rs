//! The emitted client as a program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::repository;
use bindery::internal::diagnostic::Sink;
use bindery::internal::names::NameHistory;
use bindery::internal::text::Source;
use serde::Deserialize;
use serde_json::Value;

use super::Fallible;
use crate::crates;

/// The program of one description.
#[derive(Debug)]
pub(super) struct Client {
    program: PathBuf,
    /// The variables that set a token for each security scheme.
    tokens: Vec<String>,
}

/// An operation as the program lists it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Listed {
    pub(super) operation: String,
    pub(super) method: String,
    pub(super) path: String,
    /// The subcommands of its group and of the operation.
    pub(super) command: [String; 2],
    #[serde(rename = "flags")]
    pub(super) parameters: Vec<ListedParameter>,
    /// The media type of its body.
    pub(super) body: Option<String>,
}

/// A parameter as the program lists it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ListedParameter {
    pub(super) flag: String,
    #[serde(rename = "name")]
    pub(super) wire: String,
    #[serde(rename = "in")]
    pub(super) place: String,
}

/// The output of the program.
#[derive(Debug)]
pub(super) struct Printed {
    pub(super) exit: Option<i32>,
    pub(super) output: String,
    pub(super) errors: String,
}

impl Client {
    /// Emits the crate and builds its program.
    pub(super) fn build(document: &Value, name: &str, folder: &Path) -> Fallible<Self> {
        // Prism validates instead.
        let config = repository::config(&format!("name = {name:?}\nvalidate = false\nfeatures = [\"all\"]"));
        let source = Source::new("openapi.json", document.to_string());
        let emission = bindery::internal::run(&source, &config, &NameHistory::default(), &mut Sink::new())
            .map_err(|problem| format!("it is refused: {}", problem.message))?;
        let package = folder.join("crate");
        for (path, text) in emission.texts() {
            let path = package.join(path);
            let parent = path.parent().unwrap_or(&package);
            fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
            let text = if path.ends_with("Cargo.toml") { format!("{text}\n[workspace]\n") } else { text };
            if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
                fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
        let built = crates::cargo(&package, &["build", "--quiet", "--features", "cli"])?;
        if !built.status.success() {
            let errors = String::from_utf8_lossy(&built.stderr).into_owned();
            return Err(format!(
                "its client does not compile: {}",
                errors.lines().take(12).collect::<Vec<_>>().join("\n")
            ));
        }
        let program = crates::program(name)?;
        let schemes = &emission.api.security;
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
        let tokens =
            schemes.iter().map(|scheme| format!("API_TOKEN_{}", scheme.wire.chars().map(plain).collect::<String>()));
        Ok(Self { program, tokens: tokens.collect() })
    }

    /// Returns all operations.
    pub(super) fn operations(&self) -> Fallible<Vec<Listed>> {
        let printed = self.print(&["operations", "--json"])?;
        serde_json::from_str(&printed.output).map_err(|error| format!("the list of operations: {error}"))
    }

    /// Runs the program.
    pub(super) fn print(&self, arguments: &[&str]) -> Fallible<Printed> {
        let mut command = Command::new(&self.program);
        command.args(arguments).envs(self.tokens.iter().map(|variable| (variable, "user:secret")));
        let output = command.output().map_err(|error| format!("{}: {error}", self.program.display()))?;
        Ok(Printed {
            exit: output.status.code(),
            output: String::from_utf8_lossy(&output.stdout).into_owned(),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }
}
