//! Combines all referenced parts, from other files and from outside the components, into one document.
//!
//! The target of a reference becomes a component, and the reference is changed to point to it, so that later stages see
//! one kind of reference only. An inline schema that occurs several times with the same title and the same content
//! becomes one component as well. The original locations are recorded in the [`SourceMap`].

mod copies;
mod files;
mod gathering;
mod kind;
mod loss;
mod name;
mod search;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde_json::Value;

use super::expansion::allowance;
use super::references::objects;
use super::specification::{Versions, check_part, version_of_file};
use crate::diagnostic::{Diagnostic, Result, Sink, SourceLocation};
use crate::locations::SourceMap;
use crate::pointer::{Pointer, prefixes};
use crate::source::Source;
use files::{FileLocation, Files};
use gathering::Gathering;
pub(super) use kind::{Dialect, NodeKind};
pub use loss::Loss;
use search::{SearchResult, search};

/// The combined document.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) value: Value,
    pub(super) source_map: SourceMap,
    /// The other files, to show locations in them.
    pub(super) sources: Vec<Source>,
    /// The problems in them.
    pub(super) warnings: Vec<Diagnostic>,
    /// The references that are reported to lead nowhere.
    pub(super) unresolved: HashSet<SourceLocation>,
    /// Violations of the specification in the other files and in parts where any value is allowed.
    pub(super) violations: Vec<Diagnostic>,
}

/// Combines a description and the files that it refers to. Without a version, they were combined before: no file is
/// read, and no violations are returned.
///
/// # Errors
///
/// Returns an error if the description has too many, too large or too deeply nested files, or if copies expand it too
/// much.
pub(super) fn gather(
    source: &Source,
    value: Value,
    dialect: Dialect,
    version: Option<Versions>,
    sink: &mut Sink,
) -> Result<Gathered> {
    let mut files = Files::new(source.clone(), value, version.is_none());
    let found = search(&mut files, dialect, sink);
    if let Some(problem) = files.exhausted {
        return Err(problem);
    }
    if found.is_nothing() {
        let value = owned(files.files.remove(0).value);
        return Ok(Gathered {
            value,
            source_map: SourceMap::default(),
            sources: files.files.into_iter().map(|file| file.source).collect(),
            warnings: files.warnings,
            unresolved: found.unresolved,
            violations: Vec::new(),
        });
    }
    let violations = version.map(|version| violations(&files, &found, dialect, version)).unwrap_or_default();
    let mut room = allowance(files.files.iter().map(|file| file.source.text().len()).sum());
    let mut gathering = Gathering::new(&files, found, dialect);
    let mut values: Vec<Value> =
        files.files.iter_mut().map(|file| std::mem::take(&mut file.value)).map(owned).collect();
    gathering.redirect(&mut values);
    gathering.take_components(&mut values);
    gathering.store(&mut values[0]);
    copies::write_out(&mut gathering, &mut values, &mut room, sink)?;
    let value = values.swap_remove(0);
    let sources = files.files.into_iter().skip(1).map(|file| file.source).collect();
    let unresolved = gathering.found.unresolved;
    Ok(Gathered { value, source_map: gathering.source_map, sources, warnings: files.warnings, unresolved, violations })
}

/// Returns violations of the specification in referenced parts. Parts of the description itself are checked with the
/// description, except where any value is allowed.
fn violations(files: &Files, found: &SearchResult, dialect: Dialect, version: Versions) -> Vec<Diagnostic> {
    let named = found.targets.iter().map(|target| (&target.place, target.kind));
    let copied: Vec<(FileLocation, NodeKind)> =
        found.copies.iter().flat_map(|site| each(files, &site.target, site.kind)).collect();
    let parts: Vec<(&FileLocation, NodeKind)> = named.chain(copied.iter().map(|(at, kind)| (at, *kind))).collect();
    let places: HashSet<(usize, &str)> = parts.iter().map(|(at, _)| (at.file, at.pointer.as_str())).collect();
    let is_inside =
        |at: &FileLocation| prefixes(at.pointer.as_str()).skip(1).any(|above| places.contains(&(at.file, above)));
    let mut seen: HashSet<&FileLocation> = HashSet::new();
    let mut all = Vec::new();
    for (at, kind) in parts {
        let walked = at.file == 0 && dialect.kind_at(&at.pointer).is_some();
        if let (false, Some(kind)) = (walked || is_inside(at) || !seen.insert(at), kind.specified()) {
            let file = &files.files[at.file];
            let version = version_of_file(&file.value, version);
            all.extend(check_part(&file.value, &at.pointer, kind, version, file.source.name()));
        }
    }
    all
}

/// The members of a map and the elements of a list; anything else itself.
fn each(files: &Files, at: &FileLocation, kind: NodeKind) -> Vec<(FileLocation, NodeKind)> {
    let Some(inner) = kind.of_each() else { return vec![(at.clone(), kind)] };
    let places: Vec<Pointer> = match files.files[at.file].value.pointer(at.pointer.as_str()) {
        Some(Value::Object(members)) => members.keys().map(|name| at.pointer.child(name)).collect(),
        Some(Value::Array(elements)) => (0..elements.len()).map(|index| at.pointer.index(index)).collect(),
        _ => Vec::new(),
    };
    places.into_iter().map(|pointer| (FileLocation { file: at.file, pointer }, inner)).collect()
}

/// Returns `true` if a description refers to other files.
pub(super) fn refers_to_files(value: &Value) -> bool {
    let leads_out = |reference: &Value| reference.as_str().is_some_and(|reference| !reference.starts_with('#'));
    objects(value).any(|members| members.get("$ref").is_some_and(leads_out))
}

fn owned(shared: std::rc::Rc<Value>) -> Value {
    std::rc::Rc::try_unwrap(shared).unwrap_or_else(|shared| (*shared).clone())
}
