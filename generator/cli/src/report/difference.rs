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

/// Returns the lines of both texts: common lines once, and removed lines before added ones.
pub(super) fn compare_lines<'t>(old: &'t [String], new: &'t [String]) -> Vec<Line<'t>> {
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

fn steps(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    if old.len().max(new.len()) > MAX_LINES {
        return vec![DiffOp::Replace { old_index: 0, old_len: old.len(), new_index: 0, new_len: new.len() }];
    }
    capture_diff_slices(Algorithm::Myers, old, new)
}

#[cfg(test)]
mod tests {
    use super::{Line, compare_lines};

    #[test]
    fn common_lines_are_listed_once() {
        let old = ["{", "  a", "  z", "}"].map(str::to_owned);
        let new = ["{", "  b", "  c", "  z", "}"].map(str::to_owned);
        let [b, c] = ["  b", "  c"].map(Line::New);
        let [open, z, close] = ["{", "  z", "}"].map(Line::Same);
        assert_eq!(compare_lines(&old, &new), [open, Line::Old("  a"), b, c, z, close]);
        assert_eq!(compare_lines(&old, &[]), ["{", "  a", "  z", "}"].map(Line::Old));
        let long = vec![String::new(); 2 * super::MAX_LINES];
        assert_eq!(compare_lines(&long, &old).len(), long.len() + old.len());
    }
}
