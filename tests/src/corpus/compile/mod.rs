//! Compiling the crates of a sample, one at a time, so that what goes wrong belongs to one document.

mod cargo;
mod workspace;

use std::collections::BTreeSet;
use std::path::Path;

use super::arguments::RunOptions;
use super::outcome::{Compiled, Document, Step};
use super::progress::Progress;
use super::slug::slug;
use super::{Fallible, generate};
use cargo::{Call, Cargo};

/// Writes the crates of the chosen documents and compiles each; the results are by path.
pub(super) fn all(folder: &Path, chosen: &[String], options: &RunOptions) -> Fallible<Vec<Compiled>> {
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let crates = options.out.join("crates");
    let failed = write(folder, &crates, chosen, options)?;
    let names: Vec<String> = chosen.iter().map(|path| slug(path)).collect();
    let written: Vec<&str> =
        names.iter().map(String::as_str).filter(|name| crates.join(name).join("Cargo.toml").exists()).collect();
    let warm_up = workspace::prepare(&crates, &written)?;
    let cargo = Cargo::new(&crates, &options.out.join("target"), options.compile_timeout())?;
    cargo.warm_up(&warm_up, &planned(0, options))?;
    let progress = Progress::start("compile", chosen.len());
    let mut compiled: Vec<Compiled> = Vec::new();
    for (index, (path, name)) in chosen.iter().zip(&names).enumerate() {
        let lost = failed.iter().find(|document| document.path == *path);
        let steps = match lost {
            Some(lost) => vec![not_written(lost)],
            None => steps(&cargo, name, index, options),
        };
        compiled.push(Compiled { path: path.clone(), name: name.clone(), steps });
        progress.step(path);
    }
    compiled.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(compiled)
}

/// Generates anew, this time to files; gives back the documents that did not become a crate.
fn write(folder: &Path, crates: &Path, chosen: &[String], options: &RunOptions) -> Fallible<Vec<Document>> {
    let names: BTreeSet<String> = chosen.iter().map(|path| slug(path)).collect();
    workspace::clear(crates, &names)?;
    let progress = Progress::start("write", chosen.len());
    let documents = generate::each(chosen, options.jobs(), |path| {
        let document = generate::document(folder, path, Some(&crates.join(slug(path))), options);
        progress.step(path);
        document
    });
    let documents: Vec<Document> = documents.into_iter().collect::<Fallible<_>>()?;
    Ok(documents.into_iter().filter(|document| document.outcome.failure().is_some()).collect())
}

/// The calls of cargo for the crate of this index.
fn planned(index: usize, options: &RunOptions) -> Vec<Call> {
    let mut planned = vec![cargo::CHECK];
    planned.extend((index < options.clippy).then_some(cargo::CLIPPY));
    planned.extend((index < options.doc).then_some(cargo::DOC));
    planned
}

/// The steps on one crate, up to the first that fails. A further step, such as a round trip through the compiled crate,
/// has its place after these, before the crate is cleaned away.
fn steps(cargo: &Cargo, name: &str, index: usize, options: &RunOptions) -> Vec<Step> {
    let mut done = Vec::new();
    for call in planned(index, options) {
        let step = cargo.step(call, name);
        let failed = step.failure.is_some();
        done.push(step);
        if failed {
            break;
        }
    }
    cargo.clean(name);
    done
}

fn not_written(document: &Document) -> Step {
    Step { name: "write".to_owned(), seconds: 0.0, peak_bytes: None, failure: document.outcome.failure() }
}
