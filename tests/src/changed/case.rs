//! A small change with the program that uses what changes, as it stands in `fixtures/changed/<case>`.

use std::fs;
use std::path::Path;

use bindery::changes::Verdict;
use bindery::source::Source;
use serde::Deserialize;

use super::{Fallible, at, fixtures};

/// A small change.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of its folder.
    pub name: String,
    /// The description before.
    pub old: Source,
    /// The description now.
    pub new: Source,
    /// What uses the bindings of the old one.
    pub program: String,
    /// What is known of it.
    pub expected: Expected,
}

/// What is known of a change: `expected.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    verdict: String,
    /// Whether the program compiles against the new bindings.
    pub compiles: bool,
    /// The kind of one of the changes, where there is no doubt about it.
    pub kind: Option<String>,
    /// The subject of one of the changes, where there is no doubt about it.
    pub subject: Option<String>,
    /// The reason, for people.
    pub why: String,
}

impl Expected {
    /// The verdict over the whole; nothing where there is no change.
    ///
    /// # Errors
    ///
    /// Where it is none.
    pub fn verdict(&self) -> Fallible<Option<Verdict>> {
        if self.verdict == "none" { Ok(None) } else { verdict(&self.verdict).map(Some) }
    }
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
/// Where a file is missing, or not as it should be.
pub fn cases() -> Fallible<Vec<Case>> {
    let folder = fixtures("changed");
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(at("read", &folder))? {
        let path = entry.map_err(at("read", &folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        // Its changes stand in one list, and only their programs here.
        if name != "service" {
            found.push(case(name, &path)?);
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

fn case(name: String, folder: &Path) -> Fallible<Case> {
    let read = |file: &str| {
        let path = folder.join(file);
        fs::read_to_string(&path).map_err(at("read", &path))
    };
    let expected = toml::from_str(&read("expected.toml")?).map_err(at("read", &folder.join("expected.toml")))?;
    let source = |file: &str| Ok::<_, String>(Source::new(format!("{name}/{file}"), read(file)?));
    Ok(Case { old: source("old.yaml")?, new: source("new.yaml")?, program: read("program.rs")?, expected, name })
}
