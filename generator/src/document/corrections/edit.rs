//! Records the steps of corrections, to trace a location in the corrected description back to its origin.

use crate::diagnostic::{Code, Diagnostic, Location};
use crate::pointer::Pointer;

/// The effect of one step of a correction on the locations of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    /// Elements of lists whose index changed, in the order of the changes.
    pub(super) shifts: Vec<ElementShift>,
    /// The location of a written value, and its origin.
    pub(super) written: Option<(Pointer, Origin)>,
}

/// An element that was inserted into a list or removed from it, which shifts the elements behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ElementShift {
    pub(super) list: Pointer,
    pub(super) index: usize,
    pub(super) inserted: bool,
}

/// The origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A location in the correction.
    Correction(Pointer),
    /// A location in the description, as it was before the step.
    Description(Pointer),
}

impl Edit {
    /// Records that a value of the correction was written to a member, or replaced an element.
    pub(super) fn write(at: Pointer, from: Pointer) -> Self {
        Self { shifts: Vec::new(), written: Some((at, Origin::Correction(from))) }
    }

    /// Records that a value of the correction was inserted into a list.
    pub(super) fn insert(list: &Pointer, index: usize, from: Pointer) -> Self {
        let shift = ElementShift { list: list.clone(), index, inserted: true };
        Self { shifts: vec![shift], ..Self::write(list.index(index), from) }
    }

    /// Records that an element was removed from a list.
    pub(super) fn remove(list: Pointer, index: usize) -> Self {
        Self { shifts: vec![ElementShift { list, index, inserted: false }], written: None }
    }

    /// Returns the origin of a location, before the step.
    pub(super) fn before(&self, place: Pointer) -> Origin {
        if let Some((at, origin)) = self.written.as_ref().filter(|(at, _)| place.is_within(at)) {
            let rest = &place.as_str()[at.as_str().len()..];
            return match origin {
                Origin::Correction(from) => Origin::Correction(from.append(rest)),
                Origin::Description(from) => Origin::Description(from.append(rest)),
            };
        }
        Origin::Description(self.shifts.iter().rev().fold(place, |place, shift| shift.before(place)))
    }
}

impl ElementShift {
    fn before(&self, place: Pointer) -> Pointer {
        let below = place.as_str().strip_prefix(self.list.as_str()).and_then(|rest| rest.strip_prefix('/'));
        let Some(below) = below else { return place };
        let (step, rest) = below.split_at(below.find('/').unwrap_or(below.len()));
        match step.parse::<usize>() {
            Ok(index) if self.inserted && index > self.index => self.list.index(index - 1).append(rest),
            Ok(index) if !self.inserted && index >= self.index => self.list.index(index + 1).append(rest),
            _ => place,
        }
    }
}

/// Reads one correction and collects its diagnostics.
pub(super) struct CorrectionReader<'a> {
    pub(super) name: &'a str,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl CorrectionReader<'_> {
    fn place(&self, at: &Pointer) -> Location {
        Location::Pointer(at.to_string())
    }

    pub(super) fn invalid(&self, at: &Pointer, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
        let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
        Box::new(problem.at(self.name, self.place(at)).help(help))
    }

    pub(super) fn unmatched(&mut self, at: &Pointer, message: impl Into<String>) {
        let help = "remove it if the API has been fixed, or update its path";
        let diagnostic = Diagnostic::warning(Code::OverrideUnused, message);
        self.diagnostics.push(diagnostic.at(self.name, self.place(at)).help(help));
    }

    pub(super) fn needless(&mut self, at: &Pointer, message: &str) {
        let message = format!("{message}: the description already has this content");
        let diagnostic = Diagnostic::warning(Code::OverrideNeedless, message);
        self.diagnostics.push(diagnostic.at(self.name, self.place(at)).help("remove it"));
    }
}

#[cfg(test)]
mod tests {
    use super::{Edit, Origin};
    use crate::pointer::Pointer;

    fn pointer(text: &str) -> Pointer {
        Pointer::root().append(text)
    }

    #[test]
    fn places_are_found_again() {
        let written = |at: &str, from: &str| Edit::write(pointer(at), pointer(from));
        let rows = [
            (written("/a", "/0/value"), "/a/b", Origin::Correction(pointer("/0/value/b"))),
            (written("/a", "/0/value"), "/ab", Origin::Description(pointer("/ab"))),
            (Edit::remove(pointer("/l"), 1), "/l/0/x", Origin::Description(pointer("/l/0/x"))),
            (Edit::remove(pointer("/l"), 1), "/l/1/x", Origin::Description(pointer("/l/2/x"))),
            (Edit::remove(pointer("/l"), 1), "/l", Origin::Description(pointer("/l"))),
            (Edit::insert(&pointer("/l"), 1, pointer("/v")), "/l/1/x", Origin::Correction(pointer("/v/x"))),
            (Edit::insert(&pointer("/l"), 1, pointer("/v")), "/l/2/x", Origin::Description(pointer("/l/1/x"))),
            (Edit::insert(&pointer("/l"), 1, pointer("/v")), "/l/0", Origin::Description(pointer("/l/0"))),
        ];
        for (edit, place, expected) in rows {
            assert_eq!(edit.before(pointer(place)), expected, "{place}");
        }
    }
}
