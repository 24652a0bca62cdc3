//! A small change with the program that uses what changes, as it stands in `fixtures/changed/<case>.yaml`:
//!
//! ```yaml
//! verdict: breaking        # or compatible, docs-only, none
//! compiles: false          # whether the program compiles against the new bindings
//! kind: field-removed      # the kind of one of the changes, where there is no doubt about it
//! subject: Note.color      # the subject of one of the changes, likewise
//! says: is gone            # words of one of the changes, likewise
//! why: The field is gone.
//! base: read               # the description in `fixtures/changed/base` that it starts from; `read` where it is left out
//! old: {info: {title: A}}  # what makes the old description of it; nothing where it is left out
//! new: {info: {title: B}}  # what makes the new description of the old one
//! program: |               # what uses the bindings of the old one
//!   use changed_client::Client;
//! stays: |                 # what compiles against both, although the program does not; nothing where it is left out
//!   use changed_client::Client;
//! ```
//!
//! `old` and `new` are merge patches (RFC 7396). What these cannot say is a list of steps (RFC 6902): one element of an
//! array, another name, another order of members.

use std::fs;
use std::path::Path;

use bindery::changes::Verdict;
use bindery::source::Source;
use serde::Deserialize;
use serde_json::Value;

use super::patch::patch;
use super::{Fallible, at, fixtures};

/// A small change.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of its file.
    pub name: String,
    /// The description before.
    pub old: Source,
    /// The description now.
    pub new: Source,
    /// What uses the bindings of the old one.
    pub program: String,
    /// The verdict over the whole; nothing where there is no change.
    pub verdict: Option<Verdict>,
    /// `true` if the program compiles against the new bindings.
    pub compiles: bool,
    /// The kind of one of the changes, where there is no doubt about it.
    pub kind: Option<String>,
    /// The subject of one of the changes, where there is no doubt about it.
    pub subject: Option<String>,
    /// Words of one of the changes.
    pub says: Option<String>,
    /// What compiles against both bindings, although the program does not.
    pub stays: Option<String>,
    /// The reason, for people.
    pub why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    verdict: String,
    compiles: bool,
    kind: Option<String>,
    subject: Option<String>,
    says: Option<String>,
    why: String,
    base: Option<String>,
    old: Option<Value>,
    new: Value,
    program: String,
    stays: Option<String>,
}

/// A verdict by its name in the fixtures.
pub(super) fn verdict(name: &str) -> Fallible<Verdict> {
    match name {
        "breaking" => Ok(Verdict::Breaking),
        "compatible" => Ok(Verdict::Compatible),
        "docs-only" => Ok(Verdict::DocsOnly),
        other => Err(format!("`{other}` is no verdict: write breaking, compatible, docs-only or none")),
    }
}

/// All small changes, by their names.
///
/// # Errors
///
/// Returns an error if a file is not as it should be, or a patch does not fit what it is for.
pub fn cases() -> Fallible<Vec<Case>> {
    let folder = fixtures("changed");
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(at("read", &folder))? {
        let path = entry.map_err(at("read", &folder))?.path();
        // The others are folders: what the cases start from, and programs of the service, whose changes stand in one list.
        if path.extension().is_some_and(|extension| extension == "yaml") {
            found.push(case(&path)?);
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

fn case(path: &Path) -> Fallible<Case> {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    let text = fs::read_to_string(path).map_err(at("read", path))?;
    let written: Written = serde_yaml::from_str(&text).map_err(at("read", path))?;
    let mut old = base(written.base.as_deref().unwrap_or("read"))?;
    if let Some(changes) = &written.old {
        patch(&mut old, changes).map_err(at("read", path))?;
    }
    let mut new = old.clone();
    patch(&mut new, &written.new).map_err(at("read", path))?;
    let verdict = if written.verdict == "none" { None } else { Some(verdict(&written.verdict)?) };
    Ok(Case {
        old: Source::new(format!("{name}/old.json"), old.to_string()),
        new: Source::new(format!("{name}/new.json"), new.to_string()),
        program: written.program,
        verdict,
        compiles: written.compiles,
        kind: written.kind,
        subject: written.subject,
        says: written.says,
        stays: written.stays,
        why: written.why,
        name,
    })
}

/// A description that cases start from.
fn base(name: &str) -> Fallible<Value> {
    let path = fixtures("changed/base").join(format!("{name}.yaml"));
    let text = fs::read_to_string(&path).map_err(at("read", &path))?;
    serde_yaml::from_str(&text).map_err(at("read", &path))
}
