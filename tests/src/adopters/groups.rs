//! One feature for each group of operations.

use std::collections::BTreeSet;
use std::path::Path;

use toml::Table;

use super::client::{Client, text, wants};
use super::{Fallible, Point, equal};
use crate::crates;

/// The excerpt has no groups, so this overlay adds those of the whole description.
const SAID: &str = r#"{"overlay": "1.0.0", "info": {"title": "groups", "version": "1"}, "actions": [
    {"target": "$.paths['/user/tokens'].post", "update": {"x-fern-sdk-group-name": "userTokens.edit"}},
    {"target": "$.paths['/accounts/{account_id}/workers/observability/telemetry/live-tail'].post",
     "update": {"x-fern-sdk-group-name": "workers_observability"}}
]}"#;

/// Checks that there is one feature for each product, by the user's rule.
pub(super) fn cloudflare(folder: &Path) -> Fallible<Vec<Point>> {
    let rule = &wants(folder)?["features"];
    let said = |key: &str| rule[key].as_str().unwrap_or_default().to_owned();
    let config = format!(
        "corrections = [\"overlay.yaml\", \"groups.json\"]\ndefault-features = {}\n[groups]\nby = \"x-fern-sdk-group-name\"\n\
         until = \".\"\nother = {:?}\nfeatures = true\n",
        rule["default"],
        said("without_it"),
    );
    let beside = [("overlay.yaml", text(&folder.join("overlay.yaml"))?), ("groups.json", SAID.to_owned())];
    let client = Client::generate(&folder.join("excerpt.json"), &config, &beside)?;
    let manifest = client.files.iter().find(|(path, _)| path == "Cargo.toml").map_or("", |(_, text)| text);
    let features = manifest.parse::<Table>()?["features"].clone();
    let list = |name: &str| -> BTreeSet<String> {
        let names = features.get(name).and_then(|list| list.as_array()).into_iter().flatten();
        names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
    };
    let products: BTreeSet<String> =
        ["other", "user-tokens", "workers-observability"].into_iter().map(str::to_owned).collect();
    let messages: Vec<&String> = client.diagnostics.iter().map(|diagnostic| &diagnostic.message).collect();
    let mut points = vec![
        Point { what: "one feature for each product", result: equal(&list(&said("all")), &products) },
        Point { what: "no feature is on by default", result: equal(&list("default"), &BTreeSet::new()) },
        Point { what: "nothing is reported about the groups", result: equal(&messages.len(), &0) },
    ];
    let workspace = crates::folder("adopters").join("cloudflare");
    crates::replace(&workspace.join("client"), client.files)?;
    crates::workspace(&workspace, &["client".to_owned()])?;
    for product in &products {
        let features = format!("reqwest,rustls,{product}");
        let arguments = ["check", "--quiet", "--no-default-features", "--features", &features];
        let checked = crates::cargo(&workspace.join("client"), &arguments)?;
        let result =
            if checked.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&checked.stderr).into_owned()) };
        points.push(Point { what: "a product alone compiles", result });
    }
    Ok(points)
}
