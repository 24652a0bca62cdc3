//! The changes of the service, from the published description to the upgraded one, each with its patch and program.

use std::fs;

use bindery::internal::text::Source;
use bindery_cli::changes::Verdict;
use serde::Deserialize;
use serde_json::Value;

use super::case::verdict;
use super::patch::{PatchOperation, apply};
use super::{Fallible, at, fixtures};

/// A single change of the service.
#[derive(Clone, Debug)]
pub struct ServiceChange {
    /// Its id, such as `C01`.
    pub id: String,
    /// The title of the change.
    pub title: String,
    /// Its effect on Rust code.
    pub verdict: Verdict,
    /// The published description with this change.
    pub new: Source,
    /// The program that uses the bindings of the published description.
    pub program: String,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
    title: String,
    rust: String,
    patch: Vec<PatchOperation>,
}

/// Reads the published description, or the upgraded one.
///
/// # Errors
///
/// Returns an error if it cannot be read.
pub fn service_text(name: &str) -> Fallible<Source> {
    let path = fixtures("service").join(name).join("openapi.json");
    let text = fs::read_to_string(&path).map_err(at("read", &path))?;
    Ok(Source::new(format!("{name}/openapi.json"), text))
}

/// Returns all changes of the service, in order.
///
/// # Errors
///
/// Returns an error if a file cannot be read, or a patch cannot be applied to the published description.
pub fn service_changes() -> Fallible<Vec<ServiceChange>> {
    let path = fixtures("service/upgraded/changes.json");
    let text = fs::read_to_string(&path).map_err(at("read", &path))?;
    let listed: Vec<Listed> = serde_json::from_str(&text).map_err(at("read", &path))?;
    let published: Value = serde_json::from_str(service_text("published")?.text()).map_err(at("read", &path))?;
    listed.into_iter().map(|listed| change(listed, published.clone())).collect()
}

fn change(listed: Listed, mut description: Value) -> Fallible<ServiceChange> {
    apply(&mut description, &listed.patch).map_err(|problem| format!("{}: {problem}", listed.id))?;
    let path = fixtures("changed/service").join(format!("{}.rs", listed.id));
    Ok(ServiceChange {
        program: fs::read_to_string(&path).map_err(at("read", &path))?,
        verdict: verdict(&listed.rust)?,
        new: Source::new(format!("{}/openapi.json", listed.id), description.to_string()),
        id: listed.id,
        title: listed.title,
    })
}
