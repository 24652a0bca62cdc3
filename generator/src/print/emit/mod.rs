//! Prints the generated crate as tokens and text. This is the only stage that uses `quote`. It decides nothing and cannot
//! fail.
//!
//! Each target prints one part of the crate as a list of files. A new target changes no other.

mod api;
mod argument;
mod cli;
mod client;
mod constant;
mod constraints;
mod derives;
mod events;
mod example;
mod feature;
mod file;
mod fixtures;
mod manifest;
mod mock;
mod module;
mod public;
mod readme;
mod root;
mod runtime_package;
mod rust_type;
mod table;
mod tokens;
mod types;
mod wire;

pub(crate) use file::{Contents, EmittedFile, EmittedItem};
pub use manifest::MANIFEST;
pub use public::marked_item;
pub use runtime_package::runtime_package;

use std::collections::BTreeSet;

use crate::base::text::Source;
use crate::rust::docs;
use crate::rust::ir::{Crate, GroupOperations, ModuleTypes, PackageValue};
use file::Target;
pub(crate) use tokens::LINE_END;

/// The parts of a crate and of a module.
const MODULE: [&dyn Target; 10] = [
    &root::Root,
    &client::ApiClient,
    &api::Operations,
    &types::Types,
    &wire::Wire,
    &derives::Derives,
    &events::Webhooks,
    &mock::Mock,
    &fixtures::Fixtures,
    &cli::CommandLine,
];

/// The parts that only a whole crate has.
const WHOLE_CRATE: [&dyn Target; 3] = [&readme::Readme, &example::Example, &cli::Program];

/// Returns the targets that a crate has.
fn targets(package: &Crate) -> Vec<&'static dyn Target> {
    let is_present = |target: &&dyn Target| target.feature().is_none_or(|feature| package.has(feature));
    let of_crate = WHOLE_CRATE.into_iter().filter(|_| package.is_whole);
    MODULE.into_iter().chain(of_crate).filter(is_present).collect()
}

/// Passes all files to `write`, including the description that the crate was generated from, and returns the features of the
/// runtime crate that they need. A module or a group is built when its files are reached, and dropped after them. The manifest
/// of a whole crate is written after them, because they decide what it needs.
pub(crate) fn emit(
    package: &Crate,
    types: impl Iterator<Item = ModuleTypes>,
    operations: impl Iterator<Item = GroupOperations>,
    [description, original]: [Option<&Source>; 2],
    write: &mut dyn FnMut(EmittedFile<'_>),
) -> BTreeSet<&'static str> {
    let targets = targets(package);
    targets.iter().flat_map(|target| target.files(package)).for_each(&mut *write);
    package
        .is_whole
        .then(|| EmittedFile::text("rustfmt.toml", bindery_runtime::texts::RUSTFMT))
        .into_iter()
        .for_each(&mut *write);
    description.map(|description| stored(description, DESCRIPTIONS)).into_iter().for_each(&mut *write);
    original.map(|original| stored(original, ORIGINALS)).into_iter().for_each(&mut *write);
    let mut needed = package.runtime_features();
    for module in types {
        needed.extend(module.runtime_features());
        targets.iter().filter_map(|target| target.types_file(package, &module)).for_each(&mut *write);
    }
    for group in operations {
        needed.extend(&group.imports.features);
        targets.iter().filter_map(|target| target.operations_file(package, &group)).for_each(&mut *write);
    }
    if package.is_whole {
        manifests(package, &needed, write);
    }
    needed
}

/// Passes the manifest of a whole crate to `write`, and its copy of the runtime crate.
fn manifests(package: &Crate, needed: &BTreeSet<&'static str>, write: &mut dyn FnMut(EmittedFile<'_>)) {
    write(manifest::file(package, needed));
    let Some(name) = &package.vendored_runtime else { return };
    let own = package.manifest.features.iter().map(|feature| feature.name.as_str());
    let enabled: BTreeSet<&str> = own.chain(needed.iter().copied()).collect();
    let publish = package.manifest.package.iter().find_map(|(key, value)| match value {
        PackageValue::Written(value) if key == "publish" => Some(value.as_str()),
        _ => None,
    });
    for (path, text) in runtime_package(name, Some(&enabled), publish) {
        write(EmittedFile::text(format!("runtime/{path}"), text));
    }
}

/// The file name of the description that a crate is generated from, in JSON and in YAML.
pub const DESCRIPTIONS: [&str; 2] = ["openapi.json", "openapi.yaml"];

/// The file name of a description before its corrections.
pub const ORIGINALS: [&str; 2] = ["openapi.original.json", "openapi.original.yaml"];

/// A description, so that the crate can be made again from itself.
fn stored<'a>(description: &'a Source, [json, yaml]: [&'static str; 2]) -> EmittedFile<'a> {
    let is_json = description.text().trim_start().starts_with(['{', '[']);
    EmittedFile::text(if is_json { json } else { yaml }, description.text())
}
