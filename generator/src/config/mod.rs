//! `bindery.toml`: the description, the crate, and overrides for errors and gaps of the description.
//!
//! ```toml
//! description = "openapi.yaml"      # a file next to this one, or an address
//! out = "client"                    # the output directory
//!
//! [names]                           # names of items, by their names in the description
//! story = "UserStory"
//! ```
//!
//! `file.rs` documents each key; the guide and the JSON schema for editors ([`schema()`]) are generated from that. Several
//! clients are listed by `[[client]]`, each with all keys; keys outside apply to all (`clients`). `crate::starter` writes
//! an initial file.
//!
//! Every override has to match something; unused ones are reported.

mod accept;
mod attribute;
mod check;
mod choices;
mod clients;
mod crates;
mod dependencies;
mod derives;
mod derives_form;
mod events;
mod file;
mod groups;
mod merge;
mod overrides;
mod own_types;
mod package;
mod pagination;
mod reader;
pub(crate) mod removed;
mod rust_path;
#[cfg(feature = "cli")]
mod schema;
#[cfg(feature = "cli")]
mod schema_parts;
mod selection;
mod selector;
mod shared;
mod type_selector;
mod used;
mod user_file;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub use crate::crate_feature::Implementation;
pub(crate) use crate::crate_feature::{ALL_GROUPS, UNREFERENCED_TYPES};
pub use crate::crate_feature::{CrateFeature, CrateFeatures};
use crate::diagnostic::{Code, Diagnostic, Location, Result, Sink};
use crate::source::Source;
use crate::suggestion::unmatched_message;
use accept::Accepted;
pub use choices::{DateLibrary, PatchMethods, Tls};
pub use clients::Clients;
pub use derives::StandardTrait;
pub(crate) use derives::{AddedKind, Addition};
pub(crate) use events::{EventsConfig, NamedBy};
pub(crate) use groups::{GroupedBy, GroupsConfig};
pub use overrides::Loosened;
use overrides::Overrides;
pub(crate) use own_types::{OwnEntry, OwnTypes};
pub(crate) use pagination::{ConfiguredName, Paging, PagingStyle};
pub(crate) use rust_path::RustPath;
#[cfg(feature = "cli")]
pub use schema::schema;
pub(crate) use selection::{SelectionEntry, SelectionRules};
pub(crate) use selector::SelectableOperation;
use shared::Runtime;
pub use shared::RuntimeCrate;
pub(crate) use type_selector::TypeSelector;
pub use used::UsedEntries;
use user_file::{MergedDescription, UserFile, is_address};

/// The configuration of a run.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The description: a file, relative to the directory of the configuration, or an address.
    pub description: Option<String>,
    /// The descriptions to merge into one API, if there are several.
    merged: Vec<MergedDescription>,
    corrections: Vec<UserFile>,
    docs: Option<UserFile>,
    /// The output directory of the crate, or of the module.
    pub out: Option<PathBuf>,
    /// `true` if the output is a module of the user's crate instead of a crate.
    pub is_module: bool,
    runtime: Option<Runtime>,
    /// The name of the crate.
    pub name: Option<String>,
    /// The version of the crate.
    pub version: Option<String>,
    /// The date library.
    pub dates: Option<DateLibrary>,
    /// The optional features of the crate.
    pub features: Option<CrateFeatures>,
    default_features: Option<Vec<(String, Location)>>,
    /// The TLS backends, the default first; if absent, rustls.
    pub tls: Option<Vec<Tls>>,
    /// `true` to treat warnings as errors.
    pub strict: bool,
    /// The root directory for references to other files; if absent, that of the description.
    pub root: Option<PathBuf>,
    /// A PEM file with root certificates for fetching the description.
    pub cacert: Option<PathBuf>,
    /// `true` to generate a client even if more than a tenth of the operations or schemas lacks content.
    pub allow_partial: bool,
    /// `true` to validate requests against the constraints of the description; the default if absent.
    pub validate: Option<bool>,
    /// `true` to keep undeclared members of objects, and to send them back.
    pub keep_undeclared: bool,
    /// The methods whose bodies distinguish an absent member from null.
    pub patch: PatchMethods,
    /// `true` if one of several required schemes is enough.
    pub(crate) either_scheme: bool,
    pub(crate) overrides: Overrides,
    /// The selected part of the description.
    pub(crate) selection: SelectionRules,
    pub(crate) events: EventsConfig,
    pub(crate) groups: GroupsConfig,
    /// The user's types that replace others.
    pub(crate) own_types: OwnTypes,
    /// The additional derives and attributes.
    pub(crate) additions: Vec<Addition>,
    accepted: Vec<Accepted>,
    dependencies: BTreeMap<String, String>,
    /// The `[package]` keys of the manifest, with their values as inline TOML.
    pub(crate) package: BTreeMap<String, String>,
    source: String,
    /// The whole file.
    text: String,
    /// The canonical text of this client's configuration.
    said: String,
    /// The locations of keys that also apply to other clients.
    common: BTreeSet<Location>,
}

impl Config {
    /// Resolves its paths relative to its directory.
    fn stands_in(&mut self, folder: &Path) -> Result<()> {
        if let Some(description) = self.description.as_mut().filter(|description| !is_address(description)) {
            *description = folder.join(&*description).display().to_string();
        }
        self.out = self.out.take().map(|out| folder.join(out));
        self.root = self.root.take().map(|root| folder.join(root));
        self.cacert = self.cacert.take().map(|cacert| folder.join(cacert));
        self.runtime = self.runtime.take().map(|runtime| runtime.below(folder));
        self.place_merged(folder)?;
        self.read_files(folder)
    }

    /// Reads the files that it names, relative to its directory.
    fn read_files(&mut self, folder: &Path) -> Result<()> {
        let own = self.source.clone();
        self.corrections.iter_mut().try_for_each(|file| file.read_from(folder, "a correction", &own))?;
        self.docs.iter_mut().try_for_each(|file| file.read_from(folder, "the file in `docs`", &own))
    }

    /// Returns the user's docs of the crate, as Markdown.
    #[must_use]
    pub fn docs(&self) -> Option<&str> {
        Some(self.docs.as_ref()?.source.as_ref()?.text())
    }

    /// Returns the text of the configuration and its corrections, so that diagnostics can show excerpts.
    #[must_use]
    pub fn sources(&self) -> Vec<Source> {
        let text = (!self.source.is_empty()).then(|| Source::new(&self.source, &self.text));
        let merged = self.merged_corrections().filter_map(|file| file.source.clone());
        text.into_iter().chain(self.corrections()).chain(merged).collect()
    }

    /// Returns the SHA-256 of the configuration and the files that it names.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut text = self.said.clone();
        let merged = self.merged_corrections().filter_map(|file| file.source.as_ref());
        let corrections = self.corrections();
        corrections.iter().chain(merged).for_each(|correction| text.push_str(correction.text()));
        text.push_str(self.docs().unwrap_or_default());
        crate::digest::sha256(text.as_bytes())
    }

    /// Returns the default features.
    #[must_use]
    pub fn default_features(&self) -> Option<Vec<String>> {
        let names = self.default_features.as_ref()?.iter();
        Some(names.map(|(name, _)| name.clone()).collect())
    }

    /// Warns about default features that do not exist.
    pub(crate) fn warn_unknown_defaults(&self, unknown: &[&str], sink: &mut Sink) {
        let named = self.default_features.iter().flatten();
        for (name, location) in
            named.filter(|(name, location)| unknown.contains(&name.as_str()) && !self.is_common(location))
        {
            let message = format!("the crate has no feature `{}`", name.escape_debug());
            let help = "remove it, or write a feature from its Cargo.toml";
            sink.push(Diagnostic::warning(Code::OverrideUnused, message).at(&self.source, location.clone()).help(help));
        }
    }

    /// Returns the name of the file in diagnostics.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// Returns `true` if the entry at a location also applies to other clients, which may use it.
    pub(crate) fn is_common(&self, location: &Location) -> bool {
        self.common.contains(location)
    }

    /// Returns the entries for all clients that this one did not use.
    fn unused_of_all(&self, used: &UsedEntries) -> Vec<(String, Location)> {
        let additions = self.unused_additions(used).map(|(what, location, _)| (what, location));
        let unused = self.overrides.unused(used, &Vec::new).into_iter().map(|(what, location, _)| (what, location));
        let unused = unused.chain(self.own_types.unused(used)).chain(self.own_types.unused_schemas(used));
        unused.chain(additions).filter(|(_, location)| self.is_common(location)).collect()
    }

    /// Warns about keys that only apply to a separate crate, if the output is a module.
    pub(crate) fn warn_of_module(&self, sink: &mut Sink) {
        let features = self.groups.features.as_ref().filter(|(are_features, _)| *are_features);
        let features = features.map(|(_, location)| ("`[groups] features`", "groups are not features there", location));
        let events = self
            .events
            .schemas
            .iter()
            .map(|(_, location)| location)
            .chain(self.events.places.iter().map(|(_, location)| location));
        let events = events.take(1).map(|location| ("`[events]`", "it has no events", location));
        for (what, why, location) in
            features.into_iter().chain(events).filter(|(.., location)| !self.is_common(location))
        {
            let message = format!("{what} has no effect on a module: {why}");
            let diagnostic = Diagnostic::warning(Code::OverrideUnused, message).at(&self.source, location.clone());
            sink.push(diagnostic.help("generate a crate (`--out`), or remove it"));
        }
    }

    /// Removes the accepted warnings, and warns about entries that match none.
    pub(crate) fn accept(&self, sink: &mut Sink) {
        let idle = accept::remove_accepted(&self.accepted, sink);
        for (message, location) in idle.filter(|(_, location)| !self.is_common(location)) {
            let diagnostic = Diagnostic::warning(Code::OverrideUnused, message).at(&self.source, location.clone());
            sink.push(diagnostic.help("remove it from `[accept]`"));
        }
    }

    /// Warns about overrides that matched nothing: the description has changed, or they were never valid.
    /// `known` returns the keys that they could have meant.
    pub(crate) fn warn_unused(&self, used: &UsedEntries, known: &dyn Fn() -> Vec<String>, sink: &mut Sink) {
        let own_types = self.own_types.unused(used);
        let own_types = own_types.map(|(what, location)| (what, location, "remove it or fix it".to_owned()));
        let unused = self.overrides.unused(used, known).into_iter().chain(own_types);
        for (what, location, help) in
            unused.chain(self.unused_additions(used)).filter(|(_, location, _)| !self.is_common(location))
        {
            let message = unmatched_message(&what);
            sink.push(Diagnostic::warning(Code::OverrideUnused, message).at(&self.source, location).help(help));
        }
    }

    /// Returns the selectors that matched nothing, with their locations and suggestions.
    pub(super) fn unused_additions(&self, used: &UsedEntries) -> impl Iterator<Item = (String, Location, String)> {
        self.additions.iter().enumerate().filter_map(|(index, addition)| {
            let help = used.unmatched(index)?.to_owned();
            Some((format!("`{}`", addition.text), addition.location.clone(), help))
        })
    }

    /// Returns the crates of derives, as written in code, and their locations.
    pub(super) fn crates_of_additions(&self) -> impl Iterator<Item = (&str, &Location)> {
        self.additions.iter().flat_map(|addition| &addition.added).flat_map(|added| {
            let crates: Vec<&str> = match &added.what {
                AddedKind::Derive(path) => path.crates.iter().map(String::as_str).collect(),
                AddedKind::Standard(_) | AddedKind::Implemented(_) | AddedKind::Attribute(_) => Vec::new(),
            };
            crates.into_iter().map(|name| (name, &added.location))
        })
    }

    /// Adds a correction file after all others.
    ///
    /// # Errors
    ///
    /// Returns `source-unreadable`, `source-too-large` or `syntax-invalid` if it cannot be read.
    pub fn correct_by(&mut self, path: &Path) -> Result<()> {
        self.corrections.push(UserFile::read(path)?);
        Ok(())
    }

    /// Returns the corrections of the description, in order.
    #[must_use]
    pub fn corrections(&self) -> Vec<Source> {
        self.corrections.iter().filter_map(|correction| correction.source.clone()).collect()
    }

    /// Returns the paths of the correction files.
    pub(crate) fn correction_files(&self) -> impl Iterator<Item = &Path> {
        self.corrections.iter().chain(self.merged_corrections()).map(|correction| correction.path.as_path())
    }
}

/// Checks a crate name that does not come from a file.
pub(crate) fn check_crate_name(name: &str) -> Result<(), String> {
    match check::crate_name(name) {
        Some(reason) => Err(format!("`{name}` is not a valid crate name: {reason}")),
        None => Ok(()),
    }
}

/// The naming conventions of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Case {
    /// Types and variants.
    Type,
    /// Functions, fields and arguments.
    Value,
    /// Groups, which are also modules and files.
    Module,
    /// Constants.
    Constant,
}

impl Case {
    /// Checks that the compiler accepts a name without warnings.
    pub(crate) fn check(self, name: &str) -> Result<(), &'static str> {
        let (fits, reason) = match self {
            Self::Type => {
                (check::is_type_name(name), "names of types and values are in upper camel case and not Rust keywords")
            }
            Self::Value => (
                check::is_value_name(name),
                "names of functions, fields and arguments are in snake case and not Rust keywords",
            ),
            Self::Module => (
                check::is_value_name(name) && name.is_ascii(),
                "names of groups are in ASCII snake case, since they are file names, and not Rust keywords",
            ),
            Self::Constant => (check::is_constant_name(name), "names of constants are in upper case"),
        };
        if fits { Ok(()) } else { Err(reason) }
    }

    /// Converts a string to this case.
    pub(crate) fn apply(self, text: &str) -> String {
        match self {
            Self::Type => crate::ident::type_name(text),
            Self::Value | Self::Module => crate::ident::value_name(text),
            Self::Constant => crate::ident::without_underscore(&crate::ident::value_name(text)).to_uppercase(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::Config;
    use crate::diagnostic::{Code, Location};

    #[test]
    fn paths_are_relative_to_the_file_and_addresses_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bindery.toml");
        fs::write(&file, "description = \"api.yaml\"\nout = \"client\"\n").unwrap();
        let config = Config::load(&file).unwrap();
        assert_eq!(config.description.as_deref().map(Path::new), Some(folder.path().join("api.yaml").as_path()));
        assert_eq!(config.out, Some(folder.path().join("client")));
        fs::write(&file, "description = \"HTTPS://h/api\"\n").unwrap();
        assert_eq!(Config::load(&file).unwrap().description.as_deref(), Some("HTTPS://h/api"));
    }

    #[test]
    fn a_file_that_is_not_there() {
        let problem = Config::load(Path::new("no/such.toml")).unwrap_err();
        assert_eq!((problem.code, problem.place.unwrap().location), (Code::ConfigurationInvalid, Location::Whole));
    }

    #[test]
    fn the_digest_is_that_of_the_text_wherever_it_stands() {
        let digest = |name: &str, text: &str| Config::parse(name, text).unwrap().digest();
        assert_eq!(digest("a", "strict = true"), digest("b", "strict = true"));
        assert_ne!(digest("a", "strict = true"), digest("a", ""));
    }
}
