//! `init --from`: the settings of another generator become a configuration that generates a client.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use bindery_tests::crates;

const DESCRIPTION: &str = r##"
openapi: 3.0.3
info: { title: Board, version: "1" }
paths:
  /stories:
    get:
      operationId: listStories
      tags: [story]
      responses:
        "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Story" } } } } }
  /stories/{id}:
    delete:
      operationId: deleteStory
      tags: [story]
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { "204": { description: Deleted. } }
components:
  schemas:
    Story: { type: object, properties: { title: { type: string } } }
"##;

/// The files of an old client, by path.
type Files = &'static [(&'static str, &'static str)];

/// Each generator: its files, the names of the functions that are generated, and a line of the page.
const CLIENTS: [(&str, Files, [&str; 2], &str); 4] = [
    (
        "progenitor",
        &[
            ("Cargo.toml", "[package]\nname = \"board\"\nversion = \"0.2.0\"\n[dependencies]\nprogenitor = \"1\"\n"),
            ("src/lib.rs", "progenitor::generate_api!(spec = \"api.yaml\", patch = { Story = { rename = Card } });\n"),
            ("tests/a.rs", "fn f() { client.delete_story().id(1).send() }\n"),
        ],
        ["story::list", "story::delete"],
        "`delete_story` -> `client.story().delete(..)`",
    ),
    (
        "openapi-generator",
        &[(
            "config.yaml",
            "inputSpec: api.yaml\npackageName: board\noperationIdNameMappings: { listStories: all }\n\
             modelNameMappings: { Story: Card }\n",
        )],
        ["story::all", "story::delete"],
        "`list_stories` -> `client.story().all(..)`",
    ),
    (
        "openapi-to-rust",
        &[(
            "openapi-to-rust.toml",
            "[generator]\nspec_path = \"api.yaml\"\noutput_dir = \"src/generated\"\nmodule_name = \"a\"\n",
        )],
        ["story::list", "story::delete"],
        "generator.output_dir \"src/generated\": pass a directory of your crate with `--module` to generate a module",
    ),
    (
        "stainless",
        &[
            (
                "stainless.yml",
                "resources: { board: { models: { card: Story }, subresources: { cards: { methods: { all: get /stories } } } } }\n",
            ),
            ("openapi.yaml", DESCRIPTION),
        ],
        ["board_cards::all", "story::delete"],
        "`GET /stories` -> `client.board_cards().all(..)`",
    ),
];

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_command")).args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn a_client_of_each_generator_moves_in() {
    let root = crates::folder("moved_in");
    let _ = fs::remove_dir_all(&root);
    for (name, files, functions, line) in CLIENTS {
        let old = root.join(name).join("old");
        let new = root.join(name).join("new");
        fs::create_dir_all(&new).unwrap();
        let files = files.iter().chain([&("api.yaml", DESCRIPTION)]);
        crates::write(&old, files.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))).unwrap();
        let moved = run(&new, &["init", "--from", "../old"]);
        let page = String::from_utf8(moved.stdout).unwrap();
        assert!(moved.status.success(), "{name}: {}", String::from_utf8_lossy(&moved.stderr));
        assert!(page.lines().any(|own| own.trim().starts_with(line)), "{name}:\n{page}");
        let generated = run(&new, &["generate", "--out", "client"]);
        assert!(generated.status.success(), "{name}: {}", String::from_utf8_lossy(&generated.stderr));
        for function in functions {
            let (group, function) = function.split_once("::").unwrap();
            let code = fs::read_to_string(new.join(format!("client/src/api/{group}.rs"))).unwrap();
            assert!(code.contains(&format!("pub fn {function}(")), "{name}: {group}::{function}");
        }
        let types = if name == "openapi-to-rust" { "Story" } else { "Card" };
        let lock = fs::read_to_string(new.join("client/bindery.lock")).unwrap();
        assert!(lock.contains(&format!("\"{types}\"")), "{name}: {lock}");
        // A second run overwrites nothing.
        assert!(!run(&new, &["init", "--from", "../old"]).status.success());
    }
}

#[test]
fn an_address_is_not_contacted_unless_it_is_passed() {
    let folder = crates::folder("moved_in_address");
    let settings = "inputSpec: http://127.0.0.1:1/openapi.json\n".to_owned();
    crates::write(&folder, [("config.yaml".to_owned(), settings)]).unwrap();
    let refused = run(&folder, &["init", "--from", "."]);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{message}");
    assert!(message.contains("pass this address"), "{message}");
}
