//! Checks which stage depends on which, and that no files depend on each other, by parsing the source files.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bindery_tests::file_graph::FileGraph;
use bindery_tests::repository;

/// The modules that any stage may use.
const LEAVES: [&str; 19] = [
    "canonical_path",
    "crate_feature",
    "diagnostic",
    "digest",
    "docs",
    "http_terms",
    "ident",
    "inflection",
    "json_shape",
    "keywords",
    "locations",
    "page_strategy",
    "pattern",
    "pointer",
    "runtime_item",
    "source",
    "stack",
    "suggestion",
    "unicode",
];

/// The other modules that each stage uses.
const ALLOWED: &[(&str, &[&str])] = &[
    ("config", &[]),
    ("source", &["config"]),
    ("document", &["config"]),
    ("model", &[]),
    ("lower", &["config", "document", "model"]),
    ("pagination", &["config", "model"]),
    ("analysis", &["model"]),
    ("names", &["analysis", "config", "model"]),
    ("ir", &[]),
    ("resolve", &["analysis", "config", "ir", "model", "names"]),
    ("emit", &["ir"]),
    ("format", &["emit"]),
    ("module", &["emit", "format"]),
    ("output", &[]),
    ("changes", &["analysis", "config", "ir", "model", "names", "pipeline"]),
    ("report", &["changes"]),
    (
        "pipeline",
        &[
            "analysis",
            "config",
            "document",
            "emit",
            "format",
            "ir",
            "lower",
            "model",
            "module",
            "names",
            "pagination",
            "resolve",
        ],
    ),
    ("instances", &["analysis"]),
    ("misfit", &["analysis", "model"]),
    ("route", &["model"]),
    ("observe", &["analysis", "config", "document", "lower", "misfit", "model", "output", "report", "route"]),
    ("serve", &["analysis", "config", "document", "instances", "lower", "model", "resolve", "route"]),
    ("starter", &["config", "document", "model", "pagination", "pipeline"]),
    ("vendored", &["changes", "config", "emit", "ir", "names", "output", "pipeline", "resolve"]),
    ("generator", &["config", "names", "output", "pipeline"]),
    ("program", &["changes", "emit", "output", "pipeline", "vendored"]),
    (
        "cli",
        &[
            "changes",
            "config",
            "observe",
            "output",
            "pagination",
            "pipeline",
            "program",
            "report",
            "serve",
            "starter",
            "vendored",
        ],
    ),
];

fn graph(root: &str) -> FileGraph {
    FileGraph::read(&repository::path(root))
}

/// Returns the stage of a file of the generator.
fn stage(file: &Path) -> &str {
    let mut below = file.components().map(|component| component.as_os_str().to_str().unwrap());
    below.find(|folder| *folder == "src");
    below.next().unwrap().trim_end_matches(".rs")
}

#[test]
fn stages_use_allowed_modules_only() {
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    let mut unused: BTreeSet<(&str, &str)> =
        ALLOWED.iter().flat_map(|(own, others)| others.iter().map(|other| (*own, *other))).collect();
    let mut violations = Vec::new();
    for (file, others) in &graph("generator/src/lib.rs").uses {
        let own = stage(file);
        if own == "lib" {
            continue;
        }
        let allowed = allowed.get(own).copied().unwrap_or_else(|| {
            assert!(LEAVES.contains(&own), "`{own}` is in no table");
            &[]
        });
        for (other, items) in others {
            let other = stage(other);
            unused.retain(|used| *used != (own, other));
            if other != own && !LEAVES.contains(&other) && !allowed.contains(&other) {
                violations.push(format!("{} uses {items:?} of `{other}`", file.display()));
            }
        }
    }
    assert!(violations.is_empty() && unused.is_empty(), "{violations:#?}, unused: {unused:?}");
}

/// Checks that the allowed dependencies have no cycles.
#[test]
fn allowed_dependencies_have_no_cycles() {
    let mut left: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    while !left.is_empty() {
        let next = left.iter().find(|(_, uses)| uses.iter().all(|used| !left.contains_key(used)));
        let next = *next.unwrap_or_else(|| panic!("a cycle among {:?}", left.keys())).0;
        left.remove(next);
    }
}

#[test]
fn files_have_no_import_cycles() {
    for root in ["generator/src/lib.rs", "templates/src/lib.rs"] {
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
fn only_emission_makes_tokens() {
    for (file, crates) in graph("generator/src/lib.rs").crates {
        let may = matches!(stage(&file), "emit" | "format" | "module");
        // The settings of other generators are read from Rust source.
        let reads = |made: &str| made == "proc_macro2" && file.components().any(|part| part.as_os_str() == "import");
        let tokens =
            ["quote", "proc_macro2", "prettyplease"].iter().find(|made| crates.contains(**made) && !reads(made));
        assert!(may || tokens.is_none(), "{} uses {tokens:?}", file.display());
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
