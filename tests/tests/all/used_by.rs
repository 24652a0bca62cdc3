//! `--used-by`: the program of `fixtures/used-by/program` uses the client of `old.yaml`, which is compared with `new.yaml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use bindery_tests::crates;
use bindery_tests::repository::{self, files};

const COMMAND: &str = env!("CARGO_BIN_EXE_command");

fn fixture(name: &str) -> PathBuf {
    repository::path("fixtures/used-by").join(name)
}

/// A workspace with the old client and a program.
struct Workspace(PathBuf);

impl Workspace {
    /// Creates a workspace with the client and the program of the fixture.
    fn new(name: &str) -> Self {
        let folder = crates::folder("used-by").join(name);
        let _ = fs::remove_dir_all(&folder);
        let workspace = Self(folder);
        crates::write(&workspace.0.join("user"), files(&fixture("program"))).unwrap();
        crates::workspace(&workspace.0, &["used-by-client".to_owned(), "user".to_owned()]).unwrap();
        // The support code is outside of the workspace.
        let runtime = format!("runtime = {{ path = {:?} }}", repository::path("templates"));
        let names = format!("out = \"used-by-client\"\nname = \"used-by-client\"\n{runtime}");
        let config = format!("description = {:?}\n{names}\n[groups]\nfeatures = true\n", fixture("old.yaml"));
        fs::write(workspace.0.join("bindery.toml"), config).unwrap();
        let output = workspace.output(&["generate"]);
        assert!(output.status.success(), "{}", text(&output));
        workspace
    }

    fn output(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(COMMAND);
        // Git outside of the workspace is not part of the test.
        command.env("GIT_CEILING_DIRECTORIES", self.0.parent().unwrap());
        command.env("CARGO_TARGET_DIR", crates::target().unwrap()).env("RUSTFLAGS", "-D warnings");
        command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.args(arguments).current_dir(&self.0).output().unwrap()
    }

    /// Compares the client with the new description of the fixture, and lists the uses of the program.
    fn uses(&self, format: &str) -> Output {
        let new = fixture("new.yaml").display().to_string();
        self.output(&["diff", "used-by-client", &new, "--used-by", "user", "--exit-code", "--format", format])
    }

    fn program(&self) -> BTreeMap<String, String> {
        files(&self.0.join("user"))
    }
}

fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat()
}

#[test]
fn uses_of_changed_items_are_listed() {
    let workspace = Workspace::new("listed");
    let before = workspace.program();

    // The uses are found through aliases, re-exports and macros, and where deprecations are allowed.
    let output = workspace.uses("text");
    assert_eq!(output.status.code(), Some(5), "{}", text(&output));
    let uses = text(&output);
    for expected in [
        "`user` uses 31 of 62 ",
        "user/src/arguments.rs:6:19: stops compiling: `NoteApi::list`: ",
        "user/src/arguments.rs:13:14: stops compiling: `NoteApi::list`: ",
        "user/src/decisions.rs:28:19: breaking: `TaskApi::update_range`: the old bindings may fail to read what the server sends: \
            `Range.name` may now be null\n    help: update the bindings before the server\n",
        "user/src/groups.rs:2:23: stops compiling: `ArchiveNote`: ",
        "user/src/names.rs:5:27: stops compiling: `Memo`: the schema `Memo` was renamed to `Note`",
        "user/src/names.rs:9:21: stops compiling: `Memo`: ",
        "`user` was checked with default features for this target, without the feature `extra` of `used-by-user`",
    ] {
        assert!(uses.contains(expected), "{expected} is not in\n{uses}");
    }
    assert!(!uses.contains("same.rs"), "{uses}");

    // What cargo keeps of a workspace with the same paths is not taken for this one.
    assert_eq!(text(&Workspace::new("equal").uses("text")), uses);

    // The JSON document has the same uses, and the same exit status.
    let output = workspace.uses("json");
    assert_eq!(output.status.code(), Some(5), "{}", text(&output));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let program = &document["programs"][0];
    assert_eq!(program["unchecked"][0], "the feature `extra` of `used-by-user`");
    let listed = program["uses"].as_array().unwrap();
    assert_eq!(listed.len(), uses.matches("\n  user/src/").count());
    let renamed = listed.iter().find(|used| used["item"] == "Memo").unwrap();
    assert_eq!((&renamed["compiles"], &renamed["migration"]), (&false.into(), &"replace `Memo` by `Note`".into()));
    assert_eq!(workspace.program(), before);
}

#[test]
fn programs_that_cannot_be_checked_are_refused() {
    let workspace = Workspace::new("refused");
    let user = workspace.0.join("user");
    let before = workspace.program();
    let fails = |expected: &str| {
        let output = workspace.uses("text");
        assert_ne!(output.status.code(), Some(0), "{}", text(&output));
        assert!(text(&output).contains(expected), "{expected} is not in\n{}", text(&output));
    };
    let write = |path: &str, text: &str| fs::write(user.join(path), text).unwrap();

    write("src/same.rs", "pub fn wrong() -> u8 { \"\" }\n");
    fails("`user` does not compile before the upgrade");
    write("src/same.rs", &before["src/same.rs"]);
    write("Cargo.toml", "[package]\nname = \"used-by-user\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
    fails("`user` does not use `used-by-client`");
    write("Cargo.toml", &before["Cargo.toml"].replace("path = \"../used-by-client\"", "version = \"1\""));
    fails("depends on another version of `used-by-client`");
}
