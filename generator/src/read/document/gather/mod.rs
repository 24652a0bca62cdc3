//! Combines all referenced parts, from other files and from outside the components, into one document.
//!
//! The target of a reference becomes a component, and the reference is changed to point to it, so that later stages see
//! one kind of reference only. The original locations are recorded in the [`SourceMap`].

mod bundle;
mod files;
mod kind;
mod names;
#[cfg(test)]
mod tests;
mod unresolved;

use serde_json::Value;

use super::references::objects;
use crate::base::diagnostic::{Result, Sink};
use crate::base::text::Source;
use crate::read::locations::SourceMap;
use crate::read::source::Loader;
use bundle::Bundler;
use files::Files;
use kind::is_mapped_reference;
pub(super) use kind::{Dialect, NodeKind};

/// The combined document.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) value: Value,
    pub(super) source_map: SourceMap,
    /// The other files, to show locations in them.
    pub(super) sources: Vec<Source>,
}

/// Combines a description and the files that it refers to. Without a loader, they were combined before.
///
/// # Errors
///
/// Returns an error if the description has too many, too large or too deeply nested files, or if copies expand it too
/// much.
pub(super) fn gather(
    source: &Source,
    value: Value,
    dialect: Dialect,
    loader: Option<&Loader>,
    sink: &mut Sink,
) -> Result<Gathered> {
    if !leads_elsewhere(&value, dialect) {
        return Ok(Gathered { value, ..Gathered::default() });
    }
    let mut files = Files::new(source.clone(), value, loader, sink);
    let mut bundler = Bundler::new(&mut files, dialect);
    let value = bundler.document()?;
    let source_map = bundler.source_map;
    let sources = files.files.into_iter().skip(1).map(|file| file.source).collect();
    Ok(Gathered { value, source_map, sources })
}

/// Returns `true` if a description has references to anything but its own components.
fn leads_elsewhere(value: &Value, dialect: Dialect) -> bool {
    objects(value).any(|members| {
        let mapping = members.get("discriminator").and_then(|tag| tag.get("mapping")?.as_object());
        let mapped = mapping.into_iter().flat_map(|mapping| mapping.values()).filter_map(Value::as_str);
        let mapped = mapped.filter(|to| is_mapped_reference(to));
        let mut references = members.get("$ref").and_then(Value::as_str).into_iter().chain(mapped);
        references.any(|reference| !dialect.is_component_reference(reference))
    })
}

/// Returns `true` if a description refers to other files.
pub(super) fn refers_to_files(value: &Value) -> bool {
    let leads_out = |reference: &Value| reference.as_str().is_some_and(|reference| !reference.starts_with('#'));
    objects(value).any(|members| members.get("$ref").is_some_and(leads_out))
}
