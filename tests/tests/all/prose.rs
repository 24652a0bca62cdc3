//! The wording of the source code: doc comments start with what an item does, and names say what they are for.

use std::fs;
use std::path::{Path, PathBuf};

use bindery_tests::repository;

const FOLDERS: [&str; 11] = [
    "generator/src",
    "generator/cli/src",
    "generator/cli/tests",
    "generator/serve/src",
    "generator/tests",
    "generator/benches",
    "templates/src",
    "tests/src",
    "tests/tests",
    "tests/fuzz/src",
    "tests/build-script",
];

const OPENINGS: [&str; 10] =
    ["What", "Whether", "How", "Those", "Who", "Where", "Never so", "So many", "So few", "Over how"];

const PARTICIPLES: [&str; 30] = [
    "told", "said", "given", "kept", "found", "made", "called", "named", "shown", "asked", "held", "meant", "taken",
    "left", "seen", "known", "wanted", "refused", "chosen", "listed", "written", "put", "spread", "moved", "gone",
    "lost", "used", "met", "sent", "sealed",
];

const LIMITS: [&str; 9] = ["LONGEST", "MOST", "DEEPEST", "FEWEST", "MANY", "WIDEST", "NEAREST", "TOLD", "LARGEST"];

/// Returns the rule that a line breaks.
fn broken_rule(line: &str) -> Option<String> {
    let line = line.trim_start();
    if let Some(text) = line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! ")) {
        let opening = OPENINGS.iter().find(|opening| begins_with_word(text, opening))?;
        return Some(format!("start with what the item does instead of `{opening}`"));
    }
    if line.starts_with("true =>") || line.starts_with("false =>") {
        return Some("use `if` and `else` instead of a match on a boolean".to_owned());
    }
    if let Some((_, name)) = line.split_once("fn ") {
        let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        if name == "of" {
            return Some("replace `of` by `new`, `parse`, `from_x` or a verb".to_owned());
        }
        if PARTICIPLES.contains(&name) {
            return Some(format!("`fn {name}`: use a verb phrase or a noun"));
        }
    }
    let constant = line.split_once("const ").map(|(_, name)| name)?;
    let word = constant.split(|c: char| !c.is_ascii_uppercase()).next()?;
    LIMITS.contains(&word).then(|| format!("`{word}`: say what is limited, such as `MAX_NAME_LEN`"))
}

fn begins_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

fn rust_files(root: &Path) -> Vec<PathBuf> {
    let folders = FOLDERS.iter().flat_map(|folder| walkdir::WalkDir::new(root.join(folder)));
    let paths = folders.map(|entry| entry.unwrap().into_path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

#[test]
fn source_code_follows_the_rules_of_wording() {
    let root = repository::path("");
    let mut problems = Vec::new();
    for path in rust_files(&root) {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        for (index, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            problems.extend(broken_rule(line).map(|rule| format!("{name}:{}: {rule}", index + 1)));
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn rules_find_what_they_are_for() {
    for line in [
        "/// Whether it is so.",
        concat!("    pub ", "fn", " told(x: u8) {"),
        concat!("fn", " of<T>(x: T)"),
        concat!("const", " MOST_X: usize = 1;"),
        "true => 1,",
    ] {
        assert!(broken_rule(line).is_some(), "{line}");
    }
    for line in [
        "/// Returns `true` if it is so.",
        "fn offer(x: u8)",
        "const MAX_X: usize = 1;",
        "/// Howard's rule.",
        "x.of(y)",
    ] {
        assert!(broken_rule(line).is_none(), "{line}");
    }
}
