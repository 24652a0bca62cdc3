//! Tests that a module of a user's crate is written, checked and regenerated.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const DESCRIPTION: &str = r##"{"openapi": "3.0.3", "info": {"title": "Notes", "version": "1"}, "paths": {
    "/note/{id}": {"get": {"tags": ["note"], "operationId": "getNote", "parameters": [
        {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
      "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}}}}}},
  "components": {"schemas": {"Note": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "maxLength": 9}}}}}}"##;

const MANIFEST: &str = "[package]\nname = \"mine\" # by hand\nedition = \"2021\"\n\n[dependencies]\nserde = \"1\"\n";

fn bindery(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bindery"));
    let output = command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

/// Creates a crate with a description.
fn host(manifest: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.path().join("api.json"), DESCRIPTION).unwrap();
    folder
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let (status, text) = bindery(folder, arguments);
    assert_eq!(status, 0, "{text}");
    text
}

fn assert_rejected(folder: &Path, arguments: &[&str], expected: &[&str]) {
    let before = names(folder);
    let (status, text) = bindery(folder, arguments);
    assert_ne!(status, 0, "{text}");
    assert_eq!(text.matches("error[").count(), 1, "one message: {text}");
    for expected in expected.iter().chain(&["= help: "]) {
        assert!(text.contains(expected), "`{expected}` is not in:\n{text}");
    }
    assert_eq!(names(folder), before, "no files are left behind");
}

/// Returns the files and directories of a crate, one level deep.
fn names(folder: &Path) -> Vec<String> {
    let inside = |path: &Path| fs::read_dir(path).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = inside(folder)
        .chain(inside(&folder.join("src")))
        .map(|path| path.strip_prefix(folder).unwrap().display().to_string())
        .collect();
    names.sort();
    names
}

#[test]
fn the_guide_lists_the_features_that_a_module_needs() {
    let folder = host("[package]\nname = \"mine\"\nedition = \"2024\"\n");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let service = root.join("fixtures/service/full/openapi.yaml");
    let text = done(folder.path(), &["generate", service.to_str().unwrap(), "--module", "src/client"]);
    let page = fs::read_to_string(root.join("generator/guide/src/making/build-scripts.md")).unwrap();
    let needed = text.lines().find_map(|line| line.strip_prefix("    bindery-runtime = ")).unwrap();
    let features: Vec<&str> = needed.split('"').skip(3).step_by(2).collect();
    assert_eq!(features, ["jiff", "patterns"], "{needed}");
    assert!(features.iter().all(|feature| page.contains(&format!("`{feature}`"))));
}

#[test]
fn modules_are_relocatable_and_nothing_else_is_changed() {
    let folder = host(MANIFEST);
    let at = folder.path();
    let text = done(at, &["generate", "api.json", "--module", "src/notes"]);
    assert!(text.contains("the module needs this entry in `[dependencies]`"), "{text}");
    assert!(text.contains("\n    bindery-runtime = { version = \"0.1.0\" }\n"), "{text}");
    assert_eq!(names(at), ["Cargo.toml", "api.json", "src", "src/notes"]);
    assert_eq!(fs::read_to_string(at.join("Cargo.toml")).unwrap(), MANIFEST);
    for file in ["mod.rs", "api/note.rs", "types.rs", "bindery.lock", "openapi.json"] {
        let text = fs::read_to_string(at.join("src/notes").join(file)).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        assert!(!code.collect::<String>().contains("crate::"), "{file}");
    }
    assert!(!at.join("src/notes/Cargo.toml").exists());
    assert!(!text.contains("outside `src`"), "{text}");
    fs::create_dir(at.join("more")).unwrap();
    let outside = done(at, &["generate", "api.json", "--module", "more/notes"]);
    assert!(outside.contains("#[path = \"../more/notes/mod.rs\"] mod notes;"), "{outside}");
    fs::remove_dir_all(at.join("more")).unwrap();
    // The lock file of a module records that it is one.
    assert!(done(at, &["check", "--out", "src/notes"]).contains("is up to date with"));
    assert!(done(at, &["generate", "api.json", "--out", "src/notes"]).contains("up to date"));
}

#[test]
fn updates_regenerate_modules_without_a_version() {
    let folder = host(MANIFEST);
    let at = folder.path();
    fs::write(at.join("bindery.toml"), "description = \"api.json\"\nmodule = \"src/notes\"\n").unwrap();
    done(at, &["generate"]);
    fs::write(
        at.join("api.json"),
        DESCRIPTION.replace("\"text\": {", "\"size\": {\"type\": \"integer\"}, \"text\": {"),
    )
    .unwrap();
    let (status, text) = bindery(at, &["check", "api.json"]);
    assert_eq!(status, 5, "{text}");
    let text = done(at, &["update", "--yes"]);
    assert!(text.contains("compatible") && !text.contains("(was 0.1.0)"), "{text}");
    assert!(!at.join("src/notes/CHANGELOG.md").exists());
    assert!(done(at, &["check"]).contains("src/notes"));
    let configuration = fs::read_to_string(at.join("bindery.toml")).unwrap();
    fs::write(at.join("bindery.toml"), configuration + "\n[names]\nNote = \"Memo\"\n").unwrap();
    done(at, &["generate"]);
    assert!(fs::read_to_string(at.join("src/notes/types.rs")).unwrap().contains("pub struct Memo"));
    fs::write(at.join("src/notes/types.rs"), "// mine\n").unwrap();
    let (status, text) = bindery(at, &["check"]);
    assert!(status == 5 && text.contains("types.rs"), "{text}");
}

#[test]
fn types_of_the_surrounding_crate_replace_generated_ones() {
    let folder = host(MANIFEST);
    let at = folder.path();
    let config = "description = \"api.json\"\nmodule = \"src/notes\"\n\n[types]\n\"Note\" = \"crate::note::Note\"\n";
    fs::write(at.join("bindery.toml"), config).unwrap();
    done(at, &["generate"]);
    let text = fs::read_to_string(at.join("src/notes/api/note.rs")).unwrap();
    assert!(text.contains("crate::note::Note"), "{text}");
}

#[test]
fn crates_cannot_become_modules() {
    let folder = host(MANIFEST);
    let at = folder.path();
    done(at, &["generate", "api.json", "--out", "client"]);
    fs::write(at.join("bindery.toml"), "description = \"api.json\"\nmodule = \"client\"\n").unwrap();
    for arguments in [&["generate"] as &[&str], &["generate", "--offline"]] {
        assert_rejected(at, arguments, &["already contains a crate"]);
    }
    assert!(at.join("client/src/lib.rs").exists() && at.join("client/Cargo.toml").exists());
}

#[test]
fn invalid_modules_are_rejected_and_nothing_is_written() {
    let folder = host(MANIFEST);
    let at = folder.path();
    let module = |place| ["generate", "api.json", "--module", place];
    assert_rejected(at, &module("."), &["already contains a crate", "--module src/client"]);
    let alone = tempfile::tempdir().unwrap();
    fs::write(alone.path().join("api.json"), DESCRIPTION).unwrap();
    assert_rejected(alone.path(), &module("src/notes"), &["is not inside a crate", "--out"]);
    assert_rejected(at, &module("src/my-notes"), &["module name", "src/my_client"]);
    let old = host("[package]\nname = \"a\"\nedition = \"2018\"\n");
    assert_rejected(old.path(), &module("src/notes"), &["edition 2018"]);
    // A sibling directory is not inside the crate.
    let sibling = at.join("../").join(alone.path().file_name().unwrap()).join("notes");
    assert_rejected(at, &module(sibling.to_str().unwrap()), &["is not inside a crate"]);
    assert_rejected(host("[package\n").path(), &module("src/notes"), &["Cargo.toml:1:", "invalid Cargo.toml"]);
    assert_rejected(host("[package]\nname = \"a\"\n").path(), &module("src/notes"), &["edition 2015"]);
    fs::create_dir(at.join("src/notes")).unwrap();
    fs::write(at.join("src/notes/mod.rs"), "// mine\n").unwrap();
    assert_rejected(at, &module("src/notes"), &["mod.rs"]);
    fs::write(at.join("bindery.toml"), "description = \"api.json\"\nmodule = \"src/x\"\nout = \"y\"\n").unwrap();
    assert_rejected(at, &["generate"], &["bindery.toml:2:10", "`module` and `out`"]);
}
