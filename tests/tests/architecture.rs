//! Checks which stage depends on which, by parsing the source files.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{Visit, visit_item_mod, visit_path};
use syn::{Item, ItemMod, ItemUse, UseTree};

/// The modules that any stage may use.
const LEAVES: [&str; 9] =
    ["canonical_path", "diagnostic", "digest", "ident", "pointer", "source", "stack", "suggestion", "unicode"];

/// The other modules that each stage may use.
const ALLOWED: &[(&str, &[&str])] = &[
    ("diagnostic", &[]),
    ("digest", &[]),
    ("ident", &[]),
    ("suggestion", &[]),
    ("pointer", &[]),
    ("canonical_path", &[]),
    ("unicode", &[]),
    ("source", &[]),
    ("stack", &[]),
    ("config", &[]),
    ("document", &["config"]),
    // Every item of the model knows its location in the document.
    ("model", &["document"]),
    ("lower", &["document", "model", "config"]),
    ("analysis", &["model"]),
    // Converts text of a description to Markdown without active content.
    ("docs", &["model"]),
    ("names", &["model", "analysis", "config"]),
    // Plain data, with the terms that mean the same in a description and in Rust.
    ("ir", &["model", "config"]),
    ("resolve", &["model", "analysis", "names", "docs", "config", "ir"]),
    // Printers make no decisions: they print the intermediate representation.
    ("emit", &["ir", "model", "config", "docs"]),
    ("format", &["emit"]),
    ("module", &["emit", "format"]),
    ("output", &[]),
    ("changes", &["analysis", "config", "document", "ir", "model", "names"]),
    ("report", &["changes"]),
    (
        "pipeline",
        &[
            "analysis", "changes", "config", "document", "emit", "format", "ir", "lower", "model", "module", "names",
            "resolve",
        ],
    ),
    ("starter", &["config", "document", "lower", "model", "pipeline"]),
    ("vendored", &["changes", "config", "emit", "ir", "model", "names", "output", "pipeline", "resolve"]),
    ("generator", &["changes", "config", "emit", "module", "output", "pipeline", "report", "resolve"]),
    ("cli", &["changes", "config", "names", "output", "pipeline", "report", "starter", "vendored"]),
];

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../generator/src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.unwrap().into_path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The first segments of the paths in a file: those after `crate`, and those of other crates.
#[derive(Default)]
struct Used {
    stages: BTreeSet<String>,
    crates: BTreeSet<String>,
}

impl Used {
    fn by(file: &Path) -> Self {
        let mut used = Self::default();
        used.visit_file(&syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap());
        used
    }

    fn tree(&mut self, tree: &UseTree, is_own: bool) {
        match tree {
            UseTree::Path(path) if path.ident == "crate" => self.tree(&path.tree, true),
            UseTree::Path(path) => self.note(path.ident.to_string(), is_own),
            UseTree::Name(name) => self.note(name.ident.to_string(), is_own),
            UseTree::Rename(rename) => self.note(rename.ident.to_string(), is_own),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, is_own)),
            UseTree::Glob(_) => {}
        }
    }

    fn note(&mut self, name: String, is_own: bool) {
        if is_own {
            self.stages.insert(name)
        } else {
            self.crates.insert(name)
        };
    }
}

impl Visit<'_> for Used {
    fn visit_item_mod(&mut self, module: &ItemMod) {
        // Tests may use any module.
        let is_test = module.attrs.iter().any(|attribute| {
            attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
        });
        if !is_test {
            visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        self.tree(&item.tree, false);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let mut segments = path.segments.iter();
        if segments.next().is_some_and(|segment| segment.ident == "crate")
            && let Some(stage) = segments.next()
        {
            self.stages.insert(stage.ident.to_string());
        }
        visit_path(self, path);
    }
}

/// Returns the files of each stage.
fn stages() -> BTreeMap<String, Vec<PathBuf>> {
    let folder = sources();
    let mut stages: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in rust_files(&folder) {
        let path = file.strip_prefix(&folder).unwrap();
        let first = path.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if file.file_stem().is_none_or(|name| name != "tests") {
            stages.entry(first).or_default().push(file);
        }
    }
    ["bin", "lib", "main"].iter().for_each(|root| drop(stages.remove(*root)));
    stages
}

#[test]
fn stages_use_allowed_modules_only() {
    let stages = stages();
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    let mut violations = Vec::new();
    for (stage, files) in &stages {
        let allowed = allowed.get(stage.as_str()).unwrap_or_else(|| panic!("{stage} stands in no table"));
        for file in files {
            for used in Used::by(file).stages.iter().filter(|used| stages.contains_key(*used) && *used != stage) {
                if !LEAVES.contains(&used.as_str()) && !allowed.contains(&used.as_str()) {
                    violations.push(format!("{} uses {used}", file.display()));
                }
            }
        }
    }
    assert!(violations.is_empty(), "{violations:#?}");
}

/// Checks that the allowed dependencies have no cycles. Diagnostics show the text of their source, so these two leaves
/// depend on each other.
#[test]
fn allowed_dependencies_have_no_cycles() {
    let mut left: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    while !left.is_empty() {
        let next = left.iter().find(|(_, uses)| uses.iter().all(|used| !left.contains_key(used)));
        let next = *next.unwrap_or_else(|| panic!("a circle among {:?}", left.keys())).0;
        left.remove(next);
    }
}

#[test]
fn only_emission_makes_tokens() {
    for (stage, files) in stages() {
        let may = matches!(stage.as_str(), "emit" | "format" | "module");
        for file in files {
            let used = Used::by(&file).crates;
            let tokens = ["quote", "proc_macro2", "prettyplease"].iter().find(|made| used.contains(**made));
            assert!(may || tokens.is_none(), "{} uses {tokens:?}", file.display());
        }
    }
}

#[test]
fn uses_are_read_as_the_compiler_reads_them() {
    let file: syn::File = syn::parse_str(
        "use crate::{a::X, b}; use quote::quote; fn f() { crate::c::g(); let text = \"crate::d\"; } // crate::e\n\
         #[cfg(test)] mod tests { use crate::h; }",
    )
    .unwrap();
    assert!(file.items.iter().any(|item| matches!(item, Item::Use(_))));
    let mut used = Used::default();
    used.visit_file(&file);
    assert_eq!(used.stages.into_iter().collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(used.crates.into_iter().collect::<Vec<_>>(), ["quote"]);
}
