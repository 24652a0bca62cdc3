//! Sample values for tests.

use super::structure::Member;

/// A sample value of a type for tests, and its setters.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    /// The value.
    pub(crate) json: String,
    /// The fields that have no other setter.
    pub(crate) setters: Vec<Member>,
    /// The names of the fields that can be made absent.
    pub(crate) absent: Vec<String>,
}
