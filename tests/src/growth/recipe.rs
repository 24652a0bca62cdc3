//! Descriptions of any size, each of which repeats one construct. No stage may compare all pairs of these.

use bindery::internal::diagnostic::Code;
use serde_json::{Map, Value, json};

/// Writes a description with many instances of a construct.
pub struct Recipe {
    /// The construct.
    pub name: &'static str,
    /// The description.
    pub write: fn(usize) -> String,
    /// A size that takes about 10 ms.
    pub small: usize,
    /// The error code at any size from `small` on, or `None` if the description is accepted.
    pub refused: Option<Code>,
    /// The command that reads the description.
    pub work: Work,
    /// The text of `bindery.toml`.
    pub configuration: fn(usize) -> String,
    /// The names and texts of the files that the description refers to.
    pub files: fn(usize) -> Vec<(String, String)>,
}

/// A command that reads a description.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// Generates a client, and compares the description with one in which strings are integers.
    Generate,
    /// Serves the description, and sends an object to `POST /a`.
    Serve,
}

const fn accepted(name: &'static str, small: usize, write: fn(usize) -> String) -> Recipe {
    let (configuration, files): (fn(_) -> _, fn(_) -> _) = (|_| String::new(), |_| Vec::new());
    Recipe { name, write, small, refused: None, work: Work::Generate, configuration, files }
}

const fn served(name: &'static str, small: usize, write: fn(usize) -> String) -> Recipe {
    Recipe { work: Work::Serve, ..accepted(name, small, write) }
}

const fn rejected(name: &'static str, small: usize, write: fn(usize) -> String, code: Code) -> Recipe {
    Recipe { refused: Some(code), ..accepted(name, small, write) }
}

/// All recipes.
pub const RECIPES: &[Recipe] = &[
    rejected("references to the next", 500, |n| chain(n, |next| json!({ "$ref": next })), Code::ExpansionTooLarge),
    rejected(
        "lists of the next",
        500,
        |n| chain(n, |next| json!({ "items": { "$ref": next } })),
        Code::ExpansionTooLarge,
    ),
    rejected(
        "schemas that take in the next",
        500,
        |n| chain(n, |next| json!({ "allOf": [{ "$ref": next }, { "properties": { "a": {} } }] })),
        Code::ExpansionTooLarge,
    ),
    rejected("bases that all subtypes share", 400, bases_and_subtypes, Code::ExpansionTooLarge),
    rejected("uses of a parameter with a long text", 400, long_parameters, Code::ExpansionTooLarge),
    rejected("uses of a schema with many members", 1_500, wide_parts, Code::ExpansionTooLarge),
    rejected("uses of a path", 400, same_paths, Code::ExpansionTooLarge),
    rejected("media types of a body", 501, media_types, Code::ExpansionTooLarge),
    rejected("aliases of a text", 4_000, aliases, Code::ExpansionTooLarge),
    accepted("objects that hold the next", 400, |n| {
        chain(n, |next| json!({ "properties": { "a": { "$ref": next } } }))
    }),
    accepted("alternatives that are the next", 400, |n| {
        chain(n, |next| json!({ "oneOf": [{ "$ref": next }, { "type": "integer" }] }))
    }),
    accepted("schemas", 600, |n| components(n, |i| (format!("A{i}"), object(i)))),
    accepted("schemas whose names become one", 600, |n| {
        components(n, |i| (format!("{:b}", i + 1).replace('0', "-").replace('1', "_") + "a", object(i)))
    }),
    accepted("members", 1_500, |n| {
        one(json!({ "properties": map(n, |i| (format!("p{i}"), json!({ "type": "string" }))) }))
    }),
    accepted("texts of an enumeration", 3_000, |n| {
        one(json!({ "type": "string", "enum": list(n, |i| json!(format!("v{i}"))) }))
    }),
    accepted("codes", 3_000, |n| one(json!({ "type": "integer", "enum": list(n, |i| json!(i)) }))),
    accepted("codes with a meaning", 2_000, |n| {
        let meanings: Vec<String> = (0..n).map(|i| format!("{i}: thing {i}")).collect();
        let codes = list(n, |i| json!(i));
        one(json!({ "type": "integer", "enum": codes, "description": meanings.join(", ") }))
    }),
    accepted("alternatives", 300, |n| one(json!({ "oneOf": list(n, object) }))),
    accepted("alternatives that are alternatives that are alternatives", 64, unions_of_unions),
    accepted("alternatives next to members in alternatives next to members", 100, |n| {
        let inner = |i: usize| json!({ "properties": { format!("i{i}"): {} }, "oneOf": [object(0), object(1)] });
        let properties = json!({ "a": { "type": "string" } });
        one(json!({ "type": "object", "properties": properties, "oneOf": list(n, inner) }))
    }),
    accepted("alternatives that differ in nothing", 300, |n| one(json!({ "oneOf": list(n, |_| object(0)) }))),
    accepted("alternatives with a discriminator", 300, |n| {
        let reference = |i: usize| format!("#/components/schemas/B{i}");
        let branches = list(n, |i| json!({ "$ref": reference(i) }));
        let mapping = map(n, |i| (format!("v{i}"), json!(reference(i))));
        let choice = json!({ "oneOf": branches, "discriminator": { "propertyName": "k", "mapping": mapping } });
        let mut schemas = map(n, |i| (format!("B{i}"), object(i)));
        schemas.insert("A".to_owned(), choice);
        document(schemas, Map::new())
    }),
    accepted("tag values of an alternative", 1_000, |n| {
        let reference = |i: usize| format!("#/components/schemas/B{i}");
        let branches = list(2, |i| json!({ "$ref": reference(i) }));
        let mapping = map(n, |i| (format!("v{i}"), json!(reference(i % 2))));
        let choice = json!({ "oneOf": branches, "discriminator": { "propertyName": "k", "mapping": mapping } });
        let mut schemas = map(2, |i| (format!("B{i}"), object(i)));
        schemas.insert("A".to_owned(), choice);
        document(schemas, Map::new())
    }),
    accepted("heirs of one base", 300, |n| {
        components(n, |i| match i {
            0 => (
                "A".to_owned(),
                json!({ "properties": { "k": {} }, "required": ["k"], "discriminator": { "propertyName": "k" } }),
            ),
            _ => (format!("B{i}"), json!({ "allOf": [{ "$ref": "#/components/schemas/A" }] })),
        })
    }),
    accepted("operations", 300, |n| paths(n, |i| operation(&format!("op{i}"), &["one"]))),
    accepted("text formats of bodies", 40, |n| {
        let content = map(n, |i| (format!("text/format-{i}"), json!({ "schema": { "type": "string" } })));
        paths(10, |_| json!({ "post": { "requestBody": { "content": content }, "responses": {} } }))
    }),
    accepted("operations of one name", 300, |n| paths(n, |_| operation("op", &["one"]))),
    accepted("groups", 150, |n| paths(n, |i| operation(&format!("op{i}"), &[&format!("t{i}")]))),
    accepted("inline schemas of one title", 300, |n| {
        paths(n, |i| {
            let schema = json!({ "title": "Same", "properties": { format!("a{i}"): { "type": "string" } } });
            let content = json!({ "application/json": { "schema": schema } });
            json!({ "get": { "tags": ["one"], "responses": { "200": { "description": "", "content": content } } } })
        })
    }),
    accepted("parameters", 800, |n| {
        let parameters = list(n, |i| json!({ "name": format!("p{i}"), "in": "query", "schema": {} }));
        let operation = json!({ "parameters": parameters, "responses": {} });
        document(Map::new(), map(1, |_| ("/a".to_owned(), json!({ "get": operation }))))
    }),
    accepted("breaks in docs", 4_000, |n| docs("<br>\n", n)),
    accepted("addresses side by side in docs", 600, |n| docs("https://example.com/a_b*c", n)),
    accepted("marks that do not emphasize", 1_000, |n| docs("___<token>", n)),
    accepted("brackets in docs", 8_000, |n| docs("[<", n)),
    accepted("alternatives that share an enumeration", 150, |n| {
        let kinds = json!({ "type": "string", "enum": list(n, |i| json!(format!("B{i}"))) });
        let kind = json!({ "properties": { "k": { "$ref": "#/components/schemas/Kinds" } }, "required": ["k"] });
        let branches = list(n, |i| json!({ "$ref": format!("#/components/schemas/B{i}") }));
        let mut schemas = map(n, |i| (format!("B{i}"), kind.clone()));
        schemas.insert("Kinds".to_owned(), kinds);
        schemas.insert("A".to_owned(), json!({ "oneOf": branches, "discriminator": { "propertyName": "k" } }));
        document(schemas, Map::new())
    }),
    accepted("required members that are not declared", 1_000, |n| {
        let properties = map(n, |i| (format!("p{i}"), json!({ "type": "string" })));
        one(json!({ "type": "object", "properties": properties, "required": list(n, |i| json!(format!("q{i}"))) }))
    }),
    accepted("first elements", 1_500, |n| {
        one(json!({ "type": "array", "prefixItems": list(n, |i| json!({ "const": i })), "items": false }))
    }),
    Recipe {
        configuration: |n| (0..n).fold("[names]\n".to_owned(), |text, i| text + &format!("A{i} = \"Named{i}\"\n")),
        ..accepted("configured names", 600, |n| components(n, |i| (format!("A{i}"), object(i))))
    },
    Recipe {
        configuration: |n| (0..n).fold("[names]\n".to_owned(), |text, i| text + &format!("B{i} = \"Named{i}\"\n")),
        ..accepted("configured names of nothing", 600, |n| components(n, |i| (format!("A{i}"), object(i))))
    },
    Recipe {
        configuration: |n| {
            let names: Vec<String> = (0..n).map(|i| format!("B{i} = \"Named{i}\"")).collect();
            format!("names = {{ {} }}", names.join(", "))
        },
        ..accepted("configured names of nothing in a line", 600, |n| components(n, |i| (format!("A{i}"), object(i))))
    },
    Recipe {
        configuration: |n| {
            let entry = |i| format!("\"GET /q{i}/**\" = {{ style = \"none\" }}\n");
            (0..n).fold("[pagination]\n".to_owned(), |text, i| text + &entry(i))
        },
        ..accepted("patterns of pagination", 150, |n| paths(n, |i| operation(&format!("op{i}"), &["one"])))
    },
    Recipe {
        files: |n| (0..n).map(|i| (format!("f{i}.json"), file(i, n))).collect(),
        ..accepted("files that refer to the next", 100, |n| {
            let file = |i| (format!("A{i}"), json!({ "$ref": format!("f{i}.json") }));
            components(n, file)
        })
    },
    accepted("members of a body", 150, |n| flattened(n, 0)),
    accepted("required members of a body", 150, |n| flattened(n, n)),
    accepted("tuples of the next", 3, |n| {
        chain(n, |next| {
            let elements = vec![json!({ "$ref": next }); 5];
            json!({ "prefixItems": elements, "minItems": 5, "maxItems": 5 })
        })
    }),
    served("alternatives that are both the next", 4, |n| {
        let reference = |i: usize| json!({ "$ref": format!("#/components/schemas/S{i}") });
        let mut schemas = map(n, |i| (format!("S{i}"), json!({ "oneOf": [reference(i + 1), reference(i + 1)] })));
        schemas.insert(format!("S{n}"), json!({ "type": "integer" }));
        document(schemas, map(1, |_| ("/a".to_owned(), post(reference(0)))))
    }),
    served("required members of a body", 1_000, |n| flattened(n, n)),
    accepted("references to inline places", 400, |n| {
        chain(n, |next| json!({ "properties": { "a": { "$ref": format!("{next}/properties/a") } } }))
    }),
];

fn document(schemas: Map<String, Value>, paths: Map<String, Value>) -> String {
    let info = json!({ "title": "Growth", "version": "1" });
    json!({ "openapi": "3.1.0", "info": info, "paths": paths, "components": { "schemas": schemas } }).to_string()
}

fn map(n: usize, each: impl Fn(usize) -> (String, Value)) -> Map<String, Value> {
    (0..n).map(each).collect()
}

fn list(n: usize, each: impl Fn(usize) -> Value) -> Vec<Value> {
    (0..n).map(each).collect()
}

fn components(n: usize, each: impl Fn(usize) -> (String, Value)) -> String {
    document(map(n, each), Map::new())
}

/// The schema in the middle inherits from all bases, and all subtypes inherit from it.
fn bases_and_subtypes(n: usize) -> String {
    let bases = list(n, |i| json!({ "$ref": format!("#/components/schemas/A{i}") }));
    components(2 * n + 1, |i| match i {
        _ if i < n => (format!("A{i}"), json!({ "discriminator": { "propertyName": "k" } })),
        _ if i == n => ("Between".to_owned(), json!({ "allOf": bases })),
        _ => (format!("B{i}"), json!({ "allOf": [{ "$ref": "#/components/schemas/Between" }] })),
    })
}

/// Unions in four layers: each has all unions of the next layer as alternatives.
fn unions_of_unions(n: usize) -> String {
    let wide = n.isqrt();
    components(4 * wide, |i| {
        let next = (i / wide + 1) * wide;
        let alternatives = list(wide, |j| json!({ "$ref": format!("#/components/schemas/U{}", next + j) }));
        let schema = if next < 4 * wide { json!({ "oneOf": alternatives }) } else { object(i) };
        (format!("U{i}"), schema)
    })
}

fn docs(piece: &str, n: usize) -> String {
    one(json!({ "type": "string", "description": piece.repeat(n) }))
}

fn one(schema: Value) -> String {
    components(1, |_| ("A".to_owned(), schema.clone()))
}

/// Each schema contains a reference to the next one; the last one is an object.
fn chain(n: usize, each: impl Fn(String) -> Value) -> String {
    components(n, |i| {
        let schema = if i + 1 < n { each(format!("#/components/schemas/S{}", i + 1)) } else { object(0) };
        (format!("S{i}"), schema)
    })
}

fn object(i: usize) -> Value {
    let name = if i == 0 { "a".to_owned() } else { format!("a{i}") };
    json!({ "type": "object", "properties": { name: { "type": "string" } } })
}

/// A schema with a reference to the next file.
fn file(i: usize, n: usize) -> String {
    let next = (i + 1 < n).then(|| json!({ "$ref": format!("f{}.json", i + 1) }));
    json!({ "type": "object", "properties": { format!("p{i}"): next.unwrap_or_else(|| json!({})) } }).to_string()
}

fn post(schema: Value) -> Value {
    let body = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    json!({ "post": { "tags": ["one"], "requestBody": body, "responses": { "204": { "description": "" } } } })
}

/// An operation with a body of many members, the first of which are required.
fn flattened(n: usize, required: usize) -> String {
    let properties = map(n, |i| (format!("p{i}"), json!({ "type": "string" })));
    let required = list(required, |i| json!(format!("p{i}")));
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    document(Map::new(), map(1, |_| ("/a".to_owned(), post(schema.clone()))))
}

fn paths(n: usize, each: impl Fn(usize) -> Value) -> String {
    document(Map::new(), map(n, |i| (format!("/p{i}"), each(i))))
}

fn operation(id: &str, tags: &[&str]) -> Value {
    json!({ "get": { "operationId": id, "tags": tags, "responses": { "200": { "description": "" } } } })
}

fn long_parameters(n: usize) -> String {
    let parameter = json!({ "name": "p", "in": "query", "description": "long ".repeat(n * 20), "schema": {} });
    let components = json!({ "parameters": { "P": parameter } });
    let paths = map(n, |i| {
        let parameters = json!([{ "$ref": "#/components/parameters/P" }]);
        (format!("/p{i}"), json!({ "get": { "parameters": parameters, "responses": {} } }))
    });
    json!({ "openapi": "3.1.0", "info": {}, "paths": paths, "components": components }).to_string()
}

fn wide_parts(n: usize) -> String {
    let wide = json!({ "properties": map(n, |i| (format!("p{i}"), json!({}))) });
    let mut schemas =
        map(n, |i| (format!("A{i}"), json!({ "allOf": [{ "$ref": "#/components/schemas/W" }, object(i)] })));
    schemas.insert("W".to_owned(), wide);
    document(schemas, Map::new())
}

fn media_types(n: usize) -> String {
    let content = map(n, |i| (format!("application/{i}+json"), json!({ "schema": object(i) })));
    let responses = json!({ "200": { "description": "", "content": content } });
    let operation = json!({ "requestBody": { "content": content }, "responses": responses });
    document(Map::new(), map(1, |_| ("/a".to_owned(), json!({ "post": operation }))))
}

fn same_paths(n: usize) -> String {
    let mut operation = operation("op", &["one"]);
    operation["get"]["description"] = json!("long ".repeat(n * 20));
    let mut paths = map(n, |i| (format!("/p{i}"), json!({ "$ref": "#/paths/~1all" })));
    paths.insert("/all".to_owned(), operation);
    document(Map::new(), paths)
}

fn aliases(n: usize) -> String {
    let all = vec!["*a"; n].join(", ");
    format!("openapi: 3.1.0\ninfo: {{}}\npaths: {{}}\nx-a: &a {}\nx-b: [{all}]\n", "x".repeat(n * 5))
}
