//! Checks of the repository: the length of files, and content that does not belong in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bindery_tests::repository::path;

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn links_of_the_readme_are_defined() {
    let readme = fs::read_to_string(path("README.md")).unwrap();
    let names = readme.split("][").skip(1).filter_map(|rest| rest.split_once(']'));
    let missing: Vec<&str> =
        names.map(|(name, _)| name).filter(|name| !readme.contains(&format!("\n[{name}]: generator/"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn files_are_short() {
    for folder in ["generator", "templates", "tests"] {
        for file in rust_files(&path(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            let lines = text.split("#[cfg(test)]\nmod tests").next().unwrap().lines().count();
            assert!(lines <= 600, "{} has {lines} lines", file.display());
        }
    }
}

/// A client names its interface with the runtime crate by a number, so a change of the interface needs another number: a
/// change of the snapshot of a number that is published is wrong.
#[test]
fn the_interface_of_generated_code_has_a_number() {
    let folder = path("templates/src");
    let generated = fs::read_to_string(folder.join("generated/mod.rs")).unwrap();
    let items = generated.lines().filter_map(|line| line.trim().strip_prefix("pub use "));
    let mut macros = Vec::new();
    for file in rust_files(&folder) {
        let text = fs::read_to_string(file).unwrap();
        let exported = text.split("#[macro_export]").skip(1);
        let named =
            exported.filter_map(|rest| Some(rest.split_once("macro_rules! ")?.1.split_once([' ', ';'])?.0.to_owned()));
        macros.extend(named.filter(|name| !name.starts_with('$')));
        let by_feature = text.lines().filter_map(|line| line.trim().split_once(" if ")?.0.strip_prefix("with_"));
        macros.extend(by_feature.map(|name| format!("with_{name}")));
    }
    macros.sort();
    let number = fs::read_to_string(folder.join("generated/generated_for.rs")).unwrap();
    let number = number.split_once("macro_rules! generated_for {").unwrap().1;
    let number = number.trim_start().trim_start_matches('(').split_once(')').unwrap().0;
    let interface = format!("{}\n\n{}", items.collect::<Vec<_>>().join("\n"), macros.join("\n"));
    insta::assert_snapshot!(format!("interface-{number}"), interface);
}

#[test]
fn each_diagnostic_has_a_fixture() {
    let codes = bindery::internal::diagnostic::Code::ALL.iter().map(|code| code.as_str());
    let elsewhere = |code: &&str| {
        [
            "source-",
            "output-",
            "content-missing",
            "no-description-found",
            "description-ambiguous",
            "configuration-",
            "override-",
            "program-",
            "traffic-",
        ]
        .iter()
        .any(|start| code.starts_with(start))
    };
    for code in codes.filter(|code| !elsewhere(code)) {
        assert!(path("fixtures/invalid").join(code).is_dir(), "{code} has no fixture");
    }
}

#[test]
fn the_folder_of_changes_holds_nothing_else() {
    let folder = path("fixtures/changed");
    let mut names = names_in(&folder);
    let bases = names_in(&folder.join("base"));
    let programs: Vec<String> = (1..=16).map(|number| format!("C{number:02}.rs")).collect();
    assert_eq!(names_in(&folder.join("service")), programs);
    names.retain(|name| !["base", "service"].contains(&name.as_str()));
    assert!(names.iter().all(|name| name.ends_with(".yaml")), "{names:?}");
    let cases: Vec<String> = names.iter().map(|name| fs::read_to_string(folder.join(name)).unwrap()).collect();
    assert!(cases.len() >= 40, "{} cases are few", cases.len());
    for base in bases.iter().filter(|base| *base != "read.yaml") {
        let line = format!("\nbase: {}\n", base.strip_suffix(".yaml").unwrap());
        assert!(cases.iter().any(|case| case.contains(&line)), "no change starts from {base}");
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn each_snapshot_belongs_to_a_fixture() {
    for entry in fs::read_dir(path("tests/tests/all/snapshots")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // The reports show changes that were written by hand, and the interface is that of the runtime crate.
        if name.starts_with("all__report__") || name.starts_with("all__repository__") {
            continue;
        }
        let name = name.strip_prefix("all__emitted__").and_then(|name| name.strip_suffix(".snap")).unwrap().to_owned();
        let fixture = match name.strip_prefix("invalid-") {
            Some(code) => format!("invalid/{code}"),
            None if name.starts_with("published-") => "service/published".to_owned(),
            None => format!("valid/{}", name.strip_prefix("ir-").unwrap_or(&name)),
        };
        assert!(path("fixtures").join(&fixture).is_dir(), "{name}.snap has no fixture: delete it");
    }
}

/// Members whose keys are names that the description chooses.
const MAPS: [&str; 17] = [
    "$defs",
    "callbacks",
    "content",
    "definitions",
    "dependentSchemas",
    "encoding",
    "links",
    "mapping",
    "parameters",
    "paths",
    "patternProperties",
    "properties",
    "requestBodies",
    "responses",
    "schemas",
    "securitySchemes",
    "variables",
];

/// Members whose values are data.
const DATA: [&str; 6] = ["const", "default", "enum", "example", "examples", "value"];

/// Collects the keywords of an object of a description and of the objects below. Names of properties, data and prose
/// are not keywords.
fn collect_keywords(value: &serde_yaml::Value, found: &mut BTreeSet<String>) {
    match value {
        serde_yaml::Value::Sequence(elements) => elements.iter().for_each(|element| collect_keywords(element, found)),
        serde_yaml::Value::Mapping(members) => {
            for (key, value) in members.iter().filter_map(|(key, value)| Some((key.as_str()?, value))) {
                found.insert(key.to_owned());
                match value.as_mapping().filter(|_| MAPS.contains(&key)) {
                    Some(named) => named.values().for_each(|value| collect_keywords(value, found)),
                    None if DATA.contains(&key) => {}
                    None => collect_keywords(value, found),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn keywords_are_not_names_and_data() {
    let mut found = BTreeSet::new();
    let text = "properties: { format: { type: string, default: { enum: 1 }, description: 'items: none' } }";
    collect_keywords(&serde_yaml::from_str(text).unwrap(), &mut found);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["default", "description", "properties", "type"]);
}

#[test]
fn each_keyword_of_the_table_is_in_its_fixture() {
    let page = fs::read_to_string(path("generator/src/read/keywords.md")).unwrap();
    let mut keywords = 0;
    // Tables whose rows end with a fixture are marked in their heading; a row without a fixture is not tested.
    for table in
        page.split("\n\n").filter(|block| block.lines().next().is_some_and(|head| head.ends_with("| Fixture |")))
    {
        for row in table.lines().skip(2) {
            let cells: Vec<&str> =
                row.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`')).collect();
            let Some(fixture) = cells.last().filter(|fixture| !fixture.is_empty()) else { continue };
            let fixture = fs::read_to_string(path("fixtures/valid").join(fixture).join("openapi.yaml"))
                .unwrap_or_else(|_| panic!("no fixture for {row}"));
            let mut present = BTreeSet::new();
            collect_keywords(&serde_yaml::from_str(&fixture).unwrap(), &mut present);
            for keyword in row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2) {
                assert!(present.contains(keyword), "{keyword} is not in the fixture of {row}");
                keywords += 1;
            }
        }
    }
    assert!(keywords > 50, "{keywords} keywords are few");
}

#[test]
fn the_jobs_of_the_guide_are_yaml() {
    let page = fs::read_to_string(path("generator/guide/src/upgrading/ci.md")).unwrap();
    let blocks: Vec<&str> = page.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    for block in &blocks {
        let read: serde_yaml::Value = serde_yaml::from_str(block).unwrap();
        assert!(read.as_mapping().is_some_and(|members| !members.is_empty()), "{block}");
    }
    assert_eq!(blocks.len(), 2);
}
