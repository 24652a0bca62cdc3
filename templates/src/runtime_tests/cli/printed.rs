//! The output and the exit status.

use std::io::ErrorKind;
use std::process::Command;

use serde_json::Value;

use super::{Ran, answer, ran, ran_on_terminal, ran_without_output};
use crate::runtime_tests::memory::Planned;

/// Characters that a terminal interprets or that reorder text.
const UNSAFE_CHARACTERS: [char; 6] = ['\u{1b}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{7f}', '\r'];

const UPLOAD: [&str; 4] = ["help-group", "upload", "--body", "x"];
const ADD: [&str; 5] = ["note", "add-one", "--project=a", "--text=b", "--output"];

/// Returns the table that a body is shown as.
fn table(body: impl Into<String>) -> String {
    let body = answer(200, body.into().leak());
    ran(body, &[&ADD[..], &["table"]].concat()).output
}

#[test]
fn the_exit_status_depends_on_the_result() {
    let done = ran(answer(200, "[1,2.50,12345678901234567890]"), &UPLOAD);
    assert_eq!((done.exit, done.errors.as_str()), (0, "200\n"));
    assert_eq!(done.output, "[1,2.50,12345678901234567890]\n");
    let refused = ran(answer(404, "{\"why\": 1}"), &UPLOAD);
    let Ran {
        exit,
        output,
        errors,
        ..
    } = &refused;
    assert_eq!(
        (*exit, output.as_str(), errors.as_str()),
        (3, "{\"why\": 1}\n", "404\n")
    );
    let unreachable = ran(
        std::iter::repeat_with(|| Planned::Unreachable)
            .take(3)
            .collect(),
        &ADD[..4],
    );
    assert_eq!(unreachable.exit, 4);
    assert!(
        unreachable.errors.ends_with("nobody is there\n"),
        "{}",
        unreachable.errors
    );
    let unknown = ran(Vec::new(), &["note", "add-one", "--nothing"]);
    assert_eq!((unknown.exit, unknown.sent.len()), (2, 0));
}

#[test]
fn braces_in_the_help_are_not_line_breaks() {
    let help = ran(Vec::new(), &["help-group", "upload", "--help"]).output;
    assert!(help.starts_with("Replaces the image {n}\n"), "{help}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for arguments in [&["completions", "bash"][..], &["operations"], &["--help"]] {
        let ran = ran_without_output(ErrorKind::BrokenPipe, arguments);
        assert_eq!(ran, (0, String::new()), "{arguments:?}");
    }
    for arguments in [&["completions", "bash"][..], &UPLOAD] {
        let (exit, errors) = ran_without_output(ErrorKind::StorageFull, arguments);
        assert_eq!(exit, 4);
        assert!(
            errors.starts_with("error: the output cannot be written: "),
            "{errors}"
        );
    }
}

#[test]
fn help_lists_the_flags_of_an_operation() {
    let help = ran_on_terminal(Vec::new(), &["note", "add-one", "--help"]).output;
    for expected in [
        "Sends POST /{project}/notes.",
        "user-story (0), defect (2)]",
        "[required]",
        "@FILE|-|JSON",
        "\\u{1b}[31m",
    ] {
        assert!(help.contains(expected), "{expected} in {help}");
    }
    assert!(
        !help.contains("\u{1b}[31m$") && !help.contains("--schema"),
        "{help}"
    );
    assert!(
        ran(Vec::new(), &["--help"])
            .output
            .contains("API_TOKEN_KEY")
    );
}

#[test]
fn responses_can_be_printed_as_tables() {
    let list = r#"[{"id":1,"none":null,"name":"a\u001bb","state":2},{"id":22,"name":"c","at":{"x":1},"state":9}]"#;
    assert_eq!(
        table(list),
        "id  name      state\n1   a\\u{1b}b  defect\n22  c         9\n"
    );
    let object = r#"{"total":1,"state":0,"errors":[{"code":7}]}"#;
    assert_eq!(table(object), "total  1\nstate  user-story\n\ncode\n7\n");
    let hostile = r#"{"a\u009b":"b\u2066","c":[{"d\u001b":"e\tf"}]}"#;
    assert_eq!(table(hostile), "a\\u{9b}  b\\u{2066}\n\nd\\u{1b}\ne\\tf\n");
}

#[test]
fn a_table_is_linear_in_its_response() {
    let rows: Vec<String> = (0..20_000)
        .map(|row| format!("{{\"column{row}\":1}}"))
        .collect();
    let shown = table(format!("[{}]", rows.join(",")));
    assert!(shown.contains("(19900 more columns: "), "{}", shown.len());
    let (long, rows) = ("x".repeat(100_000), "{\"a\":1,\"b\":2},".repeat(10_000));
    let shown = table(format!("[{rows}{{\"a\":\"{long}\"}}]"));
    assert!(
        shown.len() < 1_000_000 && shown.contains("1  2\n"),
        "{}",
        shown.len()
    );
}

#[test]
fn a_terminal_gets_escaped_text() {
    let text: String = UNSAFE_CHARACTERS.iter().collect();
    let shown = ran_on_terminal(answer(418, format!("one{text}\ntwo").leak()), &UPLOAD);
    assert!(
        !shown.output.contains(UNSAFE_CHARACTERS),
        "{:?}",
        shown.output
    );
    assert!(shown.output.contains("one\\u{1b}") && shown.output.ends_with("\\r\ntwo\n"));
    let text = text.replace(['\u{1b}', '\r'], "");
    let body = format!("{{\r\"{text}\": [\"{text}\", \"\\u001b\"]}}");
    let shown = ran_on_terminal(answer(200, body.clone().leak()), &UPLOAD).output;
    assert!(!shown.contains(UNSAFE_CHARACTERS), "{shown:?}");
    let values = [&shown, &body].map(|json| serde_json::from_str::<Value>(json).unwrap());
    assert_eq!(values[0], values[1]);
    let piped = ran(answer(404, body.clone().leak()), &UPLOAD);
    assert_eq!(piped.output, format!("{body}\n"));
}

#[test]
fn operations_are_listed() {
    let listed = ran(Vec::new(), &["operations"]).output;
    assert!(listed.contains("help-group upload  PUT   /image            Replaces the image {n}\n"));
    let json: Value =
        serde_json::from_str(&ran(Vec::new(), &["operations", "--json"]).output).unwrap();
    assert_eq!(json[0]["command"], serde_json::json!(["note", "add-one"]));
    assert_eq!(json[0]["flags"][6]["flag"], "--trace");
}

#[test]
fn completions_hold_no_text_of_the_description() {
    for shell in ["bash", "fish", "zsh"] {
        let script = ran(Vec::new(), &["completions", shell]).output;
        assert!(!script.contains("touch") && script.len() < 300, "{script}");
    }
    for (words, expected) in [
        (
            &["complete", "--", ""][..],
            "completions\nhelp-group\nnote\noperations\n",
        ),
        (&["complete", "--", "note", "a"], "add-one\n"),
        (
            &["complete", "--", "note", "add-one", "--pr"],
            "--price\n--project\n",
        ),
        (&["complete", "--", "note", "add-one", "--ou"], "--output\n"),
    ] {
        let offered = ran_with_words(words);
        assert_eq!(offered, expected);
    }
}

/// Returns the completions, without options after the words.
fn ran_with_words(words: &[&str]) -> String {
    super::ran_with(Vec::new(), words, false).output
}

#[test]
fn bash_completes_by_calling_the_program_back() {
    let script = ran(Vec::new(), &["completions", "bash"]).output;
    let test = format!(
        "note-book() {{ shift 2; printf '%s|' \"$@\"; }}\n{script}\n\
         COMP_WORDS=(note-book note add-) COMP_CWORD=2; _note_book; printf '%s' \"${{COMPREPLY[@]}}\""
    );
    let Ok(output) = Command::new("bash").args(["-c", &test]).output() else {
        return;
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "note|add-|");
}
