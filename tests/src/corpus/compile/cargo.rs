//! Runs cargo on one crate at a time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::corpus::Fallible;
use crate::corpus::child::{self, Ended};
use crate::corpus::outcome::CheckStep;
use crate::crates;

/// Maximum number of lines of an error.
const LINES: usize = 14;

/// A cargo command: its name in the report, and its arguments before and after the name of the crate.
#[derive(Clone, Debug)]
pub(super) struct Call {
    name: String,
    before: &'static [&'static str],
    after: Vec<String>,
}

impl Call {
    fn new(name: impl Into<String>, before: &'static [&'static str], after: &[&str]) -> Self {
        Self { name: name.into(), before, after: after.iter().map(|&argument| argument.to_owned()).collect() }
    }

    /// Checks a crate with all features.
    pub(super) fn check() -> Self {
        Self::new("check", CHECK, &["--all-features"])
    }

    /// Checks a crate with one feature and its dependencies, or with none.
    pub(super) fn feature(name: Option<&str>) -> Self {
        let after = ["--no-default-features", "--features", name.unwrap_or_default()];
        Self::new(format!("feature {}", name.unwrap_or("none")), CHECK, &after)
    }

    pub(super) fn clippy() -> Self {
        let before = &["clippy", "--quiet", "--no-deps", "--lib", "--bins", "--examples", "-p"];
        Self::new("clippy", before, &["--all-features", "--", "-D", "warnings"])
    }

    pub(super) fn doc() -> Self {
        Self::new("doc", &["doc", "--quiet", "--no-deps", "--lib", "-p"], &["--all-features"])
    }

    pub(super) fn build() -> Self {
        Self::new("build the program", &["build", "--quiet", "-p"], &[])
    }

    fn clean() -> Self {
        Self::new("clean", &["clean", "--quiet", "-p"], &[])
    }
}

const CHECK: &[&str] = &["check", "--quiet", "--lib", "--bins", "--examples", "-p"];

/// The environment of the cargo commands.
#[derive(Debug)]
pub(super) struct Cargo {
    crates: PathBuf,
    limit: Duration,
    offline: bool,
}

impl Cargo {
    /// Creates the environment. Cargo runs offline if all packages in the lock file are available.
    pub(super) fn new(crates: &Path, limit: Duration) -> Fallible<Self> {
        let mut cargo = Self { crates: crates.to_owned(), limit, offline: true };
        let mut fetch = cargo.command()?;
        cargo.offline =
            fetch.args(["metadata", "--format-version", "1"]).output().is_ok_and(|output| output.status.success());
        Ok(cargo)
    }

    /// Compiles the dependencies in each configuration that will be needed.
    pub(super) fn warm_up(&self, names: &[String], calls: &[Call]) -> Fallible<()> {
        for name in names {
            for call in calls {
                if let Some(failure) = self.step(call, name)?.failure {
                    return Err(format!("the dependencies do not compile; check the network and cargo:\n{failure}"));
                }
            }
        }
        Ok(())
    }

    /// Runs one command on one crate.
    pub(super) fn step(&self, call: &Call, name: &str) -> Fallible<CheckStep> {
        let started = Instant::now();
        let mut command = self.command()?;
        command.args(call.before).arg(name).args(&call.after);
        let (failure, peak_bytes) = match child::run(&mut command, self.limit, true) {
            Ok(Ended::InTime(output)) if output.status.success() => (None, output.peak_bytes),
            Ok(Ended::InTime(output)) => (Some(first_error(&output.stderr)), output.peak_bytes),
            Ok(Ended::TimedOut) => (Some(format!("took longer than {} s", self.limit.as_secs())), None),
            Err(error) => (Some(format!("cargo cannot be run: {error}; check that it is installed")), None),
        };
        let seconds = (started.elapsed().as_secs_f64() * 100.0).round() / 100.0;
        Ok(CheckStep { name: call.name.clone(), seconds, peak_bytes, failure })
    }

    /// Removes the build output of a crate: a large sample would fill the disk.
    pub(super) fn clean(&self, name: &str) {
        // If cleaning fails, the output only takes space.
        let _ = self.step(&Call::clean(), name);
    }

    fn command(&self) -> Fallible<Command> {
        let mut command = crates::command(&self.crates)?;
        if self.offline {
            command.env("CARGO_NET_OFFLINE", "true");
        }
        Ok(command)
    }
}

/// Returns the first error and the lines below it.
fn first_error(stderr: &str) -> String {
    let lines: Vec<&str> = stderr.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("error")).unwrap_or_default();
    lines.iter().skip(first).take(LINES).copied().collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::first_error;

    #[test]
    fn output_before_the_error_is_omitted() {
        let stderr = "   Compiling x\nwarning: y\n\nerror[E0308]: mismatched types\n --> src/lib.rs:1:1\n\n";
        assert_eq!(first_error(stderr), "error[E0308]: mismatched types\n --> src/lib.rs:1:1");
        assert_eq!(first_error("killed\n"), "killed");
    }
}
