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
    let lower = name.chars().flat_map(char::to_lowercase);
    let plain: String = lower.map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    plain.trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain_event;

    #[test]
    fn names_are_compared_as_the_support_code_compares_them() {
        for line in include_str!("../../../templates/src/runtime_tests/event_names.txt").lines() {
            let (written, compared) = line.split_once(" = ").unwrap();
            assert_eq!(plain_event(written), compared);
        }
    }
}
