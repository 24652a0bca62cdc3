//! The state of the walk over a description, and its reports.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::version::Versions;
use crate::diagnostic::{Code, Diagnostic, Location, Severity};
use crate::document::references::MAX_REFERENCES;
pub(super) use crate::pointer::PathSegment;
use crate::pointer::{Pointer, percent_decoded};
use crate::suggestion::closest_match;

/// Maximum number of pairs of letters that are compared to find suggestions.
const MAX_COMPARISONS: usize = 100_000_000;

pub(super) type Members = Map<String, Value>;

/// The state of the walk, and its diagnostics.
pub(super) struct SpecificationWalk<'v> {
    pub(super) root: &'v Value,
    pub(super) version: Versions,
    /// The operations by id, with their locations.
    pub(super) operation_ids: HashMap<&'v str, String>,
    /// References in `allOf`: their targets are parts of other schemas.
    pub(super) parts: HashSet<&'v str>,
    source: &'v str,
    /// The location where the walk started.
    pub(super) start: Pointer,
    pub(super) steps: Vec<PathSegment<'v>>,
    /// The severity of problems in the current value: `Info` in a field that does not affect the client.
    pub(super) severity: Severity,
    pub(super) found: Vec<Diagnostic>,
    /// Number of pairs of letters that may still be compared to find suggestions.
    room: usize,
    /// Diagnostics that apply only to schemas that are used directly, with the reference that would make each a part.
    pub(super) pending: Vec<(String, Diagnostic)>,
}

impl<'v> SpecificationWalk<'v> {
    pub(super) fn new(root: &'v Value, version: Versions, source: &'v str) -> Self {
        Self {
            root,
            version,
            operation_ids: HashMap::new(),
            parts: HashSet::new(),
            source,
            start: Pointer::root(),
            steps: Vec::new(),
            severity: Severity::Warning,
            found: Vec::new(),
            room: MAX_COMPARISONS,
            pending: Vec::new(),
        }
    }

    /// The steps to the value that is looked at.
    pub(super) fn steps(&self) -> &[PathSegment<'v>] {
        &self.steps
    }

    /// Returns the location of the current value, or of something below it.
    pub(super) fn place(&self, below: &[PathSegment<'_>]) -> String {
        self.start.join(self.steps.iter().chain(below)).to_string()
    }

    /// Returns the closest match of a name, as long as there is room for the comparison with all known names.
    pub(super) fn closest<'n>(&mut self, name: &str, known: &[&'n str]) -> Option<&'n str> {
        let cost =
            if self.room == 0 { 0 } else { name.len() * known.iter().map(|known| known.len() + 1).sum::<usize>() };
        self.room = self.room.saturating_sub(cost);
        (self.room > 0).then(|| closest_match(name, known.iter().copied(), true)).flatten()
    }

    /// Reports something about the value that is looked at, or about a member of it.
    pub(super) fn report(
        &mut self,
        code: Code,
        message: impl Into<String>,
        below: &[PathSegment<'_>],
        help: impl Into<String>,
    ) {
        let diagnostic = self.diagnostic(code, message, below, help);
        self.found.push(diagnostic);
    }

    /// Reports a problem that has no effect on the client.
    pub(super) fn report_info(
        &mut self,
        code: Code,
        message: impl Into<String>,
        below: &[PathSegment<'_>],
        help: impl Into<String>,
    ) {
        let severity = std::mem::replace(&mut self.severity, Severity::Info);
        self.report(code, message, below, help);
        self.severity = severity;
    }

    /// Reports a problem of a field, as an info if the field does not affect the client.
    pub(super) fn report_field(
        &mut self,
        is_effective: bool,
        code: Code,
        message: impl Into<String>,
        below: &[PathSegment<'_>],
        help: impl Into<String>,
    ) {
        if is_effective {
            self.report(code, message, below, help);
        } else {
            self.report_info(code, message, below, help);
        }
    }

    /// Reports a diagnostic about a schema unless it turns out to be a part of another one.
    pub(super) fn report_unless_part(
        &mut self,
        code: Code,
        message: impl Into<String>,
        below: &[PathSegment<'_>],
        help: impl Into<String>,
    ) {
        let diagnostic = self.diagnostic(code, message, below, help);
        let reference = format!("#{}", self.place(&[]));
        self.pending.push((reference, diagnostic));
    }

    fn diagnostic(
        &self,
        code: Code,
        message: impl Into<String>,
        below: &[PathSegment<'_>],
        help: impl Into<String>,
    ) -> Diagnostic {
        let place = Location::Pointer(self.place(below));
        let diagnostic = Diagnostic::warning(code, message).at(self.source, place).help(help);
        Diagnostic { severity: self.severity, ..diagnostic }
    }
}

pub(super) fn text<'v>(members: &'v Members, name: &str) -> Option<&'v str> {
    members.get(name)?.as_str()
}

/// Follows local references, or returns `None` for one that is not local or unresolved.
pub(super) fn resolved<'v>(root: &'v Value, value: &'v Value) -> Option<&'v Value> {
    match value.as_object() {
        Some(members) if members.contains_key("$ref") => target(root, members),
        _ => Some(value),
    }
}

/// Returns the final target of a local reference.
pub(super) fn target<'v>(root: &'v Value, mut members: &'v Members) -> Option<&'v Value> {
    for _ in 0..MAX_REFERENCES {
        let reference = text(members, "$ref")?.strip_prefix('#')?;
        let value = root.pointer(&percent_decoded(reference))?;
        match value.as_object() {
            Some(next) if next.contains_key("$ref") => members = next,
            _ => return Some(value),
        }
    }
    None
}
