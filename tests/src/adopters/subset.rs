//! A part of a description.

use std::collections::BTreeSet;
use std::path::Path;

use bindery::diagnostic::Code;

use super::client::{Client, list, texts, wants};
use super::{Fallible, Point, equal, own_types};

pub(super) fn immichctl(folder: &Path) -> Fallible<Vec<Point>> {
    let wants = wants(folder)?;
    let config = format!("[only]\noperations = {}\n", list(&texts(&wants["only"]["operations"])));
    let description = folder.join("../../descriptions/immich.json.gz");
    let client = Client::generate(&description, &config, &[])?;
    let schemas: BTreeSet<String> = texts(&wants["expected"]["schemas"]).into_iter().collect();
    Ok(vec![
        Point { what: "15 operations", result: equal(&client.operations, &number(&wants, "operations_kept")) },
        Point { what: "31 schemas and no other", result: equal(&client.schemas, &schemas) },
    ])
}

pub(super) fn waldur(folder: &Path) -> Fallible<Vec<Point>> {
    let wants = wants(folder)?;
    let config = format!("[only]\ntags = {}\n", list(&texts(&wants["only"]["tags"])));
    let client = Client::generate(&folder.join("waldur-openapi-schema-8.0.5.yaml.gz"), &config, &[])?;
    let unknown = texts(&wants["expected"]["tags_not_in_this_version"]);
    let is_reported =
        |tag: &String| client.diagnostics.iter().any(|diagnostic| is_idle(diagnostic.code, &diagnostic.message, tag));
    let silent: Vec<&String> = unknown.iter().filter(|tag| !is_reported(tag)).collect();
    Ok(vec![
        Point { what: "365 operations", result: equal(&client.operations, &number(&wants, "operations_kept")) },
        Point { what: "317 schemas", result: equal(&client.schemas.len(), &number(&wants, "schemas_reached")) },
        Point { what: "8 unknown tags are reported", result: equal(&silent, &Vec::new()) },
    ])
}

pub(super) fn flox(folder: &Path) -> Fallible<Vec<Point>> {
    let wants = wants(folder)?;
    let mut points = Vec::new();
    for client in wants["clients"].as_array().into_iter().flatten() {
        let (only, skip) = (texts(&client["only"]["paths"]), texts(&client["skip"]["paths"]));
        let except: Vec<String> = texts(&client["skip"]["except"]).iter().map(|path| format!("path:{path}")).collect();
        let config = if skip.is_empty() {
            format!("[only]\npaths = {}\n", list(&only))
        } else {
            format!("[skip]\npaths = {}\nexcept = {}\n", list(&skip), list(&except))
        };
        let description = folder.join(client["document"].as_str().unwrap_or_default());
        let made = Client::generate(&description, &config, &[])?;
        let kept = texts(&client["expected"]["operations_kept"]).len();
        points.push(Point { what: "the operations that are kept", result: equal(&made.operations, &kept) });
        let reached = number(client, "schemas_reached");
        points.push(Point { what: "the schemas that are reached", result: equal(&made.schemas.len(), &reached) });
        let (types, held) = (own_types::types(client), "CatalogStoreConfig");
        let name = client["name"].as_str().unwrap_or_default();
        let result = own_types::compiled_module(name, &description, &types, &[held])?;
        points.push(Point { what: "it compiles with types of the crate that includes it", result });
        let config = format!("[types]\n{held} = {{ path = \"a::Config\", keep = true }}\n[dependencies]\na = \"1\"\n");
        if types.contains_key(held) {
            let own = Client::generate(&description, &config, &[])?;
            let emitted = own.schemas.iter().filter(|name| name.starts_with(held)).count();
            points
                .push(Point { what: "the variants of a type of the user's are emitted", result: equal(&emitted, &4) });
        }
        if skip.iter().any(|path| path == "/metrics/") {
            let is_reported =
                made.diagnostics.iter().any(|diagnostic| is_idle(diagnostic.code, &diagnostic.message, "/metrics/"));
            points
                .push(Point { what: "/metrics/ matches nothing and is reported", result: equal(&is_reported, &true) });
        }
    }
    Ok(points)
}

fn number(wants: &serde_json::Value, key: &str) -> usize {
    wants["expected"][key].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or_default()
}

fn is_idle(code: Code, message: &str, selector: &str) -> bool {
    code == Code::OverrideUnused && message.starts_with(&format!("`{selector}` "))
}
