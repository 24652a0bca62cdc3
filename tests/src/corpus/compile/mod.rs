//! Compiles the crates of a sample one at a time, so that each failure belongs to one document.

mod cargo;
mod trip;
mod workspace;

use std::collections::BTreeSet;
use std::path::Path;

use super::arguments::RunOptions;
use super::generate::Folders;
use super::outcome::{CheckStep, Compiled, Document};
use super::slug::slug;
use super::{Fallible, generate};
use cargo::{Call, Cargo};

/// Writes the crates of the selected documents and compiles each. The results are ordered by path.
pub(super) fn all(folder: &Path, chosen: &[String], options: &RunOptions) -> Fallible<Vec<Compiled>> {
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let crates = options.out.join("crates");
    let failed = write(folder, &crates, chosen, options)?;
    let names: Vec<String> = chosen.iter().map(|path| slug(path)).collect();
    let written: Vec<&str> =
        names.iter().map(String::as_str).filter(|name| crates.join(name).join("Cargo.toml").exists()).collect();
    let programs: Vec<String> = names.iter().map(|name| trip::package(name)).collect();
    let programs = programs.iter().map(String::as_str).filter(|name| options.round_trip && crates.join(name).exists());
    let members: Vec<&str> = written.iter().copied().chain(programs).collect();
    let warm_up = workspace::prepare(&crates, &members)?;
    let cargo = Cargo::new(&crates, options.compile_timeout())?;
    cargo.warm_up(&warm_up, &basic_calls(0, options))?;
    eprintln!("compiling {} crates", chosen.len());
    let mut compiled: Vec<Compiled> = Vec::new();
    for (index, (path, name)) in chosen.iter().zip(&names).enumerate() {
        let lost = failed.iter().find(|document| document.path == *path);
        let mut one = Compiled { path: path.clone(), name: name.clone(), steps: Vec::new(), trip: None };
        match lost {
            Some(lost) => one.steps.push(not_written(lost)),
            None => one.steps = steps(&cargo, name, &calls(&crates.join(name), index, options)?)?,
        }
        if one.failed_step().is_none() && members.contains(&trip::package(name).as_str()) {
            trip::run(&cargo, &folder.join(path), &mut one, options)?;
        }
        compiled.push(one);
    }
    compiled.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(compiled)
}

/// Generates again, this time to files. Returns the documents that did not become a crate.
fn write(folder: &Path, crates: &Path, chosen: &[String], options: &RunOptions) -> Fallible<Vec<Document>> {
    let names: BTreeSet<String> =
        chosen.iter().map(|path| slug(path)).flat_map(|name| [trip::package(&name), name]).collect();
    workspace::clear(crates, &names)?;
    let documents = generate::each(chosen, options.jobs(), |path| {
        let crate_out = crates.join(slug(path));
        let program_out = options.round_trip.then(|| crates.join(trip::package(&slug(path))));
        let folders = Folders { crate_out: Some(crate_out), program_out };
        generate::document(folder, path, folders, options)
    });
    let documents: Vec<Document> = documents.into_iter().collect::<Fallible<_>>()?;
    Ok(documents.into_iter().filter(|document| document.outcome.failure().is_some()).collect())
}

/// Returns the cargo commands for the crate with this index.
fn basic_calls(index: usize, options: &RunOptions) -> Vec<Call> {
    let mut planned = vec![Call::check()];
    planned.extend((index < options.clippy).then(Call::clippy));
    planned.extend((index < options.doc).then(Call::doc));
    planned
}

/// Returns the same commands, plus one for each feature if requested.
fn calls(folder: &Path, index: usize, options: &RunOptions) -> Fallible<Vec<Call>> {
    let mut calls = basic_calls(index, options);
    if index < options.each_feature {
        let features = workspace::features(folder)?;
        calls.push(Call::feature(None));
        calls.extend(features.iter().map(|name| Call::feature(Some(name))));
    }
    Ok(calls)
}

/// Runs the steps on one crate, up to the first failure.
fn steps(cargo: &Cargo, name: &str, calls: &[Call]) -> Fallible<Vec<CheckStep>> {
    let mut done = Vec::new();
    for call in calls {
        let step = cargo.step(call, name)?;
        let failed = step.failure.is_some();
        done.push(step);
        if failed {
            break;
        }
    }
    cargo.clean(name);
    Ok(done)
}

fn not_written(document: &Document) -> CheckStep {
    CheckStep { name: "write".to_owned(), seconds: 0.0, peak_bytes: None, failure: document.outcome.failure() }
}
