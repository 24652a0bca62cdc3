//! Tests the command on invalid input: one clear message with code, location and help, an exit status, and no partial
//! output.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

struct Run {
    status: i32,
    text: String,
}

fn bindery(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bindery"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that refuses early does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
    Run { status: output.status.code().unwrap(), text }
}

/// Runs `generate` on a file with this text, and asserts that no output is left.
fn assert_rejected(text: &[u8], status: i32, code: &str, place: &str, help: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("openapi.yaml"), text).unwrap();
    let run = bindery(folder.path(), &["generate", "openapi.yaml", "--out", "made"], "");
    check(&run, status, code, place, help);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no files are left behind");
}

fn check(run: &Run, status: i32, code: &str, place: &str, help: &str) {
    assert_eq!(run.status, status, "{}", run.text);
    assert_eq!(run.text.matches("error[").count(), 1, "one message: {}", run.text);
    for expected in [format!("error[{code}]: "), place.to_owned(), help.to_owned(), "= help: ".to_owned()] {
        assert!(run.text.contains(&expected), "`{expected}` is not in:\n{}", run.text);
    }
}

#[test]
fn invalid_descriptions_are_rejected() {
    assert_rejected(b"", 1, "syntax-invalid", "openapi.yaml", "the description is empty");
    assert_rejected(b"{\"openapi\": \"3.0.0\", \"paths\": {", 1, "syntax-invalid", "openapi.yaml:1:31", "cut off");
    assert_rejected(b"openapi: 3.0.0\npaths:\n\t/a: {}\n", 1, "syntax-invalid", "openapi.yaml:3:1", "spaces");
    assert_rejected(b"just: yaml\n", 1, "not-openapi", "openapi.yaml", "the field `openapi` is missing");
    assert_rejected(b"[1, 2]", 1, "not-openapi", "openapi.yaml", "URL of the server");
    assert_rejected(b"swagger: '1.2'\n", 1, "version-unsupported", "openapi.yaml:1:10", "Swagger 2.0");
    assert_rejected(b"openapi: 4.0.0\n", 1, "version-unsupported", "openapi.yaml:1:10", "3.0, 3.1 and 3.2");
    assert_rejected(b"\xff\xfe\xff", 1, "syntax-invalid", "openapi.yaml", "");
    assert_rejected(&b"[".repeat(100_000), 1, "expansion-too-large", "openapi.yaml", "fetch it again");
    assert_rejected(&b"{\"a\":".repeat(100_000), 1, "expansion-too-large", "openapi.yaml", "fetch it again");
}

#[test]
fn invalid_configurations_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bindery.toml"), "strict = true\nout = \"x\n").unwrap();
    let run = bindery(folder.path(), &["generate"], "");
    check(&run, 2, "configuration-invalid", "--> bindery.toml:2:", "2 | out = \"x\n  |         ^");
}

#[test]
fn errors_in_other_files_have_their_location() {
    let folder = tempfile::tempdir().unwrap();
    let schema = "{ $ref: 'more/other.yaml#/A' }";
    let main = format!(
        "openapi: 3.0.3\ninfo: {{ title: T, version: '1' }}\npaths: {{}}\ncomponents:\n  schemas:\n    A: {schema}\n    B: {schema}\n"
    );
    fs::write(folder.path().join("openapi.yaml"), main).unwrap();
    fs::create_dir(folder.path().join("more")).unwrap();
    for (text, place, shown) in [
        ("A:\n  x-i: {indexes:[ ]}\n", "more/other.yaml:2:16", "2 |   x-i: {indexes:[ ]}"),
        ("A:\n\ttype: object\n", "more/other.yaml:2:1", "= help: indent with spaces"),
    ] {
        fs::write(folder.path().join("more/other.yaml"), text).unwrap();
        let run =
            bindery(folder.path(), &["generate", "openapi.yaml", "--out", "made", "--dry-run", "--allow-partial"], "");
        assert_eq!(run.status, 0, "{}", run.text);
        assert_eq!(run.text.matches("warning[syntax-invalid]").count(), 1, "{}", run.text);
        for expected in [&format!("--> {place}"), &format!("`: {place}: "), shown] {
            assert!(run.text.contains(expected), "`{expected}` is not in:\n{}", run.text);
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_one_warning() {
    let folder = tempfile::tempdir().unwrap();
    let missing = |name: &str| format!("{{ $ref: 'missing.yaml#/{name}' }}");
    let use_of = |i: usize| {
        format!(
            "  /{i}: {{ get: {{ responses: {{ '200': {}, '400': {{ $ref: '#/components/responses/R' }} }} }} }}\n",
            missing("R")
        )
    };
    let text = format!(
        "openapi: 3.0.3\ninfo: {{ title: T, version: '1' }}\npaths:\n{}components:\n  responses: {{ R: {} }}\n  schemas: {{ A: {}, B: {{ $ref: '#/components/schemas/A' }} }}\n",
        (0..50).map(use_of).collect::<String>(),
        missing("R"),
        missing("A"),
    );
    fs::write(folder.path().join("openapi.yaml"), text).unwrap();
    let run =
        bindery(folder.path(), &["generate", "openapi.yaml", "--out", "made", "--dry-run", "--allow-partial"], "");
    assert_eq!(run.text.matches("warning[").count(), 1, "{}", run.text);
    assert!(run.text.contains("the file does not exist (52 references)"), "{}", run.text);
}

#[test]
fn first_diagnostics_of_each_code_are_shown_in_full() {
    let unknown: String = (0..60).map(|i| format!("    A{i}: {{ type: unknown{i} }}\n")).collect();
    let text = format!(
        "openapi: 3.0.3\ninfo: {{ title: T, version: '1' }}\npaths: {{}}\npaths: {{}}\ncomponents:\n  schemas:\n{unknown}"
    );
    let folder = tempfile::tempdir().unwrap();
    let output_of = |arguments: &[&str]| {
        let run = bindery(
            folder.path(),
            &[&["generate", "-", "--out", "made", "--dry-run", "-v"], arguments].concat(),
            &text,
        );
        assert_eq!(run.status, 0, "{}", run.text);
        run.text
    };
    let full = output_of(&[]);
    assert_eq!(full.matches("warning[type-unknown]").count(), 50);
    assert_eq!(full.matches("warning[rule-violated]").count(), 1);
    assert!(full.contains("\n10 more `type-unknown`; pass `--message-format concise` to list all\n"), "{full}");
    assert!(full.contains("61 warnings)"), "{full}");
    assert_eq!(output_of(&["--message-format", "concise"]).matches("warning[type-unknown]").count(), 60);
}

#[test]
fn diagnostics_with_the_same_message_are_merged() {
    let schemas: String = (0..60).map(|i| format!("    A{i}: {{ type: unknown }}\n")).collect();
    let text = format!("{SMALL}components:\n  schemas:\n{schemas}");
    let folder = tempfile::tempdir().unwrap();
    let full = bindery(folder.path(), &["generate", "-", "--out", "made", "--dry-run"], &text);
    assert_eq!(full.text.matches("unknown type `unknown`; any value is accepted here").count(), 1, "{}", full.text);
    assert!(full.text.contains("and at 59 other locations"), "{}", full.text);
}

#[test]
fn unreadable_sources_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| bindery(folder.path(), arguments, "");
    check(&run(&["generate", "missing.yaml"]), 3, "source-unreadable", "missing.yaml", "");
    check(&run(&["generate", "."]), 3, "source-unreadable", ".", "");
    check(&run(&["generate", "http://127.0.0.1:9/"]), 3, "source-unreachable", "http://127.0.0.1:9/", "");
    check(&run(&["generate"]), 2, "configuration-invalid", "", "bindery.toml");
    check(&run(&["generate", "-"]), 1, "syntax-invalid", "standard input", "");
    check(&run(&["generate", "-", "--name", "../x"]), 2, "configuration-invalid", "", "--name example-client");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A server with the same response to every request.
fn serving(status: &'static str, body: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let length = body.len();
            let _ = write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}");
        }
    });
    address
}

#[test]
fn unhelpful_servers_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let run = |address: &str, more: &[&str]| {
        let mut arguments = vec!["generate", address, "--out", "made"];
        arguments.extend(more);
        bindery(folder.path(), &arguments, "")
    };
    let secret = ["--header", "x-token: very-secret"];
    let output = run(&serving("401 Unauthorized", ""), &secret);
    check(&output, 3, "source-refused", "http://127.0.0.1", "--header");
    assert!(!output.text.contains("very-secret"), "{}", output.text);
    check(
        &run(&serving("200 OK", "<html><body>Hello</body></html>"), &[]),
        3,
        "no-description-found",
        "http://127.0.0.1",
        "",
    );
    check(
        &run(&serving("200 OK", "{\"openapi\":\"3.0.0\"}"), &["--max-bytes", "5"]),
        3,
        "source-too-large",
        "http://127.0.0.1",
        "--max-bytes",
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

const SMALL: &str = "openapi: 3.0.0\ninfo: { title: Small, version: '1' }\npaths: {}\n";

#[test]
fn output_directories_in_use_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("openapi.yaml"), SMALL).unwrap();
    let run = |arguments: &[&str]| bindery(folder.path(), &[&["generate", "openapi.yaml"], arguments].concat(), "");
    check(&run(&["--out", "no/such/directory"]), 4, "output-unwritable", "no/such", "mkdir -p no/such");
    fs::create_dir(folder.path().join("mine")).unwrap();
    fs::write(folder.path().join("mine/thesis.txt"), "mine").unwrap();
    check(&run(&["--out", "mine"]), 4, "output-foreign", "thesis.txt", "--force");
    assert_eq!(fs::read_dir(folder.path().join("mine")).unwrap().count(), 1);
    check(&run(&["--out", "openapi.yaml"]), 4, "output-unwritable", "openapi.yaml", "--out");
    assert_eq!(run(&["--out", "made"]).status, 0);
    let again = run(&["--out", "made"]);
    assert!(again.status == 0 && again.text.contains("made is up to date"), "{}", again.text);
    let lib = fs::read_to_string(folder.path().join("made/src/lib.rs")).unwrap();
    fs::write(folder.path().join("made/src/lib.rs"), format!("// edited\n{lib}")).unwrap();
    let edited = run(&["--out", "made"]);
    check(&edited, 4, "output-edited", "src/lib.rs", "--force");
    assert_eq!(run(&["--out", "made", "--force"]).status, 0);
}

#[test]
fn strict_rejects_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{SMALL}components: {{ schemas: {{ A: {{ type: decimal }} }} }}\n");
    let run = |more: &[&str]| bindery(folder.path(), &[&["generate", "-", "--out", "made"], more].concat(), &text);
    let refused = run(&["--strict"]);
    assert_eq!((refused.status, folder.path().join("made").exists()), (1, false), "{}", refused.text);
    assert!(refused.text.contains("warning[type-unknown]"), "{}", refused.text);
    let json = run(&["--message-format", "json"]);
    assert!(json.text.contains("{\"severity\":\"warning\",\"code\":\"type-unknown\","), "{}", json.text);
    assert_eq!(json.status, 0);
    let dry = run(&["--dry-run"]);
    assert!(dry.text.contains("up to date"), "{}", dry.text);
}

#[test]
fn diagnostics_have_several_formats() {
    let folder = tempfile::tempdir().unwrap();
    let text = "openapi: 3.0.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { responses: { 4xx: {} } } } }\n";
    let run = |text: &str, more: &[&str]| {
        fs::write(folder.path().join("openapi.yaml"), text).unwrap();
        let run =
            bindery(folder.path(), &[&["generate", "openapi.yaml", "--out", "made", "--dry-run"], more].concat(), "");
        assert_eq!(run.status, 0, "{}", run.text);
        run.text
    };
    assert!(run(text, &["--strict", "-v"]).contains("0 warnings"), "nothing is lost");
    for (format, shown) in [
        ("full", "warning[part-invalid]: `abc` is not a status code"),
        ("concise", "openapi.yaml:3:36: warning[part-invalid]"),
        ("github", "::warning file=openapi.yaml,line=3,col=36,title=part-invalid::"),
        ("json", "\"severity\":\"warning\""),
    ] {
        let text = run(&text.replace("4xx", "abc"), &["--message-format", format]);
        assert!(text.contains(shown), "`{shown}` is not in:\n{text}");
    }
}

#[test]
fn incomplete_clients_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{SMALL}components: {{ schemas: {{ A: {{ $ref: missing.yaml }} }} }}\n");
    let run = |more: &[&str]| bindery(folder.path(), &[&["generate", "-", "--out", "made"], more].concat(), &text);
    let refused = run(&[]);
    check(&refused, 1, "content-missing", "1 of 1 schemas", "--allow-partial");
    assert!(!folder.path().join("made").exists());
    let allowed = run(&["--allow-partial"]);
    assert_eq!(allowed.status, 0, "{}", allowed.text);
    assert!(allowed.text.contains("missing content in 1 of 1 schemas\n"), "{}", allowed.text);
}

#[test]
fn configurations_are_applied_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("openapi.yaml"), SMALL).unwrap();
    let write = |text: &str| fs::write(folder.path().join("bindery.toml"), text).unwrap();
    write("description = \"openapi.yaml\"\nout = \"made\"\nname = \"some-client\"\n");
    assert_eq!(bindery(folder.path(), &["generate"], "").status, 0);
    assert!(fs::read_to_string(folder.path().join("made/Cargo.toml")).unwrap().contains("name = \"some-client\""));
    write("descripton = \"openapi.yaml\"\n");
    check(&bindery(folder.path(), &["generate"], ""), 2, "configuration-invalid", "bindery.toml:1:1", "");
    write("description = \"openapi.yaml\"\nout = \"made\"\nname = \"some-client\"\n[names]\nmissing = \"Missing\"\n");
    let unused = bindery(folder.path(), &["generate"], "");
    assert!(unused.text.contains("bindery.toml:5:11") && unused.text.contains("override-unused"), "{}", unused.text);
}

#[test]
fn codes_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let one = bindery(folder.path(), &["explain", "name-collision"], "");
    assert!(one.status == 0 && one.text.contains("name-collision: "), "{}", one.text);
    assert_eq!(one.text.trim().lines().count(), 2, "{}", one.text);
    let all = bindery(folder.path(), &["explain"], "");
    assert_eq!(all.text.lines().count(), bindery::internal::diagnostic::Code::ALL.len());
    assert_eq!(bindery(folder.path(), &["explain", "nonsense"], "").status, 2);
    let near = bindery(folder.path(), &["explain", "name-colision"], "");
    assert!(near.text.contains("did you mean `name-collision`?"), "{}", near.text);
    assert_eq!(bindery(folder.path(), &["nonsense"], "").status, 2);
}

#[test]
fn the_intermediate_representation_is_printed_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let text = "openapi: 3.0.3\ninfo: { title: Pets, version: '1' }\npaths:\n  /pets:\n    get:\n      operationId: listPets\n      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } }\ncomponents:\n  schemas:\n    Pet: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }\n";
    fs::write(folder.path().join("openapi.yaml"), text).unwrap();
    let run = bindery(folder.path(), &["ir", "openapi.yaml", "--format", "json"], "");
    assert_eq!(run.status, 0, "{}", run.text);
    let printed: serde_json::Value = serde_json::from_str(&run.text).unwrap();
    assert_eq!(printed["operations"][0]["operations"][0]["output"]["One"][0]["Json"], "Vec<types::Pet>");
    let members = &printed["types"][0]["items"][0]["kind"]["Struct"]["members"];
    assert_eq!(members[0]["kind"]["Field"]["presence"], "Required");
    assert_eq!((&members[1]["name"], &members[1]["kind"]["Field"]["value"]), (&"age".into(), &"i64".into()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no files are written");

    let run = bindery(folder.path(), &["ir"], "");
    check(&run, 2, "configuration-invalid", "missing the description", "pass a file or an address");
    assert_eq!(bindery(folder.path(), &["ir", "openapi.yaml", "--format", "yaml"], "").status, 2);

    // The names are those of the configuration.
    let configuration = "description = \"openapi.yaml\"\nout = \"made\"\n\n[names]\nPet = \"Animal\"\n";
    fs::write(folder.path().join("bindery.toml"), configuration).unwrap();
    let run = bindery(folder.path(), &["ir"], "");
    assert!(run.text.contains("Vec<types::Animal>"), "{}", run.text);
}

/// With `--used-by`, cargo runs this program as the compiler, and build scripts of the program may run it as a command.
#[test]
#[cfg(unix)]
fn build_scripts_of_checked_programs_can_run_commands() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bindery"));
        let output = command.args(arguments).env("BINDERY_RUN_COMPILER", "1").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(&["explain", "syntax-invalid"]).starts_with("syntax-invalid: "));
    assert!(run(&["--version"]).starts_with("bindery "));
    assert_eq!(run(&["echo", "--crate-name", "a"]), "--crate-name a --force-warn deprecated\n");
}
