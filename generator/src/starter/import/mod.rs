//! Moves in from another generator: reads its settings, and writes those that have an equivalent.
//!
//! ```text
//! files --> settings --> keys of the description --> bindery.toml
//!              |                                 |
//!         left out, with reasons           changes for the program
//! ```
//!
//! Each tool has a file. A setting is kept if the configuration accepts it and the description has what it names; all
//! others are reported.

mod folder;
mod imported;
mod manifest;
mod openapi_generator;
mod openapi_to_rust;
mod page;
mod progenitor;
mod program;
mod schemas;
mod settings;
mod stainless;
mod tokens;

use std::path::Path;

use self::folder::{Folder, TextFile, problem};
pub use self::imported::{FoundDescription, Import, Tool};
pub use self::program::ProgramSources;
use crate::diagnostic::Result;

/// Reads the settings in a directory or a file.
///
/// # Errors
///
/// Returns `configuration-invalid` if there are none, or if a file cannot be read.
pub fn read_settings(path: &Path) -> Result<Import> {
    let found = if path.is_dir() {
        read_folder(&Folder { path: path.to_owned() })?
    } else {
        let Some(file) = folder::read(path)? else {
            return Err(problem(path, "the file or directory does not exist", "pass the directory of the old client"));
        };
        read_file(&file)?
    };
    found.ok_or_else(|| {
        let help = "pass a directory or file with the settings of progenitor (build.rs, `generate_api!`), OpenAPI \
                    Generator (.openapi-generator, its configuration), openapi-to-rust (openapi-to-rust.toml) or \
                    Stainless (stainless.yml)";
        problem(path, "found no settings of a known generator", help)
    })
}

fn read_folder(folder: &Folder) -> Result<Option<Import>> {
    for read in [stainless::read, openapi_to_rust::read, openapi_generator::read] {
        if let Some(found) = read(folder)? {
            return Ok(Some(found));
        }
    }
    progenitor::read(folder, None)
}

fn read_file(file: &TextFile) -> Result<Option<Import>> {
    let folder = Folder { path: file.path.parent().unwrap_or(Path::new("")).to_owned() };
    let extension = file.path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension {
        "rs" => progenitor::read(&progenitor::crate_folder(&file.path), Some(file)),
        "toml" if file.path.ends_with("Cargo.toml") => progenitor::read(&folder, None),
        "toml" => openapi_to_rust::read_file(file, &folder).map(Some),
        _ => match stainless::read_file(file, &folder)? {
            Some(found) => Ok(Some(found)),
            None => openapi_generator::read_file(file, &folder),
        },
    }
}

#[cfg(test)]
mod tests;
