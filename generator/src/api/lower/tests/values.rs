//! Tests of aliases, security schemes, enum values, and numbers that are sent as text.

use super::*;
use crate::base::diagnostic::Code;

/// Returns the variants of all enumerations.
fn values_of(emission: &Emission) -> Vec<String> {
    let values = emission.api.definitions().map(|(id, definition)| {
        let count = match &definition.shape {
            Shape::StringEnum(words) => words.words.len(),
            Shape::IntegerEnum(codes) => codes.codes.len(),
            _ => 0,
        };
        (0..count).map(|index| emission.names.variant(id, index)).collect::<Vec<_>>().join(" ")
    });
    values.filter(|values| !values.is_empty()).collect()
}

#[test]
fn values_do_not_repeat_the_name_of_their_type() {
    let values = |schema: &str| values_of(&emission(&format!("\"JobStatus\": {schema}"))).concat();
    let words = |words: &str| values(&format!(r#"{{ "type": "string", "enum": [{words}] }}"#));
    assert_eq!(words(r#""JOB_STATUS_UNSPECIFIED", "JOB_STATUS_RUNNING""#), "Unspecified Running");
    assert_eq!(
        words(r#""UNKNOWN", "JobStatusRunning", "JobStatus2", "JobStatusDone""#),
        "Unknown Running JobStatus2 Done"
    );
    assert_eq!(words(r#""STATUS_A", "STATUS_B""#), "A B");
    assert_eq!(words(r#""STATUS_A", "STATUS_B", "OTHER", "MORE""#), "StatusA StatusB Other More");
    assert_eq!(words(r#""STATUS", "STATUS_B""#), "Status StatusB");
    assert_eq!(words(r#""listed", "unlisted""#), "Listed UnlistedValue");
    let named = r#"{ "type": "integer", "enum": [0, 1], "x-enum-varnames": ["JobStatusOpen", "JobStatusShut"] }"#;
    assert_eq!(values(named), "Open Shut");
    let listed = r#"{ "enum": [1, 4], "type": "integer", "x-enum-values": [{ "numericValue": "1", "identifier": "Read" }, { "numericValue": 4, "identifier": "Write" }] }"#;
    assert_eq!(values(listed), "Read Write");
}

#[test]
fn blank_texts_are_no_meanings() {
    let schema = r#""A": { "type": "integer", "oneOf": [{ "const": 1, "title": "One", "description": " " }] }"#;
    let emission = emission(schema);
    let codes = emission.api.definitions().find_map(|(_, definition)| match &definition.shape {
        Shape::IntegerEnum(codes) => Some(codes.codes.clone()),
        _ => None,
    });
    let codes = codes.unwrap();
    assert_eq!((codes[0].name.as_deref(), codes[0].meaning.as_deref()), (Some("One"), None));
}

#[test]
fn quantities_are_numbers() {
    let read = |schema: &str| {
        let mut sink = Sink::new();
        let emission = lower_with(&format!("\"Size\": {schema}"), &mut sink);
        (emission.api.types[0].shape.clone(), emission.api.types[0].docs.rules.clone(), sink.into_diagnostics().len())
    };
    let (shape, rules, warnings) = read(r#"{ "type": "integer", "format": "int32", "enum": [480, 720, 1080] }"#);
    assert!(matches!(shape, Shape::Alias(Type::Integer(crate::api::model::Integer::I32))), "{shape:?}");
    assert_eq!((rules, warnings), (vec!["one of 480, 720 or 1080".to_owned()], 0));
    for codes in [
        r#""enum": [1, 2, 10]"#,
        r#""enum": [7]"#,
        r#""enum": [-1, 7]"#,
        r#""enum": [10, 20], "description": "10: low, 20: high""#,
        r#""enum": [10, 20], "x-enum-varnames": ["Low", "High"]"#,
    ] {
        let (shape, ..) = read(&format!(r#"{{ "type": "integer", {codes} }}"#));
        assert!(matches!(shape, Shape::IntegerEnum(_)), "{codes}");
    }
}

#[test]
fn alternatives_with_one_value_are_that_value_once() {
    let values = |one_of: &str| values_of(&emission(&format!(r#""A": {{ "oneOf": [{one_of}] }}"#))).join("; ");
    assert_eq!(values(r#"{ "enum": ["x"] }, { "enum": ["x"] }, { "enum": ["y"] }"#), "X Y");
    assert_eq!(
        values(r#"{ "enum": [1], "title": "One" }, { "const": 1, "title": "Uno" }, { "const": 2, "title": "Two" }"#),
        "One Two"
    );
    let union = emission(r#""A": { "oneOf": [{ "const": "x" }, { "enum": ["x"] }, { "type": "integer" }] }"#);
    assert_eq!(type_of(&union, "A").len(), 2);
}

#[test]
fn numbers_that_may_be_sent_as_text_are_numbers() {
    let field = |schema: &str| {
        let emission = emission(&format!(
            r##""Alias": {{ "type": ["integer", "string"], "format": "int32" }},
            "A": {{ "type": "object", "properties": {{ "a": {schema} }} }}"##
        ));
        let mut objects = emission.api.types.iter().filter_map(|definition| match &definition.shape {
            Shape::Object(object) => object.fields.first(),
            _ => None,
        });
        let field = objects.next().unwrap();
        rust_type(&emission, field.ty.split_null().0)
    };
    let rows = [
        (r#"{ "type": ["integer", "string"], "format": "int32", "pattern": "^-?(?:0|[1-9]\\d*)$" }"#, "Integer(I32)"),
        (r#"{ "type": ["null", "string", "integer"], "pattern": "^(?:0|[1-9]\\d*)$" }"#, "Integer(I64)"),
        (
            r#"{ "type": ["number", "string"], "pattern": "^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$" }"#,
            "Number(F64)",
        ),
        (r#"{ "type": ["integer", "string"], "format": "unixtime", "pattern": "^(?:0|[1-9]\\d*)$" }"#, "UnixTime"),
        (r#"{ "type": "integer", "format": "unixtime" }"#, "UnixTime"),
        (r#"{ "type": ["number", "string"], "format": "decimal" }"#, "Number(Decimal)"),
        (r#"{ "type": "array", "items": { "type": ["integer", "string"], "format": "uint32" } }"#, "[Integer(U32)]"),
        (r##"{ "$ref": "#/components/schemas/Alias" }"##, "Alias"),
        (r#"{ "type": "integer", "format": "int32" }"#, "Integer(I32)"),
        // A format or a limit implies the type, and limits that a format does not hold are right.
        (r#"{ "format": "int32", "pattern": "^-?[0-9]+$" }"#, "Integer(I32)"),
        (r#"{ "format": "date-time" }"#, "Text(Date(DateTime))"),
        (r#"{ "minimum": 1 }"#, "Number(F64)"),
        (r#"{ "maxLength": 1 }"#, "Text(Plain)"),
        (r#"{ "type": "integer", "format": "int32", "maximum": 2147483647 }"#, "Integer(I32)"),
        (r#"{ "type": "integer", "format": "int32", "maximum": 4294967295 }"#, "Integer(I64)"),
        (r#"{ "type": "number", "format": "uint8", "maximum": 256, "exclusiveMaximum": true }"#, "Integer(U8)"),
        (r#"{ "type": "integer", "format": "uint8", "minimum": -1 }"#, "Integer(I64)"),
        (r#"{ "type": ["integer", "string"] }"#, "AChoice"),
        (r#"{ "type": ["integer", "string"], "pattern": "^[a-z]+$" }"#, "AChoice"),
        (r#"{ "type": ["integer", "string"], "format": "date-time" }"#, "AChoice"),
    ];
    for (schema, ty) in rows {
        assert_eq!(field(schema), ty, "{schema}");
    }
}

#[test]
fn another_name_that_is_the_same_in_rust_is_no_type() {
    let schemas = r##""foo_bar": { "$ref": "#/components/schemas/FooBar" }, "Other": { "$ref": "#/components/schemas/FooBar" },
        "FooBar": { "type": "object", "properties": { "next": { "$ref": "#/components/schemas/foo_bar" } } }"##;
    let mut sink = Sink::new();
    assert_eq!(lower_with(schemas, &mut sink).api.types.len(), 2);
    assert_eq!(sink.into_diagnostics(), []);
    let config = "[names]\n\"/components/schemas/foo_bar\" = \"Named\"";
    assert_eq!(configured(schemas, "", config, &mut Sink::new()).api.types.len(), 3);
}

#[test]
fn the_credential_of_another_scheme_is_never_sent() {
    let read = |own: &str, schemes: &str| {
        let paths =
            format!(r#""/a": {{ "get": {{ "security": {own}, "responses": {{ "204": {{ "description": "" }} }} }} }}"#);
        let schemes = format!(r#""key": {{ "type": "apiKey", "in": "query", "name": "k" }}, {schemes}"#);
        let case = Case::new().root("security", r#"[{ "key": [] }]"#).paths(paths);
        let (emission, warnings) = case.components("securitySchemes", schemes).emission_and_warnings();
        let warnings: Vec<String> = warnings.into_iter().map(|warning| warning.message).collect();
        (emission.api.operations[0].requirement.clone(), warnings)
    };
    let (token, mutual) = (r#""token": { "type": "http", "scheme": "bearer" }"#, r#""other": { "type": "mutualTLS" }"#);
    let undeclared =
        "the security scheme `other` is required in 1 place but not declared; no credentials are sent for it";
    let certificate = "a client certificate is not a credential that the client sends; the scheme is left out";
    let schemes = [
        (token, undeclared),
        (mutual, certificate),
        (r#""other": { "type": "http" }"#, "a security scheme has no `scheme`; no credential is sent for it"),
        (
            r#""other": { "type": "apiKey", "in": "body", "name": "k" }"#,
            "an API key cannot be in `body`; the scheme is left out",
        ),
        (r#""other": 7"#, "expected an object for a security scheme, found a number; it is ignored"),
    ];
    for (schemes, warning) in schemes {
        assert_eq!(read(r#"[{ "other": [] }]"#, schemes), (Some(vec![]), vec![warning.to_owned()]));
        // What can be sent of a combination is sent.
        assert_eq!(read(r#"[{ "other": [], "key": [] }]"#, schemes), (None, vec![warning.to_owned()]));
        assert_eq!(read(r#"[{}, { "other": [] }]"#, schemes), (Some(vec![vec![]]), vec![warning.to_owned()]));
    }
    // Not even one whose name differs only in case.
    let (own, _) = read(r#"[{ "KEY": [] }]"#, token);
    assert_eq!(own, Some(vec![]));
}

#[test]
fn a_security_requirement_of_another_kind_does_not_turn_authentication_off() {
    let read = |own: &str| {
        let paths =
            format!(r#""/a": {{ "get": {{ "security": {own}, "responses": {{ "204": {{ "description": "" }} }} }} }}"#);
        let schemes = r#""key": { "type": "apiKey", "in": "query", "name": "k" },
            "token": { "type": "http", "scheme": "bearer" }"#;
        let case = Case::new().root("security", r#"[{ "token": [] }]"#).paths(paths);
        let (emission, warnings) = case.components("securitySchemes", schemes).emission_and_warnings();
        let own = emission.api.operations[0].requirement.as_ref().map(|own| {
            let name = |scheme: &usize| emission.api.security[*scheme].wire.clone();
            own.iter().map(|schemes| schemes.iter().map(name).collect()).collect::<Vec<Vec<String>>>()
        });
        (own, warnings.into_iter().map(|warning| warning.message).collect::<Vec<_>>())
    };
    let message = "expected an object for a security requirement, found";
    let key = Some(vec![vec!["key".to_owned()]]);
    assert_eq!(read(r#"["key"]"#), (key.clone(), vec![format!("{message} a string; it is read as `{{key: []}}`")]));
    assert_eq!(read(r#"[7, { "key": [] }]"#), (key, vec![format!("{message} a number; it is ignored")]));
    assert_eq!(read("[null]"), (None, vec![format!("{message} null; it is ignored")]));
    assert_eq!(read("[]"), (Some(vec![]), vec![]));
}

#[test]
fn a_bearer_token_is_the_default_instead_of_a_password() {
    let first = |security: &str, config: &str| {
        let case = if security.is_empty() { Case::new() } else { Case::new().root("security", security) };
        let case = case.components(
            "securitySchemes",
            r#""basic": { "type": "http", "scheme": "basic" },
            "key": { "type": "apiKey", "in": "header", "name": "x-key" },
            "token": { "type": "http", "scheme": "bearer" }"#,
        );
        let emission = case.config(config).emission();
        emission.api.security[0].wire.clone()
    };
    assert_eq!(first("", ""), "token");
    assert_eq!(first(r#"[{ "basic": [] }, { "token": [] }]"#, ""), "token");
    // The description selects one.
    assert_eq!(first(r#"[{ "basic": [] }]"#, ""), "basic");
    assert_eq!(first(r#"[{ "basic": [] }, { "key": [] }]"#, ""), "basic");
    assert_eq!(first(r#"[{ "key": [] }, { "token": [] }]"#, ""), "key");
    let config = "[token]\nscheme = \"basic\"";
    assert_eq!(first(r#"[{ "basic": [] }, { "token": [] }]"#, config), "basic");
}

#[test]
fn limits_that_the_type_has_are_omitted() {
    let rules = |schema: &str| {
        let emission = emission(&format!("\"Value\": {{ \"type\": {schema} }}"));
        let definition = &emission.api.types[0];
        let is_checked = definition.constraints != crate::api::model::Constraints::default();
        assert_eq!(is_checked, !definition.docs.rules.is_empty(), "{schema}");
        definition.docs.rules.join("; ")
    };
    for schema in [
        r#""string", "format": "uuid", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$""#,
        r#""string", "format": "uuid", "minLength": 36, "maxLength": 36"#,
        r#""string", "format": "date", "pattern": "^\\d{4}-\\d{2}-\\d{2}$""#,
        r#""string", "format": "date-time", "pattern": "T.*Z$", "minLength": 20"#,
        r#""integer", "format": "int32", "minimum": -2147483648, "maximum": 2147483647"#,
        r#""integer", "format": "uint8", "minimum": 0"#,
    ] {
        assert_eq!(rules(schema), "");
    }
    assert_eq!(rules(r#""string", "format": "date", "pattern": "^2024""#), "matching `^2024`");
    assert_eq!(rules(r#""string", "format": "date-time", "maxLength": 20"#), "at most 20 characters");
    assert_eq!(rules(r#""string", "format": "int64", "pattern": "^[0-9]+$""#), "matching `^[0-9]+$`");
    assert_eq!(rules(r#""integer", "format": "int32", "minimum": 0"#), "at least 0");
}

#[test]
fn numbers_are_read_for_booleans_where_the_configuration_says_so() {
    let schemas = r#""Disk": { "type": "object", "required": ["on"], "properties": { "on": { "type": "boolean" },
        "off": { "type": "boolean", "default": true }, "size": { "type": "integer" } } }"#;
    let accepts = |member: &str| {
        let mut sink = Sink::new();
        let config = format!("[fields]\n\"Disk.{member}\" = {{ accepts = [\"number\"] }}");
        let emission = configured(schemas, "", &config, &mut sink);
        let own = emission.texts().filter(|(path, _)| path.starts_with("src/"));
        let text: String = own.map(|(_, text)| text).collect();
        let reported = sink.diagnostics().into_iter().filter(|reported| reported.code == Code::OverrideUnused);
        (text, reported.map(|reported| reported.message).collect::<Vec<_>>())
    };
    let (text, reported) = accepts("on");
    assert!(text.contains("{ on | numbers,"), "{text}");
    assert_eq!((reported, text.matches("| numbers").count()), (vec![], 1));
    assert!(accepts("off").0.contains("off: defaulting(|| true) | numbers,"));
    assert_eq!(accepts("size").1, ["`accepts = [\"number\"]` has no effect: `size` is not a boolean"]);
}

#[test]
fn strings_lose_their_format_where_the_configuration_says_so() {
    let schemas = r##""Disk": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string", "format": "uuid" },
        "at": { "$ref": "#/components/schemas/Time" }, "checks": { "type": "array", "items": { "type": "string",
        "format": "date" } }, "size": { "type": "integer" } } }, "Time": { "type": "string", "format": "date-time" }"##;
    let accepts = |member: &str| {
        let mut sink = Sink::new();
        let config = format!("[fields]\n\"Disk.{member}\" = {{ accepts = [\"text\"] }}");
        let emission = configured(schemas, "", &config, &mut sink);
        let text: String =
            emission.texts().filter(|(path, _)| path.starts_with("src/types")).map(|(_, text)| text).collect();
        let reported = sink.diagnostics().into_iter().filter(|reported| reported.code == Code::OverrideUnused);
        (text, reported.map(|reported| reported.message).collect::<Vec<_>>())
    };
    for (member, declared) in
        [("id", "pub id: String,"), ("at", "pub at: Option<String>,"), ("checks", "pub checks: Option<Vec<String>>,")]
    {
        let (text, reported) = accepts(member);
        assert!(text.contains(declared) && reported.is_empty(), "{member}: {reported:?} {text}");
    }
    assert!(!accepts("size").0.contains("pub id: String,"));
    assert_eq!(accepts("size").1, ["`accepts = [\"text\"]` has no effect: `size` is not a string with a format"]);
}
