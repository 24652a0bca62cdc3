//! The trail to a value that cannot be read: the members and elements around it.
//!
//! Readers add their step when they return an error, innermost first, and only while [`record`] runs. A body is read
//! again with it after an error, so reading costs nothing.

use std::cell::RefCell;

use crate::wire::object_schema::ObjectSchema;

/// Maximum number of steps, since a type of the user may ignore the errors of its parts.
const MAX_STEPS: usize = 1_024;

/// A step to a value that cannot be read, or the reason.
#[derive(Clone)]
pub(crate) enum Step {
    /// The declared member at an index.
    Member(&'static ObjectSchema, usize),
    /// An undeclared member, or that of a union.
    Named(Box<str>),
    /// The element of an array or the entry of a map at an index.
    Nth(usize),
    /// A required member that is absent.
    Absent(&'static ObjectSchema, &'static str),
    /// A 0 or 1 for a boolean.
    NumberForBoolean,
    /// A text that does not have its format.
    Format,
}

thread_local! {
    static TRAIL: RefCell<Option<Vec<Step>>> = const { RefCell::new(None) };
}

/// Calls `read` and returns its result with the steps to the error, outermost first.
#[cfg(feature = "client")]
pub(crate) fn record<T>(read: impl FnOnce() -> T) -> (T, Vec<Step>) {
    TRAIL.set(Some(Vec::new()));
    let read = read();
    let mut steps = TRAIL.take().unwrap_or_default();
    steps.reverse();
    (read, steps)
}

/// Adds a step, which is created only while the trail is recorded.
#[cold]
pub(crate) fn add(step: impl FnOnce() -> Step) {
    TRAIL.with_borrow_mut(|trail| {
        if let Some(steps) = trail.as_mut().filter(|steps| steps.len() < MAX_STEPS) {
            steps.push(step());
        }
    });
}

/// Returns the number of steps, for [`forget`].
pub(crate) fn len() -> usize {
    TRAIL.with_borrow(|trail| trail.as_ref().map_or(0, Vec::len))
}

/// Removes the steps of errors that are not returned, since another alternative of a union is read.
pub(crate) fn forget(len: usize) {
    TRAIL.with_borrow_mut(|trail| {
        if let Some(steps) = trail {
            steps.truncate(len);
        }
    });
}
