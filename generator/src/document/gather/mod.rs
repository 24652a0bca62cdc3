//! Combines all referenced parts, from other files and from outside the components, into one document.
//!
//! The target of a reference becomes a component, and the reference is changed to point to it, so that later stages see
//! one kind of reference only. An inline schema that occurs several times with the same title and the same content
//! becomes one component as well. The original locations are recorded in the [`SourceMap`].

mod copies;
mod files;
mod gathering;
mod kind;
mod name;
mod search;
#[cfg(test)]
mod tests;

use serde_json::Value;

use super::expansion::allowance;
use super::references::objects;
use crate::diagnostic::{Result, Sink};
use crate::locations::SourceMap;
use crate::source::Source;
use files::Files;
use gathering::Gathering;
pub(super) use kind::{Dialect, NodeKind};
use search::search;

/// The combined document.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) value: Value,
    pub(super) source_map: SourceMap,
    /// The other files, to show locations in them.
    pub(super) sources: Vec<Source>,
}

/// Combines a description and the files that it refers to. If they were combined before, no file is read.
///
/// # Errors
///
/// Returns an error if the description has too many, too large or too deeply nested files, or if copies expand it too
/// much.
pub(super) fn gather(
    source: &Source,
    value: Value,
    dialect: Dialect,
    is_complete: bool,
    sink: &mut Sink,
) -> Result<Gathered> {
    let mut files = Files::new(source.clone(), value, is_complete, sink);
    let found = search(&mut files, dialect);
    if let Some(problem) = files.exhausted {
        return Err(problem);
    }
    if found.is_nothing() {
        let value = owned(files.files.remove(0).value);
        return Ok(Gathered {
            value,
            source_map: SourceMap::default(),
            sources: files.files.into_iter().map(|file| file.source).collect(),
        });
    }
    let mut room = allowance(files.files.iter().map(|file| file.source.text().len()).sum());
    let mut gathering = Gathering::new(&files, found, dialect);
    let mut values: Vec<Value> =
        files.files.iter_mut().map(|file| std::mem::take(&mut file.value)).map(owned).collect();
    gathering.redirect(&mut values);
    gathering.take_components(&mut values);
    gathering.store(&mut values[0]);
    copies::write_out(&mut gathering, &mut values, &mut room, files.sink)?;
    let value = values.swap_remove(0);
    let sources = files.files.into_iter().skip(1).map(|file| file.source).collect();
    Ok(Gathered { value, source_map: gathering.source_map, sources })
}

/// Returns `true` if a description refers to other files.
pub(super) fn refers_to_files(value: &Value) -> bool {
    let leads_out = |reference: &Value| reference.as_str().is_some_and(|reference| !reference.starts_with('#'));
    objects(value).any(|members| members.get("$ref").is_some_and(leads_out))
}

fn owned(shared: std::rc::Rc<Value>) -> Value {
    std::rc::Rc::try_unwrap(shared).unwrap_or_else(|shared| (*shared).clone())
}
