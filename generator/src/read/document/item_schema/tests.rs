use serde_json::{Value, json};

use super::{BY_EVENT, convert};

/// Returns the converted schema of events, the original location of a place in it, and the mark of typed events.
fn converted(item: &Value, place: &str) -> (Value, String, bool) {
    let mut description = json!({
        "paths": { "/a": { "get": { "responses": { "200": { "content": { "text/event-stream": { "itemSchema": item } } } } } } },
        "components": { "schemas": {
            "Item": { "type": "object" },
            "Named": { "properties": { "event": { "type": "string" }, "data": { "contentSchema": { "type": "integer" } } } },
        } },
    });
    let source_map = convert(&mut description);
    let at = "/paths/~1a/get/responses/200/content/text~1event-stream";
    let media_type = description.pointer(at).unwrap();
    assert!(media_type.get("itemSchema").is_none());
    let origin = source_map.trace(&format!("{at}/schema{place}")).pointer.to_string();
    (media_type["schema"].clone(), origin.replace(at, ""), media_type.get(BY_EVENT).is_some())
}

#[test]
fn the_schema_of_an_event_becomes_that_of_its_data() {
    let item = json!({ "$ref": "#/components/schemas/Item" });
    let event = |data: Value| json!({ "properties": { "event": { "type": "string" }, "data": data, "retry": {} } });
    let content = json!({ "type": "string", "contentMediaType": "application/json", "contentSchema": item });
    for (data, expected, origin) in [
        (json!({ "type": "string" }), json!({ "type": "string" }), "/itemSchema/properties/data"),
        (content.clone(), item.clone(), "/itemSchema/properties/data/contentSchema"),
        (
            json!({ "anyOf": [content, { "type": "null" }] }),
            item.clone(),
            "/itemSchema/properties/data/anyOf/0/contentSchema",
        ),
        (item.clone(), item.clone(), "/itemSchema/properties/data"),
    ] {
        assert_eq!(converted(&event(data), ""), (expected, origin.to_owned(), false));
    }
    let json_text = json!({ "type": "string", "contentMediaType": "application/json" });
    assert_eq!(converted(&event(json_text), "").0, json!({}));
    assert_eq!(converted(&event(json!({ "contentMediaType": "text/html" })), "").0, json!({ "type": "string" }));
    // Through a reference and a part.
    let part = json!({ "allOf": [{ "$ref": "#/components/schemas/Named" }, { "properties": { "id": {} } }] });
    let origin = "/components/schemas/Named/properties/data/contentSchema";
    assert_eq!(converted(&part, ""), (json!({ "type": "integer" }), origin.to_owned(), false));
}

#[test]
fn other_schemas_describe_the_data_itself() {
    for item in [
        json!({ "properties": { "n": {} } }),
        json!({ "properties": { "data": {}, "type": {} } }),
        json!({ "properties": { "event": {}, "id": {} } }),
        json!({ "type": "string" }),
        json!({ "oneOf": [{ "properties": { "data": {} } }, { "properties": { "text": {} } }] }),
        json!({ "allOf": [{ "$ref": "#/components/schemas/Missing" }] }),
    ] {
        assert_eq!(converted(&item, ""), (item.clone(), "/itemSchema".to_owned(), false));
    }
}

#[test]
fn the_names_of_events_select_their_data() {
    let event = |name: Value, data: Value| json!({ "properties": { "event": name, "data": data } });
    let union = |all: &[(&str, Value)]| {
        let all = all.iter().map(|(name, data)| {
            let members = json!({ "event": { "type": "string", "enum": [name] }, "data": data });
            json!({ "type": "object", "required": ["event", "data"], "properties": members })
        });
        json!({ "oneOf": all.collect::<Vec<_>>() })
    };
    let (text, number) = (json!({ "type": "string" }), json!({ "type": "integer" }));
    let content = json!({ "contentSchema": number });
    let item = json!({
        "properties": { "event": { "type": "string" }, "data": text },
        "anyOf": [
            event(json!({ "const": "a" }), content.clone()),
            event(json!({ "enum": ["b", "c"] }), json!({})),
            { "properties": { "data": content } },
            { "properties": { "data": { "const": "[DONE]", "contentMediaType": "text/plain" } } },
        ],
    });
    let expected = union(&[("a", number.clone()), ("b", json!({})), ("c", json!({})), ("message", number.clone())]);
    let origin = "/itemSchema/anyOf/0/properties/data/contentSchema/x";
    assert_eq!(converted(&item, "/oneOf/0/properties/data/x"), (expected, origin.to_owned(), true));
    // Events of one name have one type, and so has a single event.
    let both = json!({ "oneOf": [event(json!({ "const": "a" }), text.clone()), event(json!({ "const": "a" }), number.clone())] });
    assert_eq!(converted(&both, "").0, json!({ "oneOf": [text, number] }));
    let only = json!({ "oneOf": [event(json!({ "const": "a" }), number.clone())] });
    assert_eq!(converted(&only, ""), (number, "/itemSchema/oneOf/0/properties/data".to_owned(), false));
}
