//! Tests of the settings that are read, and of those that are left out.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{FoundDescription, ProgramSources, read_settings};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Result, Sink};
use crate::pipeline::{Emission, run};
use crate::resolve::Settings;
use crate::source::Source;

const DESCRIPTION: &str = r##"
openapi: 3.0.3
info: { title: Board, version: "1" }
paths:
  /stories:
    get: { operationId: listStories, tags: [story], responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/user_story" } } } } } } }
    post: { operationId: addStory, tags: [story], responses: { "204": { description: Added. } } }
  /users:
    get: { operationId: listUsers, tags: [user], responses: { "200": { description: All., content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } } } }
components:
  schemas:
    user_story: { type: object, properties: { id: { type: string, format: uuid }, size: { type: string, format: decimal } } }
    User: { type: object, properties: { name: { type: string } } }
    Point: { type: object, properties: { x: { type: integer }, user: { $ref: "#/components/schemas/User" } } }
"##;

/// Creates a directory with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn generate(config: &Config) -> Result<(Emission, Vec<Diagnostic>)> {
    let mut sink = Sink::new();
    let emission = run(&Source::new("api", DESCRIPTION), config, Settings::default(), &mut sink)?;
    Ok((emission, sink.into_diagnostics()))
}

/// Reads and applies the settings in these files; returns the configuration and the page.
fn move_in(files: &[(&str, &str)], is_module: bool) -> (String, String) {
    let folder = folder(files);
    let mut import = read_settings(folder.path()).unwrap();
    let source = Source::new("api", DESCRIPTION);
    let (emission, _) = import.apply(&source, is_module, generate, |(_, diagnostics)| diagnostics).unwrap();
    let page = import.page(&emission, &ProgramSources::read(&[folder.path()]), true);
    let text = import.settings.text();
    Config::parse("bindery.toml", &text).unwrap();
    (text, page.replace(&folder.path().display().to_string(), "."))
}

#[track_caller]
fn assert_lines(text: &str, lines: &[&str]) {
    let wrong: Vec<&&str> = lines.iter().filter(|line| !text.lines().any(|own| own.trim() == **line)).collect();
    assert!(wrong.is_empty(), "missing: {wrong:#?}\nin:\n{text}");
}

const MANIFEST: &str = "[package]\nname = \"board\"\nversion = \"0.3.0\"\nlicense = \"MIT\"\nedition.workspace = true\n\
                        [dependencies]\nprogenitor = \"0.11\"\nrust_decimal = { version = \"1\", optional = true }\n\
                        geo-types = { path = \"../geo\" }\n";

#[test]
fn the_macro_of_progenitor() {
    let source = r#"
        progenitor::generate_api!(
            spec = "api.json",
            interface = Builder,
            pre_hook = (|request| { print(request) }),
            derives = [Eq, serde::Serialize, schemars::JsonSchema],
            patch = { UserStory = { rename = Story, derives = [Default] }, Absent = { rename = A } },
            replace = { Point = geo_types::Point<f64, u8>: Display + Default, User = crate::User },
            convert = { { type = "string", format = "decimal" } = rust_decimal::Decimal, { "enum" = [1] } = a::B },
            crates = { "evil" = "!" },
        );
    "#;
    let program = "use board::{Client, types::UserStory};\nfn f() { Client::new(\"a\").list_stories().send(); }\n";
    let files = [
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", source),
        ("src/a.rs", program),
        ("api.json", "{}"),
        ("build.rs", "("),
    ];
    let (text, page) = move_in(&files, false);
    assert_lines(
        &text,
        &[
            "name = \"board\"",
            "version = \"0.3.0\"",
            "package.license = \"MIT\"",
            "dates = \"chrono\"",
            "derives.\"*\" = [\"Eq\", \"schemars::JsonSchema\"]",
            "derives.user_story = [\"Default\"]",
            "names.user_story = \"Story\"",
            "types.Point = { path = \"geo_types::Point<f64,u8>\", traits = [\"Default\", \"Display\"] }",
            "types.\"type:string format:decimal\" = \"rust_decimal::Decimal\"",
            "dependencies.rust_decimal = { version = \"1\" }",
        ],
    );
    assert_eq!(text.lines().count(), 10, "{text}");
    let reasons =
        ["interface Builder", "pre_hook", "Absent", "replace User", "a::B", "evil", "serde::Serialize", "geo-types"];
    for reason in reasons {
        assert!(page.contains(reason), "{reason} is not in:\n{page}");
    }
    assert_lines(
        &page,
        &[
            "`Client::new(baseurl)` -> `Client::new(address)`  (./src/a.rs:2)",
            "`list_stories` -> `client.story().list(..)`  (./src/a.rs:2)",
            "`UserStory` -> `types::Story`  (./src/a.rs:1)",
        ],
    );
    // A module uses the types and the manifest of its crate.
    let (text, _) = move_in(&files, true);
    assert_lines(&text, &["types.User = \"crate::User\""]);
    assert!(!text.contains("name = ") && !text.contains("dependencies"), "{text}");
}

#[test]
fn a_build_script_with_progenitor() {
    let script = r#"
        fn main() {
            let src = "../api/board.yaml";
            println!("cargo:rerun-if-changed={}", src);
            let mut settings = GenerationSettings::default();
            settings
                .with_interface(InterfaceStyle::Positional)
                .with_derive("Hash")
                .with_replacement("Point", "geo_types::Point", [TypeImpl::Display].into_iter())
                .with_patch("UserStory", TypePatch::default().with_rename("Story").with_derive("Eq"));
            let tokens = Generator::new(&settings).generate_tokens(&spec).unwrap();
        }
    "#;
    let files =
        [("api/board.yaml", ""), ("app/build.rs", script), ("app/src/main.rs", ""), ("app/Cargo.toml", MANIFEST)];
    let folder = folder(&files);
    let import = read_settings(&folder.path().join("app")).unwrap();
    let Some(FoundDescription::File { path, is_outside: true }) = import.description() else {
        panic!("{:?}", import.description())
    };
    assert!(path.ends_with("api/board.yaml") && !path.contains(".."), "{path}");
    let file = read_settings(&folder.path().join("app/build.rs")).unwrap();
    assert_eq!(file.description(), import.description());
    let settings = &import.settings;
    assert_eq!(settings.text(), "dates = \"chrono\"\n", "a program keeps its name");
    assert_eq!(
        settings.derives.iter().map(|(schema, paths)| format!("{schema} {}", paths.join(" "))).collect::<Vec<_>>(),
        ["* Hash", "UserStory Eq"]
    );
    let of_schemas = settings.of_schemas.iter().map(|one| format!("{} {} {}", one.table, one.schema, one.value));
    assert_eq!(
        of_schemas.collect::<Vec<_>>(),
        ["types Point { path = \"geo_types::Point\", traits = [\"Display\"] }", "names UserStory \"Story\""]
    );
}

#[test]
fn openapi_generator() {
    let config = r#"
generatorName: rust
inputSpec: https://board.example.com/openapi.json
packageName: board_client
packageVersion: 2.0.0
library: hyper
supportAsync: false
modelNameMappings: { user_story: Story, Absent: A, User: User }
operationIdNameMappings: { listUsers: everyone, absent: a }
schemaMappings: { Point: "geo_types::Point" }
typeMappings: { DateTime: "chrono::DateTime<chrono::Utc>", decimal: not a type }
openapiNormalizer: { FILTER: "operationId:listUsers|listStories|absent", OTHER: "true" }
additionalProperties: { reqwestDefaultFeatures: rustls-tls, unheard: 1 }
"#;
    let program = "use board::apis::user_api;\nfn f() { user_api::list_users(&Configuration::new()); }\n";
    let (text, page) = move_in(&[("config.yaml", config), ("src/main.rs", program)], false);
    assert_lines(
        &text,
        &[
            "name = \"board-client\"",
            "version = \"2.0.0\"",
            "names.user_story = \"Story\"",
            "names.listUsers = \"everyone\"",
            "types.Point = \"geo_types::Point\"",
            "dates = \"chrono\"",
            "only.operations = [\"listUsers\", \"listStories\"]",
            "tls = [\"rustls\"]",
        ],
    );
    assert!(text.contains("\"blocking\"]"), "{text}");
    for reason in ["library hyper", "Absent", "operationIdNameMappings absent", "not a type", "OTHER", "unheard 1"] {
        assert!(page.contains(reason), "{reason} is not in:\n{page}");
    }
    assert_lines(&page, &["`list_users` -> `client.user().everyone(..)`  (./src/main.rs:2)"]);
}

#[test]
fn openapi_to_rust() {
    let config = r#"
[generator]
spec_path = "missing.json"
output_dir = "src/generated"
[generator.types]
date_time = "time"
uuid = "string"
byte = "base64"
[features]
enable_specta = true
[http_client]
timeout_seconds = 3
[http_client.retry]
max_retries = 3
[client]
operations = ["listUsers", "GET /stories", "absent"]
[nullable_overrides]
"UserStory.size" = true
"User.absent" = true
"User.name" = false
"#;
    let (text, page) = move_in(&[("openapi-to-rust.toml", config)], false);
    assert_lines(
        &text,
        &[
            "dates = \"time\"",
            "only.operations = [\"listUsers\", \"GET /stories\"]",
            "types.\"type:string format:uuid\" = \"String\"",
        ],
    );
    for reason in ["enable_specta", "output_dir", "timeout_seconds", "retry", "absent", "User.name", "byte base64"] {
        assert!(page.contains(reason), "{reason} is not in:\n{page}");
    }
    let folder = folder(&[("openapi-to-rust.toml", config)]);
    let missing = FoundDescription::Missing("missing.json".to_owned());
    assert_eq!(read_settings(folder.path()).unwrap().description(), Some(&missing));
}

#[test]
fn stainless() {
    let config = r"
organization: { name: board }
client_settings: { opts: { key: { read_env: BOARD_KEY, auth: { security_scheme: absent } } } }
resources:
  $shared: { models: { account: User, absent: Absent } }
  boards:
    subresources:
      stories: { methods: { all: { endpoint: get /stories, paginated: false }, add: post /stories, again: post /stories } }
  people: { methods: { all: get /users, absent: get /absent, bad: 3 } }
unspecified_endpoints: [get /absent]
";
    let (text, page) = move_in(&[("stainless.yml", config), ("openapi.yml", "")], false);
    assert_lines(
        &text,
        &[
            "names.User = \"Account\"",
            "names.\"GET /stories\" = \"all\"",
            "names.\"POST /stories\" = \"add\"",
            "groups.operations.\"POST /stories\" = \"boards.stories\"",
            "groups.operations.\"GET /users\" = \"people\"",
        ],
    );
    assert!(!text.contains("absent") && !text.contains("absent"), "{text}");
    for reason in ["BOARD_KEY", "organization", "methods.again", "methods.absent", "methods.bad", "models.absent"] {
        assert!(page.contains(reason), "{reason} is not in:\n{page}");
    }
    assert_lines(&page, &["`GET /stories` -> `client.boards_stories().all(..)`"]);
}

#[test]
fn hostile_files_are_refused() {
    let deep = "generate_api!".to_owned() + &"(".repeat(100_000) + &")".repeat(100_000);
    let doubled = (1..40).map(|level| format!("a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1));
    let bomb = "generatorName: rust\na0: &a0 x\n".to_owned() + &doubled.collect::<String>();
    let nested = "{\"generatorName\":".to_owned() + &"[".repeat(100_000);
    for (name, text) in [
        ("build.rs", deep.as_str()),
        ("build.rs", "progenitor \" "),
        ("Cargo.toml", "[[["),
        ("config.yaml", &bomb),
        ("config.json", &nested),
        ("stainless.yml", "resources: {1: 2}\nx: ["),
        ("openapi-to-rust.toml", "[generator]\nspec_path = "),
        ("openapi-to-rust.toml", &"a".repeat(3 << 20)),
        ("other.txt", ""),
    ] {
        let folder = folder(&[(name, text)]);
        assert!(read_settings(folder.path()).unwrap_err().help.is_some(), "{name}");
        let _ = read_settings(&folder.path().join(name));
    }
    assert!(read_settings(Path::new("/no/such/folder")).is_err());
}

#[test]
fn texts_of_files_stay_in_their_strings() {
    let config = "resources: { \"a\\\"]\\n[x\": { models: { \"b\\nname = 1\": \"User\\\"\\n\", c: User }, methods: { \"d\\n\\\"\": \"get /users\\n\\\" = 1\" } } }\n\
                  client_settings: { opts: { k: { read_env: \"\\u202e\\n;rm\" } } }";
    let (text, page) = move_in(&[("stainless.yml", config)], false);
    assert_eq!(text, "names.User = \"C\"\n", "{text}");
    assert!(page.lines().all(|line| !line.starts_with(';') && !line.contains('\u{202e}')), "{page}");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let outside = folder(&[("stainless.yml", "resources: {}"), ("api.yml", "")]);
    let folder = folder(&[]);
    std::os::unix::fs::symlink(outside.path().join("stainless.yml"), folder.path().join("stainless.yml")).unwrap();
    assert!(read_settings(folder.path()).unwrap_err().message.contains("no settings"));
    fs::write(folder.path().join("config.yaml"), "inputSpec: api.yml").unwrap();
    std::os::unix::fs::symlink(outside.path().join("api.yml"), folder.path().join("api.yml")).unwrap();
    let import = read_settings(folder.path()).unwrap();
    assert!(matches!(import.description(), Some(FoundDescription::File { is_outside: true, .. })));
}
