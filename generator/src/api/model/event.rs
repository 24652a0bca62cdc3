//! Events that the server sends.

use super::{Docs, Type};
use crate::base::pointer::Pointer;

/// An event: a request that the server sends to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The name in the description.
    pub wire: String,
    /// The type of its body.
    pub ty: Type,
    /// The headers of the request, in lower case.
    pub headers: Vec<String>,
    /// The docs of the description.
    pub docs: Docs,
    /// The location in the description.
    pub origin: Pointer,
}

/// Normalizes the name of an event for comparison: descriptions write `issues-opened`, `issues/opened` or
/// `/ISSUES_OPENED` for `issues` and `opened` on the wire. The support code has the same rule.
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
        for line in include_str!("../../../../templates/src/runtime_tests/event_names.txt").lines() {
            let (written, compared) = line.split_once(" = ").unwrap();
            assert_eq!(plain_event(written), compared);
        }
    }
}
