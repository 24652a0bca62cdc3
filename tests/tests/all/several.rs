//! The clients of `fixtures/several` are generated at once, compile without warnings, and work in a program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bindery_cli::Status;
use bindery_tests::repository;
use bindery_tests::{crates, sample};

const MANIFEST: &str = "[package]\nname = \"several-user\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                        trade-client = { path = \"../trade\" }\nhttp = \"1\"\n\
                        tokio = { version = \"1\", features = [\"macros\", \"rt\"] }\n";

#[test]
fn several_descriptions_are_one_client_and_several_clients_one_run() {
    let workspace = crates::folder("several");
    let fixture = repository::path("fixtures/several");
    let text = |name: &str| fs::read_to_string(fixture.join(name)).unwrap();
    let files = ["bindery.toml", "shop.yaml", "depot.yaml", "depot-corrections.yaml"];
    crates::write(&workspace, files.map(|name| (name.to_owned(), text(name)))).unwrap();
    let program = [("Cargo.toml".to_owned(), MANIFEST.to_owned()), ("src/main.rs".to_owned(), text("main.rs"))];
    crates::write(&workspace.join("user"), program).unwrap();
    let config = workspace.join("bindery.toml").display().to_string();
    let run = |arguments: &[&str]| bindery_cli::run([&["bindery"], arguments, &["--config", &config]].concat());
    assert_eq!(run(&["generate", "--strict", "--force", "--regenerate"]), Status::Done);
    assert_eq!(run(&["check"]), Status::Done);
    // Generating from the crates' own descriptions gives the same result.
    let lock = |name: &str| fs::read_to_string(workspace.join(name).join("bindery.lock")).unwrap();
    let before = [lock("trade"), lock("depot")];
    assert_eq!(run(&["generate", "--offline"]), Status::Done);
    assert_eq!([lock("trade"), lock("depot")], before);
    crates::workspace(&workspace, &["depot", "trade", "user"].map(str::to_owned)).unwrap();
    cargo(&workspace, &["clippy", "--workspace", "--lib", "--bins", "--examples", "--all-features", "--quiet"]);
    crates::run(&workspace, &["several-user"]).unwrap();
}

const SHARING: &str = "[package]\nname = \"sharing-user\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                       depot-client = { path = \"../depot\" }\nhttp = \"1\"\n\
                       shop-client = { path = \"../shop\", features = [\"mock\"] }\n\
                       tokio = { version = \"1\", features = [\"macros\", \"rt\"] }\n\
                       trade-runtime = { path = \"../trade-runtime\" }\n";

#[test]
fn several_clients_share_their_support_code() {
    // Cargo would mix up crates with the same name and the same path in two workspaces.
    let root = crates::folder("shared");
    let workspace = root.join("clients");
    let fixture = repository::path("fixtures/several");
    let text = |name: &str| fs::read_to_string(fixture.join(name)).unwrap();
    let files = ["shared.toml", "shop.yaml", "depot.yaml"].map(|name| (name.to_owned(), text(name)));
    crates::write(&workspace, files).unwrap();
    let program = [("Cargo.toml".to_owned(), SHARING.to_owned()), ("src/main.rs".to_owned(), text("shared.rs"))];
    crates::write(&workspace.join("user"), program).unwrap();
    let config = workspace.join("shared.toml").display().to_string();
    let run = |arguments: &[&str]| bindery_cli::run([&["bindery"], arguments, &["--config", &config]].concat());
    assert_eq!(run(&["generate", "--strict", "--force", "--regenerate"]), Status::Done);
    assert_eq!(run(&["check"]), Status::Done);

    // `check` reports an edit, and it is only reverted on request.
    let edited = workspace.join("trade-runtime/src/responses/error.rs");
    let error = fs::read_to_string(&edited).unwrap();
    fs::write(&edited, format!("{error}// mine\n")).unwrap();
    assert_eq!(run(&["check"]), Status::Differs);
    assert_eq!(run(&["generate"]), Status::Output);
    assert_eq!(run(&["generate", "--offline", "--force"]), Status::Done);
    assert_eq!(fs::read_to_string(&edited).unwrap(), error);

    // The clients have little code of their own.
    let lines = |folder: &str| {
        let files = walkdir::WalkDir::new(workspace.join(folder).join("src")).into_iter().filter_map(Result::ok);
        let texts = files.filter_map(|file| fs::read_to_string(file.path()).ok());
        texts.map(|text| text.lines().count()).sum::<usize>()
    };
    assert!(lines("depot") < 1_500, "{}", lines("depot"));

    let members = ["depot", "shop", "trade-runtime", "user"].map(|name| format!("clients/{name}"));
    crates::workspace(&root, &members).unwrap();
    let all = features(&root, &members);
    cargo(&root, &["clippy", "--workspace", "--lib", "--bins", "--examples", "--features", &all, "--quiet"]);
    let sets = [&["--features", "client"][..], &[], &["--features", "cli,fixtures"]];
    for features in &sets[..if sample::is_exhaustive() { sets.len() } else { 1 }] {
        let package =
            ["check", "--package", "depot-client", "--no-default-features", "--lib", "--bins", "--examples", "--quiet"];
        cargo(&root, &[&package, *features].concat());
    }
    crates::run(&root, &["sharing-user"]).unwrap();
}

/// A program that uses a client with its own copy of the runtime crate.
const ALONE: &str = "//! Prints an error.\n\nfn main() {\n    let client = depot_client::Client::new(\"http://127.0.0.1:9\", \"0\");\n    \
                     assert_eq!(client.base_url(), \"http://127.0.0.1:9\");\n}\n";

/// The location of the runtime crate changes neither the API nor the recorded names, and a copy works by itself.
#[test]
fn the_runtime_crate_is_a_copy_or_a_dependency() {
    let workspace = crates::folder("moved");
    let _ = fs::remove_dir_all(&workspace);
    let depot = repository::path("fixtures/several/depot.yaml");
    let templates = repository::path("templates");
    let config = |runtime: &str| {
        let text = format!("description = {depot:?}\nout = \"depot\"\nname = \"depot-client\"\nruntime = {runtime}\n");
        crates::write(&workspace, [("bindery.toml".to_owned(), text)]).unwrap();
    };
    let path = workspace.join("bindery.toml").display().to_string();
    let run = |arguments: &[&str]| bindery_cli::run([&["bindery"], arguments, &["--config", &path]].concat());
    let text = |file: &str| fs::read_to_string(workspace.join("depot").join(file)).unwrap();
    let row = || text("Cargo.toml").lines().find(|line| line.starts_with("bindery-runtime")).unwrap().to_owned();
    config("\"vendored\"");
    assert_eq!(run(&["generate", "--strict"]), Status::Done);
    let (copy, api, vendored) = (text("runtime/Cargo.toml"), text("src/api/stock.rs"), row());
    assert!(vendored.contains("package = \"depot-client-runtime\", path = \"runtime\""), "{vendored}");
    // It has what its client can use: no mock, as the client has none.
    assert!(copy.contains("\nreqwest = [") && !copy.contains("mock"), "{copy}");
    assert!(!workspace.join("depot/runtime/src/mock.rs").exists());
    crates::write(&workspace.join("depot/examples"), [("alone.rs".to_owned(), ALONE.to_owned())]).unwrap();
    crates::workspace(&workspace, &["depot".to_owned()]).unwrap();
    cargo(&workspace, &["clippy", "--workspace", "--all-features", "--quiet"]);
    cargo(&workspace, &["run", "--package", "depot-client", "--example", "alone", "--quiet"]);
    let packages = ["--package", "depot-client", "--package", "depot-client-runtime"];
    cargo(&workspace, &[&["package", "--no-verify", "--allow-dirty", "--quiet"], &packages[..]].concat());

    config(&format!("{{ path = {templates:?} }}"));
    assert_eq!(run(&["check"]), Status::Differs);
    assert_eq!(run(&["generate", "--strict"]), Status::Done);
    assert_eq!(run(&["check"]), Status::Done);
    assert_eq!(run(&["diff", "--exit-code"]), Status::Done);
    assert!(row().contains("version = \"0.1.0\""));
    assert!(!workspace.join("depot/runtime/src/lib.rs").exists());
    assert_eq!(text("src/api/stock.rs"), api);

    config("{ version = \"0.1\" }");
    assert_eq!(run(&["generate"]), Status::Done);
    assert_eq!(row(), "bindery-runtime = { version = \"0.1\", default-features = false }");
    config("\"vendored\"");
    assert_eq!(run(&["generate"]), Status::Done);
    assert_eq!((text("runtime/Cargo.toml"), row()), (copy, vendored));
}

/// Returns the features of the members.
fn features(root: &Path, members: &[String]) -> String {
    let manifests = members.iter().map(|member| fs::read_to_string(root.join(member).join("Cargo.toml")).unwrap());
    let tables = manifests.map(|manifest| manifest.parse::<toml::Table>().unwrap());
    let features = tables.filter_map(|table| Some(table.get("features")?.as_table()?.keys().cloned().collect()));
    let features: BTreeSet<String> = features.flat_map(|features: Vec<String>| features).collect();
    features.into_iter().collect::<Vec<_>>().join(",")
}

fn cargo(workspace: &Path, arguments: &[&str]) {
    let output = crates::cargo(workspace, arguments).unwrap();
    assert!(output.status.success(), "cargo {}:\n{}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
}
