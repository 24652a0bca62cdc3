//! From a JSON pointer (RFC 6901) to a line and a column.
//!
//! Nothing remembers positions while a description is read: that would make every run pay for the few problems that are
//! shown. Instead the text is walked once more, down the steps of the pointer and past everything else.

mod json;
mod yaml;

pub(super) use json::any_key;

use super::Position;

/// The position of the value at a pointer, or of its nearest ancestor that exists; none if the text cannot be walked.
pub(super) fn position_of(text: &str, pointer: &str) -> Option<Position> {
    let steps = steps_of(pointer);
    let starts_like_json = text.trim_start_matches(BLANKS).starts_with(['{', '[']);
    let byte = if starts_like_json {
        let walk = json::walk(text, &steps);
        // A flow mapping of YAML starts like JSON, but has keys without quotation marks.
        if walk.well_formed { walk.byte } else { yaml::walk(text, &steps).unwrap_or(walk.byte) }
    } else {
        yaml::walk(text, &steps)?
    };
    Some(position_at(text, byte))
}

/// The position of a byte of a text; of its end for a byte behind it.
#[must_use]
pub fn position_at(text: &str, byte: usize) -> Position {
    let boundary = (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    let before = &text[..boundary.unwrap_or_default()];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Position { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
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
    use super::{position_at, position_of};
    use crate::source::Position;

    fn at(text: &str, pointer: &str) -> (usize, usize) {
        let Position { line, column } = position_of(text, pointer).unwrap();
        (line, column)
    }

    #[test]
    fn bytes_have_positions() {
        assert_eq!(position_at("a\r\nbäc", 6), Position { line: 2, column: 3 });
        assert_eq!(position_at("a", 9), Position { line: 1, column: 2 });
        assert_eq!(position_at("ä", 1), Position { line: 1, column: 1 });
        assert_eq!(position_at("a\n", 2), Position { line: 2, column: 1 });
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
        assert!(position_of(&format!("a: {}", "[".repeat(20_000)), "/b").is_none());
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
