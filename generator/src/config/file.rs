//! The TOML form of the configuration.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Deserialize;
use toml::Value;
use toml::de::{DeTable, Deserializer};

use super::accept::{self, AcceptForm};
use super::dependencies::{self, DependenciesForm};
use super::derives_form::{self, AdditionsForm};
use super::events::{self, EventsForm};
use super::groups::{self, GroupsForm};
use super::merge::{self, MergeForm};
use super::overrides::{Override, Overrides};
use super::own_types::{self, TypesForm};
use super::package::{self, PackageForm};
use super::pagination::{Paging, PagingForm};
use super::reader::{ConfigReader, Spanned};
#[cfg(feature = "cli")]
use super::schema_parts;
use super::selection::{self, OnlyForm, SkipForm};
use super::user_file::UserFile;
use super::{Config, CrateFeatures, DateLibrary, PatchMethods, Tls, check, shared};
use crate::config::Loosened;
use crate::crate_feature::{ALL_FEATURES, CrateFeature};
use crate::diagnostic::{Diagnostic, Location, Result};
use crate::suggestion::suggest_or;

/// Creates the error for a text that does not match the form. A key of the whole file may stand below a table.
fn not_read(error: &toml::de::Error, reader: &ConfigReader<'_>) -> Box<Diagnostic> {
    let problem = reader.not_read(error);
    let key = reader.wrong_text(error);
    if error.message().starts_with("unknown field") && is_key_of_file(key) {
        return Box::new(problem.help(format!("`{key}` is a key of the whole file; move it above the first table")));
    }
    problem
}

/// Returns `true` if the file may have a key with this name outside of tables.
fn is_key_of_file(key: &str) -> bool {
    let table = toml::Table::from_iter([(key.to_owned(), Value::Boolean(true))]);
    ConfigFile::deserialize(table).err().is_none_or(|error| !error.message().starts_with("unknown field"))
}

#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "keys and tables")]
pub(super) struct ConfigFile {
    /// The description: a file, relative to this one, or the address of a description or of a server that publishes
    /// one.
    description: Option<Spanned<String>>,
    /// Several descriptions to merge into one API, instead of `description`.
    #[serde(default)]
    #[cfg_attr(feature = "cli", schemars(schema_with = "schema_parts::merge"))]
    merge: MergeForm,
    /// Files with corrections to the description, in order: overlays and JSON Merge Patches.
    #[serde(default)]
    corrections: Vec<Spanned<PathBuf>>,
    /// A Markdown file with the beginning of the README and the crate docs.
    docs: Option<Spanned<PathBuf>>,
    /// The output directory of the crate.
    out: Option<PathBuf>,
    /// The directory of a module in an existing crate, such as `src/client`, instead of `out`.
    module: Option<Spanned<PathBuf>>,
    /// The location of the crate `bindery-runtime` with the support code: a copy in the client (`"vendored"`, the default), a copy for
    /// several clients (its directory, whose last component is the name of the package), or a dependency (its `version`,
    /// `path` or `git`).
    #[serde(default)]
    #[cfg_attr(feature = "cli", schemars(schema_with = "schema_parts::runtime"))]
    runtime: Option<Spanned<Value>>,
    /// The name of the crate; derived from the title of the API by default.
    name: Option<Spanned<String>>,
    /// The initial version of the crate.
    version: Option<Spanned<String>>,
    /// The date library.
    dates: Option<DateLibrary>,
    /// The features of the crate in addition to `client` and `reqwest`, or `["all"]`; by default, all but `blocking`,
    /// `cli`, `fixtures`, `mock` and `tracing`.
    #[serde(default)]
    #[cfg_attr(feature = "cli", schemars(schema_with = "schema_parts::features"))]
    features: Option<Vec<Spanned<String>>>,
    /// The default features; if absent: `reqwest`, the first of `tls`, and `full` if groups are features.
    #[serde(rename = "default-features")]
    default_features: Option<Vec<Spanned<String>>>,
    /// The TLS backends, one feature each; the first is enabled by default.
    tls: Option<Vec<Tls>>,
    /// The root directory for references to other files, relative to this file; the directory of the description by
    /// default.
    root: Option<PathBuf>,
    /// A PEM file with root certificates for fetching the description, relative to this file, in addition to those of
    /// the system.
    cacert: Option<PathBuf>,
    /// `true` to treat warnings as errors.
    #[serde(default)]
    strict: bool,
    /// `true` to generate a client even if more than a tenth of the operations or schemas lacks content.
    #[serde(default, rename = "allow-partial")]
    allow_partial: bool,
    /// `true` to validate requests against the constraints of the description; this is the default.
    validate: Option<bool>,
    /// `true` to keep undeclared members of objects, and to send them back; `false` by default.
    #[serde(default, rename = "keep-undeclared")]
    keep_undeclared: bool,
    /// The methods whose bodies distinguish an absent member from null, in addition to merge patches; `["PATCH"]` by
    /// default.
    #[serde(default)]
    patch: PatchMethods,
    /// Keys of the `[package]` table in the manifest.
    #[serde(default)]
    #[cfg_attr(feature = "cli", schemars(schema_with = "schema_parts::package"))]
    package: PackageForm,
    /// The security scheme of `.token(..)`.
    #[serde(default)]
    token: TokenForm,
    /// Names of items, by `Schema`, `Schema.field`, `operationId`, `GET /path`, or JSON pointer.
    #[serde(default)]
    names: BTreeMap<String, Spanned<String>>,
    /// Names of the values of integer enumerations, by JSON pointer and value.
    #[serde(default)]
    codes: BTreeMap<String, BTreeMap<Spanned<String>, Spanned<String>>>,
    /// Received members for which the description is wrong, such as `Story.creator`, or by JSON pointer.
    #[serde(default)]
    fields: BTreeMap<Spanned<String>, Spanned<FieldForm>>,
    /// The pagination of operations, such as `GET /stories`, or of all that match a pattern such as `GET /v1/**`.
    #[serde(default)]
    pagination: BTreeMap<Spanned<String>, Spanned<PagingForm>>,
    /// Details of the server's events that the description lacks.
    #[serde(default)]
    events: EventsForm,
    /// The groups of operations.
    #[serde(default)]
    groups: GroupsForm,
    /// The only operations to include.
    #[serde(default)]
    only: OnlyForm,
    /// The operations to exclude.
    #[serde(default)]
    skip: SkipForm,
    /// Your own types in place of emitted ones: by schema, location, `format:x`, `type:x pattern:y` or `map`.
    #[serde(default)]
    #[cfg_attr(feature = "cli", schemars(schema_with = "schema_parts::own_types"))]
    types: TypesForm,
    /// Additional derives and implementations of types, by schema, glob, location or `*`.
    #[serde(default)]
    derives: AdditionsForm,
    /// Attributes of types, fields and variants, by schema, glob or location.
    #[serde(default)]
    attributes: AdditionsForm,
    /// Known warnings that are not reported: a diagnostic code, and the JSON pointers of its places, or `*` for all.
    #[serde(default)]
    accept: AcceptForm,
    /// Additional dependencies of the crate, as in the manifest.
    #[serde(default)]
    #[cfg_attr(feature = "cli", schemars(schema_with = "schema_parts::dependencies"))]
    dependencies: DependenciesForm,
}

#[derive(Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ scheme = \"ServiceToken\" }`")]
struct TokenForm {
    /// The security scheme to use.
    scheme: Option<Spanned<String>>,
    /// `true` if one of several required schemes is enough.
    #[serde(default)]
    either: bool,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a table such as `{ nullable = true }`")]
struct FieldForm {
    /// `true` if it may be null, contrary to the description.
    #[cfg_attr(feature = "cli", schemars(extend("const" = true)))]
    nullable: Option<bool>,
    /// `false` if it may be absent, contrary to the description.
    #[cfg_attr(feature = "cli", schemars(extend("const" = false)))]
    required: Option<bool>,
    /// Other kinds of values that are read for its booleans: `["number"]` for servers that write them as 0 and 1.
    accepts: Option<[AcceptedKind; 1]>,
}

/// A kind of JSON value.
#[derive(Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum AcceptedKind {
    /// Numbers.
    Number,
}

/// The configuration of one client: its table, merged with the common keys.
pub(super) struct ClientEntry<'t> {
    pub(super) table: toml::Spanned<DeTable<'t>>,
    /// The canonical text; `None` if the file has only one client.
    pub(super) text: Option<String>,
    /// The locations of the common keys.
    pub(super) common: BTreeSet<Location>,
    /// The start of its table, if it has one.
    pub(super) start: Option<usize>,
}

/// Reads the configuration of one client.
pub(super) fn read(entry: ClientEntry<'_>, reader: &ConfigReader<'_>) -> Result<Config> {
    let form = ConfigFile::deserialize(Deserializer::from(entry.table)).map_err(|error| not_read(&error, reader))?;
    let package = package::read(&form.package, reader)?;
    let crate_name = package::text(form.name.clone(), "name", &form.package, reader)?;
    let version = package::text(form.version.clone(), "version", &form.package, reader)?;
    check_crate(crate_name.as_ref(), version.as_ref(), reader)?;
    check_module(&form, reader)?;
    check_merge(&form, reader)?;
    let merged = merge::read(&form.merge, reader)?;
    Ok(Config {
        overrides: overrides(&form, reader)?,
        selection: selection::read(&form.only, &form.skip, reader)?,
        events: events::read(&form.events, reader)?,
        groups: groups::read(&form.groups, reader)?,
        own_types: own_types::read(&form.types, reader)?,
        additions: derives_form::read(&form.derives, &form.attributes, reader)?,
        accepted: accept::read(&form.accept, reader)?,
        dependencies: dependencies::read(&form.dependencies, reader)?,
        description: form.description.map(Spanned::into_inner).or_else(|| Some(merged.first()?.label.clone())),
        merged,
        corrections: form.corrections.iter().map(|file| unread(file, reader)).collect(),
        docs: form.docs.as_ref().map(|file| unread(file, reader)),
        is_module: form.module.is_some(),
        runtime: form
            .runtime
            .as_ref()
            .map(|runtime| shared::read(runtime, form.out.as_deref(), reader))
            .transpose()?
            .flatten(),
        out: form.out.or_else(|| form.module.map(Spanned::into_inner)),
        name: crate_name.map(Spanned::into_inner),
        version: version.map(Spanned::into_inner),
        package,
        dates: form.dates,
        features: read_features(form.features.as_deref(), reader)?,
        default_features: form.default_features.as_deref().map(|names| located(names, reader)),
        tls: form.tls,
        root: form.root,
        cacert: form.cacert,
        strict: form.strict,
        allow_partial: form.allow_partial,
        validate: form.validate,
        keep_undeclared: form.keep_undeclared,
        patch: form.patch,
        either_scheme: form.token.either,
        source: reader.name.to_owned(),
        text: reader.text.to_owned(),
        said: entry.text.unwrap_or_else(|| reader.text.to_owned()),
        common: entry.common,
    })
}

fn unread(file: &Spanned<PathBuf>, reader: &ConfigReader<'_>) -> UserFile {
    UserFile::new(file.get_ref(), reader.location(file.span().start))
}

fn read_features(names: Option<&[Spanned<String>]>, reader: &ConfigReader<'_>) -> Result<Option<CrateFeatures>> {
    if names.is_some_and(|names| names.iter().any(|name| name.get_ref() == ALL_FEATURES)) {
        return Ok(Some(CrateFeatures::all()));
    }
    let feature = |name: &Spanned<String>| {
        name.get_ref().parse().map_err(|message: String| {
            let known = CrateFeature::ALL.into_iter().map(CrateFeature::name).chain([ALL_FEATURES]);
            let help = suggest_or(name.get_ref(), known, "remove it, or write one of these");
            reader.problem(name.span().start, message, &help)
        })
    };
    names.map(|names| names.iter().map(feature).collect()).transpose()
}

/// Returns names with their locations: whether such features exist is known only with the groups.
fn located(names: &[Spanned<String>], reader: &ConfigReader<'_>) -> Vec<(String, Location)> {
    names.iter().map(|name| (name.get_ref().clone(), reader.location(name.span().start))).collect()
}

/// A module has no manifest, and stands in one folder.
fn check_module(form: &ConfigFile, reader: &ConfigReader<'_>) -> Result<()> {
    let Some(module) = &form.module else { return Ok(()) };
    let of_a_crate = [
        (form.out.is_some(), "out"),
        (form.runtime.is_some(), "runtime"),
        (form.name.is_some(), "name"),
        (form.version.is_some(), "version"),
        (form.default_features.is_some(), "default-features"),
        (form.tls.is_some(), "tls"),
        (form.docs.is_some(), "docs"),
        (!form.package.is_empty(), "[package]"),
        (!form.dependencies.is_empty(), "[dependencies]"),
    ];
    match of_a_crate.into_iter().find(|(is_there, _)| *is_there) {
        Some((_, key)) => {
            let message =
                format!("`module` and `{key}` exclude each other: a module is part of a crate that has its own");
            Err(reader.problem(module.span().start, message, "remove one of them"))
        }
        None => Ok(()),
    }
}

/// Rejects keys that conflict with `merge`, where each description has its own corrections.
fn check_merge(form: &ConfigFile, reader: &ConfigReader<'_>) -> Result<()> {
    if form.merge.is_empty() {
        return Ok(());
    }
    if let Some(description) = &form.description {
        let message = "`description` and `merge` exclude each other";
        return Err(reader.problem(description.span().start, message, "move the description to the list of `merge`"));
    }
    match form.corrections.first() {
        Some(first) => {
            let message =
                "`corrections` and `merge` exclude each other: each merged description has its own corrections";
            let help = "add `{ description = \"..\", corrections = [\"..\"] }` to the list of `merge`";
            Err(reader.problem(first.span().start, message, help))
        }
        None => Ok(()),
    }
}

fn check_crate(
    name: Option<&Spanned<String>>,
    version: Option<&Spanned<String>>,
    reader: &ConfigReader<'_>,
) -> Result<()> {
    if let Some(name) = name
        && let Some(reason) = check::crate_name(name.get_ref())
    {
        let message = format!("`{}` is not a valid crate name: {reason}", name.get_ref());
        return Err(reader.problem(name.span().start, message, "write a name such as `example-client`"));
    }
    match version {
        Some(version) if !check::is_version(version.get_ref()) => {
            let message = format!("`{}` is not a valid version", version.get_ref());
            Err(reader.problem(version.span().start, message, "write three numbers, such as `0.1.0`"))
        }
        _ => Ok(()),
    }
}

/// Returns an override by its key.
fn entry<T, U>(reader: &ConfigReader<'_>, key: &str, value: &Spanned<U>, of: impl Fn(&U) -> T) -> Override<T> {
    Override::new(key, of(value.get_ref()), reader.location(value.span().start))
}

fn overrides(form: &ConfigFile, reader: &ConfigReader<'_>) -> Result<Overrides> {
    let mut overrides = Overrides::default();
    for (key, name) in &form.names {
        reader.any_name(name)?;
        overrides.names.push(entry(reader, pointer(key), name, String::clone));
    }
    for (key, codes) in &form.codes {
        for (code, name) in codes {
            reader.type_name(name)?;
            let number = reader.code(code)?;
            overrides.codes.push(entry(reader, pointer(key), name, |name| (number, name.clone())));
        }
    }
    for (key, field) in &form.fields {
        let loosened = loosened(key, field, reader)?;
        overrides.fields.push(entry(reader, key.get_ref(), field, |_| loosened));
    }
    for (operation, paging) in &form.pagination {
        reader.operation(operation)?;
        let is_pattern = operation.get_ref().contains('*');
        let paging_config = Paging { is_pattern, ..paging.get_ref().read(reader)? };
        overrides.pagination.push(entry(reader, operation.get_ref(), operation, |_| paging_config.clone()));
    }
    if let Some(scheme) = &form.token.scheme {
        overrides.token_schemes.push(entry(reader, scheme.get_ref(), scheme, |_| ()));
    }
    Ok(overrides)
}

/// Returns the loosening of a member, by `Story.creator` or its location.
fn loosened(key: &Spanned<String>, field: &Spanned<FieldForm>, reader: &ConfigReader<'_>) -> Result<Loosened> {
    let named = key.get_ref().split_once('.').is_some_and(|(schema, field)| !schema.is_empty() && !field.is_empty());
    let is_place = key.get_ref().starts_with('/') && key.get_ref().contains("/properties/");
    if !named && !is_place {
        let message = format!("`{}` is not a field of a schema", key.get_ref());
        return Err(reader.problem(
            key.span().start,
            message,
            "write the schema and the field, such as `Story.creator`, or a JSON pointer",
        ));
    }
    let FieldForm { nullable, required, accepts } = field.get_ref();
    let loosened =
        Loosened { nullable: nullable.is_some(), optional: required.is_some(), accepts_numbers: accepts.is_some() };
    if *nullable == Some(false) || *required == Some(true) || loosened == Loosened::default() {
        let message = format!("the entry `{}` changes nothing", key.get_ref());
        let help = "write `nullable = true`, `required = false` or `accepts = [\"number\"]`";
        return Err(reader.problem(field.span().start, message, help));
    }
    Ok(loosened)
}

/// Returns a pointer without the prefix of references: `#/components/..`.
fn pointer(key: &str) -> &str {
    key.strip_prefix('#').unwrap_or(key)
}

#[cfg(test)]
mod tests;
