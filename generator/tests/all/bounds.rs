//! Tests recursive and deeply nested descriptions: each is accepted or rejected on a thread with a small stack.

use std::thread;

use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Code, Sink};
use bindery::internal::names::NameHistory;
use bindery::internal::text::Source;
use serde_json::{Value, json};

/// The stack of the main thread on Windows.
const STACK: usize = 1024 * 1024;

/// Returns all files of the crate in one text, or the code of the error.
fn generated(text: String) -> Result<String, Code> {
    let work = move || {
        let config = Config::parse("bindery.toml", "module = \"src/client\"\nfeatures = [\"all\"]").unwrap();
        let emission =
            bindery::internal::run(Source::new("bounds", text), &config, &NameHistory::default(), &mut Sink::new());
        let emission = emission.map_err(|problem| problem.code)?;
        Ok(emission.texts().filter(|(path, _)| path.starts_with("types")).map(|(_, text)| text).collect())
    };
    thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap()
}

fn of_schemas(schemas: &Value) -> String {
    let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/A" } } });
    let operation = json!({ "responses": { "200": { "description": "", "content": content } } });
    let (info, components) = (json!({ "title": "Bounds", "version": "1" }), json!({ "schemas": schemas }));
    json!({ "openapi": "3.1.0", "info": info, "paths": { "/a": { "get": operation } }, "components": components })
        .to_string()
}

fn to(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Returns a schema that extends a component with a member.
fn more_than(name: &str, member: &str) -> Value {
    json!({ "allOf": [to(name), object_with(member, &json!({ "type": "string" }))] })
}

fn object_with(member: &str, schema: &Value) -> Value {
    json!({ "type": "object", "properties": { member: schema } })
}

#[test]
fn what_takes_in_the_object_that_holds_it_holds_itself() {
    let more = more_than("A", "y");
    let nullable = json!({ "nullable": true, "allOf": more["allOf"] });
    let tuple = json!({ "type": "array", "prefixItems": [more, {}], "minItems": 2, "maxItems": 2, "items": false });
    let places = [
        more.clone(),
        nullable,
        json!({ "type": "array", "items": more }),
        json!({ "type": "object", "additionalProperties": more }),
        json!({ "oneOf": [more, more_than("A", "z")] }),
        json!({ "anyOf": [more, { "type": "string" }] }),
        json!({ "not": more }),
        json!({ "allOf": [more, object_with("q", &more)] }),
        object_with("z", &object_with("q", &more)),
        json!({ "$ref": "#/components/schemas/A", "properties": { "y": { "type": "string" } } }),
        tuple,
    ];
    for place in places {
        let text = generated(of_schemas(&json!({ "A": object_with("x", &place) }))).unwrap();
        assert!(text.contains("pub struct A {"), "{place}");
    }
    let text = generated(of_schemas(&json!({ "A": object_with("x", &more) }))).unwrap();
    assert!(text.contains("pub struct AX {") && text.contains("x: Option<Box<AX>>"), "{text}");
}

#[test]
fn members_and_alternatives_of_the_object_itself_may_take_it_in() {
    let more = more_than("A", "y");
    let others = json!({ "type": "object", "properties": { "x": {} }, "additionalProperties": more });
    let choice = json!({ "properties": { "w": {} }, "oneOf": [object_with("x", &more), object_with("q", &more)] });
    for schema in [others, choice.clone(), json!({ "anyOf": choice["oneOf"] })] {
        assert!(generated(of_schemas(&json!({ "A": schema }))).is_ok(), "{schema}");
    }
    let two = json!({ "A": object_with("x", &more_than("B", "y")), "B": object_with("x", &more_than("A", "z")) });
    assert!(generated(of_schemas(&two)).is_ok());
}

/// Two parts declare a member, and each time it is both of them again.
#[test]
fn parts_that_come_by_several_ways_count_once() {
    let schemas = json!({
        "A": { "allOf": [to("B"), to("C")] },
        "B": object_with("n", &more_than("A", "b")),
        "C": object_with("n", &more_than("A", "c")),
    });
    let text = generated(of_schemas(&schemas)).unwrap();
    assert!(text.len() < 20_000, "{}", text.len());
}

/// Each combination of the states of an automaton would be a separate type.
#[test]
fn combinations_without_end_are_refused() {
    let mut schemas = json!({ "Q0": { "allOf": [
        { "type": "object", "properties": { "a": more_than("Q0", "k"), "b": more_than("Q0", "k") } },
        object_with("a", &more_than("Q1", "l")),
    ] } });
    for state in 1..30 {
        let next = format!("Q{}", state + 1);
        let members =
            json!({ "a": more_than(&next, &format!("m{state}")), "b": more_than(&next, &format!("o{state}")) });
        schemas[format!("Q{state}")] = json!({ "type": "object", "properties": members });
    }
    schemas["Q30"] = object_with("end", &json!({}));
    assert_eq!(generated(of_schemas(&schemas)).unwrap_err(), Code::ExpansionTooLarge);
}

/// Returns a chain of components, each built from the reference to the next.
fn chain(length: usize, each: impl Fn(Value) -> Value) -> String {
    let mut schemas = json!({ "A": to("S0") });
    for index in 0..length {
        schemas[format!("S{index}")] = each(to(&format!("S{}", index + 1)));
    }
    schemas[format!("S{length}")] = object_with("end", &json!({}));
    of_schemas(&schemas)
}

#[test]
fn chains_are_taken_as_far_as_a_compiler_follows_them() {
    let steps: [fn(Value) -> Value; 6] = [
        |next| next,
        |next| json!({ "type": "array", "items": next }),
        |next| json!({ "type": "object", "additionalProperties": next }),
        |next| json!({ "allOf": [next] }),
        |next| json!({ "allOf": [next, { "properties": { "a": {} } }] }),
        |next| json!({ "oneOf": [next, { "type": "null" }] }),
    ];
    for (index, step) in steps.into_iter().enumerate() {
        assert!(generated(chain(60, step)).is_ok(), "{index}");
        for length in [300, 3_000] {
            assert_eq!(generated(chain(length, step)).unwrap_err(), Code::ExpansionTooLarge, "{index}");
        }
    }
}

#[test]
fn chains_of_objects_and_of_alternatives_may_be_long() {
    assert!(generated(chain(1_000, |next| object_with("a", &next))).is_ok());
    assert!(generated(chain(1_000, |next| json!({ "oneOf": [next, { "type": "integer" }] }))).is_ok());
}

/// Examples are compared with all schemas of a chain before the chain is followed elsewhere.
#[test]
fn chains_of_schemas_with_an_example_are_bounded() {
    let mut schemas = json!({ "S0": { "allOf": [to("S1")], "example": {} } });
    for index in 1..40_000 {
        schemas[format!("S{index}")] = json!({ "allOf": [to(&format!("S{}", index + 1))] });
    }
    assert_eq!(generated(of_schemas(&schemas)), Err(Code::ExpansionTooLarge));
}

#[test]
fn circles_of_references_end() {
    for length in [1, 2, 50, 3_000] {
        let mut schemas = json!({ "A": to("S0") });
        for index in 0..length {
            schemas[format!("S{index}")] = to(&format!("S{}", (index + 1) % length));
        }
        assert!(generated(of_schemas(&schemas)).is_ok(), "{length}");
    }
}

/// Tests the maximum depth of the parsers, with the most nesting per bracket.
#[test]
fn nesting_is_followed_as_deep_as_it_is_read() {
    let wraps: [fn(Value) -> Value; 6] = [
        |inner| json!({ "type": "array", "items": inner }),
        |inner| json!({ "additionalProperties": inner }),
        |inner| json!({ "not": inner }),
        |inner| json!({ "allOf": [inner] }),
        |inner| json!({ "properties": { "a": inner } }),
        |inner| json!({ "oneOf": [inner, { "type": "string" }] }),
    ];
    for (index, wrap) in wraps.into_iter().enumerate() {
        let nested = |depth: usize| (0..depth).fold(json!({ "type": "integer" }), |inner, _| wrap(inner));
        let is_read =
            |depth: &usize| serde_json::from_str::<Value>(&of_schemas(&json!({ "A": nested(*depth) }))).is_ok();
        let deepest = (1..128).rev().find(is_read).unwrap();
        assert!(generated(of_schemas(&json!({ "A": nested(deepest) }))).is_ok(), "{index}");
        assert_eq!(generated(of_schemas(&json!({ "A": nested(deepest + 1) }))), Err(Code::ExpansionTooLarge));
    }
}

/// The sizes of types are requested for each alternative: thirty members of thirty members, ten times.
#[test]
fn sizes_are_known_without_following_each_way() {
    let mut schemas = json!({ "A": { "oneOf": [to("S0"), { "type": "string" }] } });
    for index in 0..10 {
        let names: Vec<String> = (0..30).map(|member| format!("p{member}")).collect();
        let members: serde_json::Map<String, Value> =
            names.iter().map(|name| (name.clone(), to(&format!("S{}", index + 1)))).collect();
        schemas[format!("S{index}")] = json!({ "type": "object", "properties": members, "required": names });
    }
    schemas["S10"] = object_with("end", &json!({}));
    assert!(generated(of_schemas(&schemas)).is_ok());
}

#[test]
fn aliases_of_yaml_are_bounded() {
    let head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n";
    let text = format!("{head}x-a: &a {}\nx-b: [{}]\n", "x".repeat(100_000), vec!["*a"; 20_000].join(", "));
    assert_eq!(generated(text).unwrap_err(), Code::ExpansionTooLarge);
    let members: Vec<String> = (0..1_000).map(|member| format!("k{member}: v")).collect();
    let text = format!("{head}x-a: &a {{{}}}\nx-b: [{}]\n", members.join(", "), vec!["*a"; 5_000].join(", "));
    assert_eq!(generated(text).unwrap_err(), Code::ExpansionTooLarge);
    assert!(generated(format!("{head}x-a: &a {{x: 1}}\nx-b: [*a, *a, *a]\n")).is_ok());
}

#[test]
fn brackets_in_texts_are_no_nesting() {
    let text = of_schemas(&json!({ "A": { "type": "string", "description": "[a".repeat(5_000) } }));
    assert!(generated(text).is_ok());
}

/// Quotation marks in plain scalars, comments and line breaks do not hide brackets from the limit.
#[test]
fn hidden_brackets_are_bounded() {
    let head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n";
    let nested = "[".repeat(3_000);
    for before in ["x-a: it\n  'tis\nx-b: ", "x-a: [a:'b, ", "x-a: [-'a, ", "x-a:\t# |\n  ", "# x\rx-a: ", "x-a: [#]\n"]
    {
        assert_eq!(generated(format!("{head}{before}{nested}")), Err(Code::ExpansionTooLarge), "{before}");
    }
}

#[test]
fn places_below_long_keys_are_bounded() {
    let below = |key: usize| {
        let properties: serde_json::Map<String, Value> =
            (0..500).map(|i| (format!("p{i}"), object_with("inner", &json!({ "unknown": i })))).collect();
        generated(of_schemas(&json!({ "x".repeat(key): { "properties": properties } })))
    };
    assert!(below(500).is_ok());
    assert_eq!(below(50_000).unwrap_err(), Code::ExpansionTooLarge);
}
