//! Tests that the output of `bindery init` is valid, and each commented line too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bindery::internal::config::Config;
use bindery::internal::diagnostic::Code;
use bindery::internal::source::{Input, Request, SourceLocator, load};
use bindery::internal::text::Source;
use bindery_cli::starter::{OutputTarget, Survey, starter};
use bindery_cli::vendored::{GeneratedCrate, Session};

const HOSTILE: &str = r##"
openapi: 3.1.0
info: { title: "T\nout = \"/etc\"\u202e\u0000 #", version: "1\n[package]" }
security: [{ "a\"\nb": [] }, { other: [] }]
paths:
  "/a\"b/{id}":
    get:
      tags: ["x\"]\nname = \"evil\"", "\\", ""]
      parameters: [{ name: cursor, in: query, schema: { type: string } }, { name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Page" } } } } }
  /b: { get: { tags: ["x"], responses: { "200": { description: d } } } }
components:
  securitySchemes:
    "a\"\nb": { type: apiKey, in: header, name: "x-a" }
    other: { type: http, scheme: bearer }
  schemas:
    Page:
      type: object
      required: [items]
      properties:
        next_cursor: { type: string }
        items: { type: array, items: { type: string, format: "m\ny = 1" } }
        price: { type: string, format: decimal }
        address: { type: string, format: ip, pattern: "(?<!\"\n)x" }
"##;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn read(path: &Path) -> Input {
    load(&Request::new(SourceLocator::File(path.to_owned()))).unwrap()
}

fn generate(input: &Input, config: &Config) -> GeneratedCrate {
    Session::new(config.clone(), None).generate(input).unwrap().next
}

fn starter_text(input: &Input, target: OutputTarget<'_>) -> String {
    let made = generate(input, &Config::default());
    starter("openapi.yaml", target, &Survey::new(input, &made.emission, made.diagnostics.len()).unwrap())
}

#[test]
fn selectors_are_listed_whole() {
    let tag = |index: usize| format!("{index} {}", "long ".repeat(20).trim_end());
    let path = |index: usize| format!("  /{index}: {{ get: {{ tags: ['{}'], responses: {{}} }} }}\n", tag(index));
    let paths: String = (0..60).map(path).collect();
    let text = format!("openapi: 3.0.0\ninfo: {{ title: T, version: '1' }}\npaths:\n{paths}");
    let starter = starter_text(&Source::new("openapi.yaml", text).into(), OutputTarget::Crate(None));
    let offered = starter.lines().find_map(|line| line.strip_prefix('#').filter(|line| line.starts_with("only.tags")));
    let read: toml::Table = toml::from_str(offered.unwrap()).unwrap();
    let tags: Vec<&str> = read["only"]["tags"].as_array().unwrap().iter().filter_map(|tag| tag.as_str()).collect();
    assert_eq!(tags.len(), 60);
    assert!(tags.contains(&tag(59).as_str()));
}

/// The lines that are offered, block by block.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks = vec![Vec::new()];
    for line in text.lines() {
        match line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')) {
            Some(offered) => blocks.last_mut().unwrap().push(offered),
            None => blocks.push(Vec::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// Checks that only these settings are active, and that each commented one can be, too.
fn check_lines(text: &str, holds: [&str; 2]) {
    let table: toml::Table = toml::from_str(text).unwrap();
    let mut keys: Vec<&str> = table.keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, holds, "{text}");
    assert!(!text.contains(|c: char| c != '\n' && c.is_control()));
    Config::parse("bindery.toml", text).unwrap();
    for line in blocks(text).into_iter().flatten() {
        let with = format!("{text}{line}\n");
        assert_eq!(Config::parse("bindery.toml", &with).map(|_| ()), Ok(()), "{line}");
    }
}

#[test]
fn each_line_of_each_fixture_can_hold() {
    for entry in fs::read_dir(fixtures().join("valid")).unwrap() {
        let input = read(&entry.unwrap().path().join("openapi.yaml"));
        check_lines(&starter_text(&input, OutputTarget::Crate(None)), ["description", "out"]);
        check_lines(&starter_text(&input, OutputTarget::Module(Path::new("src/client"))), ["description", "module"]);
    }
    let hostile = Input::from(Source::new("openapi.yaml", HOSTILE));
    check_lines(&starter_text(&hostile, OutputTarget::Crate(None)), ["description", "out"]);
    check_lines(&starter_text(&hostile, OutputTarget::Module(Path::new("src/a\"\\b"))), ["description", "module"]);
}

#[test]
fn a_client_is_made_with_each_block() {
    let names = ["pagination", "formats", "own-types", "operations", "module-names"];
    let inputs = names.map(|name| read(&fixtures().join("valid").join(name).join("openapi.yaml")));
    let service = read(&fixtures().join("service/published/openapi.json"));
    for input in inputs.into_iter().chain([service, Source::new("openapi.yaml", HOSTILE).into()]) {
        let text = starter_text(&input, OutputTarget::Crate(None));
        for block in blocks(&text) {
            let config = Config::parse("bindery.toml", &format!("{text}{}\n", block.join("\n"))).unwrap();
            let diagnostics = generate(&input, &config).diagnostics;
            let idle = diagnostics
                .iter()
                .find(|diagnostic| matches!(diagnostic.code, Code::OverrideUnused | Code::ConfigurationInvalid));
            assert_eq!(idle, None, "{block:?}");
        }
    }
}

#[test]
fn settings_list_the_content_of_the_description() {
    let text = starter_text(&Source::new("openapi.yaml", HOSTILE).into(), OutputTarget::Crate(None));
    for part in [
        "# T, version 1; operations: 2, types: ",
        r#"#only.tags = ["\\", "x", "x\"]\U0000000Aname = \"evil\""]"#,
        r#"#skip.tags = ["x\"]\U0000000Aname = \"evil\""]"#,
        r#"#token.scheme = "a\"\U0000000Ab""#,
        r#"#pagination."GET /a\"b/{id}" = { style = "none" }"#,
        "# `strict = true` would fail because of the current warnings: ",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let service = starter_text(&read(&fixtures().join("service/published/openapi.json")), OutputTarget::Crate(None));
    assert!(service.contains("# Operations by ") && service.contains("operations: 145, "), "{service}");
}

fn bindery(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let Output { status, stderr, stdout } =
        Command::new(env!("CARGO_BIN_EXE_bindery")).args(arguments).current_dir(folder).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stderr).unwrap() + &String::from_utf8(stdout).unwrap())
}

#[test]
fn starter_files_are_valid_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let refused = |arguments: &[&str], status: i32, expected: &str| {
        let (found, text) = bindery(at, arguments);
        assert!(found == status && text.contains(expected), "{arguments:?}: {found} {text}");
    };
    refused(&["init"], 2, "missing the description, and the current directory contains none");
    refused(&["init", "-"], 2, "cannot be read from standard input");
    refused(&["init", "other.yaml"], 3, "source-unreadable");
    refused(&["init", "other.yaml", "--module", "src/client"], 4, "the directory is not inside a crate");
    fs::write(at.join("openapi.yaml"), "openapi: 3.0.3\n").unwrap();
    fs::write(at.join("bad.yaml"), "just: yaml\n").unwrap();
    refused(&["init", "bad.yaml"], 1, "not-openapi");
    assert!(!at.join("bindery.toml").exists());

    fs::write(at.join("openapi.yaml"), HOSTILE).unwrap();
    assert_eq!(bindery(at, &["init"]).0, 0);
    let text = fs::read_to_string(at.join("bindery.toml")).unwrap();
    refused(&["init", "--out", "other"], 4, "the configuration file already exists");
    assert_eq!(fs::read_to_string(at.join("bindery.toml")).unwrap(), text);
    let (status, text) = bindery(at, &["generate"]);
    assert!(status == 0 && at.join("t-out-etc-client/Cargo.toml").exists(), "{text}");
    assert_eq!(bindery(at, &["check"]).0, 0);
    assert_eq!(bindery(at, &["init", "--force", "--out", "other"]).0, 0);
    assert!(fs::read_to_string(at.join("bindery.toml")).unwrap().contains("\nout = \"other\"\n"));
    assert_eq!(fs::read_dir(at).unwrap().count(), 4, "nothing is left behind");
}
