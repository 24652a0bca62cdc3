//! Diagnostics, and the limits on the depth and the size of the expansion of a description.
//!
//! References, `allOf` and members that several parts declare lead from one schema to the next and can expand the same
//! schema in many places. Sane descriptions do so only a few levels deep and a few times. Beyond the limits the stage
//! uses a placeholder for the rest and ends with the error.

use indexmap::IndexMap;
use openapiv3::MediaType;

use super::input::{Input, Site};
use crate::base::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::base::pointer::Pointer;
use crate::config::{At, UsedEntries};
use crate::read::document::{MAX_MEDIA_TYPES, MAX_MEMBERS, expansion_error, max_expanded_size};

/// Maximum number of unresolved references for which a name is suggested.
const MAX_SUGGESTIONS: usize = 50;

/// The diagnostics, the used configuration entries, and the limits.
pub(super) struct Log<'d> {
    pub(super) input: &'d Input<'d>,
    pub(super) sink: &'d mut Sink,
    pub(super) used: &'d mut UsedEntries,
    /// The number of suggestions that are left.
    pub(super) suggestions: usize,
    /// The number of schemas around the current one.
    pub(super) depth: usize,
    /// The remaining budget, in bytes.
    room: usize,
    exceeded: Option<Box<Diagnostic>>,
}

impl<'d> Log<'d> {
    pub(super) fn new(input: &'d Input<'d>, sink: &'d mut Sink, used: &'d mut UsedEntries) -> Self {
        let room = max_expanded_size(input.document.size);
        Self { input, sink, used, suggestions: MAX_SUGGESTIONS, depth: 0, room, exceeded: None }
    }

    /// Returns the error that ends the run, if a limit was exceeded.
    pub(super) fn close(self) -> Result<(), Box<Diagnostic>> {
        self.exceeded.map_or(Ok(()), Err)
    }

    /// Returns `true` if a limit was exceeded and nothing more should be lowered.
    pub(super) fn is_exceeded(&self) -> bool {
        self.exceeded.is_some()
    }
}

impl Log<'_> {
    pub(super) fn warn(&mut self, code: Code, message: impl Into<String>, pointer: &Pointer, help: &str) {
        let location = Location::Pointer(pointer.clone());
        self.sink.push(Diagnostic::warning(code, message).at(&self.input.document.source, location).help(help));
    }

    /// Emits a warning about a configuration entry.
    pub(super) fn warn_of_entry(&mut self, code: Code, message: impl Into<String>, at: At, help: &str) {
        self.sink.push(self.input.config.locate(Diagnostic::warning(code, message), at).help(help));
    }

    /// Returns the name that the configuration assigns to an enum value; the configuration uses locations of the
    /// description.
    pub(super) fn configured_code(&mut self, site: &Site, code: i64) -> Option<String> {
        let place = self.input.document.source_map.trace(site.pointer.as_str());
        self.input.config.code_name(place.pointer.as_str(), code, self.used).map(str::to_owned)
    }

    /// Reports an error because the schema is nested too deeply.
    pub(super) fn too_deep(&mut self, at: &Pointer) {
        let message = format!("a schema is nested in more than {MAX_DEPTH} others");
        self.exceed(message, "refer to the final schema directly, without intermediate references", at);
    }

    /// Reports an error if one type or operation has too many parts.
    pub(super) fn check_parts(&mut self, count: usize, what: &str, at: &Pointer) {
        self.check_count(count, MAX_MEMBERS, what, "use a pattern or a map instead", at);
    }

    /// Reports an error if a body or a response has too many media types.
    pub(super) fn check_media_types(&mut self, content: &IndexMap<String, MediaType>, at: &Pointer) {
        let help = "use one media type for all, such as `*/*`";
        self.check_count(content.len(), MAX_MEDIA_TYPES, "media types of one body or response", help, at);
        // Many operations may refer to the same media types.
        self.take(content.len() * MEDIA_TYPE_COST, at);
    }

    /// Reports an error if there are too many of something.
    pub(super) fn check_count(&mut self, count: usize, most: usize, what: &str, help: &str, at: &Pointer) {
        if count > most {
            self.exceed(format!("there are more than {most} {what}"), help, at);
        }
    }

    fn exceed(&mut self, message: String, help: &str, at: &Pointer) {
        let place = Location::Pointer(at.clone());
        let problem = Diagnostic::error(Code::ExpansionTooLarge, message).at(&self.input.document.source, place);
        self.exceeded.get_or_insert(Box::new(problem.help(help)));
    }

    /// Takes the cost of a member or a part with texts of the given size from the budget. Returns `false` if it is
    /// exceeded.
    pub(super) fn has_room(&mut self, bytes: usize, at: &Pointer) -> bool {
        self.take(bytes.saturating_add(MEMBER_COST), at)
    }

    /// Takes the given number of bytes from the budget. Returns `false` if they exceed it.
    pub(super) fn take(&mut self, bytes: usize, at: &Pointer) -> bool {
        if self.is_exceeded() {
            return false;
        }
        match self.room.checked_sub(bytes) {
            Some(room) => self.room = room,
            None => {
                let help = "replace repeated `allOf` or parameters with a reference to one schema";
                self.exceeded = Some(expansion_error(&self.input.document.source, at, help));
            }
        }
        !self.is_exceeded()
    }
}

/// Maximum number of types or operations. The largest known description has a third of either; a crate with more would
/// take hours to compile.
pub(super) const MAX_ITEMS: usize = 60_000;

/// Maximum number of operation groups; each has its own files.
pub(super) const MAX_GROUPS: usize = 4_000;

/// The cost of lowering a member or a part without its texts, in bytes.
const MEMBER_COST: usize = 32;

/// The cost of lowering a media type, in bytes.
const MEDIA_TYPE_COST: usize = 64;

/// Maximum nesting depth of schemas, including resolved references and aliases. The parser allows less within one
/// document, and rustc rejects types nested this deeply.
pub(super) const MAX_DEPTH: usize = 128;
