//! Finds all references and their targets, and schemas that occur several times.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use serde_json::Value;

use super::files::{FileLocation, Files, Unresolved};
use super::kind::{Dialect, NodeKind};
use crate::diagnostic::{Code, Diagnostic, Location, Sink, SourceLocation};
use crate::pointer::{PathSegment, Pointer, name_below};

/// A reference: its location and its target.
pub(super) struct ReferenceSite {
    pub(super) at: FileLocation,
    pub(super) target: FileLocation,
}

/// A value that becomes a component.
pub(super) struct ComponentTarget {
    pub(super) place: FileLocation,
    pub(super) kind: NodeKind,
    /// Other locations of the description with the same value.
    pub(super) copies: Vec<Pointer>,
    /// `true` if the value becomes a component only because it is repeated.
    pub(super) repeated: bool,
}

/// A reference to an object without a section in the components, such as an operation. It is replaced by a copy of its
/// target.
pub(super) struct CopySite {
    /// The location of the object that contains the reference.
    pub(super) at: FileLocation,
    pub(super) target: FileLocation,
    pub(super) kind: NodeKind,
}

/// A component of the description, whatever file it is in.
pub(super) struct ComponentEntry {
    /// The pointer of its section.
    pub(super) section: &'static str,
    pub(super) name: String,
    /// The location of the copy.
    pub(super) place: FileLocation,
}

/// The result of the search.
#[derive(Default)]
pub(super) struct SearchResult {
    /// References to values that become components.
    pub(super) sites: Vec<ReferenceSite>,
    pub(super) copies: Vec<CopySite>,
    pub(super) targets: Vec<ComponentTarget>,
    pub(super) components: Vec<ComponentEntry>,
}

impl SearchResult {
    pub(super) fn is_nothing(&self) -> bool {
        self.copies.is_empty() && self.sites.is_empty() && self.targets.is_empty()
    }
}

/// A file that cannot be read.
struct UnreadFile {
    /// The first reference to it.
    at: SourceLocation,
    reference: String,
    reason: Unresolved,
    /// Number of references to it, and their consequence.
    count: usize,
    consequences: IndexSet<&'static str>,
}

pub(super) fn search(files: &mut Files<'_>, dialect: Dialect) -> SearchResult {
    let mut search = ReferenceSearch {
        files,
        dialect,
        found: SearchResult::default(),
        unread: IndexMap::new(),
        targets: IndexMap::new(),
        pending: VecDeque::new(),
        met: HashSet::new(),
        titled: IndexMap::new(),
    };
    search.enter(FileLocation { file: 0, pointer: Pointer::root() }, dialect.root());
    while let Some((place, kind)) = search.pending.pop_front() {
        search.enter(place, kind);
    }
    search.finish()
}

struct ReferenceSearch<'s, 'f> {
    files: &'s mut Files<'f>,
    dialect: Dialect,
    found: SearchResult,
    /// The references to files that cannot be read.
    unread: IndexMap<String, UnreadFile>,
    targets: IndexMap<FileLocation, NodeKind>,
    /// Locations in other files that are not searched yet.
    pending: VecDeque<(FileLocation, NodeKind)>,
    /// All locations that were ever pending.
    met: HashSet<FileLocation>,
    /// Locations of schemas with a title in the description, by content.
    titled: IndexMap<u64, Vec<Pointer>>,
}

impl ReferenceSearch<'_, '_> {
    fn enter(&mut self, place: FileLocation, kind: NodeKind) {
        let value = Rc::clone(&self.files.files[place.file].value);
        if let Some(value) = value.pointer(place.pointer.as_str()) {
            self.visit(value, Some(kind), &place, &mut Vec::new());
        }
    }

    /// Looks at a value and all in it. The result is a hash of its content.
    fn visit<'v>(
        &mut self,
        value: &'v Value,
        kind: Option<NodeKind>,
        from: &FileLocation,
        steps: &mut Vec<PathSegment<'v>>,
    ) -> u64 {
        let mut hash = 0_u64;
        match value {
            Value::Object(members) => {
                let reference = members.get("$ref").and_then(Value::as_str);
                if let (Some(kind), Some(reference)) = (kind, reference) {
                    self.reference(reference, kind, from, steps);
                }
                if kind == Some(NodeKind::Schema) {
                    self.mapping(value, from, steps);
                }
                for (key, member) in members {
                    steps.push(PathSegment::Member(key));
                    let inner = self.visit(member, kind.and_then(|kind| kind.member(key)), from, steps);
                    steps.pop();
                    // The order of members does not matter.
                    hash = hash.wrapping_add(hashed(&(key, inner)));
                }
                if kind == Some(NodeKind::Schema)
                    && is_description(from)
                    && self.dialect == Dialect::OpenApi
                    && is_worth_a_type(value)
                    && !is_component(steps)
                {
                    self.titled.entry(hash).or_default().push(place(from, steps).pointer);
                }
            }
            Value::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    steps.push(PathSegment::Element(index));
                    let inner = self.visit(element, kind.and_then(NodeKind::element), from, steps);
                    steps.pop();
                    hash = hashed(&(hash, index, inner));
                }
            }
            scalar => hash = hashed(scalar),
        }
        hash
    }

    fn reference(&mut self, reference: &str, kind: NodeKind, from: &FileLocation, steps: &[PathSegment<'_>]) {
        let plain = |section: &str| {
            let name = name_below(reference, section)?;
            self.files.files[0].value.pointer(section)?.get(name)
        };
        let section = self.dialect.section(kind);
        if from.file == 0 && section.is_some_and(|section| plain(section).is_some()) {
            return;
        }
        let at = place(from, steps);
        let text = FileLocation { file: at.file, pointer: at.pointer.child("$ref") };
        // In the description itself, it is reported by the stage that needs it.
        let is_reported = from.file == 0 && (section.is_some() || kind == NodeKind::PathItem);
        match self.files.resolve(&at, reference).map(|target| self.files.written_out(target)) {
            Ok(target)
                if target.file == 0 && !self.dialect.kind_at(&target.pointer).is_none_or(|found| found == kind) =>
            {
                if !is_reported {
                    self.report(&text, reference, "the target is of another kind".into(), kind.consequence());
                }
            }
            Ok(target) if section.is_none() => {
                self.pending_once(&target, kind);
                self.found.copies.push(CopySite { at, target, kind });
            }
            Ok(target) => self.lead(text, target, kind),
            Err(_) if reference.starts_with('#') && is_reported => {}
            Err(reason) => self.report(&text, reference, reason, kind.consequence()),
        }
    }

    /// Reports an unresolved reference. References to the same unreadable file are reported once.
    fn report(&mut self, text: &FileLocation, reference: &str, reason: Unresolved, consequence: &'static str) {
        let location = Location::Pointer(text.pointer.to_string());
        let at = SourceLocation { source: self.files.files[text.file].source.name().to_owned(), location };
        if !self.files.sink.mark_unresolved(at.clone()) {
            return;
        }
        match reason.file.clone() {
            Some(file) => {
                let path = reference.split('#').next().unwrap_or_default();
                let unread = self.unread.entry(file).or_insert_with(|| UnreadFile {
                    at,
                    reference: path.to_owned(),
                    reason,
                    count: 0,
                    consequences: IndexSet::new(),
                });
                unread.count += 1;
                unread.consequences.insert(consequence);
            }
            None => {
                let message = format!("cannot resolve `{reference}`: {}; {consequence}", reason.reason);
                push_unresolved(self.files.sink, message, at, reason.help);
            }
        }
    }

    fn report_unread(&mut self) {
        for unread in std::mem::take(&mut self.unread).into_values() {
            let UnreadFile { at, reference, reason, count, consequences } = unread;
            let references = if count == 1 { "1 reference".to_owned() } else { format!("{count} references") };
            let consequences = consequences.into_iter().collect::<Vec<_>>().join(", ");
            let message = format!("cannot read `{reference}`: {} ({references}); {consequences}", reason.reason);
            push_unresolved(self.files.sink, message, at, reason.help);
        }
    }

    fn lead(&mut self, at: FileLocation, target: FileLocation, kind: NodeKind) {
        // A location that refers to itself has no value to move.
        if target.pointer.child("$ref") == at.pointer && target.file == at.file {
            return;
        }
        if !self.is_plain_component(&target, kind) {
            self.pending_once(&target, kind);
            self.targets.entry(target.clone()).or_insert(kind);
        }
        self.found.sites.push(ReferenceSite { at, target });
    }

    /// Returns `true` if a location is already a component of the description.
    fn is_plain_component(&self, target: &FileLocation, kind: NodeKind) -> bool {
        let Some((section, _)) = target.pointer.split_last() else { return false };
        target.file == 0 && self.dialect.section(kind) == Some(section.as_str())
    }

    /// Queues a value without a kind, such as one in an extension, which the search of the description skips.
    fn pending_once(&mut self, target: &FileLocation, kind: NodeKind) {
        let is_visited = target.file == 0 && self.dialect.kind_at(&target.pointer).is_some();
        if !is_visited && self.met.insert(target.clone()) {
            self.pending.push_back((target.clone(), kind));
        }
    }

    /// The values of a discriminator's mapping are references too, or names of schemas.
    fn mapping<'v>(&mut self, schema: &'v Value, from: &FileLocation, steps: &mut Vec<PathSegment<'v>>) {
        let Some(mapping) = schema.get("discriminator").and_then(|d| d.get("mapping")).and_then(Value::as_object)
        else {
            return;
        };
        for (key, to) in mapping {
            let Some(reference) = to.as_str().filter(|to| to.contains(['#', '/', '.'])) else { continue };
            let schemas = self.dialect.section(NodeKind::Schema).unwrap_or_default();
            if from.file == 0 && name_below(reference, schemas).is_some() {
                continue;
            }
            let at = place(from, steps);
            if let Ok(target) = self.files.resolve(&at, reference).map(|target| self.files.written_out(target)) {
                let text = at.pointer.child("discriminator").child("mapping").child(key);
                self.lead(FileLocation { file: at.file, pointer: text }, target, NodeKind::Schema);
            }
        }
    }

    /// Returns the components of the description, including those in a section that is a reference.
    fn components(&mut self) -> Vec<ComponentEntry> {
        let mut all = Vec::new();
        for &section in self.dialect.sections() {
            let root = FileLocation { file: 0, pointer: Pointer::root() };
            let mut next = self.files.resolve(&root, &format!("#{section}")).ok();
            let mut seen: HashSet<FileLocation> = HashSet::new();
            while let Some(map) = next.take().filter(|map| seen.insert(map.clone())) {
                let value = Rc::clone(&self.files.files[map.file].value);
                let Some(members) = value.pointer(map.pointer.as_str()).and_then(Value::as_object) else { break };
                for (name, member) in members.iter().filter(|(_, member)| member.is_object()) {
                    let own = FileLocation { file: map.file, pointer: map.pointer.child(name) };
                    let place = if member.get("$ref").is_some() { self.files.written_out(own) } else { own };
                    all.push(ComponentEntry { section, name: name.clone(), place });
                }
                let reference = members.get("$ref").and_then(Value::as_str);
                next = reference.and_then(|reference| self.files.resolve(&map, reference).ok());
            }
        }
        all
    }

    fn finish(mut self) -> SearchResult {
        self.found.components = self.components();
        self.report_unread();
        let value = Rc::clone(&self.files.files[0].value);
        // A referenced location must not be replaced by a copy of something else.
        let named: BTreeSet<&str> =
            self.targets.keys().filter(|place| place.file == 0).map(|place| place.pointer.as_str()).collect();
        let holds_named = |place: &str| named.range(place..).next().is_some_and(|named| named.starts_with(place));
        let mut copies: HashMap<Pointer, Vec<Pointer>> = HashMap::new();
        for places in self.titled.values() {
            let free = |place: &&Pointer| !holds_named(place.as_str());
            let places: Vec<&Pointer> = places.iter().filter(free).collect();
            let Some((first, others)) = places.split_first() else { continue };
            let same = |place: &&&Pointer| value.pointer(place.as_str()) == value.pointer(first.as_str());
            let same: Vec<Pointer> = others.iter().filter(same).map(|place| (*place).clone()).collect();
            if !same.is_empty() {
                copies.insert((*first).clone(), same);
            }
        }
        let repeated = self.titled.values().flatten().filter_map(|first| Some((first, copies.remove(first)?)));
        let repeated = repeated.map(|(first, copies)| ComponentTarget {
            place: FileLocation { file: 0, pointer: first.clone() },
            kind: NodeKind::Schema,
            copies,
            repeated: true,
        });
        let repeated: Vec<ComponentTarget> = repeated.collect();
        drop(named);
        self.found.targets = self
            .targets
            .into_iter()
            .map(|(place, kind)| ComponentTarget { place, kind, copies: Vec::new(), repeated: false })
            .collect();
        self.found.targets.extend(repeated);
        self.found
    }
}

/// Returns `true` if a visit is that of the whole description.
fn is_description(from: &FileLocation) -> bool {
    from.file == 0 && from.pointer == Pointer::root()
}

fn place(from: &FileLocation, steps: &[PathSegment<'_>]) -> FileLocation {
    FileLocation { file: from.file, pointer: from.pointer.join(steps) }
}

fn is_component(steps: &[PathSegment<'_>]) -> bool {
    matches!(steps, [PathSegment::Member("components"), PathSegment::Member("schemas"), PathSegment::Member(_)])
}

/// Returns `true` if a schema has a title and deserves a type. A schema with only a title does not.
fn is_worth_a_type(schema: &Value) -> bool {
    let holds = |keyword: &str| match schema.get(keyword) {
        Some(Value::Object(members)) => !members.is_empty(),
        Some(Value::Array(elements)) => !elements.is_empty(),
        _ => false,
    };
    let titled = schema.get("title").and_then(Value::as_str).is_some_and(|title| title.contains(char::is_alphabetic));
    titled && ["properties", "enum", "oneOf", "anyOf", "allOf"].into_iter().any(holds)
}

fn hashed(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

pub(super) fn push_unresolved(sink: &mut Sink, message: String, at: SourceLocation, help: Option<String>) {
    let help = help.unwrap_or_else(|| "refer to a location in this document, or to a file in its directory".to_owned());
    sink.push(Diagnostic::warning(Code::ReferenceUnresolved, message).at(at.source, at.location).help(help));
}
