#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use toml::Table;

use crate::config::{Config, CrateFeature};
use crate::diagnostic::Sink;
use crate::pipeline::{run, shared_texts};
use crate::resolve::{Settings, SharedSupport};
use crate::source::Source;

/// A part of a description, of the configuration or of the settings that a feature or a dependency may follow from.
#[derive(Clone)]
enum Cause {
    /// Merged into the description.
    Description(Value),
    /// Appended to `[types]` of the configuration.
    OwnType(&'static str),
    /// Appended to `[derives]`.
    Derive(&'static str),
    Setting(fn(&mut Settings)),
}

fn operation(path: &str, method: &str, operation: &Value) -> Cause {
    Cause::Description(json!({ "paths": { path: { method: operation } } }))
}

fn response(media_type: &str, schema: &Value) -> Value {
    json!({ "responses": { "200": { "description": "ok", "content": { media_type: { "schema": schema } } } } })
}

fn body(media_type: &str, schema: &Value) -> Value {
    json!({
        "requestBody": { "required": true, "content": { media_type: { "schema": schema } } },
        "responses": { "204": { "description": "ok" } },
    })
}

fn field(name: &str, schema: &Value) -> Cause {
    let fields = json!({ "type": "object", "properties": { name: schema } });
    let operation = json!({ "get": response("application/json", &json!({ "$ref": "#/components/schemas/Fields" })) });
    Cause::Description(json!({ "paths": { "/fields": operation }, "components": { "schemas": { "Fields": fields } } }))
}

fn security(name: &str, scheme: &Value) -> Cause {
    Cause::Description(json!({
        "components": { "securitySchemes": { name: scheme } },
        "security": [{ name: [] }],
        "paths": { "/secret": { "get": { "responses": { "204": { "description": "ok" } } } } },
    }))
}

fn causes() -> Vec<Cause> {
    let file = json!({ "type": "object", "properties": { "file": { "type": "string", "format": "binary" } } });
    let webhook = json!({ "post": body("application/json", &json!({ "$ref": "#/components/schemas/Ping" })) });
    let ping = json!({ "type": "object", "required": ["action"], "properties": { "action": { "type": "string" } } });
    let text = json!({ "type": "string" });
    let sent = json!({ "type": "object", "properties": { "a": { "type": "string", "pattern": "^a+$" } } });
    vec![
        field("byte", &json!({ "type": "string", "format": "byte" })),
        field("date", &json!({ "type": "string", "format": "date-time" })),
        field("decimal", &json!({ "type": "string", "format": "decimal" })),
        field("state", &json!({ "enum": ["a", "b"] })),
        field("id", &json!({ "type": "string", "format": "uuid" })),
        Cause::Description(json!({ "webhooks": { "ping": webhook }, "components": { "schemas": { "Ping": ping } } })),
        operation("/upload", "post", &body("multipart/form-data", &file)),
        operation("/content", "put", &body("application/octet-stream", &json!({}))),
        operation("/form", "post", &body("application/x-www-form-urlencoded", &sent)),
        operation("/rules", "post", &body("application/json", &sent)),
        operation("/ticks", "get", &response("text/event-stream", &text)),
        operation("/lines", "get", &response("application/x-ndjson", &text)),
        security("oauth", &json!({ "type": "oauth2", "flows": {} })),
        security("basic", &json!({ "type": "http", "scheme": "basic" })),
        security("cookie", &json!({ "type": "apiKey", "in": "cookie", "name": "a" })),
        Cause::OwnType("\"format:byte\" = { path = \"base64::Own\" }\n\"format:uuid\" = { path = \"http::Own\" }"),
        Cause::OwnType("Ping = { path = \"tokio::Own\" }\n\"format:decimal\" = { path = \"bytes::Own\" }"),
        Cause::OwnType(
            "\"format:date-time\" = { path = \"clap::Own\" }\n\"format:binary\" = { path = \"js_sys::Own\" }",
        ),
        Cause::Derive("\"*\" = [\"schemars::JsonSchema\"]"),
        Cause::Derive("\"Fields\" = [\"schemars::JsonSchema\"]\n\"Fields.state\" = [\"clap::ValueEnum\"]"),
        Cause::Setting(|settings| settings.features = "".parse().unwrap()),
        Cause::Setting(|settings| settings.features = "webhook-signatures,cli".parse().unwrap()),
        Cause::Setting(|settings| {
            settings.features = "webhook-events,webhook-signatures,oauth-tokens,file-bodies".parse().unwrap()
        }),
        Cause::Setting(|settings| settings.tls = Some(Vec::new())),
        Cause::Setting(|settings| settings.group_features = Some(true)),
        Cause::Setting(|settings| {
            let all = CrateFeature::ALL.map(|feature| feature.name().to_owned());
            settings.default_features = Some(all.into());
        }),
        Cause::Setting(|settings| {
            settings.shared =
                Some(SharedSupport { name: "shared".to_owned(), location: "path = \"../shared\"".to_owned() });
        }),
    ]
}

fn merge(into: &mut Value, other: &Value) {
    match (into, other) {
        (Value::Object(into), Value::Object(other)) => {
            other.iter().for_each(|(key, value)| merge(into.entry(key).or_insert(Value::Null), value));
        }
        (Value::Array(into), Value::Array(other)) => into.extend(other.iter().cloned()),
        (into, other) => *into = other.clone(),
    }
}

/// Returns the manifest of the crate that has all of these causes.
fn manifest(name: &str, causes: &[&Cause]) -> String {
    let mut description = json!({ "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": {} });
    let mut settings = Settings { crate_name: name.to_owned(), ..Settings::default() };
    let (mut types, mut derives) = ("[types]\n".to_owned(), "[derives]\n".to_owned());
    for cause in causes {
        match cause {
            Cause::Description(part) => merge(&mut description, part),
            Cause::OwnType(row) => writeln!(types, "{row}").unwrap(),
            Cause::Derive(row) => writeln!(derives, "{row}").unwrap(),
            Cause::Setting(apply) => apply(&mut settings),
        }
    }
    let config = Config::parse("bindery.toml", &format!("{types}{derives}")).unwrap();
    let source = Source::new("t", description.to_string());
    let emission = run(&source, &config, settings, &mut Sink::new()).unwrap();
    emission.texts().find(|(path, _)| path == "Cargo.toml").unwrap().1
}

/// Returns the dependencies of a manifest for any target, each with `true` if it is optional.
fn dependencies(manifest: &Table) -> Vec<(&str, bool)> {
    let targets = manifest.get("target").and_then(|it| it.as_table()).into_iter().flat_map(|it| it.values());
    let tables = std::iter::once(manifest).chain(targets.filter_map(|it| it.as_table()));
    let rows = tables.filter_map(|table| table.get("dependencies")?.as_table()).flatten();
    rows.map(|(name, row)| (name.as_str(), row.get("optional").is_some())).collect()
}

/// Returns what cargo would refuse in a manifest, and the optional dependencies that would become features by themselves.
fn contradictions(manifest: &Table) -> Vec<String> {
    let dependencies = dependencies(manifest);
    let features = manifest["features"].as_table().unwrap();
    let enabled = || features.values().flat_map(|it| it.as_array().unwrap()).filter_map(|it| it.as_str());
    let is_wrong = |enabled: &str| match (enabled.strip_prefix("dep:"), enabled.split_once('/')) {
        (Some(name), _) => !dependencies.contains(&(name, true)),
        (None, Some((name, _))) => !dependencies.iter().any(|(dependency, _)| *dependency == name),
        (None, None) => !features.contains_key(enabled),
    };
    let by_features: BTreeSet<&str> = enabled().filter_map(|enabled| enabled.strip_prefix("dep:")).collect();
    let optional = dependencies.iter().filter(|(_, is_optional)| *is_optional).map(|(name, _)| *name);
    let unused = optional.filter(|name| !by_features.contains(name));
    enabled().filter(|enabled| is_wrong(enabled)).chain(unused).map(str::to_owned).collect()
}

/// Has cargo load a workspace of crates with these manifests.
fn load(folder: &Path, manifests: &[(String, String)]) {
    for (name, manifest) in manifests {
        for file in ["src/lib.rs", "src/main.rs", "examples/first.rs"] {
            let file = folder.join(name).join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        fs::write(folder.join(name).join("Cargo.toml"), manifest).unwrap();
    }
    fs::write(folder.join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n").unwrap();
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let loaded = cargo.args(["metadata", "--offline", "--no-deps", "--quiet", "--format-version=1"]);
    let output = loaded.current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_pair_of_causes_gives_a_manifest_that_cargo_loads() {
    let causes = causes();
    let pairs = (0..causes.len()).flat_map(|one| (one..causes.len()).map(move |other| BTreeSet::from([one, other])));
    // A cause paired with itself is that cause alone. Then everything in one crate, and everything but one cause.
    let most = (0..=causes.len()).map(|left_out| (0..causes.len()).filter(|one| *one != left_out).collect());
    let mut manifests = Vec::new();
    for chosen in std::iter::once(BTreeSet::new()).chain(pairs).chain(most) {
        let chosen: Vec<&Cause> = chosen.into_iter().map(|index: usize| &causes[index]).collect();
        let name = format!("t{}", manifests.len());
        let manifest = manifest(&name, &chosen);
        assert_eq!(contradictions(&manifest.parse().unwrap()), [""; 0], "{manifest}");
        manifests.push((name, manifest));
    }
    let shared = shared_texts("shared", SharedSupport::VERSION).into_iter().find(|(path, _)| path == "Cargo.toml");
    manifests.push(("shared".to_owned(), shared.unwrap().1));
    load(tempfile::tempdir().unwrap().path(), &manifests);
}
