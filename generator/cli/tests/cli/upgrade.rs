//! Tests diff, check, update and rename after an upgrade of the server.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::command::bindery;

const OLD: &str = r##"{"openapi": "3.0.3", "info": {"title": "Notes", "version": "1"}, "paths": {
    "/note": {"post": {"tags": ["note"], "operationId": "createNote", "requestBody": {"required": true, "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}},
      "responses": {"201": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}}}}},
    "/note/{id}": {"get": {"tags": ["note"], "operationId": "getNote", "parameters": [
        {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
        {"name": "part", "in": "query", "schema": {"type": "string"}}],
      "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}}}}}},
  "components": {"schemas": {"Note": {"type": "object", "required": ["text"], "properties": {
    "text": {"type": "string"}, "noteState": {"type": "integer", "enum": [1, 2], "description": "1: open, 2: done"}}}}}}"##;

/// A new optional field, which is compatible.
fn grown() -> String {
    OLD.replace(r#""version": "1""#, r#""version": "1.1""#)
        .replace(r#""text": {"type": "string"},"#, r#""text": {"type": "string"}, "note_state": {"type": "string"},"#)
}

/// Returns a description with another type of a field, which is breaking.
fn broken() -> String {
    OLD.replace(r#""version": "1""#, r#""version": "2""#)
        .replace(r#""text": {"type": "string"}"#, r#""text": {"type": "integer"}"#)
}

/// Creates a directory with a description and its generated crate.
fn vendored(description: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("api.json"), description).unwrap();
    fs::write(folder.path().join("bindery.toml"), "description = \"api.json\"\nout = \"client\"\n").unwrap();
    let run = bindery(folder.path(), &["generate"]);
    assert_eq!(run.status, 0, "{}", run.text);
    folder
}

fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(tree(&path))
        } else {
            drop(files.insert(path.clone(), fs::read(&path).unwrap()))
        }
    }
    files
}

fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    tree(folder).into_iter().map(|(path, text)| (path.strip_prefix(folder).unwrap().to_owned(), text)).collect()
}

fn edit(path: &Path, change: impl Fn(String) -> String) {
    fs::write(path, change(fs::read_to_string(path).unwrap())).unwrap();
}

/// Asserts the output of `check`, runs each command that it prints, and asserts that no difference is left.
fn assert_fixed(at: &Path, arguments: &[&str], wanted: &[&str]) {
    let run = bindery(at, &[&["check"], arguments].concat());
    assert_eq!(run.status, 5, "{}", run.stdout);
    for wanted in wanted {
        assert!(run.stdout.contains(wanted), "{wanted}: {}", run.stdout);
    }
    for command in run.stdout.lines().filter_map(|line| line.strip_prefix("  bindery ")) {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.extend((arguments[0] == "update").then_some("--yes"));
        let run = bindery(at, &arguments);
        assert_eq!(run.status, 0, "{command}: {}", run.text);
    }
    let run = bindery(at, &[&["check"], arguments].concat());
    assert_eq!(run.status, 0, "{}", run.stdout);
}

#[test]
fn check_reports_causes_and_commands() {
    let folder = vendored(OLD);
    let at = folder.path();
    assert_eq!(bindery(at, &["check"]).status, 0);
    let file = at.join("client/src/api/note.rs");
    edit(&file, |text| format!("{text}// mine\n"));
    assert_fixed(
        at,
        &[],
        &["edited by hand; the command discards the edits: src/api/note.rs", "bindery generate --offline --force\n"],
    );
    fs::remove_file(&file).unwrap();
    assert_fixed(at, &[], &["missing: src/api/note.rs", "bindery generate --offline\n"]);
    edit(&at.join("client/bindery.lock"), |text| {
        text.replace("version = \"0.1.0\"\nchecksum", "version = \"0.0.9\"\nchecksum")
    });
    assert_fixed(
        at,
        &[],
        &["written by Bindery 0.0.9, but this is 0.1.0", "bindery.lock was merged or edited by hand"],
    );
    edit(&at.join("client/bindery.lock"), |text| text.replace(" = \"Note\"\n", " = \"Memo\"\n"));
    assert_fixed(at, &[], &["bindery.lock was merged or edited by hand", "bindery generate --offline --regenerate\n"]);
    // These keys change what is reported only.
    let configuration = fs::read_to_string(at.join("bindery.toml")).unwrap();
    edit(&at.join("bindery.toml"), |text| format!("{text}strict = true\n[accept]\ntype-unknown = [\"*\"]\n"));
    assert_eq!(bindery(at, &["check"]).status, 0);
    fs::write(at.join("bindery.toml"), format!("{configuration}validate = false\n")).unwrap();
    assert_fixed(at, &[], &["the configuration changed since", "bindery generate --offline\n"]);
    fs::write(at.join("api.json"), broken()).unwrap();
    assert_eq!(bindery(at, &["check", "--offline"]).status, 5);
    assert_fixed(
        at,
        &[],
        &["the description changed from version 1 to 2: major, 1 breaking, 1 docs only", "bindery update\n"],
    );
    // Works without a configuration as well, by the directory alone, and in the directory.
    fs::remove_file(at.join("bindery.toml")).unwrap();
    assert_fixed(
        at,
        &["--out", "client"],
        &["the configuration changed since", "bindery generate --offline --out client\n"],
    );
    fs::write(at.join("api.json"), OLD).unwrap();
    assert_fixed(
        at,
        &["api.json", "--out", "client"],
        &["from version 2 to 1", "bindery update api.json --out client\n"],
    );
    fs::write(at.join("api.json"), broken()).unwrap();
    assert_fixed(&at.join("client"), &["../api.json"], &["from version 1 to 2", "bindery update ../api.json\n"]);
    assert_eq!(bindery(at, &["check", "no/such.json", "--out", "client"]).status, 3);
    assert_eq!(bindery(at, &["check", "--out", "elsewhere"]).status, 2);
}

#[test]
fn stored_descriptions_are_not_used_as_sources() {
    let folder = vendored(OLD);
    let at = folder.path();
    let inside = at.join("client");
    assert_eq!(
        bindery(&inside, &["update"]).status,
        0,
        "the configuration in the parent directory names the description"
    );
    let configuration = fs::read_to_string(at.join("bindery.toml")).unwrap();
    fs::remove_file(at.join("bindery.toml")).unwrap();
    for arguments in [&["update"][..], &["update", "openapi.json"]] {
        let run = bindery(&inside, arguments);
        assert!(run.status == 2 && run.text.contains("bindery update SOURCE"), "{}", run.text);
    }
    fs::write(at.join("bindery.toml"), configuration).unwrap();
    // The stored description is not used as the original one.
    fs::write(inside.join("openapi.json"), broken()).unwrap();
    fs::write(at.join("api.json"), broken()).unwrap();
    for arguments in [&["update", "--yes"][..], &["diff", "client", "api.json"]] {
        let run = bindery(at, arguments);
        assert!(
            run.status == 4 && run.text.contains("is not the description that the crate was generated from"),
            "{}",
            run.text
        );
    }
}

#[test]
fn updates_say_that_the_configuration_names_another_file() {
    let folder = vendored(OLD);
    let at = folder.path();
    fs::write(at.join("new.json"), broken()).unwrap();
    let run = bindery(at, &["update", "new.json", "--yes"]);
    let note = "bindery.toml still names `api.json`, which the next run reads: set `description = \"new.json\"`";
    assert!(run.status == 0 && run.text.contains(note), "{}", run.text);
    fs::write(at.join("api.json"), OLD).unwrap();
    let run = bindery(at, &["update", "./api.json", "--yes"]);
    assert!(run.status == 0 && !run.text.contains("still names"), "{}", run.text);
}

#[test]
fn changed_configurations_prevent_updates() {
    let folder = vendored(OLD);
    let at = folder.path();
    fs::write(at.join("api.json"), broken()).unwrap();
    edit(&at.join("bindery.toml"), |text| format!("{text}[names]\nNote = \"Memo\"\n"));
    let run = bindery(at, &["update", "--yes"]);
    assert!(run.status == 2 && run.text.contains("bindery generate --offline"), "{}", run.text);
    assert_eq!(bindery(at, &["generate", "--offline"]).status, 0);
    let run = bindery(at, &["update", "--yes", "--verbose"]);
    assert!(run.stdout.contains("Memo::new") && run.text.contains("version 0.2.0"), "{}", run.stdout);
}

#[test]
fn check_reads_the_recorded_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("api.json"), OLD).unwrap();
    assert_eq!(bindery(at, &["generate", "api.json", "--out", "client"]).status, 0);
    assert_eq!(bindery(at, &["check", "--out", "client"]).status, 0);
    fs::write(at.join("api.json"), broken()).unwrap();
    let run = bindery(at, &["check", "--out", "client"]);
    assert!(run.status == 5 && run.stdout.contains("from version 1 to 2"), "{}", run.stdout);
    assert_eq!(bindery(at, &["check", "--out", "client", "--offline"]).status, 5);
    fs::remove_file(at.join("api.json")).unwrap();
    assert_eq!(bindery(at, &["check", "--out", "client"]).status, 0);
}

#[test]
fn configurations_apply_to_other_sources() {
    let folder = vendored(OLD);
    let at = folder.path();
    edit(&at.join("bindery.toml"), |text| format!("{text}[names]\nNote = \"Memo\"\n"));
    fs::write(at.join("other.json"), grown()).unwrap();
    let holds_memo = |client: &str| {
        let types = fs::read_to_string(at.join(client).join("src/types.rs")).unwrap();
        types.contains("pub struct Memo ")
    };
    assert_eq!(bindery(at, &["generate", "other.json"]).status, 0);
    assert!(holds_memo("client"));
    assert_eq!(bindery(at, &["check", "other.json", "--offline"]).status, 0);
    assert_eq!(bindery(at, &["generate", "api.json", "--out", "client"]).status, 0);
    assert!(holds_memo("client"));
    assert_eq!(bindery(at, &["generate", "other.json", "--out", "elsewhere"]).status, 0);
    assert!(!holds_memo("elsewhere"));
}

#[test]
fn commands_work_in_the_directory_of_a_crate() {
    let folder = vendored(OLD);
    let inside = folder.path().join("client");
    fs::write(folder.path().join("api.json"), grown()).unwrap();
    assert_eq!(bindery(&inside, &["check", "--offline"]).status, 5);
    for arguments in [&["generate"][..], &["generate", "../api.json"], &["generate", "--offline"], &["check"]] {
        let run = bindery(&inside, arguments);
        assert!(run.status == 0 && !inside.join("client").exists(), "{arguments:?}: {}", run.text);
    }
    // Without a configuration, the crate of this directory is meant, too.
    fs::remove_file(folder.path().join("bindery.toml")).unwrap();
    let before = tree(&inside).into_keys().collect::<Vec<_>>();
    let run = bindery(&inside, &["generate", "../api.json"]);
    assert_eq!((run.status, tree(&inside).into_keys().collect()), (0, before), "{}", run.text);
    for arguments in [&["generate"][..], &["check"], &["update"]] {
        let run = bindery(&inside, arguments);
        assert_eq!(run.status, 0, "{arguments:?}: the recorded source is `../api.json`: {}", run.text);
    }
    fs::remove_file(folder.path().join("api.json")).unwrap();
    let run = bindery(&inside, &["generate"]);
    assert!(run.status == 2 && run.text.contains("`../api.json`, which does not exist"), "{}", run.text);
}

#[test]
fn updates_follow_a_changed_source() {
    let folder = vendored(OLD);
    let at = folder.path();
    fs::write(at.join("next.json"), broken()).unwrap();
    edit(&at.join("bindery.toml"), |text| text.replace("api.json", "next.json"));
    let run = bindery(at, &["check", "--offline"]);
    assert!(run.status == 5 && run.stdout.contains("from version 1 to 2") && !run.stdout.contains("configuration"));
    let run = bindery(at, &["update", "--yes"]);
    assert!(run.status == 0 && run.text.contains("version 0.2.0"), "{}", run.text);
    assert_eq!(bindery(at, &["check"]).status, 0);
    // An address is not requested.
    edit(&at.join("bindery.toml"), |text| text.replace("next.json", "http://127.0.0.1:9/openapi.json"));
    let run = bindery(at, &["check", "--offline"]);
    assert!(run.status == 0 && run.stdout.contains("with its stored description"), "{}", run.text);
    assert_eq!(bindery(at, &["check", "http://127.0.0.1:9/openapi.json", "--offline"]).status, 2);
}

#[test]
fn other_files_of_a_description_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let text = OLD.replace("#/components/schemas/Note", "note.json#/Note");
    let (whole, schemas) = text.split_once(",\n  \"components\": {\"schemas\": ").unwrap();
    fs::write(at.join("api.json"), format!("{whole}}}")).unwrap();
    let note = schemas.strip_suffix("}}").unwrap();
    fs::write(at.join("note.json"), note).unwrap();
    assert_eq!(bindery(at, &["generate", "api.json", "--out", "client"]).status, 0);
    let check = || bindery(at, &["check", "api.json", "--out", "client"]);
    assert_eq!(check().status, 0, "{}", check().stdout);
    fs::write(at.join("note.json"), note.replace(r#""text": {"type": "string"}"#, r#""text": {"type": "integer"}"#))
        .unwrap();
    assert!(check().stdout.contains("major, 1 breaking"), "{}", check().stdout);
    let run = bindery(at, &["update", "--out", "client", "--yes", "--verbose"]);
    assert!(run.stdout.contains("note.json:") && run.text.contains("version 0.2.0"), "{}{}", run.stdout, run.text);
}

#[test]
fn control_characters_of_servers_are_escaped() {
    let folder = vendored(OLD);
    let at = folder.path();
    fs::write(
        at.join("api.json"),
        OLD.replace(r#""version": "1""#, r#""version": "2\u001b]0;x\u0007\nbindery: done""#),
    )
    .unwrap();
    for arguments in [&["check"][..], &["diff"], &["update", "--yes"], &["update", "--yes"]] {
        let run = bindery(at, arguments);
        let all = run.stdout + &run.text;
        assert!(!all.contains('\u{1b}') && !all.contains("\nbindery: done"), "{all:?}");
    }
}

#[test]
fn diff_supports_all_formats_and_statuses() {
    let folder = vendored(OLD);
    let at = folder.path();
    for (name, text) in
        [("grown.json", grown()), ("broken.json", broken()), ("docs.json", OLD.replace("\"1\"", "\"1.0.1\""))]
    {
        fs::write(at.join(name), text).unwrap();
    }
    let status = |old: &str, new: &str| bindery(at, &["diff", old, new, "--exit-code"]).status;
    assert_eq!((status("api.json", "client"), status("client", "docs.json")), (0, 0));
    assert_eq!((status("client", "grown.json"), status("client", "broken.json")), (6, 5));
    assert_eq!(
        (status("client", "bindery.toml"), status("client", "none.json"), status("no-crate", "api.json")),
        (1, 3, 3)
    );
    assert_eq!(
        bindery(at, &["diff", "client", "broken.json"]).status,
        0,
        "changes affect the exit status only with `--exit-code`"
    );
    let text = bindery(at, &["diff", "client", "broken.json", "--verbose"]).stdout;
    assert!(text.starts_with("Notes 1 -> 2: a major change: 1 breaking, 1 docs only\n"), "{text}");
    assert!(text.contains("    client/openapi.json:10:13 -> broken.json:10:13\n"), "{text}");
    assert!(text.contains("- pub text: String\n      + pub text: i64"), "{text}");
    let json = bindery(at, &["diff", "client", "broken.json", "--format", "json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["bump"], "major");
    assert!(bindery(at, &["diff", "client", "broken.json", "--format", "markdown"]).stdout.starts_with("## "));
    assert!(bindery(at, &["diff", "client", "broken.json", "--format", "html"]).stdout.starts_with("<!DOCTYPE html>"));
    // Without arguments, the crate and the description of the configuration are compared.
    fs::write(at.join("api.json"), grown()).unwrap();
    assert!(bindery(at, &["diff"]).stdout.contains("note_state"));
}

#[test]
fn updates_are_shown_confirmed_and_logged() {
    let folder = vendored(OLD);
    let at = folder.path();
    fs::write(at.join("api.json"), broken()).unwrap();
    fs::write(at.join("client/CHANGELOG.md"), "# Ours\n\n## Before\n\nwords\n").unwrap();
    let before = tree(&at.join("client"));
    let dry = bindery(at, &["update", "--dry-run"]);
    assert_eq!(dry.status, 0, "{}", dry.text);
    for wanted in ["a major change: 1 breaking", "## 0.2.0", "would write", "  src/types.rs", "  CHANGELOG.md"] {
        assert!(dry.stdout.contains(wanted), "{wanted}: {}", dry.stdout);
    }
    let unconfirmed = bindery(at, &["update"]);
    assert_eq!(unconfirmed.status, 2, "{}", unconfirmed.text);
    assert!(
        unconfirmed.text.contains("output-unconfirmed") && unconfirmed.text.contains("--yes"),
        "{}",
        unconfirmed.text
    );
    assert_eq!(unconfirmed.stdout, "", "it is rejected before the report");
    assert_eq!(tree(&at.join("client")), before);
    let done = bindery(at, &["update", "--yes"]);
    assert_eq!(done.status, 0, "{}", done.text);
    assert!(done.text.contains("version 0.2.0 (was 0.1.0)"), "{}", done.text);
    let read = |name: &str| fs::read_to_string(at.join("client").join(name)).unwrap();
    assert!(read("Cargo.toml").contains("version = \"0.2.0\""));
    let log = read("CHANGELOG.md");
    assert!(log.starts_with("# Ours\n\n## 0.2.0\n\nNotes 1 → 2. ") && log.ends_with("\n## Before\n\nwords\n"), "{log}");
    assert!(log.contains("convert `text`"), "{log}");
    assert_eq!(bindery(at, &["check"]).status, 0);
    let after = tree(&at.join("client"));
    let again = bindery(at, &["update", "--yes"]);
    assert!(again.status == 0 && again.text.contains("no changes"), "{}", again.text);
    assert!(bindery(at, &["generate", "--regenerate"]).text.contains("is up to date"), "the version stays");
    assert_eq!(tree(&at.join("client")), after);
    // A changelog is the user's too; everything else is not.
    edit(&at.join("client/CHANGELOG.md"), |text| format!("{text}more\n"));
    fs::write(at.join("api.json"), OLD).unwrap();
    assert_eq!(bindery(at, &["update", "--yes"]).status, 0);
    edit(&at.join("client/src/lib.rs"), |text| format!("{text}// mine\n"));
    fs::write(at.join("api.json"), grown()).unwrap();
    let refused = bindery(at, &["update", "--yes"]);
    assert!(refused.status == 4 && refused.text.contains("edited by hand: src/lib.rs"), "{}", refused.text);
    assert_eq!(bindery(at, &["update", "--yes", "--force"]).status, 0);
    assert!(read("Cargo.toml").contains("version = \"0.3.1\""), "{}", read("Cargo.toml"));
}

#[test]
fn features_are_recorded() {
    let folder = vendored(OLD);
    let at = folder.path();
    let has = |path: &str| at.join("client").join(path).exists();
    let manifest = || fs::read_to_string(at.join("client/Cargo.toml")).unwrap();
    assert!(!has("src/cli") && !has("src/mock") && !has("runtime/src/calls/blocking.rs"));
    assert_eq!(bindery(at, &["generate", "--features", "all"]).status, 0);
    assert!(has("src/cli/mod.rs") && has("src/mock/mod.rs"));
    assert!(has("runtime/src/cli/mod.rs") && has("runtime/src/calls/traced.rs"));
    let chosen = bindery(at, &["generate", "--features", "mock"]);
    assert_eq!(chosen.status, 0, "{}", chosen.text);
    assert!(!has("src/cli") && !has("src/main.rs") && !has("runtime/src/cli") && !has("runtime/src/calls/traced.rs"));
    assert!(has("src/mock/mod.rs") && manifest().contains("\nmock = [") && !manifest().contains("clap"));
    // The next run is unchanged, and so is the date of an upgrade.
    assert!(bindery(at, &["generate"]).text.contains("is up to date"));
    assert_eq!(bindery(at, &["check"]).status, 0);
    fs::write(at.join("api.json"), grown()).unwrap();
    assert_eq!(bindery(at, &["update", "--yes"]).status, 0);
    assert!(!has("src/cli") && has("src/mock/mod.rs"));
    edit(&at.join("bindery.toml"), |text| format!("features = [\"cli\"]\n{text}"));
    assert_eq!(bindery(at, &["generate"]).status, 0);
    assert!(has("src/cli/mod.rs") && !has("src/mock"));
    edit(&at.join("bindery.toml"), |text| text.replace("\"cli\"", "\"clu\""));
    let refused = bindery(at, &["generate"]);
    assert!(refused.status == 2 && refused.text.contains("bindery.toml:1:13"), "{}", refused.text);
}

#[test]
fn corrections_are_reapplied_and_obsolete_ones_reported() {
    let folder = vendored(OLD);
    let at = folder.path();
    let correction = "overlay: 1.1.0\ninfo: { title: Notes, version: '1' }\nactions:\n\
        \x20 - target: $.components.schemas.Note.properties.text\n    update: { format: uuid }\n";
    fs::write(at.join("fixes.yaml"), correction).unwrap();
    edit(&at.join("bindery.toml"), |text| format!("corrections = [\"fixes.yaml\"]\n{text}"));
    assert_fixed(at, &[], &["configuration", "bindery generate --offline"]);
    let types = || fs::read_to_string(at.join("client/src/types.rs")).unwrap();
    assert!(types().contains("pub text: uuid::Uuid,"), "{}", types());
    assert_eq!(fs::read_to_string(at.join("client/openapi.original.json")).unwrap(), OLD);
    // Another correction changes the configuration.
    edit(&at.join("fixes.yaml"), |text| text.replace("uuid", "date"));
    assert_fixed(at, &[], &["configuration", "bindery generate --offline"]);
    assert!(types().contains("pub text: jiff::civil::Date,"), "{}", types());
    // Both sides of a comparison are corrected, and corrections that the API made obsolete are reported.
    fs::write(at.join("api.json"), grown().replace(r#""text": {"type": "string"}"#, TEXT_DATE)).unwrap();
    let run = bindery(at, &["diff", "client", "api.json", "--config", "bindery.toml"]);
    assert!(run.stdout.contains("note_state") && !run.stdout.contains("Note.text"), "{}", run.stdout);
    let run = bindery(at, &["update", "--yes"]);
    assert_eq!(run.status, 0, "{}", run.text);
    assert!(run.text.contains("override-unused") && run.text.contains("fixes.yaml:4:5"), "{}", run.text);
    // An unreadable correction is rejected, and nothing is written.
    let before = contents(&at.join("client"));
    edit(&at.join("fixes.yaml"), |text| text.replace("$.components", "components"));
    let run = bindery(at, &["generate"]);
    assert!(run.status != 0 && run.text.contains("configuration-invalid"), "{}", run.text);
    fs::remove_file(at.join("fixes.yaml")).unwrap();
    let run = bindery(at, &["generate"]);
    assert!(run.status != 0 && run.text.contains("bindery.toml:1:16"), "{}", run.text);
    assert!(contents(&at.join("client")) == before);
}

#[test]
fn excluded_operations_are_summarized() {
    let folder = vendored(OLD);
    let at = folder.path();
    edit(&at.join("bindery.toml"), |text| text + "[only]\noperations = [\"GET /note/{id}\"]\n");
    assert_fixed(at, &[], &["configuration", "bindery generate --offline"]);
    let more = |old: &str, path: &str| {
        let operation = r#"{"get": {"operationId": "more", "responses": {"204": {"description": ""}}}}"#;
        old.replacen(r#""paths": {"#, &format!(r#""paths": {{"{path}": {operation},"#), 1)
    };
    fs::write(at.join("api.json"), more(OLD, "/more")).unwrap();
    let run = bindery(at, &["update", "--yes"]);
    let text = "1 new operation is excluded by the configuration: `GET /more`";
    assert!(run.status == 0 && run.stdout.contains(text) && run.stdout.contains("nothing changed"), "{}", run.stdout);
    assert!(!fs::read_to_string(at.join("client/src/lib.rs")).unwrap().contains("more()"));
    let run = bindery(at, &["check"]);
    assert_eq!(run.status, 0, "{}", run.stdout);
    // A missing operation that was selected by name is reported.
    let before = contents(&at.join("client"));
    fs::write(at.join("api.json"), OLD.replace("/note/{id}", "/memo/{id}")).unwrap();
    let run = bindery(at, &["update", "--yes"]);
    assert!(run.status != 0 && run.text.contains("`GET /note/{id}` matches nothing"), "{}", run.text);
    assert!(run.text.contains("bindery.toml:") && run.text.contains("override-unused"), "{}", run.text);
    assert!(contents(&at.join("client")) == before, "nothing is written");
}

#[test]
fn manifest_changes_of_the_user_are_kept() {
    let folder = vendored(OLD);
    let at = folder.path();
    fs::write(at.join("about.md"), "Notes for *us*.\n").unwrap();
    edit(&at.join("bindery.toml"), |text| format!("docs = \"about.md\"\n{text}[package]\nlicense = \"MIT\"\n"));
    assert_fixed(at, &[], &["configuration", "bindery generate --offline"]);
    let manifest = at.join("client/Cargo.toml");
    edit(&manifest, |text| {
        let text = text.replace("default = [\"reqwest\", \"rustls\"]", "default = [\"reqwest\", \"native-tls\"]");
        text.replace("[dependencies]\n", "[dependencies]\n# ours\nown = { path = \"../own\" }\n")
            + "\n[lints]\nworkspace = true\n"
    });
    fs::write(at.join("client/LICENSE"), "").unwrap();
    assert_eq!(bindery(at, &["check"]).status, 0);
    for version in ["1.1", "1.2", "1.3"] {
        let description = grown().replace("\"version\": \"1.1\"", &format!("\"version\": \"{version}\""));
        fs::write(at.join("api.json"), description).unwrap();
        assert_eq!(bindery(at, &["update", "--yes"]).status, 0);
        let text = fs::read_to_string(&manifest).unwrap();
        for kept in
            ["\"native-tls\"]", "# ours\nown = {", "[lints]\nworkspace = true", "license = \"MIT\"", "description = \""]
        {
            assert!(text.contains(kept), "{kept} is not in\n{text}");
        }
    }
    assert!(fs::read_to_string(&manifest).unwrap().contains("version = \"0.1.3\""));
    assert!(fs::read_to_string(at.join("client/README.md")).unwrap().contains("Notes for *us*."));
    assert!(at.join("client/LICENSE").exists());
    // An invalid manifest is reported with its location, and nothing is written.
    edit(&manifest, |text| format!("{text}= broken\n"));
    let before = contents(&at.join("client"));
    let run = bindery(at, &["generate", "--regenerate"]);
    assert!(
        run.status != 0 && run.text.contains("invalid Cargo.toml") && run.text.contains("Cargo.toml:"),
        "{}",
        run.text
    );
    assert!(contents(&at.join("client")) == before);
}

const TEXT_DATE: &str = r#""text": {"type": "string", "format": "date"}"#;

#[test]
fn updates_are_reproducible() {
    let [one, other] = [vendored(OLD), vendored(OLD)];
    for folder in [&one, &other] {
        fs::write(folder.path().join("api.json"), grown()).unwrap();
        assert_eq!(bindery(folder.path(), &["update", "--yes"]).status, 0);
    }
    assert_eq!(contents(&one.path().join("client")), contents(&other.path().join("client")));
}

#[test]
fn recorded_names_are_kept_and_configured_ones_take_precedence() {
    let folder = vendored(OLD);
    let at = folder.path();
    let types = || fs::read_to_string(at.join("client/src/types.rs")).unwrap();
    assert!(types().contains("pub note_state: Option<NoteState>"), "{}", types());
    // The new operation is named like the existing one.
    fs::write(at.join("api.json"), grown()).unwrap();
    assert_eq!(bindery(at, &["update", "--yes"]).status, 0);
    assert!(types().contains("pub note_state: Option<NoteState>"), "{}", types());
    let lock_file = fs::read_to_string(at.join("client/bindery.lock")).unwrap();
    assert!(lock_file.contains("\"/components/schemas/Note#field noteState\" = \"note_state\""), "{lock_file}");
    assert!(bindery(at, &["generate", "--regenerate"]).text.contains("is up to date"));

    let state = "/components/schemas/Note/properties/noteState";
    let calls = || fs::read_to_string(at.join("client/src/api/note.rs")).unwrap();
    let configuration = fs::read_to_string(at.join("bindery.toml")).unwrap();
    let with_names = |names: &str| fs::write(at.join("bindery.toml"), format!("{configuration}[names]\n{names}"));
    for name in ["\"Note\"", "\"a-b\"", "\"fn\"", "\"note.x\""] {
        with_names(&format!("\"{state}\" = {name}\n")).unwrap();
        let refused = bindery(at, &["generate"]);
        assert_eq!(refused.status, 2, "{name}: {}", refused.text);
    }
    with_names(&format!(
        "\"{state}\" = \"State\"\n\"Note.noteState.2\" = \"Finished\"\n\"GET /note/{{id}}\" = \"fetch\"\n"
    ))
    .unwrap();
    assert_eq!(bindery(at, &["generate"]).status, 0);
    assert!(types().contains("pub enum State {") && types().contains("    Finished,"), "{}", types());
    assert!(calls().contains("pub fn fetch(&self"), "{}", calls());
    assert_eq!(bindery(at, &["check"]).status, 0);
    // A configured name stays, whatever the server changes.
    fs::write(at.join("api.json"), broken()).unwrap();
    assert_eq!(bindery(at, &["update", "--yes"]).status, 0);
    assert!(types().contains("pub note_state: Option<State>") && calls().contains("pub fn fetch("), "{}", types());
    assert!(bindery(at, &["generate", "--regenerate"]).text.contains("is up to date"), "and stays so");
}
