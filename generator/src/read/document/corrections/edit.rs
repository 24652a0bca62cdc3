//! Records the edits of corrections, to trace a location in the corrected description back to its origin.

use crate::base::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::base::pointer::Pointer;

/// The effect of one edit of a correction on the locations of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// A value of the correction was written to a location: the location, and that in the correction.
    Write(Pointer, Pointer),
    /// An element was removed from a list, which shifts those behind it.
    Remove(Pointer, usize),
}

/// The origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A location in the correction.
    Correction(Pointer),
    /// A location in the description, as it was before the edit.
    Description(Pointer),
}

impl Edit {
    /// Returns the origin of a location, before the edit.
    pub(super) fn before(&self, place: Pointer) -> Origin {
        match self {
            Self::Write(at, from) if place.is_within(at) => {
                Origin::Correction(from.append(&place.as_str()[at.as_str().len()..]))
            }
            Self::Remove(list, removed) if place.is_within(list) => {
                let below = place.as_str()[list.as_str().len()..].trim_start_matches('/');
                let (step, rest) = below.split_at(below.find('/').unwrap_or(below.len()));
                match step.parse::<usize>() {
                    Ok(index) if index >= *removed => Origin::Description(list.index(index + 1).append(rest)),
                    _ => Origin::Description(place),
                }
            }
            _ => Origin::Description(place),
        }
    }
}

/// Reads one correction.
pub(super) struct CorrectionReader<'a> {
    pub(super) name: &'a str,
    pub(super) sink: &'a mut Sink,
}

impl CorrectionReader<'_> {
    fn place(&self, at: &Pointer) -> Location {
        Location::Pointer(at.clone())
    }

    pub(super) fn invalid(&self, at: &Pointer, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
        let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
        Box::new(problem.at(self.name, self.place(at)).help(help))
    }

    pub(super) fn unmatched(&mut self, at: &Pointer, message: impl Into<String>) {
        let help = "remove it if the API has been fixed, or update its path";
        let diagnostic = Diagnostic::warning(Code::OverrideUnused, message);
        self.sink.push(diagnostic.at(self.name, self.place(at)).help(help));
    }

    pub(super) fn warn_no_effect(&mut self, at: &Pointer, message: &str) {
        let message = format!("{message}: the description already has this content");
        let diagnostic = Diagnostic::warning(Code::OverrideUnused, message);
        self.sink.push(diagnostic.at(self.name, self.place(at)).help("remove it"));
    }
}

#[cfg(test)]
mod tests {
    use super::{Edit, Origin};
    use crate::base::pointer::Pointer;

    fn pointer(text: &str) -> Pointer {
        Pointer::root().append(text)
    }

    #[test]
    fn places_are_found_again() {
        let written = Edit::Write(pointer("/a"), pointer("/0/value"));
        let removed = Edit::Remove(pointer("/l"), 1);
        let rows = [
            (&written, "/a/b", Origin::Correction(pointer("/0/value/b"))),
            (&written, "/ab", Origin::Description(pointer("/ab"))),
            (&removed, "/l/0/x", Origin::Description(pointer("/l/0/x"))),
            (&removed, "/l/1/x", Origin::Description(pointer("/l/2/x"))),
            (&removed, "/l", Origin::Description(pointer("/l"))),
        ];
        for (edit, place, expected) in rows {
            assert_eq!(edit.before(pointer(place)), expected, "{place}");
        }
    }
}
