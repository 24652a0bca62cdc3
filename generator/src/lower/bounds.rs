//! How deep and how far a description may be followed.
//!
//! References, `allOf` and members that several parts declare lead from one schema into the next, and may write out what
//! stands once at many places. A sound description does so a few steps deep and a few times over. Where one goes beyond
//! that, the stage carries on with nothing in place of the rest, and ends with the problem.

use indexmap::IndexMap;
use openapiv3::MediaType;

use super::Lowering;
use crate::diagnostic::{Code, Diagnostic, Location};
use crate::document::{MAX_MEDIA_TYPES, MAX_MEMBERS, allowance, expanded};
use crate::pointer::Pointer;

/// How many schemas may stand inside each other, over references that are followed, or be nothing but other names for the
/// next one. What a parser lets through as one text is less, and the compiler gives up on types of this depth.
pub(super) const MAX_DEPTH: usize = 128;

/// How many types or operations there may be. The largest description known has a third of either; what has more was not
/// written to be called, and its crate would take hours to compile.
const MAX_ITEMS: usize = 60_000;

/// How many members, values or alternatives one type may have, and parameters one operation.
const MAX_PARTS: usize = MAX_MEMBERS;

/// How many groups the operations may fall into: each has files of its own.
const MAX_GROUPS: usize = 4_000;

/// What the lowering of a member or of a part costs besides its texts, in bytes.
const OF_MEMBER: usize = 32;

/// What the lowering of a media type costs, in bytes.
const OF_MEDIA_TYPE: usize = 64;

/// What is left.
#[derive(Debug)]
pub(super) struct Bounds {
    depth: usize,
    room: usize,
    exceeded: Option<Box<Diagnostic>>,
}

impl Bounds {
    /// Those of a description of so many bytes.
    pub(super) fn of(bytes: usize) -> Self {
        Self { depth: 0, room: allowance(bytes), exceeded: None }
    }

    /// The problem that ends the run, if there is one.
    pub(super) fn close(self) -> Result<(), Box<Diagnostic>> {
        self.exceeded.map_or(Ok(()), Err)
    }

    /// Takes room for so many bytes. Whether there was enough.
    pub(super) fn take(&mut self, bytes: usize, at: &Pointer, source: &str) -> bool {
        if self.are_exceeded() {
            return false;
        }
        match self.room.checked_sub(bytes) {
            Some(room) => self.room = room,
            None => {
                let help = "share what repeats by a reference to a schema, in place of `allOf` or of parameters";
                self.exceeded = Some(expanded(source, at, help));
            }
        }
        !self.are_exceeded()
    }

    /// Returns `true` if nothing more is to be made.
    pub(super) fn are_exceeded(&self) -> bool {
        self.exceeded.is_some()
    }
}

impl Lowering<'_> {
    /// Does one step deeper, if there may be one; else there is what stands in for it.
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

    /// The run ends, since the schema here is reached over too many others.
    pub(super) fn too_deep(&mut self, at: &Pointer) {
        let message = format!("a schema is reached over more than {MAX_DEPTH} others");
        let place = Location::Pointer(at.as_str().to_owned());
        let problem = Diagnostic::error(Code::NestedTooDeeply, message).at(self.source, place);
        let help = "refer to the schema itself, in place of one that refers or adds to the next";
        self.bounds.exceeded.get_or_insert(Box::new(problem.help(help)));
    }

    /// The run ends where there are too many types, operations or groups.
    pub(super) fn check_items(&mut self, at: &Pointer) {
        let groups = (self.groups.len(), MAX_GROUPS, "groups of operations", "give operations tags that they share");
        let types = (self.types.len(), MAX_ITEMS, "types", "refer to schemas in place of writing them out each time");
        let operations = (self.operations.len(), MAX_ITEMS, "operations", "split the description");
        for (count, most, what, help) in [groups, types, operations] {
            self.check_count(count, most, what, help, at);
        }
    }

    /// The run ends where one type or operation has too many parts.
    pub(super) fn check_parts(&mut self, count: usize, what: &str, at: &Pointer) {
        self.check_count(count, MAX_PARTS, what, "describe them in another way, such as by a pattern or a map", at);
    }

    /// The run ends if a body or a response has too many media types.
    pub(super) fn check_media_types(&mut self, content: &IndexMap<String, MediaType>, at: &Pointer) {
        let help = "write one media type for all, such as `*/*`";
        self.check_count(content.len(), MAX_MEDIA_TYPES, "media types of one body or response", help, at);
        // Many operations may refer to the same ones.
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

    /// Takes room for a member or a part with texts of so many bytes. Whether there was enough.
    pub(super) fn has_room(&mut self, bytes: usize, at: &Pointer) -> bool {
        self.bounds.take(bytes.saturating_add(OF_MEMBER), at, self.source)
    }
}
