//! The nesting of flow collections in YAML, before the text is parsed: the time of the parser grows with it.

/// Returns the maximum number of open brackets. Those in quoted strings, comments and block scalars do not count, and
/// neither do those inside a plain string such as `in [0, 1)`. Where in doubt, a bracket counts.
pub(super) fn nesting(text: &str) -> usize {
    let mut scan = Scan::default();
    for line in text.lines() {
        let indentation = line.len() - line.trim_start_matches(' ').len();
        let is_blank = line.trim().is_empty();
        if scan.block.is_some_and(|block| is_blank || indentation > block) {
            continue;
        }
        scan.block = None;
        scan.line(line.as_bytes());
        if scan.open == 0 && scan.quote.is_none() && begins_block(line) {
            scan.block = Some(parent_column(line));
        }
    }
    scan.most
}

#[derive(Default)]
struct Scan {
    open: usize,
    most: usize,
    /// The quotation mark of the string that is not closed yet.
    quote: Option<u8>,
    /// The column of the key or of the dash that the current block scalar belongs to. Its lines are indented more.
    block: Option<usize>,
}

impl Scan {
    fn line(&mut self, line: &[u8]) {
        // `true` if a value may begin here: after an indicator, a tag or an anchor.
        let mut begins = true;
        let mut at = 0;
        while let Some(byte) = line.get(at) {
            at += 1;
            match (self.quote, byte) {
                (Some(b'"'), b'\\') => at += 1,
                (Some(b'\''), b'\'') if line.get(at) == Some(&b'\'') => at += 1,
                (Some(quote), byte) if quote == *byte => self.quote = None,
                (Some(_), _) | (None, b' ' | b'\t') => {}
                (None, b'#') if at == 1 || line[at - 2].is_ascii_whitespace() => return,
                (None, b'"' | b'\'') if begins => (self.quote, begins) = (Some(*byte), false),
                (None, b'[' | b'{') if begins => {
                    self.open += 1;
                    self.most = self.most.max(self.open);
                }
                (None, b']' | b'}') => (self.open, begins) = (self.open.saturating_sub(1), false),
                (None, b',') => begins = self.open > 0,
                (None, b':') => begins = self.open > 0 || line.get(at).is_none_or(u8::is_ascii_whitespace),
                (None, b'-' | b'?') if begins => {
                    begins = self.open > 0 || line.get(at).is_none_or(u8::is_ascii_whitespace);
                }
                (None, b'&' | b'!') if begins => {
                    at += line[at..]
                        .iter()
                        .take_while(|byte| !byte.is_ascii_whitespace() && !b",[]{}".contains(byte))
                        .count();
                }
                _ => begins = false,
            }
        }
    }
}

/// Returns the column of the last key or dash of a line: 2 in `- description: |`, and 0 in `- |`.
fn parent_column(line: &str) -> usize {
    let mut column = line.len() - line.trim_start_matches(' ').len();
    while let Some(rest) = line[column..].strip_prefix(['-', '?']) {
        let value = rest.trim_start_matches(' ');
        if value.len() == rest.len() || value.starts_with(['|', '>', '&', '!']) {
            break;
        }
        column = line.len() - value.len();
    }
    column
}

/// Returns `true` if a line ends with the header of a block scalar, such as `description: |-`.
fn begins_block(line: &str) -> bool {
    if line.trim_start().starts_with('#') {
        return false;
    }
    let line = line.split(" #").next().unwrap_or_default().trim_end();
    let header = line.trim_end_matches(|c: char| c.is_ascii_digit() || "+-".contains(c));
    let before = header.strip_suffix(['|', '>']).unwrap_or("x");
    before.is_empty() || before.ends_with([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use super::nesting;

    #[test]
    fn brackets_in_strings_do_not_count() {
        for text in [
            "a: in [0, 1)\n",
            "a: in x, [0, 1) - [1:[2)\n",
            "- '[0, 1)'\n",
            "- \"[0, \\\" [1)\"\n",
            "- 'it''s [0, 1)'\n",
            "a: 1 # in [0, 1)\n",
            "a: \"in\n  [0, 1)\"\n",
            "- a: |\n    [0, 1)\n    range: [0, 1)\n",
            "- |\n  [0, 1)\n",
            "- - a: >\n      [0, 1)\n",
        ] {
            assert!(nesting(&text.repeat(100)) <= 1, "{text}");
        }
        assert_eq!(nesting("a: >-  # why\n  [[[\nb: [0]\n"), 1);
    }

    #[test]
    fn open_collections_count() {
        for (text, each) in [
            ("[", 1),
            ("- [", 1),
            ("{a: [\n", 2),
            ("&a [ ", 1),
            ("!t [,", 1),
            ("[ 'a', ", 1),
            ("[ |\n  ", 1),
            ("[a: ", 1),
        ] {
            assert_eq!(nesting(&text.repeat(100)), 100 * each, "{text}");
        }
        assert_eq!(nesting("a: [1, {b: [2]}]\nc: [3]"), 3);
        assert_eq!(nesting("- a: |\n    [\n  b: [[[\n"), 3);
        assert_eq!(nesting("# |\n  [[["), 3);
    }
}
