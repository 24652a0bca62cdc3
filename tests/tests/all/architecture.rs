//! Checks which room depends on which, and that no files depend on each other, by parsing the source files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bindery_tests::file_graph::FileGraph;
use bindery_tests::repository;

/// Rooms with those that each uses.
type Rooms = &'static [(&'static str, &'static [&'static str])];

/// The rooms of the library, and the parts of the command, with those that each uses.
const ALLOWED: [(&str, Rooms); 2] = [
    (
        "generator/src/lib.rs",
        &[
            ("base", &[]),
            ("config", &["base"]),
            ("read", &["base", "config"]),
            ("api", &["base", "config", "read"]),
            ("rust", &["api", "base", "config"]),
            ("print", &["base", "rust"]),
            ("pipeline", &["api", "base", "config", "print", "read", "rust"]),
            ("generator", &["base", "config", "pipeline", "print", "read", "rust"]),
        ],
    ),
    (
        "generator/cli/src/lib.rs",
        &[
            ("changes", &[]),
            ("report", &["changes"]),
            ("output", &[]),
            ("starter", &[]),
            ("vendored", &["changes", "output"]),
            ("program", &["changes", "output", "vendored"]),
            ("observe", &["report"]),
            ("commands", &["changes", "observe", "output", "program", "report", "starter", "vendored"]),
        ],
    ),
];

/// The number of crates that the library consists of, without features.
const LIBRARY_CRATES: usize = 68;

fn graph(root: &str) -> FileGraph {
    FileGraph::read(&repository::path(root))
}

/// Returns the room of a file.
fn room(file: &Path) -> &str {
    let mut below = file.components().map(|component| component.as_os_str().to_str().unwrap());
    below.find(|folder| *folder == "src");
    below.next().unwrap().trim_end_matches(".rs")
}

#[test]
fn rooms_use_allowed_rooms_only() {
    for (root, rooms) in ALLOWED {
        let allowed: BTreeMap<&str, &[&str]> = rooms.iter().copied().collect();
        let mut unused: BTreeSet<(&str, &str)> =
            rooms.iter().flat_map(|(own, others)| others.iter().map(|other| (*own, *other))).collect();
        let mut violations = Vec::new();
        for (file, others) in &graph(root).uses {
            let own = room(file);
            if own == "lib" {
                continue;
            }
            let allowed = allowed.get(own).unwrap_or_else(|| panic!("`{own}` is in no table"));
            for (other, items) in others {
                let other = room(other);
                unused.retain(|used| *used != (own, other));
                if other != own && !allowed.contains(&other) {
                    violations.push(format!("{} uses {items:?} of `{other}`", file.display()));
                }
            }
        }
        assert!(violations.is_empty() && unused.is_empty(), "{violations:#?}, unused: {unused:?}");
    }
}

/// Checks that a table mentions each room after those that it uses, so that there are no cycles.
#[test]
fn rooms_are_in_the_order_of_their_use() {
    for (_, rooms) in ALLOWED {
        for (index, (own, others)) in rooms.iter().enumerate() {
            let before = |other: &str| rooms[..index].iter().any(|(room, _)| *room == other);
            assert!(others.iter().all(|other| before(other)), "`{own}` uses a later room");
        }
    }
}

/// Printers see the crate as data, and neither its names nor the API.
#[test]
fn printers_see_data_only() {
    let graph = graph("generator/src/lib.rs");
    for (file, others) in graph.uses.iter().filter(|(file, _)| room(file) == "print") {
        for other in others.keys().filter(|other| room(other) == "rust") {
            let part = other.to_string_lossy();
            assert!(
                ["/rust/ir/", "/rust/docs"].iter().any(|data| part.contains(data)),
                "{} uses {part}",
                file.display()
            );
        }
    }
}

#[test]
fn files_have_no_import_cycles() {
    for root in
        ["generator/src/lib.rs", "generator/cli/src/lib.rs", "generator/serve/src/lib.rs", "templates/src/lib.rs"]
    {
        let cycles = describe_cycles(&graph(root));
        assert!(cycles.is_empty(), "{cycles}");
    }
}

/// Returns the items that the files of each cycle use of each other.
fn describe_cycles(graph: &FileGraph) -> String {
    let mut cycles = String::new();
    for cycle in graph.cycles() {
        for file in &cycle {
            for (other, items) in graph.uses[*file].iter().filter(|(other, _)| cycle.contains(&other.as_path())) {
                cycles += &format!("{} uses {items:?} of {}\n", file.display(), other.display());
            }
        }
        cycles.push('\n');
    }
    cycles
}

#[test]
fn only_printing_makes_tokens() {
    for (file, crates) in graph("generator/src/lib.rs").crates {
        let tokens = ["quote", "proc_macro2", "prettyplease"].iter().find(|made| crates.contains(**made));
        assert!(room(&file) == "print" || tokens.is_none(), "{} uses {tokens:?}", file.display());
    }
}

#[test]
fn uses_are_resolved_as_the_compiler_resolves_them() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("lib.rs", "mod a; mod b; mod c; mod d; pub use b::B;");
    // A re-export does not hide the file that defines the item, and neither does a macro call.
    write(
        "a.rs",
        "use crate::B; fn f() { println!(\"{}\", crate::c::g()); let text = \"crate::d::D\"; } // crate::d::D",
    );
    write("b.rs", "use quote::quote; pub struct B; #[cfg(test)] mod tests { use crate::d::D; }");
    write(
        "c.rs",
        "use super::d; pub fn g() { d::D::new(); inner::h() } mod inner { pub fn h() { super::super::a::f() } }",
    );
    write("d.rs", "pub struct D;");
    let graph = FileGraph::read(&folder.path().join("lib.rs"));
    let used = |name: &str| -> Vec<String> {
        let others = graph.uses[&folder.path().join(name)].keys();
        others.map(|other| other.file_name().unwrap().to_str().unwrap().to_owned()).collect()
    };
    assert_eq!([used("a.rs"), used("b.rs"), used("c.rs")], [vec!["b.rs", "c.rs"], vec![], vec!["a.rs", "d.rs"]]);
    assert!(graph.crates[&folder.path().join("b.rs")].contains("quote"));
    let cycle: Vec<PathBuf> = ["a.rs", "c.rs"].iter().map(|name| folder.path().join(name)).collect();
    assert_eq!(graph.cycles(), [cycle]);
}

/// A build script compiles the library with all that it depends on.
#[test]
fn the_library_depends_on_nothing_of_the_command() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", "bindery", "--edges", "normal,build", "--prefix", "none"])
        .current_dir(repository::path(""))
        .output()
        .unwrap();
    let listed = String::from_utf8(tree.stdout).unwrap();
    let crates: BTreeSet<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    let foreign = ["cc", "clap", "tokio", "hyper", "rustls", "ureq", "jsonschema", "toml_edit", "schemars", "tempfile"];
    assert!(crates.contains("openapiv3"), "{}", String::from_utf8_lossy(&tree.stderr));
    assert!(foreign.iter().all(|name| !crates.contains(name)), "{crates:?}");
    assert!(crates.len() <= LIBRARY_CRATES, "{} crates: {crates:?}", crates.len());
}

/// Each public item for other packages is used by one.
#[test]
fn what_is_internal_is_used_elsewhere() {
    let library = fs::read_to_string(repository::path("generator/src/lib.rs")).unwrap();
    let (_, internal) = library.split_once("pub mod internal {").unwrap();
    let words = internal.split(|c: char| !c.is_alphanumeric() && c != '_');
    let skipped = ["pub", "use", "mod", "crate", "api", "base", "print", "read", "rust", "pipeline", ""];
    let names: BTreeSet<&str> = words.filter(|word| !skipped.contains(word)).collect();
    let folders = ["generator/cli", "generator/serve", "generator/tests", "generator/benches", "tests"];
    let texts = folders.map(|folder| {
        let files = walkdir::WalkDir::new(repository::path(folder)).into_iter().map(|entry| entry.unwrap());
        let files = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "rs"));
        files.map(|file| fs::read_to_string(file.path()).unwrap()).collect::<String>()
    });
    let unused: Vec<&&str> =
        names.iter().filter(|name| texts.iter().all(|text| !names_of(text).any(|used| used == **name))).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// Returns the names behind `internal::` in a text.
fn names_of(text: &str) -> impl Iterator<Item = &str> {
    text.split("internal::").skip(1).filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next())
}
