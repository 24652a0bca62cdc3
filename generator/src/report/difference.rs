//! Compares two texts.

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Maximum number of compared lines, since the time is quadratic.
const MAX_LINES: usize = 1_000;

/// A line in the diff of two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    /// A line of both texts.
    Same(&'t str),
    /// A line of the old text only.
    Old(&'t str),
    /// A line of the new text only.
    New(&'t str),
}

/// A segment of one of two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segment<'t> {
    /// The segment is in both texts.
    Same(&'t str),
    /// The segment is in this text only.
    Own(&'t str),
}

impl<'t> Segment<'t> {
    /// Returns the text of the segment.
    pub(super) fn text(self) -> &'t str {
        match self {
            Self::Same(text) | Self::Own(text) => text,
        }
    }

    /// Returns a segment of the same kind with another text.
    pub(super) fn with(self, text: &'t str) -> Self {
        match self {
            Self::Same(_) => Self::Same(text),
            Self::Own(_) => Self::Own(text),
        }
    }
}

/// Returns the lines of both texts: common lines once, and removed lines before added ones.
pub(super) fn lines<'t>(old: &'t [String], new: &'t [String]) -> Vec<Line<'t>> {
    let [old, new] = [old, new].map(|lines| lines.iter().map(String::as_str).collect::<Vec<_>>());
    let mut lines = Vec::with_capacity(old.len() + new.len());
    for step in steps(&old, &new) {
        let (is_same, in_old, in_new) = (matches!(step, DiffOp::Equal { .. }), step.old_range(), step.new_range());
        if is_same {
            lines.extend(old[in_old].iter().copied().map(Line::Same));
        } else {
            lines.extend(old[in_old].iter().copied().map(Line::Old));
            lines.extend(new[in_new].iter().copied().map(Line::New));
        }
    }
    lines
}

/// Splits both texts into segments. A replaced line is compared by words.
pub(super) fn segments<'t>(old: &'t str, new: &'t str) -> [Vec<Segment<'t>>; 2] {
    let [old, new] = [old, new].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let [mut in_old, mut in_new] = [Vec::new(), Vec::new()];
    for step in steps(&old, &new) {
        let (old, new) = (&old[step.old_range()], &new[step.new_range()]);
        if matches!(step, DiffOp::Equal { .. }) {
            in_old.extend(old.iter().copied().map(Segment::Same));
            in_new.extend(new.iter().copied().map(Segment::Same));
        } else {
            let pairs = if old.len() == new.len() { old.len() } else { 0 };
            for (old, new) in old.iter().zip(new).take(pairs) {
                let [old, new] = middle(old, new);
                in_old.extend(old);
                in_new.extend(new);
            }
            in_old.extend(old[pairs..].iter().copied().map(Segment::Own));
            in_new.extend(new[pairs..].iter().copied().map(Segment::Own));
        }
    }
    [in_old, in_new].map(|segments| segments.into_iter().filter(|segment| !segment.text().is_empty()).collect())
}

fn steps(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    if old.len().max(new.len()) > MAX_LINES {
        return vec![DiffOp::Replace { old_index: 0, old_len: old.len(), new_index: 0, new_len: new.len() }];
    }
    capture_diff_slices(Algorithm::Myers, old, new)
}

/// Splits two lines into the common prefix, the difference, and the common suffix, at word boundaries.
fn middle<'t>(old: &'t str, new: &'t str) -> [[Segment<'t>; 3]; 2] {
    let both = old.char_indices().zip(new.chars());
    let mut start = both.take_while(|((_, old), new)| old == new).last().map_or(0, |((at, c), _)| at + c.len_utf8());
    while start > 0 && cuts_word(old, new, start, start) {
        start -= old[..start].chars().next_back().map_or(start, char::len_utf8);
    }
    let rest = old[start..].chars().rev().zip(new[start..].chars().rev());
    let mut end: usize = rest.take_while(|(old, new)| old == new).map(|(c, _)| c.len_utf8()).sum();
    while end > 0 && cuts_word(old, new, old.len() - end, new.len() - end) {
        end -= old[old.len() - end..].chars().next().map_or(end, char::len_utf8);
    }
    [old, new].map(|text| {
        let (prefix, suffix) = (&text[..start], &text[text.len() - end..]);
        [Segment::Same(prefix), Segment::Own(&text[start..text.len() - end]), Segment::Same(suffix)]
    })
}

/// Returns `true` if a position is inside a word in one of the texts.
fn cuts_word(old: &str, new: &str, in_old: usize, in_new: usize) -> bool {
    let cuts = |text: &str, at: usize| {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        is_word(text[..at].chars().next_back()) && is_word(text[at..].chars().next())
    };
    cuts(old, in_old) || cuts(new, in_new)
}

#[cfg(test)]
mod tests {
    use super::{Line, Segment, lines, segments};

    #[test]
    fn common_lines_are_listed_once() {
        let old = ["{", "  a", "  z", "}"].map(str::to_owned);
        let new = ["{", "  b", "  c", "  z", "}"].map(str::to_owned);
        let [b, c] = ["  b", "  c"].map(Line::New);
        let [open, z, close] = ["{", "  z", "}"].map(Line::Same);
        assert_eq!(lines(&old, &new), [open, Line::Old("  a"), b, c, z, close]);
        assert_eq!(lines(&old, &[]), ["{", "  a", "  z", "}"].map(Line::Old));
        let long = vec![String::new(); 2 * super::MAX_LINES];
        assert_eq!(lines(&long, &old).len(), long.len() + old.len());
    }

    #[test]
    fn words_are_not_split() {
        let own = |old, new| {
            segments(old, new).map(|segments| {
                let own = segments.into_iter().filter(|segment| matches!(segment, Segment::Own(_)));
                own.map(Segment::text).collect::<Vec<_>>().join("|")
            })
        };
        assert_eq!(own("pub value: Option<String>,", "pub value: Option<Strong>,"), ["String", "Strong"]);
        assert_eq!(own("aa", "aaa"), ["aa", "aaa"]);
        assert_eq!(own("x: ä", "x: ö"), ["ä", "ö"]);
        assert_eq!(own("f()", "f(a)"), ["", "a"]);
        assert_eq!(own("1 = a\n2 = b\n", "1 = c\n2 = b\n3 = d\n"), ["a", "c|3 = d\n"]);
        assert_eq!(own("same", "same"), ["", ""]);
    }
}
