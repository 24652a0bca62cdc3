//! Users' own types in place of generated ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bindery::Generator;
use bindery::diagnostic::Code;
use serde_json::Value;

use super::client::{Client, text, texts, wants};
use super::stubs::{manifest, stubs};
use super::{Fallible, Point, derives, equal};
use crate::crates;

/// A user's types, by the names of the schemas that they replace.
type Types = BTreeMap<String, String>;

/// Returns the types in `replace` of the requirements.
pub(super) fn types(wants: &Value) -> Types {
    let all = wants["replace"].as_object().into_iter().flatten();
    all.filter_map(|(name, path)| Some((name.clone(), path.as_str()?.to_owned()))).collect()
}

/// Returns the equivalent configuration, with these traits for all types and these additional lines.
pub(super) fn configuration(types: &Types, traits: &[&str], more: &str) -> String {
    let rows: String = types.iter().map(|(name, path)| format!("{name:?} = {path:?}\n")).collect();
    format!("[types]\ntraits = {traits:?}\n{rows}{more}\n[dependencies]\n{}", dependencies(types))
}

fn dependencies(types: &Types) -> String {
    let stubs = stubs(types.values().map(String::as_str), &[]);
    let named = stubs.keys().filter(|name| !matches!(name.as_str(), "crate" | "std"));
    named.map(|name| format!("{name} = {{ path = \"../stubs/{name}\" }}\n")).collect()
}

pub(super) fn feldera(folder: &Path) -> Fallible<Vec<Point>> {
    let wants = wants(folder)?;
    let types = types(&wants);
    let description = folder.join(document(&wants["documents"][0]));
    let config = configuration(&types, &[], "");
    let client = Client::generate(&description, &config, &[])?;
    let plain = Client::generate(&description, "", &[])?;
    let renamed: Vec<_> = client.names.iter().filter(|(place, name)| plain.names.get(*place) != Some(*name)).collect();
    let mut points = of_names(&client, &types, &wants["expected"], &wants["facts"]);
    points.push(Point { what: "no emitted type is renamed on account of them", result: equal(&renamed, &Vec::new()) });
    points.push(changed_inside(&description, &config, "KafkaHeader")?);
    points.push(Point {
        what: "it compiles with types that have the least",
        result: compile("feldera", client, &types, &[]),
    });
    Ok(points)
}

pub(super) fn omicron(folder: &Path) -> Fallible<Vec<Point>> {
    let wants = wants(folder)?;
    let mut points = Vec::new();
    for client in wants["clients"].as_array().into_iter().flatten() {
        let types = types(client);
        let (Some(here), false) = (client["here"].as_str(), types.is_empty()) else { continue };
        let traits = ["PartialEq", "Eq", "Hash", "PartialOrd", "Ord"];
        let convert = client["convert"].as_array().into_iter().flatten().filter_map(shape).collect::<String>();
        // Another client derives `Ord` for unions, whose unknown values have no order.
        let derives = if here.starts_with("sled-agent") { derives::configuration(client) } else { String::new() };
        let config = format!("{}{derives}", configuration(&types, &traits, &convert));
        let made = Client::generate(&folder.join(here), &config, &[])?;
        points.extend(of_names(&made, &types, &client["expected"], &client["expected"]));
        if !convert.is_empty() {
            let is_there =
                made.files.iter().any(|(_, text)| text.contains("pub system_version: Option<::semver::Version>"));
            points.push(Point { what: "the version is `semver::Version`", result: equal(&is_there, &true) });
        }
        if here.starts_with("sled-agent") {
            points.extend(derives::of_sled_agent(&made));
            points.push(named_by_the_description(&folder.join(here), &types)?);
            points.push(Point { what: "it compiles", result: compile("sled-agent", made, &types, &traits) });
        }
    }
    Ok(points)
}

/// Checks that `x-rust-type` is applied for allowed crates only.
fn named_by_the_description(description: &Path, types: &Types) -> Fallible<Point> {
    let more = "x-rust-type = [\"omicron-uuid-kinds\"]";
    let config = format!("{}omicron-uuid-kinds = \"1\"\n", configuration(types, &["PartialEq"], more));
    let client = Client::generate(description, &config, &[])?;
    let names = |name: &str| client.code().iter().any(|(_, text)| text.contains(name));
    let found = (names("::omicron_uuid_kinds::"), names("::oxnet::"));
    Ok(Point {
        what: "types are taken of the crate that is allowed, and of no other",
        result: equal(&found, &(true, false)),
    })
}

pub(super) fn sigstore(folder: &Path) -> Fallible<Vec<Point>> {
    let wants = wants(folder)?;
    let config = "[types]\nProposedEntry = { path = \"sigstore_types::ProposedEntry\", traits = [\"Display\"], keep = true }\n\
                  [dependencies]\nsigstore_types = \"1\"\n";
    let client = Client::generate(&folder.join("rekor/openapi.yaml"), config, &[])?;
    let variants = texts(&wants["replacement_is"]["variants"]);
    let names: Vec<&String> = client.names.values().collect();
    let missing: Vec<&String> = variants.iter().filter(|name| !names.contains(name)).collect();
    let signature = client.code().iter().any(|(_, text)| text.contains(": ::sigstore_types::ProposedEntry"));
    Ok(vec![
        Point { what: "the type of the user's stands in the signatures", result: equal(&signature, &true) },
        Point { what: "it is not emitted", result: equal(&client.schemas.contains("ProposedEntry"), &false) },
        Point { what: "its ten variants are", result: equal(&missing, &Vec::new()) },
    ])
}

/// Checks that the replaced types and types only used by them are not emitted, and that missing schemas are reported.
fn of_names(client: &Client, types: &Types, expected: &Value, facts: &Value) -> Vec<Point> {
    let behind = texts(&expected["schemas_only_reached_through_replaced_ones"]);
    let emitted: Vec<&String> = types.keys().chain(&behind).filter(|name| client.schemas.contains(*name)).collect();
    let unknown = texts(&facts["names_not_in_the_document"]);
    let is_reported = |name: &String| {
        let begins = format!("`{name}` ");
        client
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.code == Code::OverrideUnused && diagnostic.message.starts_with(&begins))
    };
    let silent: Vec<&String> = types.keys().filter(|name| is_reported(name) != unknown.contains(name)).collect();
    vec![
        Point { what: "neither they nor what they alone lead to is emitted", result: equal(&emitted, &Vec::new()) },
        Point { what: "names that are not in the description are reported", result: equal(&silent, &Vec::new()) },
    ]
}

/// Returns the shape for `[types]`.
fn shape(convert: &Value) -> Option<String> {
    let (shape, path) = (&convert["shape"], convert["type"].as_str()?);
    let key = format!("type:{} pattern:{}", shape["type"].as_str()?, shape["pattern"].as_str()?);
    Some(format!(
        "{} = {path:?}\n[dependencies.semver]\nversion = \"1\"\nfeatures = [\"serde\"]\n",
        toml::Value::from(key)
    ))
}

fn document(wants: &Value) -> &str {
    wants["file"].as_str().or(wants.as_str()).unwrap_or_default()
}

/// Checks a change that adds a member to a schema that a user's type replaces.
fn changed_inside(description: &Path, config: &str, schema: &str) -> Fallible<Point> {
    use bindery::changes::Verdict;
    use bindery::config::Config;
    use bindery::source::Source;

    let before = text(description)?;
    let mut after: Value = serde_json::from_str(&before)?;
    after["components"]["schemas"][schema]["properties"]["brandNew"] = serde_json::json!({ "type": "string" });
    let config = Config::parse("bindery.toml", config).map_err(|problem| problem.message)?;
    let (before, after) = (Source::new("before", before), Source::new("after", after.to_string()));
    let changes = bindery::changes_between(&before, &after, &config).map_err(|problem| problem.message)?.changes;
    let messages: Vec<_> =
        changes.iter().map(|change| (change.subject.as_str(), change.items.len(), change.verdict)).collect();
    let expected = vec![(schema, 0, Verdict::Compatible)];
    Ok(Point { what: "a change inside is reported and changes no code", result: equal(&messages, &expected) })
}

/// Compiles a client with crates that define the user's types.
fn compile(name: &str, client: Client, types: &Types, traits: &[&str]) -> Result<(), String> {
    let workspace = crates::folder("adopters");
    let stubs = stubs(types.values().map(String::as_str), traits);
    for (stub, text) in stubs.iter().filter(|(stub, _)| *stub != "std") {
        let files = [("Cargo.toml".to_owned(), manifest(stub)), ("src/lib.rs".to_owned(), text.clone())];
        crates::write(&workspace.join(name).join("stubs").join(stub), files)?;
    }
    crates::replace(&workspace.join(name).join("client"), client.files)?;
    let more = if client_has(&workspace.join(name), "schemars") { "client,schemars" } else { "client" };
    check(&workspace, name, &["--no-default-features", "--features", more])
}

/// Compiles a module in the user's crate.
pub(super) fn compiled_module(
    name: &str,
    description: &Path,
    types: &Types,
    keep: &[&str],
) -> Fallible<Result<(), String>> {
    let workspace = crates::folder("adopters");
    let folder = workspace.join(name).join("client");
    let mut all = stubs(types.values().map(String::as_str), &["PartialEq", "Default"]);
    let stub = all.remove("crate").unwrap_or_default();
    let dependencies = "bytes = \"1\"\nbase64 = \"0.23\"\nfutures-core = \"0.3\"\nhttp = \"1\"\nhttp-body = \"1\"\nhttpdate = \"1\"\n\
                        jiff = { version = \"0.2\", features = [\"serde\"] }\npercent-encoding = \"2\"\nregex = \"1\"\nreqwest = \"0.13\"\n\
                        url = \"2\"\nuuid = { version = \"1\", features = [\"serde\"] }\ntokio = { version = \"1\", features = [\"time\"] }\n";
    let manifest = format!(
        "{}{dependencies}[features]\ndefault = [\"client\", \"reqwest\"]\nclient = []\nreqwest = []\n",
        manifest("adopted-client")
    );
    let root =
        format!("#[allow(dead_code, unexpected_cfgs)]\npub mod client {{\n    include!(\"client.rs\");\n}}\n{stub}");
    let keeping: String = types
        .iter()
        .map(|(schema, path)| {
            let keeps = keep.contains(&schema.as_str());
            format!("{schema} = {{ path = {path:?}, traits = [\"PartialEq\"], keep = {keeps} }}\n")
        })
        .collect();
    let files = [
        ("Cargo.toml".to_owned(), manifest),
        ("src/lib.rs".to_owned(), root),
        ("bindery.toml".to_owned(), format!("[types]\n{keeping}")),
    ];
    crates::write(&folder, files)?;
    let made = Generator::new()
        .description(description)
        .config(folder.join("bindery.toml"))
        .out_dir(folder.join("src"))
        .generate();
    made.map_err(|problem| problem.to_string())?;
    fs::remove_file(folder.join("src/client.description"))?;
    Ok(check(&workspace, name, &[]))
}

fn client_has(folder: &Path, feature: &str) -> bool {
    let manifest = fs::read_to_string(folder.join("client/Cargo.toml")).unwrap_or_default();
    manifest.contains(&format!("\n{feature} = ["))
}

fn check(workspace: &Path, name: &str, more: &[&str]) -> Result<(), String> {
    let folder = workspace.join(name);
    crates::workspace(&folder, &["client".to_owned()])?;
    let built = crates::cargo(&folder, &[&["check", "--quiet", "--package", "adopted-client"], more].concat())?;
    if built.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&built.stderr).into_owned()) }
}
