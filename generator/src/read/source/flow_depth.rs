//! Measures the nesting of flow collections before YAML is parsed: the parsing time grows with the square of the depth.

use State::{Anchor, Comment, DoubleQuoted, Escape, Plain, SingleQuoted, Start, Tag, Value};

/// Maximum nesting of flow collections in YAML that is parsed.
pub(crate) const MAX_NESTING: usize = 2_000;

/// Returns an upper bound of the number of flow collections that are open at once.
///
/// Each bracket outside of flow collections may open one, even in a string or a comment. From there, the text is read
/// as `libyaml` does, until the collection is closed or is malformed. If several readings of the text are in the same
/// state, the deepest counts.
pub(crate) fn flow_depth(text: &str) -> usize {
    let mut max_depth = 0;
    let mut depths = [0; STATES.len()];
    let mut before = '\n';
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let context = [before, character, characters.peek().copied().unwrap_or('\n')];
        let mut next = [0; STATES.len()];
        let mut add = |(state, depth): (State, usize)| next[state as usize] = depth.max(next[state as usize]);
        if matches!(character, '[' | '{') {
            add((Start, 1));
        }
        for state in STATES {
            let depth = depths[state as usize];
            if depth > 0 {
                step(state, depth, context).into_iter().for_each(&mut add);
                if state == Tag && character == ',' {
                    // A comma ends a tag, except in `!<tag:a,b>`.
                    add((Start, depth));
                }
            }
        }
        depths = next;
        max_depth = max_depth.max(depths[Start as usize]);
        before = character;
    }
    max_depth
}

/// A state of the scanner inside a flow collection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A value, a key or an indicator may begin.
    Start,
    /// After a value, which only an indicator can follow.
    Value,
    Plain,
    SingleQuoted,
    DoubleQuoted,
    /// After a backslash in a double-quoted string.
    Escape,
    Comment,
    Tag,
    /// An anchor or an alias.
    Anchor,
}

const STATES: [State; 9] = [Start, Value, Plain, SingleQuoted, DoubleQuoted, Escape, Comment, Tag, Anchor];

/// Returns the state and the depth after a character, or `None` if the text is malformed.
fn step(state: State, depth: usize, [before, character, after]: [char; 3]) -> Option<(State, usize)> {
    let state = match (state, character) {
        (SingleQuoted, '\'') | (DoubleQuoted, '"') => Value,
        (DoubleQuoted, '\\') => Escape,
        (Escape, _) => DoubleQuoted,
        (Comment, _) if is_break(character) => Start,
        (Tag, _) if is_space(character) => Start,
        (SingleQuoted | DoubleQuoted | Comment | Tag, _) => state,
        (Anchor, 'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_') => Anchor,
        (Plain, ':') if !is_space(after) => Plain,
        (Plain, '#') if !is_space(before) => Plain,
        // In a single-quoted string, two quotation marks represent one.
        (Value, '\'') if before == '\'' => SingleQuoted,
        (_, '#') => Comment,
        (_, ',' | ':') => Start,
        (_, ']' | '}') => return Some((Value, depth - 1)),
        (Start | Anchor, '[' | '{') => return Some((Start, depth + 1)),
        (Plain, '[' | '{') => return None,
        (Plain, _) => Plain,
        (Value, _) => return is_space(character).then_some((Value, depth)),
        (_, '\'') => SingleQuoted,
        (_, '"') => DoubleQuoted,
        (_, '!') => Tag,
        (_, '&' | '*') => Anchor,
        (_, '?') => Start,
        (_, '-') if is_space(after) => Start,
        (_, _) if is_space(character) => Start,
        _ => Plain,
    };
    Some((state, depth))
}

fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t') || is_break(character)
}

#[cfg(test)]
mod tests {
    use super::flow_depth;

    #[test]
    fn brackets_in_strings_do_not_count() {
        for text in [
            "a: in [0, 1)\n",
            "a: in x [0, 1) - [1:[2)\n",
            "- '[0, 1)'\n",
            "- \"[0, \\\" [1)\"\n",
            "- 'it''s [0, 1)'\n",
            "a: 1 # in [0, 1)\n",
            "a: \"in\n  [0, 1)\"\n",
            "- |\n  [0, 1)\n",
            "- - a: >\n      [0, 1)\n",
        ] {
            assert!(flow_depth(&text.repeat(100)) <= 1, "{text}");
        }
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
            ("[a: ", 1),
            ("[#]\n", 1),
            ("[!<]> ", 1),
            ("[!<a,'> ", 1),
            ("[\"a\":'] ', ", 1),
            ("[*a:'] ', ", 1),
        ] {
            assert_eq!(flow_depth(&text.repeat(100)), 100 * each, "{text}");
        }
        assert_eq!(flow_depth("a: [1, {b: [2]}]\nc: [3]"), 3);
        assert_eq!(flow_depth("[a#] 'b' [c]"), 1);
        let nested = "[".repeat(50);
        for before in [
            "a: it\n  'tis\nb: ",
            "a: it\n  \"tis\nb: ",
            "[a:'b, ",
            "[-'a, ",
            "- !!str a: |\n    x\n  b: ",
            "a:\t# |\n  ",
            "# x\r",
            "# |\u{85}",
            "a: |\u{2028}b: ",
            "- a: |\n    [\n  b: ",
        ] {
            assert!(flow_depth(&format!("{before}{nested}")) >= 50, "{before}");
        }
    }
}
