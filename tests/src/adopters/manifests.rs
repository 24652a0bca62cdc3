//! Manifests that the user edits.

use std::fs;
use std::path::Path;

use toml::{Table, Value};

use super::client::{Client, text};
use super::{Fallible, Point, equal};

/// The TLS backends that can be offered by name.
const TLS: [&str; 4] = ["native-tls", "native-tls-vendored", "rustls", "rustls-no-provider"];

pub(super) fn manifests(folder: &Path) -> Fallible<Vec<Point>> {
    let description = folder.join("../flox/factory-api.json");
    let mut points = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path().join("wants.toml");
        if !file.exists() {
            continue;
        }
        let wants: Table = toml::from_str(&text(&file)?)?;
        let crates = wants.get("crate").and_then(Value::as_array).cloned().unwrap_or_default();
        let package = wants.get("package").cloned().into_iter();
        for package in package.chain(crates.into_iter().filter(|own| own.get("like").is_none())) {
            let package = package_of(&package);
            let tls = tls_of(&wants);
            let whole = Table::from_iter([("package".to_owned(), Value::Table(package.clone()))]);
            let config = format!("{}{}", tls_line(&tls), toml::to_string(&whole)?);
            let client = Client::generate(&description, &config, &[])?;
            points.extend(points_of(&client, &package, &tls)?);
        }
    }
    Ok(points)
}

/// Returns the expected `[package]` table.
fn package_of(wants: &Value) -> Table {
    let said = ["inherited_from_the_workspace", "features", "dependencies_by_workspace", "dependencies_by_version"];
    let own = wants.as_table().into_iter().flatten();
    let own = own.filter(|(key, _)| !said.contains(&key.as_str()) && *key != "kept_by_hand" && *key != "name");
    let inherited = wants.get(said[0]).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    // Lints are in a separate table.
    let inherited = inherited.filter(|key| *key != "lints").map(|key| {
        let workspace = Table::from_iter([("workspace".to_owned(), Value::Boolean(true))]);
        (key.to_owned(), Value::Table(workspace))
    });
    own.map(|(key, value)| (key.clone(), value.clone())).chain(inherited).collect()
}

/// Returns the TLS backends that are offered, the default first.
fn tls_of(wants: &Table) -> Vec<String> {
    let tls = wants.get("tls").and_then(Value::as_table).cloned().unwrap_or_default();
    let choices = tls.get("choices").and_then(Value::as_array).cloned().unwrap_or_default();
    let named = |value: &Value| value.as_str().map(|name| name.trim_end_matches("-tls").to_owned());
    let name =
        |short: String| TLS.iter().find(|tls| tls.trim_end_matches("-tls") == short).map(|tls| (*tls).to_owned());
    let mut choices: Vec<String> = choices.iter().filter_map(named).filter_map(name).collect();
    let default = tls.get("default").and_then(named).and_then(name);
    choices.sort_by_key(|choice| Some(choice) != default.as_ref());
    choices
}

fn tls_line(tls: &[String]) -> String {
    if tls.is_empty() { String::new() } else { format!("tls = {}\n", super::client::list(tls)) }
}

fn points_of(client: &Client, package: &Table, tls: &[String]) -> Fallible<Vec<Point>> {
    let manifest = client.files.iter().find(|(path, _)| path == "Cargo.toml").map(|(_, text)| text.as_str());
    let manifest: Table = toml::from_str(manifest.ok_or("missing manifest")?)?;
    let missing: Vec<&String> = package
        .iter()
        .filter(|(key, value)| manifest["package"].get(key.as_str()) != Some(value))
        .map(|(key, _)| key)
        .collect();
    let lacking: Vec<&String> = tls.iter().filter(|tls| manifest["features"].get(tls.as_str()).is_none()).collect();
    let default = manifest["features"]["default"].as_array().cloned().unwrap_or_default();
    let is_default = tls.first().is_none_or(|first| default.iter().any(|on| on.as_str() == Some(first)));
    Ok(vec![
        Point { what: "the keys of [package]", result: equal(&missing, &Vec::new()) },
        Point { what: "a feature for each way to speak https", result: equal(&lacking, &Vec::new()) },
        Point { what: "the first of them is on by default", result: equal(&is_default, &true) },
    ])
}
