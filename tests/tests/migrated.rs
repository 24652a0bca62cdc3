//! `--used-by` and `update --migrate`: the program of `fixtures/migrated/before` uses the client of `old.yaml`. With the
//! client of `new.yaml`, it becomes that of `fixtures/migrated/after`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bindery_tests::crates;

const COMMAND: &str = env!("CARGO_BIN_EXE_command");

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/migrated").join(name)
}

/// A workspace with the old client and a program.
struct Workspace(PathBuf);

impl Workspace {
    /// Creates a workspace with the client of a description, and a program with these files.
    fn new(name: &str, description: &Path, settings: &str, program: BTreeMap<String, String>) -> Self {
        let folder = crates::folder("migrated").join(name);
        let _ = fs::remove_dir_all(&folder);
        let workspace = Self(folder);
        crates::write(&workspace.0.join("user"), program).unwrap();
        crates::workspace(&workspace.0, &["migrated-client".to_owned(), "user".to_owned()]).unwrap();
        let names = "out = \"migrated-client\"\nname = \"migrated-client\"";
        let config = format!("description = {description:?}\n{names}\n{settings}\n");
        fs::write(workspace.0.join("bindery.toml"), config).unwrap();
        workspace.run(&["generate"]);
        workspace
    }

    /// Creates a workspace with the program of the fixture.
    fn of_fixture(name: &str) -> Self {
        Self::new(name, &fixture("old.yaml"), "[groups]\nfeatures = true", files(&fixture("before")))
    }

    /// Runs the command and returns its output. It must succeed.
    fn run(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        let text = text(&output);
        assert!(output.status.success(), "{text}");
        text
    }

    fn output(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(COMMAND);
        // Git outside of the workspace is not part of the test.
        command.env("GIT_CEILING_DIRECTORIES", self.0.parent().unwrap());
        command.env("CARGO_TARGET_DIR", crates::target().unwrap()).env("RUSTFLAGS", "-D warnings");
        command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.args(arguments).current_dir(&self.0).output().unwrap()
    }

    /// Updates the client to the new description of the fixture.
    fn update(&self, arguments: &[&str]) -> Output {
        let new = fixture("new.yaml").display().to_string();
        self.output(&[&["update", &new], arguments].concat())
    }

    fn program(&self) -> BTreeMap<String, String> {
        files(&self.0.join("user"))
    }
}

fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat()
}

/// Returns the files below a directory.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let path = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
        (path, fs::read_to_string(entry.path()).unwrap())
    });
    files.collect()
}

#[test]
fn a_program_follows_its_client() {
    let workspace = Workspace::of_fixture("follows");
    let before = workspace.program();

    // The uses are found through aliases, re-exports and macros, and where deprecations are allowed.
    let new = fixture("new.yaml").display().to_string();
    let output = workspace.output(&["diff", "migrated-client", &new, "--used-by", "user", "--exit-code"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let uses = text(&output);
    for expected in [
        "`user` uses 27 of ",
        "user/src/arguments.rs:6:19: breaking: `NoteApi::list`: ",
        "user/src/arguments.rs:13:14: breaking: `NoteApi::list`: ",
        "user/src/groups.rs:2:23: breaking: `ArchiveNote`: ",
        "user/src/names.rs:5:27: breaking: `Memo`: the schema `Memo` was renamed to `Note`",
        "user/src/names.rs:9:21: breaking: `Memo`: ",
    ] {
        assert!(uses.contains(expected), "{expected} is not in\n{uses}");
    }
    assert!(!uses.contains("same.rs"), "{uses}");

    // Neither a dry run nor a failure writes anything.
    let dry = text(&workspace.update(&["--migrate", "user", "--dry-run"]));
    assert!(dry.contains("\n+    client.note().list(color).page(1).weight(2.0)\n"), "{dry}");
    let refused = workspace.update(&["--migrate", "user", "--yes"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused).contains("is not in a git repository"), "{}", text(&refused));
    assert_eq!(workspace.program(), before);

    let output = workspace.update(&["--migrate", "user", "--yes", "--force"]);
    assert!(output.status.success(), "{}", text(&output));
    let after = workspace.program();
    compare(&fixture("after"), &after);

    // Each error that is left has one comment, and so have three changes that compile.
    let check = crates::cargo(&workspace.0, &["check", "--package", "migrated-user", "--message-format", "short"]);
    let errors = text(&check.unwrap()).lines().filter(|line| line.contains(": error[")).count();
    let comments = after.values().map(|text| text.matches("// bindery: ").count()).sum::<usize>();
    assert_eq!((errors, comments), (4, 7));
}

/// Compares files with the expected ones, which are updated if `INSTA_UPDATE` is set.
fn compare(folder: &Path, output: &BTreeMap<String, String>) {
    if std::env::var_os("INSTA_UPDATE").is_some() {
        crates::replace(folder, output.clone()).unwrap();
    }
    let expected = files(folder);
    assert_eq!(output.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (path, text) in output {
        assert_eq!(*text, expected[path], "{path}");
    }
}

/// The program of the README has one decision left.
#[test]
fn a_program_of_the_service_is_upgraded() {
    let service =
        |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/service").join(name).join("openapi.json");
    let program = files(&fixture("service/before"));
    let workspace = Workspace::new("service", &service("published"), "allow-partial = true", program);
    let upgraded = service("upgraded").display().to_string();
    let output = workspace.output(&["update", &upgraded, "--migrate", "user", "--yes", "--force"]);
    assert!(text(&output).contains("\n1 decision left to you:\n"), "{}", text(&output));
    compare(&fixture("service/after"), &workspace.program());
}

#[test]
fn programs_that_cannot_be_changed_are_left_alone() {
    let workspace = Workspace::of_fixture("bad");
    let user = workspace.0.join("user");
    let before = workspace.program();
    let fails = |expected: &str| {
        let output = workspace.update(&["--migrate", "user", "--yes", "--force"]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(expected), "{expected} is not in\n{}", text(&output));
    };
    let write = |path: &str, text: &str| fs::write(user.join(path), text).unwrap();
    let restore = || before.iter().for_each(|(path, text)| write(path, text));

    write("src/same.rs", "pub fn wrong() -> u8 { \"\" }\n");
    fails("`user` does not compile before the upgrade");
    assert!(Command::new("git").args(["init", "--quiet"]).current_dir(&user).status().unwrap().success());
    let output = workspace.update(&["--migrate", "user", "--yes"]);
    assert!(text(&output).contains("has uncommitted changes"), "{}", text(&output));
    fs::remove_dir_all(user.join(".git")).unwrap();
    restore();
    write("Cargo.toml", "[package]\nname = \"migrated-user\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
    fails("`user` does not use `migrated-client`");
    write("Cargo.toml", &before["Cargo.toml"].replace("path = \"../migrated-client\"", "version = \"1\""));
    fails("depends on another version of `migrated-client`");
    restore();
    let lock = fs::read_to_string(workspace.0.join("migrated-client/bindery.lock")).unwrap();
    let path = user.join("src/groups.rs");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions.clone()).unwrap();
    fails("groups.rs` is read-only");
    assert_eq!(workspace.program(), before);
    assert_eq!(fs::read_to_string(workspace.0.join("migrated-client/bindery.lock")).unwrap(), lock);
}
