//! A module in an existing crate.

use std::fs;
use std::path::Path;
use std::process::Output;

use bindery::config::Config;
use bindery::output::commit;
use bindery::source::{Request, SourceLocator, load};
use bindery::vendored::{CrateOptions, RequestedOptions, Surroundings, generate_crate};
use serde_json::Value;

use super::client::{texts, wants};
use super::{Fallible, Point, equal};

/// Generates Pinecone's module, in a crate that keeps its manifest and lints and whose hand-written code uses the
/// generated types.
pub(super) fn pinecone(folder: &Path) -> Fallible<Vec<Point>> {
    let wants = wants(folder)?;
    let own = tempfile::tempdir()?;
    let at = own.path();
    fs::create_dir(at.join("src"))?;
    fs::write(at.join("Cargo.toml"), manifest(&wants["manifest_of_the_user"]))?;
    let module = at.join(wants["module"]["path"].as_str().ok_or("the module has no path")?);
    let message = |problem: Box<bindery::diagnostic::Diagnostic>| problem.message.clone();
    let surroundings = Surroundings::read(&module, None, true).map_err(message)?;
    let file = wants["documents"][0]["file"].as_str().ok_or("the description has no name")?;
    let source = load(&Request::new(SourceLocator::File(folder.join(file)))).map_err(message)?;
    let options = CrateOptions::new(
        RequestedOptions { is_module: true, ..RequestedOptions::default() },
        &Config::default(),
        None,
    );
    let made = generate_crate(&source, &Config::default(), &options, None).map_err(message)?;
    let tree = made.tree(made.description_record(&source, file), &Config::default(), &options, &surroundings);
    commit(&tree.map_err(message)?, &module, false).map_err(message)?;
    let written: Vec<String> = names(at)?;
    let rewritten = walkdir::WalkDir::new(&module).into_iter().filter_map(Result::ok).any(|entry| {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains("crate::"))
    });
    let host = surroundings.host().ok_or("the module has no surrounding crate")?;
    host.write(&host.amended(&host.missing_dependencies(&made.emission)).map_err(message)?).map_err(message)?;
    fs::write(at.join("src/lib.rs"), root(&wants))?;
    let checked = check(at)?;
    let errors = String::from_utf8_lossy(&checked.stderr).into_owned();
    Ok(vec![
        Point {
            what: "nothing outside of the folder is touched",
            result: equal(&written, &vec!["Cargo.toml".to_owned(), "src".to_owned()]),
        },
        Point { what: "no path inside is to be rewritten", result: equal(&rewritten, &false) },
        Point {
            what: "it compiles below a private module with warnings denied, and its types can be exported",
            result: if checked.status.success() { Ok(()) } else { Err(errors) },
        },
    ])
}

/// Returns the user's manifest. Only the module sends requests, so it determines the version of `reqwest`.
fn manifest(wants: &Value) -> String {
    let rows = wants["listed_for_the_module"].as_object().into_iter().flatten();
    let rows = rows.filter(|(name, _)| *name != "reqwest").map(|(name, value)| {
        let parts = value.as_object().into_iter().flatten().map(|(key, value)| format!("{key} = {value}"));
        format!("{name} = {{ {} }}\n", parts.collect::<Vec<_>>().join(", "))
    });
    let edition = wants["edition"].as_str().unwrap_or("2021");
    format!(
        "[package]\nname = \"adopted\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n\n[dependencies]\n{}\n[workspace]\n",
        rows.collect::<String>()
    )
}

/// Returns the root of the user's crate, which re-exports types of the module.
fn root(wants: &Value) -> String {
    let exported = texts(&wants["used_by_hand_written_code"]["re_exported_to_users"]);
    // Some are named after the item that contains them.
    let names = exported.iter().filter(|name| !name.contains(' '));
    let exports: Vec<&str> = names.map(String::as_str).collect();
    format!(
        "//! A crate.\n#![deny(warnings)]\n#![warn(missing_docs)]\nmod openapi;\npub use openapi::types::{{{}}};\n",
        exports.join(", ")
    )
}

fn names(folder: &Path) -> Fallible<Vec<String>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = entries.collect::<Fallible<Vec<String>>>()?;
    names.sort();
    Ok(names)
}

fn check(folder: &Path) -> Fallible<Output> {
    Ok(crate::crates::cargo(folder, &["check", "--quiet"])?)
}
