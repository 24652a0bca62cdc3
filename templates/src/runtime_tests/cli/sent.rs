//! The requests, as a dry run prints them or the server receives them.

use super::{Ran, answer, file, ran, ran_with};

/// Runs `note add-one` for a project.
fn added(arguments: &[&str]) -> Ran {
    let start = ["note", "add-one", "--project", "a/b"];
    ran(answer(200, "{}"), &[&start, arguments].concat())
}

/// Returns the body that is sent.
fn body(arguments: &[&str]) -> String {
    added(arguments).body()
}

/// Returns the error of arguments with which nothing is sent.
fn input_error(arguments: &[&str]) -> String {
    let ran = added(arguments);
    assert_eq!((ran.exit, ran.sent.len()), (2, 0), "{}", ran.errors);
    ran.errors
}

#[test]
fn a_dry_run_prints_the_request_of_all_kinds_of_arguments() {
    let shown = added(&[
        "--dry-run",
        "--kind=defect",
        "--page=-1",
        "--ids=1",
        "--ids=2",
        "--filter={\"a\": {\"b\": 1}}",
        "--trace=t 1",
        "--idempotency-key=k",
        "--text=it's",
        "--price=1.50",
        "--done=true",
        "--state=User-Story",
        "--tags=x",
        "--tags=1",
        "--header=X-Token: geheim",
    ]);
    let expected = "\
curl 'https://example.com/a%2Fb/notes?kind=2&page=-1&ids=1,2&filter%5Ba%5D%5Bb%5D=1&version=2' \\
  --header 'accept: application/json, text/plain' \\
  --header 'x-trace: t 1' \\
  --header 'idempotency-key: k' \\
  --header 'content-type: application/json' \\
  --header 'x-token: ***' \\
  --data-raw '{\"note\":{\"done\":true,\"price\":1.50,\"schema\":1,\"state\":0,\"tags\":[\"x\",\"1\"],\"text\":\"it'\\''s\"}}'
";
    assert_eq!(
        (shown.exit, shown.output.as_str(), shown.sent.len()),
        (0, expected, 0)
    );
}

#[test]
fn a_body_keeps_its_text_and_flags_replace_its_members() {
    let path = file("note.json", br#"{"text": "a", "schema": 1, "price": 0.10}"#);
    let at = format!("@{path}");
    let kept = r#"{"note":{"text": "a", "schema": 1, "price": 0.10}}"#;
    assert_eq!(body(&["--body", &at]), kept);
    assert_eq!(body(&["--body", kept]), kept);
    let replaced = r#"{"note":{"price":0.10,"schema":1,"text":"b"}}"#;
    assert_eq!(body(&["--body", &at, "--text", "b"]), replaced);
    assert!(input_error(&["--body", "@/no/such/file"]).starts_with("error: /no/such/file: "));
    // Text never names a file.
    assert!(input_error(&["--body", &path]).contains("`--body` is not valid JSON"));
}

#[test]
fn unknown_members_of_a_body_are_refused() {
    let wrong = input_error(&["--body", r#"{"text": "a", "prise": 1}"#]);
    assert_eq!(
        wrong,
        "error: `prise` is not a member of the body; did you mean `price`?\n"
    );
    let far = input_error(&["--body", r#"{"owner": 1}"#]);
    assert!(
        far.contains("its members are: text, price, done, state, tags"),
        "{far}"
    );
    let missing = input_error(&["--price", "1"]);
    assert!(missing.contains("`text` of the body is missing: use `--text` or `--body`"));
    assert!(input_error(&[]).contains("the body is missing: use `--body`"));
    assert!(input_error(&["--body", "[]"]).contains("has to be a JSON object"));
}

#[test]
fn values_have_the_kind_of_their_arguments() {
    for (flag, expected) in [
        (
            "--kind=defct",
            "a number or the name of one (did you mean `defect`?), found `defct`",
        ),
        (
            "--kind=x",
            "a number or the name of one (user-story, defect), found `x`",
        ),
        ("--page=x", "`--page`: expected an integer, found `x`"),
        ("--price=.5", "`--price`: expected a number, found `.5`"),
        (
            "--done=yes",
            "`--done`: expected `true` or `false`, found `yes`",
        ),
        ("--filter={", "`--filter`: expected JSON, found `{`"),
    ] {
        let errors = input_error(&["--text=a", flag]);
        assert!(errors.contains(expected), "{errors}");
    }
    let unlisted = added(&["--text=a", "--kind=9"]);
    assert_eq!(unlisted.sent[0].uri.query(), Some("kind=9&version=2"));
    assert_eq!(unlisted.sent[0].headers["idempotency-key"].len(), 36);
}

#[test]
fn other_bodies_are_sent_unchanged() {
    let path = file("image.png", b"\x89PNG\n");
    let ran = ran(
        answer(302, ""),
        &["help-group", "upload", "--body", &format!("@{path}")],
    );
    assert_eq!((ran.exit, ran.errors.as_str()), (0, "302\n"));
    assert_eq!(&ran.sent[0].body[..], b"\x89PNG\n");
    assert_eq!(ran.sent[0].headers["content-type"], "image/png");
}

#[test]
fn a_secret_is_not_sent_to_the_server_of_the_description() {
    let header = [
        "help-group",
        "upload",
        "--body=x",
        "--header=X-Token: geheim",
    ];
    let refused = ran_with(Vec::new(), &header, false);
    assert_eq!((refused.exit, refused.sent.len()), (2, 0));
    assert!(
        refused
            .errors
            .contains("use `--server https://example.com`")
    );
    let sent = ran_with(answer(200, ""), &header[..3], false);
    assert_eq!(
        sent.errors,
        "note: sent to https://example.com, which the description names\n200\n"
    );
    let wrong = ran(
        Vec::new(),
        &["help-group", "upload", "--body=x", "--header=geheim"],
    );
    assert_eq!(wrong.errors, "error: `--header` has to be `Name: value`\n");
}
