//! Events that the server sends by itself.

use super::{Docs, Type};
use crate::pointer::Pointer;

/// An event: a request that the server sends by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What the description calls it.
    pub wire: String,
    /// What its body holds.
    pub ty: Type,
    /// The headers that it comes with, in lower case.
    pub headers: Vec<String>,
    /// What the description says of it.
    pub docs: Docs,
    /// Where it stands in the description.
    pub origin: Pointer,
}

/// What names an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventPlace {
    /// A header, in lower case.
    Header(String),
    /// A member of the body.
    Member(String),
}

/// The name of an event as it is compared: descriptions write `issues-opened`, `issues/opened` or `/ISSUES_OPENED` for what
/// is `issues` and `opened` on the wire. The support code has the same rule.
#[must_use]
pub fn plain_event(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    plain.trim_matches('_').to_owned()
}
