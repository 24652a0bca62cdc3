//! Limits on the depth and the size of the expansion of a description.
//!
//! References, `allOf` and members that several parts declare lead from one schema to the next and can expand the same
//! schema in many places. Sane descriptions do so only a few levels deep and a few times. Beyond the limits the stage
//! uses a placeholder for the rest and ends with the error.

use crate::diagnostic::Diagnostic;
use crate::document::{allowance, expanded};
use crate::pointer::Pointer;

/// The remaining budget.
#[derive(Debug)]
pub(super) struct Bounds {
    pub(super) depth: usize,
    room: usize,
    pub(super) exceeded: Option<Box<Diagnostic>>,
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
