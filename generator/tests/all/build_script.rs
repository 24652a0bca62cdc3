//! Tests the library as used in build scripts.

use std::fs;

use bindery::Generator;

const SMALL: &str = "openapi: 3.0.0\ninfo: { title: Small, version: '1' }\npaths: {}\n";

#[test]
fn unchanged_files_are_not_written() {
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
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is written");
}

#[test]
fn errors_suggest_a_fix() {
    let folder = tempfile::tempdir().unwrap();
    let message = Generator::new().out_dir(folder.path()).generate().unwrap_err().to_string();
    assert!(message.contains(".description("), "{message}");
    let description = folder.path().join("openapi.yaml");
    fs::write(&description, format!("{SMALL}components: {{ schemas: {{ A: {{ type: decimal }} }} }}\n")).unwrap();
    let generator = Generator::new().description(&description).out_dir(folder.path());
    assert_eq!(generator.generate().unwrap().warnings.len(), 1);
    let error = generator.strict(true).generate().unwrap_err();
    let message = error.to_string();
    // What a build script prints that returns the error.
    assert!(format!("{error:?}") == message && message.lines().count() > 2, "{error:?}");
    assert!(message.contains("type-unknown") && message.contains("openapi.yaml:4:"), "{message}");
    fs::remove_file(&description).unwrap();
    let message = Generator::new().description(&description).out_dir(folder.path()).generate().unwrap_err().to_string();
    assert!(message.contains("source-unreadable"), "{message}");
}

#[test]
fn a_configuration_may_be_a_text() {
    let folder = tempfile::tempdir().unwrap();
    let description = folder.path().join("openapi.yaml");
    let operation = "{ get: { tags: [TAG], responses: { '200': { description: Good., content: { application/json: { schema: { $ref: '#/components/schemas/TAG' } } } } } } }";
    let paths = ["A", "B"].map(|tag| format!("  /{tag}: {}\n", operation.replace("TAG", tag))).concat();
    let schemas = "components: { schemas: { A: { properties: { x: { type: integer } } }, B: { properties: { y: { type: integer } } } } }\n";
    fs::write(&description, SMALL.replace("paths: {}\n", &format!("paths:\n{paths}{schemas}"))).unwrap();
    let generator =
        |config: &str| Generator::new().description(&description).out_dir(folder.path()).config_text(config);
    let config = "only.tags = [\"A\"]\nderives.A = [\"Eq\", \"Hash\"]\n";
    let text = fs::read_to_string(generator(config).generate().unwrap().path).unwrap();
    assert!(text.contains("pub struct A ") && !text.contains("pub struct B ") && text.contains("Hash"));
    let message = generator("only.tags = 1").generate().unwrap_err().to_string();
    assert!(message.contains("--> config_text:1:13"), "{message}");
    let faulty = "strict = true\n[names]\nNobody = \"Someone\"\n";
    assert!(generator(faulty).generate().is_err());
    assert_eq!(generator(faulty).strict(false).generate().unwrap().warnings.len(), 1, "the build script decides");
    let message = generator(config).config("bindery.toml").generate().unwrap_err().to_string();
    assert!(message.contains("either `.config(..)` or `.config_text(..)`"), "{message}");
}
