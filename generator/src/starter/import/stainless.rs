//! Stainless: `stainless.yml`, with the names and groups of operations.

use serde_json::{Map, Value};

use super::folder::{Folder, TextFile};
use super::imported::{FoundDescription, Import, Tool};
use super::settings::Settings;
use crate::diagnostic::Result;
use crate::ident::{type_name, value_name};
use crate::starter::page::quoted;

/// Usual names of the configuration file.
const FILES: [&str; 6] = [
    "stainless.yml",
    "stainless.yaml",
    "openapi.stainless.yml",
    ".stainless/stainless.yml",
    ".stainless.yml",
    "stainless/stainless.yml",
];
/// The description is not in the configuration; it is next to it.
const DESCRIPTIONS: [&str; 6] =
    ["openapi.yml", "openapi.yaml", "openapi.json", "swagger.json", "swagger.yaml", "../openapi.yml"];
/// Maximum nesting of resources.
const MAX_DEPTH: usize = 16;

const OTHER_SDKS: &str = "it concerns other languages, or the service of Stainless";

/// The settings without an equivalent.
const LEFT_OUT: [(&str, &str); 12] = [
    ("edition", OTHER_SDKS),
    ("environments", "the servers of the description are constants; pass any other address to `Client::new`"),
    ("multipart_request", "the format of lists in forms follows from `style` and `explode` in the description"),
    ("openapi", "use corrections"),
    ("organization", "set `name` and `package.homepage`"),
    ("pagination", "the pagination of each operation is recognized; `[pagination]` changes it"),
    ("query_settings", "the format of lists in queries follows from `style` and `explode` in the description"),
    ("readme", "set `docs` to a Markdown file"),
    ("security", "the description declares the security; add a correction"),
    ("security_schemes", "the description declares the security schemes; add a correction"),
    ("settings", OTHER_SDKS),
    ("targets", OTHER_SDKS),
];

/// Reads the configuration in a directory. Returns `None` if there is none.
pub(super) fn read(folder: &Folder) -> Result<Option<Import>> {
    for name in FILES {
        if let Some(file) = folder.read(name)? {
            return read_file(&file, folder);
        }
    }
    Ok(None)
}

/// Reads a configuration file. Returns `None` if it is one of another tool.
pub(super) fn read_file(file: &TextFile, folder: &Folder) -> Result<Option<Import>> {
    let value = file.value()?;
    let Some(table) = value.as_object().filter(|table| table.get("resources").is_some_and(Value::is_object)) else {
        return Ok(None);
    };
    let mut import = Import::new(Tool::Stainless);
    import.files.push(file.display_path());
    let beside = Folder { path: file.path.parent().unwrap_or(&folder.path).to_owned() };
    import.description = DESCRIPTIONS.into_iter().find_map(|name| FoundDescription::existing(&beside, name));
    let settings = &mut import.settings;
    for (key, value) in table {
        match (key.as_str(), value) {
            ("resources", Value::Object(resources)) => read_resources(resources, &mut Vec::new(), settings),
            ("client_settings", Value::Object(client)) => read_client(client, settings),
            ("targets", Value::Object(targets)) => read_targets(targets, settings),
            ("unspecified_endpoints", Value::Array(endpoints)) => {
                let endpoints = endpoints.iter().filter_map(|endpoint| route(endpoint.as_str()?));
                settings.select("skip", "operations", endpoints, "unspecified_endpoints");
            }
            _ => {
                let reason = LEFT_OUT.iter().find(|(known, _)| known == key);
                settings.leave(key, reason.map_or("it has no equivalent", |(_, reason)| reason));
            }
        }
    }
    Ok(Some(import))
}

/// Reads resources; `path` are the names of those around them.
fn read_resources<'r>(resources: &'r Map<String, Value>, path: &mut Vec<&'r str>, settings: &mut Settings) {
    for (name, resource) in resources {
        if path.len() == MAX_DEPTH {
            settings.leave(&path.join("."), "the resources are nested too deeply");
            return;
        }
        let members = |key: &str| resource.get(key).and_then(Value::as_object);
        path.push(name);
        // The methods of `$client` and the models of `$shared` belong to no resource.
        let group = path.iter().filter(|name| !name.starts_with('$')).copied().collect::<Vec<_>>().join(".");
        for (name, schema) in members("models").into_iter().flatten() {
            read_model(name, schema, settings);
        }
        for (name, method) in members("methods").into_iter().flatten() {
            let origin = format!("{}.methods.{name}", path.join("."));
            read_method(name, method, &group, &origin, settings);
        }
        if let Some(inner) = members("subresources") {
            read_resources(inner, path, settings);
        }
        path.pop();
    }
}

/// Reads a model: its name in Stainless, and the name or the pointer of the schema.
fn read_model(name: &str, schema: &Value, settings: &mut Settings) {
    let origin = format!("models.{name}");
    let Some(schema) = schema.as_str() else {
        return settings.leave(&origin, "expected the name of a schema");
    };
    let value = quoted(&type_name(name));
    if schema.starts_with(['/', '#']) {
        settings.set(&["names", schema.trim_start_matches('#')], value, &origin);
    } else {
        settings.set_of_schema("names", schema, value, &origin);
    }
}

/// Reads a method: `post /v1/stories`, or a table with that as `endpoint`.
fn read_method(name: &str, method: &Value, group: &str, origin: &str, settings: &mut Settings) {
    let endpoint = method.as_str().or_else(|| method.get("endpoint")?.as_str());
    let Some(route) = endpoint.and_then(route) else {
        return settings.leave(origin, "it has no endpoint such as `get /stories`");
    };
    settings.set_text(&["names", &route], &value_name(name), origin);
    if !group.is_empty() {
        settings.set_text(&["groups", "operations", &route], group, origin);
    }
    if method.get("paginated") == Some(&Value::Bool(false)) {
        settings.set(&["pagination", &route], "{ style = \"none\" }".to_owned(), &format!("{origin}.paginated"));
    }
}

/// Returns the method in upper case, and the path.
fn route(endpoint: &str) -> Option<String> {
    let (method, path) = endpoint.trim().split_once(char::is_whitespace)?;
    Some(format!("{} {}", method.to_uppercase(), path.trim()))
}

/// Reads the security scheme of the only token.
fn read_client(client: &Map<String, Value>, settings: &mut Settings) {
    let options = client.get("opts").and_then(Value::as_object);
    let mut schemes = Vec::new();
    for (name, option) in options.into_iter().flatten() {
        if let Some(variable) = option.get("read_env").and_then(Value::as_str) {
            let reason = format!("read `{variable}` in your program, and pass it to `Client::new`");
            settings.leave(&format!("client_settings.opts.{name}.read_env"), &reason);
        }
        schemes.extend(option.pointer("/auth/security_scheme").and_then(Value::as_str));
    }
    if let [scheme] = schemes.as_slice() {
        settings.set_text(&["token", "scheme"], scheme, "client_settings.opts");
    }
    for key in client.keys().filter(|key| *key != "opts") {
        settings.leave(&format!("client_settings.{key}"), "set it at run time, with a method of `Client::builder`");
    }
}

fn read_targets(targets: &Map<String, Value>, settings: &mut Settings) {
    for (language, target) in targets {
        match target.get("package_name").and_then(Value::as_str).filter(|_| language == "rust") {
            Some(name) => settings.set_text(&["name"], name, "targets.rust.package_name"),
            None => settings.leave(&format!("targets.{language}"), OTHER_SDKS),
        }
    }
}
