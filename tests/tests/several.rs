//! The clients of `fixtures/several` are generated at once, compile without warnings, and work in a program.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use bindery::cli::{self, Status};
use bindery_tests::repository;
use bindery_tests::{crates, sample};
use proc_macro2::{Delimiter, TokenTree};
use quote::ToTokens;

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
    let run = |arguments: &[&str]| cli::run([&["bindery"], arguments, &["--config", &config]].concat());
    assert_eq!(run(&["generate", "--strict", "--force"]), Status::Done);
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
    let run = |arguments: &[&str]| cli::run([&["bindery"], arguments, &["--config", &config]].concat());
    assert_eq!(run(&["generate", "--strict", "--force"]), Status::Done);
    assert_eq!(run(&["check"]), Status::Done);

    // `check` reports an edit, and it is only reverted on request.
    let edited = workspace.join("trade-runtime/src/error.rs");
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

/// Moving the support code changes neither the API nor the recorded names.
#[test]
fn the_support_code_moves_to_a_crate_and_back() {
    let workspace = crates::folder("moved");
    let _ = fs::remove_dir_all(&workspace);
    let depot = repository::path("fixtures/several/depot.yaml");
    let templates = repository::path("templates");
    let config = |runtime: &str| {
        let text = format!("description = {depot:?}\nout = \"depot\"\nruntime = {runtime}\n");
        crates::write(&workspace, [("bindery.toml".to_owned(), text)]).unwrap();
    };
    let path = workspace.join("bindery.toml").display().to_string();
    let run = |arguments: &[&str]| cli::run([&["bindery"], arguments, &["--config", &path]].concat());
    let text = |file: &str| fs::read_to_string(workspace.join("depot").join(file)).unwrap();
    let row = || text("Cargo.toml").lines().find(|line| line.starts_with("bindery-runtime")).map(str::to_owned);
    config("\"vendored\"");
    assert_eq!(run(&["generate", "--strict"]), Status::Done);
    let (vendored, api) = (text("src/runtime/mod.rs"), text("src/api/stock.rs"));
    assert_eq!(row(), None);

    config(&format!("{{ path = {templates:?} }}"));
    assert_eq!(run(&["check"]), Status::Differs);
    assert_eq!(run(&["generate", "--strict"]), Status::Done);
    assert_eq!(run(&["check"]), Status::Done);
    assert_eq!(run(&["diff", "--exit-code"]), Status::Done);
    assert!(row().unwrap().contains("version = \"0.1.0\"") && text("bindery.lock").contains("bindery-runtime"));
    assert!(!workspace.join("depot/src/runtime/error.rs").exists());
    assert_eq!(text("src/api/stock.rs"), api);

    config("\"crate\"");
    assert_eq!(run(&["generate"]), Status::Done);
    assert_eq!(row().unwrap(), "bindery-runtime = { version = \"0.1.0\", default-features = false }");
    config("\"vendored\"");
    assert_eq!(run(&["generate"]), Status::Done);
    assert_eq!((text("src/runtime/mod.rs"), row()), (vendored, None));
}

/// Checks that a client's own types have all public functions of the shared types.
#[test]
fn own_types_have_every_function_of_the_shared_ones() {
    let public = |text: &str, of: &str| -> BTreeMap<String, (String, String)> {
        let file = syn::parse_file(text).unwrap();
        let blocks = file.items.into_iter().filter_map(|item| match item {
            syn::Item::Impl(block) if block.trait_.is_none() && implementor(&block) == of => Some(block.items),
            _ => None,
        });
        let functions = blocks.flatten().filter_map(|item| match item {
            syn::ImplItem::Fn(function) if matches!(function.vis, syn::Visibility::Public(_)) => Some(function),
            _ => None,
        });
        functions
            .map(|function| {
                let docs = function.attrs.iter().filter_map(|attribute| match &attribute.meta {
                    syn::Meta::NameValue(pair) => Some(pair.value.to_token_stream().to_string().replace('"', "")),
                    _ => None,
                });
                let docs = docs.collect::<String>().replace("super::", "");
                let signature = function.sig.to_token_stream().to_string().replace("mut self", "self");
                let signature = signature.replace("mut value", "value").replace(" ,)", ")");
                (function.sig.ident.to_string(), (signature, docs))
            })
            .collect()
    };
    let all = |files: &[(&str, &str)], of: &str| -> BTreeMap<String, (String, String)> {
        files.iter().filter(|(file, _)| !file.starts_with("cli/")).flat_map(|(_, text)| public(text, of)).collect()
    };
    let declared = declared_types();
    for of in ["Call", "Client", "ClientBuilder"] {
        let (own, shared) = (public(&declared, of), all(bindery_runtime::texts::RUNTIME, of));
        assert!(!shared.is_empty(), "{of}");
        assert_eq!(own, shared, "{of}");
    }
}

/// Returns the code that the macro `client_types` expands to, without the paths of types.
fn declared_types() -> String {
    let file = bindery_runtime::texts::RUNTIME.iter().find(|(file, _)| *file == "client_types.rs");
    let (_, text) = file.unwrap();
    let items = syn::parse_file(text).unwrap().items;
    let definitions = items.into_iter().filter_map(|item| match item {
        syn::Item::Macro(item) => Some(item.mac.tokens),
        _ => None,
    });
    let arms = definitions.flatten().filter_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream().to_string()),
        _ => None,
    });
    let paths = ["$ crate :: ", ":: std :: time :: ", ":: http :: "];
    paths.into_iter().fold(arms.collect(), |code: String, path| code.replace(path, ""))
}

/// Returns the features of the members, except the one that would compile OpenSSL.
fn features(root: &Path, members: &[String]) -> String {
    let manifests = members.iter().map(|member| fs::read_to_string(root.join(member).join("Cargo.toml")).unwrap());
    let tables = manifests.map(|manifest| manifest.parse::<toml::Table>().unwrap());
    let features = tables.filter_map(|table| Some(table.get("features")?.as_table()?.keys().cloned().collect()));
    let mut features: BTreeSet<String> = features.flat_map(|features: Vec<String>| features).collect();
    features.remove("native-tls-vendored");
    features.into_iter().collect::<Vec<_>>().join(",")
}

fn implementor(block: &syn::ItemImpl) -> String {
    match block.self_ty.as_ref() {
        syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default(),
        _ => String::new(),
    }
}

fn cargo(workspace: &Path, arguments: &[&str]) {
    let output = crates::cargo(workspace, arguments).unwrap();
    assert!(output.status.success(), "cargo {}:\n{}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
}
