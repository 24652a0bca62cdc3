//! The clients of `fixtures/several` are made at once, compile without a warning, and do what a program wants of them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

use bindery::cli::{self, Status};
use bindery_tests::crates;

const MANIFEST: &str = "[package]\nname = \"several-user\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                        trade-client = { path = \"../trade\" }\nhttp = \"1\"\n\
                        tokio = { version = \"1\", features = [\"macros\", \"rt\"] }\n";

#[test]
fn several_descriptions_are_one_client_and_several_clients_one_run() {
    let workspace = crates::folder("several");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/several");
    let text = |name: &str| fs::read_to_string(fixture.join(name)).unwrap();
    let files = ["bindery.toml", "shop.yaml", "depot.yaml", "depot-corrections.yaml"];
    crates::write(&workspace, files.map(|name| (name.to_owned(), text(name)))).unwrap();
    let program = [("Cargo.toml".to_owned(), MANIFEST.to_owned()), ("src/main.rs".to_owned(), text("main.rs"))];
    crates::write(&workspace.join("user"), program).unwrap();
    let config = workspace.join("bindery.toml").display().to_string();
    let run = |arguments: &[&str]| cli::run([&["bindery"], arguments, &["--config", &config]].concat());
    assert_eq!(run(&["generate", "--strict", "--force"]), Status::Done);
    assert_eq!(run(&["check"]), Status::Done);
    // What the crates hold gives the same.
    let lock = |name: &str| fs::read_to_string(workspace.join(name).join("bindery.lock")).unwrap();
    let before = [lock("trade"), lock("depot")];
    assert_eq!(run(&["generate", "--offline"]), Status::Done);
    assert_eq!([lock("trade"), lock("depot")], before);
    crates::workspace(&workspace, &["depot", "trade", "user"].map(str::to_owned)).unwrap();
    cargo(&workspace, &["clippy", "--workspace", "--all-targets", "--all-features", "--quiet"]);
    cargo(&workspace, &["run", "--package", "several-user", "--quiet"]);
}

fn cargo(workspace: &Path, arguments: &[&str]) {
    let output = crates::cargo(workspace, arguments).unwrap();
    assert!(output.status.success(), "cargo {}:\n{}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
}
