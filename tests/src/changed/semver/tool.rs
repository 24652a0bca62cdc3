//! Runs cargo-semver-checks.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bindery_cli::changes::Bump;

use super::pair::Pair;
use crate::changed::client::Client;
use crate::changed::{Fallible, at};
use crate::crates::write;

const PROGRAM: &str = "cargo-semver-checks";
/// The features to compare, if a crate has them.
const FEATURES: [&str; 2] = ["client", "unreferenced-types"];

/// Returns `true` if the tool is installed.
pub(super) fn is_available() -> bool {
    let mut command = Command::new(PROGRAM);
    command.args(["semver-checks", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The tool and its working folder.
pub(super) struct Tool {
    out: PathBuf,
}

impl Tool {
    pub(super) fn new(out: &Path) -> Fallible<Self> {
        let out = std::path::absolute(out).map_err(at("found", out))?;
        Ok(Self { out })
    }

    /// Returns the bump that the tool requires for the new bindings.
    pub(super) fn bump(&self, pair: &Pair) -> Fallible<Bump> {
        let before = Client::first(&pair.old, "compared-client")?;
        let after = before.next(&pair.new, "compared-client")?;
        let old = self.write("old", before)?;
        let new = self.write("new", after)?;
        let mut command = Command::new(PROGRAM);
        command.args(["semver-checks", "--color", "never", "--release-type", "patch", "--only-explicit-features"]);
        command.arg("--baseline-root").arg(old.folder).arg("--manifest-path").arg(new.folder.join("Cargo.toml"));
        for (flag, features) in [("--baseline-features", old.features), ("--current-features", new.features)] {
            command.args(features.into_iter().flat_map(|feature| [flag, feature]));
        }
        let output = command.env("CARGO_TARGET_DIR", self.out.join("target")).output();
        let output = output.map_err(|error| format!("{PROGRAM} cannot be run: {error}"))?;
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let log = self.out.join("last.log");
        std::fs::write(&log, text.as_bytes()).map_err(at("written", &log))?;
        summary(&text)
            .ok_or_else(|| format!("{PROGRAM} does not say what it found on {}: see {}", pair.name, log.display()))
    }

    fn write(&self, side: &str, mut client: Client) -> Fallible<Written> {
        let folder = self.out.join(side);
        if folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(at("removed", &folder))?;
        }
        let manifest = client.files.iter_mut().find(|(path, _)| path == "Cargo.toml");
        let mut features: Vec<&'static str> = Vec::new();
        if let Some((_, manifest)) = manifest {
            // The folder may be inside another workspace.
            manifest.push_str("\n[workspace]\n");
            features.extend(FEATURES.into_iter().filter(|feature| manifest.contains(&format!("\n{feature} = "))));
        }
        write(&folder, client.files)?;
        Ok(Written { folder, features })
    }
}

/// A written crate, and the features to check.
struct Written {
    folder: PathBuf,
    features: Vec<&'static str>,
}

/// Parses `Summary semver requires new major version: 3 major and 1 minor checks failed`, or `no semver update
/// required`.
fn summary(text: &str) -> Option<Bump> {
    let line = text.lines().rev().find(|line| line.trim_start().starts_with("Summary"))?;
    let bumps = [
        ("requires new major version", Bump::Major),
        ("requires new minor version", Bump::Minor),
        ("no semver update required", Bump::None),
    ];
    bumps.iter().find(|(words, _)| line.contains(words)).map(|(_, bump)| *bump)
}

#[cfg(test)]
mod tests {
    use bindery_cli::changes::Bump;

    use super::summary;

    #[test]
    fn the_last_output_line_is_the_result() {
        let text =
            "     Checked [0.1s] 200 checks\n     Summary semver requires new major version: 2 major and 1 minor";
        assert_eq!(summary(text), Some(Bump::Major));
        assert_eq!(summary("     Summary no semver update required\n"), Some(Bump::None));
        assert_eq!(summary("error: no\n"), None);
    }
}
