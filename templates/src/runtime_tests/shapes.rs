//! Structural shapes: the best match.

use serde_json::{Value, json};

use crate::wire::shape::{Shape, sorted_keys};
use crate::wire::tree::Tree;

/// Returns the index of the shape that matches a value best.
fn best(shapes: &[Shape], value: Value) -> Option<usize> {
    let tree = Tree::new(value);
    let keys = sorted_keys(&tree);
    let fits = shapes
        .iter()
        .enumerate()
        .filter_map(|(at, shape)| Some((shape.fit(&tree, &keys)?, std::cmp::Reverse(at))));
    fits.max().map(|(_, at)| at.0)
}

#[test]
fn a_listed_value_outranks_members() {
    let shapes = [
        Shape::Object(&[], &["event", "label"], &[("event", &["on", "off"])]),
        Shape::Object(&[], &["event"], &[("event", &["moved", "off"])]),
        Shape::Object(&[], &["event"], &[]),
    ];
    assert_eq!(
        best(&shapes, json!({"event": "moved", "label": 1})),
        Some(1)
    );
    assert_eq!(best(&shapes, json!({"event": "on"})), Some(0));
    // An unlisted value does not match shapes that list others, unless its members match.
    assert_eq!(best(&shapes, json!({"event": "new"})), Some(2));
    assert_eq!(best(&shapes, json!({"event": "new", "label": 1})), Some(0));
    assert_eq!(best(&shapes, json!({})), Some(1));
}

#[test]
fn the_most_specific_shape_comes_first() {
    let shapes = [
        Shape::Object(&["id"], &["id", "name"], &[]),
        Shape::Object(&["id"], &["id"], &[]),
    ];
    assert_eq!(best(&shapes, json!({"id": 1})), Some(1));
    assert_eq!(best(&shapes, json!({"id": 1, "name": 2})), Some(0));
    let texts = [Shape::Texts(&["a", "b"]), Shape::Texts(&["b"]), Shape::Text];
    assert_eq!(best(&texts, json!("b")), Some(1));
    assert_eq!(best(&texts, json!("a")), Some(0));
    assert_eq!(best(&texts, json!("c")), Some(2));
}

#[test]
fn a_list_is_matched_by_its_first_element() {
    let shapes = [
        Shape::List(&Shape::Text),
        Shape::List(&Shape::Integer),
        Shape::List(&Shape::List(&Shape::Integer)),
        Shape::List(&Shape::Object(&["id"], &["id"], &[])),
    ];
    assert_eq!(best(&shapes, json!(["a"])), Some(0));
    assert_eq!(best(&shapes, json!([1])), Some(1));
    assert_eq!(best(&shapes, json!([[1]])), Some(2));
    assert_eq!(best(&shapes, json!([{"id": 1}])), Some(3));
    assert_eq!(best(&shapes, json!([])), Some(0));
}

#[test]
fn a_union_matches_like_its_alternatives() {
    const TAGGED: [Shape; 2] = [
        Shape::Object(&["event"], &["event"], &[("event", &["b"])]),
        Shape::Texts(&["none"]),
    ];
    const OTHER: [Shape; 1] = [Shape::Object(&["event"], &["event"], &[("event", &["a"])])];
    let shapes = [Shape::Union(&OTHER), Shape::Union(&TAGGED)];
    assert_eq!(best(&shapes, json!({"event": "b"})), Some(1));
    assert_eq!(best(&shapes, json!({"event": "a"})), Some(0));
    assert_eq!(best(&shapes, json!("none")), Some(1));
    assert_eq!(best(&shapes, json!(7)), Some(0));
}
