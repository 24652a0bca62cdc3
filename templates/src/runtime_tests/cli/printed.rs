//! The output and the exit status.

use std::io::ErrorKind;

use serde_json::{Value, json};

use super::{answer, file, ran, ran_on_terminal, ran_without_output};
use crate::runtime_tests::memory::Planned;

#[test]
fn the_exit_status_depends_on_the_result() {
    let done = ran(
        answer(200, "[1,2.50,12345678901234567890]"),
        &["note", "add"],
    );
    assert_eq!((done.exit, done.errors.as_str()), (0, "200\n"));
    let refused = ran(answer(404, "{\"why\": 1}"), &["call", "addNote"]);
    assert_eq!((refused.exit, refused.errors.as_str()), (3, "404\n"));
    assert_eq!(refused.output, "{\"why\": 1}\n");
    let unknown = ran(answer(418, "teapot"), &["call", "note.add"]);
    assert_eq!((unknown.exit, unknown.output.as_str()), (4, "teapot\n"));
    assert!(unknown.errors.ends_with("\n418\n"), "{}", unknown.errors);
    let wrong = ran(answer(200, "{}"), &["note", "add"]);
    assert_eq!((wrong.exit, wrong.output.as_str()), (4, "{}\n"));
    assert!(
        wrong.errors.contains("cannot be decoded at $"),
        "{}",
        wrong.errors
    );
    let unreachable = ran(
        vec![Planned::Unreachable],
        &["note", "add", "--retries", "0"],
    );
    assert_eq!(unreachable.exit, 4);
    assert!(
        unreachable.errors.ends_with("nobody is there\n"),
        "{}",
        unreachable.errors
    );
    let unknown = ran(Vec::new(), &["note", "add", "--nothing"]);
    assert_eq!((unknown.exit, unknown.sent.len()), (2, 0));
}

#[test]
fn a_successful_response_is_saved_unchanged() {
    let path = file("answer", b"before");
    let planned = vec![Planned::Response(200, "", vec!["[1 ,", " 2]\n"])];
    let saved = ran(planned, &["note", "add", "-o", &path]);
    assert_eq!(
        (saved.exit, saved.output.as_str(), saved.errors.as_str()),
        (0, "", "200\n")
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "[1 , 2]\n");
    let refused = ran(answer(404, "no"), &["note", "add", "-o", &path]);
    assert_eq!((refused.exit, refused.output.as_str()), (3, "no\n"));
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("[1"));
    let folder = ran(
        answer(200, "[]"),
        &["note", "add", "-o", "/no/such/folder/x"],
    );
    assert_eq!(
        (folder.exit, folder.errors.ends_with("\n200\n")),
        (4, true),
        "{}",
        folder.errors
    );
    let printed = ran(answer(200, "[ 1]"), &["note", "add", "-o", "-"]);
    assert_eq!(printed.output, "[ 1]");
}

#[test]
fn all_pages_are_one_list() {
    let planned = vec![
        Planned::Response(200, "", vec!["[{\"id\": 1}]"]),
        Planned::Response(200, "", vec!["[{\"id\": 22}]"]),
        Planned::Response(200, "", vec!["[]"]),
    ];
    let listed = ran(planned, &["note", "add", "--all", "--output", "table"]);
    assert_eq!(
        (listed.exit, listed.output.as_str(), listed.errors.as_str()),
        (0, "id\n1\n22\n", "200\n")
    );
    assert_eq!(listed.sent[2].uri.query(), Some("page=3"));
    let planned = vec![
        Planned::Response(200, "", vec!["[1]"]),
        Planned::Response(418, "", vec!["no"]),
    ];
    let broken = ran(planned, &["call", "addNote", "--all"]);
    assert_eq!((broken.exit, broken.output.as_str()), (4, "[1]\nno\n"));
    assert!(broken.errors.ends_with("\n418\n"), "{}", broken.errors);
}

#[test]
fn values_are_printed_as_they_arrive() {
    let planned = vec![Planned::Response(200, "", vec!["1\n2\nx\n", "3\n"])];
    let followed = ran(planned, &["note", "add", "--follow"]);
    assert_eq!((followed.exit, followed.output.as_str()), (4, "1\n2\n3\n"));
    assert!(
        followed.errors.contains("near `x`") && followed.errors.ends_with("\n200\n"),
        "{}",
        followed.errors
    );
}

#[test]
fn verbose_output_never_contains_a_token() {
    let arguments = [
        "note",
        "add",
        "-v",
        "--kind",
        "2",
        "--header",
        "X-Token: geheim",
    ];
    let verbose = ran(answer(200, "[]"), &arguments);
    assert_eq!(verbose.sent[0].headers["x-token"], "geheim");
    let start = "POST https://example.com/notes?kind=2: 200 OK (";
    assert!(
        verbose.errors.starts_with(start) && !verbose.errors.contains("geheim"),
        "{}",
        verbose.errors
    );
    let wrong = ran(Vec::new(), &["note", "add", "--header", "X-Token geheim"]);
    assert_eq!(wrong.errors, "error: `--header` has to be `Name: value`\n");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let silent = [&["completions", "bash"][..], &["operations"], &["--help"]];
    for arguments in silent {
        let ran = ran_without_output(ErrorKind::BrokenPipe, arguments);
        assert_eq!(ran, (0, String::new()), "{arguments:?}");
    }
    let sent = ran_without_output(ErrorKind::BrokenPipe, &["note", "add"]);
    assert_eq!(sent, (0, "200\n".to_owned()));
    for arguments in [&["completions", "bash"][..], &["note", "add"]] {
        let (exit, errors) = ran_without_output(ErrorKind::StorageFull, arguments);
        assert_eq!(exit, 4);
        assert!(
            errors.starts_with("error: the output cannot be written: "),
            "{errors}"
        );
    }
}

#[test]
fn help_lists_the_input_of_an_operation() {
    let help = ran(Vec::new(), &["note", "add", "--help"]).output;
    for expected in [
        "POST /notes",
        "--kind <VALUE>",
        "- 0: user story (or: user-story)",
        "- 2: defect",
        "[query; default: 1]",
        "--media-type <TYPE>",
        "--follow",
        "--all",
    ] {
        assert!(help.contains(expected), "{expected} in {help}");
    }
    let groups = ran(Vec::new(), &["--help"]).output;
    assert!(
        groups.contains("1 operation") && groups.contains("Exit status"),
        "{groups}"
    );
}

#[test]
fn responses_can_be_printed_as_tables() {
    let planned = answer(
        200,
        r#"[{"id":1,"none":null,"name":"a\u001bb"},{"id":22,"name":"c","at":{"x":1}}]"#,
    );
    let table = ran(planned, &["note", "add", "--output", "table"]);
    assert_eq!(table.output, "id  name\n1   a\\u{1b}b\n22  c\n");
    let refused = ran(
        answer(404, r#"{"total":1,"errors":[{"code":7}]}"#),
        &["note", "add", "--output", "table"],
    );
    assert_eq!(refused.output, "total  1\n\ncode\n7\n");
}

#[test]
fn operations_are_listed_as_json() {
    let listed: Value =
        serde_json::from_str(&ran(Vec::new(), &["operations", "--json"]).output).unwrap();
    let entry = &listed[0];
    assert_eq!(entry["operation"], "addNote");
    assert_eq!(
        (&entry["method"], &entry["path"]),
        (&json!("POST"), &json!("/notes"))
    );
    assert_eq!(entry["body"][2], "image/png");
    assert_eq!(entry["media_types"], entry["body"]);
    assert_eq!(
        entry["parameters"][0]["known"][1],
        json!({ "value": "2", "name": "defect", "meaning": "defect" })
    );
    assert_eq!(
        (&entry["pages"], &entry["streams"]),
        (&json!(true), &json!(true))
    );
}

/// Characters that a terminal interprets or that reorder text.
const UNSAFE_CHARACTERS: [char; 6] = ['\u{1b}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{7f}', '\r'];

#[test]
fn tables_escape_invisible_characters() {
    let list = r#"[{"a\u001b[31m":"b\u202e","c\nd":"e\tf"}]"#;
    let object = r#"{"a\u009b":"b\u2066","c":[{"d\u001b":1}]}"#;
    let shown = |body| ran(answer(200, body), &["call", "addNote", "--output", "table"]).output;
    assert_eq!(shown(list), "a\\u{1b}[31m  c\\nd\nb\\u{202e}    e\\tf\n");
    let refused = ran(
        answer(404, object),
        &["call", "addNote", "--output", "table"],
    );
    assert_eq!(refused.output, "a\\u{9b}  b\\u{2066}\n\nd\\u{1b}\n1\n");
}

#[test]
fn json_on_a_terminal_is_escaped_and_stays_json() {
    let text: String = UNSAFE_CHARACTERS
        .iter()
        .filter(|c| **c != '\u{1b}' && **c != '\r')
        .collect();
    let body = format!("{{\r\"{text}\": [\"{text}\", \"\\u001b\"]}}");
    let sent: Value = serde_json::from_str(&body).unwrap();
    let deep = format!("{}\"{text}\"{}", "[".repeat(150), "]".repeat(150));
    for (status, body) in [(404, body.clone()), (404, deep)] {
        let shown = ran_on_terminal(answer(status, body.leak()), &["call", "addNote"]).output;
        assert!(!shown.contains(UNSAFE_CHARACTERS), "{shown:?}");
        assert!(shown.contains("\\u202e"), "{shown:?}");
        if let Ok(shown) = serde_json::from_str::<Value>(&shown) {
            assert_eq!(shown, sent);
        }
    }
    let piped = ran(answer(404, body.clone().leak()), &["call", "addNote"]);
    assert_eq!(piped.output, format!("{body}\n"));
}

#[test]
fn text_on_a_terminal_is_escaped() {
    let text: String = UNSAFE_CHARACTERS.iter().collect();
    let body = format!("one{text}\ntwo");
    let shown = ran_on_terminal(answer(418, body.leak()), &["call", "addNote"]);
    assert!(!shown.output.contains(UNSAFE_CHARACTERS) && !shown.errors.contains(UNSAFE_CHARACTERS));
    assert!(shown.output.contains("one\\u{1b}") && shown.output.ends_with("\\r\ntwo\n"));
    let undecodable = ran_on_terminal(
        answer(200, "{\"a\u{202e}\":\"\u{9b}\"}"),
        &["call", "addNote"],
    );
    assert!(
        !undecodable.errors.contains(UNSAFE_CHARACTERS),
        "{}",
        undecodable.errors
    );
}

#[test]
fn a_table_is_linear_in_its_response() {
    let table = |body: String| {
        ran(
            answer(404, body.leak()),
            &["call", "addNote", "--output", "table"],
        )
    };
    let rows: Vec<String> = (0..20_000)
        .map(|row| format!("{{\"column{row}\":1}}"))
        .collect();
    let shown = table(format!("[{}]", rows.join(","))).output;
    assert!(shown.contains("(19900 more columns: "), "{}", shown.len());
    let (long, rows) = ("x".repeat(100_000), "{\"a\":1,\"b\":2},".repeat(10_000));
    let shown = table(format!("[{rows}{{\"a\":\"{long}\"}}]")).output;
    assert!(
        shown.len() < 1_000_000 && shown.contains("1  2\n"),
        "{}",
        shown.len()
    );
}
