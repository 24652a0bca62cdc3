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
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside the file");
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
