//! The errors for bodies that cannot be read: their paths, and what corrects the description.

use std::collections::BTreeMap;

use http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::object;
use crate::responses::decode_failure::DecodeFailure;
use crate::responses::response::{Failure, Response};

mod types {
    use std::collections::BTreeMap;

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Zone {
        pub name: String,
        pub signed: bool,
        pub tags: Vec<String>,
        pub checked: Option<jiff::Timestamp>,
        pub records: BTreeMap<String, Record>,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Record {
        pub content: String,
        pub ttl: i64,
    }
}

use types::Zone;

object!(Zone "zone" {
    name,
    signed: defaulting(|| false),
    tags: defaulting(Vec::new),
    checked: optional,
    records: defaulting(BTreeMap::new),
});
object!(Record "#/components/schemas/zone/properties/records/additionalProperties" { content, ttl });

fn failure<T: DeserializeOwned>(body: &str) -> DecodeFailure {
    let response = Response::new(StatusCode::OK, HeaderMap::new(), body.to_owned());
    match response.decode_json::<T, ()>() {
        Err(Failure::Decode(failure)) => failure,
        _ => panic!("{body} can be read"),
    }
}

/// Returns the path of the same error in compact JSON and in JSON with spaces.
fn path(body: &str) -> String {
    let compact = failure::<Vec<Zone>>(body).path;
    let value: Value = serde_json::from_str(body).unwrap();
    let spaced = serde_json::to_string_pretty(&value).unwrap();
    assert_eq!(failure::<Vec<Zone>>(&spaced).path, compact);
    compact
}

#[test]
fn paths_do_not_depend_on_whitespace() {
    for (body, expected) in [
        (r#"[{"name":"a"},{"name":null}]"#, "$[1].name"),
        (r#"[{"name":null},{"name":"a"}]"#, "$[0].name"),
        (r#"[{"name":1,"tags":[]}]"#, "$[0].name"),
        (r#"[{"tags":[]},{"name":"a"}]"#, "$[0]"),
        (r#"[{"name":"a"},{}]"#, "$[1]"),
        (r#"[{"name":"a","tags":["a",1,"b"]}]"#, "$[0].tags[1]"),
        (r#"[{"name":"a","tags":[[],"b"]}]"#, "$[0].tags[0]"),
        (r#"[{"name":"a","tags":[{},"b"]}]"#, "$[0].tags[0]"),
        (r#"[{"name":"a","signed":1},{"name":"b"}]"#, "$[0].signed"),
        (
            r#"[{"name":"a","signed":{"a":1}},{"name":"b"}]"#,
            "$[0].signed",
        ),
        (
            r#"[{"name":"a","checked":"soon"},{"name":"b"}]"#,
            "$[0].checked",
        ),
        (
            r#"[{"name":"a","records":{"www":{"content":"x"},"ftp":{"content":"x","ttl":1}}}]"#,
            "$[0].records.www",
        ),
        (
            r#"[{"name":"a","records":{"a b":{"content":"x","ttl":"y"}}},{"name":"b"}]"#,
            r#"$[0].records["a b"].ttl"#,
        ),
        (
            r#"[{"name":"a","records":{"www":[]}},{"name":"b"}]"#,
            "$[0].records.www",
        ),
        (r#"[1,{"name":"b"}]"#, "$[0]"),
        (r#"[[],{"name":"b"}]"#, "$[0]"),
        (r#"{"name":"b"}"#, "$"),
        (r#"[{"name":{"a":{}}},{"name":"b"}]"#, "$[0].name"),
        (r#"[{"name":[{"a":1}]},{"name":"b"}]"#, "$[0].name"),
    ] {
        assert_eq!(path(body), expected, "{body}");
    }
}

/// Returns the text of an error for a list of zones.
fn text(body: &str) -> String {
    format!("{:?}", failure::<Vec<Zone>>(body))
}

#[test]
fn errors_say_what_to_write() {
    let line = |line: &str| {
        format!(
            "  if the server is right, add this to bindery.toml, and generate the client again:\n    \
             [fields]\n    {line}"
        )
    };
    for (body, reason, help) in [
        (
            r#"[{"signed":true}]"#,
            "at $[0]: missing field `name`",
            line(r#""zone.name" = { required = false }"#),
        ),
        (
            r#"[{"name":null}]"#,
            "at $[0].name: invalid type: null, expected a string",
            line(r#""zone.name" = { nullable = true }"#),
        ),
        (
            r#"[{"name":"a","signed":1}]"#,
            "at $[0].signed: invalid type: integer `1`, expected a boolean",
            line(r#""zone.signed" = { accepts = ["number"] }"#),
        ),
        (
            r#"[{"name":"a","checked":"soon"}]"#,
            "at $[0].checked: failed to parse",
            line(r#""zone.checked" = { accepts = ["text"] }"#),
        ),
        (
            r#"[{"name":"a","records":{"www":{"content":"a"}}}]"#,
            "at $[0].records.www: missing field `ttl`",
            line(r##""#/components/schemas/zone/properties/records/additionalProperties/properties/ttl" = { required = false }"##),
        ),
        (
            r#"[{"name":["a"]}]"#,
            "at $[0].name: invalid type: sequence, expected a string",
            "  `zone.name` is described as something else: correct the description, or record the traffic and run `bindery observe`".to_owned(),
        ),
        (
            r#"[{"name":"a","tags":[null]}]"#,
            "at $[0].tags[0]: invalid type: null, expected a string",
            "  `zone.tags` is described as something else: correct the description, or record the traffic and run `bindery observe`".to_owned(),
        ),
        (
            "[1]",
            "at $[0]: invalid type: integer `1`, expected an object for Zone",
            "  the body is described as something else: correct the description, or record the traffic and run `bindery observe`".to_owned(),
        ),
    ] {
        let text = text(body);
        let lines: Vec<&str> = text.splitn(3, '\n').collect();
        assert!(lines[0].starts_with(reason), "{text}");
        assert_eq!(lines[1], format!("  near `{body}`"));
        assert_eq!(lines[2], help);
    }
}

#[test]
fn text_of_a_server_is_bounded_escaped_and_without_secrets() {
    let long = format!(
        r#"[{{"name":"a","checked":"{}\u001b[1m"}}]"#,
        "x".repeat(10_000)
    );
    let shown = text(&long);
    assert!(shown.len() < 900 && !shown.contains('\u{1b}'), "{shown}");
    let secret =
        r#"[{"name":"a","records":{"token":{"content":"hush","ttl":"hush"}},"password":"hush"}]"#;
    let shown = text(secret);
    assert!(
        shown.contains("expected i64, found a secret") && !shown.contains("hush"),
        "{shown}"
    );
    let shown = format!(
        "{:?}",
        failure::<std::collections::BTreeMap<String, u64>>(r#"{"token":"hush"}"#)
    );
    assert!(
        shown.starts_with("at $.token: expected u64, found a secret") && !shown.contains("hush"),
        "{shown}"
    );
    let shown = text("access_token=hush&scope=y");
    assert!(shown.contains("near `access_token=***&scope=y`"), "{shown}");
    let nested = format!("[{{\"name\":{}1{}}}]", "[".repeat(120), "]".repeat(120));
    assert!(text(&nested).starts_with("at $[0].name: "));
}

#[test]
fn a_body_that_is_no_json_needs_no_correction() {
    for body in ["[{\"name\":\"a\",", "[{\"name\":x}]", "<html>"] {
        let failure = failure::<Vec<Zone>>(body);
        assert_eq!(failure.help, "", "{body}");
    }
    assert_eq!(failure::<Vec<Zone>>("[{\"name\":x}]").path, "$[0].name");
}
