//! The input of the command line: the requests that are sent, and the errors in arguments.

use serde_json::json;

use super::{Ran, answer, file, ran, ran_with};
use crate::runtime_tests::memory::Planned;

#[test]
fn an_integer_enum_value_may_be_passed_by_name() {
    let named = ran(answer(200, "[]"), &["note", "add", "--kind", "defect"]);
    assert_eq!(named.sent[0].uri.query(), Some("kind=2"));
    let newer = ran(answer(200, "[]"), &["note", "add", "--kind", "7"]);
    assert_eq!(newer.sent[0].uri.query(), Some("kind=7"));
    assert!(
        newer
            .errors
            .starts_with("warning: the description does not list `7` for `--kind`")
    );
    let wrong = ran(Vec::new(), &["note", "add", "--kind", "bug"]);
    let expected = "error: `--kind` cannot be read: invalid type: string \"bug\", expected i64; it can be: 0 (user-story), 2 (defect)\n";
    assert_eq!((wrong.exit, wrong.errors.as_str()), (2, expected));
}

#[test]
fn json_errors_are_reported_with_their_path() {
    let wrong = |arguments: &[&str]| {
        let ran = ran(Vec::new(), arguments);
        assert_eq!(ran.exit, 2);
        ran.errors
    };
    let body = wrong(&[
        "note",
        "add",
        "--body",
        r#"{"text": "x", "tags": ["a", 1]}"#,
        "--media-type",
        "application/json",
    ]);
    assert_eq!(
        body,
        "error: `--body` cannot be read at `tags[1]`: invalid type: integer `1`, expected a string\n"
    );
    let params = wrong(&["call", "addNote", "--params", r#"{"kind": ["a"]}"#]);
    assert!(
        params.starts_with("error: `kind` cannot be read: invalid type: sequence, expected i64"),
        "{params}"
    );
    let unknown = wrong(&["call", "addNote", "--params", r#"{"kin": 1}"#]);
    assert_eq!(
        unknown,
        "error: `kin` is not a parameter of addNote; its parameters are: kind, page, file\n"
    );
    assert!(
        wrong(&["note", "add", "--body", "{\"text\""])
            .starts_with("error: `--body` is not valid JSON: EOF")
    );
}

#[test]
fn unknown_members_of_the_body_are_reported() {
    let body = r#"{"text": "x", "txt": 1, "tags": null, "more": {"a": 1}}"#;
    let reported = ran(answer(200, "[]"), &["call", "addNote", "--body", body]);
    assert_eq!(reported.body(), r#"{"text":"x"}"#);
    let expected = "warning: `txt` is not a member of the body and was not sent\n\
                    warning: `more` is not a member of the body and was not sent\n200\n";
    assert_eq!((reported.exit, reported.errors.as_str()), (0, expected));
}

#[test]
fn the_kind_of_a_body_can_be_selected() {
    let path = file("photo.jpg", b"\xff\xd8");
    let media_type = |ran: &Ran| {
        ran.sent[0].headers["content-type"]
            .to_str()
            .unwrap()
            .to_owned()
    };
    let image = ran(
        answer(200, "[]"),
        &["note", "add", "--body", &format!("@{path}")],
    );
    assert_eq!(media_type(&image), "image/jpeg");
    let chosen = ran(
        answer(200, "[]"),
        &[
            "note",
            "add",
            "--body",
            &format!("@{path}"),
            "--media-type",
            "image/png",
        ],
    );
    assert_eq!(media_type(&chosen), "image/png");
    let parts = json!({ "photo": { "path": format!("@{path}") }, "title": "x" }).to_string();
    let parts = ran(
        answer(200, "[]"),
        &[
            "call",
            "addNote",
            "--body",
            &parts,
            "--media-type",
            "multipart/form-data",
        ],
    );
    assert!(
        parts
            .body()
            .contains("name=\"photo\"; filename=\"photo.jpg\"\r\nContent-Type: image/jpeg")
    );
    let unknown = ran(
        Vec::new(),
        &[
            "call",
            "addNote",
            "--body",
            "{}",
            "--media-type",
            "text/plain",
        ],
    );
    let expected = "error: the body cannot be `text/plain`; it can be: application/json, multipart/form-data, image/png, image/jpeg\n";
    assert_eq!((unknown.exit, unknown.errors.as_str()), (2, expected));
    // JSON of the wrong type is not sent as another kind.
    let typed = ran(Vec::new(), &["note", "add", "--body", "{}"]);
    assert_eq!(
        typed.errors,
        "error: `--body` cannot be read: missing field `text`; `--media-type` chooses another kind of body\n"
    );
}

#[test]
fn files_keep_their_names() {
    let path = file("data.xyz", b"\x00\x01");
    let head = "Content-Disposition: form-data; name=\"file\"; filename=\"data.xyz\"\r\nContent-Type: application/octet-stream\r\n\r\n\u{0}\u{1}";
    let flag = ran(answer(200, "[]"), &["note", "add", "--file", &path]);
    assert!(flag.body().contains(head), "{}", flag.body());
    let params = json!({ "file": { "path": format!("@{path}") } }).to_string();
    let called = ran(answer(200, "[]"), &["call", "addNote", "--params", &params]);
    assert!(called.body().contains(head), "{}", called.body());
    let named =
        json!({ "file": { "path": format!("@{path}"), "name": "b.bin", "media_type": "a/b" } })
            .to_string();
    let named = ran(answer(200, "[]"), &["call", "addNote", "--params", &named]);
    assert!(
        named
            .body()
            .contains("filename=\"b.bin\"\r\nContent-Type: a/b"),
        "{}",
        named.body()
    );
    let content = ran(
        answer(200, "[]"),
        &["call", "addNote", "--params", r#"{"file": "abc"}"#],
    );
    assert!(content.body().contains("filename=\"file\"") && content.body().contains("abc"));
    let none = ran(Vec::new(), &["note", "add", "--file", "/no/such/file"]);
    assert!(
        none.exit == 2 && none.errors.starts_with("error: /no/such/file: "),
        "{}",
        none.errors
    );
}

#[test]
fn the_number_of_attempts_can_be_set() {
    let unreachable = |count: usize| (0..count).map(|_| Planned::Unreachable).collect::<Vec<_>>();
    let once = ran(unreachable(1), &["note", "add", "--retries", "0"]);
    assert_eq!((once.exit, once.sent.len()), (4, 1));
    let often = ran(unreachable(3), &["note", "add", "--retries", "2"]);
    assert_eq!((often.exit, often.sent.len()), (4, 3));
    let never = ran(Vec::new(), &["note", "add", "--timeout", "0"]);
    assert_eq!(
        never.errors,
        "error: `--timeout 0` is not a positive number of seconds\n"
    );
}

#[test]
fn no_header_is_sent_to_the_default_server() {
    let arguments = ["note", "add", "--header", "Authorization: geheim"];
    let refused = ran_with(answer(200, "[]"), &arguments, false);
    assert_eq!((refused.exit, refused.sent.len()), (2, 0));
    assert!(
        refused.errors.contains("`--server https://example.com`")
            && !refused.errors.contains("geheim"),
        "{}",
        refused.errors
    );
    let named = ran(answer(200, "[]"), &arguments);
    assert_eq!((named.exit, named.sent.len()), (0, 1));
    let open = ran_with(answer(200, "[]"), &["note", "add"], false);
    let expected = "note: sent to https://example.com, which the description names\n200\n";
    assert_eq!((open.exit, open.errors.as_str()), (0, expected));
}

#[test]
fn no_token_is_sent_to_the_default_server() {
    let run = |variables: &[(&str, &str)]| {
        let program = std::env::current_exe().unwrap();
        let name = "runtime_tests::cli::given::sends_with_its_environment";
        let run = std::process::Command::new(program)
            .args(["--exact", name, "--ignored", "--nocapture"])
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    for token in ["API_TOKEN", "API_TOKEN_KEY"] {
        let refused = run(&[(token, "geheim")]);
        assert!(refused.contains("exit 2, 0 sent"), "{refused}");
        assert!(refused.contains("`--server https://example.com`"));
        assert!(!refused.contains("geheim"), "{refused}");
        let named = run(&[(token, "geheim"), ("API_SERVER", "https://example.org")]);
        assert!(named.contains("exit 0, 1 sent"), "{named}");
    }
}

#[test]
#[ignore = "it is run in a process of its own, with a token in its environment"]
fn sends_with_its_environment() {
    let ran = ran_with(answer(200, "[]"), &["note", "add"], false);
    println!("exit {}, {} sent: {}", ran.exit, ran.sent.len(), ran.errors);
}

#[test]
fn a_dry_run_sends_nothing() {
    let shown = ran(
        Vec::new(),
        &[
            "note",
            "add",
            "--kind",
            "2",
            "--body",
            r#"{"text": "x"}"#,
            "--dry-run",
        ],
    );
    assert_eq!((shown.exit, shown.sent.len()), (0, 0), "{}", shown.errors);
    assert!(shown.output.starts_with("curl '"), "{}", shown.output);
    assert!(shown.output.ends_with("  --data-raw '{\"text\":\"x\"}'\n"));
}
