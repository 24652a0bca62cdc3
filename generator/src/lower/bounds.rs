//! Limits on the depth and the size of the expansion of a description.
//!
//! References, `allOf` and members that several parts declare lead from one schema to the next and can expand the same
//! schema in many places. Sane descriptions do so only a few levels deep and a few times. Beyond the limits the stage
//! uses a placeholder for the rest and ends with the error.

use indexmap::IndexMap;
use openapiv3::MediaType;

use super::Lowering;
use crate::diagnostic::{Code, Diagnostic, Location};
use crate::document::{MAX_MEDIA_TYPES, MAX_MEMBERS, allowance, expanded};
use crate::pointer::Pointer;

/// Maximum nesting depth of schemas, including resolved references and aliases. The parser allows less within one
/// document, and rustc rejects types nested this deeply.
pub(super) const MAX_DEPTH: usize = 128;

/// Maximum number of types or operations. The largest known description has a third of either; a crate with more would
/// take hours to compile.
const MAX_ITEMS: usize = 60_000;

/// Maximum number of members, values or alternatives of a type, and of parameters of an operation.
const MAX_PARTS: usize = MAX_MEMBERS;

/// Maximum number of operation groups; each has its own files.
const MAX_GROUPS: usize = 4_000;

/// The cost of lowering a member or a part without its texts, in bytes.
const OF_MEMBER: usize = 32;

/// The cost of lowering a media type, in bytes.
const OF_MEDIA_TYPE: usize = 64;

/// The remaining budget.
#[derive(Debug)]
pub(super) struct Bounds {
    depth: usize,
    room: usize,
    exceeded: Option<Box<Diagnostic>>,
}

impl Bounds {
    /// Creates the bounds for a description of the given size.
    pub(super) fn new(bytes: usize) -> Self {
        Self { depth: 0, room: allowance(bytes), exceeded: None }
    }

    /// Returns the error that ends the run, if a limit was exceeded.
    pub(super) fn close(self) -> Result<(), Box<Diagnostic>> {
        self.exceeded.map_or(Ok(()), Err)
    }

    /// Takes the given number of bytes from the budget. Returns `false` if they exceed it.
    pub(super) fn take(&mut self, bytes: usize, at: &Pointer, source: &str) -> bool {
        if self.are_exceeded() {
            return false;
        }
        match self.room.checked_sub(bytes) {
            Some(room) => self.room = room,
            None => {
                let help = "replace repeated `allOf` or parameters with a reference to one schema";
                self.exceeded = Some(expanded(source, at, help));
            }
        }
        !self.are_exceeded()
    }

    /// Returns `true` if a limit was exceeded and nothing more should be lowered.
    pub(super) fn are_exceeded(&self) -> bool {
        self.exceeded.is_some()
    }
}

impl Lowering<'_> {
    /// Runs `step` one level deeper, or returns `or` if that is too deep.
    pub(super) fn deeper<T>(&mut self, at: &Pointer, or: T, step: impl FnOnce(&mut Self) -> T) -> T {
        if self.bounds.are_exceeded() {
            return or;
        }
        if self.bounds.depth == MAX_DEPTH {
            self.too_deep(at);
            return or;
        }
        self.bounds.depth += 1;
        let made = step(self);
        self.bounds.depth -= 1;
        made
    }

    /// Ends the run because the schema is nested too deeply.
    pub(super) fn too_deep(&mut self, at: &Pointer) {
        let message = format!("a schema is nested in more than {MAX_DEPTH} others");
        let place = Location::Pointer(at.as_str().to_owned());
        let problem = Diagnostic::error(Code::NestedTooDeeply, message).at(self.source, place);
        let help = "refer to the final schema directly, without intermediate references";
        self.bounds.exceeded.get_or_insert(Box::new(problem.help(help)));
    }

    /// Ends the run if there are too many types, operations or groups.
    pub(super) fn check_items(&mut self, at: &Pointer) {
        let groups = (self.groups.len(), MAX_GROUPS, "groups of operations", "use the same tag for several operations");
        let types = (self.types.len(), MAX_ITEMS, "types", "replace repeated schemas with references");
        let operations = (self.operations.len(), MAX_ITEMS, "operations", "split the description");
        for (count, most, what, help) in [groups, types, operations] {
            self.check_count(count, most, what, help, at);
        }
    }

    /// Ends the run if one type or operation has too many parts.
    pub(super) fn check_parts(&mut self, count: usize, what: &str, at: &Pointer) {
        self.check_count(count, MAX_PARTS, what, "use a pattern or a map instead", at);
    }

    /// Ends the run if a body or a response has too many media types.
    pub(super) fn check_media_types(&mut self, content: &IndexMap<String, MediaType>, at: &Pointer) {
        let help = "use one media type for all, such as `*/*`";
        self.check_count(content.len(), MAX_MEDIA_TYPES, "media types of one body or response", help, at);
        // Many operations may refer to the same media types.
        self.bounds.take(content.len() * OF_MEDIA_TYPE, at, self.source);
    }

    fn check_count(&mut self, count: usize, most: usize, what: &str, help: &str, at: &Pointer) {
        if count > most {
            let place = Location::Pointer(at.as_str().to_owned());
            let message = format!("there are more than {most} {what}");
            let problem = Diagnostic::error(Code::ExpansionTooLarge, message).at(self.source, place);
            self.bounds.exceeded.get_or_insert(Box::new(problem.help(help)));
        }
    }

    /// Takes the cost of a member or a part with texts of the given size from the budget. Returns `false` if it is
    /// exceeded.
    pub(super) fn has_room(&mut self, bytes: usize, at: &Pointer) -> bool {
        self.bounds.take(bytes.saturating_add(OF_MEMBER), at, self.source)
    }
}
