//! Assigns the names of components, operations and tags in the merged description.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::input::{MergeInput, MergedComponent};
use crate::base::diagnostic::Result;
use crate::base::ident::group_key;
use crate::base::pointer::Pointer;
use crate::read::document::operations::{self, LocatedOperation};
use crate::read::document::references::ComponentId;

/// Names that are others in the whole, by the index of the description and the name there.
#[derive(Debug, Default)]
pub(super) struct Renames {
    components: BTreeMap<MergedComponent, String>,
    operations: BTreeMap<(usize, String), String>,
    tags: BTreeMap<(usize, String), String>,
}

/// A named item. Equal items have the same class.
struct NamedItem {
    part: usize,
    class: usize,
    place: Pointer,
}

impl Renames {
    pub(super) fn new(parts: &[MergeInput], classes: &BTreeMap<MergedComponent, usize>) -> Result<Self> {
        let mut names = Self::default();
        let mut components: BTreeMap<&ComponentId, Vec<NamedItem>> = BTreeMap::new();
        for (MergedComponent { input, id }, class) in classes {
            let item = NamedItem { part: *input, class: *class, place: id.pointer() };
            components.entry(id).or_default().push(item);
        }
        let mut given: HashMap<&str, HashSet<String>> = HashMap::new();
        for ComponentId { section, name } in components.keys() {
            given.entry(section).or_default().insert(name.clone());
        }
        for (id, things) in &components {
            for (input, new) in prefixed(&id.name, things, parts, given.entry(&id.section).or_default())? {
                names.components.insert(MergedComponent { input, id: (*id).clone() }, new);
            }
        }
        let operations = operations(parts);
        let mut given = operations.keys().cloned().collect();
        for (id, things) in &operations {
            for (part, new) in prefixed(id, things, parts, &mut given)? {
                names.operations.insert((part, id.clone()), new);
            }
        }
        names.tags = tags(parts);
        Ok(names)
    }

    pub(super) fn component<'n>(&'n self, input: usize, section: &str, name: &'n str) -> &'n str {
        let id = ComponentId { section: section.to_owned(), name: name.to_owned() };
        self.components.get(&MergedComponent { input, id }).map_or(name, String::as_str)
    }

    pub(super) fn operation<'n>(&'n self, part: usize, id: &'n str) -> &'n str {
        self.operations.get(&(part, id.to_owned())).map_or(id, String::as_str)
    }

    pub(super) fn tag<'n>(&'n self, part: usize, tag: &'n str) -> &'n str {
        self.tags.get(&(part, tag.to_owned())).map_or(tag, String::as_str)
    }
}

/// Returns the prefixed names of items with the same name that are not all equal. Prefixed names must be unique: `a_b`
/// before `X` is the same as `a` before `b_X`.
fn prefixed(
    name: &str,
    things: &[NamedItem],
    parts: &[MergeInput],
    given: &mut HashSet<String>,
) -> Result<Vec<(usize, String)>> {
    let classes: BTreeSet<usize> = things.iter().map(|thing| thing.class).collect();
    if classes.len() == 1 {
        return Ok(Vec::new());
    }
    let mut renamed = Vec::new();
    let mut plain: Option<&NamedItem> = None;
    for class in classes {
        let same: Vec<&NamedItem> = things.iter().filter(|thing| thing.class == class).collect();
        let bare = same.iter().copied().find(|thing| parts[thing.part].prefix.is_none());
        match (bare, plain) {
            (Some(bare), Some(known)) => {
                let message =
                    format!("`{name}` is also defined in {}, with different content", parts[known.part].source);
                let help = "set `prefix` for one of the two descriptions in `merge`";
                return Err(parts[bare.part].error_at(&bare.place, message, help));
            }
            (Some(bare), None) => plain = Some(bare),
            (None, _) => {
                let Some(first) = same.first() else { continue };
                let prefix = parts[first.part].prefix.as_deref().unwrap_or_default();
                let new = format!("{prefix}_{name}");
                if !given.insert(new.clone()) {
                    let message = format!("`{name}` collides with another name, and `{new}` also exists");
                    let help = "choose another `prefix` in `merge`";
                    return Err(parts[first.part].error_at(&first.place, message, help));
                }
                renamed.extend(same.iter().map(|thing| (thing.part, new.clone())));
            }
        }
    }
    Ok(renamed)
}

/// Returns the operations of each id. Operations with the same path and method are one.
fn operations(parts: &[MergeInput]) -> BTreeMap<String, Vec<NamedItem>> {
    let mut found: BTreeMap<String, Vec<NamedItem>> = BTreeMap::new();
    let mut places: BTreeMap<Pointer, usize> = BTreeMap::new();
    for (part, MergeInput { value, .. }) in parts.iter().enumerate() {
        for LocatedOperation { value, place, .. } in operations::operations(value) {
            let Some(id) = value["operationId"].as_str() else { continue };
            let next = places.len();
            let class = *places.entry(place.clone()).or_insert(next);
            let things = found.entry(id.to_owned()).or_default();
            // A duplicate id within one description is reported by a later check.
            if things.last().is_none_or(|last| last.part != part) {
                things.push(NamedItem { part, class, place });
            }
        }
    }
    found
}

/// Returns the new names of groups. Groups with the same name are one, except for descriptions with a prefix.
fn tags(parts: &[MergeInput]) -> BTreeMap<(usize, String), String> {
    let mut groups: BTreeMap<String, BTreeSet<(usize, &str)>> = BTreeMap::new();
    for (index, part) in parts.iter().enumerate() {
        for tag in used_tags(&part.value) {
            groups.entry(group_key(tag)).or_default().insert((index, tag));
        }
    }
    let mut names = BTreeMap::new();
    for tags in groups.into_values() {
        let collides = tags.first().map(|(part, _)| part) != tags.last().map(|(part, _)| part);
        for (part, tag) in tags {
            if let Some(prefix) = parts[part].prefix.as_ref().filter(|_| collides) {
                names.insert((part, tag.to_owned()), format!("{prefix} {tag}"));
            }
        }
    }
    names
}

fn used_tags(description: &Value) -> impl Iterator<Item = &str> {
    let tags = operations::operations(description).flat_map(|operation| operation.value["tags"].as_array());
    tags.flatten().filter_map(Value::as_str)
}
