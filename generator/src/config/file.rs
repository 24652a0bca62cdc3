//! The keys of the configuration. Their comments are the reference in the guide and the descriptions in editors.
#![allow(clippy::mutable_key_type, reason = "keys are compared by their text, not by their compiled patterns")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Deserialize;
use toml::Table;
use toml::de::{DeTable, DeValue, Deserializer};

use super::accept::Accepted;
use super::check::{CrateName, LinkBase, Name, TypeName, Version};
#[cfg(test)]
use super::choices::Features;
use super::choices::features;
use super::derives::{self, Addition, AttributeText, Derive};
use super::descriptions::{self, MergedDescription, UserFile};
use super::events::Events;
use super::groups::Groups;
use super::overrides::{self, EnumValue, Loosened, Member, Token};
use super::own_types::OwnTypes;
use super::pagination::Paging;
use super::place::{At, Checked, Entry, Placed, Refusal, Text, TextOrTable, checked};
use super::problem::{location, not_read, problem, wrong_text};
use super::runtime::{RuntimeCrate, as_in_code};
use super::selection::{Only, Skip};
use super::selector::Routes;
use super::{CrateFeatures, DateLibrary, PatchMethods, Tls};
use crate::base::diagnostic::{Code, Diagnostic, Result};
use crate::base::text::Source;

/// The configuration of a run.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "keys and tables")]
pub struct Config {
    /// The description: a file, relative to this one, or the address of a description or of a server that publishes
    /// one.
    pub description: Option<String>,
    /// Several descriptions to merge into one API, instead of `description`.
    #[serde(default)]
    pub(super) merge: Vec<Placed<TextOrTable<MergedDescription>>>,
    /// Files with corrections to the description, in order: overlays and JSON Merge Patches.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<PathBuf>"))]
    pub(super) corrections: Vec<UserFile>,
    /// A Markdown file with the beginning of the README and the crate docs.
    #[cfg_attr(test, schemars(with = "Option<PathBuf>"))]
    pub(super) docs: Option<UserFile>,
    /// The address that relative links in the texts of the description refer to; that of its `externalDocs` by default.
    #[serde(default, deserialize_with = "checked::<LinkBase, _>")]
    pub links: Option<String>,
    /// The output directory of the crate.
    pub out: Option<PathBuf>,
    /// The directory of a module in an existing crate, such as `src/client`, instead of `out`.
    pub module: Option<PathBuf>,
    /// The location of the crate `bindery-runtime` with the support code: a copy in the client (`"vendored"`, the default), a copy for
    /// several clients (its directory, whose last component is the name of the package), or a dependency (its `version`,
    /// `path` or `git`).
    pub(super) runtime: Option<Placed<TextOrTable<RuntimeCrate>>>,
    /// The name of the crate; derived from the title of the API by default.
    #[serde(default, deserialize_with = "checked::<CrateName, _>")]
    pub name: Option<String>,
    /// The initial version of the crate.
    #[serde(default, deserialize_with = "checked::<Version, _>")]
    pub version: Option<String>,
    /// The date library.
    pub dates: Option<DateLibrary>,
    /// The features of the crate in addition to `client` and `reqwest`, or `["all"]`; by default, all but `blocking`,
    /// `cli`, `fixtures`, `mock`, `recording` and `tracing`.
    #[serde(default, deserialize_with = "features")]
    #[cfg_attr(test, schemars(with = "Option<Vec<Features>>"))]
    pub features: Option<CrateFeatures>,
    /// The default features; if absent: `reqwest`, the first of `tls`, and `full` if groups are features.
    pub(super) default_features: Option<Vec<Placed<String>>>,
    /// The TLS backends, one feature each; the first is enabled by default.
    pub tls: Option<Vec<Tls>>,
    /// The root directory for references to other files, relative to this file; the directory of the description by
    /// default.
    pub root: Option<PathBuf>,
    /// A PEM file with root certificates for fetching the description, relative to this file, in addition to those of
    /// the system.
    pub cacert: Option<PathBuf>,
    /// `true` to treat warnings as errors.
    pub strict: Option<bool>,
    /// `true` to generate a client even if more than a tenth of the operations or schemas lacks content.
    pub allow_partial: Option<bool>,
    /// `true` to validate requests against the constraints of the description; this is the default.
    pub validate: Option<bool>,
    /// `true` to keep undeclared members of objects, and to send them back; `false` by default.
    #[serde(default)]
    pub keep_undeclared: bool,
    /// The methods whose bodies distinguish an absent member from null, in addition to merge patches; `["PATCH"]` by
    /// default.
    #[serde(default)]
    pub patch: PatchMethods,
    /// Keys of the `[package]` table in the manifest.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    pub(super) package: Table,
    /// The security scheme of `.token(..)`.
    #[serde(default)]
    pub(crate) token: Token,
    /// Names of items, by `Schema`, `Schema.field`, `operationId`, `GET /path`, or JSON pointer.
    #[serde(default)]
    pub(super) names: BTreeMap<String, Entry<Name>>,
    /// Names of the values of integer enumerations, by JSON pointer and value.
    #[serde(default)]
    pub(super) codes: BTreeMap<String, BTreeMap<Text<EnumValue>, Entry<TypeName>>>,
    /// Received members for which the description is wrong, such as `Story.creator`, or by JSON pointer.
    #[serde(default)]
    pub(super) fields: BTreeMap<Text<Member>, Placed<Loosened>>,
    /// The pagination of operations, such as `GET /stories`, or of all that match a pattern such as `GET /v1/**`.
    #[serde(default)]
    pub(super) pagination: BTreeMap<Entry<Routes>, Paging>,
    /// Details of the server's events that the description lacks.
    #[serde(default)]
    pub(crate) events: Events,
    /// The groups of operations.
    #[serde(default)]
    pub(crate) groups: Groups,
    /// The only operations to include.
    #[serde(default)]
    pub(crate) only: Only,
    /// The operations to exclude.
    #[serde(default)]
    pub(crate) skip: Skip,
    /// Your own types in place of emitted ones: by schema, location, `format:x`, `type:x pattern:y` or `map`.
    #[serde(default)]
    pub(crate) types: OwnTypes,
    /// Additional derives and implementations of types, by schema, glob, location or `*`.
    #[serde(default, deserialize_with = "derives::additions::<Derive, _>")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, Vec<String>>"))]
    pub(super) derives: Vec<Addition>,
    /// Attributes of types, fields and variants, by schema, glob or location.
    #[serde(default, deserialize_with = "derives::additions::<AttributeText, _>")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, Vec<String>>"))]
    pub(super) attributes: Vec<Addition>,
    /// Known warnings that are not reported: a diagnostic code, and the JSON pointers of its places, or `*` for all.
    #[serde(default)]
    pub(super) accept: Accepted,
    /// Additional dependencies of the crate, as in the manifest.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "serde_json::Map<String, serde_json::Value>", extend("additionalProperties" = serde_json::json!({ "type": ["string", "object"] }))))]
    pub(super) dependencies: Table,
    /// `true` if the user wrote the module `ext` of the crate.
    #[serde(skip)]
    pub has_extensions: bool,
    /// The file; `None` if there is none.
    #[serde(skip)]
    pub(super) file: Option<Source>,
    /// The canonical text of the keys that change what is generated, with those for all clients.
    #[serde(skip)]
    pub(super) canonical_text: String,
    /// The places of keys that also apply to other clients.
    #[serde(skip)]
    pub(super) common: BTreeSet<At>,
}

/// Reads the configuration of a client from its table, merged with the common keys.
pub(super) fn read(mut table: toml::Spanned<DeTable<'_>>, file: &Source) -> Result<Config> {
    check_exclusive(table.get_ref(), file)?;
    lift_from_package(table.get_mut(), file)?;
    let mut config = Config::deserialize(Deserializer::from(table)).map_err(|error| not_a_key(file, &error))?;
    config.file = Some(file.clone());
    config.check().map_err(|(at, refusal)| problem(file, at, refusal.message, &refusal.help))?;
    let merged = config.merge.first().map(|first| first.0.description.clone());
    config.description = config.description.take().or(merged);
    config.out = config.out.take().or_else(|| config.module.clone());
    Ok(config)
}

impl Config {
    /// Checks conditions between values.
    fn check(&self) -> Checked {
        self.skip.check()?;
        descriptions::check(&self.merge)?;
        self.fields.iter().try_for_each(|(key, loosened)| overrides::check(&key.text, loosened))?;
        self.pagination.values().try_for_each(Paging::check)?;
        self.derives.iter().chain(&self.attributes).try_for_each(Addition::check)?;
        match &self.runtime {
            Some(runtime) if matches!(runtime.0, RuntimeCrate::Generated(_)) && self.out.is_none() => {
                let message = "a client with a shared runtime crate has no output directory";
                Err((runtime.at, Refusal::new(message, "add `out = \"..\"`, the output directory of the client")))
            }
            _ => Ok(()),
        }
    }

    /// Sets the location of a diagnostic to a place in the configuration.
    pub(crate) fn locate(&self, diagnostic: Diagnostic, at: At) -> Diagnostic {
        match &self.file {
            Some(file) => diagnostic.at(file.name(), location(file, at)),
            None => diagnostic,
        }
    }

    /// Returns the name of the file in diagnostics.
    pub fn file_name(&self) -> &str {
        self.file.as_ref().map_or("", Source::name)
    }

    /// Creates an error at a place.
    pub(crate) fn problem(&self, at: At, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
        Box::new(self.locate(Diagnostic::error(Code::ConfigurationInvalid, message), at).help(help))
    }

    /// Creates a warning about an entry without effect.
    pub(crate) fn idle(&self, at: At, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        self.locate(Diagnostic::warning(Code::OverrideUnused, message), at).help(help)
    }
}

/// Creates the error for a text that is not a configuration. A key of the whole file may stand below a table.
fn not_a_key(file: &Source, error: &toml::de::Error) -> Box<Diagnostic> {
    let problem = not_read(file, error);
    let key = wrong_text(file, error);
    if error.message().starts_with("unknown field") && is_key_of_file(key) {
        return Box::new(problem.help(format!("`{key}` is a key of the whole file; move it above the first table")));
    }
    problem
}

/// Returns `true` if the file may have a key with this name outside of tables.
fn is_key_of_file(key: &str) -> bool {
    let table = Table::from_iter([(key.to_owned(), true.into())]);
    Config::deserialize(table).err().is_none_or(|error| !error.message().starts_with("unknown field"))
}

/// The crate with the support code, as written in code.
const RUNTIME_IN_CODE: &str = "bindery_runtime";

/// A module has no manifest, and stands in one folder.
const CRATE_ONLY_KEYS: [&str; 9] =
    ["out", "runtime", "name", "version", "default-features", "tls", "docs", "package", "dependencies"];

/// Rejects keys that conflict with each other.
fn check_exclusive(table: &DeTable<'_>, file: &Source) -> Result<()> {
    let place = |key: &str| table.get(key).map(|value| At(value.span().start));
    if let (Some(at), Some(key)) = (place("module"), CRATE_ONLY_KEYS.into_iter().find(|key| table.contains_key(*key))) {
        let key = if matches!(key, "package" | "dependencies") { format!("[{key}]") } else { key.to_owned() };
        let message = format!("`module` and `{key}` exclude each other: a module is part of a crate that has its own");
        return Err(problem(file, at, message, "remove one of them"));
    }
    if let (Some(_), Some(at)) = (place("merge"), place("description")) {
        let message = "`description` and `merge` exclude each other";
        return Err(problem(file, at, message, "move the description to the list of `merge`"));
    }
    if let (Some(_), Some(at)) = (place("merge"), place("corrections")) {
        let message = "`corrections` and `merge` exclude each other: each merged description has its own corrections";
        let help = "add `{ description = \"..\", corrections = [\"..\"] }` to the list of `merge`";
        return Err(problem(file, at, message, help));
    }
    let dependencies = table.get("dependencies").and_then(|dependencies| dependencies.get_ref().as_table());
    match dependencies.into_iter().flat_map(DeTable::keys).find(|key| as_in_code(key.get_ref()) == RUNTIME_IN_CODE) {
        Some(key) => {
            let message = format!("the crate already depends on `{}`", key.get_ref());
            Err(problem(file, At(key.span().start), message, "write `runtime` at the top level instead"))
        }
        None => Ok(()),
    }
}

/// Moves the name and the version in `[package]`, which Bindery needs itself, to the top level.
fn lift_from_package(table: &mut DeTable<'_>, file: &Source) -> Result<()> {
    for key in ["name", "version"] {
        let Some(DeValue::Table(package)) = table.get_mut("package").map(toml::Spanned::get_mut) else { return Ok(()) };
        if !package.get(key).is_some_and(|value| value.get_ref().is_str()) {
            continue;
        }
        let Some((name, value)) = package.remove_entry(key) else { continue };
        let at = At(value.span().start);
        if table.insert(name, value).is_some() {
            let help = "set it once, in `[package]` or at the top level";
            return Err(problem(file, at, format!("duplicate key `{key}`"), help));
        }
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests;
