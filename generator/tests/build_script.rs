//! The library as build scripts use it.

use std::fs;

use bindery::Generator;

const SMALL: &str = "openapi: 3.0.0\ninfo: { title: Small, version: '1' }\npaths: {}\n";

#[test]
fn only_what_changed_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let description = folder.path().join("openapi.yaml");
    fs::write(&description, SMALL).unwrap();
    let generator = Generator::new().description(&description).out_dir(folder.path());
    let first = generator.generate().unwrap();
    assert!(first.changed && first.path.ends_with("client.rs") && first.warnings.is_empty());
    let stamp = fs::metadata(&first.path).unwrap().modified().unwrap();
    assert!(!generator.generate().unwrap().changed);
    assert_eq!(fs::metadata(&first.path).unwrap().modified().unwrap(), stamp);
    fs::write(&description, SMALL.replace("Small", "Other")).unwrap();
    assert!(generator.generate().unwrap().changed);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "the description is kept beside it, and nothing else");
}

#[test]
fn what_changed_since_the_last_build_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let description = folder.path().join("openapi.yaml");
    let field =
        |ty: &str| format!("{SMALL}components: {{ schemas: {{ A: {{ properties: {{ b: {{ type: {ty} }} }} }} }} }}\n");
    let generator = Generator::new().description(&description).out_dir(folder.path());
    fs::write(&description, field("integer")).unwrap();
    assert!(generator.generate().unwrap().changes.is_none(), "there was no build before");
    assert!(generator.generate().unwrap().changes.is_none(), "nothing changed");
    fs::write(&description, field("string")).unwrap();
    let changes = generator.generate().unwrap().changes.unwrap();
    assert_eq!(changes.bump().as_str(), "major");
    let told = bindery::report::one_by_one(&changes, 5);
    assert!(told[1].starts_with("breaking: `A.b` is of type string instead of integer; convert `b`"), "{told:?}");
    assert!(generator.generate().unwrap().changes.is_none(), "it is told once");
}

#[test]
fn mistakes_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let told = Generator::new().out_dir(folder.path()).generate().unwrap_err().to_string();
    assert!(told.contains(".description("), "{told}");
    let description = folder.path().join("openapi.yaml");
    fs::write(&description, format!("{SMALL}components: {{ schemas: {{ A: {{ type: decimal }} }} }}\n")).unwrap();
    let generator = Generator::new().description(&description).out_dir(folder.path());
    assert_eq!(generator.generate().unwrap().warnings.len(), 1);
    let told = generator.strict(true).generate().unwrap_err().to_string();
    assert!(told.contains("type-unknown") && told.contains("openapi.yaml:4:"), "{told}");
    fs::remove_file(&description).unwrap();
    let told = Generator::new().description(&description).out_dir(folder.path()).generate().unwrap_err().to_string();
    assert!(told.contains("source-unreadable"), "{told}");
}
