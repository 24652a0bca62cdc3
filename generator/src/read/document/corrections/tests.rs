use crate::base::pointer::Pointer;
use serde_json::{Value, json};

use super::correct;
use crate::base::diagnostic::{Code, Diagnostic, Location, Sink, SourceLocation};
use crate::base::text::Source;

fn description() -> Value {
    json!({
        "info": { "title": "A" },
        "tags": ["a", "b", "c"],
        "paths": { "/a/b": { "get": { "x": 1 } }, "/c": { "get": { "x": 2 } } },
    })
}

/// Returns the description after a correction, and the code and location of each diagnostic.
fn after(correction: &str) -> (Value, Vec<(Code, String)>) {
    let mut description = description();
    let mut sink = Sink::new();
    correct(&mut description, &[Source::new("fixes", correction)], &mut sink).unwrap();
    (description, sink.diagnostics().iter().map(|diagnostic| (diagnostic.code, place(diagnostic))).collect())
}

fn place(diagnostic: &Diagnostic) -> String {
    match &diagnostic.place.as_ref().unwrap().location {
        Location::Pointer(pointer) => pointer.to_string(),
        other => format!("{other:?}"),
    }
}

fn error_of(correction: &str) -> (Code, String, String) {
    let problem = *correct(&mut description(), &[Source::new("fixes", correction)], &mut Sink::new()).unwrap_err();
    (problem.code, problem.message.clone(), place(&problem))
}

fn overlay(actions: &str) -> String {
    format!("overlay: 1.1.0\ninfo: {{ title: Fixes, version: '1' }}\nactions:\n{actions}")
}

#[test]
fn overlays_update_remove_and_copy() {
    let rows = [
        ("  - { target: $.info, update: { title: B, x: [1] } }", "/info", json!({ "title": "B", "x": [1] })),
        ("  - { target: $.tags, update: d }", "/tags", json!(["a", "b", "c", "d"])),
        ("  - { target: $.tags, update: [d, e] }", "/tags", json!(["a", "b", "c", "d", "e"])),
        ("  - { target: \"$.tags[?@ != 'b']\", remove: true }", "/tags", json!(["b"])),
        ("  - { target: $.paths.*.get.x, update: 3 }", "/paths/~1c/get/x", json!(3)),
        ("  - { target: $..get, remove: true }", "/paths", json!({ "/a/b": {}, "/c": {} })),
        ("  - { target: $.info, copy: \"$.paths['/c'].get\" }", "/info", json!({ "title": "A", "x": 2 })),
    ];
    for (action, place, expected) in rows {
        let (description, reported) = after(&overlay(action));
        assert_eq!((description.pointer(place), reported), (Some(&expected), Vec::new()), "{action}");
    }
}

#[test]
fn actions_are_done_in_order() {
    let actions = "  - { target: $.tags, update: z }\n  - { target: '$.tags[0]', remove: true }\n\
                   \x20 - { target: \"$.paths['/c']\", remove: true }\n  - { target: $.info, update: { title: B } }";
    let (description, reported) = after(&overlay(actions));
    assert_eq!(reported, []);
    assert_eq!(description["tags"], json!(["b", "c", "z"]));
    assert_eq!(description["info"], json!({ "title": "B" }));
    assert_eq!(description["paths"], json!({ "/a/b": { "get": { "x": 1 } } }));
    let (description, reported) = after("info: { title: null, version: '1' }");
    assert_eq!((&description["info"], reported), (&json!({ "version": "1" }), Vec::new()));
}

#[test]
fn a_patch_replaces_a_scalar_with_an_empty_object() {
    let (description, reported) = after("info: { title: {} }");
    assert_eq!((&description["info"], reported), (&json!({ "title": {} }), Vec::new()));
}

#[test]
fn what_does_nothing_any_more_is_reported() {
    let rows = [
        (overlay("  - { target: $.info.missing, remove: true }"), Code::OverrideUnused, "/actions/0/target"),
        (overlay("  - { target: $.info, update: { title: A } }"), Code::OverrideUnused, "/actions/0"),
        ("info: { title: A, missing: null }".to_owned(), Code::OverrideUnused, ""),
    ];
    for (correction, code, place) in rows {
        assert_eq!(after(&correction).1, [(code, place.to_owned())], "{correction}");
    }
}

#[test]
fn an_appended_element_is_a_change() {
    let (corrected, reported) =
        after(&overlay("  - { target: $.tags, update: a }\n  - { target: $, update: { tags: [b] } }"));
    assert_eq!(corrected["tags"], json!(["a", "b", "c", "a", "b"]));
    assert_eq!(reported, []);
}

#[test]
fn what_is_no_correction_is_refused_at_its_place() {
    let rows = [
        ("overlay: 2.0.0\nactions: [{target: $, update: {}}]".to_owned(), "version", "/overlay"),
        ("overlay: 1.0.0".to_owned(), "no actions", "/actions"),
        ("overlay: 1.0.0\nactions: []".to_owned(), "no actions", "/actions"),
        (overlay("  - { update: {} }"), "no target", "/actions/0"),
        (overlay("  - { target: $.info }"), "exactly one operation", "/actions/0"),
        (overlay("  - { target: $.info, update: {}, copy: $.tags }"), "exactly one operation", "/actions/0"),
        (overlay("  - { target: info, remove: true }"), "invalid JSONPath", "/actions/0/target"),
        (overlay("  - { target: $, remove: true }"), "whole description", "/actions/0/target"),
        (overlay("  - { target: $.info, update: { title: [] } }"), "different kinds", "/actions/0/update"),
        (overlay("  - { target: $.info, copy: $.paths.* }"), "exactly one value", "/actions/0/copy"),
        ("[{op: remove, path: /info/title}]".to_owned(), "JSON Patch", ""),
        ("text".to_owned(), "invalid correction", ""),
    ];
    for (correction, message, place) in rows {
        let (code, text, there) = error_of(&correction);
        assert!(text.contains(message), "{correction}: {text}");
        assert_eq!((code, there.as_str()), (Code::ConfigurationInvalid, place), "{correction}");
    }
}

#[test]
fn places_lead_to_the_description_or_to_the_correction() {
    let actions = "  - { target: '$.tags[0]', remove: true }\n  - { target: $.tags, update: z }\n\
                   \x20 - { target: $.info, copy: \"$.paths['/c'].get\" }";
    let corrected = correct(&mut description(), &[Source::new("fixes", overlay(actions))], &mut Sink::new()).unwrap();
    let rows = [
        ("/tags/0", "api", "/tags/1"),
        ("/tags/1", "api", "/tags/2"),
        ("/tags/2", "fixes", "/actions/1/update"),
        ("/info/x", "fixes", "/actions/2/copy/x"),
        ("/info/title", "api", "/info/title"),
    ];
    for (now, source, before) in rows {
        let mut place =
            SourceLocation { source: "api".to_owned(), location: Location::Pointer(Pointer::root().append(now)) };
        corrected.trace(&mut place, "api");
        let expected =
            SourceLocation { source: source.to_owned(), location: Location::Pointer(Pointer::root().append(before)) };
        assert_eq!(place, expected, "{now}");
    }
}
