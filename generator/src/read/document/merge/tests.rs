//! Tests of merged descriptions.

use crate::base::pointer::Pointer;
use serde_json::{Value, json};

use super::input::MergeInput;
use super::merge;
use crate::base::diagnostic::Location;
use crate::read::locations::SourceMap;

fn part(source: &str, prefix: Option<&str>, value: Value) -> MergeInput {
    let prefix = prefix.map(str::to_owned);
    MergeInput {
        value,
        source_map: SourceMap::for_description(source).into(),
        source: source.to_owned(),
        address: None,
        prefix,
    }
}

fn description(path: &str, operation: Value, schemas: Value) -> Value {
    json!({
        "openapi": "3.0.3",
        "info": { "title": path, "version": "1" },
        "paths": { path: { "get": operation } },
        "components": { "schemas": schemas },
    })
}

fn answer(schema: &str, tag: &str, id: &str) -> Value {
    let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
    json!({ "operationId": id, "tags": [tag], "responses": { "200": { "content": { "a/b": { "schema": schema } } } } })
}

fn leads(value: &Value, path: &str) -> String {
    let at = format!("/paths/{path}/get/responses/200/content/a~1b/schema/$ref");
    value.pointer(&at).and_then(Value::as_str).unwrap_or_default().replace("#/components/schemas/", "")
}

/// `Page` has the same text in both, and refers to different schemas `Item`.
fn two(prefix: Option<&str>) -> Vec<MergeInput> {
    let page = json!({ "items": { "$ref": "#/components/schemas/Item" } });
    let schemas = |ty: &str| json!({ "Item": { "type": ty }, "Page": page, "Same": { "type": "string" } });
    let a = description("/a", answer("Page", "Versions", "list"), schemas("string"));
    let b = description("/b", answer("Page", "Versions", "list"), schemas("number"));
    vec![part("in/a.json", None, a), part("in/b.json", prefix, b)]
}

#[test]
fn what_collides_gets_the_prefix_and_what_is_equal_is_one() {
    let (value, source_map) = merge(two(Some("shop"))).unwrap();
    let names: Vec<&String> = value["components"]["schemas"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Item", "Page", "Same", "shop_Item", "shop_Page"]);
    assert_eq!((leads(&value, "~1a"), leads(&value, "~1b")), ("Page".to_owned(), "shop_Page".to_owned()));
    assert_eq!(value["components"]["schemas"]["shop_Page"]["items"]["$ref"], "#/components/schemas/shop_Item");
    let operation = &value["paths"]["/b"]["get"];
    assert_eq!((&operation["tags"][0], &operation["operationId"]), (&json!("shop Versions"), &json!("shop_list")));
    assert_eq!(value["paths"]["/a"]["get"]["operationId"], "list");
    let origin = source_map.trace("/components/schemas/shop_Item/type");
    assert_eq!(origin.source.as_deref(), Some("in/b.json"));
    assert_eq!(origin.pointer.as_str(), "/components/schemas/Item/type");
    assert_eq!(source_map.trace("/paths/~1a/get").source, None);
    assert_eq!(source_map.relative_to_description("in/c.json"), "c.json");
}

#[test]
fn without_a_prefix_it_is_refused_where_it_stands() {
    let problem = merge(two(None)).unwrap_err();
    assert_eq!(problem.message, "`Item` is also defined in in/a.json, with different content");
    let place = problem.place.unwrap();
    assert_eq!(
        (place.source.as_str(), place.location),
        ("in/b.json", Location::Pointer(Pointer::root().append("/components/schemas/Item")))
    );
    assert!(problem.help.unwrap().contains("`prefix`"));
    let mut taken = two(Some("shop"));
    taken[1].value["components"]["schemas"]["shop_Item"] = json!({});
    assert!(merge(taken).unwrap_err().help.unwrap().contains("another `prefix`"));
}

#[test]
fn operations_of_one_path() {
    let of =
        |method: &str, id: &str| json!({ "openapi": "3.0.3", "paths": { "/a": { method: { "operationId": id } } } });
    let join = |one: Value, other: Value| merge(vec![part("a", None, one), part("b", Some("b"), other)]);
    let (value, source_map) = join(of("get", "one"), of("put", "two")).unwrap();
    assert_eq!(value["paths"]["/a"], json!({ "get": { "operationId": "one" }, "put": { "operationId": "two" } }));
    assert_eq!(source_map.trace("/paths/~1a/put").source.as_deref(), Some("b"));
    assert!(join(of("get", "one"), of("get", "one")).is_ok());
    let problem = join(of("get", "one"), of("get", "two")).unwrap_err();
    assert_eq!(problem.message, "`GET /a` is also defined in a, with different content");
    let mut other = of("put", "two");
    other["paths"]["/a"]["parameters"] = json!([]);
    assert!(join(of("get", "one"), other).unwrap_err().message.starts_with("`parameters` of `/a`"));
    let with = |member: &str, said: Value| {
        let mut value = of("get", "one");
        value["paths"]["/a"][member] = said;
        value
    };
    let (value, _) = join(with("summary", json!("One")), with("summary", json!("Two"))).unwrap();
    assert_eq!(value["paths"]["/a"]["summary"], "One");
    let others = |method: &str, id: &str| with("additionalOperations", json!({ method: { "operationId": id } }));
    let (value, source_map) = join(others("COPY", "copy"), others("MOVE", "move")).unwrap();
    assert_eq!(value["paths"]["/a"]["additionalOperations"].as_object().unwrap().len(), 2);
    assert_eq!(source_map.trace("/paths/~1a/additionalOperations/MOVE").source.as_deref(), Some("b"));
    let problem = join(others("COPY", "copy"), others("COPY", "other")).unwrap_err();
    assert_eq!(problem.message, "`COPY /a` is also defined in a, with different content");
}

#[test]
fn servers_and_security_are_those_of_all_or_of_each() {
    let of = |path: &str, server: &str, scheme: &str| {
        let mut value = description(path, json!({}), json!({}));
        value["servers"] = json!([{ "url": server }]);
        value["security"] = json!([{ scheme: [] }]);
        value["components"]["securitySchemes"] = json!({ scheme: { "type": "http", "scheme": "bearer" } });
        value
    };
    let alike = vec![part("a", None, of("/a", "https://s", "key")), part("b", None, of("/b", "https://s", "key"))];
    let (value, _) = merge(alike).unwrap();
    assert_eq!(value["servers"], json!([{ "url": "https://s" }]));
    assert_eq!((&value["security"], &value["paths"]["/b"]["get"]), (&json!([{ "key": [] }]), &json!({})));
    let apart = vec![part("a", None, of("/a", "https://s", "key")), part("b", None, of("/b", "https://t", "token"))];
    let (value, _) = merge(apart).unwrap();
    assert_eq!((&value["servers"], value.get("security")), (&json!([{ "url": "https://s" }]), None));
    assert_eq!(
        value["paths"]["/b"],
        json!({ "get": { "security": [{ "token": [] }] }, "servers": [{ "url": "https://t" }] })
    );
    assert_eq!(value["paths"]["/a"], json!({ "get": { "security": [{ "key": [] }] } }));
}

#[test]
fn relative_servers_are_those_of_their_own_address() {
    let of = |path: &str, address: &str| MergeInput {
        address: Some(address.to_owned()),
        ..part(path, None, description(path, json!({}), json!({})))
    };
    let (value, _) =
        merge(vec![of("/a", "https://a.example/api.json"), of("/b", "https://b.example/api.json")]).unwrap();
    assert_eq!(value["servers"], json!([{ "url": "https://a.example/" }]));
    assert_eq!(value["paths"]["/b"]["servers"], json!([{ "url": "https://b.example/" }]));
}

#[test]
fn no_name_is_given_twice() {
    let of = |path: &str, schemas: Value| description(path, json!({}), schemas);
    let a = of("/a", json!({ "X": { "type": "string" }, "b_X": { "type": "string" } }));
    let b = of("/b", json!({ "b_X": { "type": "number" } }));
    let c = of("/c", json!({ "X": { "type": "number" } }));
    let problem = merge(vec![part("a", None, a), part("b", Some("a"), b), part("c", Some("a_b"), c)]).unwrap_err();
    assert_eq!(problem.message, "`b_X` collides with another name, and `a_b_X` also exists");
}

#[test]
fn groups_that_differ_by_case_only_are_one_or_apart() {
    let of = |path: &str, tag: &str| description(path, json!({ "tags": [tag] }), json!({}));
    let parts = vec![part("a", None, of("/a", "Pets")), part("b", Some("b"), of("/b", "pets"))];
    let (value, _) = merge(parts).unwrap();
    assert_eq!(value["paths"]["/b"]["get"]["tags"], json!(["b pets"]));
}

#[test]
fn operations_with_other_methods_are_operations() {
    let of = |path: &str, scheme: &str| {
        let purge = json!({ "operationId": "purge", "tags": ["x"] });
        let mut value = description(path, json!({}), json!({}));
        value["paths"][path]["additionalOperations"] = json!({ "PURGE": purge, "COPY": {} });
        value["security"] = json!([{ scheme: [] }]);
        value
    };
    let parts = vec![part("a", None, of("/a", "key")), part("b", Some("b"), of("/b", "token"))];
    let (value, _) = merge(parts).unwrap();
    let others = |path: &str| value["paths"][path]["additionalOperations"].clone();
    let security = json!([{ "token": [] }]);
    let purge = json!({ "operationId": "b_purge", "tags": ["b x"], "security": security });
    assert_eq!(others("/b"), json!({ "PURGE": purge, "COPY": { "security": security } }));
    assert_eq!(others("/a")["PURGE"]["operationId"], "purge");
}

#[test]
fn information_of_another_kind_does_no_harm() {
    let mut parts = two(Some("shop"));
    parts[0].value["info"] = json!("hello");
    let (value, _) = merge(parts).unwrap();
    assert_eq!((&value["info"]["title"], &value["info"]["version"]), (&json!(", /b"), &json!(", 1")));
}

/// The name of an alternative is a value on the wire, which no prefix may change.
#[test]
fn what_a_discriminator_implies_is_refused() {
    let to = |name: &str| format!("#/components/schemas/{name}");
    let merged = |mapping: Value| {
        let discriminator = json!({ "propertyName": "type", "mapping": mapping });
        let pet = json!({ "oneOf": [{ "$ref": to("Cat") }, { "$ref": to("Eel") }], "discriminator": discriminator });
        let a = description("/a", json!({}), json!({ "Cat": { "type": "string" } }));
        let b = description("/b", json!({}), json!({ "Pet": pet, "Cat": {}, "Eel": {} }));
        merge(vec![part("a", None, a), part("b", Some("b"), b)]).map(|(value, _)| value)
    };
    let problem = merged(json!({})).unwrap_err();
    assert_eq!(problem.message, "`Cat` collides with another name, and is the value of a discriminator");
    let mapping = |value: &Value| value["components"]["schemas"]["Pet"]["discriminator"]["mapping"].clone();
    assert_eq!(mapping(&merged(json!({ "tom": to("Cat") })).unwrap()), json!({ "tom": to("b_Cat") }));
    assert_eq!(mapping(&merged(json!({ "tom": "Cat" })).unwrap()), json!({ "tom": "b_Cat" }));
}

#[test]
fn versions_that_write_null_differently_are_refused() {
    let a = description("/a", json!({}), json!({}));
    let mut b = description("/b", json!({}), json!({}));
    b["openapi"] = json!(3.1);
    let problem = merge(vec![part("a", None, a), part("b", None, b.clone())]).unwrap_err();
    assert!(problem.message.contains("of OpenAPI 3.1, and a of 3.0"), "{}", problem.message);
    let mut later = b.clone();
    later["openapi"] = json!("3.2.0");
    later["paths"] = json!({});
    assert_eq!(merge(vec![part("a", None, b), part("b", None, later)]).unwrap().0["openapi"], "3.2.0");
}

/// A split class propagates along a long chain of references, in linear time.
#[test]
fn long_ways_are_followed() {
    let chain = |end: &str| {
        let mut schemas = serde_json::Map::new();
        for i in 0..5_000 {
            schemas.insert(
                format!("S{i:05}"),
                json!({ "items": { "$ref": format!("#/components/schemas/S{:05}", i + 1) } }),
            );
        }
        schemas.insert("S05000".to_owned(), json!({ "type": end }));
        json!({ "openapi": "3.0.3", "paths": {}, "components": { "schemas": schemas } })
    };
    let (value, _) = merge(vec![part("a", None, chain("string")), part("b", Some("b"), chain("number"))]).unwrap();
    assert_eq!(value["components"]["schemas"].as_object().unwrap().len(), 10_002);
}

/// A component with many references is not checked once for each of them.
#[test]
fn long_lists_are_followed() {
    let hub = |end: &str| {
        let to = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let mut schemas = serde_json::Map::new();
        for i in 0..5_000 {
            schemas.insert(format!("T{i:05}"), json!({ "items": to("L") }));
        }
        let all: Vec<Value> = schemas.keys().map(|name| to(name)).collect();
        schemas.insert("A".to_owned(), json!({ "oneOf": all }));
        schemas.insert("L".to_owned(), json!({ "type": end }));
        json!({ "openapi": "3.0.3", "paths": {}, "components": { "schemas": schemas } })
    };
    let (value, _) = merge(vec![part("a", None, hub("string")), part("b", Some("b"), hub("number"))]).unwrap();
    assert_eq!(value["components"]["schemas"].as_object().unwrap().len(), 10_004);
}

#[test]
fn what_is_said_for_all_is_not_written_to_each_without_bound() {
    let of = |scheme: &str| {
        let paths: serde_json::Map<String, Value> =
            (0..2_000).map(|i| (format!("/{scheme}{i}"), json!({ "get": {} }))).collect();
        json!({ "openapi": "3.0.3", "paths": paths, "security": vec![json!({ scheme: [] }); 2_000] })
    };
    let problem = merge(vec![part("a", None, of("x")), part("b", None, of("y"))]).unwrap_err();
    assert_eq!(problem.code, crate::base::diagnostic::Code::ExpansionTooLarge);
}

#[test]
fn webhooks_of_all_descriptions_are_kept() {
    let webhook = |schema: &str| {
        let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
        json!({ "post": { "requestBody": { "content": { "a/b": { "schema": schema } } } } })
    };
    let mut parts = two(Some("shop"));
    parts[0].value["webhooks"] = json!({ "made": webhook("Same"), "same": webhook("Same") });
    parts[1].value["webhooks"] = json!({ "paid": webhook("Item"), "same": webhook("Same") });
    let (value, source_map) = merge(parts).unwrap();
    let names: Vec<&String> = value["webhooks"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["made", "same", "paid"]);
    let schema = value.pointer("/webhooks/paid/post/requestBody/content/a~1b/schema/$ref");
    assert_eq!(schema, Some(&json!("#/components/schemas/shop_Item")));
    assert_eq!(source_map.trace("/webhooks/paid/post").source.as_deref(), Some("in/b.json"));
    let mut parts = two(Some("shop"));
    parts[0].value["webhooks"] = json!({ "made": webhook("Same") });
    parts[1].value["webhooks"] = json!({ "made": webhook("Item") });
    assert!(merge(parts).unwrap_err().message.starts_with("`POST made` is also defined"));
}
