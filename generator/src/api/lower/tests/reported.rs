//! Tests of what cannot be expressed, and is therefore reported.

use super::*;
use crate::base::diagnostic::{Diagnostic, Location};

/// Returns the diagnostics of a description, as `code at location`.
fn reported(schemas: &str, paths: &str) -> Vec<String> {
    let mut sink = Sink::new();
    read(schemas, paths, &mut sink);
    let at = |diagnostic: &Diagnostic| match diagnostic.place.as_ref().map(|place| &place.location) {
        Some(Location::Pointer(at)) => at.to_string(),
        other => format!("{other:?}"),
    };
    sink.into_diagnostics().iter().map(|found| format!("{} at {}", found.code.as_str(), at(found))).collect()
}

const DONE: &str = r#""responses": { "204": { "description": "" } }"#;

#[test]
fn only_the_first_server_of_an_operation_is_used() {
    let get = |servers: &str| reported("", &format!(r#""/a": {{ "get": {{ "servers": [{servers}], {DONE} }} }}"#));
    let [a, b] = ["a", "b"].map(|host| format!(r#"{{ "url": "https://{host}.example.com" }}"#));
    assert_eq!(get(&format!("{a}, {b}")), ["field-unsupported at /paths/~1a/get/servers/1"]);
    assert!(get(&a).is_empty());
    assert!(get(&format!("{}, {a}", a.replace("https", "http"))).is_empty(), "it is the same server");
}

#[test]
fn undeclared_schemes_of_other_methods_are_reported() {
    let paths =
        format!(r#""/a": {{ "additionalOperations": {{ "COPY": {{ "security": [{{ "key": [] }}], {DONE} }} }} }}"#);
    let found = reported("", &paths);
    assert!(
        found.contains(&"security-unsupported at /paths/~1a/additionalOperations/COPY/security/0/key".to_owned()),
        "{found:?}"
    );
}

#[test]
fn the_second_of_two_equal_parameters_is_reported() {
    let q = r#"{ "name": "q", "in": "query", "schema": { "type": "string" } }"#;
    let same = r##"{ "$ref": "#/paths/~1a/get/parameters/0" }"##;
    let found = |own: &str, shared: &str| {
        reported("", &format!(r#""/a": {{ "parameters": [{shared}], "get": {{ "parameters": [{own}], {DONE} }} }}"#))
    };
    assert_eq!(found(&format!("{q}, {same}"), ""), ["rule-violated at /paths/~1a/get/parameters/1"]);
    assert_eq!(found(&format!("{q}, {q}"), ""), ["rule-violated at /paths/~1a/get/parameters/1"]);
    assert!(found(q, same).is_empty(), "the operation overrides it");
}

#[test]
fn headers_are_equal_without_case() {
    let [own, shared] =
        ["X-Id", "x-id"].map(|name| format!(r#"{{ "name": "{name}", "in": "header", "schema": {{ }} }}"#));
    let path = format!(r#""/a": {{ "parameters": [{shared}], "get": {{ "parameters": [{own}], {DONE} }} }}"#);
    let emission = with_paths("", &path);
    let names: Vec<_> = emission.api.operations[0].parameters.iter().map(|header| header.wire.as_str()).collect();
    assert_eq!(names, ["X-Id"]);
}

#[test]
fn a_repeated_variable_of_a_path_is_reported() {
    let id = r#"{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }"#;
    let path = format!(r#""/a/{{id}}/b/{{id}}": {{ "get": {{ "parameters": [{id}], {DONE} }} }}"#);
    assert_eq!(reported("", &path), ["parameter-repaired at /paths/~1a~1{id}~1b~1{id}/get"]);
}

#[test]
fn contradictory_declarations_of_a_member_are_reported() {
    let [list, object] = [r#"{ "type": "array", "items": { "type": "string" } }"#, r#"{ "type": "object" }"#];
    let map = r#"{ "type": "object", "additionalProperties": { "type": "integer" } }"#;
    for (one, other, expected) in [
        (list, object, "p: [Text(Plain)]"),
        (object, list, "p: [Text(Plain)]"),
        (list, map, "p: Any"),
        (map, list, "p: Any"),
    ] {
        let [one, other] = [one, other].map(|p| format!(r#"{{ "type": "object", "properties": {{ "p": {p} }} }}"#));
        let schemas = format!(r#""A": {{ "allOf": [{one}, {other}] }}"#);
        assert_eq!(reported(&schemas, ""), ["schema-unsupported at /components/schemas/A/allOf/1/properties/p"]);
        assert_eq!(type_of(&lower_with(&schemas, &mut Sink::new()), "A"), [expected]);
    }
}

#[test]
fn a_reference_keeps_null_next_to_a_description() {
    let schemas = r##""N": { "type": ["string", "null"] },
        "M": { "allOf": [{ "$ref": "#/components/schemas/N" }, { "description": "x" }] },
        "O": { "type": "object", "required": ["m"], "properties": { "m": { "$ref": "#/components/schemas/M" } } },
        "A B": { "oneOf": [{ "$ref": "#/components/schemas/A%20B" }, { "type": "integer" }, { "type": "boolean" }] }"##;
    let emission = lower_with(schemas, &mut Sink::new());
    assert_eq!(type_of(&emission, "O"), ["m: M?"]);
    assert_eq!(type_of(&emission, "AB").len(), 2, "an alternative that is the union itself adds nothing");
}

#[test]
fn an_event_in_both_lists_is_one() {
    let event = |member: &str| {
        format!(
            r#"{{ "made": {{ "post": {{ "requestBody": {{ "content": {{ "application/json": {{ "schema": {{
            "type": "object", "properties": {{ "{member}": {{ }} }} }} }} }} }}, {DONE} }} }} }}"#
        )
    };
    let warnings = |other: &str| {
        let text = format!(
            r#"{{ "openapi": "3.1.0", "info": {{ "title": "", "version": "" }}, "webhooks": {}, "x-webhooks": {} }}"#,
            event("a"),
            event(other)
        );
        let (emission, warnings) = Case::from_text(text).emission_and_warnings();
        assert_eq!(emission.api.events.len(), 1);
        warnings.into_iter().map(|warning| warning.message).collect::<Vec<_>>()
    };
    assert!(warnings("a").is_empty());
    assert_eq!(warnings("b"), ["`made` is in `webhooks` too, and differs; this one is ignored"]);
}

#[test]
fn parameters_that_credentials_contain_are_optional() {
    let lowered = |scheme: &str, parameter: &str, more: &str| {
        let paths = format!(
            r#""/a": {{ "get": {{ {more} "parameters": [{{ {parameter}, "required": true, "schema": {{ "type": "string" }} }}], {DONE} }} }}"#
        );
        let case = Case::new().root("security", r#"[{ "s": [] }]"#).paths(paths);
        let case = case.components("securitySchemes", format!(r#""s": {{ {scheme} }}"#));
        case.emission().api.operations[0].parameters[0].required
    };
    let oauth = r#""type": "oauth2", "flows": {}"#;
    let key = r#""type": "apiKey", "in": "query", "name": "key""#;
    assert!(!lowered(
        oauth,
        r#""name": "token", "in": "query", "description": "Authentication token. Requires scope: `chat`""#,
        ""
    ));
    assert!(!lowered(oauth, r#""name": "access-token", "in": "header""#, ""));
    assert!(!lowered(key, r#""name": "key", "in": "query""#, ""));
    assert!(lowered(key, r#""name": "token", "in": "query""#, ""), "the key is not a token");
    assert!(lowered(oauth, r#""name": "page_token", "in": "query""#, ""));
    assert!(lowered(oauth, r#""name": "token", "in": "query", "description": "The token of the invitation""#, ""));
    assert!(lowered(oauth, r#""name": "token", "in": "query""#, r#""security": [],"#), "nothing is sent");
}

#[test]
fn a_status_may_have_a_phrase() {
    let paths = r#""/a": { "get": { "responses": { "204 NO_CONTENT": { "description": "" } } } }"#;
    assert!(reported("", paths).iter().all(|found| !found.starts_with("part-invalid")));
    let emission = with_paths("", paths);
    assert!(matches!(emission.api.operations[0].success, Success::Nothing));
}

#[test]
fn null_without_quotes_is_the_type() {
    let mut sink = Sink::new();
    let emission = lower_with(r#""A": { "properties": { "a": { "type": ["integer", null] } } }"#, &mut sink);
    assert_eq!(type_of(&emission, "A"), ["a: Integer(I64)?"]);
    assert_eq!(sink.into_diagnostics(), []);
}

#[test]
fn form_fields_of_openapi_2_are_explained() {
    let mut sink = Sink::new();
    let paths = r#""/a": { "post": { "parameters": [{ "name": "f", "in": "formData", "schema": {} }], "responses": { "204": { "description": "" } } } }"#;
    read("", paths, &mut sink);
    let help: Vec<_> = sink.into_diagnostics().into_iter().filter_map(|found| found.help).collect();
    assert!(!help.is_empty() && help.iter().all(|help| help == "describe it in `requestBody`"), "{help:?}");
}

#[test]
fn components_of_another_kind_are_named() {
    let schemas = r##""A": { "properties": { "a": { "$ref": "#/components/parameters/P" } } }"##;
    let parameters = r#""P": { "name": "p", "in": "query", "schema": {} }"#;
    let found = Case::new().schemas(schemas).components("parameters", parameters).messages();
    assert!(found.iter().any(|message| message.contains("is a parameter, not a schema")), "{found:?}");
}

#[test]
fn a_reference_to_itself_is_not_its_own_suggestion() {
    let parameter = r##"{ "$ref": "#/components/parameters/P" }"##;
    let paths = format!(r#""/a": {{ "get": {{ "parameters": [{parameter}], "responses": {{ "204": {{}} }} }} }}"#);
    let case = Case::new().paths(paths).components("parameters", format!(r#""P": {parameter}"#));
    let (_, found) = case.emission_and_warnings();
    let found = found.into_iter().find(|found| found.code == Code::ReferenceUnresolved).unwrap();
    assert!(found.message.contains("refers back to itself"), "{}", found.message);
    assert!(!found.help.unwrap().contains("did you mean"));
}

#[test]
fn points_of_scales_and_single_codes_need_no_meaning() {
    let found = |name: &str, values: &str| {
        reported(&format!(r#""{name}": {{ "type": "integer", "enum": [{values}] }}"#), "").len()
    };
    assert_eq!((found("StarRating", "1, 2, 3"), found("Status", "1"), found("Status", "1, 2")), (0, 0, 1));
}

#[test]
fn source_code_is_no_value() {
    let found =
        |value: &str| reported(&format!(r#""A": {{ "enum": ["a", {}] }}"#, serde_json::Value::from(value)), "").len();
    for code in
        [r#"StatePaid = "Paid""#, r#"StatePaid State = "Paid""#, "State.PAID = 'paid';", "StatePaid = 2", r#"A="a""#]
    {
        assert_eq!(found(code), 1, "{code}");
    }
    for value in ["a=b", "a=1", "=", r#"= "a""#, "a >= 2", r#"1 = "a""#, "a = b"] {
        assert_eq!(found(value), 0, "{value}");
    }
}

#[test]
fn names_by_position_are_reported_with_their_entry() {
    let texts =
        r#""Code": { "oneOf": [{ "type": "string", "maxLength": 3 }, { "type": "string", "pattern": "^[0-9]+$" }] }"#;
    let mut sink = Sink::new();
    let emission = read(texts, "", &mut sink);
    assert_eq!(type_of(&emission, "Code").len(), 2);
    let all: Vec<_> =
        sink.into_diagnostics().into_iter().filter(|found| found.code.as_str() == "name-collision").collect();
    let key = "/components/schemas/Code/oneOf/type=string 2#alternative";
    let help = format!("choose a name in bindery.toml, in `[names]`: \"{key}\" = \"..\"");
    assert_eq!(all.iter().map(|found| found.help.as_ref()).collect::<Vec<_>>(), [Some(&help)]);
}

#[test]
fn alternatives_that_share_an_enumeration_have_the_value_like_their_name() {
    let animal = |kinds: &str| {
        format!(
            r#"{{ "type": "object", "required": ["kind"], "properties": {{ "kind": {kinds}, "name": {{ "type": "string" }} }} }}"#
        )
    };
    let inline = r#"{ "type": "string", "enum": ["cat", "dog"] }"#;
    let shared = r##"{ "$ref": "#/components/schemas/Kind" }"##;
    let pet = r##""Pet": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }], "discriminator": { "propertyName": "kind" } }"##;
    let values = |cat: &str, dog: &str| {
        let emission = emission(&format!(r#""Kind": {inline}, "Cat": {}, "Dog": {}, {pet}"#, animal(cat), animal(dog)));
        let (_, pet) = emission
            .api
            .definitions()
            .find(|(id, _)| emission.names.of_type(*id, Direction::Response) == "Pet")
            .unwrap();
        let Shape::Union(union) = &pet.shape else { panic!("not a union") };
        union.tag.as_ref().map(|tag| tag.values.concat().join(" "))
    };
    assert_eq!(values(shared, shared).as_deref(), Some("cat dog"));
    assert_eq!(values(inline, inline).as_deref(), Some("cat dog"));
    assert_eq!(values(r#"{ "enum": ["cat", "kitten"] }"#, r#"{ "enum": ["dog"] }"#).as_deref(), Some("cat kitten dog"));
    let others = r#"{ "enum": ["a", "b"] }"#;
    assert_eq!(values(others, others), None);
}

#[test]
fn required_members_that_no_part_declares_are_reported() {
    let response = |name: &str| {
        let schema = format!("{{ \"$ref\": \"#/components/schemas/{name}\" }}");
        format!(
            r#""/a": {{ "get": {{ "responses": {{ "200": {{ "description": "", "content": {{ "application/json": {{ "schema": {schema} }} }} }} }} }} }}"#
        )
    };
    let pet = r#""Pet": { "type": "object", "required": ["a", "nmae", "zzz"], "properties": { "a": {}, "name": {} } }"#;
    let places = ["1", "2"].map(|index| format!("rule-violated at /components/schemas/Pet/required/{index}"));
    assert_eq!(reported(pet, &response("Pet")), places);
    assert!(reported(pet, "").is_empty(), "no operation uses it");
    let paging = r#""Paging": { "type": "object", "required": ["items"], "properties": { "total": {} } }"#;
    let pets =
        r##""Pets": { "allOf": [{ "$ref": "#/components/schemas/Paging" }, { "properties": { "items": {} } }] }"##;
    let both = format!("{paging}, {pets}");
    assert!(reported(&both, &response("Pets")).is_empty(), "another part declares it");
    assert_eq!(reported(&both, &response("Paging")), ["rule-violated at /components/schemas/Paging/required/0"]);
}
