//! `[[client]]`: several clients in one configuration.
//!
//! Each table has the keys that a file for a single client has at the top level. Keys outside the tables apply to all
//! clients, and a table overrides them: values are replaced, tables are merged.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, Error};

use super::place::At;
use super::problem::{not_read, problem};
use super::{Config, UsedEntries, crates, file};
use crate::base::canonical_path::{canonical_path, normalized};
use crate::base::diagnostic::{Code, Diagnostic, Location, Result};
use crate::base::suggestion::closest_match;
use crate::base::text::Source;

const KEY: &str = "client";

/// Keys that apply to one description or one output directory.
const PER_CLIENT_KEYS: [&str; 13] = [
    "codes",
    "corrections",
    "description",
    "events",
    "fields",
    "merge",
    "module",
    "name",
    "names",
    "only",
    "out",
    "pagination",
    "skip",
];

/// Keys that apply to crates: a module ignores them, although other clients may have them.
const CRATE_KEYS: [&str; 7] = ["default-features", "dependencies", "docs", "package", "runtime", "tls", "version"];

/// The clients of a configuration, at least one.
#[derive(Clone, Debug)]
pub struct Clients {
    /// The configuration of each client, in the order of the file.
    pub all: Vec<Config>,
    /// `true` if they are listed by `[[client]]`.
    pub are_listed: bool,
}

impl Clients {
    /// Loads a configuration file. Relative paths are relative to its directory.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` with the position if the file cannot be read or is invalid.
    pub fn load(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| {
            let message = format!("cannot read the configuration: {error}");
            let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
            Box::new(problem.at(&name, Location::Whole).help("fix the path"))
        })?;
        Self::parse_in(&name, &text, path.parent().unwrap_or(Path::new("")))
    }

    /// Parses a configuration whose paths are relative to a directory, and reads the files that it names.
    pub(crate) fn parse_in(name: &str, text: &str, folder: &Path) -> Result<Self> {
        let mut clients = Self::parse(name, text)?;
        clients.all.iter_mut().try_for_each(|config| config.resolve_paths(folder))?;
        check_real_directories(&clients.all, name)?;
        Ok(clients)
    }

    /// Parses a configuration; `name` is its name in diagnostics.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Clients::load`].
    pub fn parse(name: &str, text: &str) -> Result<Self> {
        let file = Source::new(name, text);
        let document = DeTable::parse(file.text()).map_err(|error| not_read(&file, &error))?;
        let (entries, are_listed) = entries(document, &file)?;
        let mut all: Vec<Config> = Vec::new();
        for ClientEntry { table, common } in entries {
            let start = At(table.span().start);
            let canonical_text = as_text(&table).map_err(|error| not_read(&file, &error))?;
            let mut config = file::read(table, &file)?;
            config.canonical_text = canonical_text;
            if are_listed {
                config.common = common;
                check_directory(&config, &all, start)?;
            }
            all.push(config);
        }
        crates::check_apart(&all)?;
        Ok(Self { all, are_listed })
    }

    /// Returns the only client.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if there are several.
    pub fn into_one(self) -> Result<Config> {
        let mut all = self.all;
        match (all.pop(), all.is_empty()) {
            (Some(only), true) => Ok(only),
            (last, _) => {
                let names: Vec<String> = all.iter().chain(&last).map(Config::label).collect();
                let message = format!("the configuration has several clients: {}", names.join(", "));
                let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
                Err(Box::new(problem.help("select one by name")))
            }
        }
    }

    /// Returns the client with this name.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if there is none.
    pub fn into_named(self, name: &str) -> Result<Config> {
        let labels: Vec<String> = self.all.iter().map(Config::label).collect();
        self.all.into_iter().find(|config| config.label() == name).ok_or_else(|| {
            let message = format!("no client is named `{}`", name.escape_debug());
            let near = closest_match(name, labels.iter().map(String::as_str), false);
            let known = || format!("there are {}", labels.join(", "));
            let help = near.map_or_else(known, |near| format!("did you mean `{near}`?"));
            Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help))
        })
    }

    /// Returns warnings about common entries that none of the clients used.
    #[must_use]
    pub fn unused<'u>(clients: impl IntoIterator<Item = (&'u Config, &'u UsedEntries)>) -> Vec<Diagnostic> {
        let mut clients = clients.into_iter();
        let Some((first, used)) = clients.next() else { return Vec::new() };
        let of_first = first.unused_of_all(used);
        let others: Vec<Vec<(String, At)>> = clients.map(|(config, used)| config.unused_of_all(used)).collect();
        let unused = of_first.into_iter().filter(|unused| others.iter().all(|other| other.contains(unused)));
        let message = |what: String| format!("{what} matches nothing in any of the descriptions");
        unused.map(|(what, at)| first.idle(at, message(what), "remove it or fix it")).collect()
    }
}

impl Config {
    /// Loads a configuration file with one client. Relative paths are relative to its directory.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` with the position if the file cannot be read, is invalid, or has several
    /// clients.
    pub fn load(path: &Path) -> Result<Self> {
        Clients::load(path)?.into_one()
    }

    /// Parses a configuration; `name` is its name in diagnostics.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Config::load`].
    pub fn parse(name: &str, text: &str) -> Result<Self> {
        Clients::parse(name, text)?.into_one()
    }

    /// Returns the label of a client among several: its name, otherwise its output directory.
    #[must_use]
    pub fn label(&self) -> String {
        let folder = || self.out.as_ref().map(|out| out.display().to_string());
        self.name.clone().or_else(folder).unwrap_or_default()
    }
}

/// The table of one client, merged with the common keys.
struct ClientEntry<'t> {
    table: Spanned<DeTable<'t>>,
    /// The places of the common keys.
    common: BTreeSet<At>,
}

/// Returns the table of each client, and whether they are listed.
fn entries<'t>(mut document: Spanned<DeTable<'t>>, file: &Source) -> Result<(Vec<ClientEntry<'t>>, bool)> {
    let Some(listed) = document.get_mut().remove(KEY) else {
        return Ok((vec![ClientEntry { table: document, common: BTreeSet::new() }], false));
    };
    let at = At(listed.span().start);
    let wrong = |at| problem(file, at, "`client` is not a list of tables", "write `[[client]]` above each client");
    let DeValue::Array(listed) = listed.into_inner() else { return Err(wrong(at)) };
    if listed.is_empty() {
        return Err(wrong(at));
    }
    check_common(document.get_ref(), file)?;
    let mut entries = Vec::new();
    for own in listed {
        let span = own.span();
        let DeValue::Table(own) = own.into_inner() else { return Err(wrong(At(span.start))) };
        if let Some((key, _)) = own.get_key_value(KEY) {
            let message = "a client cannot contain another client";
            return Err(problem(file, At(key.span().start), message, "write `[[client]]` at the top level"));
        }
        let mut shared = document.get_ref().clone();
        if own.contains_key("module") {
            CRATE_KEYS.iter().for_each(|key| drop(shared.remove(*key)));
        }
        let mut common = BTreeSet::new();
        collect_places(&shared, &mut common);
        entries.push(ClientEntry { table: Spanned::new(span, over(shared, own)), common });
    }
    Ok((entries, true))
}

/// Keys that change what is reported or where the description is read, and nothing of what is generated from a description.
const WITHOUT_OUTPUT: [&str; 7] = ["accept", "allow-partial", "cacert", "description", "merge", "root", "strict"];

/// Returns the canonical text of what is generated, independent of the surroundings and the order of keys.
fn as_text(table: &Spanned<DeTable<'_>>) -> Result<String, Error> {
    let mut table = toml::Table::deserialize(Deserializer::from(table.clone()))?;
    WITHOUT_OUTPUT.iter().for_each(|key| drop(table.remove(*key)));
    Ok(table.to_string())
}

fn check_common(common: &DeTable<'_>, file: &Source) -> Result<()> {
    match PER_CLIENT_KEYS.iter().find_map(|key| common.get_key_value(*key)) {
        Some((key, _)) => {
            let message = format!("`{}` must be inside a `[[client]]` table", key.get_ref());
            Err(problem(file, At(key.span().start), message, "move it below the `[[client]]` that it belongs to"))
        }
        None => Ok(()),
    }
}

/// Merges the common keys into the table of a client.
fn over<'t>(mut common: DeTable<'t>, own: DeTable<'t>) -> DeTable<'t> {
    for (key, value) in own {
        let span = value.span();
        let value = match (common.remove(key.get_ref().as_ref()).map(Spanned::into_inner), value.into_inner()) {
            (Some(DeValue::Table(common)), DeValue::Table(own)) => DeValue::Table(over(common, own)),
            (_, own) => own,
        };
        common.insert(key, Spanned::new(span, value));
    }
    common
}

fn collect_places(table: &DeTable<'_>, places: &mut BTreeSet<At>) {
    for (key, value) in table {
        places.extend([key.span(), value.span()].map(|span| At(span.start)));
        match value.get_ref() {
            DeValue::Table(inner) => collect_places(inner, places),
            DeValue::Array(elements) => places.extend(elements.iter().map(|element| At(element.span().start))),
            _ => {}
        }
    }
}

const OWN_FOLDER: &str = "give each client its own output directory";

/// Checks that a client has a description and an output directory that does not conflict with a previous one.
fn check_directory(config: &Config, before: &[Config], at: At) -> Result<()> {
    if config.description.is_none() {
        let help = "add `description = \"..\"`, a file or a URL, to this `[[client]]`";
        return Err(config.problem(at, "this client has no description", help));
    }
    let Some(folder) = &config.out else {
        let help = "add `out = \"..\"` for a crate or `module = \"..\"` for a module to this `[[client]]`";
        return Err(config.problem(at, "this client has no output directory", help));
    };
    let folder = normalized(folder);
    for other in before {
        let theirs = normalized(other.out.as_deref().unwrap_or(Path::new("")));
        if folder == theirs {
            let message = format!("two clients have the same output directory `{}`", folder.display());
            return Err(config.problem(at, message, OWN_FOLDER));
        }
        if folder.starts_with(&theirs) || theirs.starts_with(&folder) {
            let message =
                format!("the output directories `{}` and `{}` are nested", theirs.display(), folder.display());
            return Err(config.problem(at, message, "choose directories that do not contain each other"));
        }
        if config.label() == other.label() {
            let message = format!("two clients are named `{}`", config.label());
            return Err(config.problem(at, message, "give each client its own `name`"));
        }
    }
    Ok(())
}

/// Checks that no two clients have the same directory through different paths, such as a symbolic link.
fn check_real_directories(all: &[Config], name: &str) -> Result<()> {
    let mut taken = HashSet::new();
    for folder in all.iter().filter_map(|config| config.out.as_deref()) {
        if !taken.insert(canonical_path(folder)) {
            let message = format!("two clients have the same output directory `{}`", folder.display());
            let problem = Diagnostic::error(Code::ConfigurationInvalid, message).at(name, Location::Whole);
            return Err(Box::new(problem.help(OWN_FOLDER)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
