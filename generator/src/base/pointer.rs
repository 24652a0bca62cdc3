//! JSON pointers (RFC 6901), which identify locations in a description.

use std::fmt;

/// A JSON pointer; the empty one is the whole document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pointer(String);

impl Pointer {
    /// Returns the pointer to the whole document.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// Returns the pointer to a component.
    #[must_use]
    pub fn component(section: &str, name: &str) -> Self {
        Self::root().child("components").child(section).child(name)
    }

    /// Returns the pointer to a member or element below this one.
    #[must_use]
    pub fn child(&self, step: &str) -> Self {
        let mut text = String::with_capacity(self.0.len() + step.len() + 1);
        text.push_str(&self.0);
        text.push('/');
        push_escaped(&mut text, step);
        Self(text)
    }

    /// Returns the pointer to an element of an array below this one.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.child(&index.to_string())
    }

    /// Returns the reference to the location: `#/components/schemas/Story`. It is decoded when it is resolved.
    #[must_use]
    pub(crate) fn to_reference(&self) -> String {
        format!("#{}", self.0.replace('%', "%25"))
    }

    /// Returns the pointer with more segments, which must be escaped.
    #[must_use]
    pub fn append(&self, escaped: &str) -> Self {
        Self(format!("{}{escaped}", self.0))
    }

    /// Returns the pointer to the parent, and the last segment, unescaped.
    #[must_use]
    pub fn split_last(&self) -> Option<(Self, String)> {
        let (before, last) = self.0.rsplit_once('/')?;
        Some((Self(before.to_owned()), unescaped(last)))
    }

    /// Returns the segments, unescaped.
    pub(crate) fn steps(&self) -> impl Iterator<Item = String> + '_ {
        self.0.split('/').skip(1).map(unescaped)
    }

    /// Returns `true` if this pointer is equal to the other one or below it.
    #[must_use]
    pub fn is_within(&self, outer: &Self) -> bool {
        self.0.strip_prefix(&outer.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Returns the pointer with more segments.
    pub(crate) fn join<'s>(&self, segments: impl IntoIterator<Item = &'s PathSegment<'s>>) -> Self {
        segments.into_iter().fold(self.clone(), |pointer, segment| match segment {
            PathSegment::Member(name) => pointer.child(name),
            PathSegment::Element(index) => pointer.index(*index),
        })
    }

    /// Returns the text form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A segment of the path to a value.
#[derive(Clone, Copy)]
pub(crate) enum PathSegment<'v> {
    Member(&'v str),
    Element(usize),
}

/// Returns a pointer and those to the values around it, longest first.
pub(crate) fn prefixes(pointer: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(pointer), |inner| inner.rsplit_once('/').map(|(outer, _)| outer))
}

/// Returns the name in a local reference to a component, such as `Pet` in `#/components/schemas/Pet`.
///
/// References are URI fragments, so the name may be percent-encoded as well as escaped.
#[must_use]
pub fn component_name(reference: &str, section: &str) -> Option<String> {
    member_name(reference.strip_prefix("#/components/")?.strip_prefix(section)?)
}

/// Returns the name of the value that a reference to a member of the object at a pointer refers to.
pub(crate) fn name_below(reference: &str, pointer: &str) -> Option<String> {
    member_name(reference.strip_prefix('#')?.strip_prefix(pointer)?)
}

fn member_name(step: &str) -> Option<String> {
    let name = step.strip_prefix('/')?;
    let is_one_step = !name.is_empty() && !name.contains('/');
    is_one_step.then(|| unescaped(&percent_decoded(name)))
}

/// Returns a string as a segment of a pointer (RFC 6901, section 3).
pub fn escaped(text: &str) -> String {
    let mut segment = String::with_capacity(text.len());
    push_escaped(&mut segment, text);
    segment
}

fn push_escaped(pointer: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// Returns a segment of a JSON pointer without escapes (RFC 6901, section 4).
pub fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// Decodes a URI fragment (RFC 6901, section 6).
#[must_use]
pub fn percent_decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Into::into)
}

#[cfg(test)]
mod tests {
    use super::{Pointer, component_name};

    #[test]
    fn steps_are_escaped() {
        assert_eq!(Pointer::root().child("paths").child("/a~b").index(0).as_str(), "/paths/~1a~0b/0");
    }

    #[test]
    fn component_names_are_decoded() {
        assert_eq!(component_name("#/components/schemas/a~1b%7Bc%7D", "schemas").as_deref(), Some("a/b{c}"));
        assert_eq!(component_name("#/components/responses/200", "responses").as_deref(), Some("200"));
        assert_eq!(component_name("#/components/schemas/a/properties/b", "schemas"), None);
        assert_eq!(component_name("other.yaml#/components/schemas/a", "schemas"), None);
    }
}
