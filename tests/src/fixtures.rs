//! Test values: each type of a client provides one, which must be readable, compare equal after a round trip, and
//! satisfy the type's constraints.

use std::path::Path;
use std::process::Command;

use bindery::source::{Request, SourceLocator, load};

use crate::changed::{Client, Fallible};
use crate::crates::{self, cargo, write};

/// The feature of the test values, those of the types that are not enabled by default, and that of all groups.
const FEATURES: [&str; 3] = ["fixtures", "unreferenced-types", "full"];

/// Emits the clients of descriptions, each with a name, and checks the test values of all their types.
///
/// Returns the number of values, and the problems found.
///
/// # Errors
///
/// Returns an error if a client cannot be emitted or compiled.
pub fn run(descriptions: &[(String, impl AsRef<Path>)]) -> Fallible<(usize, Vec<String>)> {
    let workspace = crates::folder("fixtures");
    let mut packages = Vec::new();
    for (name, path) in descriptions {
        let source =
            load(&Request::new(SourceLocator::File(path.as_ref().to_owned()))).map_err(|problem| problem.message)?;
        let package = format!("fixtures-{name}");
        let mut files = Client::first(&source, &package)?.files;
        let is_kept = |path: &str| {
            ["Cargo.toml", "README.md"].contains(&path) || (path.starts_with("src/") && !path.starts_with("src/cli/"))
        };
        files.retain(|(path, _)| is_kept(path));
        let names = types(&files);
        if names.is_empty() {
            continue;
        }
        let main = main(&names, &package.replace('-', "_"));
        files.retain(|(path, _)| path != "src/main.rs");
        for (_, manifest) in files.iter_mut().filter(|(path, _)| path == "Cargo.toml") {
            *manifest = types_alone(manifest);
        }
        files.push(("src/main.rs".to_owned(), main));
        write(&workspace.join(&package), files)?;
        packages.push((package, names.len()));
    }
    let members: Vec<String> = packages.iter().map(|(package, _)| package.clone()).collect();
    crates::workspace(&workspace, &members)?;
    let built = cargo(&workspace, &["build", "--workspace", "--quiet"])?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let mut wrong = Vec::new();
    for (package, count) in &packages {
        let output = Command::new(crates::program(package)?).output().map_err(|error| format!("{package}: {error}"))?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        wrong.extend(printed.lines().map(|line| format!("{package}: {line}")));
        if !output.status.success() {
            wrong.push(format!("{package}, of {count}: {}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    Ok((packages.iter().map(|(_, count)| count).sum(), wrong))
}

/// A type that has a test value.
struct FixtureType {
    name: String,
    json: String,
    is_checked: bool,
}

/// Returns the types that have a test value, from the tables of a client.
fn types(files: &[(String, String)]) -> Vec<FixtureType> {
    let tables = |folder: &'static str| files.iter().filter(move |(path, _)| path.starts_with(folder));
    let checked: Vec<&str> = tables("src/wire")
        .flat_map(|(_, text)| table_names(text, "rules!("))
        .filter(|(_, rest)| rest.contains('{'))
        .map(|(name, _)| name)
        .collect();
    let all = tables("src/fixtures").flat_map(|(_, text)| table_names(text, "bindery_runtime::fixture!("));
    let made = all.map(|(name, rest)| {
        let literal = rest.trim_start_matches(" = ").rsplit_once(" {").map_or("", |(literal, _)| literal);
        FixtureType { name: name.to_owned(), json: literal.to_owned(), is_checked: checked.contains(&name) }
    });
    made.collect()
}

/// Returns the names in the tables of a macro, with the rest of their first lines.
fn table_names<'t>(text: &'t str, called: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    text.lines().filter_map(move |line| {
        let rest = line.strip_prefix(called)?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        Some(rest.split_at(end))
    })
}

/// Returns the manifest without dependencies for sending, and with the features of the values and of all types.
fn types_alone(manifest: &str) -> String {
    let is_there = |name: &&&str| manifest.contains(&format!("\n{name} = ["));
    let features: Vec<String> = FEATURES.iter().filter(is_there).map(|name| format!("{name:?}")).collect();
    let lines = manifest.lines().filter(|line| !line.starts_with("required-features"));
    let lines = lines.map(|line| {
        if line.starts_with("default = ") {
            format!("default = [{}]\n", features.join(", "))
        } else {
            format!("{line}\n")
        }
    });
    lines.collect::<String>().replace("[[example]]\nname = \"first\"\n", "")
}

fn main(types: &[FixtureType], library: &str) -> String {
    let calls = types.iter().map(|made| {
        let (name, json) = (&made.name, &made.json);
        let checked = if made.is_checked {
            "|value| value.validate().map_err(|invalid| invalid.to_string())"
        } else {
            "|_| Ok(())"
        };
        format!("    tell({name:?}, tried::<types::{name}>({json}, {checked}));\n")
    });
    format!(
        r#"use std::fmt::Debug;

use {library}::runtime::Fixture;
use {library}::types;
use bindery_runtime::serde::{{Serialize, de::DeserializeOwned}};
use bindery_runtime::serde_json::{{self, Value}};

fn tried<T: Fixture + PartialEq + Debug + Serialize + DeserializeOwned>(
    json: &str,
    check: fn(&T) -> Result<(), String>,
) -> Result<(), String> {{
    let value = T::fixture();
    check(&value)?;
    let text = serde_json::to_string(&value).map_err(|error| error.to_string())?;
    let back: T = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    if back != value {{
        return Err(format!("{{value:?}} came back as {{back:?}}"));
    }}
    if format!("{{value:?}}").contains("Unlisted(") {{
        return Err(format!("is not listed: {{value:?}}"));
    }}
    let (given, written): (Value, Value) = (parsed(json), parsed(&text));
    if !holds(&written, &given) {{
        return Err(format!("{{given}} was written as {{written}}"));
    }}
    Ok(())
}}

/// Checks that `written` contains all of `given`; absent members may have been filled in.
fn holds(written: &Value, given: &Value) -> bool {{
    match (written, given) {{
        (Value::Object(written), Value::Object(given)) => {{
            given.iter().all(|(name, given)| written.get(name).is_some_and(|written| holds(written, given)))
        }}
        (Value::Array(written), Value::Array(given)) => {{
            written.len() == given.len() && written.iter().zip(given).all(|(written, given)| holds(written, given))
        }}
        _ => written == given,
    }}
}}

/// Numbers are equal in each notation, and null is the same as absent.
fn parsed(json: &str) -> Value {{
    fn simplified(value: &mut Value) {{
        match value {{
            Value::Number(number) => *value = number.as_f64().into(),
            Value::Array(elements) => elements.iter_mut().for_each(simplified),
            Value::Object(members) => {{
                members.retain(|_, member| !member.is_null());
                members.values_mut().for_each(simplified);
            }}
            _ => {{}}
        }}
    }}
    let mut value = serde_json::from_str(json).unwrap();
    simplified(&mut value);
    value
}}

fn tell(name: &str, result: Result<(), String>) {{
    if let Err(reason) = result {{
        println!("{{name}}: {{reason}}");
    }}
}}

fn main() {{
{}}}
"#,
        calls.collect::<String>()
    )
}
