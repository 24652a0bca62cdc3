//! OpenAPI Generator: its configuration file, `openapitools.json`, or a crate with `.openapi-generator/`.

use serde_json::{Map, Value};

use super::folder::{Folder, TextFile};
use super::imported::{FoundDescription, Import, Tool};
use super::manifest::Manifest;
use super::settings::Settings;
use crate::config::{CrateFeature, CrateFeatures};
use crate::diagnostic::Result;
use crate::ident::{type_name, value_name};
use crate::starter::page::{list, quoted};

/// Usual names of the configuration file.
const FILES: [&str; 12] = [
    "openapi-generator.yaml",
    "openapi-generator.yml",
    "openapi-generator.json",
    "openapi-generator-config.yaml",
    "openapi-generator-config.yml",
    "openapi-generator-config.json",
    ".openapi-generator-config.yaml",
    ".openapi-generator-config.json",
    ".openapi-generator/config.yaml",
    "config.yaml",
    "config.yml",
    "config.json",
];
/// The configuration of the command line of OpenAPI Generator.
const TOOLS: &str = "openapitools.json";
/// The directory in which OpenAPI Generator records what it wrote.
const RECORDS: &str = ".openapi-generator";

const BY_ITEM: &str = "names are by item, such as `\"Story.notes\" = \"remarks\"` in `[names]`";
const ALWAYS: &str = "every client has this";
const OF_TEMPLATES: &str = "it only concerns the templates of OpenAPI Generator";
const INTEGERS: &str = "the type of an integer follows from its `format`; add a correction";
const NO_AFFIX: &str = "names have no common prefix or suffix; use `[names]`";

/// The options without an equivalent.
const LEFT_OUT: [(&str, &str); 36] = [
    ("apiNamePrefix", NO_AFFIX),
    ("apiNameSuffix", NO_AFFIX),
    ("avoidBoxedModels", "only fields of recursive types are boxed"),
    ("bestFitInt", INTEGERS),
    ("enumNameMappings", BY_ITEM),
    ("enumNameSuffix", NO_AFFIX),
    ("generateAliasAsModel", OF_TEMPLATES),
    ("gitHost", "set `package.repository`"),
    ("gitRepoId", "set `package.repository`"),
    ("gitUserId", "set `package.repository`"),
    ("hideGenerationTimestamp", ALWAYS),
    ("ignoreFileOverride", "use `[only]` and `[skip]`"),
    ("inlineSchemaNameMappings", "use the JSON pointer of the schema as the key in `[names]`"),
    ("inlineSchemaOptions", "use the JSON pointer of a schema as the key in `[names]`"),
    ("library", "the client uses reqwest; `.transport(..)` of `Client::builder` takes any other HTTP client"),
    ("mockall", "the feature `mock` is a transport in memory"),
    ("modelNamePrefix", NO_AFFIX),
    ("modelNameSuffix", NO_AFFIX),
    ("modelPackage", "types are in `types`"),
    ("nameMappings", BY_ITEM),
    ("output", "pass the directory with `--out`, or a module with `--module`"),
    ("outputDir", "pass the directory with `--out`, or a module with `--module`"),
    ("parameterNameMappings", BY_ITEM),
    ("preferUnsignedInt", INTEGERS),
    ("reservedWordsMappings", "Rust keywords have an underscore after them; use `[names]` for other names"),
    ("skipOverwrite", "your own code is in `src/ext.rs`; generated files are replaced"),
    ("supportAsync", "calls are async; the feature `blocking` adds `.send_blocking()`"),
    ("supportMiddleware", ALWAYS),
    ("supportMultipleResponses", ALWAYS),
    ("supportTokenSource", "use `.token_provider(..)` of `Client::builder`"),
    ("templateDir", "templates are not supported; use `[names]`, `[derives]`, `[attributes]` and corrections"),
    ("topLevelApiClient", ALWAYS),
    ("useBonBuilder", "types have `new` with the required fields, and a setter for each field"),
    ("useSerdePathToError", ALWAYS),
    (
        "useSingleRequestParameter",
        "required inputs are arguments of the function, optional ones are methods of the call",
    ),
    ("withAWSV4Signature", "sign requests in your own middleware"),
];

/// Reads the files in a directory. Returns `None` if OpenAPI Generator was not used.
pub(super) fn read(folder: &Folder) -> Result<Option<Import>> {
    let mut import = None;
    if let Some(file) = folder.read(TOOLS)? {
        import = read_tools(&file, folder)?;
    }
    for name in FILES {
        if import.is_some() {
            break;
        }
        if let Some(file) = folder.read(name)? {
            import = read_file(&file, folder)?;
        }
    }
    let is_generated = folder.has(RECORDS);
    if import.is_none() && !is_generated {
        return Ok(None);
    }
    let mut import = import.unwrap_or_else(|| Import::new(Tool::OpenapiGenerator));
    if is_generated && let Some(manifest) = Manifest::read(folder)? {
        import.files.push(manifest.file.display_path());
        manifest.package(folder, &mut import.settings);
        manifest.dependencies(&mut import.settings);
    }
    Ok(Some(import))
}

/// Reads a configuration file. Returns `None` if it is one of another tool.
pub(super) fn read_file(file: &TextFile, folder: &Folder) -> Result<Option<Import>> {
    let value = file.value()?;
    let is_known = ["generatorName", "inputSpec", "packageName", "additionalProperties", "openapiNormalizer"];
    let Some(table) = value.as_object().filter(|table| is_known.iter().any(|key| table.contains_key(*key))) else {
        return Ok(None);
    };
    Ok(Some(read_table(table, file, folder)))
}

/// Reads `openapitools.json`: the first generator for Rust, or else the first one.
fn read_tools(file: &TextFile, folder: &Folder) -> Result<Option<Import>> {
    let value = file.value()?;
    let generators = value.pointer("/generator-cli/generators").and_then(Value::as_object);
    let all: Vec<_> =
        generators.into_iter().flatten().filter_map(|(name, table)| Some((name, table.as_object()?))).collect();
    let is_rust = |table: &Map<String, Value>| table.get("generatorName").and_then(Value::as_str) == Some("rust");
    let Some((chosen, table)) = all.iter().find(|(_, table)| is_rust(table)).or(all.first()) else { return Ok(None) };
    let mut import = read_table(table, file, folder);
    for (name, _) in all.iter().filter(|(name, _)| name != chosen) {
        import
            .settings
            .leave(&format!("generators.{name}"), "a configuration has several clients in `[[client]]` tables");
    }
    Ok(Some(import))
}

fn read_table(table: &Map<String, Value>, file: &TextFile, folder: &Folder) -> Import {
    let mut import = Import::new(Tool::OpenapiGenerator);
    import.files.push(file.display_path());
    if let Some(spec) = table.get("inputSpec").and_then(Value::as_str) {
        // Paths in `openapitools.json` may begin with a variable for the current directory.
        import.description = Some(FoundDescription::new(folder, spec.trim_start_matches("#{cwd}/")));
    }
    let nested = ["additionalProperties", "configOptions"].into_iter();
    let nested = nested.filter_map(|key| table.get(key)?.as_object()).flatten();
    for (key, value) in table.iter().chain(nested) {
        read_option(key, value, &mut import.settings);
    }
    import
}

fn read_option(key: &str, value: &Value, settings: &mut Settings) {
    let said = value_text(value);
    let origin = format!("{key} {said}");
    let entries = || value.as_object().into_iter().flatten().map(|(name, to)| (name.as_str(), value_text(to)));
    match key {
        "inputSpec" | "additionalProperties" | "configOptions" => {}
        "generatorName" | "glob" | "$schema" => {
            if key == "generatorName" && !said.starts_with("rust") {
                settings.leave(&origin, "names of this generator may differ from those of `rust`");
            }
        }
        "packageName" => settings.set_text(&["name"], &said.replace('_', "-"), &origin),
        "packageVersion" => settings.set_text(&["version"], &said, &origin),
        "modelNameMappings" => entries().for_each(|(schema, name)| {
            settings.set_of_schema("names", schema, quoted(&type_name(&name)), &format!("{key} {schema}"));
        }),
        "operationIdNameMappings" => entries().for_each(|(id, name)| {
            settings.set_text(&["names", id], &value_name(&name), &format!("{key} {id}"));
        }),
        "importMappings" | "schemaMappings" => entries().for_each(|(schema, path)| {
            settings.set_of_schema("types", schema, quoted(&path), &format!("{key} {schema}"));
        }),
        "typeMappings" => entries().for_each(|(name, path)| read_type(name, &path, settings)),
        "openapiNormalizer" => entries().for_each(|(rule, value)| read_rule(rule, &value, settings)),
        "globalProperties" => entries().for_each(|(name, value)| match (name, value.as_str()) {
            ("apis", tags) if !tags.is_empty() && tags != "true" => {
                let tags = tags.split([':', ',']).map(str::to_owned);
                settings.select("only", "tags", tags, "globalProperties apis");
            }
            _ => settings.leave(&format!("globalProperties {name}"), "use `[only]` and `[skip]`"),
        }),
        "reqwestDefaultFeatures" => {
            let is_rustls = said.contains("rustls");
            if is_rustls || said.contains("native") {
                let backend = if is_rustls { "rustls" } else { "native-tls" };
                settings.set(&["tls"], list([backend].into_iter()), &origin);
            }
        }
        "supportAsync" if said == "false" => {
            let defaults = CrateFeature::ALL.into_iter().filter(|feature| CrateFeatures::default().has(*feature));
            let names = defaults.chain([CrateFeature::Blocking]).map(CrateFeature::name);
            settings.set(&["features"], list(names), &origin);
        }
        _ => {
            let known = LEFT_OUT.iter().find(|(known, _)| *known == key);
            settings.leave(&origin, known.map_or("it has no equivalent", |(_, reason)| reason));
        }
    }
}

/// Reads an entry of `typeMappings`: the name of a type of OpenAPI Generator, and the Rust type.
fn read_type(name: &str, path: &str, settings: &mut Settings) {
    let origin = format!("typeMappings {name} {path}");
    let format = match name {
        "DateTime" | "date" | "Date" | "date-time" => {
            let library =
                ["chrono", "jiff", "time"].into_iter().find(|library| path.starts_with(&format!("{library}::")));
            return match library {
                Some(library) => settings.set_text(&["dates"], library, &origin),
                None => settings.leave(&origin, "dates have the types of `dates`: jiff, chrono or time"),
            };
        }
        "UUID" | "uuid" => "uuid",
        "URI" | "uri" => "uri",
        "decimal" => "decimal",
        "email" => "email",
        _ => {
            return settings
                .leave(&origin, "use the schema, or a selector such as `format:x`, as the key in `[types]`");
        }
    };
    settings.set_text(&["types", &format!("format:{format}")], path, &origin);
}

/// Reads a rule of the normalizer; `FILTER` selects operations.
fn read_rule(rule: &str, value: &str, settings: &mut Settings) {
    let origin = format!("openapiNormalizer {rule} {value}");
    let filter = value.split_once(':').filter(|_| rule == "FILTER");
    let key = match filter.map(|(by, _)| by) {
        Some("operationId") => "operations",
        Some("tag") => "tags",
        Some("path") => "paths",
        _ => return settings.leave(&origin, "use corrections, or `[only]` and `[skip]`"),
    };
    let names = filter.map_or("", |(_, names)| names).split('|').map(str::trim).filter(|name| !name.is_empty());
    // A path of the filter is a prefix.
    let names = names.map(|name| if key == "paths" { format!("{name}**") } else { name.to_owned() });
    settings.select("only", key, names, &origin);
}

/// Returns a value as text.
fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(_) | Value::Array(_) => String::new(),
        other => other.to_string(),
    }
}
