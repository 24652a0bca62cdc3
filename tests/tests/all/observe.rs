//! `bindery observe`: the recordings of `fixtures/observe` and the corrections that follow from them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bindery::internal::source::{Request, SourceLocator, load};
use bindery_tests::planted::{Planted, plant};
use bindery_tests::repository::{self, files};
use serde_json::{Value, json};

const COMMAND: &str = env!("CARGO_BIN_EXE_command");
/// A value of the traffic of all fixtures.
const SECRET: &str = "hunter2";

/// The report without proposals.
const NO_CORRECTIONS: &str = "Corrections needed to read responses (0)\n\nCorrections of other deviations (0)";

/// A copy of a fixture.
struct Case(tempfile::TempDir);

impl Case {
    fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files(&repository::path("fixtures/observe").join(name)) {
            fs::write(folder.path().join(path), text).unwrap();
        }
        Self(folder)
    }

    fn traffic(&self) -> PathBuf {
        let names = ["traffic.har", "traffic.har.jsonl"].map(PathBuf::from);
        names.into_iter().find(|name| self.0.path().join(name).exists()).unwrap()
    }

    fn observe(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(COMMAND);
        command.arg("observe").arg(self.traffic()).args(arguments).current_dir(self.0.path()).output().unwrap()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Corrects a fixture, compares the result, and checks that a second run finds nothing to do.
fn check(name: &str, arguments: &[&str]) {
    let case = Case::new(name);
    let failing = case.observe(&[arguments, &["--fail"]].concat());
    assert_eq!(failing.status.code(), Some(5), "{}", stderr(&failing));
    let output = case.observe(&[arguments, &["--write"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("\nwith the corrections, 0 recorded responses cannot be read"),
        "{}",
        stderr(&output)
    );
    let written = ["bindery.toml", "observed.overlay.yaml"].map(|name| case.read(name));
    let text =
        format!("{}\n-- bindery.toml\n{}\n-- observed.overlay.yaml\n{}", stdout(&output), written[0], written[1]);
    assert!(!text.contains(SECRET), "{text}");
    let folder = repository::path("fixtures/observe").join(name);
    insta::with_settings!({ snapshot_path => folder, prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("expected", text);
    });
    for format in ["markdown", "json"] {
        let report = stdout(&Case::new(name).observe(&[arguments, &["--format", format]].concat()));
        assert!(!report.contains(SECRET) && !report.is_empty(), "{report}");
    }
    let again = case.observe(&[arguments, &["--write"]].concat());
    assert!(again.status.success() && stdout(&again).contains(NO_CORRECTIONS), "{}", stdout(&again));
    assert_eq!(["bindery.toml", "observed.overlay.yaml"].map(|name| case.read(name)), written);
    assert_eq!(case.observe(&[arguments, &["--fail"]].concat()).status.code(), Some(0));
}

#[test]
fn members_are_loosened() {
    check("members", &[]);
}

#[test]
fn responses_get_the_component_that_fits() {
    check("responses", &[]);
}

#[test]
fn swagger_is_corrected_as_it_is_written() {
    check("swagger", &["--server", "http://localhost/proxy/"]);
}

/// An overlay that a person changed keeps its actions, and gets those of other traffic.
#[test]
fn corrections_are_merged() {
    let case = Case::new("swagger");
    case.observe(&["--server", "http://localhost/proxy", "--write"]);
    let before = case.read("observed.overlay.yaml");
    let own = "  # mine\n  - target: $.info\n    update: { title: Mine }\n";
    fs::write(case.0.path().join("observed.overlay.yaml"), before.replace("actions:\n", &format!("actions:\n{own}")))
        .unwrap();
    let entry = r#"{"request": {"method": "GET", "url": "http://localhost/proxy/zones"}, "response": {"status": 404, "content": {"mimeType": "application/json", "text": "{\"error\": \"x\"}"}}}"#;
    fs::write(case.0.path().join("traffic.har"), entry).unwrap();
    let output = case.observe(&["--server", "http://localhost/proxy", "--write"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let after = case.read("observed.overlay.yaml");
    assert!(after.contains(own) && after.contains(r#""404""#), "{after}");
    assert!(before.lines().all(|line| after.lines().any(|other| other == line)), "{after}");
    assert!(
        after.find("# mine") < after.find(".responses") && case.read("bindery.toml").matches("observed").count() == 1
    );
}

/// The corrections cannot be inserted by lines.
#[test]
fn an_overlay_that_would_be_damaged_stops_before_anything_is_written() {
    let case = Case::new("swagger");
    let overlay = "overlay: 1.1.0\ninfo: { title: Mine, version: 1.0.0 }\nactions: []\n";
    fs::write(case.0.path().join("observed.overlay.yaml"), overlay).unwrap();
    let before = files(case.0.path());
    let output = case.observe(&["--server", "http://localhost/proxy", "--write"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot add corrections to the overlay"), "{}", stderr(&output));
    assert_eq!(files(case.0.path()), before);
}

/// Returns a case with a description of `/t`, and its responses: the status, and the text of the body.
fn described(schemas: &Value, responses: &[(u16, &str)]) -> Case {
    let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/T" } } });
    let description = json!({
        "openapi": "3.1.0",
        "info": { "title": "", "version": "" },
        "paths": { "/t": { "get": { "responses": { "200": { "description": "", "content": content } } } } },
        "components": { "schemas": schemas },
    });
    let entries = responses.iter().map(|(status, text)| {
        let content = json!({ "size": text.len(), "mimeType": "application/json", "text": text });
        json!({ "request": { "method": "GET", "url": format!("https://{SECRET}:{SECRET}@api.test/t") },
            "response": { "status": status, "content": content } })
    });
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    write("openapi.yaml", description.to_string());
    write("bindery.toml", "description = \"openapi.yaml\"\n".to_owned());
    write("traffic.har.jsonl", entries.map(|entry| format!("{entry}\n")).collect());
    Case(folder)
}

/// The recorder masks secrets: nothing is known of them.
#[test]
fn masked_values_fit_any_type() {
    let member = json!({ "type": "string", "format": "uuid" });
    let schema = json!({ "type": "object", "required": ["sessionId"], "properties": { "sessionId": member } });
    let check = |body: &str, status: i32| {
        let output = described(&json!({ "T": schema }), &[(200, body)]).observe(&["--fail"]);
        assert_eq!(output.status.code(), Some(status), "{body} {}", stdout(&output));
    };
    check(r#"{"sessionId": "***"}"#, 0);
    check(r#"{"sessionId": "x"}"#, 5);
}

#[test]
fn calls_without_a_response_are_no_samples() {
    let schemas = json!({ "T": { "type": "object" } });
    let report = stdout(&described(&schemas, &[(0, ""), (200, "{}")]).observe(&[]));
    let shown = ["1 of 2 calls have an operation", "1 without a response", "`https://api.test` is assumed"];
    assert!(shown.iter().all(|line| report.contains(line)) && !report.contains(SECRET), "{report}");
}

/// A response that no correction makes readable fails a run, unless its place is accepted.
#[test]
fn unreadable_responses_fail() {
    let case = described(&json!({ "T": { "type": "object" } }), &[(200, "{}"), (200, "<html>")]);
    let output = case.observe(&["--fail"]);
    assert!(output.status.code() == Some(5) && stdout(&output).contains(NO_CORRECTIONS), "{}", stdout(&output));
    let accepted = "[accept]\ntraffic-differs = [\"#/paths/~1t/get\"]\n";
    fs::write(case.0.path().join("bindery.toml"), format!("description = \"openapi.yaml\"\n{accepted}")).unwrap();
    let output = case.observe(&["--fail"]);
    let is_counted = stdout(&output).contains("accepted at `/paths/~1t/get`: 1 difference");
    assert!(output.status.success() && is_counted, "{}{}", stdout(&output), stderr(&output));
}

/// A value whose alternatives are too many to be tried does not count as checked.
#[test]
fn unchecked_values_are_counted() {
    // Each level is tried for each of its alternatives, which the last member refutes.
    let alternative = |format: &str| {
        json!({ "type": "object", "required": ["end"], "properties": {
            "n": { "$ref": "#/components/schemas/T" }, "end": { "type": "string", "format": format } } })
    };
    let schemas = json!({ "T": { "anyOf": [alternative("uuid"), alternative("date")] } });
    let deep = (0..60).fold(json!({ "end": "x" }), |inner, _| json!({ "n": inner, "end": "x" }));
    let report = stdout(&described(&schemas, &[(200, &deep.to_string())]).observe(&[]));
    assert!(report.contains("200: the body has too many alternatives to be checked (1 sample"), "{report}");
}

#[test]
fn mistakes_have_a_place_and_write_nothing() {
    let check = |har: &str, arguments: &[&str], expected: &str| {
        let case = Case::new("swagger");
        fs::write(case.0.path().join("traffic.har"), har).unwrap();
        let output = case.observe(&[arguments, &["--write"]].concat());
        let text = stderr(&output);
        assert!(!output.status.success() && text.contains(expected) && !text.contains(SECRET), "{text}");
        assert!(!case.0.path().join("observed.overlay.yaml").exists());
    };
    check(r#"{"log": {"version": "1.2", "entries": [{"hunter2"#, &[], "the recording is cut");
    check(r#"{"log": {"version": "2.0", "entries": []}}"#, &[], "only HAR 1.2 and 1.1 are supported (line 1");
    check(r#"{"log": {"version": "1.2", "entries": ["hunter2"]}}"#, &[], "the recording is not HAR 1.2 (line 1");
    check("hunter2", &[], "the recording is not valid JSON");
    check("", &[], "the recording is empty");
    check("{}", &["--server", "localhost"], "`--server` is not an address");
    let missing = Command::new(COMMAND).args(["observe", "none.har"]).current_dir(Path::new("/")).output().unwrap();
    assert_eq!(missing.status.code(), Some(2), "{}", stderr(&missing));
}

/// Lies in the descriptions of fixtures are found, and nothing else is proposed.
#[test]
fn planted_lies_are_found() {
    let paths = ["service/full/openapi.yaml", "valid/recursion/openapi.yaml", "valid/names/openapi.yaml"];
    let mut all = Planted::default();
    for path in paths {
        let path = repository::path("fixtures").join(path);
        let planted = plant(&load(&Request::new(SourceLocator::File(path))).unwrap(), 64, 24);
        all.lies += planted.lies;
        all.found += planted.found;
        all.right += planted.right;
        all.surplus += planted.surplus;
        all.leaks += planted.leaks;
        all.problems.extend(planted.problems);
    }
    assert!(all.lies >= 24, "{all:#?}");
    assert_eq!((all.found, all.surplus, all.leaks), (all.lies, 0, 0), "{all:#?}");
    assert!(all.right * 100 >= all.lies * 90, "{all:#?}");
}
