//! A program that reads and writes values with the emitted types.

use std::collections::BTreeMap;

use bindery::Emission;

use super::Root;

/// The support code that types and their wire mapping use.
const SUPPORT: [&str; 15] = [
    "base64", "code", "date", "decimal", "member", "object", "patch", "quoted", "secret", "set", "tagged", "text",
    "untagged", "wrapper", "mod",
];

/// The files of the program's package, by path.
///
/// It takes lines of standard input, each an index of a root, a tab and a JSON text, and answers each with a line: `ok` or
/// `no`, a tab, and the JSON text that was written or what is wrong.
pub(super) fn files(emission: &Emission, roots: &[Root], package: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut manifest = String::new();
    for (path, text) in emission.texts() {
        let support = path.strip_prefix("src/runtime/").and_then(|file| file.strip_suffix(".rs"));
        match support {
            Some("mod") => drop(files.insert(path.to_owned(), kept(&text))),
            Some(name) if SUPPORT.contains(&name) => drop(files.insert(path.to_owned(), text)),
            Some(_) => {}
            None if path.starts_with("src/types/") || path.starts_with("src/wire/") => {
                files.insert(path.to_owned(), text);
            }
            None if path == "Cargo.toml" => manifest = text,
            None => {}
        }
    }
    files.insert("Cargo.toml".to_owned(), package_of(&manifest, package));
    files.insert("src/main.rs".to_owned(), main(roots));
    files
}

/// The statements of the support code's root that name what is kept.
fn kept(text: &str) -> String {
    let statements = text.split_inclusive(';').filter(|statement| {
        let words: Vec<&str> = statement.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let after = |word: &str| words.iter().position(|other| *other == word).and_then(|at| words.get(at + 1));
        let module = after("mod").or_else(|| after("self").filter(|module| !module.is_empty()));
        let module = module.copied().unwrap_or_else(|| {
            // `self::object` leaves an empty word between.
            words.iter().position(|word| *word == "self").and_then(|at| words.get(at + 2)).copied().unwrap_or_default()
        });
        SUPPORT.contains(&module)
    });
    statements.collect()
}

/// The dependencies of the crate without those of the client.
fn package_of(manifest: &str, package: &str) -> String {
    let wanted = ["base64", "chrono", "jiff", "serde", "serde_json", "time", "uuid"];
    let dependencies = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let dependencies = dependencies.take_while(|line| !line.starts_with('['));
    let dependencies = dependencies.filter(|line| wanted.iter().any(|name| line.starts_with(&format!("{name} ="))));
    let dependencies: Vec<&str> = dependencies.collect();
    format!(
        "[package]\nname = \"{package}\"\nversion = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n[dependencies]\n{}\n",
        dependencies.join("\n")
    )
}

fn main(roots: &[Root]) -> String {
    let types: Vec<String> = roots.iter().map(|root| format!("    again::<types::{}>,\n", root.name)).collect();
    format!(
        r#"#![allow(dead_code, unused_imports)]
mod runtime;
mod types;
mod wire;

type Again = fn(&str) -> Result<String, String>;

const TYPES: &[Again] = &[
{}];

fn again<T: serde::de::DeserializeOwned + serde::Serialize>(text: &str) -> Result<String, String> {{
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    serde_json::to_string(&value).map_err(|error| error.to_string())
}}

fn main() {{
    for line in std::io::stdin().lines().map_while(Result::ok) {{
        let (index, text) = line.split_once('\t').unwrap();
        match TYPES[index.parse::<usize>().unwrap()](text) {{
            Ok(text) => println!("ok\t{{text}}"),
            Err(error) => println!("no\t{{}}", error.replace(['\n', '\t'], " ")),
        }}
    }}
}}
"#,
        types.concat()
    )
}
