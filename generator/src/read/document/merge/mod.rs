//! Merges several descriptions into one.
//!
//! | | in the merged description |
//! |---|---|
//! | components that are equal, including their references | one component |
//! | different components with the same name; duplicate `operationId`s | one keeps the name, the others get their prefixes |
//! | tags with the same name | one group; a description with a prefix gets its own group |
//! | operations with the same path, or webhooks with the same name, and the same method | one operation if they are equal; otherwise the merge fails |
//! | servers, security | kept at the top level if they are equal; otherwise written to each path and operation |
//!
//! Each description is gathered first, so all references point to components. The original locations are recorded.

mod identical;
mod implied;
mod input;
mod names;
mod rename;
mod root;

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::base::diagnostic::{Diagnostic, Result};
use crate::base::http_terms::METHODS;
use crate::base::pointer::Pointer;
use crate::read::document::operations::{OTHERS, WEBHOOKS};
use crate::read::document::parse::{is_release, version_text};
use crate::read::locations::SourceMap;
pub(crate) use input::MergeInput;
use names::Renames;

/// Merges descriptions. There must be at least one.
///
/// # Errors
///
/// `configuration-invalid` if names conflict without prefixes, or operations conflict; `expansion-too-large` if too
/// much would be written to each operation.
pub(super) fn merge(mut parts: Vec<MergeInput>) -> Result<(Value, SourceMap)> {
    check_versions(&parts)?;
    let classes = identical::classes(&parts);
    let names = Renames::new(&parts, &classes)?;
    for (index, part) in parts.iter_mut().enumerate() {
        implied::check(part, index, &names)?;
        rename::rename(&mut part.value, index, &names);
    }
    root::distribute(&mut parts)?;
    let mut whole = MergedDocument::new(&parts);
    for (index, part) in parts.iter_mut().enumerate() {
        whole.take_components(part, index, &names);
        for key in std::iter::once("paths").chain(WEBHOOKS) {
            whole.take_items(part, index, key)?;
        }
        whole.take_tags(part, index);
    }
    Ok((Value::Object(whole.value), whole.source_map))
}

/// Checks that the descriptions are of OpenAPI 3.0, or all of a later version: the two write null and limits differently.
fn check_versions(parts: &[MergeInput]) -> Result<()> {
    let version = |part: &MergeInput| version_text(&part.value["openapi"]);
    let is_old = |part: &MergeInput| ["3", "3.0"].iter().any(|known| is_release(&version(part), known));
    let Some(first) = parts.first() else { return Ok(()) };
    match parts.iter().find(|part| is_old(part) != is_old(first)) {
        Some(other) => {
            let (one, own) = (version(first), version(other));
            let message = format!("the description is of OpenAPI {own}, and {} of {one}", first.source);
            let help = "convert one of them, or generate several clients";
            Err(other.error_at(&Pointer::root().child("openapi"), message, help))
        }
        None => Ok(()),
    }
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
    fn new(parts: &[MergeInput]) -> Self {
        let files: Vec<String> = parts.iter().map(|part| part.source.clone()).collect();
        let source_map = parts.first().map(|first| first.source_map.outside(&root::MERGED));
        let mut source_map = source_map.unwrap_or_default();
        source_map.set_directory_of(files.first().map_or("", String::as_str));
        Self { value: root::merge(parts), source_map, files, tags: HashSet::new() }
    }

    /// Records the original location of a part.
    fn record_move(&mut self, part: &MergeInput, index: usize, now: &Pointer, before: &Pointer) {
        let source = (index > 0).then_some(part.source.as_str());
        self.source_map.adopt(now, &part.source_map, before, source);
    }

    fn take_components(&mut self, part: &mut MergeInput, index: usize, names: &Renames) {
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

    /// Takes the paths or the webhooks of a description.
    fn take_items(&mut self, part: &mut MergeInput, index: usize, key: &str) -> Result<()> {
        let items = part.value.get_mut(key).and_then(Value::as_object_mut).map(std::mem::take);
        for (name, item) in items.into_iter().flatten() {
            let place = Pointer::root().child(key).child(&name);
            let Some(own) = object_at(&mut self.value, key) else { continue };
            match own.get_mut(&name) {
                None => {
                    own.insert(name, item);
                    self.record_move(part, index, &place, &place);
                }
                Some(known) => {
                    let added = join_items(known, item, &place).map_err(|place| self.collision(part, &place))?;
                    added.iter().for_each(|place| self.record_move(part, index, place, place));
                }
            }
        }
        Ok(())
    }

    fn collision(&self, part: &MergeInput, place: &Pointer) -> Box<Diagnostic> {
        let known = self.source_map.trace(place.as_str()).source.or_else(|| self.files.first().cloned());
        let (what, known) = (describe(place), known.unwrap_or_default());
        let message = format!("{what} is also defined in {known}, with different content");
        let help = "remove one of them with a correction, or generate a separate client from this description";
        part.error_at(place, message, help)
    }

    fn take_tags(&mut self, part: &mut MergeInput, index: usize) {
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

/// Members that apply to all operations of a path, and would affect those of the other description, too.
const SHARED_FIELDS: [&str; 3] = ["$ref", "parameters", "servers"];

/// Adds the members of a path item to another one of the same path. Returns the added members, or the first one that
/// differs. The first summary and description are kept.
fn join_items(known: &mut Value, item: Value, place: &Pointer) -> Result<Vec<Pointer>, Pointer> {
    let (Value::Object(known), Value::Object(mut item)) = (known, item) else { return Ok(Vec::new()) };
    if let Some(member) = SHARED_FIELDS.iter().find(|member| known.get(**member) != item.get(**member)) {
        return Err(place.child(member));
    }
    let mut added = Vec::new();
    if let (Some(Value::Object(known)), Some(Value::Object(_))) = (known.get_mut(OTHERS), item.get(OTHERS))
        && let Some(Value::Object(others)) = item.shift_remove(OTHERS)
    {
        added.extend(add_members(known, others, &place.child(OTHERS), &|_| true)?);
    }
    added.extend(add_members(known, item, place, &|member| METHODS.contains(&member))?);
    Ok(added)
}

fn add_members(
    known: &mut Map<String, Value>,
    members: Map<String, Value>,
    place: &Pointer,
    is_operation: &dyn Fn(&str) -> bool,
) -> Result<Vec<Pointer>, Pointer> {
    let mut added = Vec::new();
    for (member, value) in members {
        match known.get(&member) {
            Some(own) if *own != value && is_operation(&member) => return Err(place.child(&member)),
            Some(_) => {}
            None => {
                added.push(place.child(&member));
                known.insert(member, value);
            }
        }
    }
    Ok(added)
}

/// Describes a location in a path for diagnostics.
fn describe(place: &Pointer) -> String {
    let step = |index: usize| place.steps().nth(index).unwrap_or_default();
    let (path, member) = (step(1), step(2));
    match member.as_str() {
        OTHERS => format!("`{} {path}`", step(3)),
        method if METHODS.contains(&method) => format!("`{} {path}`", method.to_uppercase()),
        member => format!("`{member}` of `{path}`"),
    }
}

#[cfg(test)]
mod tests;
