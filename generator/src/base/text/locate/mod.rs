//! Converts JSON pointers (RFC 6901) to lines and columns.
//!
//! No positions are recorded while a description is read: that would slow down every run for the few diagnostics that
//! are shown. Instead the same parser reads the text again, follows the segments of all pointers at once, and skips
//! everything else.

pub use index::Position;
pub(super) use index::PositionIndex;
pub use index::position_at;
use pointer_tree::Place;

mod index;
mod json;
mod pointer_tree;
mod yaml;

/// Returns the location of the value at each pointer, or of its closest ancestor that has one.
fn places(text: &str, pointers: &[&str]) -> Vec<Option<Place<usize>>> {
    json::places(text, pointers).unwrap_or_else(|| yaml::places(text, pointers))
}

/// Returns the positions of values, or of their closest ancestors. The position of a value is that of its key if it
/// starts on another line.
pub(super) fn positions_of(text: &str, pointers: &[&str]) -> Vec<Option<Position>> {
    let offset = |place: Place<usize>| match (place.key, place.value) {
        (Some(key), Some(value)) if text.get(key..value).is_some_and(|between| !between.contains('\n')) => Some(value),
        (key, value) => key.or(value),
    };
    let index = PositionIndex::new(text);
    let position = |place: Option<Place<usize>>| Some(index.position_at(text, offset(place?)?));
    places(text, pointers).into_iter().map(position).collect()
}

/// Returns the text starting at the scalar at a pointer.
pub(super) fn text_from<'t>(text: &'t str, pointer: &str) -> Option<&'t str> {
    text.get(places(text, &[pointer])[0]?.value?..)
}

#[cfg(test)]
mod tests {
    use super::positions_of;
    use crate::base::text::Position;

    fn position_of(text: &str, pointer: &str) -> Option<Position> {
        positions_of(text, &[pointer])[0]
    }

    fn at(text: &str, pointer: &str) -> (usize, usize) {
        let Position { line, column, .. } = position_of(text, pointer).unwrap();
        (line, column)
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
        assert_eq!(at(text, "/paths"), (2, 1));
        assert_eq!(at(text, "/paths/~1ä~1~0x/1/get"), (5, 12));
        assert_eq!(at(text, "/paths/~1ä~1~0x/1/200/1"), (7, 19));
    }

    #[test]
    fn all_that_the_yaml_parser_reads_is_found() {
        // Others refuse these.
        assert_eq!(at("a:\n  b: [\n    c\n  ]\nz: 1\n", "/z"), (5, 4));
        assert_eq!(at("a: \"x\ny\"\nz: 1\n", "/z"), (3, 4));
        assert_eq!(at("a: [!t, !u {b: 1}]\nz: !v 1\n", "/a/1/b"), (1, 16));
        assert_eq!(at("a: [!t, 1]\nz: !v 1\n", "/z"), (2, 4));
        assert_eq!(at("a: \u{2028} x\u{85}\nz: 1\n", "/z"), (2, 4));
        assert_eq!(at("- - - a\n    - b\n", "/0/0/1"), (2, 7));
    }

    #[test]
    fn keys_are_compared_as_they_are_read() {
        let text = "0x10: a\n1.50: b\n~: c\nTrue: d\n\"e\\u0066\": e\n";
        for (line, key) in [(1, "16"), (2, "1.5"), (3, "null"), (4, "true"), (5, "ef")] {
            assert_eq!(at(text, &format!("/{key}")).0, line, "{key}");
        }
    }

    #[test]
    fn the_last_of_repeated_keys_counts() {
        for text in ["{\"a\": {\"b\": 1},\n \"a\": {\"c\": 1}}", "a: {b: 1}\na: {c: 1}"] {
            assert_eq!(at(text, "/a/b").0, 2, "{text}");
            assert_eq!(at(text, "/a").0, 2, "{text}");
        }
    }

    #[test]
    fn aliases_and_merge_keys_are_followed() {
        let text = "x: &x\n  a: 1\n  b: {c: 2}\ny:\n  a: 3\n  <<: [*x, {a: 4, d: 5}]\nz: *x\n";
        assert_eq!(at(text, "/y/a").0, 5);
        assert_eq!(at(text, "/y/b/c").0, 3);
        assert_eq!(at(text, "/y/d").0, 6);
        assert_eq!(at(text, "/z").0, 7);
        assert_eq!(at(text, "/z/b/c").0, 3);
    }

    #[test]
    fn a_value_is_at_its_key_if_it_is_on_another_line() {
        assert_eq!(at("a:\n  b:\n    long\n", "/a/b"), (2, 3));
        assert_eq!(at("{\"a\":\n  {\"b\": 1}}", "/a"), (1, 2));
        assert_eq!(super::text_from("a:\n  1.10 # x", "/a"), Some("1.10 # x"));
    }

    #[test]
    fn the_nearest_ancestor_is_found() {
        assert_eq!(at(r#"{"a": {"b": [1]}}"#, "/a/b/7/c"), (1, 13));
        assert_eq!(at("a:\n  b: [1]\n", "/a/b/7/c"), (2, 3));
        assert_eq!(at("? {a: 1}\n: 2\na: 3\n", "/a"), (3, 4));
    }

    #[test]
    fn flow_mappings_of_yaml_are_found() {
        assert_eq!(at("{a: {b: 1}}", "/a/b"), (1, 9));
        assert_eq!(at("{\"a\": x\"y, \"b\": 'c, \"d\": {',\n\"d\": 1}", "/d"), (2, 6));
    }

    #[test]
    fn hostile_nesting_is_walked() {
        let deep = format!("{{\"x\": {}{}, \"y\": 1}}", "[".repeat(200_000), "]".repeat(200_000));
        assert_eq!(at(&deep, "/y"), (1, 400_014));
        let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
        assert_eq!(at(&deep, "/0/0"), (1, 3));
        assert_eq!(position_of(&format!("a: {}", "[".repeat(2_000)), "/b"), None);
        assert_eq!(position_of(&"- ".repeat(2_000), "/1"), None);
        let bomb: String = (1..30).map(|i| format!("a{i}: &a{i} {{<<: [*a{0}, *a{0}]}}\n", i - 1)).collect();
        assert_eq!(at(&format!("a0: &a0 {{x: 1}}\n{bomb}"), "/a29"), (30, 1));
    }

    #[test]
    fn broken_text_is_no_reason_to_fail() {
        for text in ["", "{", "{\"a", "[1,", "{\"a\\", "{]", "\"", "{\"a\":\"\\u12", "\t- :"] {
            assert_eq!(position_of(text, "/a/b"), None, "{text}");
        }
        for (text, byte) in [("{\"a\":", 1), ("a: [", 0), ("a: \"x", 0)] {
            assert_eq!(position_of(text, "/a/b").map(|position| position.byte), Some(byte), "{text}");
        }
    }
}
