//! Combines the referenced parts of several files in one document.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use super::files::{FileLocation, Files};
use super::kind::{Dialect, NodeKind};
use super::name;
use super::name::{SectionNames, choose};
use super::search::{ComponentEntry, ComponentTarget, SearchResult};
use crate::ident::folded;
use crate::locations::SourceMap;
use crate::pointer::{Pointer, prefixes};

pub(super) struct Gathering {
    pub(super) found: SearchResult,
    dialect: Dialect,
    /// The names of the files.
    pub(super) sources: Vec<String>,
    /// The pointer of the section and the name of each new component, by its original location.
    names: HashMap<FileLocation, (&'static str, String)>,
    /// The new components, by the pointers of their sections.
    components: BTreeMap<&'static str, Vec<(String, Value)>>,
    pub(super) source_map: SourceMap,
}

impl Gathering {
    pub(super) fn new(files: &Files<'_>, found: SearchResult, dialect: Dialect) -> Self {
        let sources = files.files.iter().map(|file| file.source.name().to_owned()).collect();
        let source_map = SourceMap::for_description(files.files[0].source.name());
        let (names, components) = (HashMap::new(), BTreeMap::new());
        let mut gathering = Self { found, dialect, sources, names, components, source_map };
        gathering.give_names(files);
        gathering
    }

    fn give_names(&mut self, files: &Files<'_>) {
        let mut taken: HashMap<&str, SectionNames> = HashMap::new();
        for &section in self.dialect.sections() {
            let taken = taken.entry(section).or_default();
            let members = files.files[0].value.pointer(section).and_then(Value::as_object);
            members.into_iter().flatten().for_each(|(name, _)| {
                taken.insert(name);
            });
        }
        for entry in &self.found.components {
            taken.entry(entry.section).or_default().insert(&entry.name);
        }
        self.names = component_names(&self.found, self.dialect);
        self.leave_contended(files, self.dialect.section(NodeKind::Schema).and_then(|section| taken.get(section)));
        for target in &self.found.targets {
            let section = self.dialect.section(target.kind);
            let Some(section) = section.filter(|_| !self.names.contains_key(&target.place)) else { continue };
            let file = &files.files[target.place.file];
            let titled = title(files, &target.place);
            let title = titled.filter(|_| target.repeated);
            let is_file = target.place.file > 0 && target.place.pointer == Pointer::root();
            let placed = if is_file {
                vec![stem(file.source.name())]
            } else {
                let [plain, counted] =
                    [false, true].map(|counted| name::of_place(&target.place.pointer, &file.value, counted));
                // A title describes an alternative better than its position.
                let named = titled.filter(|_| plain != counted).map(|title| format!("{plain} {title}"));
                named.into_iter().chain([plain, counted]).collect()
            };
            let candidates: Vec<String> = title.map(str::to_owned).into_iter().chain(placed).collect();
            let file_name = self.source_map.beside_description(file.source.name()).replace('\\', "/");
            let place = format!("{file_name} {}", target.place.pointer);
            let name = choose(&candidates, &place, taken.entry(section).or_default());
            self.names.insert(target.place.clone(), (section, name));
        }
    }

    /// Removes repeated schemas whose title does not give a unique component name; they stay inline.
    fn leave_contended(&mut self, files: &Files<'_>, taken: Option<&SectionNames>) {
        let mut titles: HashMap<String, usize> = HashMap::new();
        for target in self.found.targets.iter().filter(|target| target.kind == NodeKind::Schema) {
            if let Some(title) = title(files, &target.place) {
                *titles.entry(folded(title)).or_default() += 1;
            }
        }
        let is_free = |title: &str| {
            let title = folded(title);
            titles.get(&title) == Some(&1) && !taken.is_some_and(|taken| taken.contains(&title))
        };
        self.found.targets.retain(|target| !target.repeated || title(files, &target.place).is_some_and(is_free));
    }

    /// Returns the reference to the component that a location became or already is.
    fn reference(&self, place: &FileLocation) -> Option<String> {
        match self.names.get(place) {
            Some((section, name)) => Some(format!("#{}", Pointer::root().append(section).child(name))),
            None => (place.file == 0).then(|| format!("#{}", place.pointer)),
        }
    }

    /// The name of a file other than the description.
    pub(super) fn source(&self, file: usize) -> Option<String> {
        (file > 0).then(|| self.sources[file].clone())
    }

    /// Returns the location after the components were moved.
    pub(super) fn location_now(&self, place: &FileLocation) -> FileLocation {
        let mut moved = prefixes(place.pointer.as_str()).filter_map(|outer| {
            let at = FileLocation { file: place.file, pointer: Pointer::root().append(outer) };
            let (section, name) = self.names.get(&at)?;
            let component = Pointer::root().append(section).child(name);
            Some(component.append(&place.pointer.as_str()[outer.len()..]))
        });
        moved.next().map_or_else(|| place.clone(), |pointer| FileLocation { file: 0, pointer })
    }

    /// Changes references to point to the components.
    pub(super) fn redirect(&self, values: &mut [Value]) {
        for site in &self.found.sites {
            let Some(reference) = self.reference(&site.target) else { continue };
            let Some((holder, key)) = site.at.pointer.split_last() else { continue };
            let holder = values[site.at.file].pointer_mut(holder.as_str());
            if let Some(members) = holder.and_then(Value::as_object_mut) {
                members.insert(key, reference.into());
            }
        }
    }

    /// Moves new components, innermost first, and leaves references in their place.
    pub(super) fn take_components(&mut self, values: &mut [Value]) {
        let has_section = |target: &&ComponentTarget| self.dialect.section(target.kind).is_some();
        let mut targets: Vec<_> = self.found.targets.iter().filter(has_section).collect();
        targets.sort_by_key(|target| std::cmp::Reverse(target.place.pointer.steps().count()));
        for target in targets {
            let Some(reference) = self.reference(&target.place) else { continue };
            let left = || Value::Object(Map::from_iter([("$ref".to_owned(), Value::String(reference.clone()))]));
            for copy in &target.copies {
                if let Some(value) = values[0].pointer_mut(copy.as_str()) {
                    *value = left();
                }
            }
            let Some((section, name)) = self.names.get(&target.place) else { continue };
            if let Some(value) = values[target.place.file].pointer_mut(target.place.pointer.as_str()) {
                let now = Pointer::root().append(section).child(name);
                if self.reference(&target.place).is_some_and(|own| value["$ref"] == own.as_str()) {
                    continue;
                }
                let source = self.source(target.place.file);
                self.source_map.insert(now.as_str(), source, target.place.pointer.clone());
                let value = std::mem::replace(value, left());
                self.components.entry(section).or_default().push((name.clone(), value));
            }
        }
    }

    pub(super) fn store(&mut self, document: &mut Value) {
        for (section, members) in std::mem::take(&mut self.components) {
            let members: Map<String, Value> = members.into_iter().rev().collect();
            let mut place = &mut *document;
            for step in Pointer::root().append(section).steps() {
                let Some(object) = filled_object(place) else { return };
                place = object.entry(step).or_insert(Value::Null);
            }
            if let Some(place) = filled_object(place) {
                place.extend(members);
            }
        }
    }
}

/// Returns the members of an object. A value without members, such as `components:` in YAML, becomes one.
fn filled_object(place: &mut Value) -> Option<&mut Map<String, Value>> {
    if !place.is_object() {
        *place = Value::Object(Map::new());
    }
    place.as_object_mut()
}

/// Returns the names of components that are only references, by the targets of these references. If there are several
/// names, the target's own name is preferred, then the first.
pub(super) fn component_names(found: &SearchResult, dialect: Dialect) -> HashMap<FileLocation, (&'static str, String)> {
    let targets: HashMap<&FileLocation, NodeKind> =
        found.targets.iter().map(|target| (&target.place, target.kind)).collect();
    let mut names: HashMap<FileLocation, (&'static str, String)> = HashMap::new();
    for ComponentEntry { section, name, place } in &found.components {
        if targets.get(place).and_then(|kind| dialect.section(*kind)) != Some(*section) {
            continue;
        }
        let is_of_place = place.pointer.split_last().is_some_and(|(_, last)| last == *name);
        if is_of_place || !names.contains_key(place) {
            names.insert(place.clone(), (section, name.clone()));
        }
    }
    names
}

pub(super) fn title<'f>(files: &'f Files<'_>, place: &FileLocation) -> Option<&'f str> {
    let title = files.files[place.file].value.pointer(place.pointer.as_str())?.get("title")?.as_str()?;
    (title.chars().count() <= 60).then_some(title)
}

/// `schemas/user.v1.yaml` is `user.v1`.
pub(super) fn stem(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}
