//! Derives: JSON schemas of all types, and enums that are program arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bindery::diagnostic::Code;
use serde_json::Value;

use super::client::{Client, list, text, texts, wants};
use super::own_types::{self, types};
use super::stubs::{manifest, stubs};
use super::{Fallible, Point, equal};
use crate::crates;

/// Returns the lines that configure a client's derives, without types that the user's own types replace or that only
/// those use.
pub(super) fn configuration(client: &Value) -> String {
    let all = texts(&client["derive_all"]);
    let all = if all.is_empty() { String::new() } else { format!("\"*\" = {}\n", list(&all)) };
    let behind = texts(&client["expected"]["schemas_only_reached_through_replaced_ones"]);
    let some = client["derive"]
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| !behind.contains(name) && client["replace"].get(*name).is_none());
    let some: String = some.map(|(name, derives)| format!("{name} = {}\n", list(&texts(derives)))).collect();
    format!("\n[derives]\n{all}{some}")
}

/// Checks that each client has the arguments that its user expects, and runs a program with the largest client.
pub(super) fn monitor_reef(folder: &Path) -> Fallible<Vec<Point>> {
    let wants = wants(folder)?;
    let mut points = Vec::new();
    for client in wants["clients"].as_array().into_iter().flatten() {
        let stem = client["document"].as_str().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
        let stem = stem.trim_end_matches(".json");
        let Some((description, correction)) = sources(folder, stem) else { continue };
        let replaced = types(client);
        let corrections = if correction.is_some() { "corrections = [\"correction.json\"]\n" } else { "" };
        let config = own_types::configuration(&replaced, &["PartialEq"], "");
        let config = format!("{corrections}{config}{}", configuration(client));
        let beside: Vec<(&str, String)> = correction.into_iter().map(|text| ("correction.json", text)).collect();
        let made = Client::generate(&description, &config, &beside)?;
        let arguments = arguments(&made);
        let expected: BTreeMap<String, Vec<String>> = expected_arguments(client, &made);
        points.push(Point {
            what: "enumerations have the values that the description lists as arguments",
            result: equal(&arguments, &expected),
        });
        points.push(Point {
            what: "names that are not in the description are reported, and no others",
            result: equal(&idle(&made), &texts(&client["expected"]["derive_names_not_in_the_document"])),
        });
        if stem == "cloudapi-api" {
            let result = run(&made, &replaced, &expected);
            points.push(Point { what: "a program takes them, and the schemas accept the values of all types", result });
        }
    }
    Ok(points)
}

/// Returns the description with this name, and its correction.
fn sources(folder: &Path, stem: &str) -> Option<(PathBuf, Option<String>)> {
    let folders = ["patched", "generated"].map(|kind| folder.join(kind));
    let all =
        folders.iter().flat_map(|folder| ["json", "json.gz"].map(|ending| folder.join(format!("{stem}.{ending}"))));
    let description = all.into_iter().find(|path| path.exists())?;
    let correction = folder.join("corrections").join(format!("{}.json", stem.trim_end_matches("-api")));
    Some((description, text(&correction).ok()))
}

/// Returns the types with their argument values.
fn arguments(client: &Client) -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let files = client.files.iter().filter(|(path, _)| path.starts_with("src/derives"));
    for table in files.flat_map(|(_, text)| text.split("value_enum!(").skip(1)) {
        let (name, rows) = table.split_once(" {").unwrap_or_default();
        let rows = rows.lines().skip(1).take_while(|line| line.starts_with("    "));
        let values = rows.filter_map(|row| row.split('"').nth(1).map(str::to_owned));
        all.insert(name.to_owned(), values.collect());
    }
    all
}

/// Returns the arguments that the user expects, limited to names in the description.
fn expected_arguments(client: &Value, made: &Client) -> BTreeMap<String, Vec<String>> {
    let all = client["derive"].as_object().into_iter().flatten().map(|(name, _)| name);
    let named = all.filter_map(|name| {
        let emitted = made.names.get(&format!("/components/schemas/{name}"))?;
        Some((emitted.clone(), texts(&client["expected"]["enum_values"][name])))
    });
    named.collect()
}

/// Returns the names of derives that have no effect.
fn idle(client: &Client) -> Vec<String> {
    let unused = client.diagnostics.iter().filter(|diagnostic| diagnostic.code == Code::OverrideUnused);
    unused.filter_map(|diagnostic| diagnostic.message.split('`').nth(1).map(str::to_owned)).collect()
}

/// Checks that a type can be a map key, and that each remaining type has a JSON schema.
pub(super) fn of_sled_agent(client: &Client) -> Vec<Point> {
    let declared = |text: &str, name: &str| {
        let at = text.find(&format!("pub struct {name} "))?;
        text[..at].rsplit_once("#[derive(").map(|(_, derives)| derives.to_owned())
    };
    let types = || client.files.iter().filter(|(path, _)| path.starts_with("src/types"));
    let derives = |name: &str| types().find_map(|(_, text)| declared(text, name)).unwrap_or_default();
    let has = |name: &str, all: &str| equal(&derives(name).contains(all), &true);
    let left: BTreeSet<String> = types().flat_map(|(_, text)| names(text, &["pub struct ", "pub enum "])).collect();
    let tables = client.files.iter().filter(|(path, _)| path.starts_with("src/derives"));
    let described: BTreeSet<String> = tables.flat_map(|(_, text)| names(text, &["json_schema!("])).collect();
    vec![
        Point {
            what: "`VirtualNetworkInterfaceHost` is a key",
            result: has("VirtualNetworkInterfaceHost", "Eq, Hash)"),
        },
        Point { what: "all types that are left have a schema", result: equal(&described, &left) },
    ]
}

/// Returns the names on lines that begin with one of the prefixes.
fn names(text: &str, begins: &[&str]) -> Vec<String> {
    let rests = text.lines().filter_map(|line| begins.iter().find_map(|begin| line.strip_prefix(begin)));
    let names = rests.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric()).collect());
    // Some names are behind a feature.
    names.filter(|name: &String| !name.is_empty()).collect()
}

/// Runs a program that parses the enums as arguments and validates the values of all types against their schemas.
fn run(
    client: &Client,
    replaced: &BTreeMap<String, String>,
    arguments: &BTreeMap<String, Vec<String>>,
) -> Result<(), String> {
    let workspace = crates::folder("adopters").join("monitor-reef");
    for (stub, text) in stubs(replaced.values().map(String::as_str), &["PartialEq"]) {
        let files = [("Cargo.toml".to_owned(), manifest(&stub)), ("src/lib.rs".to_owned(), text)];
        crates::write(&workspace.join("stubs").join(&stub), files)?;
    }
    let fixtures = client.files.iter().filter(|(path, _)| path.starts_with("src/fixtures"));
    let described: Vec<String> = fixtures.flat_map(|(_, text)| names(text, &["runtime::fixture!("])).collect();
    crates::replace(&workspace.join("client"), client.files.clone())?;
    let dependencies = "adopted-client = { path = \"../client\", default-features = false, features = [\"clap\", \"fixtures\", \"schemars\", \"unreferenced-types\"] }\n\
                        clap = { version = \"4.5\", features = [\"derive\"] }\njsonschema = { version = \"0.33\", default-features = false }\n\
                        schemars = \"1\"\n";
    let files = [
        ("Cargo.toml".to_owned(), format!("{}{dependencies}", manifest("program"))),
        ("src/main.rs".to_owned(), program(&described, arguments)),
    ];
    crates::write(&workspace.join("program"), files)?;
    crates::workspace(&workspace, &["client".to_owned(), "program".to_owned()])?;
    let ran = crates::cargo(&workspace, &["run", "--quiet", "--package", "program"])?;
    if ran.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&ran.stderr).into_owned()) }
}

fn program(described: &[String], arguments: &BTreeMap<String, Vec<String>>) -> String {
    let described: String = described.iter().map(|name| format!("    accepts::<{name}>();\n")).collect();
    let arguments = arguments.iter().map(|(name, values)| format!("    takes::<{name}>(&{values:?});\n"));
    let arguments: String = arguments.collect();
    format!(
        r#"use adopted_client::runtime::Fixture;
use adopted_client::types::*;
use clap::{{Arg, Command, ValueEnum, value_parser}};

fn main() {{
{described}{arguments}}}

/// Checks that the schema of a type accepts its value.
fn accepts<T: Fixture + serde::Serialize + schemars::JsonSchema>() {{
    let schema = schemars::schema_for!(T);
    let written = serde_json::to_value(T::fixture()).unwrap();
    let validator = jsonschema::options().build(schema.as_value()).unwrap();
    if let Err(problem) = validator.validate(&written) {{
        panic!("{{problem}}: {{written}} {{}}", schema.as_value());
    }}
}}

/// Checks that exactly these values are accepted as arguments and listed.
fn takes<T: ValueEnum + std::fmt::Display + Clone + Send + Sync + 'static>(values: &[&str]) {{
    let command = || Command::new("program").arg(Arg::new("x").long("x").value_parser(value_parser!(T)));
    for value in values {{
        let matches = command().try_get_matches_from(["program", "--x", value]).unwrap();
        assert_eq!(matches.get_one::<T>("x").unwrap().to_string(), *value);
    }}
    let refused = command().try_get_matches_from(["program", "--x", "no such value"]).unwrap_err().to_string();
    assert!(refused.contains(&format!("[possible values: {{}}]", values.join(", "))), "{{refused}}");
    let help = command().render_long_help().to_string();
    assert!(values.iter().all(|value| help.contains(value)), "{{help}}");
}}
"#
    )
}
