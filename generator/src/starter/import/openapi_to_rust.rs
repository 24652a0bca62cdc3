//! openapi-to-rust: its configuration file.

use toml::{Table, Value};

use super::folder::{Folder, TextFile};
use super::imported::{FoundDescription, Import, Tool};
use super::manifest::Manifest;
use super::settings::Settings;
use crate::diagnostic::Result;
use crate::starter::page::list;

pub(super) const FILE: &str = "openapi-to-rust.toml";

const STREAMS: &str = "streams follow from the media types of the description";
const TRACING: &str = "add `tracing` to `features`";
const OF_REGISTRY: &str = "Bindery has no equivalent; `bindery ir` prints the operations as data";
const RUN_TIME: &str = "set it at run time, with a method of `Client::builder`";
const SHAPES: &str = "the type follows from the description; add a correction, or use `[types]`";

/// The settings without an equivalent, by table and key; an empty key means the whole table.
const LEFT_OUT: [(&str, &str, &str); 18] = [
    ("generator", "output_dir", "pass a directory of your crate with `--module` to generate a module"),
    ("generator", "module_name", "it is the last component of the directory that you pass with `--module`"),
    ("generator", "builders", "optional inputs are methods of the call, for all operations"),
    ("features", "enable_sse_client", STREAMS),
    ("features", "enable_async_client", "every client has this"),
    (
        "features",
        "enable_specta",
        "set `derives.\"*\" = [\"specta::Type\"]` and the dependency, if all types of fields implement it",
    ),
    ("features", "enable_registry", OF_REGISTRY),
    ("features", "registry_only", OF_REGISTRY),
    ("http_client", "base_url", "pass the address to `Client::new`, if the description does not declare it"),
    ("http_client", "timeout_seconds", RUN_TIME),
    (
        "http_client",
        "auth",
        "pass the token to `Client::new`; the security schemes of the description say how it is sent",
    ),
    ("http_client", "headers", RUN_TIME),
    ("http_client", "retry", RUN_TIME),
    ("http_client", "tracing", TRACING),
    ("http_client", "", RUN_TIME),
    ("streaming", "", STREAMS),
    ("server", "", "Bindery generates no server"),
    ("extensible_enums", "", "every enum of strings preserves unknown values"),
];

/// Reads the configuration in a directory. Returns `None` if there is none.
pub(super) fn read(folder: &Folder) -> Result<Option<Import>> {
    match folder.read(FILE)? {
        Some(file) => read_file(&file, folder).map(Some),
        None => Ok(None),
    }
}

pub(super) fn read_file(file: &TextFile, folder: &Folder) -> Result<Import> {
    let table: Table = file.text.parse().map_err(|error: toml::de::Error| file.invalid(&error.message()))?;
    let mut import = Import::new(Tool::OpenapiToRust);
    import.files.push(file.display_path());
    let settings = &mut import.settings;
    for (name, value) in &table {
        for (key, value) in value.as_table().into_iter().flatten() {
            match (name.as_str(), key.as_str(), value) {
                ("generator", "spec_path", Value::String(path)) => {
                    import.description = Some(FoundDescription::new(folder, path));
                }
                ("generator", "schema_extensions", Value::Array(files)) => {
                    let files: Vec<String> = files.iter().filter_map(|file| path_of(folder, file)).collect();
                    let origin = "generator.schema_extensions";
                    settings.set(&["corrections"], list(files.iter().map(String::as_str)), origin);
                }
                ("generator", "types", Value::Table(types)) => read_types(types, settings),
                ("types", format, _) => read_type(format, value, settings),
                ("client", "operations", Value::Array(operations)) => {
                    let operations = operations.iter().filter_map(Value::as_str).map(str::to_owned);
                    settings.select("only", "operations", operations, "client.operations");
                }
                ("client", "prune_models", _) => settings.leave("client.prune_models", "this is always done"),
                ("nullable_overrides", field, Value::Boolean(true)) => {
                    let origin = format!("nullable_overrides {field}");
                    settings.set_of_schema("fields", field, "{ nullable = true }".to_owned(), &origin);
                }
                ("nullable_overrides", field, _) => settings.leave(
                    &format!("nullable_overrides {field} {value}"),
                    "a field cannot be made non-nullable; add a correction",
                ),
                ("type_mappings", ty, _) => settings.leave(
                    &format!("type_mappings {ty}"),
                    "use the schema, or a selector such as `type:string format:x`, as the key in `[types]`",
                ),
                _ => leave(name, key, value, settings),
            }
        }
        if !value.is_table() {
            settings.leave(name, "unknown setting");
        }
    }
    settings.prefer_chrono("openapi-to-rust");
    if let Some(manifest) = Manifest::read(folder)? {
        manifest.dependencies(settings);
    }
    Ok(import)
}

/// Returns the path of a file relative to the current directory.
fn path_of(folder: &Folder, file: &Value) -> Option<String> {
    Some(folder.path.join(file.as_str()?).display().to_string())
}

fn leave(table: &str, key: &str, value: &Value, settings: &mut Settings) {
    let is_meant =
        |(in_table, named, _): &&(&str, &str, &str)| *in_table == table && (*named == key || named.is_empty());
    let reason = LEFT_OUT.iter().find(is_meant).map_or("unknown setting", |(.., reason)| reason);
    let shown = if value.is_table() || value.is_array() { String::new() } else { format!(" {value}") };
    settings.leave(&format!("{table}.{key}{shown}"), reason);
}

fn read_types(types: &Table, settings: &mut Settings) {
    for (format, value) in types {
        read_type(format, value, settings);
    }
}

/// Reads the type for strings of a format.
fn read_type(format: &str, value: &Value, settings: &mut Settings) {
    let chosen = value.as_str().unwrap_or_default();
    let origin = format!("types.{format} {chosen}");
    let selector = |format: &str| format!("type:string format:{}", format.replace('_', "-"));
    match (format, chosen) {
        ("date_time" | "date", "chrono" | "time") => settings.set_text(&["dates"], chosen, &origin),
        ("date_time" | "date" | "uuid" | "uri" | "ipv4" | "ipv6" | "email" | "duration" | "time", "string") => {
            settings.set_text(&["types", &selector(format)], "String", &origin);
        }
        ("uuid", "uuid") | ("ipv4" | "ipv6", "std") => {}
        ("uri", "url") => {
            settings.set(&["types", &selector(format)], own("url::Url"), &origin);
        }
        ("email", "email_address") => {
            settings.set(&["types", &selector(format)], own("email_address::EmailAddress"), &origin);
            let dependency = "{ version = \"0.2\", features = [\"serde\"] }";
            settings.set(&["dependencies", "email_address"], dependency.to_owned(), &origin);
        }
        _ => settings.leave(&origin, SHAPES),
    }
}

fn own(path: &str) -> String {
    format!("{{ path = \"{path}\", traits = [\"Display\", \"FromStr\", \"Hash\", \"Ord\"] }}")
}
