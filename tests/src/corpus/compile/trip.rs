//! The round trips of a crate: builds a program with its types, and judges its output in a child process.

use std::path::Path;

use super::cargo::{Call, Cargo};
use crate::corpus::arguments::RunOptions;
use crate::corpus::child::{self, Ended};
use crate::corpus::generate::this;
use crate::corpus::outcome::{CheckStep, Compiled};
use crate::corpus::{Fallible, at};
use crate::crates;

/// Returns the package name of the program for this crate.
pub(super) fn package(name: &str) -> String {
    format!("trip-{}", name.trim_start_matches("api-"))
}

/// Builds the program and records the result.
pub(super) fn run(cargo: &Cargo, document: &Path, compiled: &mut Compiled, options: &RunOptions) -> Fallible<()> {
    let package = package(&compiled.name);
    let built = cargo.step(&Call::build(), &package)?;
    let failed = built.failure.is_some();
    compiled.steps.push(built);
    if failed {
        return Ok(());
    }
    let program = crates::program(&package)?;
    let mut command = this("trip")?;
    command.arg("--").arg(document).arg(&program);
    let ended = child::run(&mut command, options.compile_timeout(), true).map_err(at("tried", &program))?;
    let result = match ended {
        Ended::InTime(output) => {
            let trip = serde_json::from_str(output.stdout.trim());
            trip.map_err(|_| output.stderr.lines().last().unwrap_or("no output").to_owned())
        }
        Ended::TimedOut => Err("took too long".to_owned()),
    };
    match result {
        Ok(trip) => compiled.trip = Some(trip),
        Err(failure) => compiled.steps.push(CheckStep {
            name: "round trip".to_owned(),
            seconds: 0.0,
            peak_bytes: None,
            failure: Some(failure),
        }),
    }
    cargo.clean(&package);
    Ok(())
}
