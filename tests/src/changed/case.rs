//! A small change with a program that is affected by it, as written in `fixtures/changed/<case>.yaml`:
//!
//! ```yaml
//! verdict: breaking        # or compatible, docs-only, none
//! compiles: false          # `true` if the program compiles against the new bindings
//! kind: field-removed      # the kind of one of the changes, if it is certain
//! subject: Note.color      # the subject of one of the changes, if it is certain
//! says: was removed         # a substring of one of the messages; or several
//! migration: set `color`    # the advice of one of the changes; or several
//! affected: {types::Note.color: removed}   # old items and the effects on them: removed, changed, unreadable, or none
//! why: The field was removed.
//! base: read               # the base description in `fixtures/changed/base`; defaults to `read`
//! old: {info: {title: A}}  # the patch from the base to the old description; optional
//! new: {info: {title: B}}  # the patch from the old description to the new one
//! program: |               # code that uses the old bindings
//!   use changed_client::Client;
//! stays: |                 # code that compiles against both, although the program does not; optional
//!   use changed_client::Client;
//! ```
//!
//! `old` and `new` are merge patches (RFC 7396). Changes that a merge patch cannot express are a JSON Patch (RFC 6902):
//! one element of an array, another name, another order of members.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bindery::internal::text::Source;
use bindery_cli::changes::Verdict;
use serde::Deserialize;
use serde_json::Value;

use super::patch::patch;
use super::{Fallible, at, fixtures};

/// A small change.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of its file.
    pub name: String,
    /// The old description.
    pub old: Source,
    /// The new description.
    pub new: Source,
    /// The program that uses the old bindings.
    pub program: String,
    /// The overall verdict, or `None` without a change.
    pub verdict: Option<Verdict>,
    /// `true` if the program compiles against the new bindings.
    pub compiles: bool,
    /// The kind of one of the changes, if it is certain.
    pub kind: Option<String>,
    /// The subject of one of the changes, if it is certain.
    pub subject: Option<String>,
    /// Substrings of the messages.
    pub says: Vec<String>,
    /// Advices of the changes.
    pub migration: Vec<String>,
    /// Items of the old code, with the effect on each: `removed`, `changed`, `unreadable` or `none`.
    pub affected: BTreeMap<String, String>,
    /// Code that compiles against both bindings, although the program does not.
    pub stays: Option<String>,
    /// The reason, for readers.
    pub why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    verdict: String,
    compiles: bool,
    kind: Option<String>,
    subject: Option<String>,
    #[serde(default)]
    says: OneOrMore,
    #[serde(default)]
    migration: OneOrMore,
    #[serde(default)]
    affected: BTreeMap<String, String>,
    why: String,
    base: Option<String>,
    old: Option<Value>,
    new: Value,
    program: String,
    stays: Option<String>,
}

/// A text, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl Default for OneOrMore {
    fn default() -> Self {
        Self::More(Vec::new())
    }
}

impl From<OneOrMore> for Vec<String> {
    fn from(texts: OneOrMore) -> Self {
        match texts {
            OneOrMore::One(only) => vec![only],
            OneOrMore::More(texts) => texts,
        }
    }
}

/// Parses a verdict by its name in the fixtures.
pub(super) fn verdict(name: &str) -> Fallible<Verdict> {
    match name {
        "breaking" => Ok(Verdict::Breaking),
        "compatible" => Ok(Verdict::Compatible),
        "docs-only" => Ok(Verdict::DocsOnly),
        other => Err(format!("unknown verdict `{other}`: write breaking, compatible, docs-only or none")),
    }
}

/// Returns all small changes, ordered by name.
///
/// # Errors
///
/// Returns an error if a file is malformed, or a patch cannot be applied.
pub fn cases() -> Fallible<Vec<Case>> {
    let folder = fixtures("changed");
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(at("read", &folder))? {
        let path = entry.map_err(at("read", &folder))?.path();
        // The other entries are folders: base descriptions, and programs of the service, whose changes are in one list.
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
        says: written.says.into(),
        migration: written.migration.into(),
        affected: written.affected,
        stays: written.stays,
        why: written.why,
        name,
    })
}

/// Reads a base description.
fn base(name: &str) -> Fallible<Value> {
    let path = fixtures("changed/base").join(format!("{name}.yaml"));
    let text = fs::read_to_string(&path).map_err(at("read", &path))?;
    serde_yaml::from_str(&text).map_err(at("read", &path))
}
