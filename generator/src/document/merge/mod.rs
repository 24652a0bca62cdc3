//! Merges several descriptions into one.
//!
//! | | in the merged description |
//! |---|---|
//! | components that are equal, including their references | one component |
//! | different components with the same name; duplicate `operationId`s | one keeps the name, the others get their prefixes |
//! | tags with the same name | one group; a description with a prefix gets its own group, and with `apart` a prefix for all its groups |
//! | operations with the same path and method | one operation if they are equal; otherwise the merge fails |
//! | servers, security | kept at the top level if they are equal; otherwise written to each path and operation |
//!
//! Each description is gathered first, so all references point to components. The original locations are recorded.

mod identical;
mod implied;
mod names;
mod part;
mod paths;
mod rename;
mod root;
mod upgrade;

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, Result};
use crate::locations::SourceMap;
use crate::pointer::Pointer;
use names::Renames;
pub(crate) use part::MergedPart;

/// Merges descriptions. There must be at least one.
///
/// # Errors
///
/// `configuration-invalid` if names conflict without prefixes, or operations conflict; `expansion-too-large` if too
/// much would be written to each operation.
pub(super) fn merge(mut parts: Vec<MergedPart>) -> Result<(Value, SourceMap)> {
    upgrade::raise(&mut parts);
    let classes = identical::classes(&parts);
    let names = Renames::new(&parts, &classes)?;
    for (index, part) in parts.iter_mut().enumerate() {
        implied::write_out(&mut part.value, index, &names);
        rename::rename(&mut part.value, index, &names);
    }
    root::distribute(&mut parts)?;
    let mut whole = MergedDocument::new(&parts);
    for (index, part) in parts.iter_mut().enumerate() {
        whole.take_components(part, index, &names);
        whole.take_paths(part, index)?;
        whole.take_tags(part, index);
    }
    Ok((Value::Object(whole.value), whole.source_map))
}

/// The merged description.
struct MergedDocument {
    value: Map<String, Value>,
    source_map: SourceMap,
    /// The files that the operations come from.
    files: Vec<String>,
    /// The names of the tags that it has.
    tags: HashSet<String>,
}

impl MergedDocument {
    fn new(parts: &[MergedPart]) -> Self {
        let files: Vec<String> = parts.iter().map(|part| part.source.clone()).collect();
        let source_map = parts.first().map(|first| first.source_map.outside(&["/components", "/paths", "/tags"]));
        let mut source_map = source_map.unwrap_or_default();
        source_map.stands_beside(files.first().map_or("", String::as_str));
        Self { value: root::merge(parts), source_map, files, tags: HashSet::new() }
    }

    /// Records the original location of a part.
    fn record_move(&mut self, part: &MergedPart, index: usize, now: &Pointer, before: &Pointer) {
        let source = (index > 0).then_some(part.source.as_str());
        self.source_map.adopt(now, &part.source_map, before, source);
    }

    fn take_components(&mut self, part: &mut MergedPart, index: usize, names: &Renames) {
        let components = part.value.get_mut("components").and_then(Value::as_object_mut).map(std::mem::take);
        let place = Pointer::root().child("components");
        for (section, members) in components.into_iter().flatten() {
            let Value::Object(members) = members else { continue };
            for (name, value) in members {
                let now = names.component(index, &section, &name);
                let own = object_at(&mut self.value, "components").and_then(|own| object_at(own, &section));
                let Some(own) = own.filter(|own| !own.contains_key(now)) else { continue };
                own.insert(now.to_owned(), value);
                let place = place.child(&section);
                self.record_move(part, index, &place.child(now), &place.child(&name));
            }
        }
    }

    fn take_paths(&mut self, part: &mut MergedPart, index: usize) -> Result<()> {
        let paths = part.value.get_mut("paths").and_then(Value::as_object_mut).map(std::mem::take);
        for (path, item) in paths.into_iter().flatten() {
            let place = Pointer::root().child("paths").child(&path);
            let Some(own) = object_at(&mut self.value, "paths") else { continue };
            match own.get_mut(&path) {
                None => {
                    own.insert(path, item);
                    self.record_move(part, index, &place, &place);
                }
                Some(known) => {
                    let added = paths::join(known, item, &place).map_err(|place| self.collision(part, &place))?;
                    added.iter().for_each(|place| self.record_move(part, index, place, place));
                }
            }
        }
        Ok(())
    }

    fn collision(&self, part: &MergedPart, place: &Pointer) -> Box<Diagnostic> {
        let known = self.source_map.trace(place.as_str()).source.or_else(|| self.files.first().cloned());
        let (what, known) = (paths::describe(place), known.unwrap_or_default());
        let message = format!("{what} is also defined in {known}, with different content");
        let help = "remove one of them with a correction, or generate a separate client from this description";
        part.problem(place, message, help)
    }

    fn take_tags(&mut self, part: &mut MergedPart, index: usize) {
        let tags = part.value.get_mut("tags").and_then(Value::as_array_mut).map(std::mem::take);
        let place = Pointer::root().child("tags");
        for (position, tag) in tags.into_iter().flatten().enumerate() {
            let own = self.value.entry("tags").or_insert_with(|| Value::Array(Vec::new()));
            let Some(own) = own.as_array_mut() else { return };
            if !self.tags.insert(tag["name"].to_string()) {
                continue;
            }
            let now = place.index(own.len());
            own.push(tag);
            self.record_move(part, index, &now, &place.index(position));
        }
    }
}

fn object_at<'v>(holder: &'v mut Map<String, Value>, key: &str) -> Option<&'v mut Map<String, Value>> {
    holder.entry(key).or_insert_with(|| Value::Object(Map::new())).as_object_mut()
}

#[cfg(test)]
mod tests;
