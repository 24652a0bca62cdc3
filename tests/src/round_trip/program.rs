//! A program that deserializes and serializes values with the emitted types.

use std::collections::BTreeMap;

use bindery::internal::Emission;

use super::Root;

/// Returns the files of the program's package, by path: the emitted crate with only its types, and the program instead
/// of its command line.
///
/// The program reads lines from stdin, each with the index of a root, a tab and a JSON text. It prints a line for each:
/// `ok` or `no`, a tab, and the serialized JSON or the error.
pub(super) fn files(emission: &Emission, roots: &[Root], package: &str) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> = emission
        .texts()
        .filter(|(path, _)| ["Cargo.toml", "README.md"].contains(&path.as_str()) || path.starts_with("src/"))
        .map(|(path, text)| (path.to_owned(), text))
        .collect();
    if let Some(manifest) = files.get_mut("Cargo.toml") {
        *manifest = package_of(manifest, package);
    }
    files.insert("src/main.rs".to_owned(), main(roots, &package.replace('-', "_")));
    files
}

/// Returns the manifest with another name, without the client and its dependencies, and with the features of all types.
fn package_of(manifest: &str, package: &str) -> String {
    let features = ["unreferenced-types", "full"].map(|name| format!("\"{name}\""));
    let there = |name: &&String| manifest.contains(&format!("\n{} = [", name.trim_matches('"')));
    let types = features.iter().filter(there).cloned().collect::<Vec<_>>().join(", ");
    let named = manifest.lines().map(|line| match line.split_once(" = ") {
        Some(("name", _)) => format!("name = \"{package}\"\n"),
        Some(("default", _)) => format!("default = [{types}]\n"),
        Some(("required-features", _)) => String::new(),
        _ => format!("{line}\n"),
    });
    let text: String = named.collect();
    text.replace(&format!("[[example]]\nname = \"{package}\"\n"), "")
}

fn main(roots: &[Root], library: &str) -> String {
    let types = roots.iter().map(|root| {
        let check =
            if root.is_checked { "|value| value.validate().map_err(|error| error.to_string())" } else { "|_| Ok(())" };
        format!("    |text| again::<types::{}>(text, {check}),\n", root.name)
    });
    format!(
        r#"use bindery_runtime::{{serde, serde_json}};
use {library}::types;

type Again = fn(&str) -> Result<String, String>;

const TYPES: &[Again] = &[
{}];

fn again<T: serde::de::DeserializeOwned + serde::Serialize>(
    text: &str,
    check: fn(&T) -> Result<(), String>,
) -> Result<String, String> {{
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    check(&value)?;
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
        types.collect::<String>()
    )
}
