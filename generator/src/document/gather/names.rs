//! The names of the components that a document gets from referenced values.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde_json::Value;

use super::files::{FileLocation, Files};
use super::kind::{Dialect, NodeKind};
use super::name::{SectionNames, choose, of_place};
use crate::locations::SourceMap;
use crate::pointer::Pointer;

pub(super) struct ComponentNames {
    dialect: Dialect,
    /// The names that the description gives, by section and value.
    declared: HashMap<(&'static str, FileLocation), DeclaredName>,
    /// The pointer of the section and the name of each component, by its original location.
    given: HashMap<FileLocation, (&'static str, String)>,
    taken: HashMap<&'static str, SectionNames>,
}

/// The name of a component of the description, whatever file its value is in.
struct DeclaredName {
    name: String,
    /// `true` if the component is a reference to the value, and not the value itself.
    is_reference: bool,
}

impl ComponentNames {
    pub(super) fn new(files: &mut Files<'_>, dialect: Dialect) -> Self {
        let (declared, given, taken) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut names = Self { dialect, declared, given, taken };
        for &section in dialect.sections() {
            names.declare(files, section);
        }
        names
    }

    /// Adds the components of a section, which may be a reference itself.
    fn declare(&mut self, files: &mut Files<'_>, section: &'static str) {
        let root = FileLocation { file: 0, pointer: Pointer::root() };
        let mut next = files.resolve(&root, &format!("#{section}")).ok();
        let mut seen: HashSet<FileLocation> = HashSet::new();
        while let Some(map) = next.take().filter(|map| seen.insert(map.clone())) {
            let value = Rc::clone(&files.files[map.file].value);
            let Some(members) = value.pointer(map.pointer.as_str()).and_then(Value::as_object) else { break };
            for (name, member) in members {
                self.taken.entry(section).or_default().insert(name);
                if !member.is_object() {
                    continue;
                }
                let is_reference = member.get("$ref").is_some();
                let own = FileLocation { file: map.file, pointer: map.pointer.child(name) };
                let place = if is_reference { files.written_out(own) } else { own };
                self.declare_name(section, place, DeclaredName { name: name.clone(), is_reference });
            }
            let reference = members.get("$ref").and_then(Value::as_str);
            next = reference.and_then(|reference| files.resolve(&map, reference).ok());
        }
    }

    /// Adds a name. If a value has several, its own one is preferred, then the first.
    fn declare_name(&mut self, section: &'static str, place: FileLocation, declared: DeclaredName) {
        let is_of_place = place.pointer.split_last().is_some_and(|(_, last)| last == declared.name);
        let key = (section, place);
        if is_of_place || !self.declared.contains_key(&key) {
            self.declared.insert(key, declared);
        }
    }

    /// Returns the section and the name that a value has.
    pub(super) fn section_and_name(&self, place: &FileLocation) -> Option<(&'static str, String)> {
        self.given.get(place).cloned()
    }

    /// Returns `true` if a value has no name yet, and is not written where the description declares it.
    pub(super) fn is_new(&self, place: &FileLocation, kind: NodeKind) -> bool {
        let section = self.dialect.section(kind);
        let declared = section.and_then(|section| self.declared.get(&(section, place.clone())));
        !self.given.contains_key(place) && declared.is_none_or(|declared| declared.is_reference)
    }

    /// Returns the reference to the component that a value becomes.
    pub(super) fn reference(
        &mut self,
        files: &Files<'_>,
        place: &FileLocation,
        kind: NodeKind,
        source_map: &SourceMap,
    ) -> String {
        if !self.given.contains_key(place) {
            let section = self.dialect.section(kind).unwrap_or_default();
            let declared = self.declared.get(&(section, place.clone())).map(|declared| declared.name.clone());
            let name = declared.unwrap_or_else(|| {
                let file_name = source_map.beside_description(files.files[place.file].source.name()).replace('\\', "/");
                let described = format!("{file_name} {}", place.pointer);
                choose(&candidates(files, place), &described, self.taken.entry(section).or_default())
            });
            self.given.insert(place.clone(), (section, name));
        }
        let (section, name) = &self.given[place];
        format!("#{}", Pointer::root().append(section).child(name))
    }
}

/// Returns possible names for a value, best first.
fn candidates(files: &Files<'_>, place: &FileLocation) -> Vec<String> {
    let file = &files.files[place.file];
    if place.file > 0 && place.pointer == Pointer::root() {
        return vec![stem(file.source.name())];
    }
    let [plain, counted] = [false, true].map(|counted| of_place(&place.pointer, &file.value, counted));
    // A title describes an alternative better than its position.
    let named = title(files, place).filter(|_| plain != counted).map(|title| format!("{plain} {title}"));
    named.into_iter().chain([plain, counted]).collect()
}

fn title<'f>(files: &'f Files<'_>, place: &FileLocation) -> Option<&'f str> {
    let title = files.files[place.file].value.pointer(place.pointer.as_str())?.get("title")?.as_str()?;
    (title.chars().count() <= 60).then_some(title)
}

/// `schemas/user.v1.yaml` is `user.v1`.
fn stem(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}
