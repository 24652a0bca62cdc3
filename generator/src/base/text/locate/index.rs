//! Finds the lines and columns of bytes without counting them from the start of the text each time.

/// The distance in bytes between recorded positions.
const DISTANCE: usize = 512;

/// A position in a text; line and column are one-based, the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The offset in bytes, from 0.
    pub byte: usize,
}

/// The positions of bytes at regular distances, from which the others are counted. A text may have a single line, so that
/// the starts of the lines are not enough.
#[derive(Debug)]
pub(in crate::base::text) struct PositionIndex(Vec<Position>);

impl PositionIndex {
    /// Records positions, in one pass over the text.
    pub(in crate::base::text) fn new(text: &str) -> Self {
        let start = Position { line: 1, column: 1, byte: 0 };
        let others = (DISTANCE..=text.len()).step_by(DISTANCE).scan(start, |last, byte| {
            *last = last.to(text, boundary(text, byte));
            Some(*last)
        });
        Self(std::iter::once(start).chain(others).collect())
    }

    /// Returns the position of a byte offset, or the end of the text for an offset behind it.
    pub(crate) fn position_at(&self, text: &str, byte: usize) -> Position {
        let byte = boundary(text, byte);
        self.0[byte / DISTANCE].to(text, byte)
    }

    /// Returns the byte offset of a line and a column, or of the end of a line that is shorter.
    pub(in crate::base::text) fn byte_of(&self, text: &str, line: usize, column: usize) -> usize {
        let before = self.0.partition_point(|position| (position.line, position.column) <= (line, column));
        let mut at = self.0[before.saturating_sub(1)];
        for char in text[at.byte..].chars() {
            let is_end = at.line == line && (at.column == column || char == '\n');
            if is_end || at.line > line {
                break;
            }
            at = at.after(char);
        }
        at.byte
    }
}

/// Returns the position of a byte offset in a text of which only one is needed.
pub fn position_at(text: &str, byte: usize) -> Position {
    PositionIndex::new(text).position_at(text, byte)
}

impl Position {
    /// Returns the position of a later byte.
    fn to(self, text: &str, byte: usize) -> Self {
        text[self.byte..byte].chars().fold(self, Self::after)
    }

    /// Returns the position behind a character.
    fn after(self, char: char) -> Self {
        let byte = self.byte + char.len_utf8();
        match char {
            '\n' => Self { line: self.line + 1, column: 1, byte },
            _ => Self { column: self.column + 1, byte, ..self },
        }
    }
}

/// Returns the closest character boundary at or before a byte offset.
fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{DISTANCE, Position, PositionIndex, position_at};

    #[test]
    fn bytes_have_positions() {
        assert_eq!(position_at("a\r\nbäc", 6), Position { line: 2, column: 3, byte: 6 });
        assert_eq!(position_at("a", 9), Position { line: 1, column: 2, byte: 1 });
        assert_eq!(position_at("ä", 1), Position { line: 1, column: 1, byte: 0 });
        assert_eq!(position_at("a\n", 2), Position { line: 2, column: 1, byte: 2 });
        assert_eq!(position_at("", 0), Position { line: 1, column: 1, byte: 0 });
    }

    #[test]
    fn recorded_positions_are_counted_from() {
        let texts = ["ä\n".repeat(DISTANCE), "ä".repeat(DISTANCE), format!("{}\nä", "a".repeat(DISTANCE - 1))];
        for text in texts {
            let index = PositionIndex::new(&text);
            for (byte, _) in text.char_indices() {
                let before = &text[..byte];
                let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
                let position = Position { line: before.matches('\n').count() + 1, column, byte };
                assert_eq!(index.position_at(&text, byte), position);
                assert_eq!(index.byte_of(&text, position.line, position.column), byte);
            }
        }
    }

    #[test]
    fn columns_behind_a_line_are_its_end() {
        let byte_of = |text: &str, line, column| PositionIndex::new(text).byte_of(text, line, column);
        assert_eq!(byte_of("ab\ncd\n", 1, 9), 2);
        assert_eq!(byte_of("ab\ncd", 2, 9), 5);
        assert_eq!(byte_of("ab\ncd", 7, 1), 5);
        assert_eq!(byte_of("", 1, 1), 0);
    }
}
