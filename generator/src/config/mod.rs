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
//! `file.rs` documents each key; the guide and the JSON schema for editors ([`SCHEMA`]) are generated from that. Several
//! clients are listed by `[[client]]`, each with all keys; keys outside apply to all (`clients`). `bindery init` writes
//! an initial file.
//!
//! Every override has to match something; unused ones are reported.

mod accept;
mod check;
mod choices;
mod clients;
mod crates;
mod derives;
mod descriptions;
mod events;
mod file;
mod files;
mod groups;
mod lookup;
mod overrides;
mod own_types;
mod pagination;
mod place;
mod problem;
mod runtime;
mod rust_path;
#[cfg(test)]
mod schema;
mod selection;
mod selector;
mod type_selector;

pub use choices::{DateLibrary, PatchMethods, Tls};
pub use clients::Clients;
pub use derives::StandardTrait;
pub(crate) use derives::{AddedKind, Addition};
pub(crate) use events::NamedBy;
pub use file::Config;
pub(crate) use groups::GroupedBy;
pub(crate) use lookup::KnownKeys;
pub use overrides::Loosening;
pub(crate) use own_types::OwnType;
pub(crate) use pagination::{Paging, PagingStyle};
pub use place::UsedEntries;
pub(crate) use place::{At, Entry, Placed};
pub use runtime::RuntimeCrate;
pub(crate) use rust_path::RustPath;
pub(crate) use selector::SelectableOperation;
pub(crate) use type_selector::TypeSelector;

pub use crate::base::crate_feature::Implementation;
pub(crate) use crate::base::crate_feature::{ALL_GROUPS, READ_REQUESTS, UNREFERENCED_TYPES};
pub use crate::base::crate_feature::{CrateFeature, CrateFeatures};
use crate::base::diagnostic::{Code, Result, Sink};
use crate::base::suggestion::unmatched_message;
use crate::base::text::Source;

/// The JSON Schema of the file, in draft 7 without references, which all editors support.
pub const SCHEMA: &str = include_str!("../../bindery.schema.json");

impl Config {
    /// Returns the user's docs of the crate, as Markdown.
    #[must_use]
    pub fn docs(&self) -> Option<&str> {
        Some(self.docs.as_ref()?.source.as_ref()?.text())
    }

    /// Returns the text of the configuration and its corrections, so that diagnostics can show excerpts.
    #[must_use]
    pub fn sources(&self) -> Vec<Source> {
        let merged = self.merged_corrections().filter_map(|file| file.source.clone());
        self.file.iter().cloned().chain(self.corrections()).chain(merged).collect()
    }

    /// Returns `true` if warnings are errors.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.strict == Some(true)
    }

    /// Returns `true` if a client may lack more than a tenth of the operations or schemas.
    #[must_use]
    pub fn allows_partial(&self) -> bool {
        self.allow_partial == Some(true)
    }

    /// Returns the configuration with the values that another one sets, such as those of the command line.
    #[must_use]
    pub fn overridden_by(self, other: Self) -> Self {
        Self {
            out: other.out.or(self.out),
            module: other.module.or(self.module),
            name: other.name.or(self.name),
            dates: other.dates.or(self.dates),
            features: other.features.or(self.features),
            strict: other.strict.or(self.strict),
            allow_partial: other.allow_partial.or(self.allow_partial),
            ..self
        }
    }

    /// Returns the configuration of a crate whose groups are features or not, unless it says that itself.
    #[must_use]
    pub fn with_group_features(mut self, are_features: Option<bool>) -> Self {
        self.groups.features = self.groups.features.or(are_features.map(Placed::unplaced));
        self
    }

    /// Returns the SHA-256 of the keys that change what is generated from a description, and of the files that they name.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut text = self.canonical_text.clone();
        self.corrections().iter().for_each(|correction| text.push_str(correction.text()));
        text.push_str(self.docs().unwrap_or_default());
        crate::base::digest::sha256(text.as_bytes())
    }

    /// Returns the default features.
    #[must_use]
    pub fn default_features(&self) -> Option<Vec<String>> {
        Some(self.default_features.as_ref()?.iter().map(|name| name.to_string()).collect())
    }

    /// Returns `true` if the entry at a place also applies to other clients, which may use it.
    pub(crate) fn is_common(&self, at: At) -> bool {
        self.common.contains(&at)
    }

    /// Warns about an entry without effect, unless other clients may use it.
    fn warn_idle(&self, at: At, message: String, help: &str, sink: &mut Sink) {
        if !self.is_common(at) {
            sink.push(self.idle(at, message, help));
        }
    }

    /// Warns about default features that do not exist.
    pub(crate) fn warn_unknown_defaults(&self, unknown: &[&str], sink: &mut Sink) {
        let named = self.default_features.iter().flatten();
        for name in named.filter(|name| unknown.contains(&name.as_str())) {
            let message = format!("the crate has no feature `{}`", name.escape_debug());
            self.warn_idle(name.at, message, "remove it, or write a feature from its Cargo.toml", sink);
        }
    }

    /// Returns the entries for all clients that this one did not use.
    fn unused_of_all(&self, used: &UsedEntries) -> Vec<(String, At)> {
        let additions = self.unused_additions(used).map(|(what, at, _)| (what, at));
        let unused = self.unused_overrides(used, &KnownKeys::default).into_iter().map(|(what, at, _)| (what, at));
        let unused = unused.chain(self.types.unused(used, false)).chain(self.types.unused(used, true));
        unused.chain(additions).filter(|(_, at)| self.is_common(*at)).collect()
    }

    /// Warns about keys that only apply to a separate crate, if the output is a module.
    pub(crate) fn warn_of_module(&self, sink: &mut Sink) {
        let features = self.groups.features.as_ref().filter(|are_features| ***are_features);
        let features = features.map(|features| ("`[groups] features`", "groups are not features there", features.at));
        let schemas = self.events.schemas.iter().map(|schema| schema.at);
        let events = schemas.chain(self.events.places.iter().map(|place| place.at));
        let events = events.take(1).map(|at| ("`[events]`", "it has no events", at));
        for (what, why, at) in features.into_iter().chain(events) {
            let message = format!("{what} has no effect on a module: {why}");
            self.warn_idle(at, message, "generate a crate (`--out`), or remove it", sink);
        }
    }

    /// Returns the places at which differences between traffic and description are known; `*` stands for all.
    pub fn accepted_differences(&self) -> impl Iterator<Item = &str> {
        accept::places(&self.accept, Code::TrafficDiffers)
    }

    /// Removes the accepted warnings, and warns about entries that match none.
    pub(crate) fn accept(&self, sink: &mut Sink) {
        for (message, at) in accept::remove_accepted(&self.accept, sink) {
            self.warn_idle(at, message, "remove it from `[accept]`", sink);
        }
    }

    /// Warns about overrides that matched nothing: the description has changed, or they were never valid.
    /// `known` returns the keys that they could have meant.
    pub(crate) fn warn_unused(&self, used: &UsedEntries, known: &dyn Fn() -> KnownKeys, sink: &mut Sink) {
        let shapes = self.types.unused(used, false).map(|(what, at)| (what, at, "remove it or fix it".to_owned()));
        let types = self.unknown_types(used, known).into_iter().chain(shapes);
        let unused = self.unused_overrides(used, known).into_iter().chain(types);
        for (what, at, help) in unused.chain(self.unused_additions(used)) {
            self.warn_idle(at, unmatched_message(&what), &help, sink);
        }
    }
}

/// Checks a crate name that does not come from a file.
pub fn check_crate_name(name: &str) -> Result<(), String> {
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
            Self::Type => crate::base::ident::type_name(text),
            Self::Value | Self::Module => crate::base::ident::value_name(text),
            Self::Constant => {
                crate::base::ident::without_underscore(&crate::base::ident::value_name(text)).to_uppercase()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::Config;
    use crate::base::diagnostic::{Code, Location};

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
    fn the_digest_is_that_of_the_keys_that_change_the_output() {
        let digest = |name: &str, text: &str| Config::parse(name, text).unwrap().digest();
        let before = digest("a", "validate = false");
        assert_eq!(digest("b", "# why\nvalidate = false\nstrict = true\n[accept]\ntype-unknown = [\"*\"]"), before);
        assert_ne!(digest("a", "validate = true"), before);
        assert_eq!(digest("a", "cacert = \"a.pem\"\nallow-partial = true"), Config::default().digest());
    }
}
