//! Tests the report of manifests that exclude the next version of a client.

use std::fs;
use std::path::Path;

use super::command::bindery;

const OLD: &str = r#"{"openapi": "3.0.3", "info": {"title": "Notes", "version": "1"}, "paths": {
    "/note": {"get": {"operationId": "getNote", "responses": {"200": {"description": "", "content": {
        "application/json": {"schema": {"type": "object", "properties": {"text": {"type": "string"}}}}}}}}}}}"#;

#[test]
fn requirements_that_exclude_the_next_version_have_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("api.json"), OLD).unwrap();
    fs::write(at.join("bindery.toml"), "description = \"api.json\"\nout = \"client\"\n").unwrap();
    assert_eq!(bindery(at, &["generate"]).status, 0);
    fs::write(at.join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = [\"app\", \"client\"]\n").unwrap();
    let program = |at: &Path, dependency: &str| {
        fs::create_dir_all(at.join("src")).unwrap();
        fs::write(at.join("src/lib.rs"), "").unwrap();
        let package = "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
        fs::write(at.join("Cargo.toml"), format!("{package}\n[dependencies]\n{dependency}\n")).unwrap();
    };
    program(&at.join("app"), "notes-client = { path = \"../client\", version = \"0.1.0\" }");
    fs::write(at.join("api.json"), OLD.replace("string", "integer")).unwrap();

    let run = bindery(at, &["check", "--message-format", "concise"]);
    let warning = "`version = \"0.1.0\"` excludes version 0.2.0 of `notes-client`";
    let line = format!("app/Cargo.toml:7:48: warning[program-affected]: {warning}");
    assert!(run.status == 5 && run.text.contains(&line), "{}", run.text);
    let run = bindery(at, &["check", "--message-format", "json"]);
    let found = run.text.lines().chain(run.stdout.lines()).filter_map(|line| serde_json::from_str(line).ok());
    let found: Vec<serde_json::Value> =
        found.filter(|row: &serde_json::Value| row["code"] == "program-affected").collect();
    assert_eq!(found.len(), 1, "{} {}", run.text, run.stdout);
    assert_eq!(found[0]["help"], "write `version = \"0.2.0\"`");
    let run = bindery(at, &["update", "--yes"]);
    assert_eq!(run.status, 0, "{}", run.text);
    assert!(run.text.contains("--> app/Cargo.toml:7:48") && run.text.contains(warning), "{}", run.text);
    assert!(run.text.contains("help: write `version = \"0.2.0\"`"), "{}", run.text);
    program(&at.join("app"), "notes-client = { path = \"../client\", version = \"0.2.0\" }");
    let run = bindery(at, &["check"]);
    assert!(run.stdout.contains("is up to date") && !run.text.contains("program-affected"), "{}", run.text);
}
