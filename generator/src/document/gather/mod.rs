//! Combines all referenced parts, from other files and from outside the components, into one document.
//!
//! The target of a reference becomes a component, and the reference is changed to point to it, so that later stages see
//! one kind of reference only. An inline schema that occurs several times with the same title and the same content
//! becomes one component as well. The original locations are recorded in the [`SourceMap`].

mod copies;
mod files;
mod kind;
mod loss;
mod name;
mod search;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

use super::expansion::allowance;
use super::source_map::SourceMap;
use super::specification::{Versions, check_part, version_of_file};
use crate::diagnostic::{Code, Diagnostic, Sink, SourceLocation};
use crate::ident::folded;
use crate::pointer::Pointer;
use crate::source::Source;
use files::{FileLocation, Files};
pub(super) use kind::{Dialect, NodeKind};
pub use loss::Loss;
use name::{SectionNames, choose};
use search::{ComponentEntry, ComponentTarget, SearchResult, search};

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
) -> Result<Gathered, Box<Diagnostic>> {
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
    let is_inside = |at: &FileLocation| {
        let steps = at.pointer.as_str().match_indices('/');
        steps.map(|(end, _)| &at.pointer.as_str()[..end]).any(|above| places.contains(&(at.file, above)))
    };
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
    match value {
        Value::Object(members) => members.iter().any(|(key, member)| match member.as_str() {
            Some(text) => key == "$ref" && !text.starts_with('#'),
            None => refers_to_files(member),
        }),
        Value::Array(elements) => elements.iter().any(refers_to_files),
        _ => false,
    }
}

fn owned(shared: std::rc::Rc<Value>) -> Value {
    std::rc::Rc::try_unwrap(shared).unwrap_or_else(|shared| (*shared).clone())
}

struct Gathering {
    found: SearchResult,
    dialect: Dialect,
    /// The names of the files.
    sources: Vec<String>,
    /// The pointer of the section and the name of each new component, by its original location.
    names: HashMap<FileLocation, (&'static str, String)>,
    /// The new components, by the pointers of their sections.
    components: BTreeMap<&'static str, Vec<(String, Value)>>,
    source_map: SourceMap,
}

impl Gathering {
    fn new(files: &Files, found: SearchResult, dialect: Dialect) -> Self {
        let sources = files.files.iter().map(|file| file.source.name().to_owned()).collect();
        let source_map = SourceMap::for_description(files.files[0].source.name());
        let (names, components) = (HashMap::new(), BTreeMap::new());
        let mut gathering = Self { found, dialect, sources, names, components, source_map };
        gathering.give_names(files);
        gathering
    }

    fn give_names(&mut self, files: &Files) {
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
    fn leave_contended(&mut self, files: &Files, taken: Option<&SectionNames>) {
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
    fn source(&self, file: usize) -> Option<String> {
        (file > 0).then(|| self.sources[file].clone())
    }

    /// Returns the location after the components were moved.
    fn location_now(&self, place: &FileLocation) -> FileLocation {
        let outer =
            std::iter::successors(Some(place.pointer.clone()), |inner| inner.split_last().map(|(outer, _)| outer));
        let mut moved = outer.filter_map(|pointer| {
            let outer = FileLocation { file: place.file, pointer };
            let (section, name) = self.names.get(&outer)?;
            let component = Pointer::root().append(section).child(name);
            Some(component.append(&place.pointer.as_str()[outer.pointer.as_str().len()..]))
        });
        moved.next().map_or_else(|| place.clone(), |pointer| FileLocation { file: 0, pointer })
    }

    /// Changes references to point to the components.
    fn redirect(&self, values: &mut [Value]) {
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
    fn take_components(&mut self, values: &mut [Value]) {
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

    fn store(&mut self, document: &mut Value) {
        for (section, members) in std::mem::take(&mut self.components) {
            let members: Map<String, Value> = members.into_iter().rev().collect();
            let mut place = &mut *document;
            for step in Pointer::root().append(section).steps() {
                let Some(object) = place.as_object_mut() else { return };
                place = object.entry(step).or_insert_with(|| Value::Object(Map::new()));
            }
            if let Some(place) = place.as_object_mut() {
                place.extend(members);
            }
        }
    }
}

/// Returns the names of components that are only references, by the targets of these references. If there are several
/// names, the target's own name is preferred, then the first.
fn component_names(found: &SearchResult, dialect: Dialect) -> HashMap<FileLocation, (&'static str, String)> {
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

fn title<'f>(files: &'f Files, place: &FileLocation) -> Option<&'f str> {
    let title = files.files[place.file].value.pointer(place.pointer.as_str())?.get("title")?.as_str()?;
    (title.chars().count() <= 60).then_some(title)
}

/// `schemas/user.v1.yaml` is `user.v1`.
fn stem(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

fn push_unresolved(sink: &mut Sink, message: String, at: SourceLocation, help: Option<String>) {
    let help = help.unwrap_or_else(|| "refer to a location in this document, or to a file in its directory".to_owned());
    sink.push(Diagnostic::warning(Code::ReferenceUnresolved, message).at(at.source, at.location).help(help));
}
