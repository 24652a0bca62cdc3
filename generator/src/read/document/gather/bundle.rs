//! Writes one document from the parts of several files, in one pass.
//!
//! A reference to a kind of value that has a section in the components leads to a component, whose value is written later.
//! Any other is replaced by its target.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use serde_json::{Map, Value};

use super::files::{FileLocation, Files};
use super::kind::{Dialect, NodeKind, is_mapped_reference};
use super::names::ComponentNames;
use super::unresolved::UnreadFiles;
use crate::base::diagnostic::{Location, Result, SourceLocation};
use crate::base::pointer::{PathSegment, Pointer, name_below};
use crate::read::document::expansion::{estimated_size, expansion_error, max_expanded_size};
use crate::read::document::references::objects;
use crate::read::locations::SourceMap;

/// Maximum nesting of references that are replaced by their targets.
const MAX_DEPTH: usize = 64;

/// A part of a file that is being written: where it starts, where it is written, and the path inside it.
struct Part<'v> {
    from: FileLocation,
    to: Pointer,
    path: Vec<PathSegment<'v>>,
}

impl<'v> Part<'v> {
    fn new(from: FileLocation, to: Pointer) -> Self {
        Self { from, to, path: Vec::new() }
    }

    /// Returns the location of the current value in its file.
    fn origin(&self) -> FileLocation {
        FileLocation { file: self.from.file, pointer: self.from.pointer.join(&self.path) }
    }

    /// Returns the location of the current value in the document.
    fn target(&self) -> Pointer {
        self.to.join(&self.path)
    }
}

pub(super) struct Bundler<'b, 'f> {
    files: &'b mut Files<'f>,
    dialect: Dialect,
    unread: UnreadFiles,
    names: ComponentNames,
    /// The values that are components now. In their places are references.
    moved: HashSet<FileLocation>,
    /// The targets of references inside each other file, once a part of it is written.
    inner_targets: HashMap<usize, HashSet<Pointer>>,
    /// The components to write.
    pending: VecDeque<(FileLocation, NodeKind)>,
    /// The targets that are being written in place of references.
    open: Vec<FileLocation>,
    /// Number of bytes that were written in place of references.
    repeated: usize,
    pub(super) source_map: SourceMap,
}

impl<'b, 'f> Bundler<'b, 'f> {
    pub(super) fn new(files: &'b mut Files<'f>, dialect: Dialect) -> Self {
        let names = ComponentNames::new(files, dialect);
        let source_map = SourceMap::for_description(files.files[0].source.name());
        let (moved, pending, open, unread) = (HashSet::new(), VecDeque::new(), Vec::new(), UnreadFiles::default());
        let inner_targets = HashMap::new();
        Self { files, dialect, unread, names, moved, inner_targets, pending, open, repeated: 0, source_map }
    }

    /// Returns the document.
    ///
    /// # Errors
    ///
    /// Returns an error if the files are too many, too large or too deeply nested, or if copies expand them too much.
    pub(super) fn document(&mut self) -> Result<Value> {
        // They get their names in the order of the references to them.
        for (place, kind) in inline_targets(self.files, self.dialect) {
            self.component(&place, kind);
        }
        let root = FileLocation { file: 0, pointer: Pointer::root() };
        let mut document = self.part(root, Pointer::root(), self.dialect.root())?;
        let mut components: HashMap<&'static str, Map<String, Value>> = HashMap::new();
        while let Some((place, kind)) = self.pending.pop_front() {
            let Some((section, name)) = self.names.section_and_name(&place, kind) else { continue };
            let to = Pointer::root().append(section).child(&name);
            let source = self.source_name(place.file);
            self.source_map.insert(to.as_str(), source, place.pointer.clone());
            let value = self.part(place, to.clone(), kind)?;
            // Nothing is left of a value that is only a reference to itself.
            if value["$ref"] != format!("#{to}") {
                components.entry(section).or_default().insert(name, value);
            }
        }
        for &section in self.dialect.sections() {
            components.remove(section).into_iter().for_each(|members| store(&mut document, section, members));
        }
        self.unread.report(self.files.sink);
        match self.files.exhausted.take() {
            Some(problem) => Err(problem),
            None => Ok(document),
        }
    }

    /// Returns the name of a file other than the description.
    fn source_name(&self, file: usize) -> Option<String> {
        (file > 0).then(|| self.files.files[file].source.name().to_owned())
    }

    /// Writes a part of a file.
    fn part(&mut self, from: FileLocation, to: Pointer, kind: NodeKind) -> Result<Value> {
        if from.file > 0 && !self.inner_targets.contains_key(&from.file) {
            self.inner_targets.insert(from.file, inner_targets(self.files, from.file));
        }
        let file = Rc::clone(&self.files.files[from.file].value);
        let Some(value) = file.pointer(from.pointer.as_str()) else { return Ok(Value::Null) };
        self.content(value, Some(kind), &mut Part::new(from, to))
    }

    /// Writes a value inside a part.
    fn value<'v>(&mut self, value: &'v Value, kind: Option<NodeKind>, part: &mut Part<'v>) -> Result<Value> {
        if let Some(kind) = kind
            && !(self.moved.is_empty() && self.inner_targets.is_empty())
            && self.dialect.section(kind).is_some()
            && value.is_object()
        {
            let origin = part.origin();
            if self.moved.contains(&origin) || self.is_inner_target(&origin, kind) {
                let reference = self.component(&origin, kind);
                return Ok(Value::Object(Map::from_iter([("$ref".to_owned(), Value::String(reference))])));
            }
        }
        self.content(value, kind, part)
    }

    /// Returns `true` if a value in another file becomes a component because its file refers to it.
    fn is_inner_target(&self, place: &FileLocation, kind: NodeKind) -> bool {
        let targets = self.inner_targets.get(&place.file);
        targets.is_some_and(|targets| targets.contains(&place.pointer)) && self.names.is_new(place, kind)
    }

    /// Writes the content of a value, even if it is the target of a reference.
    fn content<'v>(&mut self, value: &'v Value, kind: Option<NodeKind>, part: &mut Part<'v>) -> Result<Value> {
        match value {
            Value::Object(members) => self.object(members, kind, part),
            Value::Array(elements) => {
                let inner = kind.and_then(NodeKind::element);
                let elements = elements.iter().enumerate().map(|(index, element)| {
                    part.path.push(PathSegment::Element(index));
                    let written = self.value(element, inner, part);
                    part.path.pop();
                    written
                });
                elements.collect::<Result<_>>().map(Value::Array)
            }
            scalar => Ok(scalar.clone()),
        }
    }

    fn object<'v>(
        &mut self,
        members: &'v Map<String, Value>,
        kind: Option<NodeKind>,
        part: &mut Part<'v>,
    ) -> Result<Value> {
        let reference = members.get("$ref").and_then(Value::as_str);
        let mut changed = None;
        if let (Some(kind), Some(reference)) = (kind, reference) {
            match self.reference(reference, kind, part) {
                Some(Replacement::Target(target)) => return self.replaced(members, &target, kind, part),
                Some(Replacement::Reference(text)) => changed = Some(text),
                None if kind == NodeKind::Text => return Ok(Value::String(String::new())),
                None => {}
            }
        }
        let mut written = self.members(members, kind, part)?;
        if let Some(text) = changed {
            written.insert("$ref".to_owned(), Value::String(text));
        }
        if kind == Some(NodeKind::Schema) {
            self.mapping(&mut written, part);
        }
        Ok(Value::Object(written))
    }

    fn members<'v>(
        &mut self,
        members: &'v Map<String, Value>,
        kind: Option<NodeKind>,
        part: &mut Part<'v>,
    ) -> Result<Map<String, Value>> {
        let members = members.iter().map(|(key, member)| {
            part.path.push(PathSegment::Member(key));
            let written = self.value(member, kind.and_then(|kind| kind.member(key)), part);
            part.path.pop();
            Ok((key.clone(), written?))
        });
        members.collect()
    }

    /// Returns the replacement of a reference, or `None` if it stays as it is.
    fn reference(&mut self, reference: &str, kind: NodeKind, part: &Part<'_>) -> Option<Replacement> {
        let section = self.dialect.section(kind);
        if part.from.file == 0 && section.is_some_and(|section| self.is_component(reference, section)) {
            return None;
        }
        // In the description itself, it is reported by the stage that needs it.
        let is_reported_later = part.from.file == 0 && (section.is_some() || kind == NodeKind::PathItem);
        let at = part.origin();
        let reason = match self.files.resolve(&at, reference).map(|target| self.files.follow(target)) {
            Ok(target) if self.is_of_another_kind(&target, kind) => {
                if is_reported_later {
                    return None;
                }
                "the target is of another kind".into()
            }
            Ok(target) if section.is_none() => {
                if !self.is_open(&target, &at) {
                    return Some(Replacement::Target(target));
                }
                "it refers to itself, or the chain of references is too long".into()
            }
            // A location that refers to itself has no value to move.
            Ok(target) if target == at => return None,
            Ok(target) => return Some(Replacement::Reference(self.component(&target, kind))),
            Err(_) if reference.starts_with('#') && is_reported_later => return None,
            Err(reason) => reason,
        };
        let location = Location::Pointer(at.pointer.child("$ref"));
        let text = SourceLocation { source: self.files.files[at.file].source.name().to_owned(), location };
        self.unread.add(text, reference, reason, kind.consequence(), self.files.sink);
        None
    }

    fn is_of_another_kind(&self, target: &FileLocation, kind: NodeKind) -> bool {
        if kind == NodeKind::Text {
            return !self.files.value(target).is_some_and(Value::is_string);
        }
        // Other files may have any form, apart from their components.
        let section = target.pointer.split_last().map(|(section, _)| section);
        let is_known = target.file == 0 || section.is_some_and(|it| self.dialect.sections().contains(&it.as_str()));
        is_known && self.dialect.kind_at(&target.pointer).is_some_and(|found| found != kind)
    }

    /// Returns `true` if the target of a reference contains the reference, or contains too many others.
    fn is_open(&self, target: &FileLocation, at: &FileLocation) -> bool {
        let holds_itself = at.file == target.file && at.pointer.is_within(&target.pointer);
        holds_itself || self.open.len() >= MAX_DEPTH || self.open.contains(target)
    }

    /// Returns `true` if a reference inside the description leads to one of its components.
    fn is_component(&self, reference: &str, section: &str) -> bool {
        let components = || self.files.files[0].value.pointer(section);
        name_below(reference, section).is_some_and(|name| components().is_some_and(|all| all.get(name).is_some()))
    }

    /// Returns the reference to the component that a location is or becomes.
    fn component(&mut self, place: &FileLocation, kind: NodeKind) -> String {
        let is_section = |(section, _): (Pointer, _)| self.dialect.section(kind) == Some(section.as_str());
        if place.file == 0 && place.pointer.split_last().is_some_and(is_section) {
            return format!("#{}", place.pointer);
        }
        if self.names.is_new(place, kind) {
            self.moved.insert(place.clone());
            self.pending.push_back((place.clone(), kind));
        }
        self.names.reference(self.files, place, kind, &self.source_map)
    }

    /// Writes the target of a reference in its place, with the members beside the reference over those of the target.
    fn replaced<'v>(
        &mut self,
        members: &'v Map<String, Value>,
        target: &FileLocation,
        kind: NodeKind,
        part: &mut Part<'v>,
    ) -> Result<Value> {
        let to = part.target();
        let source = self.source_name(target.file);
        self.source_map.insert_copy(to.as_str(), source, target.pointer.clone());
        let at = part.origin();
        self.repeated = self.repeated.saturating_add(self.files.value(target).map_or(0, estimated_size));
        if self.repeated > max_expanded_size(self.files.bytes) {
            let source = self.files.files[at.file].source.name();
            return Err(expansion_error(source, &at.pointer, "move repeated parts to a component"));
        }
        self.open.push(target.clone());
        let written = self.part(target.clone(), to, kind);
        self.open.pop();
        let mut written = written?;
        if let Some(below) = written.as_object_mut() {
            let mut over = self.members(members, Some(kind), part)?;
            over.shift_remove("$ref");
            for name in over.keys() {
                let (now, origin) = (part.target().child(name), at.pointer.child(name));
                self.source_map.insert_copy(now.as_str(), self.source_name(at.file), origin);
            }
            overlay(below, over, usize::from(kind == NodeKind::Components));
        }
        Ok(written)
    }

    /// Changes the references in the mapping of a discriminator; other values are names of schemas.
    fn mapping(&mut self, schema: &mut Map<String, Value>, part: &Part<'_>) {
        let mapping = schema.get_mut("discriminator").and_then(|tag| tag.get_mut("mapping"));
        for to in mapping.and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut) {
            let schemas = self.dialect.section(NodeKind::Schema).unwrap_or_default();
            let named = |to: &str| Pointer::root().append(schemas).child(to);
            let is_name = |to: &str| self.files.files[0].value.pointer(named(to).as_str()).is_some();
            let Some(reference) = to.as_str().filter(|to| is_mapped_reference(to) && !is_name(to)) else { continue };
            if part.from.file == 0 && name_below(reference, schemas).is_some() {
                continue;
            }
            let target = self.files.resolve(&part.origin(), reference).map(|target| self.files.follow(target));
            if let Ok(target) = target {
                *to = Value::String(self.component(&target, NodeKind::Schema));
            }
        }
    }
}

/// The replacement of a reference.
enum Replacement {
    /// The content of this target.
    Target(FileLocation),
    /// A reference to a component.
    Reference(String),
}

/// Returns the values inside the description, outside its components, that references in it lead to.
fn inline_targets(files: &mut Files<'_>, dialect: Dialect) -> IndexMap<FileLocation, NodeKind> {
    let value = Rc::clone(&files.files[0].value);
    let root = FileLocation { file: 0, pointer: Pointer::root() };
    let references = local_references(&value);
    let references = references.into_iter().filter(|reference| !dialect.is_component_reference(reference));
    let targets = references.filter_map(|reference| {
        let target = files.resolve(&root, reference).ok()?;
        let target = files.follow(target);
        let kind = dialect.kind_at(&target.pointer).filter(|_| target.file == 0)?;
        let section = dialect.section(kind)?;
        let is_component = target.pointer.split_last().is_some_and(|(above, _)| above.as_str() == section);
        (!is_component).then_some((target, kind))
    });
    targets.collect()
}

/// Returns the values inside a file that references in it lead to.
fn inner_targets(files: &mut Files<'_>, file: usize) -> HashSet<Pointer> {
    let value = Rc::clone(&files.files[file].value);
    let root = FileLocation { file, pointer: Pointer::root() };
    let targets = local_references(&value).into_iter().filter_map(|reference| {
        let target = files.resolve(&root, reference).ok()?;
        Some(files.follow(target)).filter(|target| target.file == file)
    });
    targets.map(|target| target.pointer).collect()
}

/// Returns the references in a file to values in the same file, in the order of the text.
fn local_references(file: &Value) -> IndexSet<&str> {
    let references = objects(file).filter_map(|members| members.get("$ref")?.as_str());
    references.filter(|reference| reference.starts_with("#/")).collect()
}

/// Adds components to a section of the document.
fn store(document: &mut Value, section: &str, members: Map<String, Value>) {
    let mut place = document;
    for step in Pointer::root().append(section).steps() {
        let Some(object) = filled_object(place) else { return };
        place = object.entry(step).or_insert(Value::Null);
    }
    if let Some(place) = filled_object(place) {
        place.extend(members);
    }
}

/// Returns the members of an object. A value without members, such as `components:` in YAML, becomes one.
fn filled_object(place: &mut Value) -> Option<&mut Map<String, Value>> {
    if !place.is_object() {
        *place = Value::Object(Map::new());
    }
    place.as_object_mut()
}

/// Overwrites members with others of the same names. Down to a depth, objects are merged.
fn overlay(members: &mut Map<String, Value>, over: Map<String, Value>, depth: usize) {
    for (name, value) in over {
        match (members.get_mut(&name), value) {
            (Some(Value::Object(inner)), Value::Object(value)) if depth > 0 => overlay(inner, value, depth - 1),
            (_, value) => drop(members.insert(name, value)),
        }
    }
}
