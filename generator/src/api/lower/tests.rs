//! Tests of the lowering of schemas; each type is summarized in a few words.

mod loss;
mod narrowed;
mod reported;
mod values;

use crate::api::analysis::Direction;
use crate::api::model::{CredentialLocation, Payload, Shape, StatusMatch, Streaming, Success, Text, Type};
use crate::base::diagnostic::{Code, Sink};
use crate::pipeline::Emission;
use crate::testing::Case;

pub(super) fn emission(schemas: &str) -> Emission {
    lower_with(schemas, &mut Sink::new())
}

pub(super) fn lower_with(schemas: &str, sink: &mut Sink) -> Emission {
    read(schemas, "", sink)
}

fn with_paths(schemas: &str, paths: &str) -> Emission {
    read(schemas, paths, &mut Sink::new())
}

fn read(schemas: &str, paths: &str, sink: &mut Sink) -> Emission {
    configured(schemas, paths, "", sink)
}

fn configured(schemas: &str, paths: &str, config: &str, sink: &mut Sink) -> Emission {
    Case::new().schemas(schemas).paths(paths).config(config).run(sink).unwrap()
}

fn rust_type(emission: &Emission, ty: &Type) -> String {
    match ty {
        Type::Named(id) => emission.names.of_type(*id, Direction::Response).to_owned(),
        Type::Nullable(inner) => format!("{}?", rust_type(emission, inner)),
        Type::List(inner) => format!("[{}]", rust_type(emission, inner)),
        other => format!("{other:?}"),
    }
}

/// Returns the variants of the unions of this name, and the types of the members of its structs.
pub(super) fn type_of(emission: &Emission, name: &str) -> Vec<String> {
    let (id, definition) =
        emission.api.definitions().find(|(id, _)| emission.names.of_type(*id, Direction::Response) == name).unwrap();
    match &definition.shape {
        Shape::Union(union) => {
            let variant = |(index, payload): (usize, &Payload)| {
                let held = payload.ty().map(|ty| format!("({})", rust_type(emission, ty))).unwrap_or_default();
                format!("{}{held}", emission.names.variant(id, index))
            };
            union.variants.iter().map(|variant| &variant.payload).enumerate().map(variant).collect()
        }
        Shape::Object(object) => {
            object.fields.iter().map(|field| format!("{}: {}", field.wire, rust_type(emission, &field.ty))).collect()
        }
        Shape::StringEnum(texts) => texts.words.iter().map(|word| word.wire.clone()).collect(),
        Shape::Alias(ty) => vec![rust_type(emission, ty)],
        other => panic!("{other:?}"),
    }
}

const ID: &str = r#"{ "type": "object", "properties": { "id": { "type": "string" } } }"#;

#[test]
fn null_is_a_value_of_the_union() {
    let emission = emission(
        r##""Empty": { "type": ["object", "null"], "properties": { "a": { "type": "string" } } },
        "Choice": { "oneOf": [{ "type": ["string", "null"] }, { "type": "integer" }] },
        "Other": { "oneOf": [{ "$ref": "#/components/schemas/Empty" }, { "type": "boolean" }] },
        "Holder": { "type": "object", "properties": { "choice": { "$ref": "#/components/schemas/Choice" },
        "other": { "$ref": "#/components/schemas/Other" },
        "own": { "anyOf": [{ "type": ["number", "null"] }, { "$ref": "#/components/schemas/Empty" }] } } }"##,
    );
    assert_eq!(type_of(&emission, "Choice"), ["Text(Text(Plain))", "Integer(Integer(I64))"]);
    assert_eq!(type_of(&emission, "Other"), ["Empty(Empty)", "Boolean(Boolean)"]);
    assert_eq!(type_of(&emission, "Holder"), ["choice: Choice?", "other: Other?", "own: HolderOwn?"]);
}

#[test]
fn components_are_distinguished_by_their_only_member() {
    let member = |name: &str| {
        format!(
            r#"{{ "type": "object", "required": ["{name}"], "properties": {{ "{name}": {{ "type": "string" }} }} }}"#
        )
    };
    let schemas = |first: &str| {
        format!(
            r##""MatchText": {first}, "MatchPhrase": {}, "Match": {{ "anyOf": [
            {{ "$ref": "#/components/schemas/MatchText" }}, {{ "$ref": "#/components/schemas/MatchPhrase" }}] }}"##,
            member("phrase")
        )
    };
    let emission = emission(&schemas(&member("text")));
    assert_eq!(type_of(&emission, "Match"), ["Text(Text(Plain))", "Phrase(Text(Plain))"]);
    // A different name adds information to that of the member.
    for other in [ID.to_owned(), member("reason")] {
        let emission = self::emission(&schemas(&other));
        assert_eq!(type_of(&emission, "Match"), ["Text(MatchText)", "Phrase(MatchPhrase)"]);
    }
}

#[test]
fn a_component_beside_a_word_keeps_its_type() {
    let emission = emission(
        r##""IdReference": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
        "Parent": { "oneOf": [{ "$ref": "#/components/schemas/IdReference" }, { "type": "string", "enum": ["none"] }] }"##,
    );
    assert_eq!(type_of(&emission, "Parent"), ["IdReference(IdReference)", "None"]);
}

#[test]
fn an_object_or_its_id_is_called_so_wherever_it_stands() {
    let union = |others: &str| format!(r#"{{ "anyOf": [{{ "type": "string", "maxLength": 9 }}, {others}] }}"#);
    let user = r##"{ "$ref": "#/components/schemas/User" }"##;
    let both = r##"{ "$ref": "#/components/schemas/User" }, { "$ref": "#/components/schemas/DeletedUser" }"##;
    let emission = emission(&format!(
        r#""User": {ID}, "DeletedUser": {ID}, "Order": {{ "type": "object", "properties": {{
        "buyer": {one}, "seller": {one}, "agent": {two} }} }}, "Bill": {{ "type": "object", "properties": {{ "payer": {one} }} }}"#,
        one = union(user),
        two = union(both),
    ));
    assert_eq!(type_of(&emission, "UserOrId"), ["Id(Text(Plain))", "User(User)"]);
    assert_eq!(type_of(&emission, "UserOrDeletedOrId"), ["Id(Text(Plain))", "User(User)", "DeletedUser(DeletedUser)"]);
    assert_eq!(type_of(&emission, "Order"), ["buyer: UserOrId", "seller: UserOrId", "agent: UserOrDeletedOrId"]);
    assert_eq!(type_of(&emission, "Bill"), ["payer: UserOrId"]);
}

#[test]
fn a_pattern_in_a_format_names_no_variant() {
    let emission = emission(
        r#""Host": { "anyOf": [{ "type": "string", "format": "^[0-9]{1,3}$" }, { "type": "string", "format": "ipv6" }] }"#,
    );
    let variants = type_of(&emission, "Host");
    let names: Vec<&str> = variants.iter().filter_map(|variant| variant.split('(').next()).collect();
    assert_eq!(names, ["Text", "Ipv6"]);
}

#[test]
fn something_or_the_empty_text_is_a_value_or_empty() {
    let emission = emission(
        r#""Order": { "type": "object", "properties": {
        "fee": { "anyOf": [{ "type": "integer" }, { "enum": [""], "type": "string" }] },
        "tags": { "anyOf": [{ "type": "array", "items": { "enum": ["a", "b"] } }, { "enum": [""], "type": "string" }] },
        "address": { "anyOf": [{ "title": "place", "type": "object", "properties": { "city": { "type": "string" } } },
        { "enum": [""], "type": "string" }] } } }"#,
    );
    assert_eq!(type_of(&emission, "OrderFee"), ["Value(Integer(I64))", "Empty"]);
    assert_eq!(type_of(&emission, "OrderTags"), ["Value([OrderTag])", "Empty"]);
    assert_eq!(type_of(&emission, "OrderAddress"), ["Value(OrderAddressPlace)", "Empty"]);
}

#[test]
fn another_name_for_a_text_is_described_where_it_is_used() {
    let emission = emission(
        r##""Sha": { "type": "string", "description": "The hash." }, "Commit": { "type": "object", "properties": {
        "sha": { "$ref": "#/components/schemas/Sha" } } }"##,
    );
    let mut objects = emission.api.types.iter().filter_map(|definition| match &definition.shape {
        Shape::Object(object) => Some(object),
        _ => None,
    });
    let fields = &objects.next().unwrap().fields;
    assert_eq!(fields[0].docs.description.as_deref(), Some("The hash."));
}

#[test]
fn something_or_null_has_the_default_of_the_something() {
    let emission = emission(
        r##""Request": { "type": "object", "properties": {
            "one": { "anyOf": [{ "type": "number", "default": 1 }, { "type": "null" }] },
            "two": { "default": 2, "oneOf": [{ "type": "integer", "default": 1 }, { "type": "null" }] },
            "none": { "anyOf": [{ "type": "integer", "default": "x" }, { "type": "null" }] } } }"##,
    );
    let Shape::Object(object) = &emission.api.definitions().next().unwrap().1.shape else { panic!() };
    let defaults: Vec<String> =
        object.fields.iter().map(|field| field.default.as_ref().map(ToString::to_string).unwrap_or_default()).collect();
    assert_eq!(defaults, ["1", "2", ""]);
}

#[test]
fn the_bounds_of_64_bits_are_those_of_i64() {
    let emission = emission(
        r##""Bounds": { "type": "object", "properties": {
            "signed": { "type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807 },
            "rounded": { "type": "integer", "minimum": -9223372036854776000, "maximum": 9223372036854776000 },
            "unsigned": { "type": "integer", "minimum": 0, "maximum": 18446744073709551615 },
            "larger": { "type": "integer", "minimum": -1, "maximum": 18446744073709551615 } } }"##,
    );
    let fields = ["signed: Integer(I64)", "rounded: Integer(I64)", "unsigned: Integer(U64)", "larger: Integer(I128)"];
    assert_eq!(type_of(&emission, "Bounds"), fields);
}

#[test]
fn a_redirect_that_is_followed_is_no_error() {
    let emission = with_paths(
        "",
        r#""/a": { "get": { "responses": { "200": { "description": "" }, "302": { "description": "" },
            "304": { "description": "" }, "404": { "description": "" } } } }"#,
    );
    let statuses: Vec<StatusMatch> =
        emission.api.operations[0].error_responses.iter().map(|error| error.status).collect();
    assert_eq!(statuses, [StatusMatch::Code(304), StatusMatch::Code(404)]);
}

#[test]
fn a_key_that_is_called_a_bearer_token_travels_as_one() {
    let schemes = r#""BearerToken": { "type": "apiKey", "in": "header", "name": "authorization" },
            "Jwt": { "type": "apiKey", "in": "header", "name": "Authorization", "description": "`Bearer` and a token" },
            "Key": { "type": "apiKey", "in": "header", "name": "Authorization" },
            "Other": { "type": "apiKey", "in": "header", "name": "X-Bearer", "description": "Bearer" }"#;
    let emission = Case::new().components("securitySchemes", schemes).emission();
    let is_bearer = |name: &str| {
        emission.api.security.iter().any(|scheme| scheme.wire == name && scheme.place == CredentialLocation::Bearer)
    };
    assert_eq!(["BearerToken", "Jwt", "Key", "Other"].map(is_bearer), [true, true, false, false]);
}

#[test]
fn an_event_stays_received_whatever_it_holds() {
    let emission = with_paths(
        r##""Reason": { "type": "string", "enum": ["one", "two"] },
        "Body": { "type": "object", "properties": { "reason": { "$ref": "#/components/schemas/Reason" } } },
        "Event": { "type": "object", "properties": { "note": { "type": ["string", "null"] },
            "reason": { "$ref": "#/components/schemas/Reason" }, "body": { "$ref": "#/components/schemas/Body" } } },
        "Login": { "type": "object", "properties": { "password": { "type": "string", "writeOnly": true } } },
        "LoginRequest": { "type": "object", "properties": { "login": { "$ref": "#/components/schemas/Login" } } }"##,
        r##""/a": { "post": { "responses": { "204": { "description": "" } }, "requestBody": { "required": true,
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Body" } } } } },
            "put": { "responses": { "204": { "description": "" } }, "requestBody": { "required": true,
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Login" } } } } } }"##,
    );
    let directions = |name: &str| {
        let (id, _) = emission
            .api
            .definitions()
            .find(|(id, _)| emission.names.of_type(*id, Direction::Response) == name)
            .unwrap();
        (emission.analysis.directions.is_sent(id), emission.analysis.directions.is_received(id))
    };
    assert_eq!(["Event", "Body", "Reason"].map(directions), [(false, true), (true, false), (true, false)]);
    // A schema with a password is not an event.
    assert_eq!(directions("LoginRequest"), (true, false));
}

#[test]
fn a_component_that_declares_no_members_is_a_struct_that_keeps_all() {
    let emission = emission(
        r#""Nothing": { "type": "object", "properties": {} },
        "Anything": { "type": "object" }"#,
    );
    let shapes: Vec<&Shape> = emission.api.types.iter().map(|definition| &definition.shape).collect();
    assert!(matches!(shapes[0], Shape::Object(object) if object.fields.is_empty() && object.others == Some(Type::Any)));
    assert_eq!(shapes[1], &Shape::Alias(Type::AnyObject));
}

#[test]
fn media_types_are_distinguished_by_their_parameters() {
    let schema = |name: &str| format!(r##"{{ "schema": {{ "$ref": "#/components/schemas/{name}" }} }}"##);
    let (one, other) = (schema("One"), schema("Other"));
    let content = format!(
        r#""application/json; version=2": {other}, "application/json": {one}, "application/json; charset=utf-8": {one},
        "application/json; view=full": {one}"#
    );
    let paths = format!(
        r#""/a": {{ "put": {{ "requestBody": {{ "content": {{ {content} }} }},
        "responses": {{ "200": {{ "description": "", "content": {{ {content} }} }} }} }} }}"#
    );
    let emission = with_paths(&format!(r#""One": {ID}, "Other": {{ "type": "object", "required": ["a"] }}"#), &paths);
    let operation = &emission.api.operations[0];
    assert_eq!(operation.accept, ["application/json", "application/json; version=2"]);
    assert_eq!(operation.other_media_types, ["application/json; view=full"]);
    let Success::Several(answers) = &operation.success else { panic!("{:?}", operation.success) };
    let answers = answers.iter().map(|answer| answer.media_type.as_deref().unwrap());
    assert_eq!(answers.collect::<Vec<_>>(), ["application/json; version=2", "application/json"]);
    let bodies: Vec<_> = operation.bodies().map(|body| body.media_type.as_str()).collect();
    assert_eq!(bodies, ["application/json", "application/json; version=2"]);
}

#[test]
fn a_parameter_that_is_the_whole_query_is_left_out() {
    let paths = r#""/a": { "get": { "parameters": [{ "name": "q", "in": "querystring", "content": { "text/plain": {} } }],
        "responses": { "204": { "description": "" } } } }"#;
    let mut sink = Sink::new();
    assert!(read("", paths, &mut sink).api.operations[0].parameters.is_empty());
    let warnings: Vec<Code> = sink.into_diagnostics().iter().map(|warning| warning.code).collect();
    assert!(warnings.contains(&Code::FieldUnsupported), "{warnings:?}");
}

#[test]
fn a_schema_of_items_is_that_of_each() {
    let lines = |keyword: &str| {
        let paths = format!(
            r#""/a": {{ "get": {{ "responses": {{ "200": {{ "description": "", "content": {{ "application/jsonl; v=1": {{
            "{keyword}": {{ "type": "array", "items": {{ "type": "boolean" }} }} }} }} }} }} }} }}"#
        );
        with_paths("", &paths).api.operations.remove(0).streaming
    };
    let streaming = |ty| Some(Streaming::Lines { media_type: "application/jsonl; v=1".to_owned(), ty });
    assert_eq!(lines("schema"), streaming(Type::Boolean));
    assert_eq!(lines("itemSchema"), streaming(Type::List(Box::new(Type::Boolean))));
}

#[test]
fn a_tag_in_a_part_counts_as_one_of_the_schema() {
    let part = |name: &str, value: &str| {
        format!(
            r##""{name}Base": {{ "type": "object", "required": ["type"], "properties": {{ "type": {{ "enum": ["{value}"], "type": "string" }} }} }},
            "{name}Resource": {{ "allOf": [{{ "$ref": "#/components/schemas/{name}Base" }}, {ID}] }}"##
        )
    };
    let union = |last: &str| {
        format!(
            r##"{}, {}, "Output": {{ "oneOf": [{{ "$ref": "#/components/schemas/AResource" }}, {{ "$ref": "#/components/schemas/BResource" }}{last}],
            "discriminator": {{ "propertyName": "type" }} }}"##,
            part("A", "call_output"),
            part("B", "message")
        )
    };
    let tags = |emission: &Emission| {
        let (_, output) = emission.api.definitions().find(|(_, one)| one.naming.schema() == Some("Output")).unwrap();
        let Shape::Union(union) = &output.shape else { panic!("{output:?}") };
        union.tag.as_ref().map(|tag| tag.values.concat())
    };
    let two = emission(&union(""));
    assert_eq!(tags(&two), Some(vec!["call_output".to_owned(), "message".to_owned()]));
    assert_eq!(type_of(&two, "Output"), ["CallOutput(AResource)", "Message(BResource)"]);
    // A value of two alternatives is not a tag; the others are still named after theirs.
    let contested = emission(&union(r##", { "$ref": "#/components/schemas/BBase" }"##));
    assert_eq!(tags(&contested), None);
    assert_eq!(type_of(&contested, "Output")[0], "CallOutput(AResource)");
}

#[test]
fn texts_are_one_enumeration() {
    let texts = |texts: &str| format!(r#"{{ "type": "string", "enum": [{texts}] }}"#);
    let (ab, bc) = (texts(r#""a", "b""#), texts(r#""b", "c""#));
    let schemas = format!(
        r##""Shared": {{ "anyOf": [{{ "type": "string" }}, {ab}] }},
        "More": {{ "anyOf": [{{ "$ref": "#/components/schemas/Shared" }}, {bc}] }},
        "All": {{ "anyOf": [{{ "$ref": "#/components/schemas/Shared" }}, {{ "$ref": "#/components/schemas/More" }}] }},
        "Same": {{ "anyOf": [{{ "$ref": "#/components/schemas/More" }}, {{ "type": "string" }}, {{ "type": "null" }}] }},
        "OrNumber": {{ "anyOf": [{{ "type": "string" }}, {ab}, {{ "type": "integer" }}] }},
        "OrNothing": {{ "anyOf": [{ab}, {{ "enum": [""] }}] }},
        "OrDate": {{ "anyOf": [{ab}, {{ "type": "string", "format": "date" }}] }}"##
    );
    let emission = emission(&schemas);
    assert_eq!(type_of(&emission, "Shared"), ["a", "b"]);
    assert_eq!(type_of(&emission, "More"), ["a", "b", "c"]);
    assert_eq!(type_of(&emission, "All"), ["a", "b", "c"]);
    assert_eq!(type_of(&emission, "Same"), ["More"]);
    assert_eq!(type_of(&emission, "OrNumber").len(), 2);
    assert_eq!(type_of(&emission, "OrNothing").len(), 2);
    assert_eq!(type_of(&emission, "OrDate").len(), 2);
}

#[test]
fn objects_are_numbered_and_lists_named_by_their_elements() {
    let status =
        |values: &str| format!(r#"{{ "properties": {{ "status": {{ "enum": [{values}] }}, "name": {{}} }} }}"#);
    let labels = |items: &str| {
        let list = format!(r#"{{ "type": "array", "items": {{ "type": "{items}" }} }}"#);
        format!(r#"{{ "type": "object", "properties": {{ "labels": {list} }} }}, {list}"#)
    };
    let schemas = format!(
        r#""Check": {{ "oneOf": [{}, {}] }}, "Labels": {{ "oneOf": [{}, {}, {{ "type": "string", "title": "string" }}] }}"#,
        status(r#""completed", "done""#),
        status(r#""queued", "in_progress""#),
        labels("string"),
        labels("integer"),
    );
    let emission = emission(&schemas);
    let names = |name: &str| -> Vec<String> {
        let variants = type_of(&emission, name).into_iter();
        variants.map(|variant| variant.split('(').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names("Check"), ["Object", "ObjectSecond"]);
    assert_eq!(names("Labels"), ["Object", "TextList", "ObjectSecond", "IntegerList", "Text"]);
}

#[test]
fn a_place_that_names_no_event_is_reported() {
    let schemas = r#""hook": { "type": "object", "properties": { "events": { "type": "array" } } }"#;
    let mut sink = Sink::new();
    configured(schemas, "", "[events]\ntype = [\"member:type\"]\nschemas = [\"hook\"]", &mut sink);
    let warnings = sink.into_diagnostics();
    assert!(warnings[0].message.starts_with("`member:type` matches nothing"), "{warnings:?}");
}

#[test]
fn events_that_are_one_by_their_names_or_by_what_they_say_are_lower_with() {
    let schemas = r#""one": { "required": ["type"], "properties": { "type": { "const": "one" } } },
        "two": { "required": ["type"], "properties": { "type": { "const": "one" } } },
        "three": { "required": ["type"], "properties": { "type": { "const": "two" } } },
        "a.b": {}, "A-B": {}, ".": {}, "c": {}"#;
    let read = |config: &str| {
        let mut sink = Sink::new();
        let emission = configured(schemas, "", &format!("[events]\ntype = [\"member:type\"]\n{config}"), &mut sink);
        (emission.analysis.events.names, sink.into_diagnostics())
    };
    let (names, warnings) = read("schemas = [\"two\", \"one\"]");
    assert_eq!(names, ["two", "one"]);
    assert!(warnings[0].message.starts_with("payloads of the event `two`"), "{warnings:?}");
    // The final name of one is the original name of the next.
    let (names, warnings) = read("schemas = [\"three\", \"two\", \"one\"]");
    assert_eq!(names, ["three", "two", "one"]);
    let warnings: Vec<&str> = warnings.iter().filter_map(|warnings| warnings.message.split('`').nth(1)).collect();
    assert_eq!(warnings, ["three", "two"]);
    let (names, warnings) = read("schemas = [\"a.b\", \"A-B\", \".\", \"c\"]");
    let warnings: Vec<&str> = warnings.iter().map(|warnings| warnings.message.as_str()).collect();
    assert_eq!(names, ["a_b", "c"]);
    assert_eq!(
        warnings[..2],
        [
            "the event `A-B` is left out: its name differs from another one only in case and punctuation",
            "the event `.` is left out: its name has neither letters nor digits",
        ]
    );
}

#[test]
fn what_is_not_declared_is_kept_where_that_is_asked_for() {
    let object =
        |more: &str| format!(r#"{{ "type": "object", "properties": {{ "id": {{ "type": "string" }} }} {more} }}"#);
    let schemas = format!(
        r#""Open": {}, "Closed": {}, "Texts": {}"#,
        object(""),
        object(r#", "additionalProperties": false"#),
        object(r#", "additionalProperties": { "type": "string" }"#)
    );
    let others = |config: &str| {
        let emission = configured(&schemas, "", config, &mut Sink::new());
        let others = emission.api.types.iter().map(|definition| match &definition.shape {
            Shape::Object(object) => object.others.clone(),
            other => panic!("{other:?}"),
        });
        others.collect::<Vec<_>>()
    };
    let texts = Some(Type::Text(Text::Plain));
    assert_eq!(others(""), [None, None, texts.clone()]);
    assert_eq!(others("keep-undeclared = true"), [Some(Type::Any), None, texts]);
}

#[test]
fn a_member_is_loosened_by_where_it_stands() {
    let schemas = r#""Push": { "type": "object", "properties": { "repository": { "type": "object", "required": ["forks"],
        "properties": { "forks": { "type": "integer" } } } } }"#;
    let required = |config: &str| {
        let emission = configured(schemas, "", config, &mut Sink::new());
        let mut objects = emission.api.types.iter().filter_map(|definition| match &definition.shape {
            Shape::Object(object) => object.fields.iter().find(|field| field.wire == "forks"),
            _ => None,
        });
        let field = objects.next().unwrap();
        field.required && !field.may_be_omitted
    };
    assert!(required(""));
    let place = "/components/schemas/Push/properties/repository/properties/forks";
    assert!(!required(&format!("[fields]\n\"{place}\" = {{ required = false }}")));
}
