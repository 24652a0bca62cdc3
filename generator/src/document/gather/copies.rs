//! Replaces references to objects that have no section in the components, such as operations, by copies of their
//! targets.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::{Map, Value};

use super::files::FileLocation;
use super::gathering::Gathering;
use super::kind::NodeKind;
use super::search::{CopySite, push_unresolved};
use crate::diagnostic::{Location, Result, Sink, SourceLocation};
use crate::document::expansion::{expanded, size_of};

/// Maximum nesting of such references.
const MAX_DEPTH: usize = 64;

/// Replaces all such references by copies, the inner ones first.
///
/// # Errors
///
/// Returns an error if the copies make the description many times larger.
pub(super) fn write_out(
    gathering: &mut Gathering,
    values: &mut [Value],
    room: &mut usize,
    sink: &mut Sink,
) -> Result<()> {
    let copies = std::mem::take(&mut gathering.found.copies);
    let now = |site: CopySite| {
        let target = gathering.location_now(&site.target);
        (gathering.location_now(&site.at), (target, site.kind))
    };
    let sites = copies.into_iter().map(now).collect();
    let mut copier = Copier {
        sites,
        values,
        room,
        sink,
        sources: &gathering.sources,
        open: BTreeSet::new(),
        written: BTreeSet::new(),
        prepared: HashSet::new(),
        origins: BTreeMap::new(),
    };
    let all: Vec<FileLocation> = copier.sites.keys().cloned().collect();
    all.iter().try_for_each(|site| copier.write(site))?;
    let origins = copier.origins;
    for (at, origin) in origins.into_iter().filter(|(at, _)| at.file == 0) {
        let source = gathering.source(origin.file);
        gathering.source_map.insert_copy(at.pointer.as_str(), source, origin.pointer);
    }
    Ok(())
}

struct Copier<'g> {
    /// The target of each reference.
    sites: BTreeMap<FileLocation, (FileLocation, NodeKind)>,
    values: &'g mut [Value],
    room: &'g mut usize,
    sink: &'g mut Sink,
    sources: &'g [String],
    /// The targets of the references that are being written out.
    open: BTreeSet<FileLocation>,
    written: BTreeSet<FileLocation>,
    /// Targets whose own references are already replaced.
    prepared: HashSet<FileLocation>,
    /// The origins of the copied parts.
    origins: BTreeMap<FileLocation, FileLocation>,
}

impl Copier<'_> {
    fn write(&mut self, at: &FileLocation) -> Result<()> {
        if self.written.contains(at) {
            return Ok(());
        }
        let Some((target, kind)) = self.sites.get(at).cloned() else { return Ok(()) };
        let holds_itself = at.file == target.file && at.pointer.is_within(&target.pointer);
        if holds_itself || self.open.len() >= MAX_DEPTH || self.open.contains(&target) {
            self.report_circle(at, kind);
            return Ok(());
        }
        if self.prepared.insert(target.clone()) {
            self.open.insert(target.clone());
            for inner in within(&self.sites, &target) {
                self.write(&inner)?;
            }
            self.open.remove(&target);
        }
        self.written.insert(at.clone());
        self.copy(at, &target, kind)
    }

    fn report_circle(&mut self, at: &FileLocation, kind: NodeKind) {
        let reference = self.values[at.file].pointer(at.pointer.child("$ref").as_str()).and_then(Value::as_str);
        let reference = reference.unwrap_or_default().to_owned();
        let location = Location::Pointer(at.pointer.child("$ref").to_string());
        let at = SourceLocation { source: self.sources[at.file].clone(), location };
        let consequence = kind.consequence();
        let message = format!(
            "cannot resolve `{reference}`: it refers to itself, or the chain of references is too long; {consequence}"
        );
        push_unresolved(self.sink, message, at, None);
    }

    fn copy(&mut self, at: &FileLocation, target: &FileLocation, kind: NodeKind) -> Result<()> {
        let value = self.values[target.file].pointer(target.pointer.as_str());
        *self.room = self
            .room
            .checked_sub(value.map_or(0, size_of))
            .ok_or_else(|| expanded(&self.sources[at.file], &at.pointer, "move repeated parts to a component"))?;
        let mut value = value.cloned().unwrap_or_default();
        let Some(place) = self.values[at.file].pointer_mut(at.pointer.as_str()) else { return Ok(()) };
        if let (Some(written), Some(own)) = (value.as_object_mut(), place.as_object_mut()) {
            own.remove("$ref");
            overlay(written, std::mem::take(own), usize::from(kind == NodeKind::Components));
        }
        *place = value;
        for inner in within(&self.origins, target) {
            let pointer = at.pointer.append(&inner.pointer.as_str()[target.pointer.as_str().len()..]);
            self.origins.insert(FileLocation { file: at.file, pointer }, self.origins[&inner].clone());
        }
        self.origins.insert(at.clone(), target.clone());
        Ok(())
    }
}

/// Returns the keys that are at a location or below it.
fn within<V>(all: &BTreeMap<FileLocation, V>, place: &FileLocation) -> Vec<FileLocation> {
    let below = FileLocation { file: place.file, pointer: place.pointer.append("/") };
    let is_below =
        |other: &&FileLocation| other.file == place.file && other.pointer.as_str().starts_with(below.pointer.as_str());
    let inner = all.range(&below..).map(|(at, _)| at).take_while(is_below);
    all.get_key_value(place).map(|(at, _)| at).into_iter().chain(inner).cloned().collect()
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
