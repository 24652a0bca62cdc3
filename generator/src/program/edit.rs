//! Edits of a text. Code that moves is taken over with the edits inside it.

use std::ops::Range;

/// Replaces a range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) pieces: Vec<Piece>,
    /// `true` if the code in the range moves to another place, so that it is not replaced there.
    pub(super) is_place: bool,
}

/// A part of a replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// New text.
    Text(String),
    /// A range of the old text, with its own edits.
    Source(Range<usize>),
}

impl Edit {
    /// Replaces a range by new text.
    pub(super) fn replace(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { range, pieces: vec![Piece::Text(text.into())], is_place: false }
    }

    /// Inserts new text.
    pub(super) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at..at, text)
    }

    /// Returns `true` if two edits change the same code in different ways.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let (one, two) = (&self.range, &other.range);
        self != other && one.start < two.end && two.start < one.end
    }

    /// Removes a range.
    pub(super) fn remove(range: Range<usize>) -> Self {
        Self { range, pieces: Vec::new(), is_place: false }
    }
}

/// A text with edits that are applied together.
#[derive(Clone, Debug)]
pub(super) struct Edits<'t> {
    text: &'t str,
    /// Sorted by position, the outer before the inner.
    edits: Vec<Edit>,
}

impl<'t> Edits<'t> {
    /// Keeps the edits that fit together: of two that overlap, the first, unless one contains the other.
    pub(super) fn new(text: &'t str, edits: Vec<Edit>) -> Self {
        let mut kept: Vec<Edit> = Vec::new();
        for edit in edits {
            let is_valid = text.get(edit.range.clone()).is_some();
            if is_valid && !kept.contains(&edit) && !kept.iter().any(|known| conflicts(&known.range, &edit.range)) {
                kept.push(edit);
            }
        }
        // An insertion comes before what starts at the same position.
        kept.sort_by_key(|edit| (edit.range.start, !edit.range.is_empty(), std::cmp::Reverse(edit.range.end)));
        Self { text, edits: kept }
    }

    /// Returns the edited text.
    pub(super) fn apply(&self) -> String {
        let mut edited = String::with_capacity(self.text.len());
        self.render(0..self.text.len(), false, &mut edited);
        edited
    }

    /// Appends a range with the edits inside it. Code that moved is not replaced by what takes its place.
    fn render(&self, range: Range<usize>, is_moved: bool, edited: &mut String) {
        let mut at = range.start;
        for edit in &self.edits {
            let is_inside = edit.range.start >= at && edit.range.end <= range.end;
            if !is_inside || (is_moved && edit.is_place && edit.range.end == range.end) {
                continue;
            }
            edited.push_str(&self.text[at..edit.range.start]);
            for piece in &edit.pieces {
                match piece {
                    Piece::Text(text) => edited.push_str(text),
                    Piece::Source(source) => self.render(source.clone(), true, edited),
                }
            }
            at = edit.range.end;
        }
        edited.push_str(&self.text[at..range.end]);
    }

    /// Returns the position after the edits for a position in the old text.
    pub(super) fn position(&self, old: usize) -> usize {
        let mut prefix = String::new();
        let outer = self.edits.iter().find(|edit| edit.range.start < old && old < edit.range.end);
        self.render(0..outer.map_or(old, |edit| edit.range.start), false, &mut prefix);
        prefix.len()
    }
}

/// Returns `true` if two ranges overlap and neither contains the other.
fn conflicts(one: &Range<usize>, other: &Range<usize>) -> bool {
    let overlap = one.start < other.end && other.start < one.end;
    let contains = |outer: &Range<usize>, inner: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
    overlap && (one == other || (!contains(one, other) && !contains(other, one)))
}

#[cfg(test)]
mod tests {
    use super::{Edit, Edits, Piece};

    #[test]
    fn moved_code_is_edited_too() {
        let text = "f(a.old(), b).c(1)";
        let swap = Edit {
            range: 2..12,
            pieces: vec![Piece::Source(11..12), Piece::Text(", ".to_owned()), Piece::Source(2..9)],
            is_place: true,
        };
        let edits = vec![swap, Edit::replace(4..7, "new"), Edit::remove(13..18)];
        let edits = Edits::new(text, edits);
        assert_eq!(edits.apply(), "f(b, a.new())");
        assert_eq!((edits.position(0), edits.position(13)), (0, 13));
        assert_eq!(edits.position(5), 2);
    }

    #[test]
    fn insertions_come_before_what_starts_at_their_position() {
        let edits = vec![Edit::remove(1..3), Edit::insert(1, "x"), Edit::replace(2..3, "y")];
        assert_eq!(Edits::new("abc", edits).apply(), "ax");
    }

    #[test]
    fn of_overlapping_edits_the_first_is_applied() {
        let edits = vec![Edit::replace(0..2, "x"), Edit::replace(1..3, "y"), Edit::replace(0..2, "z")];
        assert_eq!(Edits::new("abc", edits).apply(), "xc");
        assert_eq!(Edits::new("ä", vec![Edit::replace(1..2, "x")]).apply(), "ä");
    }
}
