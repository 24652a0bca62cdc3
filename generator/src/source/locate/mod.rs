//! From JSON pointers (RFC 6901) to lines and columns.
//!
//! Nothing remembers positions while a description is read: that would make every run pay for the few problems that are
//! shown. Instead the text is walked once more, down the steps of all pointers at once and past everything else.

mod json;
mod pointer_tree;
mod yaml;

pub(super) use json::any_key;

use super::Position;
use pointer_tree::PointerTree;

/// The positions of the values at pointers, or of their nearest ancestors that exist; none if the text cannot be walked.
pub(super) fn positions_of(text: &str, pointers: &[&str]) -> Vec<Option<Position>> {
    let mut wanted = PointerTree::new();
    let nodes: Vec<usize> = pointers.iter().map(|pointer| wanted.insert(&steps_of(pointer))).collect();
    let starts_like_json = text.trim_start_matches(BLANKS).starts_with(['{', '[']);
    // A flow mapping of YAML starts like JSON, but has keys without quotation marks.
    if !starts_like_json || !json::walk(text, &mut wanted) {
        yaml::walk(text, &mut wanted);
    }
    let bytes: Vec<Option<usize>> = nodes.iter().map(|node| wanted.nearest(*node)).collect();
    positions_at(text, &bytes)
}

/// The positions of bytes, in one pass over the text.
fn positions_at(text: &str, bytes: &[Option<usize>]) -> Vec<Option<Position>> {
    let mut order: Vec<usize> = (0..bytes.len()).filter(|index| bytes[*index].is_some()).collect();
    order.sort_by_key(|index| bytes[*index]);
    let mut positions = vec![None; bytes.len()];
    let mut last = Position { line: 1, column: 1, byte: 0 };
    for index in order {
        let byte = boundary(text, bytes[index].unwrap_or_default());
        let between = &text[last.byte..byte];
        let column = match between.rfind('\n') {
            Some(newline) => between[newline + 1..].chars().count() + 1,
            None => last.column + between.chars().count(),
        };
        last = Position { line: last.line + between.matches('\n').count(), column, byte };
        positions[index] = Some(last);
    }
    positions
}

/// The position of a byte of a text; of its end for a byte behind it.
#[must_use]
pub fn position_at(text: &str, byte: usize) -> Position {
    positions_at(text, &[Some(byte)]).pop().flatten().unwrap_or(Position { line: 1, column: 1, byte: 0 })
}

/// The nearest start of a character at or before a byte.
fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

const BLANKS: [char; 5] = [' ', '\t', '\r', '\n', '\u{feff}'];

/// The steps of a pointer, unescaped; what does not begin with a slash names the whole document.
fn steps_of(pointer: &str) -> Vec<String> {
    match pointer.strip_prefix('/') {
        Some(steps) => steps.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect(),
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{position_at, positions_of};
    use crate::source::Position;

    fn position_of(text: &str, pointer: &str) -> Option<Position> {
        positions_of(text, &[pointer])[0]
    }

    fn at(text: &str, pointer: &str) -> (usize, usize) {
        let Position { line, column, .. } = position_of(text, pointer).unwrap();
        (line, column)
    }

    #[test]
    fn bytes_have_positions() {
        assert_eq!(position_at("a\r\nbäc", 6), Position { line: 2, column: 3, byte: 6 });
        assert_eq!(position_at("a", 9), Position { line: 1, column: 2, byte: 1 });
        assert_eq!(position_at("ä", 1), Position { line: 1, column: 1, byte: 0 });
        assert_eq!(position_at("a\n", 2), Position { line: 2, column: 1, byte: 2 });
    }

    #[test]
    fn values_of_json_are_found() {
        let text = "{\n \"paths\": {\n  \"/ä/~x\": [ {}, {\"g\\u0065t\" : true} ]\n },\n \"\": null\n}";
        assert_eq!(at(text, ""), (1, 1));
        assert_eq!(at(text, "/paths"), (2, 11));
        assert_eq!(at(text, "/paths/~1ä~1~0x/1/get"), (3, 32));
        assert_eq!(at(text, "/"), (5, 6));
    }

    #[test]
    fn many_are_found_in_one_walk() {
        for text in [r#"{"a": [1, {"b": 2}], "c": 3}"#, "a: [1, {b: 2}]\nc: 3"] {
            let pointers = ["/c", "/a/1/b", "/a/1", "/a/1/x", "", "/c"];
            let together = positions_of(text, &pointers);
            let alone: Vec<_> = pointers.iter().map(|pointer| position_of(text, pointer)).collect();
            assert_eq!(together, alone);
        }
    }

    #[test]
    fn values_of_yaml_are_found() {
        let text =
            "# ä\r\npaths:\r\n  /ä/~x:\r\n    - {}\r\n    - get: |\r\n        text\r\n      200: &a [x, yes]\r\n";
        assert_eq!(at(text, "/paths"), (3, 3));
        assert_eq!(at(text, "/paths/~1ä~1~0x/1/get"), (6, 9));
        assert_eq!(at(text, "/paths/~1ä~1~0x/1/200/1"), (7, 19));
    }

    #[test]
    fn the_nearest_ancestor_stands_in() {
        assert_eq!(at(r#"{"a": {"b": [1]}}"#, "/a/b/7/c"), (1, 13));
        assert_eq!(at("a:\n  b: [1]\n", "/a/b/7/c"), (2, 6));
        assert_eq!(at("a: &x {b: 1}\nc: *x\n", "/c/b"), (2, 4));
        assert_eq!(at("? {a: 1}\n: 2\na: 3\n", "/a"), (3, 4));
    }

    #[test]
    fn flow_mappings_of_yaml_are_found() {
        assert_eq!(at("{a: {b: 1}}", "/a/b"), (1, 9));
    }

    #[test]
    fn hostile_nesting_is_walked() {
        let deep = format!("{{\"x\": {}{}, \"y\": 1}}", "[".repeat(200_000), "]".repeat(200_000));
        assert_eq!(at(&deep, "/y"), (1, 400_014));
        assert_eq!(at(&"[".repeat(200_000), "/0/0"), (1, 3));
        assert!(position_of(&format!("a: {}", "[".repeat(20_000)), "/b").is_some());
        assert!(position_of(&"- ".repeat(20_000), "/1").is_some());
    }

    #[test]
    fn broken_text_is_no_reason_to_fail() {
        for text in
            ["", "{", "{\"a", "{\"a\":", "[1,", "{\"a\\", "{]", "a: [", "\"", "{\"a\":\"\\u12", "a: \"x", "\t- :"]
        {
            let _ = position_of(text, "/a/b");
        }
    }
}
