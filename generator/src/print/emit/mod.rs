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
pub(crate) use root::module_lints;
pub use runtime_package::runtime_package;
pub(crate) use rust_type::USERS_CRATE;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

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

/// Returns all files, including the description that the crate was generated from. A module or a group is built when its
/// files are reached, and dropped after them. The manifest is the last file: the others decide what it needs.
pub(crate) fn emit<'a>(
    package: &'a Crate,
    types: impl Iterator<Item = ModuleTypes> + 'a,
    operations: impl Iterator<Item = GroupOperations> + 'a,
    description: &'a Source,
    original: Option<&'a Source>,
) -> impl Iterator<Item = EmittedFile<'a>> + 'a {
    let targets = targets(package);
    let mut files: Vec<EmittedFile<'a>> = targets.iter().flat_map(|target| target.files(package)).collect();
    files.extend(package.is_whole.then(|| EmittedFile::text("rustfmt.toml", bindery_runtime::texts::RUSTFMT)));
    files.push(stored(description, DESCRIPTIONS));
    files.extend(original.map(|original| stored(original, ORIGINALS)));
    let of_types = targets.clone();
    let needed = Rc::new(RefCell::new(package.runtime_features()));
    let (of_modules, of_groups) = (Rc::clone(&needed), Rc::clone(&needed));
    let types = types.flat_map(move |module| {
        of_modules.borrow_mut().extend(module.runtime_features());
        let module = Rc::new(module);
        of_types.iter().filter_map(|target| target.types_file(package, &module)).collect::<Vec<_>>()
    });
    let operations = operations.flat_map(move |group| {
        of_groups.borrow_mut().extend(&group.imports.features);
        let group = Rc::new(group);
        targets.iter().filter_map(|target| target.operations_file(package, &group)).collect::<Vec<_>>()
    });
    let last = std::iter::once_with(move || manifests(package, &needed.borrow())).flatten();
    files.into_iter().chain(types).chain(operations).chain(last)
}

/// Returns the manifest of a whole crate, and its copy of the runtime crate.
fn manifests<'a>(package: &'a Crate, needed: &BTreeSet<&'static str>) -> Vec<EmittedFile<'a>> {
    if !package.is_whole {
        return Vec::new();
    }
    let mut files = vec![manifest::file(package, needed)];
    if let Some(name) = &package.vendored_runtime {
        let own = package.manifest.features.iter().map(|feature| feature.name.as_str());
        let enabled: BTreeSet<&str> = own.chain(needed.iter().copied()).collect();
        let publish = package.manifest.package.iter().find_map(|(key, value)| match value {
            PackageValue::Written(value) if key == "publish" => Some(value.as_str()),
            _ => None,
        });
        let copy = runtime_package(name, Some(&enabled), publish).into_iter();
        files.extend(copy.map(|(path, text)| EmittedFile::text(format!("runtime/{path}"), text)));
    }
    files
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
